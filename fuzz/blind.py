"""Changes to inputs made at random: for tests, and where there is no atheris."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

_WORDS = (
    b"\0",
    b"\n",
    b"--",
    b"-1",
    b"9" * 30,
    b"9" * 5000,
    b"[" * 3000,
    b"{",
    b'"',
    b"nan",
    b"\xff",
)


def changed(seeds: Sequence[bytes], random: Random) -> Iterator[bytes]:
    """The inputs as they are, and then changes to them without an end."""
    yield b""
    yield from seeds
    while True:
        data = bytearray(random.choice(seeds))
        for _ in range(random.randint(1, 4)):
            at = random.randint(0, len(data))
            end = min(len(data), at + random.choice((0, 1, 1, 4, 64)))
            match random.randrange(4):
                case 0:
                    del data[at:end]
                case 1:
                    data[at:end] = random.randbytes(random.randint(1, 4))
                case 2:
                    data[at:at] = random.choice(_WORDS)
                case _:
                    other = random.choice(seeds)
                    start = random.randint(0, len(other))
                    data[at:end] = other[start : start + random.choice((1, 8, 64, 1024))]
        yield bytes(data)
