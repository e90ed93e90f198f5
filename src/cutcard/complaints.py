"""Complaints: what a command says on stderr when it cannot do what it was asked to."""

from __future__ import annotations

import sys

from cutcard.errors import one_line
from cutcard.folding import fold, room


def complain(who: str, sentence: str) -> int:
    """Say on stderr, in one sentence, what went wrong; return the exit status."""
    sys.stderr.write(fold(f"{who}: {one_line(sentence)}\n", room(sys.stderr)))
    return 1
