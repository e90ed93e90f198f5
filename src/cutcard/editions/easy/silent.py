"""Many silent rounds on the compiled kernel, with the C library's generator.

The kernel is proven equal to the engine: the same cards, the same balance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.compiler import compile_automaton
from cutcard.blackjack.kernel.counting import count_tables
from cutcard.blackjack.kernel.outcomes import OUTCOMES, net
from cutcard.blackjack.kernel.pack import packed
from cutcard.blackjack.kernel.scalar import play_cards
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.compilation import compiled

_CARDS = 1 << 20
"""Cards that are drawn at a time."""


def play_many(
    rules: Rules, chart: Chart, state: list[int], hands: int
) -> Iterator[tuple[int, int]]:
    """Play ``hands`` hands; yield hands played and the balance in units from time to time.

    ``state`` is the generator's: the last 31 numbers that it has made, the oldest first.
    """
    charts = IndexedChart((chart,))
    pack = packed(compile_automaton(rules, [chart]), count_tables(rules, charts, None))
    numbers = np.array(state, np.uint32)
    cards = np.empty(_CARDS, np.uint8)
    waiting = np.empty(8, np.uint8)
    gains = [0] * OUTCOMES
    kept = played = balance = 0
    while played < hands:
        _draw_cards(numbers, cards, kept)
        counts = np.zeros((1, OUTCOMES), np.int64)
        more, used = play_cards(*pack, cards, _CARDS, hands - played, counts, waiting, None)
        kept = _CARDS - used
        cards[:kept] = cards[used:]
        played += int(more)
        for outcome in counts[0].nonzero()[0].tolist():
            gains[outcome] = net(outcome, rules)
            balance += gains[outcome] * int(counts[0, outcome])
        yield played, balance


@compiled
def _draw_cards(numbers: NDArray[np.uint32], cards: NDArray[np.uint8], start: Any) -> None:
    """Fill the places from `start` on with values of cards, as `rand() % 13` draws them."""
    oldest = 0
    for place in range(start, len(cards)):
        later = oldest + 28 if oldest < 3 else oldest - 3
        number = np.uint32(numbers[oldest] + numbers[later])
        numbers[oldest] = number
        oldest = oldest + 1 if oldest < 30 else 0
        cards[place] = min((number >> np.uint32(1)) % np.uint32(13), np.uint32(9))
    # Put the oldest first again.
    for _ in range(oldest):
        first = numbers[0]
        for place in range(30):
            numbers[place] = numbers[place + 1]
        numbers[30] = first
