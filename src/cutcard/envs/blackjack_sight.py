"""What a seat sees of a round of blackjack at a table of several, as a row of numbers.

Cards are counts by value, ace to ten. One's own hands are told one by one, the other seats' cards
all together: they matter only as cards that have left the shoe.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cutcard.blackjack.box import Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import Phase, Round
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS

VALUES = tuple(card.text for card in RANKS[:10])
"""The values of cards as columns name them: A, 2 to 9, T."""

MOST_CARDS = 22
"""No hand has more: 21 aces, and one card to bust."""


@dataclass(frozen=True)
class Sight:
    """The columns of an observation, and how a round becomes a row of them."""

    rules: Rules
    seats: int

    @cached_property
    def most(self) -> dict[str, int]:
        """The name of each column, and the largest number that it may hold."""
        hands = self.rules.max_hands
        most = {"offers": 1, "insured": 1, "hand": hands - 1}
        most |= {f"dealer_{value}": MOST_CARDS for value in VALUES}
        for hand in range(hands):
            most |= {f"hand_{hand}_{value}": MOST_CARDS for value in VALUES}
            most |= {f"hand_{hand}_stake": 2, f"hand_{hand}_playing": 1}
        return most | {f"others_{value}": MOST_CARDS * hands * self.seats for value in VALUES}

    @property
    def space(self) -> spaces.Box:
        """The space of the rows."""
        most = np.array(list(self.most.values()), np.int32)
        return spaces.Box(np.zeros_like(most), np.maximum(most, 1), dtype=np.int32)

    def row(self, round: Round, seat: int) -> NDArray[np.int32]:
        """What a seat sees: all cards that lie open, and never the dealer's hole card."""
        view = round.view(seat)
        own = [(number, box) for number, box in enumerate(view.boxes) if box.seat == seat]
        others = [card for box in view.boxes if box.seat != seat for card in box.hand.cards]
        playing = [number for number, _ in own]
        at = playing.index(view.at) if round.turn == seat and view.at in playing else 0
        row = [int(round.phase is Phase.OFFERS), int(round.insurance[seat] > 0), at]
        row += _counts(view.dealer)
        for _, box in own:
            row += _counts(box.hand)
            row += [box.units // (round.bets[seat] * self.rules.unit)]
            row += [int(box.fate is Fate.PLAYING)]
        row += [0] * (12 * (self.rules.max_hands - len(own)))
        row += _counts(Hand(tuple(others)))
        return np.array(row, np.int32)


def _counts(hand: Hand) -> list[int]:
    counts = [0] * len(VALUES)
    for card in hand.cards:
        counts[card.points - 1] += 1
    return counts
