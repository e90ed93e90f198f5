"""The row of a table on a floor: what stands where in it."""

from __future__ import annotations

from typing import Final

MOST_HANDS: Final = 8
"""The most hands that rules let a player hold."""

MOMENT: Final = 0
LEGAL: Final = 1
AT: Final = 2
"""The next card."""
DRAWN: Final = 3
"""Cards that are in their places."""
END: Final = 4
"""Cards that can be had in this round."""
START: Final = 5
"""Where the round began."""
BET: Final = 6
INSURED: Final = 7
UP: Final = 8
SECOND: Final = 9
DEALER: Final = 10
HAND: Final = 11
"""The hand in play."""
HELD: Final = 12
"""How many hands the player holds."""
NET: Final = 13
HELD_FROM: Final = 14
"""The first of the hands."""
SEEN_FROM: Final = HELD_FROM + MOST_HANDS
"""The first of the numbers of cards seen, by value."""
BEFORE_FROM: Final = SEEN_FROM + 10
"""The same, when the round began."""
WIDTH: Final = BEFORE_FROM + 10
