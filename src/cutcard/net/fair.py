"""Provably fair decks: neither the dealer nor the players can choose the cards.

The dealer commits to a secret (its SHA-256 digest) before any player says a nonce; the deck of
every round follows from the secret, the nonces of all seats and the round's number; in the end
the secret is revealed and everybody can compute every deck again.

The deck of round r is made so. Let key = HMAC-SHA256(secret, message), where the message is
"cutcard deck", the round number in 8 bytes, and for each seat the length of its nonce in 2
bytes and the nonce (a seat that gave none has length 0), all numbers big-endian. The digests
SHA-256(key, 0), SHA-256(key, 1), … (the counter in 8 bytes) are read as 32-bit numbers. The
pile begins as the 52 cards Ace to King of Spades, Hearts, Clubs, Diamonds. To draw with n cards
left, numbers of n * floor(2^32 / n) or more are skipped; the next number modulo n is the place
of the card drawn, and the last card of the pile takes its place.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from cutcard.cards import DECK, Card
from cutcard.shoes import ShoeEmpty


def digest(secret: bytes) -> bytes:
    """What a dealer commits to."""
    return hashlib.sha256(secret).digest()


class FairDeck:
    """The deck of one round."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes], number: int) -> None:
        message = b"cutcard deck" + number.to_bytes(8, "big")
        for nonce in nonces:
            message += len(nonce).to_bytes(2, "big") + nonce
        self._numbers = _numbers(hmac.digest(secret, message, "sha256"))
        self._pile = list(DECK)

    def draw(self) -> Card:
        left = len(self._pile)
        if not left:
            raise ShoeEmpty("all 52 cards are dealt: the deck is empty")
        limit = left * (2**32 // left)
        place = next(number for number in self._numbers if number < limit) % left
        last = self._pile.pop()
        if place == left - 1:
            return last
        drawn, self._pile[place] = self._pile[place], last
        return drawn


def _numbers(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1
