"""The rules that the keywords of a Blockhead environment name."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any

from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.errors import Invalid

AnyBlockhead = Rules | str | PathLike[str]
"""Anything that names a game of Blockhead Poker: rules, a shipped game's name or a TOML file."""


def rules_from_keywords(what: AnyBlockhead, changes: dict[str, Any]) -> Rules:
    """The rules of a shipped game, of a TOML file or of one's own, with some changed.

    >>> rules_from_keywords("small", {"deals": 1})
    Rules(deals=1, least_raise=10, deck='A-3', streets='du u')
    """
    if isinstance(what, Rules):
        rules = what
    elif isinstance(what, str | PathLike):
        rules = SHELF.load(fspath(what)).rules
    else:
        raise Invalid(f"{what!r} is not a game of Blockhead: it takes a name, a TOML file or rules")
    return rules.changed(changes)
