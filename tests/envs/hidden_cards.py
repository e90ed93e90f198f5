"""Deals of Blockhead that differ only in what a seat cannot see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from blockhead.made_up_games import any_rules, shuffled, whim
from hypothesis import strategies as st

from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.match import Match
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card
from cutcard.driver import CHANCE


@dataclass(frozen=True)
class Twins:
    """A deal in two versions: the same moves, but other cards where a seat cannot see them."""

    rules: Rules
    seat: int
    deck: list[Card]
    other_deck: list[Card]
    moves: list[int]
    """Bets; where a card is to be dealt, it is the next of the deck."""

    def match(self, deck: Sequence[Card]) -> Match:
        """The game of one of the decks after the moves."""
        rest = iter(deck)
        match = _dealt(Match.start(self.rules), rest)
        for chips in self.moves:
            match = _dealt(match.apply(chips), rest)
        return match


def _dealt(match: Match, rest: Iterator[Card]) -> Match:
    """The match after the cards that are to be dealt now."""
    while match.turn == CHANCE:
        match = match.apply(next(rest))
    return match


@st.composite
def twins(draw: st.DrawFn, **fixed: object) -> Twins:
    """Twins by rules of all kinds."""
    rules = draw(any_rules()).changed({"deals": 1, **fixed})
    random = Random(draw(st.integers(0, 2**32)))
    seat = draw(st.integers(0, rules.seats - 1))
    deck = shuffled(random, cards_in(rules.deck))
    rest = iter(deck)
    match = _dealt(Match.start(rules), rest)
    moves: list[int] = []
    for _ in range(draw(st.integers(0, 12))):
        view = match.view(match.turn)
        chips = whim(random, view.legal, view.to_call)
        after = _dealt(match.apply(chips), rest)
        if after.over:
            break
        match = after
        moves.append(chips)
    # Exchange what the seat has not seen: others' cards that lie face down, and cards to come.
    seen = {card for hand in match.view(seat).visible for card in hand.cards}
    seen |= set(match.view(seat).hand.cards)
    unseen = [card for card in deck if card not in seen]
    others = iter(random.sample(unseen, len(unseen)))
    other_deck = [card if card in seen else next(others) for card in deck]
    return Twins(rules, seat, deck, other_deck, moves)
