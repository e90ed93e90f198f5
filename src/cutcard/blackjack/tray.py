"""The discard tray: which cards were seen since the shuffle, and how many are left in the shoe."""

from __future__ import annotations

from cutcard.cards import Card


class Tray:
    """What an attentive player knows of the cards.

    A shoe that runs out inside a round goes on with the discards of the rounds before; from the
    next round on, only the cards of that round are known to be gone. Without a number of decks
    nothing is known of the cards left.
    """

    def __init__(self, decks: int | None) -> None:
        self.decks = decks
        self.full = 52 * (decks or 0)
        """Cards of a shoe that nothing was dealt from."""
        self.left: int
        """Cards that are not dealt, if the number of decks is known; below 0 when discards are."""
        self.exposed: list[int]
        """Cards seen since the shuffle, by value: aces, twos, … tens."""
        self._before: list[Card]
        self._on_table: list[Card]
        self._dealt: int
        """Cards dealt in this round, face up or face down."""
        self.shuffled()

    def shuffled(self) -> None:
        """All cards are in the shoe again."""
        self.left = self.full
        self.exposed = [0] * 10
        self._before, self._on_table, self._dealt = [], [], 0

    def round_began(self) -> None:
        """What was on the table is put away."""
        if self.ran_out:
            self.left = self.full - self._dealt
            self.exposed = [0] * 10
            for card in self._on_table:
                self.exposed[card.points - 1] += 1
            self._before = []
        self._before += self._on_table
        self._on_table, self._dealt = [], 0

    def dealt(self) -> None:
        """A card has left the shoe."""
        if self.decks is not None:
            self.left -= 1
            self._dealt += 1

    def expose(self, card: Card) -> None:
        """A card lies face up."""
        self.exposed[card.points - 1] += 1
        if self.decks is not None:
            self._on_table.append(card)

    @property
    def ran_out(self) -> bool:
        """More cards were dealt than the shoe held, and some of the discards among them."""
        return self.left < 0

    @property
    def seen(self) -> tuple[Card, ...]:
        """Cards of earlier rounds that are known not to be in the shoe."""
        return () if self.ran_out else tuple(self._before)
