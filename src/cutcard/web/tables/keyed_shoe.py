"""A table's shoe: its cards follow from the table's key, so that it can be set up again.

Every shuffle draws from a stream of its own. So the cards seen since one shuffle say nothing of
the next, and setting a shoe up again repeats only what was dealt since the last one. A deck that
is riffled goes from one order to the next, so that its order after the last shuffle is kept, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.tray import Tray
from cutcard.cards import Card, read_cards
from cutcard.shoes import RiffledDeck
from cutcard.streams import stream

Kept = Mapping[str, Any]
"""A shoe as the store has it."""


class KeyedShoe:
    """The shoe of a blackjack table, with the tray of cards that everybody saw."""

    def __init__(self, rules: Rules, key: int) -> None:
        self._rules = rules
        self._key = key
        self._shuffles = 0
        self._rounds: list[tuple[int, str]] = []
        """Of each finished round since: cards drawn, and those that lay face up."""
        self._drawn = 0
        self._order: Sequence[Card] = ()
        """Of a deck that was riffled again; until then, it follows from the key."""
        self._exposed: list[Card] = []
        self._shoe = shoe_for(rules, stream(key, "shoe", 0))
        self.tray = Tray(rules.finite_decks)

    def before_round(self) -> bool:
        """Shuffle if it is time to, and say whether it was."""
        shuffled = self._begin()
        if shuffled or self._rules.decks == "infinite":
            self._rounds = []
            order = self._shoe.order if isinstance(self._shoe, RiffledDeck) else ()
            self._set_up(self._shuffles + 1, order)
        return shuffled

    def round_ended(self) -> None:
        """Take note of the round's cards, which are put away."""
        self._rounds.append((self._drawn, " ".join(card.text for card in self._exposed)))

    def draw(self, state: Round | None = None) -> Card:
        """The next card, whatever the round is like."""
        card = self._shoe.draw()
        self._drawn += 1
        self.tray.dealt()
        return card

    def expose(self, card: Card) -> None:
        """Take note that a card lies face up."""
        self._exposed.append(card)
        self.tray.expose(card)

    @property
    def cards_left(self) -> int | None:
        """Cards not dealt since the shuffle, if that is a number."""
        return None if self.tray.decks is None else max(self.tray.left, 0)

    def plain(self) -> dict[str, Any]:
        """What the shoe was like before the round in progress, or is like after the last one."""
        plain = {"shuffles": self._shuffles, "rounds": list(self._rounds)}
        return plain | (
            {"order": " ".join(card.text for card in self._order)} if self._order else {}
        )

    @staticmethod
    def from_plain(rules: Rules, key: int, plain: Kept, *, in_round: bool) -> KeyedShoe:
        """The shoe set up again: before the first card of a round in progress, or between two."""
        shoe = KeyedShoe(rules, key)
        if plain["shuffles"]:
            shoe._set_up(plain["shuffles"], read_cards(plain.get("order", "")))
        for drawn, shown in plain["rounds"]:
            shoe._begin()
            for _ in range(drawn):
                shoe.draw()
            for card in read_cards(shown):
                shoe.expose(card)
            shoe.round_ended()
        if in_round:
            shoe._begin()
        return shoe

    def _begin(self) -> bool:
        self._drawn, self._exposed = 0, []
        shuffled = self._shoe.before_round()
        if shuffled:
            self.tray.shuffled()
        self.tray.round_began()
        return shuffled

    def _set_up(self, shuffles: int, order: Sequence[Card]) -> None:
        """Set up the shoe that this shuffle makes, or has made in this order."""
        self._shuffles, self._order = shuffles, order
        self._shoe = shoe_for(self._rules, stream(self._key, "shoe", shuffles), order)
        self._shoe.before_round()
