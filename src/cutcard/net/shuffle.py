"""The dealer's part in a fair shuffle: collects what every seat is bound to, then the nonces."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from cutcard.cards import Card
from cutcard.net.fair import SIZE, Terms, commitment, nonce_digest, order_key, shuffled
from cutcard.net.messages import ProtocolError


class Shuffle:
    """One round's shuffle.

    A seat that wants no proof, or has gone before it was bound, is bound and opened by the
    dealer: to those who want proof, it is one of the conspirators they reckon with anyway.
    """

    def __init__(self, terms: Terms, number: int, before: bytes, binding: Iterable[int]) -> None:
        self.secret = secrets.token_bytes(SIZE)
        self.commit = commitment(terms.of_round(number, before), self.secret)
        self._digests: dict[int, bytes] = {}
        self._nonces: dict[int, bytes] = {}
        self._shown: set[int] = set()
        self._seats = range(terms.seats)
        self._decks = terms.decks
        waited_for = set(binding)
        for seat in self._seats:
            if seat not in waited_for:
                self.stand_in(seat)

    def stand_in(self, seat: int) -> None:
        """Bind and open a seat that takes no part itself."""
        nonce = secrets.token_bytes(SIZE)
        self._digests[seat] = nonce_digest(self.commit, seat, nonce)
        self._nonces[seat] = nonce

    def bind(self, seat: int, digest: bytes) -> None:
        """Bind a seat to its nonce."""
        self._digests[seat] = digest

    def open(self, seat: int, nonce: bytes) -> None:
        """Take the nonce that a seat shows; it must be the one that the seat is bound to."""
        if nonce_digest(self.commit, seat, nonce) != self._digests[seat]:
            raise ProtocolError(f"the nonce of seat {seat} is not the one it was bound to")
        self._nonces[seat] = nonce
        self._shown.add(seat)

    @property
    def bound(self) -> bool:
        """All seats are bound."""
        return len(self._digests) == len(self._seats)

    @property
    def opened(self) -> bool:
        """All seats have shown their nonces."""
        return len(self._nonces) == len(self._seats)

    @property
    def shown(self) -> list[int]:
        """The seats that have shown a nonce of their own."""
        return sorted(self._shown)

    @property
    def digests(self) -> list[bytes]:
        """What the seats are bound to, in their order."""
        return [self._digests[seat] for seat in self._seats]

    @property
    def nonces(self) -> list[bytes]:
        """The nonces in the order of the seats."""
        return [self._nonces[seat] for seat in self._seats]

    def order(self) -> tuple[Card, ...]:
        """The order of the cards, once all nonces are shown."""
        key = order_key(self.commit, self.digests, self.secret, self.nonces)
        return shuffled(key, self._decks)
