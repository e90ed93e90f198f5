"""The C library's random numbers: glibc's `srand` and `rand`."""

from __future__ import annotations

from collections.abc import Iterator


def rand(seed: int) -> Iterator[int]:
    """The numbers that `rand()` gives after `srand(seed)`, for ever.

    >>> numbers = rand(1)
    >>> next(numbers), next(numbers)
    (1804289383, 846930886)
    """
    state = _seeded(seed)
    front, rear = 3, 0
    drawn = 0
    while True:
        number = state[front] = (state[front] + state[rear]) & 0xFFFFFFFF
        front = front + 1 if front < 30 else 0
        rear = rear + 1 if rear < 30 else 0
        if drawn < 310:  # srand throws the first ones away
            drawn += 1
        else:
            yield number >> 1


def _seeded(seed: int) -> list[int]:
    """The 31 words that `srand` fills by a multiplicative generator."""
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
    return state
