"""Strategies: charts, counts, index plays, bets by the count, and players who follow them."""
