"""Every dealer who cheats, and what an honest player makes of it.

    python tests/net/adversaries.py

prints the table of docs/network.md.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from net import tricks_in_endings, tricks_in_play, tricks_in_shuffle
from net.crooked import Meeting, Trick

TRICKS: list[type[Trick]] = [
    trick
    for room in (tricks_in_play, tricks_in_shuffle, tricks_in_endings)
    for trick in vars(room).values()
    if isinstance(trick, type) and issubclass(trick, Trick) and trick is not Trick
]
"""In the order of the files."""

WORDS = {
    "breach": "the player's checks",
    "refused": "the player, before the first round",
    "broken off": "the account: broken off, counted as won",
    "void": "the account: void, before anybody knew anything",
}


def sentence(meeting: Meeting) -> str:
    """What the player has to say of a dealer, and how it counts the last round."""
    if meeting.how in ("breach", "refused") or "rounds were broken off" in meeting.sentence:
        return meeting.sentence
    return ": ".join(meeting.endings[-1]) if meeting.endings else meeting.sentence


def in_general(text: str) -> str:
    """A sentence without what chance has put into it."""
    text = re.sub(r"^(round \d+|before the first round): ", "", text)
    text = re.sub(r"\b[A-Z][a-z]+ of (Spades|Hearts|Clubs|Diamonds)\b", "…", text)
    text = re.sub(r"\b(WIN|LOOSE|BUST|PUSH)\b", "…", text)
    return re.sub(r"\b[0-9a-f]{32,}\b|(?<=after )\d+(?= s)", "…", text)


def table() -> str:
    """All tricks, how each is caught, and in what words, as Markdown."""
    lines = ["| trick | caught by | sentence |", "|---|---|---|"]
    for trick in TRICKS:
        said = in_general(sentence(trick().meet()))
        about = (trick.__doc__ or "").rstrip(".")
        lines.append(f"| {about} | {WORDS[trick.caught]} | {said} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
