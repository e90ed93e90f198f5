"""The reference simulators, as plain functions: compiled on first use, timed by this thread's CPU.

They share nothing with the package but the chart, which they get as a table of actions.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.chart import BOTH_CARDS, UP_CARD, Chart
from cutcard.cards import RANKS

SOURCES: Final = Path(__file__).parent / "reference"
FLAGS: Final = ("-O3", "-march=native", "-std=gnu11", "-shared", "-fPIC")

NETS: Final = tuple(range(-16, 17))
"""What a round can gain, in half bets."""

COUNTS: Final = tuple(range(-20, 21))
"""The true counts that are told apart; those beyond are counted as the outermost."""

RAMP: Final = tuple(min(max(count, 1), 8) for count in COUNTS)
"""A bet for each true count: the count itself, from 1 to 8."""

SPLIT_HAND: Final = (Action.STAND, Action.HIT, Action.DOUBLE)
SITUATIONS: Final = (
    (*SPLIT_HAND, Action.SPLIT, Action.SURRENDER),
    (*SPLIT_HAND, Action.SPLIT),
    SPLIT_HAND,
    (Action.STAND, Action.HIT),
)
"""What is legal with the first two cards, with a split hand that may be split again, with one
that may not, and with three cards or more."""

CODES: Final = dict(zip(SITUATIONS[0], range(5), strict=True))
SOFT, PAIR, STATES = 32, 53, 64
"""Hands as numbers; reference/hands.h says which."""


@dataclass(frozen=True)
class EasyRun:
    """Rounds of Easy Blackjack that a reference has played."""

    rounds: int
    seconds: float
    """CPU time of this thread."""
    histogram: tuple[int, ...]
    """Rounds by what they gained, for each of NETS."""
    net: int
    """The gain in half bets."""
    squares: int
    """The sum of the squared gains of the rounds, in half bets each."""
    cards: int | None
    """Cards dealt, if they were counted."""


@dataclass(frozen=True)
class ShoeRun:
    """Rounds of the six-deck game that a reference has played."""

    rounds: int
    seconds: float
    """CPU time of this thread."""
    histograms: dict[int, tuple[int, ...]]
    """By true count, rounds by what they gained in half bets, for each of NETS; without a ramp
    nothing is counted, and all rounds stand at 0."""
    net: int
    """The gain in half units."""
    initial: int
    """Units bet at the beginning of rounds."""
    squares: int
    """The sum of the squared gains of the rounds, in half units each."""
    cards: int
    shoes: int


def no_compiler() -> str | None:
    """A sentence that says so if there is no C compiler here, and so no C reference."""
    if shutil.which(_compiler()[0]):
        return None
    return f"no C compiler {_compiler()[0]!r} here: name one in the environment variable CC"


def easy_c(chart: Chart, seed: int, rounds: int, *, ahead: bool = True) -> EasyRun | None:
    """Play Easy Blackjack in scalar C; None if there is no compiler.

    Cards are drawn ahead of their need, which is faster, or each when it is needed.
    """
    if no_compiler():
        return None
    play = _compiled("easy").easy_run if ahead else _compiled("easy").easy_run_in_order
    plays = open_cards_table(chart)
    out = np.zeros(3 + len(NETS), np.int64)
    began = time.thread_time()
    play(_address(plays), ctypes.c_uint64(seed), ctypes.c_int64(rounds), _address(out))
    seconds = time.thread_time() - began
    net, squares, cards, *histogram = out.tolist()
    return EasyRun(rounds, seconds, tuple(histogram), net, squares, cards)


def shoe_c(
    chart: Chart, seed: int, rounds: int, ramp: Sequence[int] | None = RAMP
) -> ShoeRun | None:
    """Play six decks in scalar C; None if there is no compiler.

    The ramp is a bet for each of COUNTS; without one all bets are 1 and nothing is counted.
    """
    if ramp is not None and len(ramp) != len(COUNTS):
        raise ValueError(f"a ramp of {len(ramp)} bets does not do: it takes {len(COUNTS)}")
    if no_compiler():
        return None
    play = _compiled("shoe").shoe_run
    plays = up_card_table(chart)
    bets = None if ramp is None else np.array(ramp, np.int64)
    out = np.zeros(6 + len(COUNTS) * len(NETS), np.int64)
    began = time.thread_time()
    play(
        _address(plays),
        None if bets is None else _address(bets),
        ctypes.c_uint64(seed),
        ctypes.c_int64(rounds),
        _address(out),
    )
    seconds = time.thread_time() - began
    played, net, initial, squares, cards, shoes = out[:6].tolist()
    rows = out[6:].reshape(len(COUNTS), len(NETS)).tolist()
    histograms = {count: tuple(row) for count, row in zip(COUNTS, rows, strict=True)}
    return ShoeRun(played, seconds, histograms, net, initial, squares, cards, shoes)


def easy_naive(chart: Chart, seed: int, rounds: int) -> EasyRun:
    """Play Easy Blackjack in naive numba; the time to compile it is not counted."""
    from benchmarks.reference import naive

    plays = open_cards_table(chart)
    naive.play_rounds(plays, seed, 1)
    began = time.thread_time()
    histogram = naive.play_rounds(plays, seed, rounds)
    seconds = time.thread_time() - began
    nets = np.array(NETS)
    net, squares = int(histogram @ nets), int(histogram @ nets**2)
    return EasyRun(rounds, seconds, tuple(histogram.tolist()), net, squares, None)


def open_cards_table(chart: Chart) -> np.ndarray:
    """A chart against two open cards as actions by situation, hand and dealer's hand."""
    if chart.columns != BOTH_CARDS:
        raise ValueError("a chart for Easy Blackjack has columns for both dealer cards")
    dealers = ((state, hand) for state, hand in _two_card_hands() if hand.total < 21)
    return _table(chart, dealers, STATES)


def up_card_table(chart: Chart) -> np.ndarray:
    """A chart against one open card as actions by situation, hand and the card's value."""
    if chart.columns != UP_CARD:
        raise ValueError("a chart for the six-deck game has columns for one dealer card")
    return _table(chart, ((value, _hand(value)) for value in range(1, 11)), 16)


def _table(chart: Chart, dealers: Iterable[tuple[int, Hand]], width: int) -> np.ndarray:
    """What the chart plays everywhere, found out by asking it."""
    rules = load_preset("easy").rules  # a chart does not look at them
    hands = (*_two_card_hands(), (20, _hand(10, 4, 6)))  # two cards make no 20 but a pair or soft
    plays = np.zeros((len(SITUATIONS), STATES, width), np.uint8)
    for column, dealer in dealers:
        for state, hand in hands:
            for situation, legal in enumerate(SITUATIONS):
                view = View(rules, 0, dealer, (Box(0, 2, hand),), 0, legal)
                plays[situation, state, column] = CODES[chart.action(view)]
    return plays


def _two_card_hands() -> Iterator[tuple[int, Hand]]:
    """Every hand of two cards, after its number."""
    for value in range(1, 11):
        yield PAIR + value, _hand(value, value)
        for other in range(value + 1, 11):
            hand = _hand(value, other)
            yield SOFT * hand.soft + hand.total, hand


def _hand(*values: int) -> Hand:
    return Hand(tuple(RANKS[value - 1] for value in values))


def _compiler() -> list[str]:
    return shlex.split(os.environ.get("CC", "")) or ["cc"]


@cache
def _compiled(name: str) -> ctypes.CDLL:
    """Compile a source; a loaded library needs no file, so that none is left behind."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{name}.so"
        command = [*_compiler(), *FLAGS, "-o", str(library), str(SOURCES / f"{name}.c")]
        subprocess.run(command, check=True)
        return ctypes.CDLL(str(library))


def _address(array: np.ndarray) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)
