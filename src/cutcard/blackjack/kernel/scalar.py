"""One round after the other, in the order of the table: slower than lanes, and their judge.

Arrays are made outside (see `compiled`): `room` for cards, `waiting` for the second cards of a
split's hands.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.pack import Layout, Pack, States
from cutcard.blackjack.kernel.random import Bits, below, fill_values, shuffle_part
from cutcard.blackjack.kernel.walk import Cards, Told, count_value, play_round
from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.compilation import Number, Switch, compiled
from cutcard.number_arrays import Integers

OutcomeCounts = NDArray[np.int64]
"""How often each outcome came, by value of the count."""

RESERVE: Final = 256
"""More cards than any round takes."""

USUAL: Final = 16
"""More cards than most rounds take."""

PILE: Final = 8192
"""Cards of an infinite shoe that are drawn at a time."""

EMPTY: Final = -1
"""Instead of a number of rounds: all cards were on the table and one more was asked for."""


@compiled
def _riffle(deck: Cards, spare: Cards, cut: Number) -> None:
    """Cut the deck at `cut` and riffle, the right half first."""
    shorter = min(cut, 52 - cut)
    for place in range(shorter):
        spare[2 * place] = deck[cut + place]
        spare[2 * place + 1] = deck[place]
    for place in range(shorter, 52 - cut):
        spare[shorter + place] = deck[cut + place]
    for place in range(shorter, cut):
        spare[shorter + place] = deck[place]
    for place in range(52):
        deck[place] = spare[place]


@compiled
def play_cards(
    states: States,
    numbers: Integers,
    layout: Layout,
    cards: Cards,
    size: Number,
    rounds: Number,
    counts: OutcomeCounts,
    waiting: Cards,
) -> tuple[Number, Number]:
    """Play up to `rounds` rounds from the cards as they lie; return how many, and the cards used.

    It ends before a round that the cards might not suffice for. Nothing is counted: these are more
    cards than the tables of a count know.
    """
    at = played = 0
    while played < rounds and at + RESERVE <= size:
        outcome, at, _ = play_round(
            states, numbers, layout, cards, at, size, layout.initial, waiting, None, None
        )
        counts[0, np.uint64(outcome)] += 1
        played += 1
    return played, at


@compiled
def tell_cards(
    states: States,
    numbers: Integers,
    layout: Layout,
    cards: Cards,
    size: Number,
    rounds: Number,
    waiting: Cards,
    told: Told,
    ends: NDArray[np.int64],
    outcomes: NDArray[np.int64],
) -> Number:
    """Play as `play_cards` does, and tell of each card where it went; return the rounds played.

    Each round is told by where it ends among the cards, and by its outcome.
    """
    at = played = 0
    while played < rounds and at + RESERVE <= size:
        outcomes[played], at, _ = play_round(
            states, numbers, layout, cards, at, size, layout.initial, waiting, None, told
        )
        ends[played] = at
        played += 1
    return played


@compiled
def play_piles(
    states: States,
    numbers: Integers,
    layout: Layout,
    random: Bits,
    room: Cards,
    rounds: Number,
    counts: OutcomeCounts,
    waiting: Cards,
) -> None:
    """Play `rounds` rounds of an infinite shoe, whose cards are drawn a pile at a time."""
    at = PILE
    while rounds:
        left = PILE - at
        for place in range(left):
            room[place] = room[at + place]
        fill_values(random, room, left, PILE)
        played, at = play_cards(states, numbers, layout, room, PILE, rounds, counts, waiting)
        rounds -= played


@compiled
def play_shoes(
    states: States,
    numbers: Integers,
    layout: Layout,
    random: Bits,
    room: Cards,
    size: Number,
    reshuffle_below: Number,
    rounds: Number,
    at: Number,
    running: Number,
    shuffled: Number,
    ahead: Number,
    once: Number,
    counts: OutcomeCounts,
    waiting: Cards,
    indexed: Switch,
) -> Number:
    """Play `rounds` rounds from the `size` cards in the room; return the number played.

    It begins at `at` in a shoe whose first cards are shuffled, and shuffles when it is time to,
    `ahead` cards at a time; if `once` is asked for, it ends then.
    """
    played = 0
    while played < rounds:
        if size - at < reshuffle_below or at >= size:
            if once and played:
                return played
            at = shuffled = 0
            running = layout.initial
        value = count_value(numbers, layout, running, size - at)
        end = size
        while True:
            if shuffled < min(at + USUAL, end):
                stop = min(shuffled + ahead, end)
                shuffle_part(random, room, shuffled, stop, end)
                shuffled = stop
            outcome, after, now = play_round(
                states, numbers, layout, room, at, size, running, waiting, indexed, None
            )
            if after <= shuffled:
                break
            if shuffled == size == end:
                # The shoe has run dry: the discards are shuffled and dealt on.
                end += at
                for place in range(at):
                    room[size + place] = room[place]
            if shuffled == end:
                return EMPTY
            stop = min(shuffled + ahead, end)
            shuffle_part(random, room, shuffled, stop, end)
            shuffled = stop
        counts[value, np.uint64(outcome)] += 1
        played += 1
        if after > size:
            # What is left of the discards is the shoe now, and only this round is out of it.
            for place in range(size):
                room[place] = room[place + at]
            after -= at
            shuffled -= at
            now -= running - layout.initial
        at, running = after, now
    return played


@compiled
def play_riffled(
    states: States,
    numbers: Integers,
    layout: Layout,
    random: Bits,
    deck: Cards,
    spare: Cards,
    reshuffle_below: Number,
    rounds: Number,
    counts: OutcomeCounts,
    waiting: Cards,
    indexed: Switch,
) -> None:
    """Play `rounds` rounds from one deck, riffled seven times at random cuts when it runs low."""
    at = 52
    running = 0
    for _ in range(rounds):
        if 52 - at < reshuffle_below:
            for _ in range(7):
                _riffle(deck, spare, 13 + below(random, 27))
            at = 0
            running = layout.initial
        value = count_value(numbers, layout, running, 52 - at)
        outcome, at, running = play_round(
            states, numbers, layout, deck, at, 52, running, waiting, indexed, None
        )
        counts[value, np.uint64(outcome)] += 1


def play_alone(
    pack: Pack, random: Bits, rules: Rules, rounds: int, counts: OutcomeCounts, indexed: Switch
) -> int:
    """Play `rounds` rounds, one after the other; return their number, or EMPTY."""
    waiting = np.empty(8, np.uint8)
    if rules.decks == "infinite":
        assert indexed is None  # what was dealt says nothing of what comes
        pile = np.empty(PILE + 16, np.uint8)
        nothing_counted = counts[MOST_COUNT:]
        play_piles(*pack, random, pile, rounds, nothing_counted, waiting)
        return rounds
    if rules.shuffle is Shuffle.RIFFLE:
        # A new deck, suit by suit: two, three, … king, ace.
        deck = np.tile(np.array([*range(1, 10), 9, 9, 9, 0], np.uint8), 4)
        deck = np.concatenate([deck, np.zeros(RESERVE, np.uint8)])
        spare = np.empty(52, np.uint8)
        play_riffled(
            *pack, random, deck, spare, rules.reshuffle_below, rounds, counts, waiting, indexed
        )
        return rounds
    return play_decks(
        pack,
        random,
        decks=rules.decks,
        reshuffle_below=rules.reshuffle_below,
        rounds=rounds,
        counts=counts,
        indexed=indexed,
    )


def play_decks(
    pack: Pack,
    random: Bits,
    *,
    decks: int,
    reshuffle_below: int,
    rounds: int,
    counts: OutcomeCounts,
    indexed: Switch,
) -> int:
    """Play `rounds` rounds of whole decks, every order equally likely; as `play_alone` does."""
    size = 52 * decks
    room = np.zeros(2 * size + RESERVE, np.uint8)
    room[:size] = np.repeat(np.minimum(np.arange(13), 9), 4 * decks)
    played = play_shoes(
        *pack,
        random,
        room,
        size,
        reshuffle_below,
        rounds,
        size,
        0,
        0,
        size - reshuffle_below + USUAL,  # the cards behind the cut card are seldom needed
        False,
        counts,
        np.empty(8, np.uint8),
        indexed,
    )
    return int(played)
