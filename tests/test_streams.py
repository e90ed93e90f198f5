"""Streams: the same numbers for the same seed and path, others for every other."""

from __future__ import annotations

import random as shared_random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.streams import key, mersenne, stream

PATHS = st.lists(st.integers() | st.text(), max_size=3).map(tuple)


@given(st.integers(), PATHS)
def test_a_stream_is_a_function_of_its_seed_and_path(
    seed: int, path: tuple[int | str, ...]
) -> None:
    assert key(seed, *path) == key(seed, *path)
    assert 0 <= key(seed, *path) < 2**256
    assert [stream(seed, *path).random() for _ in range(2)] == [
        stream(seed, *path).random() for _ in range(2)
    ]


@given(st.integers(), PATHS, st.integers(), PATHS)
def test_other_seeds_and_paths_have_other_keys(
    seed: int, path: tuple[int | str, ...], other: int, other_path: tuple[int | str, ...]
) -> None:
    same = (seed, path) == (other, other_path)
    assert (key(seed, *path) == key(other, *other_path)) == same


def test_names_are_not_run_together() -> None:
    keys = [key(1, "ab"), key(1, "a", "b"), key(1, 1), key(1, "1"), key(11), key(1), key(1, "")]
    assert len(set(keys)) == len(keys)


def test_keys_are_the_same_on_every_machine() -> None:
    assert key(1, "shoe", 7) == int(
        "3a776334bb0039ca186ef89de8f104874af0f198971a807c264826dd0f6908c9", 16
    )
    assert key(0) == int("91d6039a01f57163ec02db197e5481ffc170187e262006fa833b26f0cc064633", 16)


def test_streams_leave_the_shared_generator_alone() -> None:
    before = shared_random.getstate()
    stream(1, "shoe").random()
    mersenne(0).random()
    assert shared_random.getstate() == before


def test_a_stream_is_uniform_within_four_standard_errors() -> None:
    count = 20_000
    random = stream(7, "uniform")
    mean = sum(random.random() for _ in range(count)) / count
    assert abs(mean - 1 / 2) < 4 * (1 / 12 / count) ** 0.5


@pytest.mark.parametrize("seed", [0, 1, 5489, 2**32 - 1])
def test_a_mersenne_twister_is_seeded_by_the_word(seed: int) -> None:
    # The recurrence and the tempering, straight from the paper.
    state = [seed]
    for index in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + index) % 2**32)

    def numbers():
        while True:
            for at in range(624):
                bits = (state[at] & 0x80000000) | (state[(at + 1) % 624] & 0x7FFFFFFF)
                state[at] = state[(at + 397) % 624] ^ bits >> 1 ^ (0x9908B0DF if bits & 1 else 0)
            for word in state:
                word ^= word >> 11  # noqa: PLW2901
                word ^= word << 7 & 0x9D2C5680  # noqa: PLW2901
                word ^= word << 15 & 0xEFC60000  # noqa: PLW2901
                yield word ^ word >> 18

    random = mersenne(seed)
    assert [random.getrandbits(32) for _ in range(1300)] == list(islice(numbers(), 1300))


def test_the_cuts_of_the_one_deck_game_are_those_of_its_course() -> None:
    random = mersenne(0)
    cuts = [13 + random.getrandbits(32) % 27 for _ in range(14)]
    assert cuts == [39, 22, 33, 37, 38, 37, 38, 23, 23, 22, 39, 33, 19, 25]


def test_only_the_lowest_32_bits_of_a_seed_count() -> None:
    assert mersenne(2**32 + 5).getrandbits(32) == mersenne(5).getrandbits(32)
