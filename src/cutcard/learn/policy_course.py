"""A course in which a policy is learnt, kept in a file so that it can be broken off and resumed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutcard import __version__
from cutcard.blockhead.policy_files import SpotPolicy
from cutcard.blockhead.rules import Rules
from cutcard.learn.course_file import CourseFile, saved_meanwhile
from cutcard.learn.gleanings import Gleanings
from cutcard.learn.poker_tuition import BLOCK, Opponent, PokerMethod, PokerStage, PokerTuition
from cutcard.sealed_arrays import Arrays


@dataclass
class PolicyCourse:
    """A tuition in Blockhead Poker and, if it is to be kept, its file."""

    game: str
    rules: Rules
    opponent: str
    method: PokerMethod
    seed: int
    path: Path | None = None

    def __post_init__(self) -> None:
        opponent = Opponent(self.opponent, self.rules)
        self.tuition = PokerTuition(self.rules, opponent, self.method, self.seed)
        if self.path is not None:
            resumed = self._file(self.path).resume(BLOCK, self._stage)
            self.tuition.stage = resumed or self.tuition.stage

    @property
    def done(self) -> int:
        """Deals that were played."""
        return self.tuition.deals

    def warm_up(self) -> None:
        """Have everything compiled that the course takes, if it must be."""
        self.tuition.warm_up()

    def policy(self) -> SpotPolicy:
        """The policy that is best by all that is known now."""
        made = {
            "version": __version__,
            "method": str(self.method),
            "opponent": self.opponent,
            "seed": self.seed,
            "deals": self.done,
        }
        return SpotPolicy(self.game, self.rules, self.tuition.policy(), made)

    def run(self, deals: int, workers: int) -> Iterator[int]:
        """Train to the end, saving now and then; yield the deals done."""
        return saved_meanwhile(self.tuition.run(deals, workers), self.save)

    def save(self) -> None:
        """Write the file, if the course has one."""
        if self.path is None:
            return
        stage = self.tuition.stage
        arrays = {**stage.pupil.arrays(), **stage.present.arrays("present")}
        arrays["curve"] = np.array(stage.curve, np.float64).reshape(-1, 3)
        self._file(self.path).write(self.done, arrays)

    def _file(self, path: Path) -> CourseFile:
        terms = {
            "game": self.game,
            "rules": self.rules.plain(),
            "method": str(self.method),
            "opponent": self.tuition.opponent.seal,
            "seed": self.seed,
        }
        return CourseFile(path, terms)

    def _stage(self, deals: int, arrays: Arrays) -> PokerStage:
        """The stage that a file holds; ValueError if it makes no sense."""
        tuition = self.tuition
        curve = arrays["curve"]
        if curve.dtype != np.float64 or curve.shape[1:] != (3,) or not np.isfinite(curve).all():
            raise ValueError(curve.shape)
        return PokerStage(
            tuition.stage.pupil.resumed(arrays),
            Gleanings.restored("present", arrays, tuition.spots.number),
            deals // BLOCK,
            tuple((int(at), gain, error) for at, gain, error in curve.tolist()),
        )
