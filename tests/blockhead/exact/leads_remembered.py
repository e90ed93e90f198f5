"""A best response to a player by spots that remembers leads only, by the engine: for tiny decks.

All deals that we cannot tell apart are kept together, each with its odds, and moved on card by card
and bet by bet. It knows nothing of the arrays by which the package does the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from cutcard.blockhead.deal import Deal
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.policy_files import SpotPolicy
from cutcard.blockhead.spot_player import SpotPlayer
from cutcard.cards import Card
from cutcard.driver import CHANCE, OVER


@dataclass(frozen=True)
class _Dealt:
    """A moment of a deal, the cards left, and all that the policy has seen."""

    deal: Deal
    left: tuple[Card, ...]
    seen: tuple[Any, ...]

    def moved(self, move: Card | int) -> _Dealt:
        deal = self.deal.apply(move)
        left = self.left
        if isinstance(move, Card):
            rest = list(left)
            rest.remove(move)
            left = tuple(rest)
        return _Dealt(deal, left, (*self.seen, *deal.events))


_Together = Mapping[_Dealt, float]


class LeadsRemembered:
    """One deal, opened or answered; a tied pot is divided."""

    def __init__(self, policy: SpotPolicy, sizes: tuple[int, ...], *, we_open: bool) -> None:
        self._policy = policy
        self._sizes = sizes
        self._us = 0 if we_open else 1

    def worth(self, carry: int = 0) -> float:
        """What the deal is worth with the best bets, over all cards."""
        rules = self._policy.rules
        start = _Dealt(Deal.start(rules, carry=carry), tuple(cards_in(rules.deck)), ())
        return self._worth({start: 1.0})

    def _worth(self, together: _Together) -> float:
        deal = next(iter(together)).deal
        if deal.turn == OVER:
            return sum(odds * self._net(one.deal) for one, odds in together.items())
        if deal.turn == CHANCE:
            return sum(map(self._worth, self._dealt(together)))
        if deal.turn == self._us:
            return max(self._worth(self._bet(together, chips)) for chips in self._bets(deal))
        return sum(map(self._worth, self._answered(together)))

    def _net(self, deal: Deal) -> float:
        return deal.nets[self._us] + deal.left / 2

    def _bets(self, deal: Deal) -> list[int]:
        raises = [deal.to_call + size for size in self._sizes]
        return [chips for chips in {0, deal.to_call, *raises} if chips in deal.legal]

    def _bet(self, together: _Together, chips: int) -> _Together:
        return {one.moved(chips): odds for one, odds in together.items()}

    def _dealt(self, together: _Together) -> list[_Together]:
        """All cards of a street, parted by what we know then: our hidden card and the lead."""
        moments: dict[_Dealt, float] = dict(together)
        while next(iter(moments)).deal.turn == CHANCE:
            after: dict[_Dealt, float] = defaultdict(float)
            for one, odds in moments.items():
                points = {card.points: card for card in one.left}
                many = Counter(card.points for card in one.left)
                for value, card in points.items():
                    after[one.moved(card)] += odds * many[value] / len(one.left)
            moments = after
        groups: dict[Any, dict[_Dealt, float]] = defaultdict(dict)
        for one, odds in moments.items():
            shown = [hand.visible.points for hand in one.deal.hands]
            own = one.deal.hands[self._us].points - shown[self._us]
            groups[own, shown[self._us] - shown[1 - self._us]][one] = odds
        return list(groups.values())

    def _answered(self, together: _Together) -> list[_Together]:
        """The policy's bets, which we see."""
        groups: dict[int, dict[_Dealt, float]] = defaultdict(dict)
        for one, odds in together.items():
            player = SpotPlayer(self._policy.odds, self._policy.rules, Random(1))
            for event in one.seen:
                player.see(event)
            player.act(one.deal.view(one.deal.turn))
            for chips, likely in player.odds.items():
                groups[chips][one.moved(chips)] = odds * likely
        return list(groups.values())
