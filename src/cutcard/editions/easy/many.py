"""Many rounds on the compiled kernel, from the cards of a pile: counted up, or told one by one.

The kernel is proven equal to the engine: the same cards, the same rounds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.box import Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel.compiler import compile_automaton
from cutcard.blackjack.kernel.counting import count_tables
from cutcard.blackjack.kernel.outcomes import OUTCOMES, Plain, net
from cutcard.blackjack.kernel.pack import packed
from cutcard.blackjack.kernel.scalar import RESERVE, play_cards, tell_cards
from cutcard.blackjack.kernel.walk import DOUBLING, TO_DEALER, Cards
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.cards import RANKS
from cutcard.compilation import compiled
from cutcard.editions.easy import text

_CARDS: Final = {rank.text: rank for rank in RANKS}
_LETTERS: Final = "".join(_CARDS).encode()
_VALUES: Final = bytes.maketrans(_LETTERS, bytes(rank.points - 1 for rank in RANKS))

_LINES: Final = 1 << 15
"""Lines of hands that are remembered: most hands come again."""

_AT_ONCE: Final = {
    Plain.BLACKJACK: Fate.BLACKJACK,
    Plain.BLACKJACK_PUSHED: Fate.BLACKJACK,
    Plain.BLACKJACK_LOST: Fate.BLACKJACK,
    Plain.SURRENDERED: Fate.SURRENDERED,
}
"""What becomes of a hand whose cards do not tell it, by the outcome of its round."""

_Chosen = Callable[[str], tuple[str, ...]]
"""Picks some of a round's cards."""


class SilentRounds(NamedTuple):
    """Rounds that were played silently."""

    rounds: int
    cards: int
    net: int
    """What they gained, in units."""


ToldRound = tuple[int, int, str, list[str]]
"""The cards of a round, what it gained, and the lines of the dealer's hand and of the player's."""


class ManyRounds:
    """A game and a chart, ready for the kernel."""

    def __init__(self, rules: Rules, chart: Chart) -> None:
        charts = IndexedChart((chart,))
        self._pack = packed(compile_automaton(rules, [chart]), count_tables(rules, charts, None))
        self._waiting = np.empty(8, np.uint8)
        self._net = lru_cache(maxsize=None)(lambda outcome: net(outcome, rules))

    @staticmethod
    def suffices(cards: int) -> bool:
        """Whether this many cards suffice for a round, whatever they are."""
        return cards >= RESERVE

    def count(self, pile: bytes, rounds: int) -> SilentRounds:
        """Play up to `rounds` rounds, as far as the pile suffices for certain."""
        cards = _values(pile)
        counts = np.zeros((1, OUTCOMES), np.int64)
        played, used = play_cards(*self._pack, cards, len(cards), rounds, counts, self._waiting)
        outcomes = counts[0].nonzero()[0].tolist()
        gained = sum(self._net(outcome) * int(counts[0, outcome]) for outcome in outcomes)
        return SilentRounds(int(played), int(used), gained)

    def tell(self, pile: bytes, rounds: int) -> Iterator[ToldRound]:
        """Play up to `rounds` rounds, as far as the pile suffices for certain."""
        cards = _values(pile)
        told = np.empty(len(cards), np.uint8)
        ends, outcomes = np.empty((2, min(rounds, len(cards))), np.int64)
        played = tell_cards(
            *self._pack, cards, len(cards), rounds, self._waiting, told, ends, outcomes
        )
        marks, letters = told.tobytes(), pile.decode()
        start = 0
        for end, outcome in zip(ends[:played].tolist(), outcomes[:played].tolist(), strict=True):
            dealer, hands = _handed_out(marks[start:end])
            dealt = letters[start:end]
            fate = _AT_ONCE.get(outcome)
            boxes = []
            for number, chosen, doubled in hands:
                boxes.append(_box_line(number, chosen(dealt), fate, doubled))
            yield end - start, self._net(outcome), _dealer_line(dealer(dealt)), boxes
            start = end


def _values(pile: bytes) -> Cards:
    return np.array(np.frombuffer(pile.translate(_VALUES), np.uint8))


@lru_cache(maxsize=_LINES)
def _handed_out(marks: bytes) -> tuple[_Chosen, list[tuple[int, _Chosen, bool]]]:
    """Which of a round's cards are the dealer's; by hand its number, its cards, and if doubled."""
    dealer: list[int] = []
    boxes: list[list[int]] = []
    for place, mark in enumerate(marks):
        if mark == TO_DEALER:
            dealer.append(place)
        else:
            while mark % DOUBLING >= len(boxes):
                boxes.append([])
            boxes[mark % DOUBLING].append(place)
    return itemgetter(*dealer), [
        (number, itemgetter(*places), marks[places[-1]] >= DOUBLING)
        for number, places in enumerate(boxes, start=1)
    ]


@lru_cache(maxsize=_LINES)
def _dealer_line(letters: tuple[str, ...]) -> str:
    return text.dealer_line(_hand(letters))


@lru_cache(maxsize=_LINES)
def _box_line(number: int, letters: tuple[str, ...], fate: Fate | None, doubled: bool) -> str:
    hand = _hand(letters)
    if fate is None:
        fate = Fate.BUST if hand.bust else Fate.STOOD
    return text.box_line(number, hand, fate, doubled)


def _hand(letters: tuple[str, ...]) -> Hand:
    return Hand(tuple([_CARDS[letter] for letter in letters]))


def drawn(state: deque[int], times: int) -> bytes:
    """The letters of this many times 31 cards, as `rand() % 13` draws them; the state moves on."""
    words = np.array(state, np.uint32)
    pile = np.empty((times, 31), np.uint8)
    _draw_letters(words, np.array(np.frombuffer(_LETTERS, np.uint8)), pile)
    state.extend(words.tolist())
    return pile.tobytes()


@compiled
def _draw_letters(words: NDArray[np.uint32], letters: Cards, pile: NDArray[np.uint8]) -> None:
    """Fill a pile as `glibc.following` does, all 31 words of the state anew for each row."""
    for row in range(len(pile)):
        for place in range(31):
            # The first three follow the last.
            words[place] += words[place - 3 if place >= 3 else place + 28]
            pile[row, place] = letters[(words[place] >> np.uint32(1)) % np.uint32(13)]
