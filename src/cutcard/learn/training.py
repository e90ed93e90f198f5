"""Training off the wire: the same engine, many rounds, batch after batch.

Within a batch everybody plays by the table as it stood before; what the batch has found is added
afterwards. So a batch can be shared among processes, and the result depends on rounds and seed
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import shoe_for
from cutcard.driver import play
from cutcard.lab.pool import Pool
from cutcard.learn.qtable import HIT, STAND, Cell, QTable, cell_of
from cutcard.streams import stream

BLOCK: Final = 2_500
"""Rounds in a block."""

LARGEST_BATCH: Final = 40
"""The most blocks in a batch; smaller ones are as large as all before them together.

A course ends with a whole batch, so that one resumed later is the same as one that never stopped.
"""

Found = dict[Cell, tuple[int, int]]
"""How often each cell was met, and the sum of its rewards."""


class Learner:
    """Plays by a table, but takes the first decision of a round at random.

    Rounds begin in every situation, so that each is met with both actions (exploring starts).
    """

    def __init__(self, table: QTable, random: Random) -> None:
        self._table = table
        self._random = random
        self.made: list[Cell] = []
        """The decisions of this round."""

    def act(self, view: View) -> Action:
        hand, up_card = view.hand, view.dealer.cards[0]
        if hand.total < 12:
            return Action.HIT
        if hand.total >= 21:
            return Action.STAND
        if self.made:
            hits = self._table.better_to_hit(hand, up_card)
        else:
            hits = self._random.random() < 0.5
        self.made.append(cell_of(hand, up_card, HIT if hits else STAND))
        return Action.HIT if hits else Action.STAND


class OriginalLearner:
    """Plays and learns as the original's player in training.

    Every decision from 13 to 20 points is taken at random, and the result of the round is a reward
    for each of its decisions: the hits below 12 and the stand on 12 are in the table, too.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self.made: list[Cell] = []
        """The decisions of this round."""

    def act(self, view: View) -> Action:
        hand, up_card = view.hand, view.dealer.cards[0]
        if hand.total >= 21:
            return Action.STAND
        hits = self._random.random() < 0.5 if hand.total > 12 else hand.total < 12
        self.made.append(cell_of(hand, up_card, HIT if hits else STAND))
        return Action.HIT if hits else Action.STAND


def play_block(rules: Rules, table: QTable, seed: int, block: int, original: bool = False) -> Found:
    """Play a block of rounds and return what they found."""
    found: Found = {}
    random = stream(seed, "explore", block)
    learner = OriginalLearner(random) if original else Learner(table, random)
    shoe = shoe_for(rules, stream(seed, "train", block))
    start = Round.start(rules)
    for _ in range(BLOCK):
        shoe.before_round()
        learner.made = []
        net = play(start, shoe, (learner,)).nets[0]
        reward = (net > 0) - (net < 0)
        for cell in learner.made:
            times, total = found.get(cell, (0, 0))
            found[cell] = times + 1, total + reward
    return found


def in_whole_batches(rounds: int) -> int:
    """The least number of rounds, from ``rounds`` on, that makes whole batches.

    >>> in_whole_batches(30_000), in_whole_batches(40_000), in_whole_batches(1_000_000)
    (40000, 40000, 1060000)
    """
    at = 0
    while at * BLOCK < rounds and at < LARGEST_BATCH:
        at = _batch(at).stop
    missing = max(0, rounds - at * BLOCK)
    largest = LARGEST_BATCH * BLOCK
    return at * BLOCK + -(-missing // largest) * largest


def _batch(at: int) -> range:
    """The blocks of the batch that begins with this block."""
    return range(at, at + max(1, min(at, LARGEST_BATCH)))


def train(
    rules: Rules,
    table: QTable,
    *,
    rounds: int,
    seed: int,
    done: int = 0,
    workers: int = 1,
    original: bool = False,
) -> Iterator[int]:
    """Train from ``done`` to at least ``rounds`` rounds; yield the rounds done after each batch."""
    at = done // BLOCK
    with Pool(workers) as pool:
        while at * BLOCK < rounds:
            batch = _batch(at)
            work = ((rules, table, seed, block, original) for block in batch)
            for found in list(pool.run(play_block, work)):
                for cell, (times, total) in found.items():
                    table.add(cell, times, total)
            at = batch.stop
            yield at * BLOCK
