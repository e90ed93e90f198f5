"""Simulation: a way of playing, played many times.

Work is cut into blocks of rounds, and block k draws from a stream of its own. So the result is
a function of rules, chart, seed and number of rounds, wherever and in whatever order the
blocks are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutcard.blackjack.chart import Chart
from cutcard.blackjack.players import ChartPlayer
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import shoe_for
from cutcard.lab.pool import run_blocks
from cutcard.lab.tally import Tally
from cutcard.streams import stream
from cutcard.table import play

BLOCK: Final = 1000
"""Rounds to a block; each block begins with a new shoe."""


def play_block(rules: Rules, chart: Chart, seed: int, block: int, rounds: int) -> Tally:
    """Play one block of rounds."""
    tally = Tally(rules.unit)
    shoe = shoe_for(rules, stream(seed, "simulate", block))
    seats = (ChartPlayer(chart),)
    start = Round.start(rules)
    for _ in range(rounds):
        shoe.before_round()
        tally.book(play(start, shoe, seats))
    return tally


def simulate(
    rules: Rules, chart: Chart, rounds: int, seed: int, workers: int = 1
) -> Iterator[Tally]:
    """Play so many rounds; give the tally of all so far after each block."""
    chart.check_fits(rules)
    blocks = (
        (rules, chart, seed, block, min(BLOCK, rounds - block * BLOCK))
        for block in range(-(-rounds // BLOCK))
    )
    whole = Tally(rules.unit)
    for tally in run_blocks(play_block, blocks, workers):
        whole.add(tally)
        yield whole
