"""The compiled walk through a dealer's draws, for many shoes at once.

Every hand of the player leaves another shoe. They lie side by side, in columns, so that the
processor takes several of them with one instruction.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from cutcard.blackjack.dealer import End
from cutcard.blackjack.exact.draws import Draws
from cutcard.blackjack.exact.payoffs import CardsLeft
from cutcard.compilation import compiled_or_plain as compiled
from cutcard.number_arrays import Floats, Integers

SHOES_AT_ONCE: Final = 64
"""Shoes that are walked together."""

ENDS: Final = len(End)
BUST: Final = int(End.BUST)

_MOST_DRAWN: Final = 24


class ShoeColumns(NamedTuple):
    """Shoes side by side, each a column, and what the walk leaves behind."""

    left: Floats
    """How many cards of each value are left."""
    cards: Floats
    """How many cards are left."""
    ways: Floats
    """The ways to draw each stem's cards one by one."""
    over: Floats
    """One over the ways to draw any cards, by their number."""
    odds: Floats
    """The odds of every end of the dealer's hand."""


@compiled
def shoes_for(draws: Draws) -> ShoeColumns:
    """Room for shoes from which these draws are made."""
    return ShoeColumns(
        np.empty((10, SHOES_AT_ONCE)),
        np.empty(SHOES_AT_ONCE),
        np.empty((draws.stem_parent.size + 1, SHOES_AT_ONCE)),
        np.empty((_MOST_DRAWN, SHOES_AT_ONCE)),
        np.empty((ENDS, SHOES_AT_ONCE)),
    )


@compiled
def lay(
    shoes: ShoeColumns, column: int, shoe: CardsLeft, held: Integers, size: int | np.int64
) -> None:
    """Lay a shoe without the cards of a hand into a column."""
    for card in range(10):
        # A hand that no shoe allows for is worth something, too, but never comes.
        shoes.left[card, column] = max(0.0, shoe.left[card] - shoe.step * held[card])
    shoes.cards[column] = shoe.cards - shoe.step * size


@compiled
def walk(draws: Draws, shoes: ShoeColumns, step: float, used: int) -> None:
    """Find the odds of every end of the dealer's hand, from the shoes in the columns used.

    `step` is 1 where a card drawn is gone, 0 where the shoe is infinite.
    """
    for end in range(ENDS):
        for column in range(used):
            shoes.odds[end, column] = 0.0
    if draws.fixed >= 0:
        for column in range(used):
            shoes.odds[draws.fixed, column] = 1.0
        return
    for column in range(used):
        shoes.ways[0, column] = shoes.over[0, column] = 1.0
    for size in range(1, _MOST_DRAWN):
        fewer, more = shoes.over[size - 1], shoes.over[size]
        gone = step * (size - 1)
        for column in range(used):
            there = shoes.cards[column] - gone
            more[column] = fewer[column] / there if there > 0 else 0.0
    for stem in range(draws.stem_parent.size):
        before, after = shoes.ways[draws.stem_parent[stem]], shoes.ways[stem + 1]
        left = shoes.left[draws.stem_card[stem]]
        gone = step * draws.stem_copies[stem]
        for column in range(used):
            after[column] = before[column] * (left[column] - gone)
    for end in range(draws.end_parent.size):
        before, over = shoes.ways[draws.end_parent[end]], shoes.over[draws.end_size[end]]
        left = shoes.left[draws.end_card[end]]
        gone, orders = step * draws.end_copies[end], draws.end_orders[end]
        odds = shoes.odds[draws.end_kind[end]]
        for column in range(used):
            odds[column] += before[column] * (left[column] - gone) * orders * over[column]
    for column in range(used):
        stands = 0.0
        for end in range(ENDS):
            stands += shoes.odds[end, column]
        shoes.odds[BUST, column] = 1.0 - stands
