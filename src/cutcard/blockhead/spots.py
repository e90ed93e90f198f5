"""Spots: the decisions that a table player tells apart, as numbers.

A spot is the bidding round, the pot at its beginning, what the opponent's earlier bets claim of its
hidden card, the lead in open points, the player's own hidden points, and how the bidding round has
gone so far. Pots, claims and sizes of raises are put into few classes; what is in one class is
played alike. Players of the engine and compiled games number spots by the functions here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.rules import Rules, Valuation
from cutcard.compilation import Number
from cutcard.errors import Illegal
from cutcard.number_arrays import Integers

Odds = NDArray[np.uint8]
"""How likely each action is in each spot, in parts of CERTAIN."""

CERTAIN: Final = 255

NO_ODDS: Final[Odds] = np.zeros(0, np.uint8)

FOLD: Final = 0
STAY: Final = 1
"""Check or call."""
RAISE: Final = 2
"""The smallest of the raises that a table player makes; the larger ones follow."""
ACTIONS: Final = 5

# What oneself did last in a bidding round; a raise is RAISED plus the class of its size.
NOTHING: Final = 0
PASSED: Final = 1
RAISED: Final = 2

_SIZES: Final = 3
"""Classes of raises: small, middling and large."""
_OWN: Final = RAISED + _SIZES
OPENED: Final = 0
CHECKED: Final = 1
NODES: Final = 2 + 2 * _OWN * _SIZES
"""Ways that a bidding round can have gone: nobody has bet, the other has checked, or the other has
raised by a size of some class, after what oneself did, and oneself may or may not raise again."""

_MOST_LEAD: Final = 10
"""Larger leads count as this one."""

_POTS: Final = (3, 4, 6, 8, 11)
"""Where the classes of pots part, in antes; a pot without carry begins with two."""
_FIRST_POTS: Final = (3, 6)
"""The same before the first bidding round, where all there is beyond the antes was carried."""


class Spots(NamedTuple):
    """How the spots of a game are numbered, as plain numbers and arrays."""

    least: int
    """The smallest raise."""
    most: int
    sizes: int
    """Classes of raises that there are."""
    raises: int
    lead: int
    """Larger leads in open points count as this one."""
    hidden: int
    """The most points that may lie face down."""
    starts: Integers
    """By bidding round: the number of its first spot; in the end, how many spots there are."""
    pots: Integers
    """By bidding round: where the classes of pots part, in chips."""
    pot_classes: Integers
    claims: Integers
    """The class of a claim, by the least and the most points that it leaves possible."""
    claim_classes: Integers
    bounds: Integers
    """A raise claims more points than the opponent's lead and this, by the class of its size."""

    @property
    def number(self) -> int:
        """How many spots there are."""
        return int(self.starts[-1])


def size_class(spots: Spots, size: Number) -> Number:
    """The class of a raise of this size."""
    return (size - spots.least) * spots.sizes // (spots.most - spots.least + 1)


def size_of(spots: Spots, kind: Number) -> Number:
    """The size of the raise that a table player makes of a class."""
    if spots.sizes == 1:
        return spots.most
    return spots.least + kind * (spots.most - spots.least) // (spots.sizes - 1)


def node_of(spots: Spots, opened: Number, raised: Number, own: Number, kind: Number) -> Number:
    """How the bidding round has gone: the raises so far, what oneself did, the last raise."""
    if not raised:
        return CHECKED if opened else OPENED
    row = own + _OWN if raised == spots.raises else own
    return 2 + _SIZES * row + kind


def least_claimed(spots: Spots, lead: Number, kind: Number) -> Number:
    """The least hidden points that a raise of this class claims against an open lead."""
    return lead + spots.bounds[kind] + 1


def most_claimed(spots: Spots, lead: Number, kind: Number) -> Number:
    """The most that it claims: with more, a larger raise would have been made."""
    if kind + 1 < spots.sizes:
        return lead + spots.bounds[kind + 1]
    return spots.hidden + 1


def spot_number(
    spots: Spots,
    street: Number,
    pot: Number,
    least: Number,
    most: Number,
    lead: Number,
    hidden: Number,
    node: Number,
) -> Number:
    """The number of a spot; ``least`` and ``most`` are what the opponent's earlier bets claim."""
    last = spots.pot_classes[street] - 1
    kind = 0
    while kind < last and pot >= spots.pots[street, kind]:
        kind += 1
    claim = 0
    if street:
        top = spots.hidden + 1
        claim = spots.claims[min(max(least, 0), top), min(max(most, 0), top)]
    at = kind * spots.claim_classes[street] + claim
    at = at * (2 * spots.lead + 1) + spots.lead + min(max(lead, -spots.lead), spots.lead)
    at = at * (spots.hidden + 1) + hidden
    return spots.starts[street] + at * NODES + node


@lru_cache(maxsize=32)
def spots_of(rules: Rules) -> Spots:
    """The spots of a game for two, whose hands are compared by points."""
    check_spots(rules)
    streets = len(rules.street_cards)
    values = [card.points for card in cards_in(rules.deck)]
    highest = max(values)
    lead = min(_MOST_LEAD, (highest - min(values)) * rules.streets.count("u"))
    hidden = highest * rules.streets.count("d")
    parts = [_FIRST_POTS, *[_POTS] * (streets - 1)]
    pots = np.zeros((streets, len(_POTS)), np.int64)
    for street, antes in enumerate(parts):
        pots[street, : len(antes)] = np.array(antes) * rules.ante
    pot_classes = np.array([len(antes) + 1 for antes in parts], np.int64)
    claims = _claims(hidden)
    claim_classes = np.array([1, *[int(claims.max()) + 1] * (streets - 1)], np.int64)
    each = (2 * lead + 1) * (hidden + 1) * NODES
    starts = np.zeros(streets + 1, np.int64)
    starts[1:] = np.cumsum(pot_classes * claim_classes * each)
    return Spots(
        least=rules.least_raise,
        most=rules.most_raise,
        sizes=min(_SIZES, rules.most_raise - rules.least_raise + 1),
        raises=rules.raises,
        lead=lead,
        hidden=hidden,
        starts=starts,
        pots=pots,
        pot_classes=pot_classes,
        claims=claims,
        claim_classes=claim_classes,
        bounds=np.array([0, highest // 2, 4 * highest // 5], np.int64),
    )


def legal_of(spots: Spots) -> NDArray[np.bool_]:
    """Which actions are legal, by node and action; a spot's node is its number modulo NODES."""
    legal = np.zeros((NODES, ACTIONS), np.bool_)
    legal[:, STAY] = True
    legal[2:, FOLD] = True  # there is something to call
    may_raise = NODES - _OWN * _SIZES if spots.raises else 0
    legal[:may_raise, RAISE : RAISE + spots.sizes] = True
    return legal


def no_spots() -> Spots:
    """For a compiled game that nobody plays by spots."""
    nothing = np.zeros(1, np.int64)
    return Spots(
        least=0,
        most=0,
        sizes=0,
        raises=0,
        lead=0,
        hidden=0,
        starts=nothing,
        pots=nothing.reshape(1, 1),
        pot_classes=nothing,
        claims=nothing.reshape(1, 1),
        claim_classes=nothing,
        bounds=nothing,
    )


def _claims(hidden: int) -> Integers:
    """Four classes of the least points by three of the most."""
    least = np.digitize(np.arange(hidden + 2), [2, 1 + 0.5 * hidden, 1 + 0.8 * hidden])
    most = np.digitize(np.arange(hidden + 2), [0.6 * hidden, hidden])
    return (3 * least[:, None] + 2 - most[None, :]).astype(np.int64)


def check_spots(rules: Rules) -> None:
    """Refuse a game that has no spots."""
    if rules.seats != 2:
        raise Illegal(f"seats = {rules.seats} cannot be played by a table: it is for two")
    if rules.valuation is not Valuation.POINTS:
        raise Illegal(
            f"valuation = {rules.valuation} cannot be played by a table: its spots are in points"
        )
