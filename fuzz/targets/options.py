"""The command line of Easy Blackjack."""

from __future__ import annotations

from contextlib import suppress

from cutcard.editions.easy.options import Refused, read_options

SEEDS = [b"-s\n-a\nchart\n100", b"-i\n5", b"-f\nshoe", b"-i5\n-rrecord", b"--\n-5", b"-sachart\n7"]


def throw(data: bytes) -> None:
    """Words stand on lines."""
    with suppress(Refused):
        options = read_options("easy", data.decode("utf-8", "surrogateescape").split("\n"))
        assert 0 <= options.hands <= 10**18
