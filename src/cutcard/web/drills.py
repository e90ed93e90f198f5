"""Drills in the browser: sittings, answered one exercise at a time, and the progress of each seat.

An exercise as it is sent gives no answer away. An answer is in the seat's logbook before anybody is
told how it was marked, so that nothing told is lost with the server.
"""

from __future__ import annotations

import asyncio
import secrets
import shlex
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.cards import Card
from cutcard.errors import Illegal, Invalid
from cutcard.front.choice import game
from cutcard.report.drill_forms import (
    exercise_as_dict,
    mark_as_dict,
    progress_as_dict,
    sitting_as_dict,
)
from cutcard.study.coach import Values, values_of
from cutcard.study.drills.card_counting import WHOLE_ROUND, WHOLE_SHOE
from cutcard.study.drills.catalogue import TAKES, Lesson, check_drill
from cutcard.study.drills.exercise import LookUp
from cutcard.study.drills.logbook import Logbook, Page, document_of, logbook_in
from cutcard.study.drills.progress import progress_of
from cutcard.study.drills.sitting import Sitting
from cutcard.study.written_spots import read_values
from cutcard.web.tables.judge import Judge

MOST_SITTINGS: Final = 1000
"""Sittings that are open at once; the one left alone for longest is put away first."""

LONGEST_SITTING: Final = 1000
"""Exercises of one sitting."""


class Logbooks(Protocol):
    """Where logbooks are kept, a seat's in one place."""

    def logbook(self, seat: int) -> Logbook:
        """The logbook of a seat; an empty one if it has none."""

    def keep_pages(self, seat: int, pages: Iterable[Page]) -> Logbook:
        """Keep pages in a seat's logbook, each in the place of what it was before."""


class NoSitting(Illegal):
    """A sitting that has ended, or that is another seat's."""


@dataclass
class _Open:
    """A sitting that goes on."""

    seat: int
    sitting: Sitting
    began: int
    command: str
    key: str = field(default_factory=lambda: secrets.token_hex(8))
    """Of its page in the logbook."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Two tabs answer one after the other."""

    @property
    def page(self) -> Page:
        return Page.of(self.sitting, self.began, self.key)


class Practice:
    """The practice room: everybody's sittings."""

    def __init__(self, logbooks: Logbooks, look_up: LookUp = values_of) -> None:
        self._logbooks = logbooks
        self._look_up = look_up
        """What actions are worth; it may take a while, and is asked for in a thread."""
        self._open: OrderedDict[str, _Open] = OrderedDict()

    async def begin(self, seat: int, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Begin a sitting of what is asked for; what was missed before comes back."""
        lesson = await asyncio.to_thread(_lesson, asked, self._look_up)
        logbook = await asyncio.to_thread(self._logbooks.logbook, seat)
        sitting = await asyncio.to_thread(lesson.begin, logbook)
        name = secrets.token_urlsafe(12)
        self._open[name] = _Open(seat, sitting, int(time.time()), _command(asked, lesson.seed))
        while len(self._open) > MOST_SITTINGS:
            self._open.popitem(last=False)
        subject = lesson.subject
        return {
            "sitting": name,
            "subject": f"{subject.game}, {subject.by}" if subject.by else subject.game,
            "seed": lesson.seed,
            "coming_back": len(sitting.drill.coming_back),
            "exercise": exercise_as_dict(sitting.exercise),
        }

    async def answer(self, seat: int, name: str, reply: str, number: int) -> dict[str, Any]:
        """Mark a reply to the exercise of this number, and pose the next one."""
        opened = self._sitting(seat, name)
        async with opened.turn:
            asked = len(opened.sitting.marks)
            if number != asked:
                raise Illegal(f"exercise {number + 1} is not asked now: {asked + 1} is")
            if asked >= LONGEST_SITTING:
                raise Illegal(
                    f"this sitting has {LONGEST_SITTING} exercises, the most: start a new one"
                )
            mark = await asyncio.to_thread(opened.sitting.answer, reply)
            try:
                await asyncio.to_thread(self._logbooks.keep_pages, seat, [opened.page])
            except BaseException:
                # What cannot be kept is not told, so the sitting cannot go on from it.
                self._open.pop(name, None)
                raise
        return {
            "mark": mark_as_dict(mark),
            "asked": len(opened.sitting.marks),
            "right": opened.sitting.right,
            "exercise": exercise_as_dict(opened.sitting.exercise),
        }

    def report(self, seat: int, name: str) -> dict[str, Any]:
        """What a sitting has come to."""
        opened = self._sitting(seat, name)
        return sitting_as_dict(opened.sitting) | {"command": opened.command}

    async def progress(self, seat: int) -> list[dict[str, Any]]:
        """What all sittings of a seat came to."""
        return progress_as_dict(progress_of(await self._logbook(seat)))

    async def document(self, seat: int) -> dict[str, Any]:
        """A seat's logbook, to take along; the terminal reads it, too."""
        return document_of(await self._logbook(seat))

    async def bring(self, seat: int, document: object) -> str:
        """Add a logbook that was taken along; return what was new, in words."""
        try:
            brought = logbook_in(document)
        except Invalid as error:
            raise Invalid(f"this file {error}: name another file") from None
        before = await self._logbook(seat)
        new = [page for page in brought.pages if page.key not in {one.key for one in before.pages}]
        await asyncio.to_thread(self._logbooks.keep_pages, seat, new)
        sittings = "1 sitting" if len(new) == 1 else f"{len(new)} sittings"
        return f"{sittings} new of {len(brought.pages)}."

    async def _logbook(self, seat: int) -> Logbook:
        return await asyncio.to_thread(self._logbooks.logbook, seat)

    def _sitting(self, seat: int, name: str) -> _Open:
        opened = self._open.get(name)
        if opened is None or opened.seat != seat:
            raise NoSitting("this sitting has ended; what was answered is kept: begin another")
        self._open.move_to_end(name)
        return opened


def asking(judge: Judge) -> LookUp:
    """A way to look values up from a thread, which lets the judge's worker find them."""
    loop = asyncio.get_running_loop()

    def look_up(view: View, seen: tuple[Card, ...]) -> Values:
        found = asyncio.run_coroutine_threadsafe(judge.values(view, seen), loop).result()
        return read_values(found)

    return look_up


def _lesson(asked: Mapping[str, Any], look_up: LookUp) -> Lesson:
    check_drill(asked["drill"])
    chosen = game(asked["game"], **(asked["changes"] or {}))
    chart = asked["chart"]
    seed = asked["seed"]
    return Lesson(
        drill=asked["drill"],
        preset=chosen.preset,
        chart=chosen.charted(chart),
        chart_name=chart or chosen.preset.chart,
        count=load_count(asked["count"]),
        seed=secrets.randbits(32) if seed is None else seed,
        cards=WHOLE_ROUND if asked["cards"] == "round" else int(asked["cards"]),
        groups=WHOLE_SHOE if asked["groups"] == "shoe" else int(asked["groups"]),
        look_up=look_up,
    )


def _command(asked: Mapping[str, Any], seed: int) -> str:
    """The terminal's command that draws the same."""
    chosen = game(asked["game"], **(asked["changes"] or {}))
    cutcard, verb, *words = shlex.split(chosen.command("drill"))
    for part, drills in TAKES.items():
        if asked["drill"] in drills and asked[part] is not None:
            words += [f"--{part}", str(asked[part])]
    return shlex.join([cutcard, verb, asked["drill"], *words, "--seed", str(seed)])
