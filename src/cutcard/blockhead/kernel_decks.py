"""Streams and decks, compiled: bit for bit those of `streams.stream` and `fresh_deck.FreshDeck`.

A stream's key is the SHA-256 digest of its path; from the key Python seeds a Mersenne Twister.
Seeding is one long chain of multiplications, so several streams are seeded side by side, each in
its own lane: that keeps the processor busy while it waits.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Integers
from cutcard.streams import mersenne

StreamStates = NDArray[np.uint32]
Bytes = NDArray[np.uint8]

STREAMS_AT_ONCE: Final = 256
"""Streams seeded at once: enough to keep vectors busy, few enough to stay in the cache."""

STATE_WORDS: Final = 624
"""32-bit words in a stream's state."""

_REACH: Final = 397
_WORD: Final = 0xFFFFFFFF
_CYCLE: Final = 56
"""A key has 8 words, or 7 if the highest is zero; this is a multiple of both. A key of fewer words
occurs once in 2**64."""


def _fractions(root: float) -> Integers:
    """The first 32 bits of the fractional parts of powers of the primes (FIPS 180-4, 4.2.2)."""
    primes = [n for n in range(2, 312) if all(n % divisor for divisor in range(2, n))]
    return np.array([int(prime**root % 1 * 2**32) for prime in primes], dtype=np.int64)


_UNSEEDED: Final = np.array(mersenne(19650218).getstate()[1][:STATE_WORDS], dtype=np.uint32)
"""The state that every seeding by an array of words starts from."""
_SHA_ROUNDS: Final = _fractions(1 / 3)
_SHA_START: Final = _fractions(1 / 2)[:8]


@compiled
def _digest(text: Bytes, length: int, words: Integers, digest: Integers) -> None:
    """The SHA-256 digest of the first ``length`` bytes of a text with room for padding."""
    blocks = (length + 9 + 63) // 64
    text[length] = 0x80
    for at in range(length + 1, 64 * blocks):
        text[at] = 0
    for byte in range(8):
        text[64 * blocks - 1 - byte] = (8 * length) >> (8 * byte) & 0xFF
    for at in range(8):
        digest[at] = _SHA_START[at]
    for block in range(blocks):
        for at in range(16):
            words[at] = 0
            for byte in range(4):
                words[at] = words[at] << 8 | text[64 * block + 4 * at + byte]
        for at in range(16, 64):
            # A word written twice in a row is rotated by a shift.
            early, late = words[at - 15], words[at - 2]
            twice = early << 32 | early
            grown = (
                words[at - 16] + words[at - 7] + ((twice >> 7 ^ twice >> 18 ^ early >> 3) & _WORD)
            )
            twice = late << 32 | late
            words[at] = grown + ((twice >> 17 ^ twice >> 19 ^ late >> 10) & _WORD) & _WORD
        a, b, c, d = digest[0], digest[1], digest[2], digest[3]
        e, f, g, h = digest[4], digest[5], digest[6], digest[7]
        for at in range(64):
            twice = e << 32 | e
            turned = (twice >> 6 ^ twice >> 11 ^ twice >> 25) & _WORD
            one = h + turned + (g ^ e & (f ^ g)) + _SHA_ROUNDS[at] + words[at]
            twice = a << 32 | a
            turned = (twice >> 2 ^ twice >> 13 ^ twice >> 22) & _WORD
            two = turned + (a & b | c & (a | b))
            h, g, f, e = g, f, e, d + one & _WORD
            d, c, b, a = c, b, a, one + two & _WORD
        after = (a, b, c, d, e, f, g, h)
        for at in range(8):
            digest[at] = digest[at] + after[at] & _WORD


@compiled
def _write(text: Bytes, at: int, number: int) -> int:
    """Write a number's digits, and return the position after them."""
    digits = 1
    rest = number // 10
    while rest:
        rest //= 10
        digits += 1
    for place in range(at + digits - 1, at - 1, -1):
        text[place] = 48 + number % 10
        number //= 10
    return at + digits


@compiled
def hash_paths(prefix: Bytes, first: int, parts: int, begin: int, keys: Integers) -> None:
    """The keys of streams begin, begin + 1, …, a row of eight words for each.

    Without parts, stream n is stream(*prefix, first + n); otherwise it is
    stream(*prefix, first + n // parts, n % parts).
    """
    length = len(prefix)
    text = np.empty(length + 128, dtype=np.uint8)
    words = np.empty(64, dtype=np.int64)
    for at in range(length):
        text[at] = prefix[at]
    for row in range(len(keys)):
        number = begin + row
        at = _write(text, length, first + number // max(parts, 1))
        if parts:
            text[at], text[at + 1] = 44, 32  # a comma and a blank
            at = _write(text, at + 2, number % parts)
        text[at] = 41  # a closing parenthesis
        _digest(text, at + 1, words, keys[row])


@compiled
def seed_streams(keys: Integers, states: StreamStates) -> None:
    """Seed a stream for each key, as Python does it: init_by_array of the key's words.

    A stream is a lane: a column of 624 words.
    """
    lanes = states.shape[1]
    # What is added in each step: a word of the key, lowest first, and its index.
    addends = np.empty((_CYCLE, lanes), dtype=np.uint32)
    for lane in range(lanes):
        used = 8 if keys[lane, 0] else 7
        place = 0
        for at in range(_CYCLE):
            addends[at, lane] = keys[lane, 7 - place] + place
            place = place + 1 if place + 1 < used else 0
        states[0, lane] = _UNSEEDED[0]
    # Each word is mixed with the one before it; after the last comes the second once more.
    for at in range(1, STATE_WORDS):
        word = _UNSEEDED[at]
        for lane in range(lanes):
            before = states[at - 1, lane]
            addend = addends[(at - 1) % _CYCLE, lane]
            states[at, lane] = (word ^ (before ^ before >> 30) * 1664525) + addend
    for lane in range(lanes):
        before = states[STATE_WORDS - 1, lane]
        addend = addends[(STATE_WORDS - 1) % _CYCLE, lane]
        states[1, lane] = (states[1, lane] ^ (before ^ before >> 30) * 1664525) + addend
    for at in range(2, STATE_WORDS):
        for lane in range(lanes):
            before = states[at - 1, lane]
            states[at, lane] = (states[at, lane] ^ (before ^ before >> 30) * 1566083941) - at
    for lane in range(lanes):
        before = states[STATE_WORDS - 1, lane]
        states[1, lane] = (states[1, lane] ^ (before ^ before >> 30) * 1566083941) - 1
        states[0, lane] = 0x80000000


@compiled
def _word(states: StreamStates, lane: int, at: int) -> int:
    """Word ``at`` of a lane's stream; words must be asked for in order."""
    here = at % STATE_WORDS
    after = (at + 1) % STATE_WORDS
    far = (at + _REACH) % STATE_WORDS
    joined = states[here, lane] & 0x80000000 | states[after, lane] & 0x7FFFFFFF
    word = states[far, lane] ^ joined >> 1 ^ (0x9908B0DF if joined & 1 else 0)
    states[here, lane] = word
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return int(word ^ word >> 18)


@compiled
def draw_fraction(states: StreamStates, lane: int, number: int) -> float:
    """random(), as number ``number`` of the lane's stream."""
    high = _word(states, lane, 2 * number) >> 5
    low = _word(states, lane, 2 * number + 1) >> 6
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)


@compiled
def draw(states: StreamStates, lane: int, number: int, choices: int) -> int:
    """int(random() * choices), where random() is number ``number`` of the lane's stream."""
    return int(draw_fraction(states, lane, number) * choices)


@compiled
def deal_cards(states: StreamStates, size: int, cards: Integers) -> None:
    """The first cards of a deck of this size shuffled from each stream, a row for each."""
    deck = np.empty(size, dtype=np.int64)
    for lane in range(len(cards)):
        for at in range(size):
            deck[at] = at
        for number in range(cards.shape[1]):
            # As `DeckShoe` draws: a lazy Fisher-Yates shuffle from the end.
            last = size - 1 - number
            at = draw(states, lane, number, last + 1)
            cards[lane, number] = deck[at]
            deck[at] = deck[last]


def streams_of(
    path: tuple[Any, ...], first: int, parts: int, begin: int, count: int
) -> StreamStates:
    """``count`` seeded streams in lanes; `hash_paths` says what their paths are."""
    prefix = np.frombuffer(f"{repr(path)[:-1]}, ".encode(), dtype=np.uint8)
    keys = np.empty((count, 8), dtype=np.int64)
    states = np.empty((STATE_WORDS, count), dtype=np.uint32)
    hash_paths(prefix, first, parts, begin, keys)
    seed_streams(keys, states)
    return states
