"""Tables as spreadsheets read them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV: a line of the columns' names, then a line for each; None is left empty.

    >>> csv_text(("game", "edge"), [{"game": "easy", "edge": None, "other": 1}])
    'game,edge\\neasy,\\n'
    """
    text = StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
