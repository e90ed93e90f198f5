"""Finite shoes: many of them side by side, a card at a time for all of them.

Each lane is a shoe, and knows only how many cards of each value are left in it: drawing by them
gives the values of a shuffled shoe in exactly their law. A lane takes its cards in the order of
the table, so that it plays what `round.play_round` plays from the same cards. Lanes are walked
as in `wavefront.py`, without branches that depend on a card; splits, which are few, one by one.
All lanes play their shoes to the end, for rounds early in a shoe are other rounds than late ones;
what is left over then is played as in `scalar.py`.

All that is known of a lane stands in one word, from the lowest bit on:

    state 16 | lane 8 | cards taken 10 | insurance 2 | second card 4 | value of the count 8
    | running count 16

so that lane and cards taken together are the place of its next card.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.pack import Layout, Numbers, Pack, States
from cutcard.blackjack.kernel.random import U16, WORD, Words, words
from cutcard.blackjack.kernel.round import SURRENDERED, Cards, Indexed, count_value, play_split
from cutcard.blackjack.kernel.scalar import EMPTY, RESERVE, Counts, play_decks, play_shoes
from cutcard.blackjack.kernel.vectors import LANES as GROUP
from cutcard.blackjack.kernel.vectors import deal_rows
from cutcard.blackjack.outcomes import INSURED
from cutcard.blackjack.tables import OPEN, WIDTH
from cutcard.compiled import Number, compiled

LeftOver = Any
"""Counts of the cards left, in bytes or in words."""

LANES: Final = 256
GROUPS: Final = LANES // GROUP

AHEAD: Final = 16
"""Rows of cards that are dealt before a round begins, and again whenever they run out."""

# Where the parts of a lane's word begin.
_TAKEN: Final = np.uint64(24)
_INSURED: Final = np.uint64(34)
_SECOND: Final = np.uint64(36)
_VALUE: Final = np.uint64(40)
_RUNNING: Final = np.uint64(48)

_PLACE: Final = np.uint64(0x3FFFF)
"""Lane and cards taken, moved to the lowest bits."""

_LANE: Final = np.uint64(0xFF)
_KEPT: Final = np.uint64(0xFFFF0003FFFF0000)
"""What a lane keeps from round to round: running count, cards taken, lane."""

_SIDES: Final = np.uint64(0x0000FFFC00FF0000)
"""What a split leaves as it is: value of the count, second card, insurance, lane."""

_IDLE: Final = np.uint64(15)
"""An outcome that no round has: of lanes before their first round."""

_INSURANCE: Final = np.uint64(INSURED)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_THREE: Final = np.uint64(3)
_NINE: Final = np.uint64(9)
_TEN: Final = np.uint64(10)
_HUNDRED: Final = np.uint64(100)
_DEALS: Final = np.uint64(10_000)
_WIDTH: Final = np.uint64(WIDTH)
_CARD: Final = np.uint64(0x0F)
_BITS_OF_TAKEN: Final = np.uint64(0x3FF)


def play_lanes(
    pack: Pack,
    seed: int,
    path: tuple[int | str, ...],
    *,
    decks: int,
    reshuffle_below: int,
    rounds: int,
    counts: Counts,
    indexed: Indexed,
) -> int:
    """Play so many rounds and count their outcomes; give their number, or EMPTY."""
    size = 52 * decks
    streams = np.array(
        [[words(seed, *path, group, at) for at in range(4)] for group in range(GROUPS)]
    )
    tags = pack.numbers[int(pack.layout.tags) :][:10].astype(np.uint64) << _RUNNING
    both = (tags[:, None] + tags).ravel()
    turned = np.full((10, 10), pack.layout.source == OPEN)
    turned[[0, 9], [9, 0]] |= pack.layout.peeks
    shown = (tags[:, None] + tags * turned).ravel()
    cards = np.zeros((size + RESERVE, LANES), np.uint8)
    least = 4 * decks * np.arange(1, 10)
    # Bytes are twice as fast as words, and suffice for seven decks.
    counts_left = (least - 128).astype(np.int8) if least[-1] < 256 else least.astype(np.int16)
    full = np.tile(counts_left[None, :, None], (GROUPS, 1, GROUP))
    alone = words(seed, *path, "alone")
    played = int(
        _play(
            *pack,
            indexed,
            # Generators stand side by side, so that four of them fill a vector.
            np.ascontiguousarray(streams.transpose(0, 2, 1)),
            alone,
            tags,
            both,
            shown,
            full,
            full.copy(),
            cards,
            cards.ravel(),
            size,
            reshuffle_below,
            most_rounds(pack.layout, size, reshuffle_below),
            rounds,
            counts,
            np.empty(LANES + 1, np.uint64),
            np.empty(LANES + 1, np.uint64),
            np.empty(LANES + 1, np.uint64),
            np.empty(LANES + 1, np.uint64),
            np.empty(LANES + 1, np.uint64),
            np.empty(2 * size + RESERVE, np.uint8),
            np.empty(8, np.uint8),
        )
    )
    counts[:, int(_IDLE)] = 0
    if not 0 <= played < rounds:
        return played
    more = play_decks(
        pack,
        alone,
        decks=decks,
        reshuffle_below=reshuffle_below,
        rounds=rounds - played,
        counts=counts,
        indexed=indexed,
    )
    return played + more if more >= 0 else EMPTY


def most_rounds(layout: Layout, size: int, reshuffle_below: int) -> int:
    """The most rounds that all lanes can play from one shoe each, if none runs dry."""
    return LANES * ((size - max(reshuffle_below, 1)) // layout.dealt + 1)


@compiled
def _play(
    states: States,
    numbers: Numbers,
    layout: Layout,
    indexed: Indexed,
    streams: NDArray[np.uint64],
    alone: Words,
    tags: Words,
    both: Words,
    shown: Words,
    full: LeftOver,
    left: LeftOver,
    cards: Cards,
    flat: Cards,
    size: Number,
    reshuffle_below: Number,
    most: Number,
    rounds: Number,
    counts: Counts,
    done: Words,
    ended: Words,
    live: Words,
    exits: Words,
    began: Words,
    shoe: Cards,
    waiting: Cards,
) -> Number:
    """Play all lanes, shoe after shoe, while so many rounds leave room for whole shoes."""
    fresh = np.uint64(layout.initial) << _RUNNING | _IDLE
    begun = 0
    while rounds - begun >= most:
        # A new shoe in every lane.
        _copy(full, left)
        for lane in range(LANES):
            done[lane] = np.uint64(lane) << U16 | fresh
        lanes = LANES
        dealt = top = 0
        while lanes:
            if dealt < min(top + AHEAD, size):
                dealt = _deal(streams, left, cards, dealt, size)
            playing, ending, leaving, begun = _begin(
                states,
                numbers,
                layout,
                indexed,
                alone,
                tags,
                both,
                shown,
                cards,
                flat,
                size,
                reshuffle_below,
                rounds,
                begun,
                counts,
                done,
                lanes,
                live,
                ended,
                exits,
                began,
                shoe,
                waiting,
            )
            if begun < 0:
                return EMPTY
            top += layout.dealt
            while playing:
                if top >= dealt and dealt < size:
                    dealt = _deal(streams, left, cards, dealt, size)
                top += 1
                playing, ending = _pass(
                    states,
                    numbers,
                    layout,
                    indexed,
                    tags,
                    flat,
                    size,
                    live,
                    playing,
                    ended,
                    ending,
                )
            at = 0
            while at < leaving:
                at, ending, top = _play_splits(
                    states,
                    numbers,
                    layout,
                    indexed,
                    cards,
                    size,
                    dealt,
                    exits,
                    at,
                    leaving,
                    ended,
                    ending,
                    top,
                    waiting,
                )
                if at < leaving:
                    dealt = _deal(streams, left, cards, dealt, size)
            done, ended = ended, done
            lanes = ending
    return begun


@compiled
def _begin(
    states: States,
    numbers: Numbers,
    layout: Layout,
    indexed: Indexed,
    alone: Words,
    tags: Words,
    both: Words,
    shown: Words,
    cards: Cards,
    flat: Cards,
    size: Number,
    reshuffle_below: Number,
    rounds: Number,
    begun: Number,
    counts: Counts,
    done: Words,
    lanes: Number,
    live: Words,
    ended: Words,
    exits: Words,
    began: Words,
    shoe: Cards,
    waiting: Cards,
) -> tuple[Number, Number, Number, Number]:
    """Settle the rounds that are done, and deal the first cards of the next.

    Gives the number of rounds that go on, that have ended, that split, and all that have begun.
    """
    one_at, other_at = np.uint64(layout.one * LANES), np.uint64(layout.other * LANES)
    up_at, second_at = np.uint64(layout.up * LANES), np.uint64(layout.second * LANES)
    kinds = layout.first_turn - layout.first_exit
    taken = np.uint64(layout.dealt) << _TAKEN
    playing = ending = leaving = _ZERO
    for at in range(lanes):
        word = done[np.uint64(at)]
        rest = size - np.int64(word >> _TAKEN & _BITS_OF_TAKEN)
        if rest < 0:
            before = began[word >> U16 & _LANE]
            begun += _play_alone(
                states,
                numbers,
                layout,
                indexed,
                alone,
                cards,
                before,
                size,
                reshuffle_below,
                rounds - begun + 1,
                counts,
                shoe,
                waiting,
            )
            continue
        outcome = (word & WORD) + _INSURANCE * (word >> _INSURED & _THREE)
        counts[word >> _VALUE & _LANE, outcome] += 1
        if rest < reshuffle_below or rest == 0 or begun >= rounds:
            continue
        begun += 1
        word &= _KEPT
        began[word >> U16 & _LANE] = word
        place = word >> U16 & _PLACE
        one = np.uint64(flat[place + one_at])
        other = np.uint64(flat[place + other_at])
        up = np.uint64(flat[place + up_at])
        second = np.uint64(flat[place + second_at])
        value = count_value(numbers, layout, np.int64(word) >> 48, rest)
        hands, dealers = _TEN * one + other, _TEN * up + second
        deal = layout.deal + _HUNDRED * hands + dealers
        word += both[hands] + taken
        if indexed is not None:
            seen = np.int64(word + tags[up])
            if layout.source == OPEN:
                seen = np.int64(word + shown[dealers])
            now = count_value(numbers, layout, seen >> 48, rest - layout.dealt)
            deal += _DEALS * np.uint64(numbers[layout.layers + now])
            surrendered = layout.early and states[deal] == SURRENDERED
            if up == _ZERO and numbers[layout.insures + now] and not surrendered:
                word |= (_TWO if second == _NINE else _ONE) << _INSURED
        state = np.uint64(states[deal])
        word = (word + shown[dealers]) | state | second << _SECOND | value << _VALUE
        live[playing] = word
        playing += np.uint64(state >= layout.first_turn)
        ended[ending] = word
        ending += np.uint64(state < layout.first_exit)
        exits[leaving] = word
        leaving += np.uint64(state - layout.first_exit < kinds)
    return np.int64(playing), np.int64(ending), np.int64(leaving), begun


@compiled
def _pass(
    states: States,
    numbers: Numbers,
    layout: Layout,
    indexed: Indexed,
    tags: Words,
    flat: Cards,
    size: Number,
    live: Words,
    playing: Number,
    ended: Words,
    ending: Number,
) -> tuple[Number, Number]:
    """Give every round that plays a card; give the number of those that go on, and have ended."""
    still, over = _ZERO, np.uint64(ending)
    for at in range(playing):
        word = live[np.uint64(at)]
        state = word & WORD
        turns = np.uint64(state < layout.first_draw)
        card = np.uint64(flat[word >> U16 & _PLACE])
        card ^= (card ^ (word >> _SECOND & _CARD)) & (_ZERO - turns)
        word += tags[card] + ((_ONE - turns) << _TAKEN)
        row = layout.next + state * _WIDTH + card
        if indexed is not None:
            rest = size - np.int64(word >> _TAKEN & _BITS_OF_TAKEN)
            now = count_value(numbers, layout, np.int64(word) >> 48, rest)
            row += layout.layer * np.uint64(numbers[layout.layers + now])
        after = np.uint64(states[row])
        word += after - state
        live[still] = word
        ended[over] = word
        goes_on = np.uint64(after >= layout.first_turn)
        still += goes_on
        over += _ONE - goes_on
    return np.int64(still), np.int64(over)


@compiled
def _play_splits(
    states: States,
    numbers: Numbers,
    layout: Layout,
    indexed: Indexed,
    cards: Cards,
    size: Number,
    dealt: Number,
    exits: Words,
    at: Number,
    leaving: Number,
    ended: Words,
    ending: Number,
    top: Number,
    waiting: Cards,
) -> tuple[Number, Number, Number]:
    """Play splits one by one, as far as the cards dealt suffice."""
    while at < leaving:
        word = exits[np.uint64(at)]
        outcome, stop, running = play_split(
            states,
            numbers,
            layout,
            cards[:, word >> U16 & _LANE],
            np.int64(word >> _TAKEN & _BITS_OF_TAKEN),
            size,
            np.int64(word) >> 48,
            waiting,
            indexed,
            (word & WORD) - layout.first_exit,
            word >> _SECOND & _CARD,
        )
        if stop > dealt and dealt < size:
            break
        top = max(top, stop)
        word = word & _SIDES | np.uint64(outcome) | np.uint64(stop) << _TAKEN
        ended[np.uint64(ending)] = word | np.uint64(running) << _RUNNING
        ending += 1
        at += 1
    return at, ending, top


@compiled
def _play_alone(
    states: States,
    numbers: Numbers,
    layout: Layout,
    indexed: Indexed,
    random: Words,
    cards: NDArray[np.uint8],
    word: np.uint64,
    size: Number,
    reshuffle_below: Number,
    rounds: Number,
    counts: Counts,
    shoe: Cards,
    waiting: Cards,
) -> Number:
    """Play the round again in which a shoe ran dry, and the shoe to its end.

    Gives the rounds that this was more than the one, or less than any number if it fails.
    """
    for row in range(size):
        shoe[row] = cards[row, word >> U16 & _LANE]
    played = play_shoes(
        states,
        numbers,
        layout,
        random,
        shoe,
        size,
        reshuffle_below,
        rounds,
        np.int64(word >> _TAKEN & _BITS_OF_TAKEN),
        np.int64(word) >> 48,
        size,
        size,
        True,
        counts,
        waiting,
        indexed,
    )
    return played - 1 if played > 0 else -(2**62)


@compiled
def _deal(
    streams: NDArray[np.uint64],
    left: LeftOver,
    cards: NDArray[np.uint8],
    dealt: Number,
    size: Number,
) -> Number:
    """Deal further rows of cards to all lanes; give the number dealt in all."""
    rows = min(AHEAD, size - dealt)
    for group in range(GROUPS):
        deal_rows(streams, left, cards, group, dealt, rows, size)
    return dealt + rows


@compiled
def _copy(full: LeftOver, left: LeftOver) -> None:
    """Fill all lanes with whole decks."""
    for group in range(full.shape[0]):
        for value in range(full.shape[1]):
            for lane in range(full.shape[2]):
                left[group, value, lane] = full[group, value, lane]
