"""Finite shoes: many of them side by side, a card at a time for all of them.

Each lane is a shoe, and knows only how many cards of each value are left in it: drawing by them
gives the values of a shuffled shoe in exactly their law. A lane takes its cards in the order of
the table, so that it plays what `round.play_round` plays from the same cards. Lanes are walked
as in `wavefront.py`, without branches that depend on a card; splits, which are few, one by one.
All lanes play their shoes to the end, for rounds early in a shoe are other rounds than late ones;
what is left over then is played as in `scalar.py`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.lane import LANE, LANES, RUNNING, lane_of, tables_of, taken_of
from cutcard.blackjack.kernel.pack import Layout, Numbers, Pack, States
from cutcard.blackjack.kernel.random import Words, words
from cutcard.blackjack.kernel.round import Cards, Indexed
from cutcard.blackjack.kernel.scalar import EMPTY, RESERVE, Counts, play_decks
from cutcard.blackjack.kernel.steps import begin_rounds, pass_cards, play_dry, play_splits
from cutcard.blackjack.kernel.vectors import LANES as GROUP
from cutcard.blackjack.kernel.vectors import deal_rows
from cutcard.compiled import Number, compiled

LeftOver = Any
"""Counts of the cards left, in bytes or in words."""

GROUPS: Final = LANES // GROUP

AHEAD: Final = 16
"""Rows of cards that are dealt at a time."""

_APART: Final = LANES + 72
"""Words from one list to the next. Were they a multiple of 4096 bytes apart, a processor would
take what is written to one for what is read from another, and wait for it."""

_IDLE: Final = 15
"""An outcome that no round has: of lanes before their first round."""


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
    cards = np.zeros((size + RESERVE, LANES), np.uint8)
    least = 4 * decks * np.arange(1, 10)
    # Bytes are twice as fast as words, and suffice for seven decks.
    counts_left = (least - 128).astype(np.int8) if least[-1] < 256 else least.astype(np.int16)
    full = np.tile(counts_left[None, :, None], (GROUPS, 1, GROUP))
    alone = words(seed, *path, "alone")
    tables = tables_of(pack, decks)
    played = int(
        _play(
            *pack,
            indexed,
            tables.tags,
            tables.hands,
            tables.dealers,
            tables.deals,
            tables.values,
            tables.charts,
            tables.width,
            tables.zero,
            # Generators stand side by side, so that four of them fill a vector.
            np.ascontiguousarray(streams.transpose(0, 2, 1)),
            alone,
            full,
            full.copy(),
            cards,
            cards.ravel(),
            size,
            reshuffle_below,
            most_cards(decks, pack.layout.max_hands),
            most_rounds(pack.layout, size, reshuffle_below),
            rounds,
            counts,
            np.empty((5, _APART), np.uint64),
            np.empty(2 * size + RESERVE, np.uint8),
            np.empty(8, np.uint8),
        )
    )
    counts[:, _IDLE] = 0
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


def most_cards(decks: int, max_hands: int) -> int:
    """No round takes more cards than this: those of fewest points, for hands of at most 30."""
    points = 30 * (max_hands + 1)
    cards = 0
    for value in range(1, 11):
        many = min(4 * decks, points // value)
        cards += many
        points -= many * value
    return cards


@compiled
def _play(
    states: States,
    numbers: Numbers,
    layout: Layout,
    indexed: Indexed,
    tags: Words,
    hands: Words,
    dealers: Words,
    deals: States,
    values: Cards,
    charts: Cards,
    width: np.uint64,
    zero: Number,
    streams: NDArray[np.uint64],
    alone: Words,
    full: LeftOver,
    left: LeftOver,
    cards: Cards,
    flat: Cards,
    size: Number,
    reshuffle_below: Number,
    most_cards: Number,
    most: Number,
    rounds: Number,
    counts: Counts,
    lists: Words,
    shoe: Cards,
    waiting: Cards,
) -> Number:
    """Play all lanes, shoe after shoe, while so many rounds leave room for whole shoes."""
    done, ended, live, exits, began = lists[0], lists[1], lists[2], lists[3], lists[4]
    fresh = np.uint64(layout.initial - zero) << RUNNING | np.uint64(_IDLE)
    begun = 0
    while rounds - begun >= most:
        # A new shoe in every lane.
        _fill(full, left)
        for lane in range(LANES):
            done[lane] = np.uint64(lane) << LANE | fresh
        lanes = LANES
        dealt = 0
        while lanes:
            top = _most_taken(done, lanes) + layout.dealt
            dealt = _deal(streams, left, cards, dealt, size, top)
            playing = ending = splits = at = 0
            while at < lanes:
                # As many lanes as may begin a round; none is begun beyond those asked for.
                stop = min(lanes, at + rounds - begun)
                last = size - max(reshuffle_below, 1)
                if stop == at:
                    stop, last = lanes, -1
                before = playing + ending + splits
                at, playing, ending, splits = begin_rounds(
                    layout,
                    indexed,
                    tags,
                    hands,
                    dealers,
                    deals,
                    values,
                    charts,
                    width,
                    flat,
                    size,
                    last,
                    size - most_cards,
                    counts,
                    done,
                    at,
                    stop,
                    live,
                    playing,
                    ended,
                    ending,
                    exits,
                    splits,
                    began,
                )
                begun += playing + ending + splits - before
                if at < stop:
                    begun += play_dry(
                        states,
                        numbers,
                        layout,
                        indexed,
                        alone,
                        cards,
                        began[lane_of(done[at])],
                        zero,
                        size,
                        reshuffle_below,
                        rounds - begun + 1,
                        counts,
                        shoe,
                        waiting,
                    )
                    if begun < 0:
                        return EMPTY
                    at += 1
            reach = top
            while playing:
                reach += 1
                dealt = _deal(streams, left, cards, dealt, size, reach)
                playing, ending = pass_cards(
                    states,
                    layout,
                    indexed,
                    tags,
                    charts,
                    width,
                    flat,
                    live,
                    playing,
                    ended,
                    ending,
                )
            at = 0
            while at < splits:
                at, ending = play_splits(
                    states,
                    numbers,
                    layout,
                    indexed,
                    cards,
                    zero,
                    size,
                    dealt,
                    exits,
                    at,
                    splits,
                    ended,
                    ending,
                    waiting,
                )
                if at < splits:
                    dealt = _deal(streams, left, cards, dealt, size, dealt + 1)
            done, ended = ended, done
            lanes = ending
    return begun


@compiled
def _most_taken(done: Words, lanes: Number) -> Number:
    """The most cards that a lane has taken."""
    most = np.uint64(0)
    for at in range(lanes):
        most = max(most, taken_of(done[np.uint64(at)]))
    return np.int64(most)


@compiled
def _fill(full: LeftOver, left: LeftOver) -> None:
    """Fill all lanes with whole decks."""
    for group in range(full.shape[0]):
        for value in range(full.shape[1]):
            for lane in range(full.shape[2]):
                left[group, value, lane] = full[group, value, lane]


@compiled
def _deal(
    streams: NDArray[np.uint64],
    left: LeftOver,
    cards: NDArray[np.uint8],
    dealt: Number,
    size: Number,
    needed: Number,
) -> Number:
    """Deal rows of cards to all lanes until there are so many; give the number dealt in all."""
    while dealt < min(needed, size):
        rows = min(AHEAD, size - dealt)
        for group in range(GROUPS):
            deal_rows(streams, left, cards, group, dealt, rows, size)
        dealt += rows
    return dealt
