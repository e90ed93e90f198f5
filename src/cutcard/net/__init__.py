"""The network: a dealer for many tables and players who talk to it."""
