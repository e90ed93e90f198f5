"""What actions are worth in each spot, by what lessons have found.

A spot that was met seldom leans on what was found in spots like it: with any claim, and with any
claim and any pot. So a spot that was never met is played like those.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.spots import ACTIONS, CERTAIN, STAY, Odds, Spots
from cutcard.learn.gleanings import Gleanings
from cutcard.number_arrays import Integers

Values = NDArray[np.float64]

LEANING: Final = 20.0
"""What is found in spots like it counts like this many trials."""

UNKNOWN: Final = -np.inf


def values_of(spots: Spots, found: Gleanings) -> tuple[Values, list[Values]]:
    """What each action brought on average, UNKNOWN if nobody tried it, a row for each spot met.

    The same for spots that were not met, whatever they claim: by bidding round, indexed by the
    pot's class, the rest of the spot, and the action.
    """
    values = np.empty(found.times.shape)
    otherwise = []
    for street, begin in enumerate(spots.starts[:-1]):
        here = slice(*np.searchsorted(found.met, spots.starts[street : street + 2]))
        pots, claims = spots.pot_classes[street], spots.claim_classes[street]
        rest = (spots.starts[street + 1] - begin) // (pots * claims)
        place = found.met[here] - begin
        pot, at = place // (rest * claims), place % rest
        any_pot = _leaning(*_summed(found, here, at, rest), np.full((rest, ACTIONS), UNKNOWN))
        sums = _summed(found, here, pot * rest + at, pots * rest)
        any_claim = _leaning(*sums, np.tile(any_pot, (pots, 1)))
        values[here] = _leaning(found.times[here], found.totals[here], any_claim[pot * rest + at])
        otherwise.append(any_claim.reshape(pots, rest, ACTIONS))
    return values, otherwise


def _summed(
    found: Gleanings, here: slice, place: Integers, places: int
) -> tuple[Integers, Integers]:
    """Trials and totals of some spots, added up by place."""
    times, totals = np.zeros((2, places, ACTIONS), np.int64)
    np.add.at(times, place, found.times[here])
    np.add.at(totals, place, found.totals[here])
    return times, totals


def _leaning(times: Integers, totals: Integers, otherwise: Values) -> Values:
    """Means that lean on others; where there are no others, plain means."""
    weight = np.where(np.isfinite(otherwise), LEANING, 0.0)
    counted = times + weight
    added = totals + weight * np.where(weight > 0.0, otherwise, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(counted > 0.0, added / counted, UNKNOWN)


def best_of(spots: Spots, found: Gleanings) -> tuple[Odds, Integers]:
    """The best action in each spot as odds, and what it is worth; where none is known, stay."""
    values, otherwise = values_of(spots, found)
    odds = np.zeros((spots.number, ACTIONS), np.uint8)
    worths = np.zeros(spots.number, np.int64)
    for street, begin in enumerate(spots.starts[:-1]):
        whole = slice(begin, spots.starts[street + 1])
        shape = (spots.pot_classes[street], spots.claim_classes[street], -1)
        best, worth = _best(otherwise[street])
        odds[whole].reshape(*shape, ACTIONS)[...] = best[:, None]
        worths[whole].reshape(shape)[...] = worth[:, None]
    odds[found.met], worths[found.met] = _best(values)
    return odds, worths


def _best(values: Values) -> tuple[Odds, Integers]:
    best, worths = values.argmax(axis=-1), values.max(axis=-1)
    unknown = ~np.isfinite(worths)
    best[unknown] = STAY
    odds = np.where(np.arange(ACTIONS) == best[..., None], CERTAIN, 0).astype(np.uint8)
    return odds, np.rint(np.where(unknown, 0.0, worths)).astype(np.int64)
