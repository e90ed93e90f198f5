"""Logbooks of drills."""

from __future__ import annotations

import json
from contextlib import suppress

from cutcard.documents import sealed
from cutcard.errors import CutcardError
from cutcard.study.drills.boxes import Boxes
from cutcard.study.drills.logbook import read_logbook, write_logbook
from fuzz.drawer import kept

_ENTRIES = [["16 v 10", "hit", "surrender", False, 0.0358], ["A7 v 9", "hit", "hit", True, None]]
_PAGE = {"key": "0" * 16, "began": 5, "drill": "strategy", "game": "Mine", "by": "chart mine"}
_BOOK = {"drills": 1, "pages": [{**_PAGE, "entries": _ENTRIES}]}

SEEDS = [
    json.dumps(sealed(_BOOK)).encode(),
    json.dumps(_BOOK).encode(),
    b'{"drills": 1, "pages": []}',
    b"[[[]]]",
]


def throw(data: bytes) -> None:
    """What is believed can be written and read again, and leads to boxes."""
    _read(data)
    with suppress(ValueError, RecursionError):
        found = json.loads(data)
        if isinstance(found, dict):
            found.pop("digest", None)
            _read(json.dumps(sealed(found)).encode())


def _read(data: bytes) -> None:
    path = kept(data)
    with suppress(CutcardError):
        logbook = read_logbook(path)
        write_logbook(path, logbook)
        assert read_logbook(path) == logbook
        for page in logbook.pages:
            history = logbook.history(page.subject)
            items = {item: 1.0 for item, _ in history}
            assert set(Boxes(items, history).coming_back) <= set(items)
