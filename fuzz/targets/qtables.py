"""Q-tables, and the notes of a course beside them."""

from __future__ import annotations

import json
from contextlib import suppress

from cutcard.blackjack.presets import load_preset
from cutcard.documents import sealed
from cutcard.errors import CutcardError
from cutcard.learn.course import Course
from cutcard.learn.qtable import CELLS, QTable, read_table
from fuzz.drawer import kept

RULES = load_preset("cs50").rules
LINES = [line.encode() for line in QTable().lines()]
NOTES = {"seed": 0, "rules": RULES.plain(), "done": 5, "files": []}

SEEDS = [
    b"0 0 0 0 5 0.5\n",
    b"0 0 0 0 1000000 -1.000000\n0 0 0 1 0 0.0\n",
    b'{"cells": [[1, 0.5], [2, -1]]}',
    b'{"done": 7, "files": ["a"]}',
]


def throw(data: bytes) -> None:
    """The bytes take the place of as many lines of a table, and of a part of the notes."""
    path = kept(data + b"".join(LINES[data.count(b"\n") :]))
    notes = path.with_name(f"{path.name}.course")
    notes.write_bytes(data)
    with suppress(CutcardError):
        table = read_table(path)
        assert b"".join(line.encode() for line in table.lines())
    with suppress(CutcardError):
        Course(path, RULES, 100, 0)
    with suppress(ValueError, RecursionError):
        found = json.loads(data)
        if isinstance(found, dict):
            cells = {"cells": [[0, 0.0]] * len(CELLS)}
            notes.write_text(json.dumps(sealed(cells | NOTES | found)))
            with suppress(CutcardError):
                Course(kept(b"".join(LINES)), RULES, 100, 0)
    notes.unlink()
