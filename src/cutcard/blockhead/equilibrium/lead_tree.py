"""A deal of which everybody remembers the leads alone: the tree that is solved.

The lead is what the opener's open cards count more than the answerer's. Which cards made it is
forgotten, so that there are 361 ways for two more cards each instead of 10,000. The odds are those
of the real deck all the same: of both hidden cards together with all open cards that make a lead.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.biddings import PLAIN, Bidding
from cutcard.blockhead.equilibrium.public_tree import Planter, PublicTree
from cutcard.number_arrays import Floats

CARDS: Final = 10
"""The points that a card may count: 1 to this many."""
FARTHEST: Final = CARDS - 1
"""How far a card to each may change the lead."""
STEPS: Final = 2 * FARTHEST + 1
"""In how many ways it may: they are counted from 0."""
DECIDED: Final = (99, 2 * FARTHEST, FARTHEST)
"""The largest lead in each bidding round that cards which are hidden or to come may make up."""

DECK: Final = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)

Counts = NDArray[np.int64]
Start = tuple[tuple[int, ...], int]
"""Four open cards, the lowest first, and the lead."""


@cache
def starts() -> dict[Start, float]:
    """How likely each set of four open cards is, with its lead."""
    found: dict[Start, float] = defaultdict(float)
    for cards in product(range(CARDS), repeat=4):
        ways, left = 1, list(DECK)
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        lead = cards[0] + cards[1] - cards[2] - cards[3]
        found[tuple(sorted(cards)), lead] += ways / (52 * 51 * 50 * 49)
    return dict(found)


def unseen(cards: tuple[int, ...]) -> Counts:
    """The deck without some cards."""
    return np.array(DECK) - np.bincount(cards, minlength=CARDS)


def hidden_odds(counts: Counts) -> Floats:
    """How likely two hidden cards are, the opener's and the answerer's, by the unseen cards."""
    many = counts.sum()
    return np.asarray((np.outer(counts, counts) - np.diag(counts)) / (many * (many - 1)))


_MORE: Final = np.array(
    sorted(
        product(range(CARDS), repeat=4),
        key=lambda cards: (cards[0] - cards[1], cards[2] - cards[3]),
    )
)
"""The two cards of the next bidding round and those of the last, to opener and answerer.

Those that make the same two steps of the lead stand together.
"""
_PATH: Final = (_MORE[:, 0] - _MORE[:, 1] + FARTHEST) * STEPS + _MORE[:, 2] - _MORE[:, 3] + FARTHEST
_BEGINS: Final = np.flatnonzero(np.diff(_PATH, prepend=-1))
"""Where each path begins among them."""


@cache
def path_odds(cards: tuple[int, ...]) -> Floats:
    """By two steps of the lead: how likely they are together with two hidden cards."""
    left = np.repeat(unseen(cards)[None], len(_MORE), axis=0)
    odds = np.ones(len(_MORE))
    rows = np.arange(len(_MORE))
    for place in range(4):
        card = _MORE[:, place]
        odds *= left[rows, card] / left.sum(axis=1)
        left[rows, card] -= 1
    many = left.sum(axis=1)
    ways = left[:, :, None] * left[:, None, :]
    ways[:, np.arange(CARDS), np.arange(CARDS)] -= left
    table = np.zeros((STEPS * STEPS, CARDS * CARDS))
    weights = (odds / (many * (many - 1)))[:, None] * ways.reshape(len(_MORE), -1)
    table[_PATH[_BEGINS]] = np.add.reduceat(weights, _BEGINS, axis=0)
    return table.reshape(STEPS, STEPS, CARDS, CARDS)


def sign_of(lead: int) -> NDArray[np.int64]:
    """Who wins a showdown: 1 is the opener, by the hidden cards of both."""
    cards = np.arange(CARDS)
    return np.asarray(np.sign(np.subtract.outer(cards, cards) + lead))


def lead_tables(lead: int) -> Floats:
    """The odds that the endings of a lead's tree point to."""
    members = {cards: odds for (cards, made), odds in starts().items() if made == lead}
    total = sum(members.values())
    paths = np.zeros((STEPS, STEPS, CARDS, CARDS))
    for cards, odds in members.items():
        paths += odds / total * path_odds(cards)
    tables = [paths.sum(axis=(0, 1)), *paths.sum(axis=1)]
    for step, last in product(range(STEPS), repeat=2):
        odds = paths[step, last]
        tables += [odds, odds * sign_of(lead + step + last - 2 * FARTHEST)]
    return np.array(tables)


@dataclass
class LeadTree:
    """The tree of all deals that begin with a lead, both players having staked as much."""

    lead: int
    stake: int
    opening: Bidding = PLAIN
    """The first bidding round."""
    first: list[int] = field(default_factory=list)
    """The first choice of each decision of the first bidding round."""
    second: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """The same for the second, by the way in which the first closed and the step of the lead."""
    third: dict[tuple[int, int, int, int], list[int]] = field(default_factory=dict)
    """The same for the last, by ways to close and steps in turn."""

    def __post_init__(self) -> None:
        self._planter = Planter()
        self._bid(0, self.lead, self.stake, (), 0)
        self.tree: PublicTree = self._planter.tree()

    def _bid(self, number: int, lead: int, stake: int, path: tuple[int, ...], table: int) -> None:
        """Plant a bidding round; ``path`` has ways to close and steps of the lead, in turn."""
        if number == 0:
            known = self.first
        elif number == 1:
            known = self.second[path[0], path[1]] = []
        else:
            known = self.third[path[0], path[1], path[2], path[3]] = []
        self._decide(0, number, lead, stake, path, table, known)

    def _decide(
        self,
        at: int,
        number: int,
        lead: int,
        stake: int,
        path: tuple[int, ...],
        table: int,
        known: list[int],
    ) -> None:
        bidding = self.opening if number == 0 else PLAIN
        decision = bidding.decisions[at]
        known.append(self._planter.decision(decision.seat, decision.width))
        if decision.folds:
            lost = stake + decision.paid - decision.owed
            self._planter.ending(table, lost if decision.seat else -lost)
        if decision.called >= 0:
            self._decide(decision.called, number, lead, stake, path, table, known)
        elif number == 2:
            self._planter.ending(table + 1, stake + decision.paid)
        else:
            self._next(number + 1, lead, stake + decision.paid, (*path, ~decision.called))
        for raised in decision.raised:
            self._decide(raised, number, lead, stake, path, table, known)

    def _next(self, number: int, lead: int, stake: int, path: tuple[int, ...]) -> None:
        """Plant what follows a bidding round: a card to each."""
        self._planter.chance(STEPS)
        for step in range(STEPS):
            now = lead + step - FARTHEST
            table = 1 + step if number == 1 else 1 + STEPS + 2 * (path[1] * STEPS + step)
            # What no hidden card and no card to come can change is decided: the one behind folds.
            if abs(now) > DECIDED[number]:
                self._planter.ending(table, stake if now > 0 else -stake)
            else:
                self._bid(number, now, stake, (*path, step), table)
