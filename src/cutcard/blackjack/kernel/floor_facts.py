"""Facts of a game for a floor of tables: where its parts begin among the numbers, and the rest."""

from __future__ import annotations

from typing import Final

# Parts of the choices.
HANDS: Final = 0
TAKE: Final = 1
ACT: Final = 2
FIRST: Final = 3
LEGAL: Final = 4
OFFERS: Final = 5
GAINS: Final = 6
DEALER: Final = 7
DEALER_TAKE: Final = 8
DEALER_END: Final = 9
LOOKS: Final = 10
STAKES: Final = 11
INSURED: Final = 12
PLACES: Final = 13
TAGS: Final = 14
# The game.
NUMBER: Final = 15
"""How many hands there are to tell apart."""
DEALT: Final = 16
SECOND: Final = 17
PEEKS: Final = 18
ORIGINAL: Final = 19
MOST: Final = 20
QUEUE: Final = 21
BETS: Final = 22
SIZE: Final = 23
"""Cards in the shoe; none if it is infinite."""
BELOW: Final = 24
RIFFLED: Final = 25
# The count.
BALANCED: Final = 26
SCALE: Final = 27
INITIAL: Final = 28
STEP: Final = 29
"""Cards to a step of what is known to be left."""
TRUNCATES: Final = 30
ROUNDS: Final = 31
# Columns of the observation; -1 where there is none.
INSURED_COLUMN: Final = 32
HANDS_COLUMN: Final = 33
BET_COLUMN: Final = 34
SEEN_COLUMN: Final = 35
COUNT_COLUMN: Final = 36

FACTS: Final = 37
