"""Nash: plays a policy near an equilibrium, whoever the opponent is."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np

from cutcard.blockhead.deal import Bet, Dealt, Event, Kind, Tied, View, Won
from cutcard.blockhead.equilibrium.biddings import DECISIONS, PATHS, PATHS_TO, RAISE, RAISES_AT
from cutcard.blockhead.equilibrium.blueprint import Blueprint
from cutcard.blockhead.equilibrium.deviation import read_as_raise
from cutcard.blockhead.equilibrium.lead_tree import DECIDED, FARTHEST, unseen
from cutcard.blockhead.equilibrium.public_tree import Numbers


class Nash:
    """Follows the blueprint by chance.

    Its own raises are of one size. It reads another's raise as one of that size or as a check or
    call, by a coin of its own, and goes on as if that had been bet.
    """

    def __init__(self, blueprint: Blueprint, random: Random) -> None:
        self._blueprint = blueprint
        self._random = random
        self.odds: dict[int, float] = {}
        self._begin()

    def _begin(self) -> None:
        self._news: list[Event] = []
        """What has happened since the last bet of its own."""
        self._bets = 0
        """All chips bet in this deal."""
        self._began = 0.0
        """What each player had staked when the deal began, half of a carried pot included."""
        self._ways: list[int] = []
        """How the bidding rounds were closed, as they were read."""
        self._staked = 0
        """What each player has staked in bidding rounds that are over."""
        self._open_round()

    def _open_round(self) -> None:
        self._at = 0
        """The decision in this bidding round, as it was read."""
        self._closed: int | None = None
        """How this bidding round was closed, as it was read."""
        self._paid = [0, 0]

    def see(self, event: Event) -> None:
        if isinstance(event, Won | Tied):
            self._begin()
        else:
            self._news.append(event)
            self._bets += event.chips if isinstance(event, Bet) else 0

    def act(self, view: View) -> int:
        self.odds = {}
        leads = _leads(view)
        if abs(leads[-1]) > DECIDED[view.street]:
            return self._act_decided(view, leads[-1])
        self._read_news(view, leads)
        if self._closed is not None:
            return view.to_call
        return self._choose(view, self._blocks(leads)[-1])

    def _blocks(self, leads: list[int]) -> list[Numbers]:
        """The odds in this bidding round and in those before it."""
        _, stored = self._blueprint.after(self._began, leads[0])
        steps = [now - lead + FARTHEST for lead, now in pairwise(leads)]
        path = tuple(part for pair in zip(self._ways, steps, strict=True) for part in pair)
        return [stored.block(path[: 2 * number]) for number in range(len(leads))]

    def _choose(self, view: View, block: Numbers) -> int:
        """Make a bet by the odds of a block."""
        decision = DECISIONS[self._at]
        rows = slice(decision.first, decision.first + decision.width)
        odds = block[rows, view.hand.cards[0].points - 1].tolist()
        bets = [0] * decision.folds + [view.to_call, view.to_call + RAISE * view.may_raise]
        for bet, likely in zip(bets, odds, strict=False):
            self.odds[bet] = self.odds.get(bet, 0.0) + likely
        choice = self._random.choices(range(decision.width), odds)[0]
        if decision.folds and choice == 0:
            return 0
        if choice == decision.folds:
            self._go_on(decision.called)
            return view.to_call
        self._at = decision.raised
        if view.may_raise:
            return view.to_call + RAISE
        # As if it had raised and been called.
        self._go_on(DECISIONS[self._at].called)
        return view.to_call

    def _act_decided(self, view: View, lead: int) -> int:
        """Nothing can change any more who wins."""
        ahead = (lead > 0) == (view.opener == view.seat)
        if ahead and view.may_raise:
            return view.to_call + view.rules.most_raise
        return view.to_call if ahead else 0

    def _go_on(self, called: int) -> None:
        """Go on after a check or call."""
        if called >= 0:
            self._at = called
        else:
            self._closed = ~called

    def _read_news(self, view: View, leads: list[int]) -> None:
        """Read what has happened since the last own bet."""
        news, self._news = self._news, []
        self._began = (view.pot - self._bets) / 2
        for event in news:
            if isinstance(event, Dealt) and self._closed is not None:
                self._ways.append(self._closed)
                self._staked += max(self._paid)
                self._open_round()
            elif isinstance(event, Bet):
                if event.player != view.seat and self._closed is None:
                    self._read_bet(event, view, leads)
                self._paid[event.player] += event.chips

    def _read_bet(self, bet: Bet, view: View, leads: list[int]) -> None:
        """Read a bet of the opponent's."""
        decision = DECISIONS[self._at]
        if bet.kind is not Kind.RAISE:
            self._go_on(decision.called)
            return
        raises = sum(int(RAISES_AT[way]) for way in self._ways) + decision.raises
        known, _ = self._blueprint.after(self._began, 0)
        staked = self._began + self._staked + max(self._paid)
        folds = self._fold_odds(decision.raised, view, leads)
        likely = read_as_raise(float(bet.raised), staked, float(known + RAISE * raises), folds)
        if self._random.random() < likely:
            self._at = decision.raised
        else:
            self._go_on(decision.called)

    def _fold_odds(self, at: int, view: View, leads: list[int]) -> float:
        """How often it would fold in a decision, as others must see it: whatever it hides."""
        blocks = self._blocks(leads)
        shown = [card.points - 1 for hand in view.visible for card in hand.cards]
        come = unseen(tuple(shown)).astype(np.float64)
        seat = 0 if view.opener == view.seat else 1
        paths = [*(PATHS[way] for way in self._ways), np.array(PATHS_TO[at], np.int64)]
        for block, path in zip(blocks, paths, strict=True):
            for row in path[path >= 0][seat::2]:
                come *= block[row]
        total = float(come.sum())
        return float(come @ blocks[-1][DECISIONS[at].first]) / total if total else 0.0


def _leads(view: View) -> list[int]:
    """The lead of the opener when each bidding round began."""
    hands = [view.visible[(view.opener + step) % 2].cards for step in (0, 1)]
    shown = [len(letters.replace("d", "")) for letters in view.rules.street_cards]
    leads = []
    many = 0
    for street in range(view.street + 1):
        many += shown[street]
        first, second = (sum(card.points for card in hand[:many]) for hand in hands)
        leads.append(first - second)
    return leads
