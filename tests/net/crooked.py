"""A dealer of its own, which follows docs/network.md and nothing in the dealer of the package.

It sits one player at a table, over a real socket, and invents all other seats. A trick is a
subclass that departs from the document in one point; everything else it does honestly.
"""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import cutcard.net.line
import cutcard.net.player
from cutcard.blackjack.hand import Hand
from cutcard.cards import DECK, Card
from cutcard.errors import CutcardError
from cutcard.net.fair import (
    NO_COMMITMENT,
    RULES_DIGEST,
    Terms,
    commitment,
    nonce_digest,
    order_key,
    shuffled,
)
from cutcard.net.line import connect, play
from cutcard.net.player import Game
from cutcard.net.proof import Breach, Proof, Unproven
from cutcard.net.record import Record

PATIENCE = 20.0
"""Seconds after which a dealer gives up waiting; far more than any answer takes."""

POINTS = {rank: min(points, 10) for points, rank in enumerate("A23456789TJQK", start=1)}


def total(cards: Sequence[Card]) -> int:
    """What a hand counts, by the document."""
    points = sum(POINTS[card.text[0]] for card in cards)
    ace = any(card.text[0] == "A" for card in cards)
    return points + 10 if ace and points <= 11 else points


def result_of(cards: Sequence[Card], dealer: Sequence[Card]) -> str:
    """What a hand comes to against a dealer's."""
    mine, theirs = total(cards), total(dealer)
    if mine > 21:
        return "BUST"
    if theirs > 21 or mine > theirs:
        return "WIN"
    return "PUSH" if mine == theirs else "LOOSE"


class HungUp(Exception):
    """The player has gone, or the dealer wants to."""


class Dealer:
    """An honest dealer of one table."""

    seats = 1
    seat = 0
    """Where the player sits; the dealer makes the nonces of all other seats."""
    seconds = 60
    parties: int | None = None
    """If told otherwise than there are."""
    decks = 1
    rules = RULES_DIGEST
    dialect = "course"
    rounds = 3

    def __init__(self) -> None:
        self.table = secrets.token_bytes(16)
        self.number = 0
        self.before = NO_COMMITMENT
        self.answers: list[str] = []
        self.failure: BaseException | None = None
        self._pending = b""
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.settimeout(PATIENCE)
        self.port: int = self._door.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> Dealer:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(PATIENCE)
        self._door.close()
        assert not self._thread.is_alive(), "the crooked dealer is still waiting"
        if self.failure:
            raise self.failure

    def _serve(self) -> None:
        try:
            self._line, _ = self._door.accept()
            self._line.settimeout(PATIENCE)
            self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._line, contextlib.suppress(HungUp, OSError):
                self.game()
                self._line.shutdown(socket.SHUT_WR)
                while self._line.recv(4096):
                    pass
        except BaseException as failure:
            self.failure = failure

    # The wire.

    def say(self, *texts: str) -> None:
        self._line.sendall(b"".join(text.encode() + b"\0" for text in texts))

    def hear(self, word: str = "") -> str:
        """The player's next message without its first word, which must be this one."""
        frame = b""
        while not frame:  # what is empty is padding
            while b"\0" not in self._pending:
                data = self._line.recv(4096)
                if not data:
                    raise HungUp
                self._pending += data
            frame, _, self._pending = self._pending.partition(b"\0")
        text = frame.decode()
        self.answers.append(text)
        if word and text.split()[0] != word:
            raise AssertionError(f"the player says {text!r} where {word} must come")
        return text.partition(" ")[2]

    def cut(self) -> None:
        """Cut the line."""
        self._line.shutdown(socket.SHUT_RDWR)
        raise HungUp

    # A game, step by step.

    @property
    def terms(self) -> Terms:
        """What C is computed under."""
        return Terms(
            self.table, self.seats, self.dialect, self.seconds, decks=self.decks, rules=self.rules
        )

    def game(self) -> None:
        self.hear("JOIN")
        self.say_terms()
        for number in range(1, self.rounds + 1):
            self.number = number
            self.round()
        self.say("QUIT")

    def say_terms(self) -> None:
        self.say(
            f"TERMS {self.table.hex()} {self.parties or self.seats + 1} {self.decks}"
            f" {self.rules.hex()} {self.dialect} {self.seconds}"
        )

    def round(self) -> None:
        self.commit()
        self.bind()
        self.open()
        self.deal()
        self.settle()

    def commit(self) -> None:
        self.secret = self.make_secret()
        self.c = commitment(self.terms.of_round(self.number, self.before), self.secret)
        self.before = self.c
        self.say_commitment()

    def make_secret(self) -> bytes:
        return secrets.token_bytes(32)

    def say_commitment(self) -> None:
        self.say(f"COMMIT {self.number} {self.seat} {self.c.hex()}")

    def bind(self) -> None:
        """Hear what the player is bound to, and show what all are."""
        self.digest = bytes.fromhex(self.hear("DIGEST"))
        self.nonces: dict[int, bytes] = {}
        self.digests = [
            self.digest if seat == self.seat else nonce_digest(self.c, seat, self.make_nonce(seat))
            for seat in range(self.seats)
        ]
        self.say(*self.digests_shown())

    def make_nonce(self, seat: int) -> bytes:
        self.nonces[seat] = secrets.token_bytes(32)
        return self.nonces[seat]

    def digests_shown(self) -> list[str]:
        return [f"DIGEST {seat} {digest.hex()}" for seat, digest in enumerate(self.digests)]

    def open(self) -> None:
        """Hear the player's nonce, and show all of them."""
        self.nonces[self.seat] = bytes.fromhex(self.hear("NONCE"))
        self.shuffle()
        self.say(*self.nonces_shown())

    def shuffle(self) -> None:
        shares = [self.nonces[seat] for seat in range(self.seats)]
        self.order = shuffled(order_key(self.c, self.digests, self.secret, shares))

    def nonces_shown(self) -> list[str]:
        return [f"NONCE {seat} {self.nonces[seat].hex()}" for seat in range(self.seats)]

    def due(self, party: int, k: int) -> Card:
        """The k-th card of a party, from 0; the dealer is the last party."""
        return self.order[k * (self.seats + 1) + party]

    def deal(self) -> None:
        self.cards: list[Card] = []
        self.say("BEGIN")
        self.send_card(self.first_card())
        self.send_card(self.second_card())
        self.up_card = self.open_card()
        self.say(f"DEALER {self.up_card.name}")
        while self.ask():
            self.send_card(self.hit_card())
            if total(self.cards) > 21:
                break

    def send_card(self, card: Card) -> None:
        self.cards.append(card)
        self.say(f"CARD {card.name}")

    def ask(self) -> bool:
        """Ask for a decision; return whether the player hits."""
        self.say("DECISION")
        self.hear()
        return self.answers[-1] == "HIT"

    def first_card(self) -> Card:
        return self.due(self.seat, 0)

    def second_card(self) -> Card:
        return self.due(self.seat, 1)

    def open_card(self) -> Card:
        return self.due(self.seats, 1)

    def hit_card(self) -> Card:
        return self.due(self.seat, len(self.cards))

    def unseen(self) -> Card:
        """A card that is not due now, and that the player has not seen in this round."""
        due = [self.due(self.seat, k) for k in range(12)]
        seen = {*due, self.due(self.seats, 1)}
        return next(card for card in DECK if card not in seen)

    def settle(self) -> None:
        self.say(f"RESULT {self.result()}")
        self.reveal()

    def result(self) -> str:
        return result_of(self.cards, self.dealers_hand())

    def dealers_hand(self) -> list[Card]:
        hand = [self.due(self.seats, 0), self.due(self.seats, 1)]
        while self.draws(hand):
            hand.append(self.due(self.seats, len(hand)))
        return hand

    def draws(self, hand: Sequence[Card]) -> bool:
        return total(hand) < 17

    def reveal(self) -> None:
        self.say(f"REVEAL {self.secret.hex()}")


class Guest:
    """Plays by a rule, and keeps what it was told."""

    def __init__(self, hits: Callable[[Hand, Card], bool]) -> None:
        self._hits = hits
        self.results: list[str] = []

    def hits(self, hand: Hand, up_card: Card) -> bool:
        return self._hits(hand, up_card)

    def begin(self, number: int) -> None:
        pass

    def see(self, hand: Hand, up_card: Card | None) -> None:
        pass

    def result(self, result: str, hand: Hand) -> None:
        self.results.append(result)


def stands(hand: Hand, up_card: Card) -> bool:
    return False


def hits_once(hand: Hand, up_card: Card) -> bool:
    return len(hand.cards) == 2


def hits_to_17(hand: Hand, up_card: Card) -> bool:
    return hand.total < 17


def always_hits(hand: Hand, up_card: Card) -> bool:
    return True


def thinking(seconds: float) -> Callable[[Hand, Card], bool]:
    """Stand after so many seconds."""

    def think(hand: Hand, up_card: Card) -> bool:
        time.sleep(seconds)
        return False

    return think


@dataclass
class Meeting:
    """What an honest player has made of a dealer."""

    how: str
    """breach, refused, left, or ended."""
    sentence: str
    proof: Proof
    guest: Guest
    endings: list[tuple[str, str]] = field(default_factory=list)
    """How rounds ended that were not played to their end, and why."""
    proven: int = 0
    evidence: dict[str, Any] = field(default_factory=dict)


def meet(
    port: int,
    hits: Callable[[Hand, Card], bool] = stands,
    *,
    record: Path | None = None,
    patience: float = PATIENCE,
    name: str = "ann",
) -> Meeting:
    """Let an honest player sit down at a dealer, with everything that the package has for it."""
    book = Record(record, "player") if record else None
    found = Meeting("ended", "", Proof(""), Guest(hits))

    def proven(dealer: Hand) -> None:
        found.proven += 1

    def ended(how: str, why: str) -> None:
        found.endings.append((how, why))

    found.proof = Proof(name, book, proven=proven, ended=ended)
    game = Game(name, found.guest, found.proof)
    with connect("127.0.0.1", port) as connection:
        try:
            play(connection, game, patience=patience)
            found.sentence = game.unfinished
        except Breach as breach:
            found.how, found.sentence, found.evidence = "breach", str(breach), breach.evidence
        except Unproven as refusal:
            found.how, found.sentence = "refused", str(refusal)
        except CutcardError as error:
            found.how, found.sentence = "left", str(error)
        finally:
            game.leave()
            if book:
                book.close()
            # The other side is to hear of it at once, though a thread still reads.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
    return found


@contextlib.contextmanager
def hurried(pace: float) -> Iterator[None]:
    """Let a player's clock run faster by this factor, so that no test waits for minutes."""
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() * pace)
    with (
        patch.object(cutcard.net.line, "time", clock),
        patch.object(cutcard.net.player, "time", clock),
    ):
        yield


class Trick(Dealer):
    """A dealer that is honest but for one trick; the sentence under the name says which."""

    player: Callable[[Hand, Card], bool] = staticmethod(stands)
    caught = "breach"
    """How the player meets it: breach, refused, or its account of the round."""
    says = ""
    """What the player's sentence must match."""
    patience = 20.0
    pace = 1.0
    """How much faster the player's clock runs."""

    def meet(self, record: Path | None = None) -> Meeting:
        """Let an honest player sit down."""
        with hurried(self.pace), self:
            return meet(self.port, type(self).player, record=record, patience=self.patience)
