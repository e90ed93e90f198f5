"""How deals end between an exploiter and a policy, from four open cards on, compiled.

What `response_walk` has found worthwhile is done here, and counted: how often deals end in each way
and what that brings. Each ending is one of a bidding round: we fold, the policy folds, a showdown
is won, or lost; pots that are tied for are counted apart, as in `Earnings`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PAID_AT, RAISE
from cutcard.blockhead.equilibrium.response_walk import (
    Arrivals,
    Room,
    draw,
    make_room,
    pairs_of,
    sum_up,
    weigh_ends,
    weigh_showdowns,
)
from cutcard.blockhead.equilibrium.tens import (
    ENDS,
    RAISED_BACK,
    RAISED_TWICE,
    Bytes,
    choose,
    note_met,
)
from cutcard.compilation import compiled_making_arrays, compiled_within
from cutcard.number_arrays import Floats

_CARDS: Final = 10
_PAID: Final = PAID_AT.astype(np.float64)

WE_FOLD, FOLDS_WON, SHOWDOWNS_WON, SHOWDOWNS_LOST = range(4)
"""The ways to end."""

_BET: Final = np.zeros(ENDS)
_BET[:CLOSINGS] = _PAID - RAISE
_BET[RAISED_BACK], _BET[RAISED_TWICE] = RAISE, 2 * RAISE
"""What a player who folds has bet in a bidding round: the exploiter instead of a call that would
close it, and the policy where it folds."""


@compiled_within
def _count(ends: Floats, street: int, way: int, often: float, chips: float) -> None:
    """Count an ending."""
    ends[street, way, 0] += often
    ends[street, way, 1] += often * chips


@compiled_within
def _count_decided(ends: Floats, street: int, often: float, stake: float, ahead: bool) -> None:
    """Count an ending where nothing can change any more: the player behind folds."""
    if ahead:
        _count(ends, street, FOLDS_WON, often, stake)
    else:
        _count(ends, street, WE_FOLD, often, -stake)


@compiled_within
def _play_round(seat: int, street: int, stake: float, room: Room, ends: Floats) -> None:
    """Do what is best in a bidding round, and count the folds; ``room`` then says what is met."""
    found = choose(seat, stake, room.worths, room.odds)
    note_met(seat, found[1], found[2], found[3], found[4], room.met, room.folded)
    for end in range(ENDS):
        if room.folded[end]:
            _count(ends, street, WE_FOLD, room.odds[end], -(stake + _BET[end]))
        elif end >= CLOSINGS and room.met[end]:
            _count(ends, street, FOLDS_WON, room.odds[end], stake + _BET[end])


@compiled_within
def _count_showdown(
    hand: int,
    lead: int,
    end: int,
    stake: float,
    ante: float,
    rows: Floats,
    times: float,
    room: Room,
    ends: Floats,
    ties: Floats,
) -> None:
    """Count a showdown of a hidden card with all that the policy may hide."""
    below = room.below
    under = min(max(hand + lead, 0), _CARDS)
    over = min(max(hand + lead + 1, 0), _CARDS)
    won, lost = below[under, end], below[_CARDS, end] - below[over, end]
    if lead > 0:
        won -= rows[hand, end]
    elif lead < 0:
        lost -= rows[hand, end]
    _count(ends, 2, SHOWDOWNS_WON, times * won, stake)
    _count(ends, 2, SHOWDOWNS_LOST, times * lost, -stake)
    if 0 <= hand + lead < _CARDS:
        tied = below[over, end] - below[under, end]
        if lead == 0:
            tied -= rows[hand, end]
        at = int(stake - ante)
        ties[at, 0] += times * tied
        ties[at, 1] -= times * tied * stake


@compiled_within
def _end_last(
    counts: Floats,
    lead: int,
    seat: int,
    stake: float,
    ante: float,
    rows: Floats,
    scale: float,
    hands: Bytes,
    way: int,
    room: Room,
    ends: Floats,
    ties: Floats,
) -> None:
    """Count how last bidding rounds end to which hidden cards of the exploiter come."""
    sum_up(counts, rows, room)
    for hand in range(_CARDS):
        times = scale * counts[hand]
        if hands[hand, way] and times > 0.0:
            weigh_ends(hand, rows, times, room)
            weigh_showdowns(hand, lead, stake, rows, times, room)
            _play_round(seat, 2, stake, room, ends)
            for end in range(CLOSINGS):
                if room.met[end]:
                    staked = stake + _PAID[end]
                    _count_showdown(hand, lead, end, staked, ante, rows, times, room, ends, ties)


@compiled_within
def _end_decided(
    counts: Floats,
    street: int,
    stake: float,
    rows: Floats,
    end: int,
    scale: float,
    ahead: bool,
    hands: Bytes,
    ends: Floats,
) -> None:
    """Count how rounds end in which nothing can change any more."""
    total = 0.0
    for card in range(_CARDS):
        total += counts[card] * rows[card, end]
    for hand in range(_CARDS):
        if hands[hand, end]:
            often = scale * counts[hand] * (total - rows[hand, end])
            _count_decided(ends, street, often, stake, ahead)


@compiled_within
def _end_second(
    counts: Floats,
    lead: int,
    seat: int,
    stakes: Floats,
    ante: float,
    second: Floats,
    third: Floats,
    part: float,
    met: Bytes,
    left: Floats,
    room: Room,
    ends: Floats,
    ties: Floats,
) -> None:
    """Count how deals end after second bidding rounds.

    ``met`` says to which of their ways to close the exploiter comes: by the way to close the first,
    hidden card and way to close.
    """
    pairs = pairs_of(counts)
    for step in range(2 * _CARDS - 1):
        now = lead + step - (_CARDS - 1)
        mine = now if seat == 0 else -now
        for one in range(max(0, step - _CARDS + 1), min(_CARDS, step + 1)):
            drawn = draw(counts, one, one - step + _CARDS - 1, left)
            if drawn <= 0.0:
                continue
            scale = part * drawn / pairs / pairs_of(left)
            for way in range(len(stakes)):
                for end in range(CLOSINGS):
                    there = False
                    for hand in range(_CARDS):
                        there |= met[way, hand, end] > 0
                    if not there:
                        continue
                    stake = stakes[way] + _PAID[end]
                    if abs(now) >= _CARDS:
                        ahead = mine > 0
                        rows = second[way]
                        _end_decided(left, 2, stake, rows, end, scale, ahead, met[way], ends)
                    else:
                        rows = third[step, way, end]
                        _end_last(
                            left,
                            mine,
                            seat,
                            stake,
                            ante,
                            rows,
                            scale,
                            met[way],
                            end,
                            room,
                            ends,
                            ties,
                        )


@compiled_making_arrays
def end_start(
    counts: Floats,
    lead: int,
    seat: int,
    ante: float,
    policy: Arrivals,
    later: Floats,
    hands: Bytes,
    ends: Floats,
    ties: Floats,
) -> None:
    """Count how deals end after the first bidding round.

    ``counts`` are the cards that are unseen when four lie open, ``later`` is what `weigh_start` has
    found, and ``hands`` says which hidden cards of the exploiter come to each way to close.
    """
    room = make_room()
    left, then = np.empty(_CARDS), np.empty(_CARDS)
    ways = len(policy.stakes)
    met = np.zeros((ways, _CARDS, CLOSINGS), np.uint8)
    pairs = pairs_of(counts)
    for one in range(_CARDS):
        for two in range(_CARDS):
            drawn = draw(counts, one, two, left)
            if drawn <= 0.0:
                continue
            part = drawn / pairs
            scale = part / pairs_of(left)
            step = one - two + _CARDS - 1
            now = lead + one - two
            decided = abs(now) >= 2 * _CARDS - 1
            second = policy.second[step]
            for way in range(ways):
                stake = policy.stakes[way]
                come = policy.first[way]
                total = 0.0
                for card in range(_CARDS):
                    total += left[card] * come[card]
                sum_up(left, second[way], room)
                for hand in range(_CARDS):
                    for end in range(CLOSINGS):
                        met[way, hand, end] = 0
                    times = scale * left[hand]
                    if not hands[way, hand] or times == 0.0:
                        continue
                    if decided:
                        often = times * (total - come[hand])
                        _count_decided(ends, 1, often, stake, (now > 0) == (seat == 0))
                        continue
                    weigh_ends(hand, second[way], times, room)
                    for end in range(CLOSINGS):
                        room.worths[end] = part * later[one, two, way, hand, end]
                    _play_round(seat, 1, stake, room, ends)
                    for end in range(CLOSINGS):
                        met[way, hand, end] = room.met[end]
            if not decided:
                _end_second(
                    left,
                    now,
                    seat,
                    policy.stakes,
                    ante,
                    second,
                    policy.third[step],
                    part,
                    met,
                    then,
                    room,
                    ends,
                    ties,
                )
