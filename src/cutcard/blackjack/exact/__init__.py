"""Exact values: what mathematics says, with no luck in it."""
