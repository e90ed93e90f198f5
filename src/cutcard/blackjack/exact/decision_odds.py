"""The odds of decisions: how often hands of two cards and three come up, for many shoes at once.

A decision belongs to a row, and is seen at a count: own cards and up card counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from cutcard.blackjack.exact.hands import ACE, TEN, all_hands, hand_of
from cutcard.blackjack.exact.policy import GIVE_UP, HIT, TWO_CARDS, Plays
from cutcard.blackjack.kernel.counting import values_of
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import ROWS, row_of
from cutcard.blackjack.strategy.count import Count
from cutcard.number_arrays import Floats, Integers

LATER: Final = len(ROWS)
"""Rows from here on are those of a chart once more, with hands of three cards and more."""

INSURANCE_ROWS: Final = tuple(range(2 * len(ROWS), 2 * len(ROWS) + 3))
"""After these: offers of insurance to players with no ten, one and two."""


class Shoes(NamedTuple):
    """Shoes that rounds begin with, as they are and as a counter knows them."""

    counts: Integers
    """The cards left, by shoe and value."""
    running: Integers
    """The running count."""
    weight: Floats
    """How often such a round begins, times what is bet on it."""
    risk: Floats
    """What the mean square of a bet's gain costs, next to its mean: bet / (2 k bankroll)."""

    @property
    def cards(self) -> Integers:
        """How many cards are left."""
        total: Integers = self.counts.sum(axis=1)
        return total

    def only(self, which: Sequence[int]) -> Shoes:
        """Some of them."""
        here = list(which)
        return Shoes(self.counts[here], self.running[here], self.weight[here], self.risk[here])

    def plus(self, others: Shoes) -> Shoes:
        """These and others."""
        return Shoes(
            np.concatenate((self.counts, others.counts)),
            np.concatenate((self.running, others.running)),
            np.concatenate((self.weight, others.weight)),
            np.concatenate((self.risk, others.risk)),
        )


@dataclass(frozen=True)
class Window:
    """The counts that are told apart; whatever lies beyond is put to the last of them."""

    lowest: int
    highest: int

    @property
    def size(self) -> int:
        """How many counts there are."""
        return self.highest - self.lowest + 1


def coming(
    plays: Plays,
    rules: Rules,
    count: Count,
    up: int,
    rows: Collection[int],
    shoes: Shoes,
    window: Window,
) -> Iterator[tuple[int, Integers, Floats]]:
    """The odds of decisions with two cards and three: a row, then count and odds for each shoe."""
    tags = np.array(count.tags)
    together: dict[tuple[int, int, int], Floats] = {}
    for hand, odds in _dealt(plays, up, rows, shoes):
        tag = int(all_hands().counts[hand] @ tags)
        for row in _rows_of(hand, up):
            if row in rows:
                key = row, tag, int(all_hands().size[hand])
                together[key] = together.get(key, 0.0) + odds
    places: dict[tuple[int, int], Integers] = {}
    cards = shoes.cards
    for (row, tag, size), odds in together.items():
        if (tag, size) not in places:
            seen = shoes.running + tags[up] + tag
            places[tag, size] = places_of(rules, count, seen, cards - 1 - size, window)
        yield row, places[tag, size], odds


def _dealt(
    plays: Plays, up: int, rows: Collection[int], shoes: Shoes
) -> Iterator[tuple[int, Floats]]:
    """Hands of two cards, and of three where a chart hits two, with their odds for each shoe."""
    hands = all_hands()
    # By value, so that all shoes' cards of one lie side by side.
    left = np.ascontiguousarray(shoes.counts.T, np.float64)
    cards = left.sum(axis=0)
    first = left[up] / cards
    left[up] -= 1
    both = np.maximum((cards - 1) * (cards - 2), 1)
    for one, other in TWO_CARDS:
        hand = int(hands.pair[one, other])
        hits = plays.firsts[hand] == HIT and plays.answers[hand] != GIVE_UP
        grown = [
            (card, more)
            for card, more in enumerate(hands.child[hand].tolist() if hits else ())
            if more >= 0 and rows_of_hands()[more] >= 0 and rows_of_hands()[more] + LATER in rows
        ]
        if not grown and not any(row in rows for row in _rows_of(hand, up)):
            continue
        odds = first * left[one] * (left[other] - (one == other)) / both
        odds = np.maximum(odds * (1 if one == other else 2), 0.0)
        yield hand, odds
        each = odds / np.maximum(cards - 3, 1)
        for card, more in grown:
            yield more, each * np.maximum(left[card] - hands.counts[hand, card], 0.0)


def _rows_of(hand: int, up: int) -> list[int]:
    """The rows that the decisions with a hand belong to."""
    row, counts = int(rows_of_hands()[hand]), all_hands().counts[hand]
    if all_hands().size[hand] > 2:
        return [row + LATER]
    return [row, INSURANCE_ROWS[counts[TEN]]] if up == ACE else [row]


def places_of(
    rules: Rules, count: Count, running: Integers, left: Integers, window: Window
) -> Integers:
    """The places in the window of counts that a player sees."""
    # A hole card has left the shoe, but is not counted.
    hidden = rules.hole_card in (HoleCard.PEEK, HoleCard.HIDDEN)
    seen = values_of(count, running, np.maximum(left - hidden, 0))
    places: Integers = np.clip(seen, window.lowest, window.highest) - window.lowest
    return places


@cache
def rows_of_hands() -> Integers:
    """The number of each hand's row in a chart; -1 for a hand of 21 and for single cards."""
    hands = all_hands()
    rows = np.full(len(hands.size), -1)
    for at in np.flatnonzero((hands.size >= 2) & (hands.total < 21)).tolist():
        rows[at] = ROWS.index(row_of(hand_of(at)))
    return rows
