"""A course of training that can be broken off and taken up again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from cutcard.blackjack.rules import Rules
from cutcard.errors import CutcardError, Invalid
from cutcard.files import write_whole
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
                noted, done = _read_notes(found)
                if self._digest() not in ("", *found["files"]):
                    raise CutcardError(
                        f"{self.path} has changed since its course stopped: delete {self._notes}"
                        " to begin a new course with it"
                    )
                return noted, done
        except FileNotFoundError:
            return table, 0
        except CutcardError:
            raise
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
        self.table.write(self.path)

    def _save(self) -> None:
        table = self.table
        cells = [(table.counts.get(cell, 0), table.rewards.get(cell, 0.0)) for cell in CELLS]
        after = sha256("".join(table.lines()).encode()).hexdigest()
        notes = {
            "seed": self.seed,
            "rules": self.rules.words(),
            "done": self.done,
            "cells": cells,
            # The table's file as it is now, and as it will be in a moment.
            "files": [self._digest(), after],
        }
        write_whole(self._notes, json.dumps(notes), "the notes of the course in")
        table.write(self.path)

    def _digest(self) -> str:
        """What the table's file holds, in short; nothing if there is none."""
        try:
            return sha256(self.path.read_bytes()).hexdigest()
        except OSError:
            return ""


def _read_notes(found: dict[str, Any]) -> tuple[QTable, int]:
    """The table and the rounds done that the notes tell; ValueError if they make no sense."""
    table = QTable()
    done = found["done"]
    if not isinstance(done, int) or done < 0:
        raise ValueError(done)
    for cell, (count, reward) in zip(CELLS, found["cells"], strict=True):
        if not isinstance(count, int) or count < 0 or not -1 <= reward <= 1:
            raise ValueError(count)
        if count:
            table.counts[cell] = count
            table.rewards[cell] = float(reward)
    return table, done
