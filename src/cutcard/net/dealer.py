"""The dealer: any number of tables and players at once, over TCP.

Nothing waits here: a table moves on when a message comes in, and what it has to say is written
in one piece. A client that breaks the rules of the protocol is dismissed, and nobody else
notices.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.net.client import Client
from cutcard.net.fair import FairDeck, digest
from cutcard.net.protocol import At, Result
from cutcard.net.record import Record, RoundPlayed, TableOpened
from cutcard.net.rounds import Dialect, Told, WireRound
from cutcard.streams import key

SWEEP: Final = 0.1
"""Seconds between two looks for clients that take too long."""


@dataclass(frozen=True)
class House:
    """How the dealer deals."""

    seats: int = 1
    rounds: int | None = None
    """Rounds to a table; without end if none."""
    decision_seconds: float = 5.0
    dialect: Dialect = Dialect.COURSE
    seed: int | None = None
    """A seed for the secrets; the operating system's randomness if none."""
    fsync: bool = False
    pace: float = 0.0
    """Seconds between two messages to a client, for players that read one at a time."""
    tables: int | None = None
    """Tables after which the dealer goes home; never if none."""


Watch = Callable[["Table", WireRound], None]


class Dealer:
    """Seats clients at tables and keeps the record."""

    def __init__(
        self, house: House, record: Record | None = None, watch: Watch | None = None
    ) -> None:
        self.house = house
        self.watch = watch
        self.clients: set[Client] = set()
        self.tables: set[Table] = set()
        self.closing = False
        self.failure: OSError | None = None
        """Why the record could not be written, if it could not."""
        self.done = asyncio.Event()
        """Set when the last table is over and the dealer is closing."""
        self._record = record
        self._forming: list[Table] = []
        self._opened = 0
        self._ended = 0
        self._unsynced: list[Callable[[], None]] = []
        self._syncing: asyncio.Task[None] | None = None

    def client(self) -> Client:
        """A client that has just connected."""
        return Client(self)

    def seat(self, client: Client) -> Table:
        """Give a client a place at a table that has one."""
        for table in self._forming:
            if len(table.clients) < self.house.seats:
                break
        else:
            table = Table(self, self._secret(self._opened))
            self._opened += 1
            self._forming.append(table)
        table.take(client)
        return table

    def _secret(self, number: int) -> bytes:
        if self.house.seed is None:
            return secrets.token_bytes(32)
        return key(self.house.seed, "table", number).to_bytes(32, "big")

    def formed(self, table: Table) -> None:
        """All seats of the table are taken."""
        self._forming.remove(table)
        self.tables.add(table)

    def ended(self, table: Table) -> None:
        """The table is over; the dealer goes home if that was enough and nobody else is here."""
        self.tables.discard(table)
        self._ended += 1
        waiting = any(forming.clients for forming in self._forming)
        enough = self.house.tables is not None and self._ended >= self.house.tables
        if enough and not (self.tables or waiting):
            self.close()
        self._maybe_done()

    def write(self, entry: TableOpened | RoundPlayed, then: Callable[[], None]) -> None:
        """Record an entry; afterwards, and not before, go on."""
        if self._record is not None:
            try:
                self._record.write(entry)
            except OSError as error:
                self._fail(error)
                return
            if self.house.fsync:
                self._unsynced.append(then)
                if self._syncing is None:
                    self._syncing = asyncio.get_running_loop().create_task(self._sync())
                return
        then()

    async def _sync(self) -> None:
        """Wait for the disk once for all that have asked meanwhile."""
        assert self._record is not None
        while self._unsynced:
            waiting, self._unsynced = self._unsynced, []
            try:
                await asyncio.get_running_loop().run_in_executor(None, self._record.sync)
            except OSError as error:
                self._fail(error)
                return
            for go_on in waiting:
                go_on()
        self._syncing = None

    def _fail(self, error: OSError) -> None:
        """Stop at once: a result that cannot be recorded is told to nobody."""
        self.failure = error
        self.closing = True
        for client in list(self.clients):
            client.dismiss()
        self.tables.clear()
        self.done.set()

    def close(self) -> None:
        """Begin no new table; those in play finish their round, and everybody gets QUIT."""
        self.closing = True
        for client in list(self.clients):
            if client.table is None or client.table not in self.tables:
                client.dismiss()
        self._maybe_done()

    def _maybe_done(self) -> None:
        if self.closing and not self.tables:
            self.done.set()

    async def sweep(self) -> None:
        """Dismiss who takes too long, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP)
            now = loop.time()
            for client in [client for client in self.clients if client.deadline < now]:
                client.dismiss()


class Table:
    """Some clients and a dealer, for a number of rounds."""

    def __init__(self, dealer: Dealer, secret: bytes) -> None:
        self._dealer = dealer
        self._secret = secret
        self.commit = digest(secret)
        self.clients: list[Client] = []
        """Everybody who sat down, in the order of the seats."""
        self._nonces: list[bytes] = []
        self._round: WireRound | None = None
        self._number = 0
        self._playing: list[Client] = []

    @property
    def name(self) -> str:
        """What the record calls the table."""
        return self.commit.hex()[:16]

    @property
    def playing(self) -> list[Client]:
        """The clients of this round, by seat."""
        return self._playing

    @property
    def number(self) -> int:
        """The number of this round, from 1 on."""
        return self._number

    def take(self, client: Client) -> None:
        """A client takes the next seat."""
        self.clients.append(client)

    def ready(self) -> None:
        """Somebody has done all that is needed before play; begin, if everybody has."""
        wanted = self._dealer.house.seats
        if len(self.clients) < wanted or any(c.side.at is At.COMMITTED for c in self.clients):
            return
        self._dealer.formed(self)
        self._nonces = [client.nonce for client in self.clients]
        opened = TableOpened(
            table=self.name,
            commit=self.commit.hex(),
            secret=self._secret.hex(),
            names=[client.name for client in self.clients],
            nonces=[nonce.hex() for nonce in self._nonces],
            dialect=str(self._dealer.house.dialect),
        )
        self._dealer.write(opened, self._next_round)

    def _next_round(self) -> None:
        house = self._dealer.house
        self._playing = [client for client in self.clients if client.here]
        finished = house.rounds is not None and self._number >= house.rounds
        if not self._playing or finished or self._dealer.closing:
            self._end()
            return
        self._number += 1
        deck = FairDeck(self._secret, self._nonces, self._number)
        self._round = WireRound(deck, len(self._playing), house.dialect)
        self._tell(self._round.deal())
        self._go_on()

    def _tell(self, told: list[Told]) -> None:
        for seat, message in told:
            self._playing[seat].tell(message)

    def decide(self, client: Client, action: Action) -> None:
        """A client has decided."""
        assert self._round is not None
        self._tell(self._round.decide(action))
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next seat that is still there; if there is none, settle."""
        play = self._round
        assert play is not None
        while (seat := play.turn) is not None:
            client = self._playing[seat]
            if client.here:
                client.ask()
                break
            self._tell(play.decide(Action.STAND))  # who has gone stands
        else:
            self._settle(play)
        for client in self._playing:
            client.flush()

    def _settle(self, play: WireRound) -> None:
        results = play.results()
        self._round = None
        played = RoundPlayed(
            table=self.name,
            round=self._number,
            seats=[self.clients.index(client) for client in self._playing],
            moves=play.moves,
            results=results,
        )

        def tell() -> None:
            for client, result in zip(self._playing, results, strict=True):
                client.tell(Result(result))
            if self._dealer.watch and any(client.here for client in self._playing):
                self._dealer.watch(self, play)
            for client in self._playing:
                client.flush()
            # Not at once: the other tables have their turn first.
            asyncio.get_running_loop().call_soon(self._next_round)

        self._dealer.write(played, tell)

    def _end(self) -> None:
        for client in self.clients:
            if client.here:
                client.leave(self._secret)
        self._dealer.ended(self)

    def lost(self, client: Client) -> None:
        """A client has gone; its hand stands, and its seat before play is free again."""
        if self._dealer.failure:
            return
        if self not in self._dealer.tables:
            self.clients.remove(client)
            return
        play = self._round
        if play is not None and play.turn is not None and self._playing[play.turn] is client:
            self._go_on()


async def serve(
    dealer: Dealer,
    host: str,
    port: int,
    listening: Callable[[int], None],
) -> None:
    """Deal until the dealer is closed; tell the port once it listens."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(dealer.client, host, port, backlog=4096)
    listening(server.sockets[0].getsockname()[1])
    sweeper = loop.create_task(dealer.sweep())
    try:
        await dealer.done.wait()
    finally:
        server.close()
        sweeper.cancel()
        # Let the last words go out.
        await asyncio.sleep(0.05 + 10 * dealer.house.pace)
