"""Index plays of a count's file, and the names of their sets."""

from __future__ import annotations

from contextlib import suppress

from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.errors import CutcardError
from fuzz.drawer import kept

CHARTS = [load_chart(name) for name in ("vegas-strip", "wizard")]
COUNT = b"tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]\n"

SEEDS = [
    b"a\n[indices.a]\ninsurance = 3\n"
    b"plays = [{hand = '16', dealer = '10', play = 'stand', at = 0}]",
    b"a,b\n[indices.a]\nplays = [{hand = 'TT', dealer = '5', play = 'split', at = 5}]\n"
    b"[indices.b]\nplays = [{hand = '15', dealer = 'A', play = 'surrender', at = -1}]",
    b"\n[indices.a]\nplays = [{hand = '11', dealer = 'A', play = 'double', at = 1}]",
]


def throw(data: bytes) -> None:
    """The first line names sets, and the rest is their part of the file."""
    names, _, rest = data.partition(b"\n")
    chosen = names.decode("utf-8", "surrogateescape").split(",")
    with suppress(CutcardError):
        count = load_count(str(kept(COUNT + rest, ".toml")))
        for chart in CHARTS:
            for sets in (None, chosen):
                with suppress(CutcardError):
                    indexed = count.indexed(chart, sets)
                    assert indexed.at(-200).columns == indexed.at(200).columns
