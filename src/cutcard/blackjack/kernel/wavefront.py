"""An infinite shoe: many rounds at once, a card at a time for all of them.

One number of 16 bits deals the first four cards. Rounds that have not ended stand in a list; a
pass over it draws a card for each and keeps those that go on, while new ones fill it up. No
branch depends on a card, which is what makes it fast: a processor that guesses wrong loses more
time than a card takes. Splits are put aside and played in the same way, many together: first all
their hands, then all their dealers. Numbers that would make one card likelier than another are
thrown away.

The cards come in another order than at a table, which changes nothing in their law. Indexes are
unsigned, which spares a test for each of them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel.automaton import AGAIN, TURNED, Automaton
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.blackjack.kernel.outcomes import OUTCOMES
from cutcard.blackjack.kernel.random import (
    LOW,
    THIRTEEN,
    U16,
    U32,
    WORD,
    Bits,
    draw,
    even,
    fill_values,
)
from cutcard.blackjack.kernel.walk import split_outcome
from cutcard.compilation import Number, compiled, compiled_within

ROUNDS: Final = 4096
"""Rounds in the list."""

SPLITS: Final = 2048
"""Splits that are waited for before they are played together."""

_IDLE: Final = 15
"""A state that no round is in: of a deal to be repeated, and of places behind the list."""

_DEALS: Final = 13**4
_ZERO: Final = np.uint64(0)
_TWO: Final = np.uint64(2)
_NO_ROUND: Final = np.uint64(_IDLE)
_WIDTH: Final = np.uint64(WIDTH)
_AGAIN: Final = np.uint64(AGAIN)
_ENDS: Final = np.uint64(len(End))


class Wave(NamedTuple):
    """The tables of an infinite shoe and one chart."""

    deal: NDArray[np.uint16]
    """State after the first four cards, by a number of 16 bits."""
    next: NDArray[np.uint16]
    first_exit: int
    first_turn: int
    split_start: NDArray[np.uint16]
    split_next: NDArray[np.uint16]
    gains: NDArray[np.int64]
    max_hands: int
    dealer_start: NDArray[np.uint16]
    dealer_next: NDArray[np.uint16]
    original: bool


def wave_of(automaton: Automaton) -> Wave:
    """The tables that a wave needs."""
    values = np.minimum(np.arange(13), 9)
    numbers = np.arange(2**16)
    first, second, up, hole = (values[numbers // 13**place % 13] for place in range(4))
    deal = automaton.deal[0, 1000 * first + 100 * second + 10 * up + hole] & ~np.uint16(TURNED)
    deal[2**16 // _DEALS * _DEALS :] = _IDLE
    return Wave(
        deal=deal,
        next=automaton.next[0].ravel(),
        first_exit=automaton.first_exit,
        first_turn=automaton.first_turn,
        split_start=automaton.split_start.ravel(),
        split_next=automaton.split_next[0].ravel(),
        gains=automaton.gains,
        max_hands=automaton.max_hands,
        dealer_start=automaton.dealer_start,
        dealer_next=automaton.dealer_next.ravel(),
        original=automaton.original,
    )


def play_wave(wave: Wave, random: Bits, rounds: int) -> NDArray[np.int64]:
    """Play `rounds` rounds and count their outcomes."""
    # Two rows, used in turn, so that equal outcomes in a row do not wait for each other.
    counts = np.zeros((2, len(wave.next) // WIDTH), np.int64)
    most = (SPLITS + ROUNDS) * 2 * wave.max_hands
    room = Room(
        live=np.empty(ROUNDS + 16, np.uint16),
        exits=np.empty(SPLITS + ROUNDS, np.uint16),
        hands=np.empty(most + 1, np.uint16),
        owner=np.empty(most + 1, np.uint16),
        cards=np.empty(most + 16, np.uint8),
        fields=np.empty(SPLITS + ROUNDS, np.int64),
        ends=np.empty(SPLITS + ROUNDS, np.uint16),
    )
    _play(wave, random, rounds, counts, room)
    outcomes: NDArray[np.int64] = counts[:, :OUTCOMES].sum(axis=0)
    outcomes[_IDLE] = 0
    return outcomes


class Room(NamedTuple):
    """Where the rounds stand."""

    live: NDArray[np.uint16]
    """The states of those that play."""
    exits: NDArray[np.uint16]
    """The exits of those that split."""
    hands: NDArray[np.uint16]
    """The states of the hands of splits, or of their dealers."""
    owner: NDArray[np.uint16]
    """The splits that they belong to."""
    cards: NDArray[np.uint8]
    fields: NDArray[np.int64]
    """What the hands of each split add up to."""
    ends: NDArray[np.uint16]
    """What the dealers of each ended with."""


@compiled
def _play(wave: Wave, random: Bits, rounds: Number, counts: NDArray[np.int64], room: Room) -> None:
    live, exits = room.live, room.exits
    left = rounds
    playing = splits = 0
    while left or playing or splits:
        new = min(left, ROUNDS - playing)
        left -= new
        playing, splits = _deal(wave, random, new, live, playing, exits, splits, counts)
        playing = _pass_rounds(wave, random, live, playing, counts)
        if splits >= SPLITS or not left:
            _play_splits(wave, random, splits, counts, room)
            splits = 0


@compiled_within
def _deal(
    wave: Wave,
    random: Bits,
    rounds: Number,
    live: NDArray[np.uint16],
    playing: Number,
    exits: NDArray[np.uint16],
    splits: Number,
    counts: NDArray[np.int64],
) -> tuple[Number, Number]:
    """Deal `rounds` rounds; return the number of those that go on, and of those that split."""
    a, b, c, d = random[0], random[1], random[2], random[3]
    first_exit, first_turn = np.uint64(wave.first_exit), np.uint64(wave.first_turn)
    kinds = first_turn - first_exit
    at, leaving = np.uint64(playing), np.uint64(splits)
    while rounds > 0:
        number, a, b, c, d = draw(a, b, c, d)
        for quarter in range(4 if rounds >= 4 else rounds):
            state = np.uint64(wave.deal[number & WORD])
            number >>= U16
            counts[np.uint64(quarter & 1), state] += 1
            live[at] = state
            at += np.uint64(state >= first_turn)
            exit = state - first_exit
            exits[leaving] = exit
            leaving += np.uint64(exit < kinds)
            rounds -= np.int64(state != _NO_ROUND)
    random[0], random[1], random[2], random[3] = a, b, c, d
    return np.int64(at), np.int64(leaving)


@compiled_within
def _pass_rounds(
    wave: Wave, random: Bits, live: NDArray[np.uint16], size: Number, counts: NDArray[np.int64]
) -> Number:
    """Deal a card to every round in the list; return the number of those that go on."""
    a, b, c, d = random[0], random[1], random[2], random[3]
    first_turn = np.uint64(wave.first_turn)
    for place in range(size, size + 16):
        live[place] = _IDLE
    at = _ZERO
    start = 0
    while start < size:
        number, a, b, c, d = draw(a, b, c, d)
        one, other = number & LOW, number >> U32
        if even(one) and even(other):  # as in fill_values, but without a stop in memory
            for place in range(start, start + 16, 2):
                one = (one & LOW) * THIRTEEN
                state = np.uint64(live[np.uint64(place)])
                state = np.uint64(wave.next[state * _WIDTH + (one >> U32)])
                counts[0, state] += 1
                live[at] = state
                at += np.uint64(state >= first_turn)
                other = (other & LOW) * THIRTEEN
                state = np.uint64(live[np.uint64(place + 1)])
                state = np.uint64(wave.next[state * _WIDTH + (other >> U32)])
                counts[1, state] += 1
                live[at] = state
                at += np.uint64(state >= first_turn)
            start += 16
    random[0], random[1], random[2], random[3] = a, b, c, d
    return np.int64(at)


@compiled_within
def _play_splits(
    wave: Wave, random: Bits, splits: Number, counts: NDArray[np.int64], room: Room
) -> None:
    """Play splits to their end: all their hands, then all their dealers."""
    exits, hands, owner, cards = room.exits, room.hands, room.owner, room.cards
    fields, ends = room.fields, room.ends
    size = _deal_seconds(wave, random, exits, splits, fields, hands, owner, cards)
    while size:
        fill_values(random, cards, 0, size)
        size = _pass_hands(wave, cards, hands, owner, size, fields)
    for split in range(splits):
        hands[split] = wave.dealer_start[exits[split]]
        owner[split] = split
    size = splits
    while size:
        fill_values(random, cards, 0, size)
        size = _pass_dealers(wave, cards, hands, owner, size, ends)
    for split in range(splits):
        counts[0, split_outcome(fields[split], np.int64(ends[split]), wave.original)] += 1


@compiled_within
def _deal_seconds(
    wave: Wave,
    random: Bits,
    exits: NDArray[np.uint16],
    splits: Number,
    fields: NDArray[np.int64],
    live: NDArray[np.uint16],
    owner: NDArray[np.uint16],
    cards: NDArray[np.uint8],
) -> Number:
    """Deal every hand of the splits its second card; return the number of hands that go on."""
    # At most one for each hand, and one for each pair that is split again.
    fill_values(random, cards, 0, splits * (2 * wave.max_hands - 2))
    card = at = _ZERO
    for split in range(splits):
        exit = np.uint64(exits[split])
        fields[split] = 0
        hands = waiting = 2
        while waiting:
            start = np.uint64(wave.split_start[_TWO * exit + np.uint64(hands < wave.max_hands)])
            state = np.uint64(wave.split_next[start * _WIDTH + np.uint64(cards[card])])
            card += np.uint64(1)
            if state == _AGAIN:
                hands += 1
                waiting += 1
            else:
                waiting -= 1
                fields[split] += wave.gains[state]
                live[at] = state
                owner[at] = split
                at += np.uint64(state > _AGAIN)
    return np.int64(at)


@compiled_within
def _pass_hands(
    wave: Wave,
    cards: NDArray[np.uint8],
    live: NDArray[np.uint16],
    owner: NDArray[np.uint16],
    size: Number,
    fields: NDArray[np.int64],
) -> Number:
    """Deal a card to every hand of a split; return the number of those that go on."""
    at = _ZERO
    for place in range(size):
        here = np.uint64(place)
        state = np.uint64(live[here])
        state = np.uint64(wave.split_next[state * _WIDTH + np.uint64(cards[here])])
        split = owner[here]
        fields[np.uint64(split)] += wave.gains[state]
        live[at] = state
        owner[at] = split
        at += np.uint64(state > _AGAIN)
    return np.int64(at)


@compiled_within
def _pass_dealers(
    wave: Wave,
    cards: NDArray[np.uint8],
    live: NDArray[np.uint16],
    owner: NDArray[np.uint16],
    size: Number,
    ends: NDArray[np.uint16],
) -> Number:
    """Deal a card to every dealer against a split; return the number of those that go on."""
    at = _ZERO
    for place in range(size):
        here = np.uint64(place)
        state = np.uint64(live[here])
        state = np.uint64(wave.dealer_next[state * _WIDTH + np.uint64(cards[here])])
        split = owner[here]
        ends[np.uint64(split)] = state  # what a dealer ends with is written last
        live[at] = state
        owner[at] = split
        at += np.uint64(state >= _ENDS)
    return np.int64(at)
