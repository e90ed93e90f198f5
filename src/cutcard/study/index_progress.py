"""Work on index numbers that can be stopped and resumed: what is done is kept in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cutcard.blackjack.exact.departures import Worths
from cutcard.documents import MissingFile
from cutcard.errors import CutcardError
from cutcard.sealed_arrays import InvalidArrays, read_arrays, write_arrays
from cutcard.study.index_numbers import IndexQuestion, IndexWork

WHAT = "the progress"


@dataclass(frozen=True)
class IndexProgress:
    """The file of some work, and what was asked for."""

    path: Path
    question: IndexQuestion

    def check(self) -> None:
        """Complain about a file that cannot be continued, before any work is done."""
        self._read()

    def load(self, work: IndexWork) -> None:
        """Take up what the file holds, if there is one."""
        arrays = self._read()
        if arrays is None:
            return
        done = len(arrays["sums"])
        columns = len(self.question.wanted.columns)
        nothing = Worths.nothing(work.window)
        shapes = [part.shape for part in nothing]
        if done > work.blocks or [part.shape[1:] for part in arrays.values()] != shapes:
            raise InvalidArrays(f"{WHAT} {self.path} is damaged, or something else")
        for block in range(done):
            # Sums over all samples stand with the first.
            whole = block < columns
            work.done.append(
                Worths(
                    arrays["sums"][block],
                    arrays["missed"][block],
                    arrays["squares"][block] if whole else nothing.squares,
                    arrays["products"][block] if whole else nothing.products,
                )
            )

    def _read(self) -> dict[str, Any] | None:
        """What the file holds; None if there is none."""
        try:
            header, arrays = read_arrays(self.path, WHAT)
        except MissingFile:
            return None
        if header != self._header():
            raise CutcardError(
                f"{self.path} belongs to other index numbers: go on with those, or name another"
                " file"
            )
        return arrays

    def save(self, work: IndexWork) -> None:
        """Write what is done."""
        columns = min(len(self.question.wanted.columns), max(len(work.done), 1))
        nothing = Worths.nothing(work.window)
        done = work.done
        arrays = {
            "sums": np.array([one.sums for one in done]).reshape(-1, *nothing.sums.shape),
            "missed": np.array([one.missed for one in done]).reshape(-1, *nothing.missed.shape),
            "squares": np.array(
                [
                    _sum(nothing.squares, [one.squares for one in done[at::columns]])
                    for at in range(columns)
                ]
            ),
            "products": np.array(
                [
                    _sum(nothing.products, [one.products for one in done[at::columns]])
                    for at in range(columns)
                ]
            ),
        }
        write_arrays(self.path, self._header(), arrays, WHAT)

    def _header(self) -> dict[str, Any]:
        """What must be the same for what is done to be usable."""
        asked = self.question
        return {
            "kind": "cutcard index numbers",
            "rules": asked.rules.plain(),
            "chart": asked.chart.digest,
            "count": repr(asked.count),
            "plays": [[*map(str, play)] for play in asked.wanted.plays],
            "insurance": asked.wanted.insurance,
            "ramp": str(asked.bet.ramp),
            "bankroll": asked.bet.bankroll,
            "seed": asked.seed,
            "compositions": asked.compositions,
        }


def _sum(start: Any, parts: Sequence[Any]) -> Any:
    """The sum, in the order in which the parts were done."""
    total = start.copy()
    for part in parts:
        total += part
    return total
