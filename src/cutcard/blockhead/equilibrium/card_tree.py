"""A deal as a public tree with every open card: for small decks."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.deal import Bet, Deal, Kind
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.equilibrium.public_tree import Planter, PublicTree
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card
from cutcard.driver import CHANCE
from cutcard.number_arrays import Floats

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class CardTree:
    """A deal between two players with one hidden card each; a tied pot is divided."""

    tree: PublicTree
    tables: Floats
    points: tuple[int, ...]
    """What a hidden card may count, in the order of the tables."""
    places: dict[str, tuple[int, tuple[int, ...]]]
    """By what everybody has seen: the first choice of a decision, and the bets that may be made.

    Seen are cards, as seat:points, and bets, as c, f or r with the raise.
    """

    @staticmethod
    def of(rules: Rules) -> CardTree:
        """The tree of a deal by these rules."""
        cards = {card.points: card for card in cards_in(rules.deck)}
        counts = [sum(card.points == points for card in cards_in(rules.deck)) for points in cards]
        growth = _Growth(cards, np.array(list(cards)))
        growth.grow(Deal.start(rules), np.array(counts), 1.0, "")
        return CardTree(growth.planter.tree(), np.array(growth.tables), tuple(cards), growth.places)


@dataclass
class _Growth:
    """A tree while it grows. Hidden cards may be any: the tables know how likely each is."""

    cards: dict[int, Card]
    points: Counts
    planter: Planter = field(default_factory=Planter)
    tables: list[Floats] = field(default_factory=list)
    places: dict[str, tuple[int, tuple[int, ...]]] = field(default_factory=dict)

    def grow(self, deal: Deal, left: Counts, odds: float, seen: str) -> None:
        """Grow what may follow, up to the next bidding round."""
        if deal.turn != CHANCE:
            self._bid(deal, self._add_tables(deal, left, odds), left, odds, seen)
            return
        seat, down = deal.owed[0]
        if down:
            self.grow(deal.apply(next(iter(self.cards.values()))), left, odds, seen)
            return
        there = np.flatnonzero(left)
        self.planter.chance(len(there))
        for place in there:
            points = int(self.points[place])
            rest = left - (self.points == points)
            likely = odds * left[place] / left.sum()
            after = deal.apply(self.cards[points])
            self.grow(after, rest, likely, f"{seen} {seat}:{points}")

    def _add_tables(self, deal: Deal, left: Counts, odds: float) -> int:
        """Add the odds of two hidden cards, and of who wins with them; the place is returned."""
        ways = np.outer(left, left) - np.diag(left)
        lead = deal.hands[0].visible.points - deal.hands[1].visible.points
        likely = odds * ways / (left.sum() * (left.sum() - 1))
        self.tables += [
            likely,
            likely * np.sign(np.subtract.outer(self.points, self.points) + lead),
        ]
        return len(self.tables) - 2

    def _bid(self, deal: Deal, table: int, left: Counts, odds: float, seen: str) -> None:
        """Grow a bidding round and what comes after it."""
        first = self.planter.decision(deal.turn, len(deal.legal))
        self.places[seen] = first, deal.legal
        for chips in deal.legal:
            after = deal.apply(chips)
            bet = next(event for event in after.events if isinstance(event, Bet))
            now = f"{seen} {_letter(bet)}"
            if bet.kind is Kind.FOLD:
                self.planter.ending(table, after.nets[0])
            elif after.over:
                self.planter.ending(table + 1, after.staked[0])
            elif after.turn == CHANCE:
                self.grow(after, left, odds, now)
            else:
                self._bid(after, table, left, odds, now)


def _letter(bet: Bet) -> str:
    if bet.kind is Kind.RAISE:
        return f"r{bet.raised}"
    return "f" if bet.kind is Kind.FOLD else "c"
