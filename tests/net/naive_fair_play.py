"""Fair decks and rounds once more, from their description alone and with nothing of cutcard."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator

RANKS = [
    "Ace",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
]
SUITS = ["Spades", "Hearts", "Clubs", "Diamonds"]
NEW_DECK = [f"{rank} of {suit}" for suit in SUITS for rank in RANKS]


def mixed(purpose: str, *fields: bytes) -> bytes:
    """H of the document."""
    parts = [b"cutcard fair 2", purpose.encode(), *fields]
    return hashlib.sha256(b"".join(struct.pack(">L", len(part)) + part for part in parts)).digest()


def numbers(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from struct.unpack(">8L", mixed("numbers", key, struct.pack(">Q", counter)))
        counter += 1


def ordered(key: bytes) -> list[str]:
    """All 52 cards of a round in their order, in words."""
    return drawn(numbers(key))


def seeded(seed: int, table: int, round_number: int) -> list[str]:
    """The order of a round at a dealer with a seed."""
    fields = (str(seed).encode(), struct.pack(">Q", table), struct.pack(">Q", round_number))
    return ordered(mixed("seeded", *fields))


def drawn(source: Iterator[int]) -> list[str]:
    pile = NEW_DECK[:]
    order = []
    while pile:
        left = len(pile)
        number = next(source)
        while number >= left * (2**32 // left):
            number = next(source)
        place = number % left
        order.append(pile[place])
        pile[place] = pile[-1]
        del pile[-1]
    return order


def first_form(secret: bytes, nonces: list[bytes], round_number: int) -> list[str]:
    """The order of a round in a record of the first form."""
    message = b"cutcard deck" + struct.pack(">Q", round_number)
    message += b"".join(struct.pack(">H", len(nonce)) + nonce for nonce in nonces)
    key = hmac.new(secret, message, hashlib.sha256).digest()

    def source() -> Iterator[int]:
        counter = 0
        while True:
            block = hashlib.sha256(key + struct.pack(">Q", counter)).digest()
            yield from struct.unpack(">8L", block)
            counter += 1

    return drawn(source())


def total(hand: list[str]) -> int:
    ranks = [RANKS.index(card.split()[0]) + 1 for card in hand]
    points = sum(min(rank, 10) for rank in ranks)
    return points + 10 if 1 in ranks and points <= 11 else points


class Replay:
    """A round as the readings describe it: hands, what is hidden, results."""

    def __init__(self, deck: list[str], seats: int, moves: str, *, course: bool) -> None:
        cards = iter(deck)
        self.hands = [[next(cards)] for _ in range(seats)]
        self.hole = next(cards)
        for hand in self.hands:
            hand.append(next(cards))
        self.up_card = next(cards)
        wanted = iter(moves)
        for hand in self.hands:
            while total(hand) <= 21 and next(wanted) == "H":
                hand.append(next(cards))
        assert next(wanted, None) is None, "a decision too many"
        dealer = [self.up_card, self.hole]
        if any(total(hand) <= 21 for hand in self.hands):
            while total(dealer) < 17:
                dealer.append(next(cards))
        self.drawn = dealer[2:]
        self.results = [self._result(total(hand), total(dealer), course) for hand in self.hands]

    @staticmethod
    def _result(player: int, dealer: int, course: bool) -> str:
        if player > 21:
            return "BUST" if course else "LOOSE"
        if dealer > 21 or player > dealer:
            return "WIN"
        return "PUSH" if player == dealer else "LOOSE"
