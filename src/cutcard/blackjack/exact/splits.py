"""What a split is worth, as a sum over hands that know only how many pair cards are gone.

The second cards of the split hands are drawn first; only whether they pair matters to how many
hands there will be. A hand with a second card that does not pair is worth the mean over the
shoe from which the other hands took J pair cards and p others. Every hand plays by its own
cards alone, so the worth of a split is the sum of such means, whatever order the cards come in.

Call X[j, p] the mean of a hand over the shoe without j more pair cards and without p cards that
do not pair. One more unknown card does not change a mean:

    X[j, p] = q X[j + 1, p] + (1 - q) X[j, p + 1],    q = (pair cards - j) / (cards - j - p)

which gives every X[j, p] from the means X[j, 0] with nothing but pair cards missing. (The idea
is described in Eric Farmer's notes on resplitting pairs.) The same holds for the mean over the
second cards that pair and over those that do not, taken apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeVar

N = TypeVar("N", float, Fraction)


class Shares(NamedTuple):
    """By how much hands count from a shoe without j more pair cards, for j = 0, 1, …"""

    unpaired: tuple[float, ...]
    """Of the mean over second cards that do not pair, the others counting nothing."""
    paired: tuple[float, ...]
    """Of the mean over second cards that pair and cannot be split again."""


class Ending(NamedTuple):
    """How the second cards of a split may fall out."""

    pairs: int
    """Second cards that pair, split again or not."""
    kept: int
    """Those among them that stay a hand, because there are enough hands."""
    others: int


@cache
def shares(pair_cards: float, cards: float, max_hands: int, *, infinite: bool) -> Shares:
    """The shares for a pair split and split again, up to `max_hands` hands.

    `pair_cards` and `cards` are what the shoe holds once the pair is on the table.
    """
    if infinite:
        unpaired = paired = 0.0
        again = pair_cards / cards
        for ending, ways in endings(max_hands).items():
            odds = ways * again**ending.pairs * (1 - again) ** ending.others
            unpaired += odds * ending.others / (1 - again)
            paired += odds * ending.kept / again
        return Shares((unpaired,), (paired,))
    return exact_shares(int(pair_cards), int(cards), max_hands, float)


def exact_shares(pair_cards: int, cards: int, max_hands: int, number: Callable[[int], N]) -> Shares:
    """The shares for a finite shoe, in floats or in fractions."""
    # One hand is looked at; `width` bounds the second cards of all the others.
    width = 2 * max_hands - 2
    unpaired = [number(0)] * width
    paired = [number(0)] * width
    means = _means(pair_cards, cards, width, number)
    for ending, ways in endings(max_hands).items():
        odds = number(ways) * _odds(pair_cards, cards, ending, number)
        if not odds:
            continue
        if ending.others:
            first = number(cards - ending.pairs - ending.others + 1)
            there = number(cards - pair_cards - ending.others + 1)
            for j, mean in enumerate(means[ending.pairs, ending.others - 1]):
                unpaired[j] += odds * number(ending.others) * mean * first / there
        if ending.kept:
            first = number(cards - ending.pairs - ending.others + 1)
            there = number(pair_cards - ending.pairs + 1)
            for j, mean in enumerate(means[ending.pairs - 1, ending.others]):
                paired[j] += odds * number(ending.kept) * mean * first / there
    return Shares(tuple(unpaired), tuple(paired))  # type: ignore[arg-type]


@cache
def numbers_of_hands(
    pair_cards: float, cards: float, max_hands: int, *, infinite: bool
) -> dict[int, float]:
    """The odds of each number of hands that a pair, split wherever it can be, comes to."""
    found: dict[int, float] = {}
    again = pair_cards / cards
    for ending, ways in endings(max_hands).items():
        if infinite:
            odds = again**ending.pairs * (1 - again) ** ending.others
        else:
            odds = _odds(int(pair_cards), int(cards), ending, float)
        hands = ending.others + ending.kept
        found[hands] = found.get(hands, 0.0) + ways * odds
    return found


@cache
def endings(max_hands: int) -> Counter[Ending]:
    """Every way that second cards fall out, with the number of orders that lead to it."""
    found: Counter[Ending] = Counter()
    # Hands there are, hands that wait for a second card, and what fell out so far.
    waiting = Counter({(2, 2, Ending(0, 0, 0)): 1})
    while waiting:
        later: Counter[tuple[int, int, Ending]] = Counter()
        for (hands, waits, so_far), ways in waiting.items():
            if not waits:
                found[so_far] += ways
                continue
            pairs, kept, others = so_far
            later[hands, waits - 1, Ending(pairs, kept, others + 1)] += ways
            if hands < max_hands:
                later[hands + 1, waits + 1, Ending(pairs + 1, kept, others)] += ways
            else:
                later[hands, waits - 1, Ending(pairs + 1, kept + 1, others)] += ways
        waiting = later
    return found


def _odds(pair_cards: int, cards: int, ending: Ending, number: Callable[[int], N]) -> N:
    """The odds of one order of these second cards."""
    odds = number(1)
    for drawn in range(ending.pairs):
        odds *= number(max(0, pair_cards - drawn))
    for drawn in range(ending.others):
        odds *= number(max(0, cards - pair_cards - drawn))
    for drawn in range(ending.pairs + ending.others):
        odds /= number(max(1, cards - drawn))
    return odds


def _means(
    pair_cards: int, cards: int, width: int, number: Callable[[int], N]
) -> dict[tuple[int, int], list[N]]:
    """X[j, p] for all j + p < width, as multiples of X[0, 0], X[1, 0], …"""
    means = {(j, 0): [number(int(k == j)) for k in range(width)] for j in range(width)}
    for p in range(width - 1):
        for j in range(width - p - 1):
            left = cards - j - p
            others = cards - pair_cards - p
            if others <= 0 or left <= 0:
                means[j, p + 1] = [number(0)] * width  # there is no such shoe
                continue
            pairs = number(max(0, pair_cards - j))
            means[j, p + 1] = [
                (number(left) * here - pairs * there) / number(others)
                for here, there in zip(means[j, p], means[j + 1, p], strict=True)
            ]
    return means
