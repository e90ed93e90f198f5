"""Rounds of several seats, one after the other, booked by the count at the bet."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.random import Bits, fill_values, shuffle_part
from cutcard.blackjack.kernel.scalar import EMPTY, PILE, RESERVE, USUAL
from cutcard.blackjack.kernel.walk import Cards, count_value
from cutcard.blackjack.kernel.whole_table import HANDS, MARKS, Held, play_table
from cutcard.blackjack.kernel.whole_table_moves import (
    Numbers,
    TableLayout,
    Tables,
    WholeTable,
    most_results,
)
from cutcard.blackjack.round import MAX_SEATS
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.compilation import Number, compiled

MOST_CARDS: Final = RESERVE * MAX_SEATS
"""More cards than any round takes."""


class Book(NamedTuple):
    """What came of the rounds of a block."""

    results: NDArray[np.int64]
    """How often each result came, in units, at the places that a layout's rows tell."""
    happened: NDArray[np.int64]
    """How often each set of happenings came."""
    watched: NDArray[np.int64]
    """Rounds that were watched, by value of the count."""
    shoes: NDArray[np.int64]
    """How many shoes were begun."""


def new_book(rules: Rules, ramp: Ramp) -> Book:
    """A book without entries."""
    return Book(
        np.zeros(most_results(rules, ramp), np.int64),
        np.zeros(MARKS, np.int64),
        np.zeros(2 * MOST_COUNT + 1, np.int64),
        np.zeros(1, np.int64),
    )


@compiled
def play_table_shoes(
    tables: Tables,
    numbers: Numbers,
    layout: TableLayout,
    random: Bits,
    room: Cards,
    size: Number,
    reshuffle_below: Number,
    rounds: Number,
    ahead: Number,
    book: Book,
    held: Held,
) -> Number:
    """Play `rounds` rounds from the `size` cards in the room; return the number played, or EMPTY.

    Shoes are shuffled `ahead` cards at a time, and discards taken up, as `play_shoes` does it.
    """
    usual = USUAL * (layout.others + 1)
    at = size
    shuffled = 0
    running = layout.initial
    seated: Number = False
    for _ in range(rounds):
        if size - at < reshuffle_below or at >= size:
            at = shuffled = 0
            running = layout.initial
            book.shoes[0] += 1
        value = count_value(numbers, layout, running, size - at)
        spots = numbers[layout.spots + value]
        seated = spots > 0 and (seated or np.int64(value) >= layout.sit)
        if not seated:
            spots = 0
        end = size
        while True:
            if shuffled < min(at + usual, end):
                stop = min(shuffled + ahead, end)
                shuffle_part(random, room, shuffled, stop, end)
                shuffled = stop
            bet = numbers[layout.bets + value]
            net, happened, after, now = play_table(
                tables, numbers, layout, room, at, size, running, held, spots, bet
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
        if spots:
            book.results[numbers[layout.rows + value] + net] += 1
            book.happened[happened] += 1
        else:
            book.watched[value] += 1
        if after > size:
            # What is left of the discards is the shoe now, and only this round is out of it.
            for place in range(size):
                room[place] = room[place + at]
            after -= at
            shuffled -= at
            now -= running - layout.initial
        at, running = after, now
    return rounds


@compiled
def play_table_piles(
    tables: Tables,
    numbers: Numbers,
    layout: TableLayout,
    random: Bits,
    room: Cards,
    rounds: Number,
    book: Book,
    held: Held,
) -> None:
    """Play `rounds` rounds of an infinite shoe, whose cards are drawn a pile at a time."""
    at = PILE
    nothing = MOST_COUNT
    spots = numbers[layout.spots + np.uint64(nothing)]
    bet = numbers[layout.bets + np.uint64(nothing)]
    row = numbers[layout.rows + np.uint64(nothing)]
    for _ in range(rounds):
        if at + MOST_CARDS > PILE:
            left = PILE - at
            for place in range(left):
                room[place] = room[at + place]
            fill_values(random, room, left, PILE)
            at = 0
        net, happened, at, _ = play_table(tables, numbers, layout, room, at, 1, 0, held, spots, bet)
        book.results[row + net] += 1
        book.happened[happened] += 1


def play_whole_table(
    table: WholeTable, random: Bits, rules: Rules, rounds: int, book: Book, ahead: int | None = None
) -> int:
    """Play `rounds` rounds of a game and book them; return their number, or EMPTY.

    Shoes are shuffled as far as the cut card at once, unless `ahead` says how far.
    """
    held = np.zeros(HANDS * (1 + MAX_SEATS) + MAX_SEATS, np.int32)
    if rules.decks == "infinite":
        pile = np.empty(PILE + 16, np.uint8)
        play_table_piles(*table, random, pile, rounds, book, held)
        return rounds
    size = 52 * rules.decks
    room = np.zeros(2 * size + MOST_CARDS, np.uint8)
    room[:size] = np.repeat(np.minimum(np.arange(13), 9), 4 * rules.decks)
    usual = size - rules.reshuffle_below + USUAL  # the cards behind the cut card are seldom needed
    played = play_table_shoes(
        *table,
        random,
        room,
        size,
        rules.reshuffle_below,
        rounds,
        usual if ahead is None else ahead,
        book,
        held,
    )
    return int(played)
