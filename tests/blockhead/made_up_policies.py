"""Policies made up at random."""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.exact.lead_paths import HIGHEST, open_cards
from cutcard.blockhead.exact.spot_biddings import bidding_of
from cutcard.blockhead.exact.spot_response import KEPT, SpotResponse
from cutcard.blockhead.policy_files import SpotPolicy
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import ACTIONS, CERTAIN, NODES, Odds, Spots, legal_of, spots_of


def any_odds(spots: Spots, seed: int) -> Odds:
    """Odds of legal actions only."""
    random = np.random.default_rng(seed)
    # Action by action, for there are a million spots.
    weights = random.random((ACTIONS, spots.number), np.float32)
    weights *= weights * weights
    by_node = weights.reshape(ACTIONS, -1, NODES)
    by_node *= legal_of(spots).T[:, None]
    for action in range(1, ACTIONS):
        weights[action] += weights[action - 1]
    weights /= weights[-1].copy()
    weights *= np.float32(CERTAIN)
    parts = weights.astype(np.uint8)
    parts[1:] -= parts[:-1].copy()
    return np.ascontiguousarray(parts.T)


def made_up(rules: Rules, seed: int) -> SpotPolicy:
    """A policy made up at random, mixed everywhere."""
    return SpotPolicy("blockhead", rules, any_odds(spots_of(rules), seed))


def pure(policy: SpotPolicy) -> SpotPolicy:
    """The same without chance: only the likeliest action of each spot."""
    odds = np.zeros_like(policy.odds)
    odds[np.arange(len(odds)), policy.odds.argmax(axis=1)] = CERTAIN
    return SpotPolicy(policy.game, policy.rules, odds)


def any_response(policy: SpotPolicy, seed: int) -> SpotResponse:
    """A response that keeps anything of the first bidding round; it solves the others."""
    random = np.random.default_rng(seed)
    closed = {}
    for pot, we_open in KEPT:
        bidding = bidding_of(policy.rules, we_open=we_open, all_sizes=pot == 0)
        leads = 18 * open_cards(policy.rules)[0] + 1
        # About what half of a pot is worth, times the odds of a lead and a card.
        closed[pot, we_open] = random.normal(0, 0.03, (leads, len(bidding.claimed), HIGHEST))
    return SpotResponse(policy, closed)
