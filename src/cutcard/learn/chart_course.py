"""A course in which a chart is learnt, kept in a file so that it can be broken off and resumed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from cutcard import __version__
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import ROWS, Chart
from cutcard.documents import MissingFile
from cutcard.errors import CutcardError
from cutcard.learn.found import Found
from cutcard.learn.sealed_arrays import Arrays, InvalidArrays, read_arrays, write_arrays
from cutcard.learn.tuition import BLOCK, Method, Stage, Tuition

SECONDS: Final = 10.0
"""How often a course is saved while it runs."""

_KIND: Final = "cutcard course"
_WHAT: Final = "the course"


@dataclass
class ChartCourse:
    """A tuition and, if it is to be kept, its file."""

    game: str
    rules: Rules
    method: Method
    seed: int
    path: Path | None = None

    def __post_init__(self) -> None:
        self.tuition = Tuition(self.rules, self.method, self.seed)
        if self.path is not None:
            self._resume(self.path)

    @property
    def rounds(self) -> int:
        """Rounds that were played."""
        return self.tuition.stage.rounds

    def run(self, rounds: int, workers: int) -> Iterator[int]:
        """Train to the end, saving now and then; yield the rounds done."""
        due = time.monotonic()
        for done in self.tuition.run(rounds, workers):
            if time.monotonic() > due:
                self.save()
                due = time.monotonic() + SECONDS
            yield done

    def save(self) -> None:
        """Write the file, if the course has one."""
        if self.path is None:
            return
        stage = self.tuition.stage
        arrays: Arrays = {
            f"{when}_{name}": getattr(found, name)
            for when, found in (("older", stage.older), ("present", stage.present))
            for name in ("times", "totals", "met")
        }
        columns = self.tuition.situations.columns
        arrays["curve_rounds"] = np.array([rounds for rounds, _ in stage.curve], np.int64)
        arrays["curve_cells"] = np.array(
            [
                [chart.cells[row, column] for row in ROWS for column in columns]
                for _, chart in stage.curve
            ],
            "S4",
        ).reshape(len(stage.curve), len(ROWS) * len(columns))
        header = {**self._header(), "version": __version__, "rounds": stage.rounds}
        write_arrays(self.path, header, arrays, _WHAT)

    def _header(self) -> dict[str, Any]:
        """What a file must say to be continued."""
        return {
            "kind": _KIND,
            "game": self.game,
            "rules": self.rules.plain(),
            "method": str(self.method),
            "seed": self.seed,
        }

    def _resume(self, path: Path) -> None:
        """Go on where the file stopped, if there is one."""
        try:
            header, arrays = read_arrays(path, _WHAT)
        except MissingFile:
            return
        if header.get("kind") != _KIND:
            raise InvalidArrays(f"{path} holds no course of 'cutcard train'")
        for name, value in self._header().items():
            if header.get(name) != value:
                said = header.get(name) if name != "rules" else "others"
                raise CutcardError(
                    f"the course {path} has another {name} ({said}): go on with that, or name"
                    " another file"
                )
        try:
            self.tuition.stage = self._stage(header["rounds"], arrays)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidArrays(f"the course {path} is damaged: delete it to begin anew") from error

    def _stage(self, rounds: int, arrays: Arrays) -> Stage:
        """The stage that a file holds; ValueError if it makes no sense."""
        situations = self.tuition.situations
        founds = []
        for when in ("older", "present"):
            nothing = Found.nothing(situations.number)
            parts = [arrays[f"{when}_{name}"] for name in ("times", "totals", "met")]
            for part, like in zip(parts, (nothing.times, nothing.totals, nothing.met), strict=True):
                if part.shape != like.shape or part.dtype != like.dtype:
                    raise ValueError(part.shape)
            founds.append(Found(*parts))
        places = [(row, column) for row in ROWS for column in situations.columns]
        curve = tuple(
            (int(at), Chart(situations.columns, dict(zip(places, cells, strict=True)), "learnt"))
            for at, cells in zip(
                arrays["curve_rounds"], arrays["curve_cells"].astype(str).tolist(), strict=True
            )
        )
        if type(rounds) is not int or rounds < 0 or rounds % BLOCK:
            raise ValueError(rounds)
        return Stage(founds[0], founds[1], rounds // BLOCK, curve)
