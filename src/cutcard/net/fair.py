"""Fair dealing: the arithmetic by which nobody at a table can choose or predict the cards.

Every round has an order of the 52 cards that follows from a secret of the dealer's and a nonce of
every seat. The dealer is bound to its secret before any seat is bound to a nonce, and all seats
are bound before any nonce is shown, so nobody chooses last. Cards are not dealt from the top: each
party has places of its own in the order, so no party's moves, true or invented, touch another's
cards. ``docs/network.md`` states the promise, the messages and test vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final

from cutcard.cards import DECK, Card

TAG: Final = b"cutcard fair 2"

_TAGGED: Final = len(TAG).to_bytes(4, "big") + TAG

SIZE: Final = 32
"""Bytes of a secret, of a nonce and of every digest."""

TABLE_SIZE: Final = 16
"""Bytes of the random name of a table."""

MOST_SEATS: Final = 3
"""With the dealer that makes four parties, each with thirteen places in one deck.

From one deck a hand that is hit and stood takes at most twelve cards: eleven that make 21, four
aces, four twos and three threes, and one more.
"""

LEAST_SECONDS: Final = 5
"""With less time to decide, a dealer could call any player late."""

NO_COMMITMENT: Final = bytes(SIZE)
"""What the terms of a table's first round hold for the commitment of the round before."""

RULES_TEXT: Final = (
    "blackjack from one deck shuffled every round; hit or stand, also on 21; "
    "the dealer's first card is hidden; the dealer draws to 17 and stands on soft 17; "
    "a two-card 21 is worth no more than any other; equal totals push"
)
"""The rules as the terms of a table name them."""


def mix(purpose: str, *fields: bytes) -> bytes:
    """The SHA-256 digest of fields for a purpose; every field is preceded by its length."""
    parts = [_TAGGED]
    for field in (purpose.encode(), *fields):
        parts += (len(field).to_bytes(4, "big"), field)
    return hashlib.sha256(b"".join(parts)).digest()


def eight_bytes(value: int) -> bytes:
    """A number as a field: eight bytes, the most significant first."""
    return value.to_bytes(8, "big")


RULES_DIGEST: Final = mix("rules", RULES_TEXT.encode())


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table plays for as long as it lasts."""

    table: bytes
    seats: int
    dialect: str
    seconds: int
    """How long a seat may think."""
    decks: int = 1
    rules: bytes = RULES_DIGEST

    @property
    def parties(self) -> int:
        """The seats and the dealer."""
        return self.seats + 1

    def of_round(self, round_number: int, before: bytes) -> bytes:
        """The terms of one round, bound to the commitment of the round before."""
        return mix(
            "terms",
            self.table,
            eight_bytes(round_number),
            eight_bytes(self.parties),
            eight_bytes(self.decks),
            self.rules,
            self.dialect.encode(),
            eight_bytes(self.seconds),
            before,
        )


def commitment(terms: bytes, secret: bytes) -> bytes:
    """What binds the dealer to its secret, and everybody to the terms of the round."""
    return mix("secret", terms, secret)


def nonce_digest(commit: bytes, seat: int, nonce: bytes) -> bytes:
    """What binds a seat to its nonce, in this round and at this seat only."""
    return mix("nonce", commit, eight_bytes(seat), nonce)


def order_key(
    commit: bytes, digests: Sequence[bytes], secret: bytes, nonces: Sequence[bytes]
) -> bytes:
    """The key that the order of the cards follows from."""
    return mix("order", commit, mix("list", commit, *digests), secret, *nonces)


def shuffled(key: bytes, decks: int = 1) -> tuple[Card, ...]:
    """The order of the cards of some decks that follows from a key.

    >>> len(set(shuffled(bytes(32)))), len(shuffled(bytes(32), decks=2))
    (52, 104)
    """
    return tuple(drawn(numbers_from(key), decks))


def drawn(numbers: Iterator[int], decks: int = 1) -> Iterator[Card]:
    """Yield all cards in the order in which 32-bit numbers draw them from new decks.

    Numbers that would make some cards likelier than others are skipped. The last card of the
    pile takes the place of the one drawn.
    """
    pile = list(DECK) * decks
    for left in range(len(pile), 0, -1):
        limit = left * (2**32 // left)
        number = next(numbers)
        while number >= limit:
            number = next(numbers)
        place = number % left
        card = pile[place]
        pile[place] = pile[left - 1]
        yield card


def numbers_from(key: bytes) -> Iterator[int]:
    """Yield the 32-bit numbers that follow from a key, endlessly."""
    counter = 0
    while True:
        yield from _EIGHT.unpack(mix("numbers", key, eight_bytes(counter)))
        counter += 1


_EIGHT: Final = Struct(">8L")
