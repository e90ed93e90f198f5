"""Policies that were never solved: they do anything, and much can be won from them."""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PLAIN
from cutcard.blockhead.equilibrium.blueprint import (
    BEGINNINGS,
    CERTAIN,
    Blueprint,
    Stored,
    opening_of,
)
from cutcard.blockhead.equilibrium.lead_tree import CARDS, STEPS
from cutcard.blockhead.equilibrium.response import (
    ENDS_SHAPE,
    PARTS,
    TIES_SHAPE,
    PolicyResponse,
    values_shape,
)
from cutcard.blockhead.exact.response import Earnings
from cutcard.blockhead.rules import Rules

NO_EARNINGS = Earnings.of_plain_deals(np.zeros(ENDS_SHAPE), np.zeros(TIES_SHAPE))


def any_stored(stake: int, lead: int, seat: int, one_in: int = 1) -> Stored:
    """A player's policy after a beginning, that folds and raises with any odds up to one half.

    Only some of the last bidding rounds may be stored.
    """
    random = np.random.default_rng((stake, lead + 99, seat))
    opening = opening_of(stake, lead, seat)
    ways, kept = len(opening.closings), len(PLAIN.kept(seat))
    places = np.arange(0, ways * STEPS * CLOSINGS * STEPS, one_in, dtype=np.uint16)
    shapes = (
        (len(opening.kept(seat)), CARDS),
        (ways, STEPS, kept, CARDS),
        (len(places), kept, CARDS),
    )
    parts = [random.integers(0, CERTAIN // 2, shape, np.uint8, endpoint=True) for shape in shapes]
    return Stored(seat, opening, *parts, places).checked()


def stored_caller(stake: int, lead: int, seat: int) -> Stored:
    """One of whom nothing is stored: it always calls."""
    opening = opening_of(stake, lead, seat)
    first = np.zeros((len(opening.kept(seat)), CARDS), np.uint8)
    second = np.zeros((len(opening.closings), STEPS, len(PLAIN.kept(seat)), CARDS), np.uint8)
    return Stored(seat, opening, first, second, second[0, :0], np.zeros(0, np.uint16)).checked()


def sparse_blueprint() -> Blueprint:
    """A whole policy that does anything, of which little is stored."""
    return Blueprint(
        Rules(), {beginning: any_stored(*beginning, one_in=101) for beginning in BEGINNINGS}
    )


def calling_blueprint() -> Blueprint:
    """A whole policy that always calls."""
    return Blueprint(Rules(), {beginning: stored_caller(*beginning) for beginning in BEGINNINGS})


def any_policy_response(blueprint: Blueprint) -> PolicyResponse:
    """A response that keeps anything of the first bidding round; it solves the others."""
    random = np.random.default_rng(1)
    values = {
        part: random.standard_normal(values_shape(part, blueprint), np.float32) for part in PARTS
    }
    return PolicyResponse(blueprint, values, (NO_EARNINGS, NO_EARNINGS))
