"""All deals at once: how often each moment of a deal is reached, street by street, compiled.

A moment is what we know when a bidding round begins: our hidden card, the unseen cards, the lead,
the pot and the range of the opponent's card. Moments that are alike are met in a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.exact.endings import (
    CLOSED,
    FOE_FOLDS,
    MOST_ENDINGS,
    endings_worth,
    round_endings,
)
from cutcard.blockhead.exact.foresight import Foe, Pots, Spot, Worths
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.compilation import Number
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers

Keys = NDArray[np.uint64]

WAYS_TO_END: Final = 4
"""We fold, the opponent folds, a showdown is won, or lost; a tie is counted apart."""

OFFSET: Final = 64
EMPTY: Final = 0

Moments = tuple[Keys, Floats]
"""A table of moments: the key of each, and how often it is met for each card in its range."""


def table_of_moments(places: int) -> Moments:
    """An empty table; a power of two of places, some more than it will have moments."""
    return np.zeros(places, np.uint64), np.zeros(places)


@compiled
def _packed(
    own: int, lead: int, number: int, low: int, high: int, counts: Integers, narrow: bool
) -> Number:
    """A moment as a number of 64 bits."""
    key = np.uint64(own + OFFSET)
    key = key << np.uint64(7) | np.uint64(lead + OFFSET)
    key = key << np.uint64(9) | np.uint64(number)
    key = key << np.uint64(4) | np.uint64(low)
    key = key << np.uint64(4) | np.uint64(high)
    for card in range(1, HIGHEST):
        kept = counts[card] if not narrow or low <= card <= high else 0
        key = key << np.uint64(3) | np.uint64(kept)
    kept = counts[HIGHEST] if not narrow or high == HIGHEST else 0
    return key << np.uint64(5) | np.uint64(kept)


@compiled
def unpack_moment(key: Number, counts: Integers) -> tuple[Number, Number, Number, Number, Number]:
    """The moment's own card, lead, number of chips, and range; the counts receive its cards."""
    counts[0] = 0
    counts[HIGHEST] = np.int64(key & np.uint64(31))
    key >>= np.uint64(5)
    for card in range(HIGHEST - 1, 0, -1):
        counts[card] = np.int64(key & np.uint64(7))
        key >>= np.uint64(3)
    high = np.int64(key & np.uint64(15))
    key >>= np.uint64(4)
    low = np.int64(key & np.uint64(15))
    key >>= np.uint64(4)
    number = np.int64(key & np.uint64(511))
    key >>= np.uint64(9)
    lead = np.int64(key & np.uint64(127)) - OFFSET
    key >>= np.uint64(7)
    return np.int64(key) - OFFSET, lead, number, low, high


@compiled
def _add_up(counts: Integers, to_here: Floats) -> int:
    """Add the numbers of cards up to each number of points, and return the number of all."""
    to_here[0] = 0.0
    for card in range(1, HIGHEST + 1):
        to_here[card] = to_here[card - 1] + counts[card]
    return int(to_here[HIGHEST])


@compiled
def meet(keys: Keys, flows: Floats, key: Number, flow: float) -> int:
    """Add a flow to a moment; return whether the moment is new."""
    mask = np.uint64(len(keys) - 1)
    at = key * np.uint64(0x9E3779B97F4A7C15)
    at = (at ^ at >> np.uint64(29)) & mask
    while keys[at] != np.uint64(EMPTY):
        if keys[at] == key:
            flows[at] += flow
            return 0
        at = (at + np.uint64(1)) & mask
    keys[at] = key
    flows[at] = flow
    return 1


def moments_in(keys: Keys, flows: Floats) -> Iterator[tuple[int, int, Integers, float]]:
    """The own card, the lead, the unseen cards and the flow of each moment in a table."""
    for at in np.flatnonzero(keys):
        counts = np.empty(HIGHEST + 1, dtype=np.int64)
        own, lead, *_ = unpack_moment(keys[at], counts)
        yield int(own), int(lead), counts, float(flows[at])


@compiled
def first_moments(deck: Integers, opened: int, keys: Keys, flows: Floats) -> None:
    """Meet every moment at the first bidding round, with no chips in the pot but the antes."""
    counts = np.empty(HIGHEST + 1, dtype=np.int64)
    cards = np.empty(2 * opened + 1, dtype=np.int64)
    size = 0
    for card in range(HIGHEST + 1):
        size += deck[card]
    total = 1.0
    for at in range(2 * opened + 2):
        total *= size - at
    for numbered in range(HIGHEST ** (2 * opened + 1)):
        rest = numbered
        for at in range(2 * opened + 1):
            cards[at] = rest % HIGHEST + 1
            rest //= HIGHEST
        # Cards of one player in rising order only, counted as often as they have orders.
        rising = True
        for at in range(1, 2 * opened):
            if at != opened and cards[at] < cards[at - 1]:
                rising = False
        if not rising:
            continue
        for card in range(HIGHEST + 1):
            counts[card] = deck[card]
        ways = 1.0
        for at in range(2 * opened + 1):
            ways *= counts[cards[at]]
            counts[cards[at]] -= 1
        if ways <= 0.0:
            continue
        lead = 0
        for player in range(2):
            run = 1
            for at in range(opened):
                drawn = cards[player * opened + at]
                lead += drawn if player == 0 else -drawn
                run = run + 1 if at and drawn == cards[player * opened + at - 1] else 1
                ways *= (at + 1.0) / run
        key = _packed(cards[2 * opened], lead, 0, 1, HIGHEST, counts, False)
        meet(keys, flows, key, ways / total)


@compiled
def _deal_on(
    keys: Keys,
    flows: Floats,
    narrow: bool,
    own: int,
    lead: int,
    number: int,
    low: int,
    high: int,
    counts: Integers,
    flow: float,
) -> int:
    """Deal a card to each player in every way; return how many new moments that meets."""
    met = 0
    for mine in range(1, HIGHEST + 1):
        many = counts[mine]
        if not many:
            continue
        counts[mine] -= 1
        for other in range(1, HIGHEST + 1):
            more = counts[other]
            if not more:
                continue
            counts[other] -= 1
            there = 0
            for card in range(low, high + 1):
                there += counts[card]
            if there:
                after = lead + mine - other
                kept = own + after if narrow else own
                key = _packed(kept, after, number, low, high, counts, narrow)
                met += meet(keys, flows, key, flow * many * more)
            counts[other] += 1
        counts[mine] += 1
    return met


@compiled
def flow_on(
    foe: Foe,
    pots: Pots,
    tied: Floats,
    prospects: Worths,
    unit: float,
    reach: int,
    we_open: bool,
    fuzz: float,
    street: int,
    last: bool,
    narrow: bool,
    keys: Keys,
    flows: Floats,
    after: Keys,
    after_flows: Floats,
    sums: Floats,
    ties: Floats,
) -> bool:
    """Play a bidding round at every moment; return whether the table after it was large enough.

    The sums are, for each street and way to end, how often that happens and the chips gained times
    that; the ties are how often each pot is tied for, and the chips paid into it times that. Before
    the last street, moments are ``narrow``: of the unseen cards only those in the range count.
    """
    rows = np.empty((MOST_ENDINGS, 5), dtype=np.int64)
    odds = np.empty(MOST_ENDINGS)
    counts = np.empty(HIGHEST + 1, dtype=np.int64)
    to_here = np.empty(HIGHEST + 1)
    least = pots.sizes[0]
    met = 0
    for slot in range(len(keys)):
        if keys[slot] == np.uint64(EMPTY):
            continue
        if not last and 10 * met > 9 * len(after):
            return False
        flow = flows[slot]
        own, lead, number, low, high = unpack_moment(keys[slot], counts)
        pot = least + 2 * number
        unseen = _add_up(counts, to_here)
        if last:
            # Only the card that ties counts of our own hand, and it is kept instead.
            spot = Spot(1, lead, own - lead, to_here, tied, prospects[0, 0], unit)
        else:
            near = min(max(lead, -reach), reach)
            spot = Spot(0, lead, own, to_here, tied, prospects[own - 1, near + reach], unit)
        found = round_endings(foe, pots, spot, we_open, fuzz, pot, low, high, rows, odds)
        staked = (pot - least) // 2 + foe.rules.ante
        for row in range(found):
            kind, filled, paid = rows[row, 0], rows[row, 1], rows[row, 2]
            low, high = rows[row, 3], rows[row, 4]
            here = flow * odds[row]
            mass = here * (to_here[high] - to_here[low - 1])
            if mass <= 0.0:
                continue
            net = -float(staked + paid)
            if kind == FOE_FOLDS:
                sums[street, 1, 0] += mass
                sums[street, 1, 1] += mass * (net + filled)
            elif kind != CLOSED:
                sums[street, 0, 0] += mass
                sums[street, 0, 1] += mass * net
            elif last:
                for card in range(low, high + 1):
                    mass = here * counts[card]
                    if card < own:
                        sums[street, 2, 0] += mass
                        sums[street, 2, 1] += mass * (net + filled)
                    elif card > own:
                        sums[street, 3, 0] += mass
                        sums[street, 3, 1] += mass * net
                    else:
                        place = (filled - least) >> 1
                        ties[place, 0] += mass
                        ties[place, 1] += mass * net
            else:
                met += _deal_on(
                    after,
                    after_flows,
                    narrow,
                    own,
                    lead,
                    (filled - least) >> 1,
                    low,
                    high,
                    counts,
                    here / ((unseen - 1.0) * (unseen - 2.0)),
                )
    return True


@compiled
def first_round_worth(
    foe: Foe,
    pots: Pots,
    tied: Floats,
    prospects: Worths,
    unit: float,
    reach: int,
    we_open: bool,
    fuzz: float,
    pot: int,
    keys: Keys,
    flows: Floats,
) -> float:
    """What a deal is foreseen to be worth after the antes, on average over moments."""
    rows = np.empty((MOST_ENDINGS, 5), dtype=np.int64)
    odds = np.empty(MOST_ENDINGS)
    counts = np.empty(HIGHEST + 1, dtype=np.int64)
    to_here = np.empty(HIGHEST + 1)
    worth = 0.0
    for slot in range(len(keys)):
        if keys[slot] == np.uint64(EMPTY):
            continue
        own, lead, _, low, high = unpack_moment(keys[slot], counts)
        _add_up(counts, to_here)
        near = min(max(lead, -reach), reach)
        spot = Spot(0, lead, own, to_here, tied, prospects[own - 1, near + reach], unit)
        count = round_endings(foe, pots, spot, we_open, fuzz, pot, low, high, rows, odds)
        worth += flows[slot] * endings_worth(pots, spot, rows, odds, count)
    return worth
