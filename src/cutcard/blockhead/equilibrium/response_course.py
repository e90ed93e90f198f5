"""A deal against a stored policy as the best response to it follows it, bet by bet, compiled.

The engine's player and that of compiled games remember and choose by the functions here. In a deal
with a carried pot, and as soon as the opponent has done what the policy never does, nothing is
known: then both go on as the policy itself would.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.bidding_arrays import (
    CALLED,
    DECISIONS,
    FIRSTS,
    FOLDS,
    PAID_AT,
    RAISED,
    SEATS,
    SIZES,
    WIDTHS,
    padded,
)
from cutcard.blockhead.equilibrium.biddings import CLOSINGS, RAISE
from cutcard.blockhead.equilibrium.blueprint_table import (
    LAST,
    BlueprintTable,
    bidding_of,
    block_at,
    odds_of_choice,
)
from cutcard.blockhead.equilibrium.known_bids import weigh_bids
from cutcard.blockhead.equilibrium.lead_tree import CARDS, DECIDED, DECK, FARTHEST, STEPS
from cutcard.blockhead.equilibrium.response_walk import (
    Hands,
    choose_last,
    choose_second,
    weigh_second,
)
from cutcard.blockhead.equilibrium.tens import ENDS, PATHS_TO_ENDS
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.compilation import compiled_within
from cutcard.number_arrays import Floats, Integers

UNKNOWN: Final = -1
"""The bet of a response that does not know what is best."""

# The columns of what is known of a deal.
_KNOWN: Final = 0
"""Whether the policy knows all bets so far; the deal began without a carried pot."""
_SEAT: Final = 1
"""One's own: 0 opens."""
_STREET: Final = 2
_FIRST_LEAD: Final = 3
"""The opener's lead in the first bidding round, from the lowest on."""
_LEAD: Final = 4
"""The opener's lead in this one."""
_OVER: Final = 5
"""Whether nothing can change any more who wins."""
_AT: Final = 6
"""The decision in this bidding round."""
_CLOSED: Final = 7
"""How it was closed."""
_PATH: Final = 8
"""Ways to close and steps of the lead in turn, as one number."""
_STAKE: Final = 9
"""What each player has staked in bidding rounds that are over."""
_CHOSEN: Final = 10
"""Whether it is known what is done in this bidding round."""
_DONE: Final = 11
"""What is done: four things, as `tens.Done` has them."""
COLUMNS: Final = 15

_THING: Final = np.array([0, 0, 1, 3, 2, 1, 3, 2])
"""Which of the four belongs to each decision of a plain round."""
_ENDINGS: Final = padded(PATHS_TO_ENDS)
"""By seat and end of a plain round: the choices that lead there."""
_MOST_CHOICES: Final = DECISIONS.shape[1]
_DECK: Final = np.array(DECK)


class KeptWorths(NamedTuple):
    """What a response has kept: worths after each way to close the first bidding round."""

    values: NDArray[np.float32]
    """By lead and seat, start and way to close, and in columns by hidden card."""
    rows: Integers
    """By lead from the lowest on, and seat: the first row."""
    starts: Integers
    """The open cards of all starts, the lowest card first, as one number; by lead, in order."""
    firsts: Integers
    """By lead: the number of its first start, and in the end how many there are."""


class ResponseCourse(NamedTuple):
    """What is remembered of a deal."""

    numbers: Integers
    come: Floats
    """How likely the policy comes to this bidding round, by its hidden card."""
    here: Floats
    """How likely it comes to the decision in it."""


def new_response_course() -> ResponseCourse:
    """Room for what one player remembers."""
    return ResponseCourse(np.zeros(COLUMNS, np.int64), np.zeros(CARDS), np.zeros(CARDS))


@compiled
def new_response_courses() -> ResponseCourse:
    """Room for what two players remember, a row of every array for each."""
    return ResponseCourse(
        np.zeros((2, COLUMNS), np.int64), np.zeros((2, CARDS)), np.zeros((2, CARDS))
    )


@compiled_within
def response_course_of(courses: ResponseCourse, player: int) -> ResponseCourse:
    """What one of two players remembers."""
    return ResponseCourse(courses.numbers[player], courses.come[player], courses.here[player])


@compiled
def begin_known_deal(course: ResponseCourse, pot: int, ante: int, seat: int) -> None:
    """Begin a deal with a pot, in a seat: 0 opens."""
    numbers = course.numbers
    numbers[_KNOWN] = 1 if pot == 2 * ante else 0
    numbers[_SEAT] = seat
    numbers[_STREET], numbers[_PATH], numbers[_STAKE] = -1, 0, ante
    for card in range(CARDS):
        course.here[card] = 1.0


@compiled
def _beginning(policy: BlueprintTable, course: ResponseCourse, player: int) -> Integers:
    """Where the odds of the policy are, which sits in the other seat."""
    lead, seat = course.numbers[_FIRST_LEAD], course.numbers[_SEAT]
    start: Integers = policy.beginnings[player, 0, lead, 1 - seat]
    return start


@compiled
def begin_known_round(
    policy: BlueprintTable, course: ResponseCourse, player: int, lead: int
) -> None:
    """Begin a bidding round with a lead of the opener's."""
    numbers = course.numbers
    numbers[_STREET] += 1
    street, before = numbers[_STREET], numbers[_LEAD]
    numbers[_LEAD] = lead
    numbers[_OVER] = 1 if abs(lead) > DECIDED[street] else 0
    if not numbers[_KNOWN] or numbers[_OVER]:
        return
    if street:
        over = bidding_of(_beginning(policy, course, player), street - 1)
        numbers[_STAKE] += PAID_AT[over, numbers[_CLOSED]]
        numbers[_PATH] = numbers[_PATH] * CLOSINGS + numbers[_CLOSED]
        numbers[_PATH] = numbers[_PATH] * STEPS + lead - before + FARTHEST
    else:
        numbers[_FIRST_LEAD] = lead + 2 * FARTHEST
    numbers[_AT] = numbers[_CHOSEN] = 0
    for card in range(CARDS):
        course.come[card] = course.here[card]


@compiled
def follow_known_bet(
    policy: BlueprintTable, course: ResponseCourse, player: int, ours: bool, size: int
) -> None:
    """Go on after a bet that is not a fold: a raise of a size, or without one a check or call."""
    numbers = course.numbers
    if not numbers[_KNOWN] or numbers[_OVER]:
        return
    start, street, at = _beginning(policy, course, player), numbers[_STREET], numbers[_AT]
    bidding = bidding_of(start, street)
    number = 0
    if size:
        sizes = SIZES[bidding, at]
        while number < len(sizes) and sizes[number] != size:
            number += 1
        if number == len(sizes):
            numbers[_KNOWN] = 0
            return
        number += 1
    if not ours:
        seat = 1 - numbers[_SEAT]
        block = block_at(policy, start, seat, street, numbers[_PATH])
        choice = FIRSTS[bidding, at] + FOLDS[bidding, at] + number
        for card in range(CARDS):
            course.here[card] *= odds_of_choice(policy, bidding, seat, block, choice, card)
    after = RAISED[bidding, at, number - 1] if number else CALLED[bidding, at]
    if after >= 0:
        numbers[_AT] = after
    else:
        numbers[_CLOSED] = ~after


@compiled
def bet_by_known_policy(
    policy: BlueprintTable,
    kept: KeptWorths,
    course: ResponseCourse,
    player: int,
    counts: Integers,
    hand: int,
    to_call: int,
    most: int,
) -> int:
    """The chips that are worth most, or UNKNOWN.

    ``counts`` are the cards that everybody has not seen, ``hand`` is the player's own
    hidden one, from 0, and ``most`` the largest raise, 0 where none is allowed.
    """
    numbers = course.numbers
    if not numbers[_KNOWN]:
        return UNKNOWN
    if numbers[_OVER]:
        ahead = (numbers[_LEAD] > 0) == (numbers[_SEAT] == 0)
        return to_call + (RAISE if most else 0) if ahead else 0
    there = False
    for card in range(CARDS):
        there |= (counts[card] - (card == hand)) * course.here[card] > 0.0
    if not there:
        return UNKNOWN
    at = numbers[_AT]
    bidding = bidding_of(_beginning(policy, course, player), numbers[_STREET])
    if numbers[_STREET] == 0:
        choice = _choose_first(policy, kept, course, player, counts, hand)
    else:
        if not numbers[_CHOSEN]:
            _choose_later(policy, course, player, counts, hand)
        choice = numbers[_DONE + _THING[at]]
    number = choice - FOLDS[bidding, at]
    if number < 0:
        return 0
    return int(to_call + (SIZES[bidding, at, number - 1] if number else 0))


@compiled
def _fill_block(policy: BlueprintTable, bidding: int, seat: int, block: int, odds: Floats) -> None:
    """Write down a seat's odds in a bidding round, by choice and hidden card."""
    for choice in range(_MOST_CHOICES):
        decision = DECISIONS[bidding, choice]
        if decision >= 0 and SEATS[bidding, decision] == seat:
            for card in range(CARDS):
                odds[choice, card] = odds_of_choice(policy, bidding, seat, block, choice, card)


@compiled
def _choose_first(
    policy: BlueprintTable,
    kept: KeptWorths,
    course: ResponseCourse,
    player: int,
    counts: Integers,
    hand: int,
) -> int:
    """The best choice in the first bidding round, the first of equals."""
    numbers = course.numbers
    seat, lead, at = numbers[_SEAT], numbers[_FIRST_LEAD], numbers[_AT]
    start = _beginning(policy, course, player)
    bidding = bidding_of(start, 0)
    block = np.zeros((_MOST_CHOICES, CARDS))
    _fill_block(policy, bidding, 1 - seat, block_at(policy, start, 1 - seat, 0, 0), block)
    odds = np.empty(CARDS)
    many = cards = 0
    for card in range(CARDS):
        many += counts[card]
        for _ in range(_DECK[card] - counts[card]):
            cards = cards * CARDS + card
    for card in range(CARDS):
        both = counts[card] * counts[hand] - (counts[card] if card == hand else 0)
        odds[card] = both / (many * (many - 1))
    # What is kept of these open cards.
    ways = 0
    while ways < PAID_AT.shape[1] and PAID_AT[bidding, ways] >= 0:
        ways += 1
    low, high = kept.firsts[lead], kept.firsts[lead + 1]
    row = kept.rows[lead, seat] + (np.searchsorted(kept.starts[low:high], cards)) * ways
    closed = np.empty(ways)
    for way in range(ways):
        closed[way] = kept.values[row + way, hand]
    worths = np.zeros(_MOST_CHOICES)
    weigh_bids(bidding, seat, block, odds, float(numbers[_STAKE]), closed, worths)
    first = FIRSTS[bidding, at]
    best = first
    for choice in range(first + 1, first + WIDTHS[bidding, at]):
        if worths[choice] > worths[best]:
            best = choice
    return int(best - first)


@compiled
def _arrive(
    policy: BlueprintTable, seat: int, block: int, come: Floats, odds: Floats, rows: Floats
) -> None:
    """Write down how likely the policy comes to each end of a plain round, by hidden card and end.

    ``come`` is how likely it comes to the round; ``odds`` is room for those of its choices.
    """
    _fill_block(policy, 0, seat, block, odds)
    for card in range(CARDS):
        for end in range(ENDS):
            path = _ENDINGS[seat, end]
            likely = come[card]
            for step in range(seat, len(path), 2):
                if path[step] >= 0:
                    likely *= odds[path[step], card]
            rows[card, end] = likely


@compiled
def _choose_later(
    policy: BlueprintTable, course: ResponseCourse, player: int, counts: Integers, hand: int
) -> None:
    """Find what is best in a bidding round after the first."""
    numbers = course.numbers
    seat, street, path = numbers[_SEAT], numbers[_STREET], numbers[_PATH]
    lead, stake = numbers[_LEAD], float(numbers[_STAKE])
    start = _beginning(policy, course, player)
    left = np.empty(CARDS)
    for card in range(CARDS):
        left[card] = counts[card]
    room, rows = np.zeros((_MOST_CHOICES, CARDS)), np.empty((CARDS, ENDS))
    block = block_at(policy, start, 1 - seat, street, path)
    _arrive(policy, 1 - seat, block, course.come, room, rows)
    if street == LAST:
        mine = lead if seat == 0 else -lead
        done = choose_last(left, hand, mine, seat, stake, rows)
    else:
        worths = np.empty((1, CARDS, CLOSINGS))
        _weigh_ways(policy, course, player, left, hand, rows, worths)
        done = choose_second(left, hand, seat, stake, rows, worths[0])
    numbers[_DONE] = 1 if done[1] else 0
    numbers[_DONE + 1], numbers[_DONE + 2], numbers[_DONE + 3] = done[2], done[3], done[4]
    numbers[_CHOSEN] = 1


@compiled
def _weigh_ways(
    policy: BlueprintTable,
    course: ResponseCourse,
    player: int,
    left: Floats,
    hand: int,
    rows: Floats,
    worths: Floats,
) -> None:
    """Write down what the ways to close a second bidding round are worth with a hidden card."""
    numbers = course.numbers
    seat, lead = numbers[_SEAT], numbers[_LEAD]
    start = _beginning(policy, course, player)
    third = np.zeros((STEPS, 1, CLOSINGS, CARDS, ENDS))
    room, come = np.zeros((_MOST_CHOICES, CARDS)), np.empty(CARDS)
    for way in range(CLOSINGS):
        there = False
        for card in range(CARDS):
            come[card] = rows[card, way]
            there |= come[card] > 0.0
        for step in range(STEPS):
            # Where nothing can change any more, nobody asks for it.
            if there and abs(lead + step - FARTHEST) <= DECIDED[LAST]:
                path = (numbers[_PATH] * CLOSINGS + way) * STEPS + step
                block = block_at(policy, start, 1 - seat, LAST, path)
                _arrive(policy, 1 - seat, block, come, room, third[step, 0, way])
    stakes, second = np.empty(1), np.empty((1, CARDS, ENDS))
    stakes[0] = numbers[_STAKE]
    for card in range(CARDS):
        for end in range(ENDS):
            second[0, card, end] = rows[card, end]
    weigh_second(left, lead, seat, stakes, second, third, Hands(hand, hand + 1), worths)
