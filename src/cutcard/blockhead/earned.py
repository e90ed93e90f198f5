"""How a player earns its chips between two: by bidding round, and by the way a deal ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.blockhead.deal import Deal

WAYS: Final = ("we fold", "folds won", "showdowns won", "showdowns lost")
"""The ways in which a deal may end for a player; a tie is counted apart."""

Earned = Mapping[str, list[tuple[float, float]]]
"""By way to end, for each bidding round: how often deals end so, and the chips a deal it brings."""


def way_to_end(deal: Deal, seat: int) -> str:
    """The way in which a deal between two has ended for a seat; empty if it is tied."""
    if not all(deal.live):
        return WAYS[1 if deal.live[seat] else 0]
    points = [hand.worth(deal.rules.valuation) for hand in deal.hands]
    if points[0] == points[1]:
        return ""
    return WAYS[2 if points[seat] > points[1 - seat] else 3]
