"""The best response to a player of lines: what it knows, what it bets, and what it is worth.

It weighs every hidden card that fits the opponent's bets, looks through the rest of the bidding
round, and values what comes after it by its prospects.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from cutcard.blockhead.deal import View
from cutcard.blockhead.earned import WAYS, Earned
from cutcard.blockhead.exact.carried import DealWorth, GameWorth, play_out
from cutcard.blockhead.exact.flow import (
    WAYS_TO_END,
    Keys,
    Moments,
    first_moments,
    first_round_worth,
    flow_on,
    table_of_moments,
)
from cutcard.blockhead.exact.foresight import RANGES, Spot, Worths, weigh_bets
from cutcard.blockhead.exact.prospects import UNIT, Prospects, Table, find_prospects
from cutcard.blockhead.rules import Rules
from cutcard.number_arrays import Floats, Integers

_NONE: Final = np.zeros((1, 1, 1, 1), np.int16)
"""The prospects of the last bidding round: nothing comes after it."""

Ends = tuple[Floats, Floats]
"""How often deals end in each way, and how often each pot is tied for, as in `Earnings`."""

Show = Callable[[str, int, int], None]
"""Is told what is being done, and how much of how much is done."""


@dataclass(frozen=True)
class Earnings:
    """How a deal with no pot carried ends, over all cards, for one who answers or opens."""

    ends: Floats
    """By bidding round and way to end (we fold, the opponent folds, showdown won, lost): how often
    that happens, and the chips it brings times that."""
    ties: Floats
    """By half of the chips that bets have brought into the pot: how often it is tied for, and the
    chips that we paid times that."""
    carried: Floats
    """What a pot carried into the deal adds to its worth, for each size of the table's pots less
    the antes."""

    @staticmethod
    def of_plain_deals(ends: Floats, ties: Floats) -> Earnings:
        """Those of a player who foresees nothing of a carried pot."""
        return Earnings(ends, ties, np.zeros(1))


@dataclass(frozen=True)
class Response:
    """A best response, ready to play."""

    foe: str
    rules: Rules
    table: Table
    prospects: tuple[Prospects, Prospects]
    """When answering, and when opening."""

    def worths(self, view: View, low: int, high: int) -> dict[int, float]:
        """What each legal bet is worth in chips, if the opponent's hidden card is in this range."""
        table = self.table
        we_open = view.opener == view.seat
        own = view.hand.cards[0].points
        open_points = [hand.points for hand in view.visible]
        lead = open_points[view.seat] - open_points[1 - view.seat]
        spot = Spot(
            int(view.last_street),
            lead,
            own,
            self._weights(view),
            table.tied(we_open=we_open),
            self._prospects_at(view.street, own, lead, we_open=we_open),
            UNIT,
        )
        raised = sum(bet.raised > 0 for bet in view.bets)
        size = view.rules.most_raise - view.rules.least_raise + 3
        bets, worths = np.empty(size, np.int64), np.empty(size)
        count = weigh_bets(
            table.foe,
            table.pots,
            spot,
            view.pot,
            view.to_call,
            raised,
            not view.bets,
            low,
            high,
            bets,
            worths,
        )
        return dict(zip(bets[:count].tolist(), worths[:count].tolist(), strict=True))

    def may_be(self, view: View, low: int, high: int) -> bool:
        """Whether any card in a range is unseen."""
        weights = self._weights(view)
        return bool(weights[high] > weights[low - 1])

    def _weights(self, view: View) -> Floats:
        counts = self.table.deck.copy()
        for card in (*view.hand.cards, *view.visible[1 - view.seat].cards):
            counts[card.points] -= 1
        return np.asarray(np.cumsum(counts), np.float64)

    def _prospects_at(self, street: int, own: int, lead: int, *, we_open: bool) -> Worths:
        if street == len(self.table.streets) - 1:
            return np.asarray(_NONE[0, 0])
        reach = self.table.reach(street)
        near = min(max(lead, -reach), reach)
        return np.asarray(self.prospects[we_open][street][own - 1, near + reach])

    @cached_property
    def prospects_in_rows(self) -> tuple[Worths, Integers]:
        """All prospects in rows of RANGES, and the row that those of each bidding round begin in.

        The second array has a row for answering and one for opening.
        """
        parts = [part.reshape(-1, RANGES) for side in self.prospects for part in side]
        if not parts:
            return np.zeros((1, RANGES), np.int16), np.zeros((2, 1), np.int64)
        starts = np.cumsum([0, *map(len, parts[:-1])]).reshape(2, -1)
        return np.concatenate(parts), starts

    def earnings(
        self, *, fuzz: float = 0.0, show: Show = lambda *_: None, workers: int = 1
    ) -> tuple[Earnings, Earnings]:
        """How deals end when answering and when opening, over all cards.

        Deals with one hidden card of ours are looked at after the other: those of all together
        would not fit into the memory of most machines.
        """
        whole = table_of_moments(1 << 17)
        first_moments(self.table.deck, self.table.streets[0], *whole)
        parts = _by_own_card(*whole)
        jobs = [(we_open, part) for we_open in (False, True) for part in parts]

        def work(job: tuple[bool, Moments]) -> Ends:
            return self._ends(job[1], fuzz, we_open=job[0])

        sides = [self._no_ends(), self._no_ends()]
        show("all deals", 0, len(jobs))
        with ThreadPoolExecutor(workers) as pool:
            for number, found in enumerate(pool.map(work, jobs)):
                ends, ties = sides[jobs[number][0]]
                ends += found[0]
                ties += found[1]
                show("all deals", number + 1, len(jobs))
        answering, opening = (
            Earnings(*sides[we_open], self._carried(whole, fuzz, we_open=we_open))
            for we_open in (False, True)
        )
        return answering, opening

    def _no_ends(self) -> Ends:
        streets = len(self.table.streets)
        dearest = streets * self.rules.raises * self.rules.most_raise
        return np.zeros((streets, WAYS_TO_END, 2)), np.zeros((dearest + 1, 2))

    def _ends(self, moments: Moments, fuzz: float, *, we_open: bool) -> Ends:
        """How deals end that begin with these moments."""
        table = self.table
        streets = len(table.streets)
        tied = table.tied(we_open=we_open)
        ends, ties = self._no_ends()
        for street in range(streets):
            last = street == streets - 1
            prospects = _NONE if last else self.prospects[we_open][street]
            places = 1 if last else 1 << (16 * len(moments[0])).bit_length()
            while True:
                here = ends.copy(), ties.copy()
                after = table_of_moments(places)
                if flow_on(
                    table.foe,
                    table.pots,
                    tied,
                    prospects,
                    UNIT,
                    table.reach(street),
                    we_open,
                    fuzz,
                    street,
                    last,
                    street == streets - 2,
                    *moments,
                    *after,
                    *here,
                ):
                    break
                places *= 2
            moments, (ends, ties) = after, here
        return ends, ties

    def _carried(self, moments: Moments, fuzz: float, *, we_open: bool) -> Floats:
        """What a carried pot adds to a deal, as the response itself foresees it."""
        table = self.table
        if len(table.streets) == 1:
            return np.zeros(len(table.pots.sizes))
        sizes = table.pots.sizes
        some = [at for at in range(len(sizes)) if at % 5 == 0 or at == len(sizes) - 1]
        worths = [
            first_round_worth(
                table.foe,
                table.pots,
                table.tied(we_open=we_open),
                self.prospects[we_open][0],
                UNIT,
                table.reach(0),
                we_open,
                fuzz,
                int(sizes[at]),
                *moments,
            )
            for at in some
        ]
        known = np.interp(sizes, sizes[some], worths)
        return np.asarray(known - known[0])

    def game_worth(self, earnings: tuple[Earnings, Earnings], deals: int) -> GameWorth:
        """What a game of some deals is worth.

        A deal with a carried pot is worth what it is without, and what the response foresees to
        gain of that pot.
        """
        least = 2 * self.rules.ante
        sizes = self.table.pots.sizes - least

        def deal(carry: int, we_open: bool) -> DealWorth:
            found = earnings[we_open]
            gain = found.ends[:, :, 1].sum() + found.ties[:, 1].sum()
            more = float(np.interp(carry, sizes, found.carried))
            if carry > sizes[-1]:
                more *= carry / float(sizes[-1])
            left = {least + 2 * int(at): float(found.ties[at, 0]) for at in _met(found.ties)}
            return DealWorth(float(gain) + more, left)

        return play_out(deal, deals)


def _by_own_card(keys: Keys, flows: Floats) -> list[Moments]:
    """The moments of a table, parted by our hidden card."""
    met = np.flatnonzero(keys)
    cards = keys[met] >> np.uint64(56)  # which a key begins with
    return [(keys[met[cards == card]], flows[met[cards == card]]) for card in np.unique(cards)]


def _met(ties: Floats) -> list[int]:
    return [int(at) for at in np.flatnonzero(ties[:, 0])]


def find_response(
    foe: str, rules: Rules, show: Show = lambda *_: None, workers: int = 1
) -> Response:
    """Find the best response to a player."""
    table = Table.against(foe, rules)
    prospects = find_prospects(
        table, lambda done, of: show("bidding rounds to come", done, of), workers
    )
    return Response(foe, rules, table, prospects)


def earned_by(earnings: tuple[Earnings, Earnings]) -> Earned:
    """How deals with no pot carried are earned: the mean of opening and answering."""
    ends = (earnings[0].ends + earnings[1].ends) / 2
    return {
        name: [(float(often), float(chips)) for often, chips in ends[:, way]]
        for way, name in enumerate(WAYS)
    }
