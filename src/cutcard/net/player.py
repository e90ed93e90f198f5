"""The player: joins a dealer, decides, and tells what happens."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator
from typing import Protocol

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.net.fair import FairDeck, digest
from cutcard.net.protocol import (
    Begin,
    CardDealt,
    Commit,
    DealerShows,
    Decision,
    Frames,
    FromDealer,
    Hit,
    Join,
    Nonce,
    PlayerSide,
    ProtocolError,
    Quit,
    Result,
    Reveal,
    Stand,
    read_from_dealer,
)


class Guest(Protocol):
    """Whoever plays over the wire: decides, and hears what happens."""

    def hits(self, hand: Hand, up_card: Card) -> bool:
        """Whether to take another card."""

    def begin(self, number: int) -> None:
        """A round begins."""

    def see(self, hand: Hand, up_card: Card | None) -> None:
        """A card has come."""

    def result(self, outcome: str, hand: Hand) -> None:
        """What came of the round."""


class CannotConnect(CutcardError):
    """No dealer answers there."""


def connect(host: str, port: int, timeout: float | None = None) -> socket.socket:
    """A connection to a dealer, or a sentence on why there is none."""
    try:
        return socket.create_connection((host, port), timeout=timeout)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotConnect(f"{host} port {port} cannot be reached: {reason}") from None


class Game:
    """A player's side of a whole game, fed with bytes."""

    def __init__(self, name: str, guest: Guest, *, fair: bool = False) -> None:
        self._name = name
        self._guest = guest
        self._fair = fair
        self._frames = Frames()
        self._side = PlayerSide()
        self._commit = b""
        self._nonce = b""
        self._hand = Hand()
        self._up_card: Card | None = None
        self._rounds: list[tuple[Card, ...]] = []
        self.over = False
        self.committed = False
        """The dealer has committed to a secret, and revealed the same one."""
        self.proven = False
        """The dealer has revealed the secret it had committed to, and the cards fit it."""

    def hello(self) -> bytes:
        """The first thing to say."""
        return self._frames.encode(Join(self._name, self._fair))

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take what the dealer sent; give what is to be answered."""
        for text in self._frames.feed(data):
            message = read_from_dealer(text)
            self._side.receive(message)
            answer = self._take(message)
            if answer is not None:
                yield self._frames.encode(answer)
            if self.over:
                return

    def _take(self, message: FromDealer) -> Hit | Stand | Nonce | None:
        match message:
            case Begin():
                self._hand, self._up_card = Hand(), None
                self._rounds.append(())
                self._guest.begin(len(self._rounds))
            case CardDealt(card):
                self._hand = self._hand.plus(card)
                self._guest.see(self._hand, self._up_card)
            case DealerShows(card):
                self._up_card = card
                self._guest.see(self._hand, card)
            case Decision():
                assert self._up_card is not None
                hits = self._guest.hits(self._hand, self._up_card)
                decision = Hit() if hits else Stand()
                self._side.decide(decision)
                return decision
            case Result(outcome):
                assert self._up_card is not None
                self._rounds[-1] = (*self._hand.cards[:2], self._up_card)
                self._guest.result(outcome, self._hand)
            case Commit(commit):
                self._commit = commit
                self._nonce = secrets.token_bytes(16)
                return Nonce(self._nonce)
            case Reveal(secret):
                self._check(secret)
            case Quit():
                self.over = True
        return None

    def _check(self, secret: bytes) -> None:
        """See that the secret is the one committed to and, alone at the table, fits the cards."""
        if digest(secret) != self._commit:
            raise ProtocolError("the dealer reveals another secret than it had committed to")
        self.committed = self.proven = True
        for number, seen in enumerate(self._rounds, start=1):
            deck = FairDeck(secret, [self._nonce], number)
            first, _hole, second, up_card = (deck.draw() for _ in range(4))
            self.proven = self.proven and seen == (first, second, up_card)


def play(connection: socket.socket, game: Game) -> None:
    """Play until the dealer says QUIT."""
    try:
        connection.sendall(game.hello())
        while not game.over:
            data = connection.recv(4096)
            if not data:
                raise ProtocolError("the dealer has hung up in the middle of the game")
            for answer in game.feed(data):
                connection.sendall(answer)
    except OSError as error:
        raise CannotConnect(f"the connection broke: {error.strerror or error}") from None
