"""Blackjack: one engine, whose rules are a value."""
