"""A deal against a policy of spots as the response to it follows it, bet by bet, compiled.

The engine's player and that of compiled games remember and choose by the functions here. The first
bidding round goes by what was kept of every way to close it. The later ones are solved when a bet
is asked for, with the one hidden card that is ours, from what the policy's bets have told by then.
If the opponent does what the policy never would, every hidden card is taken for possible.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead import spots as numbering
from cutcard.blockhead.exact import spot_biddings
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.spot_biddings import SpotBidding, SpotBiddings
from cutcard.blockhead.exact.spot_reaches import reach_places
from cutcard.blockhead.exact.spot_rounds import (
    Stand,
    Walk,
    best_action,
    fold_ends,
    judge_round,
    pick_up,
    put_down,
    situation_of,
)
from cutcard.blockhead.exact.spot_walk import kept_rounds, walk
from cutcard.blockhead.spots import FOLD, RAISE, STAY, Odds, Spots
from cutcard.compilation import compiled_into, compiled_within
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers

# The columns of what is known of a deal; those of a stand, six of them, come first.
_STREET, _PATH, _LEAD = range(3)
_OWN: Final = 6
"""Our hidden card, counted from 0."""
_POT: Final = 7
"""The class of the pot with which the deal began."""
_SIDE: Final = 8
"""The number of the bidding round, as `side_of` has it."""
_PLACE: Final = 9
"""Where the bidding stands."""
_FORESEEN: Final = 10
"""Whether the policy may have made all bets of this bidding round."""
_WEIGHED: Final = 11
"""Whether it is known what each place is worth."""
_LEAST: Final = 12
"""The least hidden points that our bets claim, those of this bidding round included."""
_MOST: Final = 13
COLUMNS: Final = 14

_size_class = compiled_into(numbering.size_class)
_size_of = compiled_into(numbering.size_of)
_least_claimed = compiled_into(numbering.least_claimed)
_most_claimed = compiled_into(numbering.most_claimed)
_side_of = compiled_into(spot_biddings.side_of)


class Ground(NamedTuple):
    """What a response to a policy of spots goes by, whatever the policy."""

    spots: Spots
    biddings: SpotBiddings
    ways: Floats
    """This and the four that follow are those of a `Walk`."""
    shown: Floats
    possible: Integers
    starts: Integers
    opened: Integers
    ends_before: Integers
    """By side: how many ends the sides before it have."""
    closed_starts: Integers
    """By class of the pot, and by whether we open: the first row of what is kept."""
    solved: Integers
    """By class of the pot: half of the one that is solved."""


class Known(NamedTuple):
    """A policy of spots, and what the response to it has kept; rows are by hidden card."""

    odds: Odds
    """By situation, hidden card of the policy, node and action."""
    reaches: Floats
    """How likely the policy comes to ends: by side, situation and end, in this order."""
    closed: Floats
    """What ways to close the first bidding round are worth: by class of the pot, whether we open,
    lead and way, in this order."""


class Course(NamedTuple):
    """What is remembered of a deal."""

    numbers: Integers
    reach: Floats
    """How likely the policy came to this bidding round, by its hidden card."""
    reaches: Floats
    """How likely it comes from there to each place."""
    worths: Floats
    """What each place is worth with our hidden card: the only column."""


def new_course(biddings: SpotBiddings) -> Course:
    """Room for what one player remembers."""
    places = int((biddings.sizes[:, 0] + biddings.sizes[:, 1]).max())
    return Course(
        np.zeros(COLUMNS, np.int64),
        np.zeros(HIGHEST),
        np.zeros((places, HIGHEST)),
        np.zeros((places, 1)),
    )


@compiled
def new_courses(biddings: SpotBiddings) -> Course:
    """Room for what two players remember, a row of every array for each."""
    places = 0
    for side in range(len(biddings.sizes)):
        places = max(places, biddings.sizes[side, 0] + biddings.sizes[side, 1])
    return Course(
        np.zeros((2, COLUMNS), np.int64),
        np.zeros((2, HIGHEST)),
        np.zeros((2, places, HIGHEST)),
        np.zeros((2, places, 1)),
    )


@compiled_within
def course_of(courses: Course, player: int) -> Course:
    """What one of two players remembers."""
    return Course(
        courses.numbers[player],
        courses.reach[player],
        courses.reaches[player],
        courses.worths[player],
    )


@compiled
def _bidding_at(biddings: SpotBiddings, side: int) -> SpotBidding:
    """The bidding round on a side."""
    sizes = biddings.sizes[side]
    decisions, ends, closings = sizes[0], sizes[1], sizes[2]
    return SpotBidding(
        biddings.ours[side, :decisions],
        biddings.after[side, :decisions],
        biddings.nodes[side, :decisions],
        biddings.signs[side, :ends],
        biddings.paid[side, :ends],
        biddings.claimed[side, :closings],
    )


@compiled
def _walk_at(ground: Ground, known: Known, bidding: SpotBidding, side: int, own: int) -> Walk:
    """What a walk with our hidden card goes by."""
    situations, ends = len(known.odds), len(bidding.signs)
    first = ground.ends_before[side] * situations
    return Walk(
        ground.spots,
        bidding,
        known.reaches[first : first + situations * ends],
        ground.ways,
        ground.shown,
        ground.possible,
        ground.starts,
        ground.opened,
        own,
        1,
    )


@compiled
def begin_deal(ground: Ground, course: Course, pot: int, we_open: int) -> None:
    """Begin a deal with a pot: nobody has claimed anything."""
    numbers = course.numbers
    kind, last = 0, ground.spots.pot_classes[0] - 1
    while kind < last and pot >= ground.spots.pots[0, kind]:
        kind += 1
    numbers[_STREET], numbers[_PATH], numbers[_LEAD] = -1, 0, 0
    numbers[_POT], numbers[_SIDE] = kind, _side_of(we_open, 1 if kind == 0 else 0)
    numbers[_LEAST], numbers[_MOST] = 0, ground.spots.hidden + 1


@compiled
def begin_round(
    ground: Ground, known: Known, course: Course, lead: int, pot: int, own: int
) -> None:
    """Begin a bidding round with our lead in open points, a pot and our hidden points."""
    numbers = course.numbers
    street = numbers[_STREET] + 1
    for card in range(HIGHEST):
        if street:
            course.reach[card] *= course.reaches[numbers[_PLACE], card]
        else:
            course.reach[card] = 1.0
    farthest = 9 * ground.opened[street]
    path = numbers[_PATH] * (2 * farthest + 1) + lead - numbers[_LEAD] + farthest
    stand = Stand(street, path, lead, pot // 2, numbers[_LEAST], numbers[_MOST])
    put_down(numbers, stand)
    bidding = _bidding_at(ground.biddings, numbers[_SIDE])
    odds = known.odds[situation_of(ground.spots, stand)]
    reach_places(bidding, odds, 0, course.reaches)
    numbers[_OWN] = own - 1
    numbers[_PLACE] = len(bidding.signs)
    numbers[_FORESEEN], numbers[_WEIGHED] = 1, 0
    if not _comes_there(ground, course):
        _take_any_card(course)


@compiled
def _comes_there(ground: Ground, course: Course) -> bool:
    """Whether the policy comes where the bidding stands, with any card that it may hold."""
    numbers = course.numbers
    cards = ground.starts[numbers[_STREET]] + numbers[_PATH]
    for card in range(HIGHEST):
        likely = course.reach[card] * course.reaches[numbers[_PLACE], card]
        if likely * ground.ways[cards, card, numbers[_OWN]] > 0.0:
            return True
    return False


@compiled
def _take_any_card(course: Course) -> None:
    """Take every hidden card for possible."""
    for card in range(HIGHEST):
        course.reach[card] = 1.0


@compiled
def follow_bet(ground: Ground, known: Known, course: Course, ours: bool, size: int) -> None:
    """Go on after a bet that is not a fold: a raise of a size, or without one a check or call."""
    spots, numbers = ground.spots, course.numbers
    bidding = _bidding_at(ground.biddings, numbers[_SIDE])
    ends = len(bidding.signs)
    action = STAY
    if size:
        # The nearest of the sizes that the policy makes itself.
        nearest = 0
        for kind in range(1, spots.sizes):
            if abs(_size_of(spots, kind) - size) < abs(_size_of(spots, nearest) - size):
                nearest = kind
        action = RAISE + nearest
    numbers[_PLACE] = bidding.after[numbers[_PLACE] - ends, action]
    if ours:
        behind = -numbers[_LEAD]
        if size:
            made = _size_class(spots, size)
            numbers[_LEAST] = max(numbers[_LEAST], _least_claimed(spots, behind, made))
            numbers[_MOST] = min(numbers[_MOST], _most_claimed(spots, behind, made))
        else:
            numbers[_MOST] = min(numbers[_MOST], behind)
    elif not _comes_there(ground, course):
        _take_any_card(course)
        numbers[_FORESEEN] = numbers[_WEIGHED] = 0
        place = numbers[_PLACE]
        if place < ends:
            for card in range(HIGHEST):
                course.reaches[place, card] = 1.0
        else:
            odds = known.odds[situation_of(spots, pick_up(numbers))]
            reach_places(bidding, odds, place - ends, course.reaches)


@compiled
def _close_first(
    ground: Ground, known: Known, bidding: SpotBidding, course: Course, closed: Floats
) -> None:
    """Write down what each way to close the first bidding round is worth."""
    numbers, stand = course.numbers, pick_up(course.numbers)
    folds, closings = fold_ends(bidding), len(bidding.claimed)
    pot, own = numbers[_POT], numbers[_OWN]
    kept = ground.closed_starts[pot, 1 if numbers[_SIDE] > 1 else 0] + stand.path * closings
    cards = ground.starts[0] + stand.path
    for closing in range(closings):
        paid = bidding.paid[folds + closing]
        half = float(stand.half + paid)
        if numbers[_FORESEEN]:
            # Kept for a pot of this class; what is won goes with the pot.
            solved = float(ground.solved[pot] + paid)
            closed[closing, 0] = known.closed[kept + closing, own] * (half / solved)
            continue
        # What was not foreseen is not kept: from here on it counts as if nobody bet any more.
        worth = 0.0
        for card in range(HIGHEST):
            there = course.reach[card] * course.reaches[folds + closing, card]
            worth += there * ground.shown[cards, card, own]
        closed[closing, 0] = half * worth


@compiled
def _weigh_places(ground: Ground, known: Known, bidding: SpotBidding, course: Course) -> None:
    """Write down what each place of a bidding round is worth with our hidden card."""
    numbers, stand = course.numbers, pick_up(course.numbers)
    table = _walk_at(ground, known, bidding, numbers[_SIDE], numbers[_OWN])
    rows = course.reaches[: len(bidding.signs)]
    closed = np.empty((len(bidding.claimed), 1))
    if stand.street == 0:
        _close_first(ground, known, bidding, course, closed)
    elif stand.street < len(ground.opened) - 1:
        kept = np.empty((kept_rounds(table, stand.street), len(closed), 1))
        walk(table, stand, course.reach, rows, kept)
        closed = kept[0]
    lanes = np.empty((3, HIGHEST, 1))
    judge_round(table, stand, rows, course.reach, closed, lanes, course.worths)
    numbers[_WEIGHED] = 1


@compiled
def bet_by_response(ground: Ground, known: Known, course: Course, to_call: int) -> int:
    """The chips that are worth most where the bidding stands."""
    numbers = course.numbers
    bidding = _bidding_at(ground.biddings, numbers[_SIDE])
    if not numbers[_WEIGHED]:
        _weigh_places(ground, known, bidding, course)
    action = best_action(bidding, course.worths, numbers[_PLACE] - len(bidding.signs), 0)
    if action == FOLD:
        return 0
    if action == STAY:
        return to_call
    return int(to_call + _size_of(ground.spots, action - RAISE))
