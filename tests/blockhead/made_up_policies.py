"""Policies made up at random."""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.spots import ACTIONS, CERTAIN, NODES, Odds, Spots, legal_of


def any_odds(spots: Spots, seed: int) -> Odds:
    """Odds of legal actions only."""
    random = np.random.default_rng(seed)
    weights = random.random((spots.number, ACTIONS)) ** 3
    weights *= np.tile(legal_of(spots), (spots.number // NODES, 1))
    whole = np.cumsum(weights, axis=1)
    parts = np.floor(CERTAIN * (whole / whole[:, -1:]))
    return np.diff(parts, axis=1, prepend=0).astype(np.uint8)
