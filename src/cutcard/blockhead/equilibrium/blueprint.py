"""A policy near an equilibrium, as it is stored: for each beginning, blocks of bidding rounds.

What is stored of a player's decision are the odds to fold and to raise, in parts of `CERTAIN`; the
rest is to check or call. Where a hand hardly ever comes by this policy, nothing is stored: it
calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, FIRST, PLAIN, Bidding
from cutcard.blockhead.equilibrium.lead_tree import CARDS, FARTHEST, STEPS, LeadTree
from cutcard.blockhead.equilibrium.public_tree import Table
from cutcard.blockhead.equilibrium.real_deck import Blocks
from cutcard.blockhead.rules import Rules
from cutcard.number_arrays import Floats

CERTAIN: Final = 60
"""The parts in which odds are stored."""

LEAST: Final = 0.0005
"""The smallest odds to come to a decision at which something is stored."""

LEADS: Final = range(-2 * FARTHEST, 2 * FARTHEST + 1)

STAKES: Final = (10, 20)
"""What each player has staked when a deal begins: the ante, and half of a carried pot."""

Beginning = tuple[int, int, int]
"""A stake, the lead after the first cards, and the player whose policy it is: 0 opens."""

BEGINNINGS: Final = tuple(
    (stake, lead, seat)
    for stake, lead, seat in product(
        STAKES, sorted(LEADS, key=lambda lead: (abs(lead), lead)), (0, 1)
    )
)
"""All beginnings, in the order in which they are solved."""

Parts = NDArray[np.uint8]


NEAR: Final = 7
"""The largest lead at which the size of a first raise matters: to whoever is farther behind, all
are too much."""


def opening_of(stake: int, lead: int, seat: int) -> Bidding:
    """The first bidding round as it is solved for a player.

    With a carried pot, which is seldom, raises of one size must do.
    """
    return FIRST[seat] if stake == STAKES[0] and abs(lead) <= NEAR else PLAIN


@dataclass(frozen=True)
class Stored:
    """The blocks of a player after a beginning, by choice that is stored and hidden card."""

    seat: int
    opening: Bidding
    """The first bidding round."""
    first: Parts
    second: Parts
    """By the way in which the first bidding round closed, and the step of the lead."""
    third: Parts
    """Those of the last bidding round in which anything is stored."""
    places: NDArray[np.uint16]
    """Where they belong: ways to close and steps in turn, as one number."""

    @staticmethod
    def of(tree: LeadTree, policy: Table, seat: int) -> Stored:
        """What is stored for a player of a solved tree."""
        many = len(tree.opening.closings)
        first = _block(policy, tree.opening, tree.first)
        second = np.zeros((many, STEPS, PLAIN.choices, CARDS))
        third = np.zeros((many, STEPS, CLOSINGS, STEPS, PLAIN.choices, CARDS))
        for path, places in tree.second.items():
            second[path] = _block(policy, PLAIN, places)
        for path_2, places in tree.third.items():
            third[path_2] = _block(policy, PLAIN, places)
        return Stored.packed(Blocks(first, second, third), tree.opening, seat)

    @staticmethod
    def packed(blocks: Blocks, opening: Bidding, seat: int) -> Stored:
        """What is stored for a player of blocks."""
        come = np.ones(CARDS)
        come_2 = _closed(blocks.first, come, opening, seat)[:, None]
        come_3 = _closed(blocks.second, come_2, PLAIN, seat)[..., None, :]
        third = _parts(blocks.third, come_3, PLAIN, seat)
        third = third.reshape(-1, *third.shape[-2:])
        places = np.flatnonzero(third.any(axis=(1, 2)))
        return Stored(
            seat,
            opening,
            _parts(blocks.first, come, opening, seat),
            _parts(blocks.second, come_2, PLAIN, seat),
            third[places],
            places.astype(np.uint16),
        )

    @property
    def _ways(self) -> tuple[int, int, int, int]:
        return len(self.opening.closings), STEPS, CLOSINGS, STEPS

    def block(self, path: tuple[int, ...]) -> Floats:
        """The odds in a bidding round, after ways to close and steps in turn."""
        if not path:
            return odds_of(self.first, self.opening, self.seat)
        parts = np.zeros(self.second.shape[-2:], np.uint8)
        if len(path) < len(self._ways):
            parts = self.second[path]
        else:
            place = int(np.ravel_multi_index(path, self._ways))
            at = int(np.searchsorted(self.places, place))
            if at < len(self.places) and self.places[at] == place:
                parts = self.third[at]
        return odds_of(parts, PLAIN, self.seat)

    def blocks(self) -> Blocks:
        """All blocks as odds."""
        third = np.zeros((prod(self._ways), *self.second.shape[-2:]), np.uint8)
        third[self.places] = self.third
        third = third.reshape(*self._ways, *self.second.shape[-2:])
        return Blocks(
            odds_of(self.first, self.opening, self.seat),
            odds_of(self.second, PLAIN, self.seat),
            odds_of(third, PLAIN, self.seat),
        )

    def checked(self) -> Stored:
        """Itself, if its shapes and parts make sense; ValueError if not."""
        shape = (len(PLAIN.kept(self.seat)), CARDS)
        shapes = (
            (self.opening, (len(self.opening.kept(self.seat)), CARDS)),
            (PLAIN, (*self._ways[:2], *shape)),
            (PLAIN, (len(self.places), *shape)),
        )
        all_parts = (self.first, self.second, self.third)
        for parts, (bidding, expected) in zip(all_parts, shapes, strict=True):
            if parts.shape != expected or parts.dtype != np.uint8:
                raise ValueError(parts.shape)
            for rows in _together(bidding, self.seat):
                if parts[..., rows, :].sum(axis=-2, dtype=np.int64).max(initial=0) > CERTAIN:
                    raise ValueError("odds that are more than certain")
        if self.places.dtype != np.uint16 or (np.diff(self.places.astype(np.int64)) <= 0).any():
            raise ValueError("places that are not in order")
        if self.places.max(initial=0) >= prod(self._ways):
            raise ValueError("places that are not there")
        return self


@dataclass(frozen=True)
class ByTens:
    """The policies of both players after a beginning, as far as all raises are of one size.

    Arrays are those of `Stored`, with the choices of both.
    """

    CHOICES: ClassVar = np.sort(np.concatenate([PLAIN.kept(0), PLAIN.kept(1)]))

    first: Parts
    second: Parts
    third: Parts
    places: NDArray[np.int64]

    @staticmethod
    def of(*players: Stored) -> ByTens:
        """The policies of the opener and of the answerer."""
        ways = (CLOSINGS, STEPS, CLOSINGS, STEPS)
        first = np.zeros((len(ByTens.CHOICES), CARDS), np.uint8)
        second = np.zeros((*ways[:2], *first.shape), np.uint8)
        third = np.zeros((*ways, *first.shape), np.uint8)
        for stored in players:
            rows = np.searchsorted(ByTens.CHOICES, PLAIN.kept(stored.seat))
            choices, closings = _tens_in(stored.opening)
            kept = stored.opening.kept(stored.seat).tolist()
            own = [kept.index(choices[choice]) for choice in PLAIN.kept(stored.seat).tolist()]
            first[rows] = stored.first[own]
            second[:, :, rows] = stored.second[closings]
            way, *rest = np.unravel_index(stored.places.astype(np.int64), stored._ways)
            for plain, closing in enumerate(closings):
                there = way == closing
                at = tuple(one[there] for one in rest)
                for number, row in enumerate(rows):
                    third[plain][*at, row] = stored.third[there, number]
        flat = third.reshape(-1, *first.shape)
        places = np.flatnonzero(flat.any(axis=(1, 2)))
        return ByTens(first, second, flat[places], places)


def _tens_in(opening: Bidding) -> tuple[dict[int, int], list[int]]:
    """Where choices and ways to close of a plain bidding round are in another."""
    choices: dict[int, int] = {}
    closings = [0] * CLOSINGS
    waiting = [(0, 0)]
    for plain, other in waiting:
        one, two = PLAIN.decisions[plain], opening.decisions[other]
        for choice in range(one.folds + 1):
            choices[one.first + choice] = two.first + choice
        if one.called < 0:
            closings[~one.called] = ~two.called
        else:
            waiting.append((one.called, two.called))
        if one.raised:
            # The one size is the largest.
            choices[one.first + one.width - 1] = two.first + two.width - 1
            waiting.append((one.raised[0], two.raised[-1]))
    return choices, closings


@dataclass(frozen=True)
class Blueprint:
    """A policy near an equilibrium."""

    rules: Rules
    beginnings: Mapping[Beginning, Stored]
    made: Mapping[str, Any] = field(default_factory=dict)
    """How it was made, and what it was measured to lose."""

    def after(self, stake: float, lead: int, seat: int) -> tuple[int, Stored]:
        """The nearest stake that is known, and a player's policy after it and a lead."""
        known = min(STAKES, key=lambda one: abs(one - stake))
        return known, self.beginnings[known, lead, seat]


def odds_of(parts: Parts, bidding: Bidding, seat: int) -> Floats:
    """Blocks of a player's odds, from what is stored of them; those of the other are zero."""
    odds = np.zeros((*parts.shape[:-2], bidding.choices, CARDS))
    odds[..., bidding.kept(seat), :] = parts / CERTAIN
    for decision in bidding.decisions:
        if decision.seat == seat:
            # Row by row: NumPy's own sums take several times as long along so short an axis.
            call = decision.first + decision.folds
            rows = range(decision.first, decision.first + decision.width)
            odds[..., call, :] = 1 - sum(odds[..., row, :] for row in rows if row != call)
    return odds


def _together(bidding: Bidding, seat: int) -> list[list[int]]:
    """For each decision of a player, where its choices are among those that are stored."""
    kept = bidding.kept(seat).tolist()
    return [
        [
            place
            for place, choice in enumerate(kept)
            if 0 <= choice - decision.first < decision.width
        ]
        for decision in bidding.decisions
        if decision.seat == seat
    ]


def _block(policy: Table, bidding: Bidding, places: list[int]) -> Floats:
    """The block of a bidding round, from the first choices of its decisions in a tree."""
    block = np.zeros((bidding.choices, CARDS))
    for decision, first in zip(bidding.decisions, places, strict=True):
        rows = slice(decision.first, decision.first + decision.width)
        block[rows] = policy[first : first + decision.width]
    return block


def _come(blocks: Floats, come: Floats, path: tuple[int, ...], seat: int) -> Floats:
    """How likely a player comes where some choices lead."""
    for row in path[seat::2]:
        come = come * blocks[..., row, :]
    return come


def _closed(blocks: Floats, come: Floats, bidding: Bidding, seat: int) -> Floats:
    """How likely a player comes to each way to close, which is put before the hidden card."""
    come = np.broadcast_to(come, (*blocks.shape[:-2], CARDS))
    return np.stack([_come(blocks, come, path, seat) for path in bidding.closings], axis=-2)


def _parts(blocks: Floats, come: Floats, bidding: Bidding, seat: int) -> Parts:
    """What is stored for a player of blocks to which it comes with such odds."""
    parts = np.zeros(blocks.shape, np.uint8)
    for decision, path in zip(bidding.decisions, bidding.paths, strict=True):
        if decision.seat != seat:
            continue
        rows = slice(decision.first, decision.first + decision.width)
        odds = blocks[..., rows, :]
        rounded = np.floor(odds * CERTAIN + 0.5)
        # Rounding up twice must not make more than all.
        over = rounded.sum(axis=-2) - rounded[..., int(decision.folds), :] > CERTAIN
        rounded[..., -1, :] -= over
        met = _come(blocks, come, path, seat) >= LEAST
        parts[..., rows, :] = rounded * met[..., None, :]
    return np.ascontiguousarray(parts[..., bidding.kept(seat), :])
