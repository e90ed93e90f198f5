"""Blockhead Poker: a simple stud poker, whose rules are a value."""
