"""A course of training that can be broken off and taken up again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cutcard.blackjack.rules import Rules
from cutcard.errors import CutcardError, Invalid
from cutcard.learn.qtable import CELLS, QTable, read_table
from cutcard.learn.train import train


@dataclass
class Course:
    """A Q-table's file, and beside it how far the training has come.

    The file's format has no room for that, so it stands in FILE.course; there also stand the
    rewards with all their digits.
    """

    path: Path
    rules: Rules
    rounds: int
    seed: int

    @property
    def _notes(self) -> Path:
        return self.path.with_name(f"{self.path.name}.course")

    def __post_init__(self) -> None:
        self.table, self.done = self._begin()

    def _begin(self) -> tuple[QTable, int]:
        """The table to begin with, and the rounds already done."""
        table = read_table(self.path)
        try:
            found = json.loads(self._notes.read_text(encoding="ascii"))
            if found["seed"] == self.seed and found["rules"] == self.rules.words():
                table = QTable()
                for cell, (count, reward) in zip(CELLS, found["cells"], strict=True):
                    if count:
                        table.counts[cell] = int(count)
                        table.rewards[cell] = float(reward)
                return table, int(found["done"])
        except FileNotFoundError:
            return table, 0
        except (OSError, ValueError, KeyError, TypeError):
            raise Invalid(
                f"{self._notes} is damaged: delete it to train {self.path} from the beginning"
            ) from None
        raise CutcardError(
            f"{self._notes} belongs to a course with seed {found['seed']} or other rules: go on"
            " with those, or delete it"
        )

    def run(self, workers: int) -> Iterator[int]:
        """Train to the end; what is done is saved after every batch, and told."""
        for done in train(
            self.rules,
            self.table,
            rounds=self.rounds,
            seed=self.seed,
            done=self.done,
            workers=workers,
        ):
            self.done = done
            self._save()
            yield done

    def _save(self) -> None:
        table = self.table
        cells = [(table.counts.get(cell, 0), table.rewards.get(cell, 0.0)) for cell in CELLS]
        notes = {"seed": self.seed, "rules": self.rules.words(), "done": self.done, "cells": cells}
        part = self._notes.with_name(f".{self._notes.name}.part")
        try:
            part.write_text(json.dumps(notes), encoding="ascii")
            os.replace(part, self._notes)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise CutcardError(f"{self._notes} cannot be written: {error.strerror}") from None
        table.write(self.path)
