"""Blockhead Poker solved: exact values of players, and best responses to them."""
