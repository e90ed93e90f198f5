"""The front door: what `import cutcard` offers, each call for one common task.

Everything here speaks in bets: a stake of 1 is 1, and a blackjack gains 1.5.
"""
