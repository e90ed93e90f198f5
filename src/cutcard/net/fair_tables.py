"""Fair tables of any blackjack: the terms, the places of the cards, and a round played again.

The arithmetic is that of `cutcard.net.fair`. A seat's cards are those at its own places, in the
order in which it takes them, whichever of its hands they go to; the dealer's likewise.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.longest import dealers_most_cards, most_cards
from cutcard.blackjack.round import MAX_SEATS, Round
from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.cards import Card
from cutcard.driver import CHANCE
from cutcard.net.fair import Terms, mix
from cutcard.net.rounds import ByPlace

DIALECT: Final = "table"
"""What the terms of these tables name in the place of a dialect."""


def rules_text(named: Mapping[str, object]) -> str:
    """The rules as the terms of a table name them: every rule, by name, as JSON without blanks."""
    return json.dumps(named, separators=(",", ":"), sort_keys=True)


def table_terms(
    table: bytes,
    seats: int,
    seconds: int,
    rules: Rules,
    named: Mapping[str, object] | None = None,
) -> Terms:
    """What a fair table plays for as long as it lasts; 0 seconds mean no limit.

    A record says how its rules were named: it may be older than some of them.
    """
    digest = mix("rules", rules_text(rules.plain() if named is None else named).encode())
    return Terms(table, seats, DIALECT, seconds, rules.finite_decks or 0, digest)


def misfit(rules: Rules, seats: int) -> str:
    """Why a game cannot be dealt fairly at this many seats; empty if it can."""
    if rules.finite_decks is None:
        return "an infinite shoe has no order that could be proven: it takes 1 to 8 decks"
    if rules.shuffle is not Shuffle.UNIFORM or rules.reshuffle != "every-round":
        return "a fair table shuffles every round, every order alike"
    if not 1 <= seats <= MAX_SEATS:
        return f"{seats} seats cannot play: a table has 1 to {MAX_SEATS}"
    decks = rules.finite_decks
    need = max(most_cards(rules, decks), dealers_most_cards(decks))
    places = 52 * decks // (seats + 1)
    if need > places:
        return (
            f"a seat may take {need} cards in this game, and {52 * decks} cards have {places}"
            f" places for each of {seats + 1} parties: more decks, fewer seats or fewer hands of a"
            " split would fit"
        )
    return ""


class PlacedCards:
    """The cards of one round, from the places of whoever takes them."""

    def __init__(self, order: Sequence[Card], parties: int, places: Sequence[int]) -> None:
        """Deal an order; places are the table's seats that take part in the round."""
        self._cards = ByPlace(order, parties, places)

    def draw(self, state: Round) -> Card:
        """The card that is owed next."""
        to = state.owed[0]
        return self._cards.draw(to if to < 0 else state.boxes[to].seat)


def played_again(start: Round, cards: PlacedCards, moves: Sequence[str]) -> Round:
    """The end of a round with these moves, in the order in which they were made.

    Raises ValueError, illegal moves included, if that does not play it to its end.
    """
    names = {str(action): action for action in Action}
    left = list(moves)
    state = start
    while not state.over:
        if state.turn == CHANCE:
            state = state.apply(cards.draw(state))
        elif not left or left[0] not in names:
            raise ValueError(f"seat {state.turn} has not played to the end")
        else:
            state = state.apply(names[left.pop(0)])
    if left:
        raise ValueError(f"{len(left)} moves are left when the round is over")
    return state
