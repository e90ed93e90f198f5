"""A policy near an equilibrium, as it is stored: for each beginning, blocks of bidding rounds.

What is stored of a decision are the odds to fold and to raise, in parts of `CERTAIN`; the rest is
to check or call. Where a hand hardly ever comes by this policy, nothing is stored: it calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.biddings import CHOICES, CLOSINGS, DECISIONS, PATHS
from cutcard.blockhead.equilibrium.lead_tree import CARDS, FARTHEST, STEPS, LeadTree
from cutcard.blockhead.equilibrium.public_tree import Numbers, Table
from cutcard.blockhead.equilibrium.real_deck import Blocks
from cutcard.blockhead.rules import Rules

CERTAIN: Final = 60
"""The parts in which odds are stored."""

LEAST: Final = 0.0005
"""The smallest odds to come to a decision at which something is stored."""

LEADS: Final = range(-2 * FARTHEST, 2 * FARTHEST + 1)

STAKES: Final = (10, 20)
"""What each player has staked when a deal begins: the ante, and half of a carried pot."""

Beginning = tuple[int, int]
"""A stake and the lead after the first cards."""

BEGINNINGS: Final = tuple(
    (stake, lead) for stake in STAKES for lead in sorted(LEADS, key=lambda lead: (abs(lead), lead))
)
"""All beginnings, in the order in which they are solved."""

CALLS: Final = np.array([decision.first + decision.folds for decision in DECISIONS])
"""The choices to check or call."""
STORED: Final = np.setdiff1d(np.arange(CHOICES), CALLS)
"""All others."""

_TOGETHER: Final = [
    [
        place
        for place, choice in enumerate(STORED.tolist())
        if 0 <= choice - decision.first < decision.width
    ]
    for decision in DECISIONS
]
"""For each decision, where its choices are among those that are stored."""

_SECOND: Final = (CLOSINGS, STEPS)
_THIRD: Final = (CLOSINGS, STEPS, CLOSINGS, STEPS)

Parts = NDArray[np.uint8]


@dataclass(frozen=True)
class Stored:
    """The blocks after a beginning, by choice that is stored and hidden card."""

    first: Parts
    second: Parts
    """By the way in which the first bidding round closed, and the step of the lead."""
    third: Parts
    """Those of the last bidding round in which anything is stored."""
    places: NDArray[np.uint16]
    """Where they belong: ways to close and steps in turn, as one number."""

    @staticmethod
    def of(tree: LeadTree, policy: Table) -> Stored:
        """What is stored of a solved tree."""
        first = _block(policy, tree.first)
        second = np.zeros((*_SECOND, CHOICES, CARDS))
        third = np.zeros((*_THIRD, CHOICES, CARDS))
        for path, places in tree.second.items():
            second[path] = _block(policy, places)
        for path_2, places in tree.third.items():
            third[path_2] = _block(policy, places)
        return Stored.packed(Blocks(first, second, third))

    @staticmethod
    def packed(blocks: Blocks) -> Stored:
        """What is stored of blocks."""
        come = np.ones((2, CARDS))
        come_2 = _closed(blocks.first, come)[:, :, None]
        come_2 = np.broadcast_to(come_2, (2, *_SECOND, CARDS))
        come_3 = np.moveaxis(_closed(blocks.second, come_2), 1, 3)[:, :, :, :, None]
        come_3 = np.broadcast_to(come_3, (2, *_THIRD, CARDS))
        third = _parts(blocks.third, come_3).reshape(-1, len(STORED), CARDS)
        places = np.flatnonzero(third.any(axis=(1, 2)))
        return Stored(
            _parts(blocks.first, come),
            _parts(blocks.second, come_2),
            third[places],
            places.astype(np.uint16),
        )

    def block(self, path: tuple[int, ...]) -> Numbers:
        """The odds in a bidding round, after ways to close and steps in turn."""
        if len(path) < len(_THIRD):
            return odds_of(self.second[path] if path else self.first)
        place = int(np.ravel_multi_index(path, _THIRD))
        at = int(np.searchsorted(self.places, place))
        if at < len(self.places) and self.places[at] == place:
            return odds_of(self.third[at])
        return odds_of(np.zeros_like(self.first))

    def blocks(self) -> Blocks:
        """All blocks as odds."""
        third = np.zeros((prod(_THIRD), len(STORED), CARDS), np.uint8)
        third[self.places] = self.third
        third = third.reshape(*_THIRD, len(STORED), CARDS)
        return Blocks(odds_of(self.first), odds_of(self.second), odds_of(third))

    def checked(self) -> Stored:
        """Itself, if its shapes and parts make sense; ValueError if not."""
        shape = (len(STORED), CARDS)
        shapes = (shape, (*_SECOND, *shape), (len(self.places), *shape))
        for parts, expected in zip((self.first, self.second, self.third), shapes, strict=True):
            if parts.shape != expected or parts.dtype != np.uint8:
                raise ValueError(parts.shape)
            for rows in _TOGETHER:
                if parts[..., rows, :].sum(axis=-2, dtype=np.int64).max(initial=0) > CERTAIN:
                    raise ValueError("odds that are more than certain")
        if self.places.dtype != np.uint16 or (np.diff(self.places.astype(np.int64)) <= 0).any():
            raise ValueError("places that are not in order")
        if self.places.max(initial=0) >= prod(_THIRD):
            raise ValueError("places that are not there")
        return self


@dataclass(frozen=True)
class Blueprint:
    """A policy near an equilibrium."""

    rules: Rules
    beginnings: Mapping[Beginning, Stored]
    made: Mapping[str, Any] = field(default_factory=dict)
    """How it was made, and what it was measured to lose."""

    def after(self, stake: float, lead: int) -> tuple[int, Stored]:
        """The nearest stake that is known, and the policy after it and a lead."""
        known = min(STAKES, key=lambda one: abs(one - stake))
        return known, self.beginnings[known, lead]


def odds_of(parts: Parts) -> Numbers:
    """Blocks of odds, from what is stored of them."""
    odds = np.zeros((*parts.shape[:-2], CHOICES, CARDS))
    odds[..., STORED, :] = parts / CERTAIN
    for decision, call in zip(DECISIONS, CALLS, strict=True):
        rows = slice(decision.first, decision.first + decision.width)
        odds[..., call, :] = 1 - odds[..., rows, :].sum(axis=-2)
    return odds


def _block(policy: Table, places: list[int]) -> Numbers:
    """The block of a bidding round, from the first choices of its decisions in a tree."""
    block = np.zeros((CHOICES, CARDS))
    for decision, first in zip(DECISIONS, places, strict=True):
        rows = slice(decision.first, decision.first + decision.width)
        block[rows] = policy[first : first + decision.width]
    return block


def _closed(blocks: Numbers, come: Numbers) -> Numbers:
    """How likely each player comes to each way to close, which is put after the player."""
    after = np.repeat(come[:, None], CLOSINGS, axis=1)
    for way, path in enumerate(PATHS):
        for place, row in enumerate(path[path >= 0]):
            after[place % 2, way] *= blocks[..., row, :]
    return after


def _parts(blocks: Numbers, come: Numbers) -> Parts:
    """What is stored of blocks, if players come to them with such odds."""
    parts = np.zeros(blocks.shape, np.uint8)
    there = {0: come}
    for at, decision in enumerate(DECISIONS):
        both = there[at]
        rows = slice(decision.first, decision.first + decision.width)
        odds = blocks[..., rows, :]
        rounded = np.floor(odds * CERTAIN + 0.5)
        # Rounding up twice must not make more than all.
        over = rounded.sum(axis=-2) - rounded[..., int(decision.folds), :] > CERTAIN
        rounded[..., -1, :] -= over
        met = both[decision.seat] >= LEAST
        parts[..., rows, :] = rounded * met[..., None, :]
        for choice, after in ((int(decision.folds), decision.called), (-1, decision.raised)):
            if after > 0:
                mine = both.copy()
                mine[decision.seat] = both[decision.seat] * odds[..., choice, :]
                there[after] = mine
    return np.ascontiguousarray(parts[..., STORED, :])
