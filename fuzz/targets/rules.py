"""Changes of rules, NAME=VALUE, a line each."""

from __future__ import annotations

from contextlib import suppress

from cutcard.blackjack import rules as blackjack
from cutcard.blockhead import rules as blockhead
from cutcard.errors import CutcardError
from cutcard.rulebook import read_changes

SEEDS = [
    "\n".join(f"{name}={value}" for name, value in kind.Rules().plain().items()).encode()
    for kind in (blackjack, blockhead)
]
SEEDS += [b"decks=2", b"blackjack_pays=6:5\nsurrender=late", b"reshuffle=75%", b"streets=d u u u u"]


def throw(data: bytes) -> None:
    """What is read as rules reads again as it is written."""
    words = data.decode("utf-8", "surrogateescape").split("\n")
    for kind in (blackjack, blockhead):
        with suppress(CutcardError):
            rules = kind.Rules().changed(read_changes(words))
            assert kind.Rules(**rules.plain()) == rules
            repr(rules)
