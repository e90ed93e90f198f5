"""Cards in vectors: those that the plain twin deals, and in the law of a shuffled shoe."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from blackjack.kernel.judge import against_law, whole_decks
from blackjack.kernel.plain_vectors import deal_plainly
from numpy.typing import NDArray

from cutcard.blackjack.kernel.lanes.vectors import GROUP, deal_rows
from cutcard.blackjack.kernel.random import Bits, fill_values, seeded, shuffle_part
from cutcard.compilation import Number, compiled

GROUPS = 3


@compiled
def _deal(
    streams: Bits,
    left: Any,
    cards: NDArray[np.uint8],
    group: Number,
    first: Number,
    rows: Number,
    size: Number,
) -> None:
    deal_rows(streams, left, cards, group, first, rows, size)


def table(decks: int, seed: int) -> tuple[Bits, NDArray[Any], NDArray[np.uint8]]:
    """Generators, cards left and room for the cards of some groups of shoes."""
    streams = np.array(
        [[seeded(seed, "rows", group, at) for at in range(4)] for group in range(GROUPS)]
    )
    least = 4 * decks * np.arange(1, 10)
    kind = np.int8 if decks < 8 else np.int16
    left = (least - (128 if decks < 8 else 0)).astype(kind)
    return (
        np.ascontiguousarray(streams.transpose(0, 2, 1)),
        np.tile(left[None, :, None], (GROUPS, 1, GROUP)),
        np.zeros((52 * decks, GROUPS * GROUP), np.uint8),
    )


@pytest.mark.parametrize("decks", range(1, 9))
def test_vectors_and_their_plain_twin_deal_the_same_cards(decks: int) -> None:
    size = 52 * decks
    mine, theirs = table(decks, 1), table(decks, 1)
    for shoe in range(3):
        mine[1][:] = theirs[1][:] = table(decks, 1)[1]  # whole decks in every lane
        for first in range(0, size, 16):
            for group in range(GROUPS):
                rows = min(16, size - first)
                _deal(*mine, group, first, rows, size)
                deal_plainly(*theirs, group, first, rows, size)
        for one, other in zip(mine, theirs, strict=True):
            assert np.array_equal(one, other), f"shoe {shoe}"
        # Every lane was dealt whole decks.
        for value in range(10):
            expected = (16 if value == 9 else 4) * decks
            assert (np.count_nonzero(mine[2] == value, axis=0) == expected).all()


@pytest.mark.parametrize("decks", [6, 8])
def test_the_twin_draws_a_card_from_those_that_are_left(decks: int) -> None:
    """Dealt once more in plain Python, with nothing but lists and the numbers of a generator."""
    size = 52 * decks
    streams, left, cards = table(decks, 2)
    states = [[int(word) for word in streams[0, :, at]] for at in range(4)]
    deal_plainly(streams, left, cards, 0, 0, 40, size)
    shoes = [whole_decks(decks)[:size].tolist() for _ in range(GROUP)]
    for row in range(40):
        waiting = set(range(GROUP))
        while waiting:
            numbers = [next_number(states[at]) for _ in range(2) for at in range(4)]
            for lane in sorted(waiting):
                half_word = numbers[lane // 4] >> 16 * (lane % 4) & 0xFFFF
                pick, rest = divmod(half_word * (size - row), 2**16)
                if rest >= 2**16 % (size - row):
                    waiting.discard(lane)
                    assert cards[row, lane] == shoes[lane].pop(pick)


def next_number(state: list[int]) -> int:
    """xoshiro256++ as its authors wrote it (prng.di.unimi.it), in whole numbers of Python."""

    def rotated(word: int, bits: int) -> int:
        return (word << bits | word >> (64 - bits)) & (2**64 - 1)

    result = (rotated((state[0] + state[3]) & (2**64 - 1), 23) + state[0]) & (2**64 - 1)
    shifted = state[1] << 17 & (2**64 - 1)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotated(state[3], 45)
    return result


# First cards and pairs, against their exact odds.


def odds_of_two(decks: int) -> list[float]:
    left = [4 * decks] * 9 + [16 * decks]
    size = 52 * decks
    return [
        left[one] / size * (left[other] - (one == other)) / (size - 1)
        for one, other in product(range(10), repeat=2)
    ]


def pairs_of(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> list[int]:
    counted = Counter((10 * first.astype(int) + second).tolist())
    return [counted[pair] for pair in range(100)]


@pytest.mark.parametrize("decks", [1, 2, 7, 8])
def test_first_pairs_of_lanes_have_their_exact_odds(decks: int) -> None:
    size = 52 * decks
    found = np.zeros(100, int)
    last = np.zeros(100, int)
    streams, full, cards = table(decks, 3)
    for _ in range(1500):
        left = full.copy()
        for group in range(GROUPS):
            _deal(streams, left, cards, group, 0, size if decks == 1 else 2, size)
        found += pairs_of(cards[0], cards[1])
        last += pairs_of(cards[size - 1], cards[size - 2])
    assert against_law(found.tolist(), odds_of_two(decks)).sigmas < 4
    if decks == 1:
        assert against_law(last.tolist(), odds_of_two(decks)).sigmas < 4


@pytest.mark.parametrize("decks", [1, 6])
def test_first_pairs_of_a_shuffled_part_have_their_exact_odds(decks: int) -> None:
    size = 52 * decks
    random = seeded(4, "part")
    room = whole_decks(decks)
    firsts = []
    for _ in range(60_000):
        shuffle_part(random, room, 0, 2, size)
        firsts.append((room[0], room[1]))
    assert sorted(room[:size]) == sorted(whole_decks(decks)[:size])
    first, second = np.array(firsts).T
    assert against_law(pairs_of(first, second), odds_of_two(decks)).sigmas < 4


def test_cards_of_an_infinite_shoe_have_their_exact_odds() -> None:
    many = 2_000_000
    cards = np.zeros(many + 16, np.uint8)
    fill_values(seeded(5, "infinite"), cards, 0, many)
    odds = [1 / 13] * 9 + [4 / 13]
    both = [one * other for one, other in product(odds, repeat=2)]
    for apart in (1, 2, 16):  # cards come sixteen at a time, eight from each half of a number
        first, second = cards[: many - apart : apart + 1], cards[apart : many : apart + 1]
        assert against_law(pairs_of(first, second), both).sigmas < 4
