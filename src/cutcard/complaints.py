"""Complaints: what a command says on stderr when it cannot do what it was asked for."""

from __future__ import annotations

import sys

from cutcard.errors import one_line
from cutcard.folding import fold, room


def complain(who: str, sentence: str) -> int:
    """Tell a person in a sentence of bearable length what went wrong; return the exit status."""
    sys.stderr.write(fold(f"{who}: {one_line(sentence)}\n", room(sys.stderr)))
    return 1
