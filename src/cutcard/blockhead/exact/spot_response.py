"""The best response to a policy of spots: what it is found by, what it keeps, what it is worth.

It remembers every lead, and not which cards made it, and raises by the sizes that the policy makes
itself. Whoever remembers cards, or raises by other sizes, could win a little more. A deal with a
carried pot is solved for a few pots, with raises of the largest size alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.exact.carried import DealWorth, GameWorth, play_out
from cutcard.blockhead.exact.flow import WAYS_TO_END
from cutcard.blockhead.exact.lead_paths import HIGHEST, count_lead_paths, open_cards
from cutcard.blockhead.exact.response import Earnings
from cutcard.blockhead.exact.spot_biddings import (
    SpotBidding,
    bidding_of,
    biddings_of,
    by_situation,
    side_of,
)
from cutcard.blockhead.exact.spot_course import Ground, Known
from cutcard.blockhead.exact.spot_earnings import earn
from cutcard.blockhead.exact.spot_reaches import reach_ends
from cutcard.blockhead.exact.spot_rounds import Stand, Walk, situation_of, worth_of_round
from cutcard.blockhead.exact.spot_walk import kept_rounds, walk
from cutcard.blockhead.policy_files import SpotPolicy
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import spots_of
from cutcard.number_arrays import Floats, Integers

POTS: Final = (1, 2, 4)
"""The pots with which deals begin that are solved, in antes of both players: one in each class of
pots that a policy of spots tells apart. The first is that of a deal with no pot carried."""

KEPT: Final = tuple((pot, we_open) for pot in range(len(POTS)) for we_open in (False, True))
"""Places in POTS, each answered and opened: what is kept of a response is kept for these."""

ANY_CARD: Final = np.ones(HIGHEST)
"""The reach of a policy of which nothing is known."""


class Start(NamedTuple):
    """How a deal begins; all that begin so are solved together."""

    pot: int
    """The place of its pot in POTS."""
    we_open: bool
    path: int
    """The lead after the first cards, from the lowest on."""


class SolvedStart(NamedTuple):
    """What is known of the deals that begin alike."""

    closed: Floats
    """By way to close the first bidding round and hidden card of ours: what that is worth."""
    worth: float
    """What all these deals are worth, compared with having half of the pot back, times their
    odds."""
    ends: Floats
    """As in `Earnings`."""
    ties: Floats


@lru_cache(maxsize=4)
def _cards(rules: Rules) -> tuple[Floats, Floats, Integers, Integers, Integers]:
    """Five parts of a `Walk`, `ways` and those after it: how likely cards come in each way."""
    opened = open_cards(rules)
    moves = [18 * number + 1 for number in opened]
    paths = count_lead_paths(rules.deck, tuple(opened))[1:, 1:].transpose(2, 1, 0)
    ways = np.ascontiguousarray(paths / paths.sum())
    leads = np.zeros(1, np.int64)
    for number, wide in zip(opened, moves, strict=True):
        leads = (leads[:, None] + np.arange(wide) - 9 * number).reshape(-1)
    cards = np.arange(HIGHEST)
    shown = ways * np.sign(cards[None, None, :] + leads[:, None, None] - cards[None, :, None])
    levels = [(ways, shown)]
    for wide in reversed(moves[1:]):
        before = [part.reshape(-1, wide, HIGHEST, HIGHEST).sum(axis=1) for part in levels[0]]
        levels.insert(0, (before[0], before[1]))
    all_ways = np.concatenate([part for part, _ in levels])
    starts = list(accumulate((len(part) for part, _ in levels[:-1]), initial=0))
    return (
        all_ways,
        np.concatenate([part for _, part in levels]),
        np.asarray((all_ways > 0).any(axis=(1, 2)), np.int64),
        np.array(starts, np.int64),
        np.array(opened, np.int64),
    )


@lru_cache(maxsize=4)
def _ground(rules: Rules) -> Ground:
    """What a response goes by, whatever the policy."""
    biddings, cards = biddings_of(rules), _cards(rules)
    _, ends, closings = biddings.sizes.T
    leads = 18 * open_cards(rules)[0] + 1
    rows = np.array([leads * closings[side_of(we_open, pot == 0)] for pot, we_open in KEPT])
    return Ground(
        spots_of(rules),
        biddings,
        *cards,
        ends_before=np.cumsum(ends) - ends,
        closed_starts=(np.cumsum(rows) - rows).reshape(len(POTS), 2),
        solved=rules.ante * np.array(POTS),
    )


def beginnings(rules: Rules) -> list[Start]:
    """All the ways in which deals begin, those with no pot carried first."""
    possible, _, opened = _cards(rules)[2:]
    return [
        Start(pot, we_open, path)
        for pot in range(len(POTS))
        for we_open in (True, False)
        for path in range(18 * int(opened[0]) + 1)
        if possible[path]
    ]


def carried_into(rules: Rules) -> Integers:
    """The carried part of each of POTS, in chips."""
    return 2 * rules.ante * (np.array(POTS) - 1)


class Analysis:
    """A policy of spots, ready to be responded to."""

    def __init__(self, policy: SpotPolicy) -> None:
        self.policy = policy
        self.rules = policy.rules
        self.ground = _ground(policy.rules)
        self.spots = self.ground.spots
        self.odds = by_situation(self.spots, policy.odds)

    @cached_property
    def reaches(self) -> Floats:
        """How likely the policy comes to ends, as `Known` has it."""
        rows = len(self.odds) * int(self.ground.biddings.sizes[:, 1].sum())
        reaches = np.empty((rows, HIGHEST))
        for we_open in (False, True):
            for all_sizes in (False, True):
                bidding = bidding_of(self.rules, we_open=we_open, all_sizes=all_sizes)
                part = reaches[self._rows_of(bidding, side_of(we_open, all_sizes))]
                reach_ends(bidding, self.odds, part.reshape(len(self.odds), -1, HIGHEST))
        return reaches

    def _rows_of(self, bidding: SpotBidding, side: int) -> slice:
        """The reaches of a side."""
        first, ends = int(self.ground.ends_before[side]), len(bidding.signs)
        return slice(first * len(self.odds), (first + ends) * len(self.odds))

    def walk_of(self, *, we_open: bool, pot: int) -> Walk:
        """What a walk goes by, if we open or answer a deal that begins with one of POTS."""
        bidding = bidding_of(self.rules, we_open=we_open, all_sizes=pot == 0)
        reaches = self.reaches[self._rows_of(bidding, side_of(we_open, pot == 0))]
        return Walk(self.spots, bidding, reaches, *_cards(self.rules), 0, HIGHEST)

    def first_stand(self, path: int, half: int) -> Stand:
        """What is known when the first bidding round begins."""
        lead = path - 9 * open_cards(self.rules)[0]
        return Stand(0, path, lead, half, 0, self.spots.hidden + 1)

    def solve(self, start: Start) -> SolvedStart:
        """Solve all deals that begin so."""
        rules = self.rules
        table = self.walk_of(we_open=start.we_open, pot=start.pot)
        stand = self.first_stand(start.path, rules.ante * POTS[start.pot])
        ends, situation = len(table.bidding.signs), situation_of(self.spots, stand)
        rows = table.reaches[situation * ends : (situation + 1) * ends]
        kept = np.zeros((kept_rounds(table, 0), len(table.bidding.claimed), HIGHEST))
        walk(table, stand, ANY_CARD, rows, kept)
        worth = worth_of_round(table, stand, ANY_CARD, rows, kept[0])
        sums, ties = no_ends(rules)
        half_carried = int(carried_into(rules)[start.pot]) // 2
        earn(table, stand, half_carried, rules.ante, rows, kept, sums, ties)
        return SolvedStart(kept[0].copy(), worth, sums, ties)


def no_ends(rules: Rules) -> tuple[Floats, Floats]:
    """Sums of no deals, as `Earnings` has them."""
    streets = len(rules.street_cards)
    dearest = streets * rules.raises * rules.most_raise
    return np.zeros((streets, WAYS_TO_END, 2)), np.zeros((dearest + 1, 2))


@dataclass(frozen=True, eq=False)
class SpotResponse:
    """A best response to a policy of spots, ready to play."""

    policy: SpotPolicy
    closed: Mapping[tuple[int, bool], Floats]
    """By place of the pot in POTS and whether we open: what each way to close the first bidding
    round is worth, by lead from the lowest on, way, and hidden card of ours."""

    @property
    def rules(self) -> Rules:
        """The rules that it plays by."""
        return self.policy.rules

    @cached_property
    def ground(self) -> Ground:
        """What it goes by, whatever the policy."""
        return self._analysis.ground

    @cached_property
    def known(self) -> Known:
        """The policy and what is kept, as its players read them."""
        closed = [self.closed[key].reshape(-1, HIGHEST) for key in KEPT]
        return Known(self._analysis.odds, self._analysis.reaches, np.concatenate(closed))

    @cached_property
    def _analysis(self) -> Analysis:
        return Analysis(self.policy)


def spot_game_worth(
    rules: Rules,
    worths: Mapping[tuple[int, bool], float],
    earnings: Mapping[tuple[int, bool], Earnings],
) -> GameWorth:
    """What a game is worth, from what deals are worth with each of POTS, opened and answered.

    Between these pots, worths and the odds of ties are interpolated; beyond the last, what a deal
    is worth goes on as between the last two.
    """
    carries = carried_into(rules)

    @cache
    def deal(carry: int, we_open: bool) -> DealWorth:
        known = np.array([worths[pot, we_open] for pot in range(len(POTS))])
        ties = np.array([earnings[pot, we_open].ties[:, 0] for pot in range(len(POTS))])
        worth = float(np.interp(carry, carries, known))
        beyond = carry - int(carries[-1])
        if beyond > 0:
            worth += beyond * float((known[-1] - known[-2]) / (carries[-1] - carries[-2]))
        left = {}
        for place in np.flatnonzero(ties.any(axis=0)):
            pot = carry + 2 * (rules.ante + int(place))
            left[pot] = float(np.interp(carry, carries, ties[:, place]))
        return DealWorth(worth - sum(pot * odds for pot, odds in left.items()) / 2, left)

    return play_out(deal, rules.deals)
