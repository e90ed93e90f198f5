"""Players that follow a stored policy near an equilibrium, in compiled games: `nash`.

They bet as `equilibrium.nash.Nash` does: both read raises by the same functions. Here is what they
remember in a deal, as a row of numbers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.equilibrium.bidding_arrays import (
    CALLED,
    CLOSED_BY,
    FIRSTS,
    FOLDS,
    PAID,
    PAID_AT,
    PATHS,
    RAISED,
    SIZES,
    WIDTHS,
)
from cutcard.blockhead.equilibrium.biddings import CLOSINGS, RAISE
from cutcard.blockhead.equilibrium.blueprint import STAKES
from cutcard.blockhead.equilibrium.blueprint_table import (
    LAST,
    BlueprintTable,
    bidding_of,
    block_at,
    odds_of_choice,
)
from cutcard.blockhead.equilibrium.first_bids import fold_share, read_upwards
from cutcard.blockhead.equilibrium.last_bids import answer_raise
from cutcard.blockhead.equilibrium.lead_tree import CARDS, DECIDED, FARTHEST, STEPS
from cutcard.blockhead.kernel_decks import StreamStates, draw_fraction
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers

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


class Follower(NamedTuple):
    """A player that follows a policy, in a bidding round."""

    policy: BlueprintTable
    player: int
    """Which of the two players it is, in the order named."""
    place: int
    """Where it sits: 0 opens."""
    street: int
    course: Integers
    """What it remembers of the deal."""
    answers: Floats
    """Its worked-out odds, by hidden card."""
    chance: StreamStates
    drawn: Integers


@compiled
def count_unseen(unseen: Integers, own: int, counts: Integers) -> None:
    """Count the cards that everybody has not seen: those that a seat has not, and its own."""
    for card in range(CARDS):
        counts[card] = unseen[card + 1] + (card + 1 == own)


@compiled
def forget_deal_of_follower(course: Integers, pot: int) -> None:
    """Begin a deal with a pot."""
    for column in range(COURSE):
        course[column] = 0
    course[_BEGAN] = pot


@compiled
def _start(one: Follower) -> Integers:
    """Where the odds of its policy are."""
    stake, lead = one.course[_STAKE], one.course[_FIRST_LEAD]
    start: Integers = one.policy.beginnings[one.player, stake, lead, one.place]
    return start


@compiled
def _draw(one: Follower) -> float:
    """Its next random number."""
    number = one.drawn[one.player]
    one.drawn[one.player] += 1
    return draw_fraction(one.chance, one.player, number)


@compiled
def begin_following(one: Follower, lead: int) -> None:
    """Begin a bidding round with a lead of the opener."""
    course, street = one.course, one.street
    before, course[_LEAD] = course[_LEAD], lead
    course[_OVER] = abs(lead) > DECIDED[street]
    if course[_OVER]:
        return
    if street == 0:
        began = course[_BEGAN] / 2
        course[_STAKE] = abs(STAKES[0] - began) > abs(STAKES[1] - began)
        course[_FIRST_LEAD] = lead + 2 * FARTHEST
    else:
        course[_READ] += PAID_AT[bidding_of(_start(one), street - 1), course[_CLOSED]]
        course[_STAKED] += max(course[_OWN], course[_OTHERS])
        course[_WAYS + street - 1] = course[_CLOSED]
        course[_PLACE] = course[_PLACE] * CLOSINGS + course[_CLOSED]
        course[_PLACE] = course[_PLACE] * STEPS + lead - before + FARTHEST
    start = _start(one)
    course[_BLOCKS + street] = block_at(one.policy, start, one.place, street, course[_PLACE])
    course[_AT] = course[_OWN] = course[_OTHERS] = 0
    course[_ANSWERS] = course[_ANSWERED] = 0
    course[_CLOSED] = -1


@compiled
def _odds(one: Follower, bidding: int, street: int, choice: int, card: int) -> float:
    """How likely a choice of its own is with a hidden card."""
    block = one.course[_BLOCKS + street]
    return odds_of_choice(one.policy, bidding, one.place, block, choice, card)


@compiled
def _go_on(course: Integers, called: int) -> None:
    """Go on after a check or call."""
    if called >= 0:
        course[_AT] = called
    else:
        course[_CLOSED] = ~called


@compiled
def _come(one: Follower, decision: int, come: Floats) -> None:
    """Write down how likely oneself comes to a decision, by hidden card."""
    course, start, place = one.course, _start(one), one.place
    for card in range(CARDS):
        come[card] = 1.0
    for street in range(one.street + 1):
        bidding = bidding_of(start, street)
        if street < one.street:
            path = CLOSED_BY[bidding, course[_WAYS + street]]
        else:
            path = PATHS[bidding, decision]
        steps = 0
        while steps < len(path) and path[steps] >= 0:
            steps += 1
        last = -1
        if street == one.street and course[_ANSWERED]:
            for card in range(CARDS):
                come[card] *= one.answers[3, card]
            last = steps - 1 - (steps - 1 - place) % 2
        for step in range(place, steps, 2):
            if step == last:
                continue
            for card in range(CARDS):
                come[card] *= _odds(one, bidding, street, path[step], card)


@compiled
def watch_for_follower(one: Follower, unseen: Integers, own: int, to_call: int, chips: int) -> None:
    """See the opponent bet, and read it; ``own`` is one's own hidden card."""
    course = one.course
    if course[_OVER]:
        return
    if course[_CLOSED] < 0:
        if chips > to_call:
            counts = np.empty(CARDS, np.int64)
            count_unseen(unseen, own, counts)
            _read_raise(one, counts, chips - to_call)
        else:
            _go_on(course, CALLED[bidding_of(_start(one), one.street), course[_AT]])
    course[_OTHERS] += chips


@compiled
def _read_raise(one: Follower, counts: Integers, size: int) -> None:
    """Read a raise of the opponent's; ``counts`` are the cards that everybody has not seen."""
    course, street = one.course, one.street
    bidding, at = bidding_of(_start(one), street), course[_AT]
    real = course[_BEGAN] / 2 + course[_STAKED] + max(course[_OWN], course[_OTHERS])
    read = float(STAKES[course[_STAKE]] + course[_READ] + PAID[bidding, at])
    above = 0
    while SIZES[bidding, at, above] < size:
        above += 1
    after = RAISED[bidding, at, above]
    first, width = FIRSTS[bidding, after], WIDTHS[bidding, after]
    come = np.empty(CARDS)
    _come(one, after, come)
    known = np.zeros((3, CARDS))
    for choice in range(width):
        for card in range(CARDS):
            known[choice, card] = _odds(one, bidding, street, first + choice, card)
    called = CALLED[bidding, at]
    if street == LAST:
        checked = np.zeros(CARDS)
        if called >= 0:
            more = FIRSTS[bidding, called] + 1
            for card in range(CARDS):
                checked[card] = _odds(one, bidding, street, more, card)
        answer_raise(counts, come, known, checked, float(size), real, read, one.answers[:3])
        course[_AT], course[_ANSWERS] = after, 1
        return
    folds = fold_share(counts, come, known[0])
    larger = float(SIZES[bidding, at, above])
    smaller = float(SIZES[bidding, at, above - 1]) if above else 0.0
    likely = read_upwards(float(size), smaller, larger, real, read, folds)
    if _draw(one) < likely:
        course[_AT] = after
    elif above:
        course[_AT] = RAISED[bidding, at, above - 1]
    else:
        _go_on(course, called)


@compiled
def bet_by_policy(one: Follower, own: int, to_call: int, most: int) -> int:
    """The chips of a player that follows a policy, with its hidden card."""
    course = one.course
    chips = to_call
    if course[_OVER]:
        ahead = (course[_LEAD] > 0) == (one.place == 0)
        chips = to_call + most if ahead else 0
    elif course[_CLOSED] < 0:
        choice = _choose(one, own - 1)
        chips = _make(one, choice, to_call, most)
    course[_ANSWERS] = 0
    course[_OWN] += chips
    return int(chips)


@compiled
def follow_own_bet(one: Follower, to_call: int, chips: int) -> None:
    """Go on as if it had made this bet, which somebody else makes in its place."""
    course = one.course
    if course[_OVER]:
        return
    if course[_CLOSED] < 0:
        folds = FOLDS[bidding_of(_start(one), one.street), course[_AT]]
        _make(one, folds + (1 if chips > to_call else 0), to_call, chips - to_call)
    course[_ANSWERS] = 0
    course[_OWN] += chips


@compiled
def _make(one: Follower, choice: int, to_call: int, most: int) -> int:
    """Make a choice, and go on from there; the chips are returned."""
    course = one.course
    bidding, at = bidding_of(_start(one), one.street), course[_AT]
    if FOLDS[bidding, at] and choice == 0:
        return 0
    if choice == FOLDS[bidding, at]:
        _go_on(course, CALLED[bidding, at])
        return to_call
    after = RAISED[bidding, at, 0]
    course[_AT] = after
    for card in range(CARDS):
        one.answers[3, card] = one.answers[2, card]
    course[_ANSWERED] = course[_ANSWERS]
    if most:
        return to_call + RAISE
    # As if it had raised and been called.
    _go_on(course, CALLED[bidding, after])
    return to_call


@compiled
def _choose(one: Follower, card: int) -> int:
    """The number of a choice that is made by the odds, as `Random.choices` makes it."""
    course = one.course
    bidding, at = bidding_of(_start(one), one.street), course[_AT]
    first, width = FIRSTS[bidding, at], WIDTHS[bidding, at]
    up_to = np.empty(width)
    total = 0.0
    for choice in range(width):
        if course[_ANSWERS]:
            total += one.answers[choice, card]
        else:
            total += _odds(one, bidding, one.street, first + choice, card)
        up_to[choice] = total
    lot = _draw(one) * total
    choice = 0
    while choice < width - 1 and lot >= up_to[choice]:
        choice += 1
    return choice
