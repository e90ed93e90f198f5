"""Finite shoes: many of them side by side, a card at a time for all of them.

Each lane is a shoe, and knows only how many cards of each value are left in it: drawing by them
gives the values of a shuffled shoe in exactly their law. A lane takes its cards in the order of
the table, so that it plays what `walk.play_round` plays from the same cards. Lanes are walked
as in `wavefront.py`, without branches that depend on a card; splits, which are few, wait until
they are some. All lanes play their shoes to the end, for rounds early in a shoe are other rounds
than late ones; what is left over then is played as in `scalar.py`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from cutcard.blackjack.kernel.lanes.rows import Rows, deal_until, fill, rows_of
from cutcard.blackjack.kernel.lanes.splits import TOGETHER, play_splits
from cutcard.blackjack.kernel.lanes.steps import begin_rounds, pass_cards, play_dry
from cutcard.blackjack.kernel.lanes.word import (
    LANE,
    LANES,
    RUNNING,
    LaneTables,
    Lists,
    taken_of,
)
from cutcard.blackjack.kernel.pack import Layout, Pack
from cutcard.blackjack.kernel.random import Bits, seeded
from cutcard.blackjack.kernel.scalar import EMPTY, RESERVE, OutcomeCounts, play_decks
from cutcard.compilation import Number, Switch, compiled, compiled_within

_APART: Final = LANES + 72
"""Bits from one list to the next. Were they a multiple of 4096 bytes apart, a processor would
take what is written to one for what is read from another, and wait for it."""

_IDLE: Final = 15
"""An outcome that no round has: of lanes before their first round."""


def play_lanes(
    pack: Pack,
    tables: LaneTables,
    seed: int,
    path: tuple[int | str, ...],
    *,
    decks: int,
    reshuffle_below: int,
    rounds: int,
    counts: OutcomeCounts,
    indexed: Switch,
) -> int:
    """Play `rounds` rounds and count their outcomes; return their number, or EMPTY."""
    rows = rows_of(decks, seed, path)
    lists = np.empty((8, _APART), np.uint64)
    stand = Lists(*lists[2:])
    most = most_rounds(pack.layout, rows.size, reshuffle_below)
    alone = seeded(seed, *path, "alone")
    played = 0
    while True:
        more, dry = _play(
            pack,
            indexed,
            tables,
            rows,
            stand,
            lists[0],
            lists[1],
            rows.size - max(reshuffle_below, 1),
            rows.size - most_dealt_in_round(decks, pack.layout.max_hands),
            most,
            rounds - played,
            counts,
        )
        played += int(more)
        if not dry:
            break
        more = play_dry(
            pack,
            indexed,
            alone,
            rows,
            stand,
            dry,
            tables.zero,
            reshuffle_below,
            rounds - played,
            counts,
            # Behind the shoe lie cards, not whatever was there: a round looks at them before it
            # is known to have run dry.
            np.zeros(2 * rows.size + RESERVE, np.uint8),
            np.empty(8, np.uint8),
        )
        if more < 0:
            return EMPTY
        played += int(more)
    counts[:, _IDLE] = 0
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


def most_dealt_in_round(decks: int, max_hands: int) -> int:
    """No round takes more cards than this: those of fewest points, for hands of at most 30."""
    points = 30 * (max_hands + 1)
    cards = 0
    for value in range(1, 11):
        many = min((16 if value == 10 else 4) * decks, points // value)
        cards += many
        points -= many * value
    return cards


@compiled
def _play(
    pack: Pack,
    indexed: Switch,
    tables: LaneTables,
    rows: Rows,
    lists: Lists,
    done: Bits,
    ended: Bits,
    last: Number,
    safe: Number,
    most: Number,
    rounds: Number,
    counts: OutcomeCounts,
) -> tuple[Number, Number]:
    """Play all lanes, shoe after shoe, while the rounds left have room for whole shoes.

    It stops after shoes of which some have run dry. Return the number of rounds begun, and of
    those among them that ran dry and are still to be played.
    """
    layout = pack.layout
    fresh = np.uint64(layout.initial - tables.zero) << RUNNING | np.uint64(_IDLE)
    early = min(last, safe) + layout.dealt
    begun = dry = np.int64(0)
    while rounds - begun >= most and not dry:
        # A new shoe in every lane.
        fill(rows)
        for lane in range(LANES):
            done[lane] = np.uint64(lane) << LANE | fresh
        lanes: Number = np.int64(LANES)
        dealt = splits = np.int64(0)
        while lanes:
            top = _most_taken(done, lanes) + layout.dealt
            dealt = deal_until(rows, dealt, top)
            rest: Any = (rows, last, safe, counts, done, lanes, lists, splits, dry, ended)
            if top <= early:
                playing, splits, dry, ending = begin_rounds(layout, indexed, None, tables, *rest)
            else:
                playing, splits, dry, ending = begin_rounds(layout, indexed, True, tables, *rest)
            begun += playing + ending
            reach = top
            while playing:
                reach += 1
                dealt = deal_until(rows, dealt, reach)
                playing, ending = pass_cards(
                    pack, indexed, tables, rows, lists.live, playing, ended, ending
                )
            if splits >= TOGETHER or not ending:
                dealt = play_splits(
                    pack, indexed, tables, rows, dealt, lists, splits, ended, ending
                )
                ending += splits
                splits = np.int64(0)
            done, ended = ended, done
            lanes = ending
    return begun, dry


@compiled_within
def _most_taken(done: Bits, lanes: Number) -> Number:
    """The most cards that a lane has taken."""
    most = np.uint64(0)
    for at in range(lanes):
        most = max(most, taken_of(done[np.uint64(at)]))
    return np.int64(most)
