"""The keys of a blackjack table: what is legal, with the letter that stands for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.folding import unbroken

_KEYS: Final = {
    Action.STAND: "[s]tand",
    Action.HIT: "[h]it",
    Action.DOUBLE: "[d]ouble",
    Action.SPLIT: "s[p]lit",
    Action.SURRENDER: "su[r]render",
    Action.INSURE: "[i]nsure",
    Action.DECLINE: "[n]o, thanks",
}


def keys_of(legal: Iterable[Action]) -> str:
    """The actions in a line, each with its key in brackets."""
    return "  ".join(unbroken(_KEYS[action]) for action in legal)
