"""Policies made up at random."""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.spots import ACTIONS, CERTAIN, NODES, Odds, Spots, legal_of


def any_odds(spots: Spots, seed: int) -> Odds:
    """Odds of legal actions only."""
    random = np.random.default_rng(seed)
    # Action by action, for there are a million spots.
    weights = random.random((ACTIONS, spots.number), np.float32)
    weights *= weights * weights
    by_node = weights.reshape(ACTIONS, -1, NODES)
    by_node *= legal_of(spots).T[:, None]
    whole = np.cumsum(weights, axis=0, dtype=np.float32)
    parts = np.floor(np.float32(CERTAIN) * (whole / whole[-1])).astype(np.uint8)
    odds = np.empty((spots.number, ACTIONS), np.uint8)
    odds[:, 0] = parts[0]
    odds[:, 1:] = np.diff(parts, axis=0).T
    return odds
