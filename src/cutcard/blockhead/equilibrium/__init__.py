"""Equilibria of Blockhead Poker: a player that nobody beats by much."""
