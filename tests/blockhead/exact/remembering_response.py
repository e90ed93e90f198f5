"""A deal against a player of lines, solved with every open card remembered: for small decks.

`prospects` forgets open cards between bidding rounds, or there would be too many cases. Here
nothing is forgotten, so that what is foreseen is exactly what the best response wins.
"""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.exact.endings import round_worths
from cutcard.blockhead.exact.flow import first_moments, moments_in, table_of_moments
from cutcard.blockhead.exact.foresight import RANGES, Spot, range_place
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.prospects import Table, cards_by_place
from cutcard.number_arrays import Floats, Integers

_Moment = tuple[int, int, bytes, int]
"""Our hidden card, the lead, the unseen cards, and the bidding round about to begin."""


class Remembering:
    """One deal, opened or answered; a tied pot is divided."""

    def __init__(self, table: Table, *, we_open: bool) -> None:
        self._table = table
        self._we_open = we_open
        self._tied = table.pots.sizes / 2
        self._known: dict[_Moment, Floats] = {}
        self._cards = cards_by_place()

    def worth(self) -> float:
        """What the deal is worth with the best bets, over all cards."""
        table = self._table
        moments = table_of_moments(1 << 17)
        first_moments(table.deck, table.streets[0], *moments)
        place = range_place(1, HIGHEST)
        total = -float(table.foe.rules.ante)
        for own, lead, counts, flow in moments_in(*moments):
            worths = self._worths(own, lead, counts, 0)
            total += flow * float(counts[1:] @ worths[0, place : place + HIGHEST])
        return total

    def _worths(self, own: int, lead: int, counts: Integers, street: int) -> Floats:
        """What a bidding round is worth before it begins, by pot and place of range and card."""
        moment = (own, lead, counts.tobytes(), street)
        if moment not in self._known:
            table = self._table
            last = street == len(table.streets) - 1
            prospects = np.zeros((len(table.pots.sizes), RANGES))
            if not last:
                self._add_prospects(own, lead, counts, street, prospects)
            to_here = np.cumsum(counts).astype(np.float64)
            spot = Spot(int(last), lead, own, to_here, self._tied, prospects, 1.0)
            worths = np.empty_like(prospects)
            round_worths(table.foe, table.pots, spot, self._we_open, worths)
            self._known[moment] = worths
        return self._known[moment]

    def _add_prospects(
        self, own: int, lead: int, counts: Integers, street: int, prospects: Floats
    ) -> None:
        """Add what comes after this bidding round, over all cards to each player."""
        unseen = int(counts.sum())
        for mine in np.flatnonzero(counts):
            for other in np.flatnonzero(counts):
                rest = counts.copy()
                rest[mine] -= 1
                rest[other] -= 1
                if rest.min() < 0:
                    continue
                after = self._worths(own, lead + int(mine) - int(other), rest, street + 1)
                # The odds of these two cards, if the opponent hides the card at each place.
                here = np.zeros(HIGHEST + 1)
                for card in np.flatnonzero(counts):
                    left = counts.copy()
                    left[card] -= 1
                    ways = left[mine] * (left[other] - (mine == other))
                    here[card] = ways / ((unseen - 1) * (unseen - 2))
                prospects += here[self._cards] * after
