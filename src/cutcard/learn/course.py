"""A course of training that can be interrupted and resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cutcard.blackjack.exact.hit_stand import check_plain
from cutcard.blackjack.rules import Rules
from cutcard.documents import MissingFile, read_json, sealed, unsealed
from cutcard.errors import CutcardError, Invalid
from cutcard.files import read_limited, write_whole
from cutcard.learn.qtable import (
    CELLS,
    LARGEST_REWARD,
    MOST_TIMES,
    TABLE_LIMIT,
    QTable,
    read_table,
    write_lines,
)
from cutcard.learn.training import train

LARGEST: Final = 1_000_000
"""The most bytes in the notes of a course."""


@dataclass
class Course:
    """A Q-table's file, and beside it how far the training has come.

    The file's format has no room for that, so FILE.course holds it, together with the rewards in
    full precision.
    """

    path: Path
    rules: Rules
    rounds: int
    seed: int
    original: bool = False
    """Learn as the original's player does."""

    @property
    def _notes(self) -> Path:
        return self.path.with_name(f"{self.path.name}.course")

    def __post_init__(self) -> None:
        check_plain(self.rules)
        self.table, self.done = self._begin()

    def _begin(self) -> tuple[QTable, int]:
        """The table to begin with, and the rounds already done."""
        table = read_table(self.path)
        try:
            found = unsealed(read_json(self._notes, LARGEST))
            seed, rules, files = found["seed"], found["rules"], set(found["files"])
            original = found.get("original", False)
            noted, done = _read_notes(found)
        except MissingFile:
            return table, 0
        except (ValueError, KeyError, TypeError):
            raise Invalid(
                f"{self._notes} is damaged: delete it to train {self.path} from the beginning"
            ) from None
        if seed != self.seed or rules != self.rules.plain():
            raise CutcardError(
                f"{self._notes} belongs to a course with seed {seed} or other rules: go on"
                " with those, or delete it"
            )
        if original is not self.original:
            way = "with --original" if original else "without --original"
            raise CutcardError(
                f"{self._notes} belongs to a course {way}: continue it so, or delete it"
            )
        if self._digest() not in ("", *files):
            raise CutcardError(
                f"{self.path} has changed since its course stopped: delete {self._notes}"
                " to begin a new course with it"
            )
        return noted, done

    def run(self, workers: int) -> Iterator[int]:
        """Train to the end; save after every batch, and yield the rounds done."""
        for done in train(
            self.rules,
            self.table,
            rounds=self.rounds,
            seed=self.seed,
            done=self.done,
            workers=workers,
            original=self.original,
        ):
            self.done = done
            self._save()
            yield done
        self.table.write(self.path)

    def _save(self) -> None:
        table = self.table
        cells = [(table.counts.get(cell, 0), table.rewards.get(cell, 0.0)) for cell in CELLS]
        lines = "".join(table.lines())
        notes = {
            "seed": self.seed,
            "rules": self.rules.plain(),
            "done": self.done,
            **({"original": True} if self.original else {}),
            "cells": cells,
            # The table's file as it is now, and as it is about to be.
            "files": [self._digest(), sha256(lines.encode()).hexdigest()],
        }
        write_whole(self._notes, json.dumps(sealed(notes)), "the notes of the course in")
        write_lines(self.path, lines)

    def _digest(self) -> str:
        """A digest of the table's file; empty if there is none."""
        try:
            return sha256(read_limited(self.path, TABLE_LIMIT)).hexdigest()
        except (OSError, Invalid):
            return ""


def _read_notes(found: dict[str, Any]) -> tuple[QTable, int]:
    """Read the table and the rounds done from notes; ValueError if they make no sense."""
    table = QTable()
    done = found["done"]
    if type(done) is not int or not 0 <= done <= MOST_TIMES:
        raise ValueError(done)
    for cell, (count, reward) in zip(CELLS, found["cells"], strict=True):
        if type(count) is not int or not 0 <= count <= MOST_TIMES:
            raise ValueError(count)
        if not abs(reward) <= LARGEST_REWARD:
            raise ValueError(reward)
        if count:
            table.counts[cell] = count
            table.rewards[cell] = float(reward)
    return table, done
