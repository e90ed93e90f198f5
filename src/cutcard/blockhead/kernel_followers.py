"""Players that follow a stored policy near an equilibrium, in compiled games: `nash`.

They bet as `equilibrium.nash.Nash` does: both read raises by the same functions. Here is what they
remember in a deal, as a row of numbers; `kernel_blueprints` has the policy.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, RAISE
from cutcard.blockhead.equilibrium.blueprint import CERTAIN, STAKES
from cutcard.blockhead.equilibrium.first_bids import fold_share, read_upwards
from cutcard.blockhead.equilibrium.last_bids import answer_raise
from cutcard.blockhead.equilibrium.lead_tree import CARDS, DECIDED, FARTHEST, STEPS
from cutcard.blockhead.equilibrium.public_tree import Numbers
from cutcard.blockhead.kernel_blueprints import (
    ALL_PLAIN,
    BLOCK_ROWS,
    CALLED,
    CLOSED_BY,
    DECISIONS,
    FIRST_PLACE,
    FIRST_ROW,
    FIRSTS,
    FOLDS,
    OPENING,
    PAID,
    PAID_AT,
    PATHS,
    PLACES_END,
    RAISED,
    ROWS,
    SECOND_ROW,
    SIZES,
    THIRD_ROW,
    WIDTHS,
    FollowersTable,
)
from cutcard.blockhead.kernel_decks import Integers, StreamStates, draw_fraction
from cutcard.compilation import compiled_making_arrays as compiled

_LAST: Final = 2
"""The number of the last bidding round."""

# The columns of a deal's course, as a player has read it.
_BEGAN: Final = 0
"""The pot when the deal began."""
_STAKE: Final = 1
"""The number of the stake that it is taken to have begun with."""
_FIRST_LEAD: Final = 2
_LEAD: Final = 3
"""The lead of the opener in this bidding round."""
_OVER: Final = 4
"""Whether nothing can change any more who wins."""
_AT: Final = 5
"""The decision in this bidding round, as it was read."""
_CLOSED: Final = 6
"""How this bidding round was closed, as it was read; -1 if it is open."""
_OWN: Final = 7
"""What oneself has bet in this bidding round."""
_OTHERS: Final = 8
_STAKED: Final = 9
"""What each player has staked in bidding rounds that are over."""
_READ: Final = 10
"""The same, as it was read."""
_ANSWERS: Final = 11
"""Whether the next bet is one of the answers that are worked out."""
_ANSWERED: Final = 12
"""Whether the last raise was one of them."""
_PLACE: Final = 13
"""Ways to close and steps of the lead in turn, as one number."""
_WAYS: Final = 14
"""How the first bidding round was closed; the second one follows."""
_BLOCKS: Final = 16
"""Where the odds of the first bidding round begin; the other two follow."""
COURSE: Final = 19

ANSWERS: Final = 4
"""Rows of worked-out odds: to fold, to call, to raise, and those of the last raise."""


@compiled
def forget_deal_of_followers(pot: int, courses: Integers) -> None:
    """Begin a deal with a pot."""
    for player in range(2):
        for column in range(COURSE):
            courses[player, column] = 0
        courses[player, _BEGAN] = pot


@compiled
def _block_of_last(followers: FollowersTable, course: Integers, start: Integers, rows: int) -> int:
    """Where the odds of this last bidding round begin; -1 if nothing is stored."""
    low, high = start[FIRST_PLACE], start[PLACES_END]
    while low < high:
        middle = (low + high) // 2
        if followers.places[middle] < course[_PLACE]:
            low = middle + 1
        else:
            high = middle
    if low == start[PLACES_END] or followers.places[low] != course[_PLACE]:
        return -1
    return int(start[THIRD_ROW] + (low - start[FIRST_PLACE]) * rows)


@compiled
def _bidding_of(
    followers: FollowersTable, course: Integers, player: int, place: int, number: int
) -> int:
    """The kind of a bidding round: the first, second or last of this deal."""
    if number:
        return ALL_PLAIN
    return int(followers.beginnings[player, course[_STAKE], course[_FIRST_LEAD], place, OPENING])


@compiled
def begin_following(
    followers: FollowersTable, course: Integers, player: int, place: int, street: int, lead: int
) -> None:
    """Begin a bidding round with a lead of the opener, whose place is 0; the answerer's is 1."""
    before, course[_LEAD] = course[_LEAD], lead
    course[_OVER] = abs(lead) > DECIDED[street]
    if course[_OVER]:
        return
    if street == 0:
        began = course[_BEGAN] / 2
        course[_STAKE] = abs(STAKES[0] - began) > abs(STAKES[1] - began)
        course[_FIRST_LEAD] = lead + 2 * FARTHEST
    else:
        over = _bidding_of(followers, course, player, place, street - 1)
        course[_READ] += PAID_AT[over, course[_CLOSED]]
        course[_STAKED] += max(course[_OWN], course[_OTHERS])
        course[_WAYS + street - 1] = course[_CLOSED]
        course[_PLACE] = course[_PLACE] * CLOSINGS + course[_CLOSED]
        course[_PLACE] = course[_PLACE] * STEPS + lead - before + FARTHEST
    start = followers.beginnings[player, course[_STAKE], course[_FIRST_LEAD], place]
    rows = BLOCK_ROWS[place]
    if street == 0:
        course[_BLOCKS] = start[FIRST_ROW]
    elif street < _LAST:
        course[_BLOCKS + street] = start[SECOND_ROW] + course[_PLACE] * rows
    else:
        course[_BLOCKS + street] = _block_of_last(followers, course, start, rows)
    course[_AT] = course[_OWN] = course[_OTHERS] = 0
    course[_ANSWERS] = course[_ANSWERED] = 0
    course[_CLOSED] = -1


@compiled
def _odds(
    followers: FollowersTable, bidding: int, place: int, block: int, choice: int, card: int
) -> float:
    """How likely a choice of one's own is with a hidden card."""
    rows = ROWS[bidding, place]
    if rows[choice] >= 0:
        return float(followers.parts[block + rows[choice], card] / CERTAIN) if block >= 0 else 0.0
    # To check or call is what the other choices leave.
    decision = DECISIONS[bidding, choice]
    first = FIRSTS[bidding, decision]
    others = 0.0
    for other in range(first, first + WIDTHS[bidding, decision]):
        if other != choice and block >= 0:
            others += followers.parts[block + rows[other], card] / CERTAIN
    return 1.0 - others


@compiled
def _go_on(course: Integers, called: int) -> None:
    """Go on after a check or call."""
    if called >= 0:
        course[_AT] = called
    else:
        course[_CLOSED] = ~called


@compiled
def _come(
    followers: FollowersTable,
    course: Integers,
    answers: Numbers,
    player: int,
    place: int,
    street: int,
    decision: int,
    come: Numbers,
) -> None:
    """Write down how likely oneself comes to a decision, by hidden card."""
    for card in range(CARDS):
        come[card] = 1.0
    for number in range(street + 1):
        bidding = _bidding_of(followers, course, player, place, number)
        if number < street:
            path = CLOSED_BY[bidding, course[_WAYS + number]]
        else:
            path = PATHS[bidding, decision]
        steps = 0
        while steps < len(path) and path[steps] >= 0:
            steps += 1
        last = -1
        if number == street and course[_ANSWERED]:
            for card in range(CARDS):
                come[card] *= answers[3, card]
            last = steps - 1 - (steps - 1 - place) % 2
        block = course[_BLOCKS + number]
        for step in range(place, steps, 2):
            if step == last:
                continue
            for card in range(CARDS):
                come[card] *= _odds(followers, bidding, place, block, path[step], card)


@compiled
def watch_for_follower(
    followers: FollowersTable,
    course: Integers,
    answers: Numbers,
    unseen: Integers,
    own: int,
    chance: StreamStates,
    player: int,
    drawn: Integers,
    place: int,
    street: int,
    to_call: int,
    chips: int,
) -> None:
    """See the opponent bet, and read it; ``own`` is one's own hidden card."""
    if course[_OVER]:
        return
    if course[_CLOSED] < 0:
        if chips > to_call:
            _read_raise(
                followers,
                course,
                answers,
                unseen,
                own,
                chance,
                player,
                drawn,
                place,
                street,
                chips - to_call,
            )
        else:
            bidding = _bidding_of(followers, course, player, place, street)
            _go_on(course, CALLED[bidding, course[_AT]])
    course[_OTHERS] += chips


@compiled
def _read_raise(
    followers: FollowersTable,
    course: Integers,
    answers: Numbers,
    unseen: Integers,
    own: int,
    chance: StreamStates,
    player: int,
    drawn: Integers,
    place: int,
    street: int,
    size: int,
) -> None:
    """Read a raise of the opponent's."""
    bidding = _bidding_of(followers, course, player, place, street)
    at, block = course[_AT], course[_BLOCKS + street]
    real = course[_BEGAN] / 2 + course[_STAKED] + max(course[_OWN], course[_OTHERS])
    read = float(STAKES[course[_STAKE]] + course[_READ] + PAID[bidding, at])
    above = 0
    while SIZES[bidding, at, above] < size:
        above += 1
    after = RAISED[bidding, at, above]
    first, width = FIRSTS[bidding, after], WIDTHS[bidding, after]
    # The cards that everybody has not seen.
    counts = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        counts[card] = unseen[card + 1] + (card + 1 == own)
    come = np.empty(CARDS)
    _come(followers, course, answers, player, place, street, after, come)
    known = np.zeros((3, CARDS))
    for choice in range(width):
        for card in range(CARDS):
            known[choice, card] = _odds(followers, bidding, place, block, first + choice, card)
    called = CALLED[bidding, at]
    if street == _LAST:
        checked = np.zeros(CARDS)
        if called >= 0:
            more = FIRSTS[bidding, called] + 1
            for card in range(CARDS):
                checked[card] = _odds(followers, bidding, place, block, more, card)
        answer_raise(counts, come, known, checked, float(size), real, read, answers[:3])
        course[_AT], course[_ANSWERS] = after, 1
        return
    folds = fold_share(counts, come, known[0])
    larger = float(SIZES[bidding, at, above])
    smaller = float(SIZES[bidding, at, above - 1]) if above else 0.0
    likely = read_upwards(float(size), smaller, larger, real, read, folds)
    lot = draw_fraction(chance, player, drawn[player])
    drawn[player] += 1
    if lot < likely:
        course[_AT] = after
    elif above:
        course[_AT] = RAISED[bidding, at, above - 1]
    else:
        _go_on(course, called)


@compiled
def bet_by_policy(
    followers: FollowersTable,
    course: Integers,
    answers: Numbers,
    own: int,
    chance: StreamStates,
    player: int,
    drawn: Integers,
    place: int,
    street: int,
    to_call: int,
    most: int,
) -> int:
    """The chips of a player that follows a policy, with its hidden card."""
    chips = to_call
    if course[_OVER]:
        ahead = (course[_LEAD] > 0) == (place == 0)
        chips = to_call + most if ahead else 0
    elif course[_CLOSED] < 0:
        bidding = _bidding_of(followers, course, player, place, street)
        choice = _choose(
            followers, course, answers, own - 1, chance, player, drawn, bidding, place, street
        )
        at = course[_AT]
        if FOLDS[bidding, at] and choice == 0:
            return 0
        if choice == FOLDS[bidding, at]:
            _go_on(course, CALLED[bidding, at])
        else:
            after = RAISED[bidding, at, 0]
            course[_AT] = after
            for card in range(CARDS):
                answers[3, card] = answers[2, card]
            course[_ANSWERED] = course[_ANSWERS]
            if most:
                chips = to_call + RAISE
            else:
                # As if it had raised and been called.
                _go_on(course, CALLED[bidding, after])
    course[_ANSWERS] = 0
    course[_OWN] += chips
    return int(chips)


@compiled
def _choose(
    followers: FollowersTable,
    course: Integers,
    answers: Numbers,
    card: int,
    chance: StreamStates,
    player: int,
    drawn: Integers,
    bidding: int,
    place: int,
    street: int,
) -> int:
    """The number of a choice that is made by the odds, as `Random.choices` makes it."""
    at, block = course[_AT], course[_BLOCKS + street]
    first = FIRSTS[bidding, at]
    width = WIDTHS[bidding, at]
    up_to = np.empty(width)
    total = 0.0
    for choice in range(width):
        if course[_ANSWERS]:
            total += answers[choice, card]
        else:
            total += _odds(followers, bidding, place, block, first + choice, card)
        up_to[choice] = total
    lot = draw_fraction(chance, player, drawn[player]) * total
    drawn[player] += 1
    choice = 0
    while choice < width - 1 and lot >= up_to[choice]:
        choice += 1
    return choice
