"""The lines of a player's record of fair tables of any blackjack.

They stand on their own: a record may begin with any round, since each names the commitment of the
round before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cutcard.cards import Card
from cutcard.net.entry_checks import check, hexadecimal, listed, number, one_of, share, text, texts
from cutcard.net.fair import SIZE, TABLE_SIZE

Unfinished = Literal["void", "broken off", "failed"]
"""How a round ended that was not played to its end, or not as it should have been."""


@dataclass(frozen=True)
class Seated:
    """A player sits at a fair table, on these terms."""

    table: str
    name: str
    seat: int
    seats: int
    rules: dict[str, Any]
    """Every rule as a plain value."""
    seconds: int

    def __post_init__(self) -> None:
        hexadecimal(self.table, TABLE_SIZE)
        text(self.name)
        for value in (self.seat, self.seats, self.seconds):
            number(value)
        check(self.seat < self.seats, self.seat)
        check(isinstance(self.rules, dict), self.rules)
        for value in self.rules.values():
            check(isinstance(value, bool | int | str), value)


@dataclass(frozen=True)
class Settled:
    """A finished round, with all that the player was shown."""

    table: str
    round: int
    earlier: str
    """The commitment of the round before."""
    commit: str
    nonce: str
    """The player's own."""
    secret: str
    digests: list[str]
    nonces: list[str]
    places: list[int]
    """The seats that took part."""
    bets: list[int]
    """In chips."""
    purses: list[int]
    """What each had beside its bet, in units."""
    moves: list[str]
    """Of all seats, in the order in which they were made."""
    hands: list[list[str]]
    """The cards of every hand of each seat that took part."""
    dealer: str
    """The dealer's cards that lay face up in the end."""
    gains: list[int]
    """What each seat gained, in units."""

    def __post_init__(self) -> None:
        hexadecimal(self.table, TABLE_SIZE)
        number(self.round)
        for value in (self.earlier, self.commit, self.nonce, self.secret):
            hexadecimal(value, SIZE)
        share(self.secret, self.digests, self.nonces)
        for each in (self.places, self.bets, self.purses, self.hands, self.gains):
            check(len(listed(each)) == len(self.places), each)
        for count in (*self.places, *self.bets, *self.purses):
            number(count)
        check(self.places == sorted(set(self.places)) != [], self.places)
        for gain in self.gains:
            number(abs(gain) if type(gain) is int else gain)
        texts(self.moves)
        for hands in self.hands:
            texts(hands)
        for cards in (*(hand for hands in self.hands for hand in hands), text(self.dealer)):
            for word in cards.split():
                Card(word)


@dataclass(frozen=True)
class Unsettled:
    """A round that was not played to its end, as far as the player was told of it."""

    table: str
    round: int
    earlier: str
    commit: str
    how: Unfinished
    why: str
    nonce: str
    """The player's own, if it was shown."""
    digests: list[str]
    nonces: list[str]

    def __post_init__(self) -> None:
        hexadecimal(self.table, TABLE_SIZE)
        number(self.round)
        for value in (self.earlier, self.commit):
            hexadecimal(value, SIZE)
        one_of(self.how, Unfinished)
        check(text(self.why) != "", self.why)
        share(self.nonce, self.digests, self.nonces)


TableEntry = Seated | Settled | Unsettled
