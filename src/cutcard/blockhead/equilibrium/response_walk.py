"""All that may follow four open cards, between an exploiter and a policy, compiled.

The exploiter remembers every card and knows the policy. It raises by sizes that the policy knows,
which are read as they are: after the first bidding round all are of 10 (`tens`). So how likely the
policy comes where does not depend on cards but on leads, and is known beforehand (`Arrivals`).

Worths hold how likely the exploiter's hidden card is, so that those of all cards add up. Stakes are
chips per player. Leads are the opener's, unless they are said to be the exploiter's. Cards are
counted as numbers with a fraction, though they have none, since worths are.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PAID_AT
from cutcard.blockhead.equilibrium.tens import ENDS, Bytes, Done, choose
from cutcard.compilation import compiled_making_arrays, compiled_within
from cutcard.number_arrays import Floats

_CARDS: Final = 10
"""What a card may count: a number that is known when this is compiled makes short loops fast."""

_PAID: Final = PAID_AT.astype(np.float64)


class Arrivals(NamedTuple):
    """How likely a policy comes where after a lead, by its hidden card."""

    stakes: Floats
    """What each player has staked when the first bidding round is closed in each way."""
    first: Floats
    """How likely it is closed so, by way and hidden card."""
    second: Floats
    """By step of the lead and way: how likely the second comes to each end, which is last."""
    third: Floats
    """By step, the next step, way and the next way: the same for the last."""


class Hands(NamedTuple):
    """Which hidden cards of the exploiter are looked at."""

    first: int
    end: int
    """The one after the last."""


class Room(NamedTuple):
    """Room for what is written down of a bidding round."""

    below: Floats
    """How likely the policy comes to each end with less than some hidden card."""
    worths: Floats
    """What the ways to close are worth to the exploiter, with one hidden card."""
    odds: Floats
    """How likely all ends are."""
    met: Bytes
    folded: Bytes
    """Where the exploiter comes, and where it folds."""


@compiled_making_arrays
def make_room() -> Room:
    """Room for a bidding round."""
    return Room(
        np.zeros((_CARDS + 1, ENDS)),
        np.zeros(CLOSINGS),
        np.zeros(ENDS),
        np.zeros(ENDS, np.uint8),
        np.zeros(ENDS, np.uint8),
    )


@compiled_within
def pairs_of(counts: Floats) -> float:
    """How many ways there are to draw two cards."""
    many = 0.0
    for card in range(_CARDS):
        many += counts[card]
    return many * (many - 1.0)


@compiled_within
def draw(counts: Floats, one: int, two: int, left: Floats) -> float:
    """Draw two cards: how many ways there are, and what is left is written down."""
    for card in range(_CARDS):
        left[card] = counts[card]
    left[one] -= 1.0
    ways: float = counts[one] * left[two]
    left[two] -= 1.0
    return ways


@compiled_within
def sum_up(counts: Floats, rows: Floats, room: Room) -> None:
    """Sum up how likely a policy comes to each end; ``counts`` are the unseen cards."""
    below = room.below
    for card in range(_CARDS):
        for end in range(ENDS):
            below[card + 1, end] = below[card, end] + counts[card] * rows[card, end]


@compiled_within
def weigh_ends(hand: int, rows: Floats, times: float, room: Room) -> None:
    """Write down how likely all ends are for a hidden card of the exploiter, after `sum_up`.

    ``times`` is how likely the card is, over all ways to draw one more.
    """
    below, odds = room.below, room.odds
    for end in range(ENDS):
        odds[end] = times * (below[_CARDS, end] - rows[hand, end])


@compiled_within
def weigh_showdowns(
    hand: int, lead: int, stake: float, rows: Floats, times: float, room: Room
) -> None:
    """Write down what showdowns are worth to an exploiter who leads so far, after `sum_up`."""
    below, worths = room.below, room.worths
    # A hidden card leaves one less of its kind.
    less = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    under = min(max(hand + lead, 0), _CARDS)
    over = min(max(hand + lead + 1, 0), _CARDS)
    for end in range(CLOSINGS):
        won = below[under, end] - (below[_CARDS, end] - below[over, end])
        worths[end] = times * (stake + _PAID[end]) * (won - less * rows[hand, end])


@compiled_within
def _add_last(
    counts: Floats,
    lead: int,
    seat: int,
    stake: float,
    rows: Floats,
    scale: float,
    room: Room,
    way: int,
    hands: Hands,
    worths: Floats,
) -> None:
    """Add what a last bidding round is worth, for a way to close the one before it."""
    sum_up(counts, rows, room)
    for hand in range(hands.first, hands.end):
        times = scale * counts[hand]
        if times > 0.0:
            weigh_ends(hand, rows, times, room)
            weigh_showdowns(hand, lead, stake, rows, times, room)
            worths[hand, way] += choose(seat, stake, room.worths, room.odds)[0]


@compiled_within
def _add_decided(
    counts: Floats,
    stake: float,
    rows: Floats,
    end: int,
    scale: float,
    hands: Hands,
    worths: Floats,
) -> None:
    """Add what is won, or lost if ``scale`` is below zero, where nothing can change any more."""
    total = 0.0
    for card in range(_CARDS):
        total += counts[card] * rows[card, end]
    for hand in range(hands.first, hands.end):
        worths[hand, end] += scale * stake * counts[hand] * (total - rows[hand, end])


@compiled_making_arrays
def weigh_second(
    counts: Floats,
    lead: int,
    seat: int,
    stakes: Floats,
    second: Floats,
    third: Floats,
    hands: Hands,
    worths: Floats,
) -> None:
    """Write down what the ways to close second bidding rounds are worth, with some hidden cards.

    ``counts`` are the unseen cards, ``second`` and ``third`` how likely the policy comes to the
    ends of rounds: by the way to close the first, the latter by step of the lead before that and by
    the way to close the second after it. ``worths`` are by way, hidden card and way to close.
    """
    room = make_room()
    left = np.empty(_CARDS)
    ways = len(stakes)
    there = np.zeros((ways, CLOSINGS), np.bool_)
    for way in range(ways):
        for hand in range(_CARDS):
            for end in range(CLOSINGS):
                worths[way, hand, end] = 0.0
                there[way, end] |= second[way, hand, end] > 0.0
    pairs = pairs_of(counts)
    for step in range(2 * _CARDS - 1):
        now = lead + step - (_CARDS - 1)
        mine = now if seat == 0 else -now
        for one in range(max(0, step - _CARDS + 1), min(_CARDS, step + 1)):
            drawn = draw(counts, one, one - step + _CARDS - 1, left)
            if drawn <= 0.0:
                continue
            scale = drawn / pairs / pairs_of(left)
            for way in range(ways):
                for end in range(CLOSINGS):
                    if not there[way, end]:
                        continue
                    stake = stakes[way] + _PAID[end]
                    if abs(now) >= _CARDS:
                        sign = scale if mine > 0 else -scale
                        _add_decided(left, stake, second[way], end, sign, hands, worths[way])
                    else:
                        rows = third[step, way, end]
                        _add_last(
                            left, mine, seat, stake, rows, scale, room, end, hands, worths[way]
                        )


@compiled_making_arrays
def weigh_start(
    counts: Floats, lead: int, seat: int, policy: Arrivals, later: Floats, values: Floats
) -> None:
    """Write down what the ways to close the first bidding round are worth, by hidden card.

    ``counts`` are the cards that are unseen when four lie open. ``later`` is what is found on the
    way: by the two cards that come next, what `weigh_second` writes down.
    """
    room = make_room()
    left = np.empty(_CARDS)
    ways = len(policy.stakes)
    for way in range(ways):
        for hand in range(_CARDS):
            values[way, hand] = 0.0
    pairs = pairs_of(counts)
    for one in range(_CARDS):
        for two in range(_CARDS):
            drawn = draw(counts, one, two, left)
            if drawn <= 0.0:
                continue
            scale = drawn / pairs / pairs_of(left)
            step = one - two + _CARDS - 1
            now = lead + one - two
            if abs(now) >= 2 * _CARDS - 1:
                sign = scale if (now > 0) == (seat == 0) else -scale
                for way in range(ways):
                    _give(left, policy.stakes[way], policy.first[way], sign, values[way])
                continue
            worths = later[one, two]
            second = policy.second[step]
            third = policy.third[step]
            weigh_second(left, now, seat, policy.stakes, second, third, Hands(0, _CARDS), worths)
            for way in range(ways):
                stake = policy.stakes[way]
                sum_up(left, second[way], room)
                for hand in range(_CARDS):
                    if left[hand] > 0.0:
                        weigh_ends(hand, second[way], scale * left[hand], room)
                        for end in range(CLOSINGS):
                            room.worths[end] = drawn / pairs * worths[way, hand, end]
                        values[way, hand] += choose(seat, stake, room.worths, room.odds)[0]


@compiled_within
def _give(counts: Floats, stake: float, come: Floats, scale: float, values: Floats) -> None:
    """Add what a second bidding round is worth where nothing can change any more."""
    total = 0.0
    for card in range(_CARDS):
        total += counts[card] * come[card]
    for hand in range(_CARDS):
        values[hand] += scale * stake * counts[hand] * (total - come[hand])


@compiled_making_arrays
def choose_second(
    counts: Floats, hand: int, seat: int, stake: float, rows: Floats, worths: Floats
) -> Done:
    """What an exploiter does in a second bidding round with a hidden card, as `choose` says it.

    ``worths`` are what its ways to close are worth, as `weigh_second` finds.
    """
    room = make_room()
    sum_up(counts, rows, room)
    weigh_ends(hand, rows, counts[hand] / pairs_of(counts), room)
    return choose(seat, stake, worths[hand], room.odds)


@compiled_making_arrays
def choose_last(
    counts: Floats, hand: int, lead: int, seat: int, stake: float, rows: Floats
) -> Done:
    """What an exploiter who leads so far does in the last one."""
    room = make_room()
    sum_up(counts, rows, room)
    times = counts[hand] / pairs_of(counts)
    weigh_ends(hand, rows, times, room)
    weigh_showdowns(hand, lead, stake, rows, times, room)
    return choose(seat, stake, room.worths, room.odds)
