"""A bidding round against a policy of spots, as arrays: each decision, and what each bet leads to.

We raise by the sizes that such a policy makes itself, or by the largest of them alone. That bounds
the number of decisions: 80 by the ordinary rules, and 79 ways to close the round.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import (
    ACTIONS,
    FOLD,
    NODES,
    NOTHING,
    PASSED,
    RAISE,
    RAISED,
    STAY,
    Odds,
    Spots,
    node_of,
    size_class,
    size_of,
    spots_of,
)
from cutcard.compilation import Number
from cutcard.number_arrays import Integers

US: Final = 0
THEM: Final = 1

ILLEGAL: Final = -1
"""What follows an action that is not legal."""


class SpotBidding(NamedTuple):
    """A bidding round; a place in it is an end or a decision.

    First come the folds, then the ways to close the round, then the decisions, each before those
    that follow it.
    """

    ours: Integers
    """By decision: whether it is ours."""
    after: Integers
    """By decision and action: the place that follows, or ILLEGAL."""
    nodes: Integers
    """By decision: how the round has gone, as a spot says it to whoever decides."""
    signs: Integers
    """By end: what half of the pot counts there, +1 or -1."""
    paid: Integers
    """By end: the chips that are won there beyond half of the pot, if hands that close the round
    are better; negative ones are lost."""
    claimed: Integers
    """By way to close the round: the highest and the lowest class of our raises, -1 if we made
    none, and whether we have checked or called."""


@dataclass(frozen=True)
class _Place:
    """A place in the bidding, while the arrays are made."""

    turn: int
    raised: int = 0
    kind: int = 0
    """The class of the last raise."""
    last: tuple[int, int] = (NOTHING, NOTHING)
    """What each of the two did last."""
    paid: tuple[int, int] = (0, 0)
    opened: bool = False
    raises: tuple[int, ...] = ()
    """The classes of our own raises."""
    stayed: bool = False
    """Whether we have checked or called."""

    @property
    def to_call(self) -> int:
        return max(self.paid) - self.paid[self.turn]


@dataclass
class _Growth:
    """The places found so far."""

    rules: Rules
    spots: Spots
    our_kinds: list[int]
    folds: list[_Place] = field(default_factory=list)
    closings: list[_Place] = field(default_factory=list)
    decisions: list[_Place] = field(default_factory=list)
    after: list[dict[int, tuple[list[_Place], int]]] = field(default_factory=list)
    """By decision: for each legal action, one of these lists and the place in it."""

    def grow(self, place: _Place) -> int:
        """The number of this decision, once it and all that may follow are numbered."""
        number = len(self.decisions)
        self.decisions.append(place)
        self.after.append({})
        for action in self._actions(place):
            self.after[number][action] = self._follow(place, action)
        return number

    def _actions(self, place: _Place) -> list[int]:
        kinds = self.our_kinds if place.turn == US else list(range(self.spots.sizes))
        raises = [RAISE + kind for kind in kinds] if place.raised < self.rules.raises else []
        return [*([FOLD] if place.to_call else []), STAY, *raises]

    def _follow(self, place: _Place, action: int) -> tuple[list[_Place], int]:
        if action == FOLD:
            self.folds.append(place)
            return self.folds, len(self.folds) - 1
        following = self._bet(place, action)
        checked = not place.opened and action == STAY
        if action == STAY and not (checked and not self.rules.check_closes):
            self.closings.append(following)
            return self.closings, len(self.closings) - 1
        return self.decisions, self.grow(following)

    def _bet(self, place: _Place, action: int) -> _Place:
        size = int(size_of(self.spots, action - RAISE)) if action >= RAISE else 0
        kind = int(size_class(self.spots, size)) if size else 0
        paid, last = list(place.paid), list(place.last)
        paid[place.turn] += place.to_call + size
        last[place.turn] = RAISED + kind if size else PASSED
        after = replace(
            place,
            turn=1 - place.turn,
            last=(last[0], last[1]),
            paid=(paid[0], paid[1]),
            opened=True,
        )
        if size:
            after = replace(after, raised=place.raised + 1, kind=kind)
        if place.turn != US:
            return after
        if size:
            return replace(after, raises=(*place.raises, kind))
        return replace(after, stayed=True)


@lru_cache(maxsize=16)
def bidding_of(rules: Rules, *, we_open: bool, all_sizes: bool) -> SpotBidding:
    """The bidding round that we open or answer; if not by all sizes, we raise by the largest."""
    spots = spots_of(rules)
    growth = _Growth(rules, spots, list(range(0 if all_sizes else spots.sizes - 1, spots.sizes)))
    growth.grow(_Place(turn=US if we_open else THEM))
    folds, closings, places = growth.folds, growth.closings, growth.decisions
    ends = len(folds) + len(closings)
    first = {id(folds): 0, id(closings): len(folds), id(places): ends}
    after = np.full((len(places), ACTIONS), ILLEGAL, np.int64)
    for number, following in enumerate(growth.after):
        for action, (where, place) in following.items():
            after[number, action] = first[id(where)] + place
    # Whoever folds loses what they have paid.
    signs = [-1 if place.turn == US else 1 for place in folds] + [1] * len(closings)
    paid = [sign * place.paid[place.turn] for sign, place in zip(signs, folds, strict=False)]
    claimed = [
        (max(one.raises, default=-1), min(one.raises, default=-1), int(one.stayed))
        for one in closings
    ]
    return SpotBidding(
        ours=np.array([place.turn == US for place in places], np.int64),
        after=after,
        nodes=np.array([_node(spots, place) for place in places], np.int64),
        signs=np.array(signs, np.int64),
        paid=np.array(paid + [place.paid[US] for place in closings], np.int64),
        claimed=np.array(claimed, np.int64),
    )


def _node(spots: Spots, place: _Place) -> int:
    own = place.last[place.turn]
    return int(node_of(spots, place.opened, place.raised, own, place.kind))


class SpotBiddings(NamedTuple):
    """The bidding rounds on all sides, as `side_of` numbers them; arrays have room for each.

    They are those of a `SpotBidding`, by side.
    """

    ours: Integers
    after: Integers
    nodes: Integers
    signs: Integers
    paid: Integers
    claimed: Integers
    sizes: Integers
    """By side: how many decisions, ends and ways to close there are."""


def side_of(we_open: Number, all_sizes: Number) -> Number:
    """The number of a bidding round: whether we open it, and may raise by all sizes."""
    return 2 * we_open + all_sizes


@lru_cache(maxsize=16)
def biddings_of(rules: Rules) -> SpotBiddings:
    """The bidding rounds on all sides."""
    sides = [
        bidding_of(rules, we_open=we_open, all_sizes=all_sizes)
        for we_open in (False, True)
        for all_sizes in (False, True)
    ]
    sizes = [(len(one.ours), len(one.signs), len(one.claimed)) for one in sides]
    ours, after, nodes, signs, paid, claimed = map(_stacked, zip(*sides, strict=True))
    return SpotBiddings(ours, after, nodes, signs, paid, claimed, np.array(sizes, np.int64))


def _stacked(parts: tuple[Integers, ...]) -> Integers:
    """Arrays of several lengths as one."""
    room = np.zeros((len(parts), max(map(len, parts)), *parts[0].shape[1:]), np.int64)
    for at, part in enumerate(parts):
        room[at, : len(part)] = part
    return room


def by_situation(spots: Spots, odds: Odds) -> Odds:
    """Odds by what a policy goes by besides card and bidding, then by card, node and action."""
    return odds.reshape(-1, spots.hidden + 1, NODES, ACTIONS)
