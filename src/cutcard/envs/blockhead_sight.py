"""What a seat sees of a deal of Blockhead Poker, as a row of numbers.

Seats are counted from one's own: 0 is oneself, 1 the next to act. Cards are points, or where
hands are compared as in poker, places in the deck from 1; 0 is not a card, or one that lies face
down. Bets are actions plus one, so that 0 means no bet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cutcard.blockhead.deal import View
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.match import Match
from cutcard.blockhead.rules import Rules, Valuation
from cutcard.cards import Card
from cutcard.envs.blockhead_bets import action_count, action_of, legal_actions, most_bets

Row = NDArray[np.int32]
Mask = NDArray[np.int8]


@dataclass(frozen=True)
class Sight:
    """The columns of an observation, and how a view becomes a row of them."""

    rules: Rules

    @cached_property
    def most(self) -> dict[str, int]:
        """The name of each column, and the largest number that it may hold."""
        rules = self.rules
        streets = len(rules.street_cards)
        pot = rules.deals * self.largest_pot
        most = {"deal": rules.deals - 1, "opener": rules.seats - 1, "street": streets - 1}
        most |= {"pot": pot, "to_call": rules.raises * rules.most_raise}
        highest = max(self._numbers.values())
        for place in range(rules.hand_size):
            most[f"own_{place}"] = highest
        for seat in range(1, rules.seats):
            most[f"seat_{seat}_in"] = 1
            for place in range(rules.hand_size):
                most[f"seat_{seat}_{place}"] = highest
        for street in range(streets):
            for bet in range(most_bets(rules)):
                most[f"bet_{street}_{bet}"] = action_count(rules)
        return most

    @property
    def largest_pot(self) -> int:
        """The most that one deal can put into the pot."""
        rules = self.rules
        raised = len(rules.street_cards) * rules.raises * rules.most_raise
        return rules.seats * (rules.ante + raised)

    @property
    def space(self) -> spaces.Box:
        """The space of the rows."""
        most = np.array(list(self.most.values()), np.int32)
        return spaces.Box(np.zeros_like(most), np.maximum(most, 1), dtype=np.int32)

    @cached_property
    def _numbers(self) -> dict[Card, int]:
        """The number of each card of the deck."""
        deck = cards_in(self.rules.deck)
        if self.rules.valuation is Valuation.POKER:
            return {card: place for place, card in enumerate(deck, start=1)}
        return {card: card.points for card in deck}

    def row(self, match: Match, seat: int) -> Row:
        """What a seat sees: its view, and all bets of the deal."""
        rules = self.rules
        seats, size = rules.seats, rules.hand_size
        view = match.view(seat)
        row = [match.number, (view.opener - seat) % seats, view.street, view.pot, view.to_call]
        row += self._cards(view.hand.cards, range(len(view.hand.cards)), size)
        open_places = [
            place for place, letter in enumerate("".join(rules.street_cards)) if letter == "u"
        ]
        for step in range(1, seats):
            other = (seat + step) % seats
            row.append(int(view.live[other]))
            row += self._cards(view.visible[other].cards, open_places, size)
        for street in match.bidding:
            actions = [action_of(rules, bet) + 1 for bet in street]
            row += actions + [0] * (most_bets(rules) - len(actions))
        row += [0] * (len(self.most) - len(row))
        return np.array(row, np.int32)

    def _cards(self, cards: Iterable[Card], places: Iterable[int], size: int) -> list[int]:
        """Cards in their places of a hand."""
        hand = [0] * size
        for card, place in zip(cards, places, strict=False):
            hand[place] = self._numbers[card]
        return hand

    def mask(self, view: View) -> Mask:
        """Which actions are legal."""
        mask = np.zeros(action_count(self.rules), np.int8)
        mask[legal_actions(view)] = 1
        return mask
