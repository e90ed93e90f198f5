"""Random numbers for the kernel: xoshiro256++ of Blackman and Vigna, 64 bits at a time.

Its state is four words, held in variables while numbers are drawn in a row.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.compilation import Number, compiled, compiled_into
from cutcard.streams import key

Bits = NDArray[np.uint64]

U16: Final = np.uint64(16)
U17: Final = np.uint64(17)
U19: Final = np.uint64(19)
U23: Final = np.uint64(23)
U32: Final = np.uint64(32)
U41: Final = np.uint64(41)
U45: Final = np.uint64(45)
U48: Final = np.uint64(48)
WORD: Final = np.uint64(0xFFFF)
LOW: Final = np.uint64(0xFFFFFFFF)

ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)
THREE: Final = np.uint64(3)
FOUR: Final = np.uint64(4)
NINE: Final = np.uint64(9)
THIRTEEN: Final = np.uint64(13)
THIRTEEN_TO_THE_EIGHTH: Final = np.uint64(13**8)
UNEVEN: Final = np.uint64(2**32 % 13**8)
"""Halves of a number that would make some eight ranks likelier than others."""


def seeded(seed: int, *path: int | str) -> Bits:
    """The state that belongs to this seed and path."""
    number = key(seed, *path)
    return np.array([number >> shift & (2**64 - 1) for shift in (192, 128, 64, 0)], np.uint64)


@compiled_into
def draw(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """A number, and the state after it."""
    total = a + d
    number = (total << U23 | total >> U41) + a
    c ^= a
    d ^= b
    shifted = b << U17
    b ^= c
    a ^= d
    c ^= shifted
    return number, a, b, c, d << U45 | d >> U19


@compiled_into
def even(half: np.uint64) -> Number:
    """Half a number yields eight ranks fairly."""
    return (half * THIRTEEN_TO_THE_EIGHTH & LOW) >= UNEVEN


@compiled
def fill_values(random: Bits, cards: NDArray[np.uint8], start: Number, stop: Number) -> None:
    """Fill places, rounded up to sixteen, with cards of an infinite shoe, each from 0 to 9."""
    a, b, c, d = random[0], random[1], random[2], random[3]
    while start < stop:
        number, a, b, c, d = draw(a, b, c, d)
        one, other = number & LOW, number >> U32
        if even(one) and even(other):
            # The digits of a fraction to the base of 13, from the first on.
            for place in range(start, start + 16, 2):
                one = (one & LOW) * THIRTEEN
                other = (other & LOW) * THIRTEEN
                cards[np.uint64(place)] = min(one >> U32, NINE)
                cards[np.uint64(place + 1)] = min(other >> U32, NINE)
            start += 16
    random[0], random[1], random[2], random[3] = a, b, c, d


@compiled_into
def swap(cards: NDArray[np.uint8], place: np.uint64, further: np.uint64) -> None:
    """Swap the card at a place with one further on."""
    other = place + further
    cards[place], cards[other] = cards[other], cards[place]


@compiled
def shuffle_part(
    random: Bits, cards: NDArray[np.uint8], start: Number, stop: Number, size: Number
) -> None:
    """Draw the cards from `start` up to `stop` out of those from `start` on (Fisher and Yates)."""
    a, b, c, d = random[0], random[1], random[2], random[3]
    here, last, all_cards = np.uint64(start), np.uint64(stop), np.uint64(size)
    while here < last:
        number, a, b, c, d = draw(a, b, c, d)
        left = all_cards - here
        first = (number & WORD) * left
        second = (number >> U16 & WORD) * (left - ONE)
        third = (number >> U32 & WORD) * (left - TWO)
        fourth = (number >> U48) * (left - THREE)
        least = min(first & WORD, second & WORD, third & WORD, fourth & WORD)
        # One question for four cards is nearly always enough.
        if least >= left and here + FOUR <= last:
            swap(cards, here, first >> U16)
            swap(cards, here + ONE, second >> U16)
            swap(cards, here + TWO, third >> U16)
            swap(cards, here + THREE, fourth >> U16)
            here += FOUR
            continue
        for _ in range(4):
            left = all_cards - here
            product = (number & WORD) * left
            number >>= U16
            low = product & WORD
            # To divide takes long, and the first question nearly always spares it.
            if (low >= left or low >= np.uint64(2**16) % left) and here < last:
                swap(cards, here, product >> U16)
                here += ONE
    random[0], random[1], random[2], random[3] = a, b, c, d


@compiled
def below(random: Bits, bound: Number) -> Number:
    """A whole number from 0 up to, and without, the bound."""
    while True:
        number, a, b, c, d = draw(random[0], random[1], random[2], random[3])
        random[0], random[1], random[2], random[3] = a, b, c, d
        product = (number & LOW) * np.uint64(bound)
        if (product & LOW) >= np.uint64(2**32) % np.uint64(bound):
            return np.int64(product >> U32)
