"""What a person learns from answers."""
