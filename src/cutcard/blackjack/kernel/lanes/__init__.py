"""Finite shoes: many of them side by side, a card at a time for all of them."""
