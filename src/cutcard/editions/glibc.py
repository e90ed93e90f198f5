"""The C library's random numbers: glibc's `srand` and `rand`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator


def rand(seed: int) -> Iterator[int]:
    """Yield the numbers that `rand()` returns after `srand(seed)`, endlessly.

    >>> numbers = rand(1)
    >>> next(numbers), next(numbers)
    (1804289383, 846930886)
    """
    state = seeded(seed)
    while True:
        yield following(state)


def seeded(seed: int) -> deque[int]:
    """The last 31 words that the generator has made after `srand(seed)`, the oldest first."""
    state = deque(_filled(seed), maxlen=31)
    for _ in range(310):  # srand discards the first ones
        following(state)
    return state


def following(state: deque[int]) -> int:
    """The number that follows the last 31 words, of which it takes the oldest one's place."""
    word = (state[0] + state[28]) & 0xFFFFFFFF
    state.append(word)
    return word >> 1


def _filled(seed: int) -> list[int]:
    """The 31 words that `srand` fills by a multiplicative generator, in the order of their use."""
    word = seed % 2**32 or 1
    if word >= 2**31:  # the seed is stored in a signed word
        word -= 2**32
    state = [word]
    for _ in range(30):
        quotient = abs(word) // 127773
        if word < 0:  # C divides towards zero
            quotient = -quotient
        word = 16807 * (word - quotient * 127773) - 2836 * quotient
        if word < 0:
            word += 2147483647
        state.append(word)
    # The first number adds the words at 3 and 0: that at 3 counts as the oldest.
    return state[3:] + state[:3]
