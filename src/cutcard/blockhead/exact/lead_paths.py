"""How the lead may move from street to street, and in how many ways, compiled.

By points, two players who look at nothing but the lead meet the same deal whenever their hidden
cards and the path of the lead are the same: there are some million such deals, not billions.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Final

import numpy as np

from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.rules import Rules
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Integers

HIGHEST: Final = 10
"""The points of the highest card."""


def whole_deck(deck: str) -> Integers:
    """How many cards a deck has of 0, 1, … 10 points."""
    points = [card.points for card in cards_in(deck)]
    return np.bincount(points, minlength=HIGHEST + 1).astype(np.int64)


def open_cards(rules: Rules) -> list[int]:
    """How many cards each player gets face up before each bidding round."""
    return [letters.count("u") for letters in rules.street_cards]


@lru_cache(maxsize=16)
def _draws(cards: int) -> tuple[Integers, Integers]:
    """The ways to draw some cards in rising order: a row for each, and its number of orders."""
    rows = list(combinations_with_replacement(range(1, HIGHEST + 1), cards))
    orders = [
        factorial(cards) // int(np.prod([factorial(row.count(card)) for card in set(row)]))
        for row in rows
    ]
    return np.array(rows, dtype=np.int64).reshape(len(rows), cards), np.array(orders)


@compiled
def _count(
    deck: Integers,
    drawn: Integers,
    orders: Integers,
    lengths: Integers,
    sizes: Integers,
    ways: Integers,
) -> None:
    """Count the ways to each path of the lead; a path's number has the first street's move first.

    ``drawn`` and ``orders`` hold the draws of each street, of which there are ``lengths``.
    """
    streets = len(sizes)
    left = np.empty((streets + 1, HIGHEST + 1), dtype=np.int64)
    for card in range(HIGHEST + 1):
        left[0, card] = deck[card]
    many = np.ones(streets + 1, dtype=np.int64)
    path = np.zeros(streets + 1, dtype=np.int64)
    at = np.zeros(streets, dtype=np.int64)
    street = 0
    while street >= 0:
        if street == streets - 1 and sizes[street] == 1:
            # Most of the work is here: no draw is written down, and none needs to be undone.
            for one in range(1, HIGHEST + 1):
                some = many[street] * left[street, one]
                for two in range(1, HIGHEST + 1):
                    number = some * (left[street, two] - (one == two))
                    ways[path[street] * 19 + 9 + one - two] += number
            street -= 1
            continue
        if at[street] == lengths[street] * lengths[street]:
            at[street] = 0
            street -= 1
            continue
        one, two = at[street] // lengths[street], at[street] % lengths[street]
        at[street] += 1
        below = street + 1
        for card in range(HIGHEST + 1):
            left[below, card] = left[street, card]
        number = many[street] * orders[street, one] * orders[street, two]
        move = 9 * sizes[street]
        for place in range(sizes[street]):
            mine, other = drawn[street, one, place], drawn[street, two, place]
            number *= left[below, mine]
            left[below, mine] -= 1
            number *= left[below, other]
            left[below, other] -= 1
            move += mine - other
        if not number:
            continue
        path[below] = path[street] * (18 * sizes[street] + 1) + move
        if below == streets:
            ways[path[below]] += number
        else:
            many[below] = number
            street = below


@lru_cache(maxsize=4)
def count_lead_paths(rules_deck: str, sizes: tuple[int, ...]) -> Integers:
    """By both hidden cards and the path of the lead: in how many ways the cards may come.

    The lead is the first player's open points minus the second's.
    """
    deck = whole_deck(rules_deck)
    draws = [_draws(size) for size in sizes]
    longest = max(len(rows) for rows, _ in draws)
    drawn = np.zeros((len(sizes), longest, max(1, *sizes)), dtype=np.int64)
    orders = np.zeros((len(sizes), longest), dtype=np.int64)
    for street, (rows, times) in enumerate(draws):
        drawn[street, : len(rows), : sizes[street]] = rows
        orders[street, : len(rows)] = times
    lengths = np.array([len(rows) for rows, _ in draws])
    paths = int(np.prod([18 * size + 1 for size in sizes]))
    ways = np.zeros((HIGHEST + 1, HIGHEST + 1, paths), dtype=np.int64)
    for one in range(1, HIGHEST + 1):
        for two in range(one, HIGHEST + 1):
            rest = deck.copy()
            number = rest[one]
            rest[one] -= 1
            number *= rest[two]
            rest[two] -= 1
            if number > 0:
                _count(rest, drawn, orders, lengths, np.array(sizes), ways[one, two])
                ways[one, two] *= number
                ways[two, one] = ways[one, two, ::-1]  # the same cards in the other's hand
    return ways
