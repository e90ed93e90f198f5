"""A table over the network: some clients and a dealer, for a number of rounds."""

from __future__ import annotations

import asyncio
import secrets
from enum import Enum
from typing import TYPE_CHECKING

from cutcard.blackjack.actions import Action
from cutcard.net.client import Client
from cutcard.net.entries import Broken, Closed, Committed, Opened, Played, ProofKind, write_cards
from cutcard.net.fair import (
    NO_COMMITMENT,
    RULES_DIGEST,
    SIZE,
    TABLE_SIZE,
    Terms,
    drawn,
    eight_bytes,
    mix,
    numbers_from,
)
from cutcard.net.messages import (
    BrokenOff,
    Commit,
    DigestShown,
    NonceShown,
    Result,
    Reveal,
    TermsTold,
)
from cutcard.net.rounds import ByPlace, Cards, InTurn, Told, WireRound
from cutcard.net.shuffle import Shuffle
from cutcard.net.turns import At

if TYPE_CHECKING:
    from cutcard.net.dealer import Dealer


class Stage(Enum):
    """How far a round has come."""

    NONE = "no round"
    COMMITTING = "the dealer's commitment is written down"
    BINDING = "the seats bind themselves to their nonces"
    OPENING = "the seats show their nonces"
    PLAYING = "cards are dealt"
    SETTLING = "the result is written down"


def seeded_key(seed: str, table_number: int, round_number: int) -> bytes:
    """The key that the cards of a round follow from at a dealer with a seed."""
    return mix("seeded", seed.encode(), eight_bytes(table_number), eight_bytes(round_number))


def unproven_key(secret: bytes) -> bytes:
    """The key that the cards of a round follow from where nobody has asked for proof."""
    return mix("unproven", secret)


class Table:
    """Some clients and a dealer."""

    def __init__(self, dealer: Dealer, opened_before: int) -> None:
        self._dealer = dealer
        self._opened_before = opened_before
        self._id = secrets.token_bytes(TABLE_SIZE)
        self._terms: Terms | None = None
        """Set if anybody here wants proof."""
        self._commit = NO_COMMITMENT
        self._stage = Stage.NONE
        self._shuffle: Shuffle | None = None
        self._secret = b""
        self._round: WireRound | None = None
        self.clients: list[Client] = []
        """Everybody who sat down, in the order of the seats."""
        self.playing: list[Client] = []
        """The clients of this round, by seat."""
        self.number = 0
        """The number of this round, counted from 1."""
        self._played = self._void = self._broken = 0

    @property
    def name(self) -> str:
        """What the record calls the table."""
        return self._id.hex()

    def begin(self) -> None:
        """Begin to play, since all seats are taken."""
        house = self._dealer.house
        proof: ProofKind = "seeded" if house.seed is not None else "none"
        if any(client.fair for client in self.clients):
            proof = "fair"
            self._terms = Terms(
                table=self._id,
                seats=house.seats,
                dialect=str(house.dialect),
                seconds=int(house.decision_seconds),
            )
        opened = Opened(
            table=self.name,
            proof=proof,
            names=[client.name for client in self.clients],
            dialect=str(house.dialect),
            seconds=int(house.decision_seconds),
            decks=1,
            rules=RULES_DIGEST.hex(),
            seed="" if house.seed is None else str(house.seed),
            number=self._opened_before if house.seed is not None else 0,
        )
        self._dealer.write(lambda: opened, self._tell_terms)

    def _tell_terms(self) -> None:
        if self._terms is not None:
            for client in self._proving():
                client.tell(TermsTold(self._terms))
        self._next_round()

    def _next_round(self) -> None:
        if self._dealer.ending:
            return
        house = self._dealer.house
        self.playing = [client for client in self.clients if client.here]
        finished = house.rounds is not None and self.number >= house.rounds
        if not self.playing or finished or self._dealer.closing:
            self._end()
            return
        self.number += 1
        if self._terms is not None:
            self._begin_shuffle(self._terms)
            return
        if house.seed is not None:
            self._secret = b""
            key = seeded_key(str(house.seed), self._opened_before, self.number)
        else:
            self._secret = secrets.token_bytes(SIZE)
            key = unproven_key(self._secret)
        self._deal(InTurn(drawn(numbers_from(key))))

    # The shuffle, where anybody wants proof.

    def _proving(self) -> list[Client]:
        """The clients here that want proof."""
        return [client for client in self.clients if client.fair and client.here]

    def _begin_shuffle(self, terms: Terms) -> None:
        binding = [self.clients.index(client) for client in self._proving()]
        self._shuffle = Shuffle(terms, self.number, self._commit, binding)
        self._commit = self._shuffle.commit
        self._secret = self._shuffle.secret
        self._stage = Stage.COMMITTING
        committed = Committed(table=self.name, round=self.number, commit=self._commit.hex())
        self._dealer.write(lambda: committed, self._tell_commitment)

    def _tell_commitment(self) -> None:
        self._stage = Stage.BINDING
        for client in self._proving():
            client.expect(At.BINDING)
            client.tell(Commit(self.number, self.clients.index(client), self._commit))
        self._shuffle_on()

    def bind(self, client: Client, digest: bytes) -> None:
        """Bind a client to its nonce."""
        assert self._shuffle is not None
        self._shuffle.bind(self.clients.index(client), digest)
        self._shuffle_on()

    def open(self, client: Client, nonce: bytes) -> None:
        """Take the nonce that a client shows; ProtocolError if it is bound to another."""
        assert self._shuffle is not None
        self._shuffle.open(self.clients.index(client), nonce)
        self._shuffle_on()

    def _shuffle_on(self) -> None:
        """Show what can be shown; deal when everything is."""
        shuffle = self._shuffle
        assert shuffle is not None
        if self._stage is Stage.BINDING and shuffle.bound:
            self._stage = Stage.OPENING
            for client in self._proving():
                client.expect(At.OPENING)
                for seat, digest in enumerate(shuffle.digests):
                    client.tell(DigestShown(seat, digest))
        if self._stage is Stage.OPENING and shuffle.opened:
            for client in self._proving():
                for seat, nonce in enumerate(shuffle.nonces):
                    client.tell(NonceShown(seat, nonce))
            self.playing = [client for client in self.clients if client.here]
            if not self.playing:
                self._break_off(None)
                return
            seats = [self.clients.index(client) for client in self.playing]
            self._deal(ByPlace(shuffle.order(), len(self.clients) + 1, seats))
        self._flush()

    def _break_off(self, by: int | None) -> None:
        """End a round that cannot go on, since a seat has not shown its nonce."""
        broken = self._broken_off(by)
        self._dealer.write(lambda: broken, lambda: self._tell_broken_off(by))

    def _broken_off(self, by: int | None) -> Broken:
        """Count and describe a round that ends here."""
        opened = self._shuffle.shown if self._shuffle is not None else []
        # At once: a nonce may come in during the wait for the disk.
        for client in self._proving():
            client.rest(overtaken=client.side.at is At.OPENING)
        self._stage = Stage.NONE
        self._round = self._shuffle = None
        if opened:
            self._broken += 1
        else:
            self._void += 1
        return Broken(table=self.name, round=self.number, by=by, opened=opened)

    def _tell_broken_off(self, by: int | None) -> None:
        if by is not None:
            for client in self._proving():
                client.tell(BrokenOff(by))
        self._flush()
        asyncio.get_running_loop().call_soon(self._next_round)

    # Play.

    def _deal(self, cards: Cards) -> None:
        self._stage = Stage.PLAYING
        self._round = WireRound(cards, len(self.playing), self._dealer.house.dialect)
        self._tell(self._round.deal())
        self._go_on()

    def _tell(self, told: list[Told]) -> None:
        for seat, message in told:
            self.playing[seat].tell(message)

    def _flush(self) -> None:
        for client in self.clients:
            client.flush()

    def decide(self, action: Action) -> None:
        """Take the decision of the client that was asked."""
        assert self._round is not None
        self._tell(self._round.decide(action))
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next seat that is still there; if there is none, settle."""
        play = self._round
        assert play is not None
        while (seat := play.turn) is not None:
            client = self.playing[seat]
            if client.here:
                client.ask()
                break
            self._tell(play.decide(Action.STAND))  # an empty seat stands
        else:
            self._settle(play)
        self._flush()

    def _settle(self, play: WireRound) -> None:
        results = play.results()
        self._stage = Stage.SETTLING
        self._round = None
        shuffle, self._shuffle = self._shuffle, None
        number, secret, playing = self.number, self._secret, self.playing

        def played() -> Played:
            return Played(
                table=self.name,
                round=number,
                seats=[self.clients.index(client) for client in playing],
                secret=secret.hex(),
                digests=[digest.hex() for digest in shuffle.digests] if shuffle else [],
                nonces=[nonce.hex() for nonce in shuffle.nonces] if shuffle else [],
                cards=[write_cards(box.hand.cards) for box in play.state.boxes],
                dealer=write_cards(play.dealer.cards),
                moves=play.moves,
                results=results,
            )

        self._played += 1

        def tell() -> None:
            self._stage = Stage.NONE
            for client, result in zip(self.playing, results, strict=True):
                client.tell(Result(result))
                if client.fair:
                    client.tell(Reveal(self._secret))
            if self._dealer.watch and any(client.here for client in self.playing):
                self._dealer.watch(self, play)
            self._flush()
            # Not at once: the other tables have their turn first.
            asyncio.get_running_loop().call_soon(self._next_round)

        self._dealer.write(played, tell)

    # Endings.

    def _end(self) -> None:
        def leave() -> None:
            for client in self.clients:
                client.dismiss()
            self._dealer.ended(self)

        self._dealer.write(self._closed, leave)

    def _closed(self) -> Closed:
        return Closed(table=self.name, played=self._played, void=self._void, broken=self._broken)

    def end_now(self) -> list[Broken | Closed]:
        """Break off the round in play; return what must be written before anybody is told.

        A round that is being settled was played: its result is written, and whatever waits for
        that still tells it.
        """
        entries: list[Broken | Closed] = []
        if self._stage not in (Stage.NONE, Stage.SETTLING):
            dealt = self._stage is Stage.PLAYING
            entries.append(self._broken_off(None))
            if dealt and self._terms is not None:
                for client in self._proving():
                    client.tell(Reveal(self._secret))
        entries.append(self._closed())
        return entries

    @property
    def counts(self) -> tuple[int, int, int]:
        """The rounds played, void and broken off."""
        return self._played, self._void, self._broken

    def lost(self, client: Client) -> None:
        """A client has gone: its hand stands, or its seat is free again before play begins."""
        if self._dealer.ending:
            return
        if self not in self._dealer.tables:
            self.clients.remove(client)
            self._dealer.maybe_go_home()
            return
        seat = self.clients.index(client)
        shuffle, play = self._shuffle, self._round
        if self._stage in (Stage.COMMITTING, Stage.BINDING) and shuffle is not None:
            # If the seat was bound to anything, nobody has been shown it.
            shuffle.stand_in(seat)
            if self._stage is Stage.BINDING:
                self._shuffle_on()
        elif self._stage is Stage.OPENING and shuffle is not None:
            if client.fair and seat not in shuffle.shown:
                self._break_off(seat)
        elif play is not None and play.turn is not None and self.playing[play.turn] is client:
            self._go_on()
