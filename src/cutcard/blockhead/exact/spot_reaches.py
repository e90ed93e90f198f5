"""How likely a policy of spots comes to each place of a bidding round, compiled."""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.spot_biddings import ILLEGAL, SpotBidding
from cutcard.blockhead.spots import ACTIONS, CERTAIN, RAISE, STAY, Odds
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.compilation import compiled_within
from cutcard.number_arrays import Floats, Integers


@compiled_within
def _legal_odds(odds: Odds, after: Integers, likely: Floats) -> None:
    """The odds of each action, as a player by spots makes it: an illegal raise is a call."""
    largest = STAY
    for action in range(ACTIONS):
        likely[action] = odds[action] / CERTAIN
        if action >= RAISE and after[action] != ILLEGAL:
            largest = action
    for action in range(ACTIONS):
        if after[action] == ILLEGAL:
            likely[largest if action >= RAISE else STAY] += likely[action]
            likely[action] = 0.0


@compiled
def reach_places(bidding: SpotBidding, odds: Odds, begin: int, reaches: Floats) -> None:
    """Write down how likely a policy comes to each place, from a decision of the round on.

    By place, and hidden card of the policy from 1 to 10; our own bets count as certain. ``odds``
    are those of the situation, by hidden card from 0, node and action.
    """
    ends = len(bidding.signs)
    cards = min(odds.shape[0] - 1, HIGHEST)
    likely = np.empty(ACTIONS)
    for place in range(ends + len(bidding.ours)):
        for card in range(HIGHEST):
            reaches[place, card] = 1.0 if place == ends + begin else 0.0
    for number in range(begin, len(bidding.ours)):
        after, ours = bidding.after[number], bidding.ours[number]
        for card in range(cards):
            here = reaches[ends + number, card]
            if here == 0.0:
                continue
            if not ours:
                _legal_odds(odds[card + 1, bidding.nodes[number]], after, likely)
            for action in range(ACTIONS):
                if after[action] != ILLEGAL:
                    reaches[after[action], card] = here if ours else here * likely[action]


@compiled
def reach_ends(bidding: SpotBidding, odds: Odds, reaches: Floats) -> None:
    """Write down how likely a policy comes to each end of a bidding round, by situation."""
    ends = len(bidding.signs)
    places = np.empty((ends + len(bidding.ours), HIGHEST))
    for situation in range(len(odds)):
        reach_places(bidding, odds[situation], 0, places)
        for end in range(ends):
            for card in range(HIGHEST):
                reaches[situation, end, card] = places[end, card]
