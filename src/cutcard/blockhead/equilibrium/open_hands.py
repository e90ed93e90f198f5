"""What a deal is worth to whoever sees all cards, if both players go on by a stored policy.

Worths are the opener's, in chips, for stakes that the policy knows and raises of its one size. Both
hidden cards are known, so that nothing is left to chance but cards to come and the players' coins.
The next cards are weighed by those that are really left; the cards after them, which are farther
away, are drawn from the deck without the two hidden ones.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PAID_AT, PLAIN, RAISE
from cutcard.blockhead.equilibrium.blueprint import (
    CERTAIN,
    STAKES,
    Blueprint,
    ByTens,
    Parts,
)
from cutcard.blockhead.equilibrium.lead_tree import (
    CARDS,
    DECIDED,
    FARTHEST,
    STEPS,
    Counts,
    hidden_odds,
    starts,
    unseen,
)
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, ShortIntegers

_ROWS: Final = {choice: row for row, choice in enumerate(ByTens.CHOICES.tolist())}
_FOLDS: Final = np.array([_ROWS[one.first] if one.folds else -1 for one in PLAIN.decisions])
"""For each decision, where the odds to fold are stored, or -1."""
_RAISES: Final = np.array(
    [_ROWS[one.first + one.width - 1] if one.raised else -1 for one in PLAIN.decisions]
)
_SEATS: Final = np.array([one.seat for one in PLAIN.decisions])
_PAID: Final = np.array([one.paid for one in PLAIN.decisions])
_AFTER_CALL: Final = np.array([one.called for one in PLAIN.decisions])
_AFTER_RAISE: Final = np.array([one.raised[0] if one.raised else 0 for one in PLAIN.decisions])
_NODES: Final = len(PLAIN.decisions)
_DECIDED_SECOND: Final = DECIDED[1]
_DECIDED_THIRD: Final = DECIDED[2]


@compiled
def bid_worths(
    parts: Parts, one: int, two: int, stake: float, closings: Floats, nodes: Floats
) -> None:
    """What each decision of a bidding round is worth, from what each way to close it is worth."""
    for at in range(_NODES - 1, -1, -1):
        hidden = two if _SEATS[at] else one
        worth, calls = 0.0, 1.0
        if _FOLDS[at] >= 0:
            folds = parts[_FOLDS[at], hidden] / CERTAIN
            lost = stake + _PAID[at] - RAISE
            worth += folds * (lost if _SEATS[at] else -lost)
            calls -= folds
        if _RAISES[at] >= 0:
            raises = parts[_RAISES[at], hidden] / CERTAIN
            worth += raises * nodes[_AFTER_RAISE[at]]
            calls -= raises
        after = _AFTER_CALL[at]
        nodes[at] = worth + calls * (nodes[after] if after >= 0 else closings[~after])


@compiled
def last_worths(
    third: Parts,
    where: ShortIntegers,
    place: int,
    lead: int,
    stake: float,
    one: int,
    two: int,
    worths: Floats,
) -> None:
    """What a deal is worth when the last bidding round begins.

    By the way in which the second closed and the step of the lead; ``place`` is that of the first
    of them in what is stored, ``stake`` what was staked when the second bidding round began.
    """
    closings, nodes = np.empty(CLOSINGS), np.empty(_NODES)
    for way in range(CLOSINGS):
        staked = stake + PAID_AT[way]
        for step in range(STEPS):
            now = lead + step - FARTHEST
            ahead = float(np.sign(now + one - two))
            at = where[place + way * STEPS + step]
            # Where nothing is stored, both check.
            worths[way, step] = ahead * staked
            if abs(now) <= _DECIDED_THIRD and at >= 0:
                for closing in range(CLOSINGS):
                    closings[closing] = ahead * (staked + PAID_AT[closing])
                bid_worths(third[at], one, two, staked, closings, nodes)
                worths[way, step] = nodes[0]


@compiled
def second_worths(
    second: Parts,
    third: Parts,
    where: ShortIntegers,
    odds: Floats,
    lead: int,
    stake: float,
    worths: Floats,
) -> None:
    """What a deal is worth when the second bidding round begins.

    By both hidden cards, the way in which the first closed and the step of the lead; ``odds`` are
    those of the next step, by both hidden cards.
    """
    closings, nodes, last = np.empty(CLOSINGS), np.empty(_NODES), np.empty((CLOSINGS, STEPS))
    for way in range(CLOSINGS):
        staked = stake + PAID_AT[way]
        for step in range(STEPS):
            now = lead + step - FARTHEST
            place = (way * STEPS + step) * CLOSINGS * STEPS
            for one in range(CARDS):
                for two in range(CARDS):
                    if abs(now) > _DECIDED_SECOND:
                        worths[one, two, way, step] = staked if now > 0 else -staked
                        continue
                    last_worths(third, where, place, now, staked, one, two, last)
                    for closing in range(CLOSINGS):
                        total = 0.0
                        for more in range(STEPS):
                            total += odds[one, two, more] * last[closing, more]
                        closings[closing] = total
                    bid_worths(second[way, step], one, two, staked, closings, nodes)
                    worths[one, two, way, step] = nodes[0]


def step_odds(left: Counts) -> Floats:
    """How likely each step of the lead is when each gets a card, by the cards that are left."""
    odds = np.zeros(STEPS)
    for card, row in enumerate(hidden_odds(left)):
        odds[card : card + CARDS] += row[::-1]
    return odds


@cache
def _far_odds() -> Floats:
    """The odds of steps from the deck without two hidden cards, by these."""
    odds = [step_odds(unseen((one, two))) for one in range(CARDS) for two in range(CARDS)]
    return np.array(odds).reshape(CARDS, CARDS, STEPS)


class OpenRound(NamedTuple):
    """A bidding round, as whoever sees all cards values it."""

    stake: float
    """What each player has staked when it begins, as the policy knows it."""
    nodes: Floats
    """What each of its decisions is worth."""
    closings: Floats
    """What each way to close it is worth, before the next cards come."""
    following: Floats
    """The same when they have come, by the step of the lead; a showdown has no steps."""

    def staked(self, way: int) -> float:
        """What each player has staked when it has closed."""
        return self.stake + int(PAID_AT[way])


class Beginning:
    """What deals are worth that begin with a stake and a lead."""

    def __init__(self, stake: int, lead: int, stored: ByTens) -> None:
        self.stake, self._lead, self._stored = stake, lead, stored
        self._where = np.full((CLOSINGS * STEPS) ** 2, -1, np.int32)
        self._where[stored.places] = np.arange(len(stored.places), dtype=np.int32)
        self._second = np.empty((CARDS, CARDS, CLOSINGS, STEPS))
        second_worths(
            stored.second,
            stored.third,
            self._where,
            _far_odds(),
            lead,
            float(stake),
            self._second,
        )
        closings = np.einsum("ijws,ijs->ijw", self._second, _far_odds())
        self.worths = np.array(
            [
                [self._nodes(stored.first, one, two, stake, closings[one, two])[0] for two in _ALL]
                for one in _ALL
            ]
        )
        """What a deal is worth when the first cards have come, by both hidden cards."""

    def first(self, one: int, two: int, left: Counts) -> OpenRound:
        """The first bidding round, by both hidden cards and the cards that are left."""
        following = self._second[one, two]
        return self._round(self._stored.first, one, two, float(self.stake), following, left)

    def second(self, one: int, two: int, path: list[int], left: Counts) -> OpenRound:
        """The second bidding round, after a way to close and a step of the lead."""
        way, step = path
        stake = self.stake + float(PAID_AT[way])
        lead = self._lead + step - FARTHEST
        place = (way * STEPS + step) * CLOSINGS * STEPS
        following = np.empty((CLOSINGS, STEPS))
        last_worths(self._stored.third, self._where, place, lead, stake, one, two, following)
        return self._round(self._stored.second[way, step], one, two, stake, following, left)

    def third(self, one: int, two: int, path: list[int]) -> OpenRound:
        """The last bidding round, after ways to close and steps of the lead in turn."""
        way, step, way_2, step_2 = path
        stake = self.stake + float(PAID_AT[way] + PAID_AT[way_2])
        ahead = np.sign(self._lead + step + step_2 - 2 * FARTHEST + one - two)
        closings = ahead * (stake + PAID_AT)
        at = self._where[((way * STEPS + step) * CLOSINGS + way_2) * STEPS + step_2]
        parts = self._stored.third[at] if at >= 0 else np.zeros_like(self._stored.first)
        nodes = self._nodes(parts, one, two, stake, closings)
        return OpenRound(stake, nodes, closings, closings[:, None])

    def _round(
        self, parts: Parts, one: int, two: int, stake: float, following: Floats, left: Counts
    ) -> OpenRound:
        closings = following @ step_odds(left)
        return OpenRound(stake, self._nodes(parts, one, two, stake, closings), closings, following)

    @staticmethod
    def _nodes(parts: Parts, one: int, two: int, stake: float, closings: Floats) -> Floats:
        nodes = np.empty(_NODES)
        bid_worths(parts, one, two, float(stake), closings, nodes)
        return nodes


_ALL: Final = range(CARDS)


class OpenHands:
    """What all deals are worth by a policy; what is found is kept."""

    def __init__(self, blueprint: Blueprint) -> None:
        self._blueprint = blueprint
        self._known: dict[tuple[int, int], Beginning] = {}
        self._means: dict[int, float] = {}

    def after(self, stake: float, lead: int) -> Beginning:
        """The deals that begin with a lead and the nearest stake that is known."""
        known, opener = self._blueprint.after(stake, lead, 0)
        if (known, lead) not in self._known:
            answerer = self._blueprint.beginnings[known, lead, 1]
            self._known[known, lead] = Beginning(known, lead, ByTens.of(opener, answerer))
        return self._known[known, lead]

    def prepare(self) -> None:
        """Find out all at once, so that whoever is started after this has it."""
        for stake in STAKES:
            self.mean(stake)

    def mean(self, stake: int) -> float:
        """What a deal with a known stake is worth before its first card."""
        if stake not in self._means:
            self._means[stake] = sum(
                likely * float((hidden_odds(unseen(cards)) * self.after(stake, lead).worths).sum())
                for (cards, lead), likely in starts().items()
            )
        return self._means[stake]
