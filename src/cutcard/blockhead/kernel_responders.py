"""Players by best responses to saved policies, in compiled games.

What they remember and think is what the engine's players do: `exact.spot_course` has it for those
to policies of spots, `equilibrium.response_course` for those to policies near an equilibrium. Here
are their tables; and the latter may have to go on as the policy itself would, as if it had made
all bets of the deal, for which the deal so far is noted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.equilibrium.biddings import LIMIT
from cutcard.blockhead.equilibrium.blueprint import LEADS
from cutcard.blockhead.equilibrium.blueprint_table import LAST
from cutcard.blockhead.equilibrium.lead_tree import CARDS
from cutcard.blockhead.equilibrium.response_course import KeptWorths
from cutcard.blockhead.equilibrium.response_files import policy_response_policy
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.spot_biddings import SpotBiddings
from cutcard.blockhead.exact.spot_course import Ground, Known
from cutcard.blockhead.exact.spot_saved import spot_response_policy
from cutcard.blockhead.kernel_followers import (
    Follower,
    begin_following,
    follow_own_bet,
    forget_deal_of_follower,
    watch_for_follower,
)
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import ACTIONS, NODES, no_spots
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Integers

_STREETS: Final = LAST + 1
_MOST_BETS: Final = _STREETS * (LIMIT + 2)
"""In a deal between whoever plays for a policy near an equilibrium, and anybody."""


class RespondersTable(NamedTuple):
    """Two players by best responses, in the order named; players of other kinds know nothing."""

    ground: Ground
    first_spots: Known
    """What is known of a policy of spots."""
    second_spots: Known
    first_kept: KeptWorths
    """What is kept of a response to a policy near an equilibrium."""
    second_kept: KeptWorths


@lru_cache(maxsize=1)
def nobody_responds() -> RespondersTable:
    """For a compiled game in which nobody plays a best response to a saved policy."""
    row, rows, block = (np.zeros((0,) * dimensions, np.int64) for dimensions in (1, 2, 3))
    ways = np.zeros((0, HIGHEST, HIGHEST))
    ground = Ground(
        no_spots(),
        SpotBiddings(rows, block, rows, rows, rows, block, rows),
        ways,
        ways,
        possible=row,
        starts=row,
        opened=row,
        ends_before=row,
        closed_starts=rows,
        solved=row,
    )
    nothing = np.zeros((0, HIGHEST))
    known = Known(np.zeros((0, 1, NODES, ACTIONS), np.uint8), nothing, nothing)
    firsts = np.zeros(len(LEADS) + 1, np.int64)
    kept = KeptWorths(np.zeros((0, CARDS), np.float32), rows, row, firsts)
    return RespondersTable(ground, known, known, kept, kept)


def responders_table(first: str, second: str, rules: Rules) -> RespondersTable:
    """The players among these two that play a best response, as the compiled game sees them."""
    nobody = nobody_responds()
    to_spots = [spot_response_policy(name, rules) for name in (first, second)]
    ground = next((one.response.ground for one in to_spots if one), nobody.ground)
    known = [one.response.known if one else nobody.first_spots for one in to_spots]
    to_policies = [policy_response_policy(name, rules) for name in (first, second)]
    kept = [one.response.kept if one else nobody.first_kept for one in to_policies]
    return RespondersTable(ground, known[0], known[1], kept[0], kept[1])


class Past(NamedTuple):
    """A deal so far."""

    pot: Integers
    """With which it began."""
    made: Integers
    """The number of bets: the only item."""
    bets: Integers
    """Each as bidding round, seat, what there was to call, and chips."""
    leads: Integers
    """By bidding round: the opener's lead."""
    unseen: Integers
    """By bidding round and seat: how many cards of each number of points it had not seen."""


@compiled
def new_past() -> Past:
    """Room for a deal."""
    return Past(
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros((_MOST_BETS, 4), np.int64),
        np.zeros(_STREETS, np.int64),
        np.zeros((_STREETS, 2, HIGHEST + 1), np.int64),
    )


@compiled
def note_deal(past: Past, pot: int) -> None:
    """Note the beginning of a deal."""
    past.pot[0], past.made[0] = pot, 0


@compiled
def note_round(past: Past, street: int, lead: int, unseen: Integers) -> None:
    """Note the beginning of a bidding round."""
    past.leads[street] = lead
    for seat in range(2):
        for card in range(HIGHEST + 1):
            past.unseen[street, seat, card] = unseen[seat, card]


@compiled
def note_past_bet(past: Past, street: int, seat: int, to_call: int, chips: int) -> None:
    """Note a bet."""
    bet = past.bets[past.made[0]]
    bet[0], bet[1], bet[2], bet[3] = street, seat, to_call, chips
    past.made[0] += 1


@compiled
def go_on_as_policy(one: Follower, past: Past, seat: int, own: int) -> None:
    """Bring a follower of a policy to where it is, as if it had made the bets of its seat."""
    forget_deal_of_follower(one.course, past.pot[0])
    number = 0
    for street in range(one.street + 1):
        then = Follower(
            one.policy,
            one.player,
            one.place,
            street,
            one.course,
            one.answers,
            one.chance,
            one.drawn,
        )
        begin_following(then, past.leads[street])
        while number < past.made[0] and past.bets[number, 0] == street:
            to_call, chips = past.bets[number, 2], past.bets[number, 3]
            if past.bets[number, 1] == seat:
                follow_own_bet(then, to_call, chips)
            else:
                watch_for_follower(then, past.unseen[street, seat], own, to_call, chips)
            number += 1
