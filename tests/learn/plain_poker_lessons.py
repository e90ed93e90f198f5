"""Lessons in Blockhead Poker once more, on the engine, to hold the compiled ones to.

They draw the same random numbers in the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from cutcard.blackjack.kernel.random import below, seeded, shuffle_part
from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.deal import Deal, Tied, View, Won
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spot_player import SpotPlayer
from cutcard.blockhead.spots import Odds, Spots, size_of, spots_of
from cutcard.driver import CHANCE

NEVER = 99
RANDOM_DECISIONS = [0] * 4 + [1] * 4 + [2] * 3 + [3] * 3 + [4, NEVER]
"""Which decision of a deal is random, by a lot of sixteen."""


class PlainPokerLessons:
    """A learner in the first seat, and an opponent."""

    def __init__(self, rules: Rules, opponent: str, odds: Odds, seed: int, block: int) -> None:
        self.rules = rules
        self.odds = odds
        self.random = seeded(seed, "poker", block)
        self.spots: Spots = spots_of(rules)
        self.deck = np.arange(len(cards_in(rules.deck))).astype(np.uint8)
        answers: dict[str, Callable[[View], int]] = {
            "alpha": Alpha().act,
            "random": lambda view: view.legal[below(self.random, len(view.legal))],
            "self": lambda view: self._by_odds(view, 1),
        }
        self.answer = answers[opponent]
        self.times: Counter[tuple[int, int]] = Counter()
        self.totals: Counter[tuple[int, int]] = Counter()
        """In half chips."""

    def _chips(self, view: View, action: int) -> int:
        if action == 0:
            return 0
        if action == 1:
            return view.to_call
        return view.to_call + size_of(self.spots, action - 2)

    def _drawn(self, spot: int) -> int:
        lot = below(self.random, 255)
        return int(np.searchsorted(np.cumsum(self.odds[spot], dtype=np.int64), lot, side="right"))

    def _by_odds(self, view: View, seat: int) -> int:
        return self._chips(view, self._drawn(self.eyes[seat].spot(view)))

    def _actions(self, view: View) -> list[int]:
        folding = [0] if view.to_call else []
        return [*folding, 1, *(range(2, 2 + self.spots.sizes) if view.may_raise else [])]

    def play(self, deals: int) -> None:
        """Play so many deals."""
        carry = 0
        for number in range(deals):
            if number % self.rules.deals == 0:
                carry = 0
            explored = RANDOM_DECISIONS[below(self.random, 16)]
            carry = self._deal(Deal.start(self.rules, number % 2, carry), explored)

    def _deal(self, deal: Deal, explored: int) -> int:
        deck = cards_in(self.rules.deck)
        needed = 2 * self.rules.hand_size
        shuffle_part(self.random, self.deck, 0, needed, len(deck))
        cards = iter([deck[at] for at in self.deck[:needed]])
        self.eyes = [SpotPlayer(self.odds, self.rules, None) for _ in range(2)]  # type: ignore
        made = []
        while not deal.over:
            if deal.turn == CHANCE:
                deal = deal.apply(next(cards))
            elif deal.turn == 1:
                deal = deal.apply(self.answer(deal.view(1)))
            else:
                view = deal.view(0)
                spot = self.eyes[0].spot(view)
                actions = self._actions(view)
                if len(made) == explored:
                    action = actions[below(self.random, len(actions))]
                else:
                    action = self._drawn(spot)
                made.append((spot, action, deal.staked[0]))
                deal = deal.apply(self._chips(view, action))
            for event in deal.events:
                for eyes in self.eyes:
                    if not isinstance(event, Won | Tied):
                        eyes.see(event)
        self._learn(deal, made, explored)
        return deal.left

    def _learn(self, deal: Deal, made: list[tuple[int, int, int]], explored: int) -> None:
        takings = 2 * (deal.nets[0] + deal.staked[0])
        if isinstance(deal.events[-1], Tied):
            takings = deal.pot
        for spot, action, staked in made[explored if explored < len(made) else 0 :]:
            self.times[spot, action] += 1
            self.totals[spot, action] += takings - 2 * (deal.staked[0] - staked)
