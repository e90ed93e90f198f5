"""A course in which a chart is learnt, kept in a file so that it can be broken off and resumed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import ROWS, Chart
from cutcard.learn.course_file import CourseFile, saved_meanwhile
from cutcard.learn.found import Found
from cutcard.learn.tuition import BLOCK, Method, Stage, Tuition
from cutcard.sealed_arrays import Arrays


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
            resumed = self._file(self.path).resume(BLOCK, self._stage)
            self.tuition.stage = resumed or self.tuition.stage

    @property
    def done(self) -> int:
        """Rounds that were played."""
        return self.tuition.stage.rounds

    def warm_up(self) -> None:
        """Have everything compiled that the course takes, if it must be."""
        self.tuition.warm_up()

    def run(self, rounds: int, workers: int) -> Iterator[int]:
        """Train to the end, saving now and then; yield the rounds done."""
        return saved_meanwhile(self.tuition.run(rounds, workers), self.save)

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
        self._file(self.path).write(stage.rounds, arrays)

    def _file(self, path: Path) -> CourseFile:
        terms = {
            "game": self.game,
            "rules": self.rules.plain(),
            "method": str(self.method),
            "seed": self.seed,
        }
        return CourseFile(path, terms)

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
        return Stage(founds[0], founds[1], rounds // BLOCK, curve)
