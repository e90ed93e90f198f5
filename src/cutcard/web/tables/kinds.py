"""The kinds of play, chosen by a table's terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.web.tables.blackjack_play import BlackjackPlay
from cutcard.web.tables.blockhead_play import BlockheadPlay
from cutcard.web.tables.fair_play import FairPlay
from cutcard.web.tables.play import Play
from cutcard.web.tables.terms import Terms


def play_of(terms: Terms, plain: Mapping[str, Any] | None = None) -> Play:
    """What is played on these terms: a new game, or one as it was kept."""
    kind: type[BlackjackPlay | BlockheadPlay] = BlackjackPlay
    if terms.kind == "blockhead":
        kind = BlockheadPlay
    elif terms.fair:
        kind = FairPlay
    return kind(terms) if plain is None else kind.from_plain(terms, plain)
