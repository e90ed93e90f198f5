"""The best response to a stored policy, by one who remembers every card and raises as it knows.

What is kept of it is what each hidden card is worth after each way to close the first bidding
round, for each start: four open cards and a lead. All that follows is soon found again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.biddings import CLOSINGS
from cutcard.blockhead.equilibrium.blueprint import LEADS, Blueprint, Stored
from cutcard.blockhead.equilibrium.blueprint_table import BlueprintTable, table_of_blueprints
from cutcard.blockhead.equilibrium.known_bids import KnownBids
from cutcard.blockhead.equilibrium.lead_tree import (
    CARDS,
    Counts,
    Start,
    hidden_odds,
    starts,
    unseen,
)
from cutcard.blockhead.equilibrium.response_course import KeptWorths
from cutcard.blockhead.equilibrium.response_ends import end_start
from cutcard.blockhead.equilibrium.response_walk import Arrivals, weigh_start
from cutcard.blockhead.equilibrium.tens import arrivals
from cutcard.blockhead.exact.carried import DealWorth, GameWorth, play_out
from cutcard.blockhead.exact.response import Earnings
from cutcard.number_arrays import Floats

Kept = NDArray[np.float32]

Part = tuple[int, int]
"""The lead of the starts that are solved together, and the seat of the response: 0 opens."""

PARTS: Final[tuple[Part, ...]] = tuple((lead, seat) for lead in LEADS for seat in (0, 1))

ENDS_SHAPE: Final = (3, 4, 2)
"""Of how deals end: bidding rounds, ways to end, how often and chips, as in `Earnings`."""
TIES_SHAPE: Final = (91, 2)
"""Of ties: what bets have cost a player, at most three raises of 10 in each of three rounds."""


@cache
def starts_with(lead: int) -> tuple[tuple[int, ...], ...]:
    """The open cards that make a lead, in order."""
    return tuple(sorted(cards for cards, made in starts() if made == lead))


def values_shape(part: Part, blueprint: Blueprint) -> tuple[int, int, int]:
    """How many starts, ways to close the first bidding round and hidden cards a part has."""
    lead, seat = part
    stored = blueprint.beginnings[blueprint.rules.ante, lead, 1 - seat]
    return len(starts_with(lead)), len(stored.opening.closings), CARDS


@dataclass(frozen=True, eq=False)
class SolvedLead:
    """The response after all starts of a lead, in a seat."""

    values: Kept
    """By start, way to close the first bidding round and hidden card."""
    ends: Floats
    """How deals end, as in `Earnings`; starts count by their odds."""
    ties: Floats


def arrivals_of(stored: Stored, stake: int) -> Arrivals:
    """How likely a policy comes where, after a beginning."""
    blocks, seat, opening = stored.blocks(), stored.seat, stored.opening
    first = np.ones((len(opening.closings), CARDS))
    for way, path in enumerate(opening.closings):
        for row in path[seat::2]:
            first[way] *= blocks.first[row]
    second = arrivals(blocks.second, seat, first[:, None])
    closed = second[..., :CLOSINGS].swapaxes(-1, -2)
    third = arrivals(blocks.third, seat, closed[:, :, :, None])
    return Arrivals(
        stake + np.array(opening.paid, np.float64),
        first,
        np.ascontiguousarray(second.swapaxes(0, 1)),
        np.ascontiguousarray(third.transpose(1, 3, 0, 2, 4, 5)),
    )


def solve_part(part: Part, stored: Stored, ante: int) -> SolvedLead:
    """Find the response after all starts of a lead; ``stored`` is the policy of the other seat."""
    lead, _ = part
    policy = arrivals_of(stored, ante)
    members = starts_with(lead)
    values = np.zeros((len(members), len(policy.stakes), CARDS), np.float32)
    ends, ties = np.zeros(ENDS_SHAPE), np.zeros(TIES_SHAPE)
    for number, cards in enumerate(members):
        values[number], *here = solve_start(unseen(cards), lead, stored, policy, ante)
        likely = starts()[cards, lead]
        ends += likely * here[0]
        ties += likely * here[1]
    return SolvedLead(values, ends, ties)


def solve_start(
    counts: Counts, lead: int, stored: Stored, policy: Arrivals, ante: int
) -> tuple[Kept, Floats, Floats]:
    """What hidden cards are worth after each way to close, and how deals end, after a start.

    ``counts`` are the unseen cards.
    """
    seat, left = 1 - stored.seat, counts.astype(np.float64)
    ways = len(policy.stakes)
    later = np.zeros((CARDS, CARDS, ways, CARDS, CLOSINGS))
    values = np.zeros((ways, CARDS))
    weigh_start(left, lead, seat, policy, later, values)
    kept = values.astype(np.float32)
    ends, ties = np.zeros(ENDS_SHAPE), np.zeros(TIES_SHAPE)
    # What is kept decides what is done, as it will when it is played.
    hands = first_bids(stored, counts, float(ante), kept).count_ends(ends)
    end_start(left, lead, seat, float(ante), policy, later, hands, ends, ties)
    return kept, ends, ties


def first_bids(stored: Stored, counts: Counts, stake: float, values: Kept) -> KnownBids:
    """The first bidding round against a policy; ``counts`` are the unseen cards."""
    return KnownBids(
        stored.opening,
        1 - stored.seat,
        stored.block(()),
        hidden_odds(counts),
        stake,
        values.astype(np.float64),
    )


@dataclass(frozen=True, eq=False)
class PolicyResponse:
    """The best response to a policy, with raises that the policy knows."""

    blueprint: Blueprint
    values: Mapping[Part, Kept]
    """What hidden cards are worth, as in `SolvedLead`."""
    earnings: tuple[Earnings, Earnings]
    """When answering, and when opening."""

    @staticmethod
    def of(blueprint: Blueprint, parts: Mapping[Part, SolvedLead]) -> PolicyResponse:
        """The response of which all parts are solved."""
        values = {part: parts[part].values for part in PARTS}
        sides = [[parts[part] for part in PARTS if part[1] == seat] for seat in (1, 0)]
        answering, opening = (
            Earnings.of_plain_deals(
                np.sum([one.ends for one in side], axis=0),
                np.sum([one.ties for one in side], axis=0),
            )
            for side in sides
        )
        return PolicyResponse(blueprint, values, (answering, opening))

    def game_worth(self, deals: int) -> GameWorth:
        """What a game of some deals is worth.

        With a carried pot the response plays as the policy does, and is taken to win half of it.
        """
        least = 2 * self.blueprint.rules.ante

        def deal(carry: int, we_open: bool) -> DealWorth:
            if carry:
                return DealWorth(carry / 2, {})
            found = self.earnings[we_open]
            left = {
                least + 2 * int(at): float(found.ties[at, 0])
                for at in np.flatnonzero(found.ties[:, 0])
            }
            return DealWorth(float(found.ends[:, :, 1].sum() + found.ties[:, 1].sum()), left)

        return play_out(deal, deals)

    @cached_property
    def table(self) -> BlueprintTable:
        """The policy as its player reads it."""
        return table_of_blueprints(self, None)

    @cached_property
    def kept(self) -> KeptWorths:
        """The values as its player reads them."""
        rows, first = np.zeros((len(LEADS), 2), np.int64), 0
        parts = [np.zeros((0, CARDS), np.float32)]
        for (lead, seat), values in self.values.items():
            parts.append(values.reshape(-1, CARDS))
            rows[LEADS.index(lead), seat] = first
            first += len(parts[-1])
        starts = [
            reduce(lambda number, card: number * CARDS + card, cards)
            for lead in LEADS
            for cards in starts_with(lead)
        ]
        firsts = np.cumsum([0, *(len(starts_with(lead)) for lead in LEADS)])
        return KeptWorths(np.concatenate(parts), rows, np.array(starts, np.int64), firsts)

    def first_bids(self, cards: tuple[int, ...], lead: int, seat: int) -> KnownBids:
        """The first bidding round after four open cards, the lowest first, for a seat."""
        ante = self.blueprint.rules.ante
        stored = self.blueprint.beginnings[ante, lead, 1 - seat]
        values = self.values[lead, seat][self._places[cards, lead]]
        return first_bids(stored, unseen(cards), float(ante), values)

    @cached_property
    def _places(self) -> dict[Start, int]:
        """Where each start is among those of its lead."""
        return {
            (cards, lead): place for lead in LEADS for place, cards in enumerate(starts_with(lead))
        }
