"""Fields: what the hands of a split add up, side by side in one word of 64 bits.

For each end of the dealer's hand there is a field of 2 + bets gained for each hand; then come the
hands that were doubled, the bets lost by busting, and all hands. Nobody counts the hands that
stood: they alone gain more against a dealer's bust than against a 21.
"""

from __future__ import annotations

from typing import Final

from cutcard.blackjack.dealer import End

FIELD: Final = 6
DOUBLED_FIELD: Final = FIELD * len(End)
LOST_FIELD: Final = DOUBLED_FIELD + 4
HANDS_FIELD: Final = LOST_FIELD + 5

assert HANDS_FIELD + 4 < 64, "eight hands fill four bits, and the word has a sign"
