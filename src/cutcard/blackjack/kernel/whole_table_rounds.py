"""Rounds of several seats, one after the other, booked by the count at the bet."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.random import LOW, U32, Bits, fill_values, shuffle_part
from cutcard.blackjack.kernel.scalar import EMPTY, PILE, RESERVE, USUAL
from cutcard.blackjack.kernel.walk import Cards, count_value
from cutcard.blackjack.kernel.whole_table import HANDS, MARKS, Held, judged, luck, play_table
from cutcard.blackjack.kernel.whole_table_moves import TableLayout, Tables, WholeTable, most_results
from cutcard.blackjack.round import MAX_SEATS
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.mistakes import PER_ROUND
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.compilation import Number, compiled, compiled_into, compiled_within
from cutcard.number_arrays import Integers

MOST_CARDS: Final = RESERVE * MAX_SEATS
"""More cards than any round takes."""

_U33: Final = np.uint64(33)
_ONE: Final = np.uint64(1)


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
    lost: NDArray[np.int64]
    """What mistakes have cost, in units: the sum, the sum of squares, and what would have been bet
    without them."""


def new_book(rules: Rules, ramp: Ramp) -> Book:
    """A book without entries."""
    return Book(
        np.zeros(most_results(rules, ramp), np.int64),
        np.zeros(MARKS, np.int64),
        np.zeros(2 * MOST_COUNT + 1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(3, np.int64),
    )


@compiled_into
def _book_loss(book: Book, loss: Number, staked: Number) -> None:
    """Book what a round's mistakes have cost, and what would have been bet without them."""
    book.lost[0] += loss
    book.lost[1] += loss * loss
    book.lost[2] += staked


@compiled_within
def play_rightly(
    tables: Tables,
    numbers: Integers,
    layout: TableLayout,
    cards: Cards,
    at: Number,
    end: Number,
    running: Number,
    held: Held,
    spots: Number,
    bet: Number,
) -> tuple[Number, Number]:
    """Play a round as `play_table` does, without mistakes; return the net and where it ends."""
    key = np.uint64(0)
    net, _, after, _ = play_table(
        tables, numbers, layout, cards, at, end, running, held, spots, bet, 0, key, -1
    )
    return net, after


@compiled_into
def _misjudged(
    numbers: Integers,
    layout: TableLayout,
    running: Number,
    left: Number,
    size: Number,
    bits: np.uint64,
) -> tuple[Number, Number]:
    """By how many cards those left are misjudged in a round, and the value that is bet by."""
    slip = layout.misjudged if bits >> _U33 & _ONE else -layout.misjudged
    value: Number = np.int64(count_value(numbers, layout, running, judged(left, slip, size)))
    if np.int64(bits & LOW) < layout.misbets:
        value += 1 if bits >> U32 & _ONE else -1
    return slip, np.uint64(min(max(value, 0), 2 * MOST_COUNT))


@compiled
def play_table_shoes(
    tables: Tables,
    numbers: Integers,
    layout: TableLayout,
    random: Bits,
    room: Cards,
    size: Number,
    reshuffle_below: Number,
    rounds: Number,
    ahead: Number,
    key: np.uint64,
    book: Book,
    held: Held,
) -> Number:
    """Play `rounds` rounds from the `size` cards in the room; return the number played, or EMPTY.

    Shoes are shuffled `ahead` cards at a time, and discards taken up, as `play_shoes` does it. A
    player who makes mistakes, by this key, plays each round twice from the same cards, and the
    shoe goes on where the round with mistakes ends.
    """
    usual = USUAL * (layout.others + 1)
    at = size
    shuffled = 0
    running = layout.initial
    seated: Number = False
    rightly_seated: Number = False
    for played in range(rounds):
        if size - at < reshuffle_below or at >= size:
            at = shuffled = 0
            running = layout.initial
            book.shoes[0] += 1
        value = count_value(numbers, layout, running, size - at)
        slip = np.int64(0)
        number = np.int64(-1)
        right_spots = np.int64(0)
        right_bet = np.int64(0)
        if layout.errs:
            right_spots = numbers[layout.spots + value]
            rightly_seated = right_spots > 0 and (rightly_seated or np.int64(value) >= layout.sit)
            right_spots = right_spots if rightly_seated else np.int64(0)
            right_bet = numbers[layout.bets + value]
            number = np.int64(PER_ROUND) * played
            slip, value = _misjudged(numbers, layout, running, size - at, size, luck(key, number))
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
            right, far = np.int64(0), np.int64(0)
            if layout.errs:
                right, far = play_rightly(
                    tables, numbers, layout, room, at, size, running, held, right_spots, right_bet
                )
            net, happened, after, now = play_table(
                tables,
                numbers,
                layout,
                room,
                at,
                size,
                running,
                held,
                spots,
                bet,
                slip,
                key,
                number,
            )
            if max(after, far) <= shuffled:
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
        if layout.errs:
            staked = right_spots * np.int64(tables[layout.stakes + right_bet])
            _book_loss(book, right - net, staked)
        if after > size:
            # What is left of the discards is the shoe now, and only this round is out of it.
            for place in range(size):
                room[place] = room[place + at]
            after -= at
            shuffled -= at
            now -= running - layout.initial
        elif shuffled > size:
            shuffled = size  # only without mistakes would the discards have been dealt
        at, running = after, now
    return rounds


@compiled
def play_table_piles(
    tables: Tables,
    numbers: Integers,
    layout: TableLayout,
    random: Bits,
    room: Cards,
    rounds: Number,
    key: np.uint64,
    book: Book,
    held: Held,
) -> None:
    """Play `rounds` rounds of an infinite shoe, whose cards are drawn a pile at a time."""
    at = PILE
    nothing = MOST_COUNT
    spots = numbers[layout.spots + np.uint64(nothing)]
    bet = numbers[layout.bets + np.uint64(nothing)]
    row = numbers[layout.rows + np.uint64(nothing)]
    for played in range(rounds):
        if at + MOST_CARDS > PILE:
            left = PILE - at
            for place in range(left):
                room[place] = room[at + place]
            fill_values(random, room, left, PILE)
            at = 0
        number = np.int64(PER_ROUND) * played if layout.errs else np.int64(-1)
        right = np.int64(0)
        if layout.errs:
            right, _ = play_rightly(tables, numbers, layout, room, at, 1, 0, held, spots, bet)
        net, happened, at, _ = play_table(
            tables, numbers, layout, room, at, 1, 0, held, spots, bet, 0, key, number
        )
        book.results[row + net] += 1
        book.happened[happened] += 1
        if layout.errs:
            _book_loss(book, right - net, spots * np.int64(tables[layout.stakes + bet]))


def play_whole_table(
    table: WholeTable,
    random: Bits,
    rules: Rules,
    rounds: int,
    book: Book,
    *,
    key: int = 0,
    ahead: int | None = None,
) -> int:
    """Play `rounds` rounds of a game and book them; return their number, or EMPTY.

    Mistakes are decided by the key. Shoes are shuffled as far as the cut card at once, unless
    `ahead` says how far.
    """
    held = np.zeros(HANDS * (1 + MAX_SEATS) + MAX_SEATS, np.int32)
    if rules.decks == "infinite":
        pile = np.empty(PILE + 16, np.uint8)
        play_table_piles(*table, random, pile, rounds, np.uint64(key), book, held)
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
        np.uint64(key),
        book,
        held,
    )
    return int(played)
