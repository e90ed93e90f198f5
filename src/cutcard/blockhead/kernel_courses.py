"""Players that follow a deal bet by bet, in compiled games: by a policy or by a response to one.

No references to arrays are counted here, which would take longer than most bets: none is made here,
and what returns arrays to these functions must not count any, either.
"""

from __future__ import annotations

from cutcard.blockhead.equilibrium.response_course import (
    UNKNOWN,
    begin_known_deal,
    begin_known_round,
    bet_by_known_policy,
    follow_known_bet,
    response_course_of,
)
from cutcard.blockhead.exact.spot_course import (
    begin_deal,
    begin_round,
    bet_by_response,
    course_of,
    follow_bet,
)
from cutcard.blockhead.kernel_followers import (
    Follower,
    begin_following,
    bet_by_policy,
    count_unseen,
    forget_deal_of_follower,
    watch_for_follower,
)
from cutcard.blockhead.kernel_responders import (
    go_on_as_policy,
    note_deal,
    note_past_bet,
    note_round,
)
from cutcard.blockhead.kernel_seating import Seating, TableState
from cutcard.blockhead.kernel_tables import BY_POLICY_RESPONSE, BY_SPOT_RESPONSE, FOLLOWING
from cutcard.compilation import compiled_into


@compiled_into
def follower_at(
    seating: Seating, state: TableState, player: int, place: int, street: int
) -> Follower:
    """A player that follows a policy, in a bidding round; the opener's place is 0."""
    return Follower(
        seating.blueprints,
        player,
        place,
        street,
        state.courses[player],
        state.answers[player],
        state.chance,
        state.drawn,
    )


@compiled_into
def begin_courses(
    seating: Seating, state: TableState, opener: int, first_seat: int, pot: int
) -> None:
    """Begin a deal for players that follow a policy or respond to one."""
    note_deal(state.past, pot)
    for player in range(2):
        place = player ^ first_seat ^ opener
        kind = seating.players.kinds[player]
        state.follows[player] = 1 if kind == FOLLOWING else 0
        if kind == FOLLOWING:
            forget_deal_of_follower(state.courses[player], pot)
        elif kind == BY_SPOT_RESPONSE:
            course = course_of(state.spot_courses, player)
            begin_deal(seating.responders.ground, course, pot, 1 - place)
        elif kind == BY_POLICY_RESPONSE:
            known_course = response_course_of(state.known_courses, player)
            begin_known_deal(known_course, pot, seating.rules.ante, place)


@compiled_into
def begin_rounds(
    seating: Seating, state: TableState, opener: int, first_seat: int, street: int, pot: int
) -> None:
    """Begin a bidding round for players that follow a policy or respond to one."""
    kinds, responders = seating.players.kinds, seating.responders
    points, shown = state.points, state.shown
    lead = shown[opener] - shown[1 - opener]
    if kinds[0] == BY_POLICY_RESPONSE or kinds[1] == BY_POLICY_RESPONSE:
        note_round(state.past, street, lead, state.unseen)
    for player in range(2):
        seat = player ^ first_seat
        if state.follows[player]:
            begin_following(follower_at(seating, state, player, seat ^ opener, street), lead)
        elif kinds[player] == BY_SPOT_RESPONSE:
            known = responders.second_spots if player else responders.first_spots
            course = course_of(state.spot_courses, player)
            ahead = lead if seat == opener else -lead
            own = points[seat] - shown[seat]
            begin_round(responders.ground, known, course, ahead, pot, own)
        elif kinds[player] == BY_POLICY_RESPONSE:
            known_course = response_course_of(state.known_courses, player)
            begin_known_round(seating.blueprints, known_course, player, lead)


@compiled_into
def bet_by_course(
    seating: Seating,
    state: TableState,
    player: int,
    seat: int,
    opener: int,
    street: int,
    to_call: int,
    most: int,
) -> int:
    """The chips of a player that follows a policy, or responds to one."""
    if seating.players.kinds[player] == BY_SPOT_RESPONSE:
        known = seating.responders.second_spots if player else seating.responders.first_spots
        spot_course = course_of(state.spot_courses, player)
        return bet_by_response(seating.responders.ground, known, spot_course, to_call)
    own = state.points[seat] - state.shown[seat]
    one = follower_at(seating, state, player, seat ^ opener, street)
    if not state.follows[player]:
        kept = seating.responders.second_kept if player else seating.responders.first_kept
        course = response_course_of(state.known_courses, player)
        count_unseen(state.unseen[seat], own, state.counts)
        chips = bet_by_known_policy(
            seating.blueprints, kept, course, player, state.counts, own - 1, to_call, most
        )
        if chips != UNKNOWN:
            return chips
        go_on_as_policy(one, state.past, seat, own)
        state.follows[player] = 1
    return bet_by_policy(one, own, to_call, most)


@compiled_into
def watch_as_follower(
    seating: Seating,
    state: TableState,
    player: int,
    seat: int,
    opener: int,
    street: int,
    to_call: int,
    chips: int,
) -> None:
    """Let a player in a seat that follows a policy see a bet of the opponent's."""
    one = follower_at(seating, state, player, seat ^ opener, street)
    own = state.points[seat] - state.shown[seat]
    watch_for_follower(one, state.unseen[seat], own, to_call, chips)


@compiled_into
def follow_bets(
    seating: Seating,
    state: TableState,
    player: int,
    seat: int,
    street: int,
    to_call: int,
    chips: int,
) -> None:
    """Let players that respond to a policy go on after a bet that is not a fold."""
    kinds, responders = seating.players.kinds, seating.responders
    if kinds[0] == BY_POLICY_RESPONSE or kinds[1] == BY_POLICY_RESPONSE:
        note_past_bet(state.past, street, seat, to_call, chips)
    for one in range(2):
        ours, size = one == player, chips - to_call
        if kinds[one] == BY_SPOT_RESPONSE:
            known = responders.second_spots if one else responders.first_spots
            follow_bet(responders.ground, known, course_of(state.spot_courses, one), ours, size)
        elif kinds[one] == BY_POLICY_RESPONSE:
            course = response_course_of(state.known_courses, one)
            follow_known_bet(seating.blueprints, course, one, ours, size)
