"""Any interleaving of honest, silent and hostile clients: the dealer stays sound and honest.

What the dealer and its clients say to each other lies on the way until a rule lets some of its
bytes arrive, so that everything can overtake everything, and messages come torn.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from net.crooked import Guest
from net.scripted import Line, Room, settle

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.net.cross_check import differences
from cutcard.net.house import House
from cutcard.net.player import Game
from cutcard.net.proof import Breach, Proof
from cutcard.net.record import Record
from cutcard.net.rounds import Dialect
from cutcard.net.verification import verify

HEX = "ab" * 32
HOSTILE = st.sampled_from(
    [
        "JOIN eve",
        "JOIN eve FAIR 2",
        "JOIN eve FAIR",
        "HIT",
        "STAND",
        f"DIGEST {HEX}",
        f"NONCE {HEX}",
        f"NONCE {'00' * 32}",
        f"DIGEST 0 {HEX}",
        "QUIT",
        "x" * 300,
        "\x7f",
        "",
    ]
)
SHARE = st.integers(1, 400)


class Honest:
    """A fair player with everything that the package has for it, at the end of a slow line."""

    def __init__(self, line: Line, record: Path, hits: bool) -> None:
        self.line = line
        self.path = record
        self._book = Record(record, "player")
        self.proof = Proof(line.name, self._book)

        def decide(hand: Hand, up_card: Card) -> bool:
            return hits and hand.total < 17

        self.game = Game(line.name, Guest(decide), self.proof)
        self.outbox = self.game.hello()
        self.heard = 0
        self.ended = ""

    def hear(self, size: int) -> None:
        """Let so many bytes of what the dealer has said arrive."""
        if self.ended or self.game.over:
            return
        data = self.line.data[self.heard : self.heard + size]
        self.heard += len(data)
        try:
            for answer in self.game.feed(data):
                self.outbox += answer
        except Breach:
            raise  # an honest dealer is accused
        except CutcardError as error:
            self.ended = str(error)

    def speak(self, size: int) -> None:
        """Let so many bytes of what the player has said arrive."""
        data, self.outbox = self.outbox[:size], self.outbox[size:]
        if data and not self.line.closed:
            self.line.client.data_received(data)

    def leave(self) -> None:
        if not (self.game.over or self.ended):
            with contextlib.suppress(CutcardError):
                self.game.cut_off("the line was cut")
        self.game.leave()
        self._book.close()


class DealerMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.loop = asyncio.new_event_loop()
        self.complaints: list[dict[str, Any]] = []
        self.loop.set_exception_handler(lambda _, what: self.complaints.append(what))
        self.honest: list[Honest] = []
        self.others: list[Line] = []
        self.stopped = False

    @initialize(
        seats=st.integers(1, 3),
        rounds=st.sampled_from([1, 3, None]),
        fsync=st.booleans(),
        dialect=st.sampled_from([*Dialect]),
    )
    def open_house(self, seats: int, rounds: int | None, fsync: bool, dialect: Dialect) -> None:
        self.book = Record(self.folder / "dealer", "dealer", fsync=fsync)
        house = House(seats=seats, rounds=rounds, fsync=fsync, dialect=dialect)
        self.room = Room(house, self.book)

    def do(self, work: Any, *values: Any) -> None:
        """Do something inside the loop, and let it settle."""

        async def inside() -> None:
            work(*values)
            await settle(3)

        self.loop.run_until_complete(inside())

    @precondition(lambda self: len(self.honest) < 4)
    @rule(hits=st.booleans())
    def an_honest_player_comes(self, hits: bool) -> None:
        def come() -> None:
            number = len(self.honest)
            line = self.room.line(f"p{number}")
            self.honest.append(Honest(line, self.folder / f"mine{number}", hits))

        self.do(come)

    @precondition(lambda self: len(self.others) < 4)
    @rule(first=HOSTILE)
    def somebody_else_comes(self, first: str) -> None:
        def come() -> None:
            self.others.append(self.room.line(f"eve{len(self.others)}"))
            self.others[-1].say(first)

        self.do(come)

    @precondition(lambda self: self.others)
    @rule(which=st.integers(0, 3), text=HOSTILE)
    def somebody_else_says(self, which: int, text: str) -> None:
        self.do(self.others[which % len(self.others)].say, text)

    @precondition(lambda self: self.others)
    @rule(which=st.integers(0, 3))
    def somebody_else_is_late(self, which: int) -> None:
        self.do(self.others[which % len(self.others)].client.dismiss)

    @precondition(lambda self: self.honest)
    @rule(which=st.integers(0, 3), size=SHARE)
    def a_player_hears(self, which: int, size: int) -> None:
        self.do(self.honest[which % len(self.honest)].hear, size)

    @precondition(lambda self: self.honest)
    @rule(which=st.integers(0, 3), size=SHARE)
    def a_player_speaks(self, which: int, size: int) -> None:
        self.do(self.honest[which % len(self.honest)].speak, size)

    @precondition(lambda self: self.honest)
    @rule(times=st.integers(1, 12))
    def all_play_on(self, times: int) -> None:
        for _ in range(times):
            for player in self.honest:
                self.do(player.hear, 10_000)
                self.do(player.speak, 10_000)

    @precondition(lambda self: self.honest or self.others)
    @rule(which=st.integers(0, 7), cleanly=st.booleans())
    def a_line_is_cut(self, which: int, cleanly: bool) -> None:
        lines = [player.line for player in self.honest] + self.others
        line = lines[which % len(lines)]

        def cut() -> None:
            if not line.closed:
                line.closed = True
                line.client.connection_lost(None if cleanly else ConnectionResetError())

        self.do(cut)

    @rule()
    def the_disk_is_waited_for(self) -> None:
        self.loop.run_until_complete(asyncio.sleep(0.002))

    @precondition(lambda self: not self.stopped)
    @rule(at_once=st.booleans())
    def the_dealer_is_told_to_stop(self, at_once: bool) -> None:
        self.stopped = at_once
        self.do(self.room.dealer.end_now if at_once else self.room.dealer.close)

    @invariant()
    def nothing_goes_wrong_unseen(self) -> None:
        assert not self.complaints, self.complaints

    def teardown(self) -> None:
        if not hasattr(self, "room"):
            return
        try:
            self.the_disk_is_waited_for()
            self.do(self.room.dealer.end_now)
            for player in self.honest:
                self.do(player.hear, 1_000_000)
                player.leave()
            self.nothing_goes_wrong_unseen()
            assert not self.room.dealer.tables
            self.book.close()
            records = [verify(self.folder / "dealer", lambda note: None)]
            for player in self.honest:
                records.append(verify(player.path, lambda note: None))
                assert +records[-1].counts == +player.proof.counts
            assert not list(differences([record for record in records if record.tables]))
        finally:
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()
            shutil.rmtree(self.folder)


TestDealerMachine = DealerMachine.TestCase
TestDealerMachine.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, print_blob=False
)
