"""A table with the people at it: who is here, whose time runs, what each of them is sent.

Whatever happens is recorded before anybody is told. A move that cannot be recorded never happened:
the table is set up again from its record.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from cutcard.errors import CutcardError
from cutcard.study.coach import Move
from cutcard.web.limits import Limits
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import OpenTable, TakenSeat
from cutcard.web.tables.alone import Alone
from cutcard.web.tables.audience import Audience, Moment
from cutcard.web.tables.clerk import Clerk
from cutcard.web.tables.clock import Clock, Due
from cutcard.web.tables.judge import Judge
from cutcard.web.tables.kinds import play_of
from cutcard.web.tables.ledger import Ledger
from cutcard.web.tables.line import Line
from cutcard.web.tables.places import Refused, place_of, read_name, whole_of
from cutcard.web.tables.play import Play, Undecided
from cutcard.web.tables.terms import Terms


@dataclass(frozen=True)
class Back:
    """What stands behind all tables: the store and its clerk, the judge and the limits."""

    store: Store
    clerk: Clerk
    judge: Judge
    limits: Limits


class Table:
    """A table: its play, the lines of those at it, and its clock."""

    def __init__(self, name: str, owner: int, play: Play, back: Back) -> None:
        self.name = name
        self.owner = owner
        self.play = play
        self.ledger = Ledger(name, owner, play.terms, back.store, back.clerk)
        self.closed = False
        self.number = 0
        """Of the last view; views that show the same moment have the same number."""
        self.audience = Audience()
        self._back = back
        self._outdated = False
        """Whether views are to be sent as soon as nothing is being changed."""
        self._alone = Alone(self._freed)
        self._asked: dict[int, tuple[object, int]] = {}
        """What each place is asked, and the number of the view that asked it first."""
        now = asyncio.get_running_loop().time
        self.clock = Clock(play.terms.seconds, back.limits.seat_kept, now)
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @staticmethod
    async def opened(name: str, owner: TakenSeat, terms: Terms, back: Back) -> Table:
        """A new table, at which its opener sits."""
        table = Table(name, owner.number, play_of(terms), back)
        await table._seat(0, owner.number, owner.name)
        return table

    @staticmethod
    async def set_up_again(kept: OpenTable, back: Back) -> Table:
        """A table as the store has it; nobody is there yet."""
        terms = Terms.from_plain(kept.state["terms"])
        play = await asyncio.to_thread(play_of, terms, kept.state["play"])
        table = Table(kept.table, kept.seat, play, back)
        table.ledger.kept = kept.state
        table.number = kept.state["number"]
        table._ask()
        table.clock.absent = dict.fromkeys(play.places, table.clock.now())
        table._look_at_clock()
        table._let_judge()
        async with table._alone:
            if play.happened:  # what was in progress cannot be continued
                await table._commit()
            await table._let_think()
        return table

    # Who is here

    def place_of(self, holder: int | None) -> int | None:
        """Where somebody sits; None for a spectator."""
        return place_of(self.play.places, holder)

    def join(self, line: Line) -> None:
        """Let somebody look on, or come back to their seat."""
        self.audience.join(line)
        place = self.place_of(line.holder)
        if place is not None:
            self.clock.absent.pop(place, None)
        self._look_at_clock()
        self.show()

    def part(self, line: Line) -> None:
        """Take note that a connection has ended."""
        self.audience.part(line)
        place = self.place_of(line.holder)
        if place is not None and not self._here(place):
            self.clock.absent[place] = self.clock.now()
        self._look_at_clock()
        self.show()
        if self._abandoned:
            self._begin(self._close_if_abandoned())

    def _here(self, place: int) -> bool:
        return self.audience.here(self.play.places[place].holder)

    @property
    def in_use(self) -> bool:
        """Whether somebody is here, or may be looked for in the lobby."""
        return not self.closed and (bool(self.audience.lines) or self.play.terms.open)

    @property
    def watching(self) -> int:
        """Connections of spectators."""
        return self.audience.watching(self.play)

    @property
    def _shared(self) -> bool:
        return len(self.play.places) > 1

    @property
    def _abandoned(self) -> bool:
        """Whether nobody will go on here: the last person has left."""
        gone = not self.play.places
        return gone and not self.closed and not (self.play.terms.open and self.audience.lines)

    # What people say

    async def hear(self, line: Line, message: Mapping[str, Any]) -> None:
        """Do what somebody says, or say why not."""
        try:
            async with self._alone:
                await self._do(line, message)
        except CutcardError as error:
            line.refuse(str(error), message.get("number"))

    async def _do(self, line: Line, message: Mapping[str, Any]) -> None:
        if self.closed:
            raise Refused("this table is closed")
        await self._settle_doubt()
        kind, place = message["type"], self.place_of(line.holder)
        if kind == "sit":
            await self._sit(line, message)
            return
        if place is None:
            raise Refused("you are a spectator here: take a seat to play")
        match kind:
            case "leave":
                self.play.stand_up(place)
                await self._commit()
            case "more":
                self._extend(place)
            case "advise":
                self._advise(line, place)
            case _:
                if kind != "fair":  # which names its round instead
                    self._check_number(place, message)
                self.play.answer(place, message)
                await self._commit()

    async def _sit(self, line: Line, message: Mapping[str, Any]) -> None:
        if line.holder is None:
            raise Refused("choose a name first, so that this table knows you again")
        number = whole_of(message, "seat", 0, max(self.play.terms.seats - 1, 0))
        name = message.get("name")
        await self._seat(number, line.holder, line.name if name is None else read_name(name))

    async def _seat(self, number: int, holder: int, name: str) -> None:
        """Seat a person with what they had when they left, or with the chips to begin with."""
        self.play.check_seat(number, holder)
        chips = await self.ledger.chips_of(holder, self.play)
        self.play.sit(number, holder, name, chips)
        if not self._here(number):
            self.clock.absent[number] = self.clock.now()
        await self._commit()

    def _check_number(self, place: int, message: Mapping[str, Any]) -> None:
        """Refuse what answers an earlier view: a double click, another tab, a late decision."""
        number = message.get("number")
        asked = self._asked[place][1]
        if number is None or not asked <= number <= self.number:
            raise Refused("that answers an earlier moment of this table: look at it as it is now")

    def _extend(self, place: int) -> None:
        if not self._shared or self.clock.up is None or place not in self.play.waiting:
            raise Refused("no time runs for you now")
        if not self.clock.extend():
            raise Refused("your time was extended as often as it can be")
        self._look_at_clock()
        self.show()

    def _advise(self, line: Line, place: int) -> None:
        said, move = self.play.advised(place)
        if move is None:
            line.send({"type": "advice", "number": self.number, **said})
            return
        if line.advising or self._back.judge.busy:
            raise Refused("advice is being worked out: a moment, please")
        line.advising = True
        self._begin(self._send_advice(line, self.number, said, move))

    async def _send_advice(self, line: Line, number: int, said: dict[str, Any], move: Move) -> None:
        try:
            found = await self._back.judge.worths(move)
            line.send({"type": "advice", "number": number, **said, **found})
        except CutcardError as error:
            line.refuse(str(error), number)
        finally:
            line.advising = False

    # Recording, then telling

    async def _commit(self) -> None:
        """Record what has happened, then tell it; let machines act, clocks run and judges judge."""
        await self._record()
        self._tell()
        await self._let_think()
        self._look_at_clock()
        self._let_judge()
        if self._abandoned:
            await self._close()

    async def _let_think(self) -> None:
        while self.play.thinking:
            await asyncio.to_thread(self.play.think)
            await self._record()
            self._tell()

    async def _record(self) -> None:
        """Have the store keep what has happened; what it does not keep has not happened."""
        try:
            await self.ledger.keep(self.play, self.number + 1)
        except CutcardError:
            if self.ledger.kept:
                self.play = await self._set_up(self.ledger.kept)
            raise
        self.number += 1
        self._ask()

    def _ask(self) -> None:
        """Note what each place is asked now, and by which view."""
        for place in self.play.places:
            question = self.play.question(place)
            if place not in self._asked or self._asked[place][0] != question:
                self._asked[place] = question, self.number

    async def _set_up(self, kept: Mapping[str, Any]) -> Play:
        return await asyncio.to_thread(play_of, self.play.terms, kept["play"])

    async def _settle_doubt(self) -> None:
        """Find out what the store has kept, if it has failed."""
        if not self.ledger.in_doubt:
            return
        newer = await self.ledger.newer()
        if newer is not None:
            self.play = await self._set_up(newer)
            self.number = newer["number"]
            self._ask()
            self._tell()
            raise Refused("the store has kept the move before after all: look at the table")

    async def _close_if_abandoned(self) -> None:
        async with self._alone:
            if self._abandoned:
                await self._close()

    async def _close(self) -> None:
        await self.ledger.close()
        self.closed = True
        self.audience.close("The table is closed: everybody has left.")
        if self._timer is not None:
            self._timer.cancel()

    def _freed(self) -> None:
        if self._outdated:
            self.show()

    def show(self) -> None:
        """Send everybody the table as they may see it, once nothing is being changed."""
        if self._alone.taken:
            self._outdated = True
        else:
            self._outdated = False
            self.audience.show(self._moment)

    def _tell(self) -> None:
        """Tell everybody what was recorded."""
        self._outdated = False
        self.audience.tell(self._moment)

    @property
    def _moment(self) -> Moment:
        return Moment(self.name, self.number, self.play, self._seconds)

    # Time

    @property
    def _seconds(self) -> int | None:
        """Seconds until the turn passes."""
        if not self._shared or self.clock.up is None or not self.play.waiting:
            return None
        return max(0, math.ceil(self.clock.up - self.clock.now()))

    def _look_at_clock(self) -> None:
        """Wake up when somebody's time is up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for gone in self.clock.absent.keys() - self.play.places.keys():
            del self.clock.absent[gone]
        if not (self._shared or self.clock.absent or self.play.hurry):
            return  # time runs for nobody
        waiting = self.play.waiting
        self.clock.asked([(place, self.play.question(place)) for place in waiting])
        due = self._deadlines()
        if due and not self.closed:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(due[0][0], lambda: self._begin(self._time_is_up()))

    def _deadlines(self) -> list[tuple[float, int, Due]]:
        own = self.place_of(self.owner)
        keeping = [] if self.play.terms.open or own is None else [own]
        play = self.play
        return self.clock.deadlines(play.waiting, keeping, shared=self._shared, hurry=play.hurry)

    async def _time_is_up(self) -> None:
        async with self._alone:
            try:
                await self._let_time_pass()
            except CutcardError:  # the store fails: try again in a while
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(5, lambda: self._begin(self._time_is_up()))
            else:
                self._look_at_clock()

    async def _let_time_pass(self) -> None:
        await self._settle_doubt()
        for _, place, what in [one for one in self._deadlines() if one[0] <= self.clock.now()]:
            if what is Due.STAND_UP and place in self.play.places:
                self.play.stand_up(place)
                await self._commit()
                self.clock.absent.pop(place, None)
            elif what is Due.PASS and place in self.play.waiting:
                self.play.pass_turn(place)
                await self._commit()

    # The judge

    def _let_judge(self) -> None:
        undecided, self.play.undecided = self.play.undecided, []
        for one in undecided:
            if not self._back.judge.busy:
                self._begin(self._judge(one))

    async def _judge(self, one: Undecided) -> None:
        found = await self._back.judge.cost(one.move)
        if found is None:
            return
        async with self._alone:
            one.decision.best, one.decision.cost = found
            await self.ledger.judged(one.rounds, one.decision)
            if self.play.last(one.decision.place) is one.decision:
                self._outdated = True

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin some work of its own; the table holds on to it until it is done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            asyncio.get_running_loop().call_exception_handler(
                {"message": f"table {self.name}", "exception": task.exception(), "task": task}
            )
