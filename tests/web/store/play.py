"""Rounds for tests of the store, and a clock."""

from __future__ import annotations

from cutcard.blackjack.presets import load_preset
from cutcard.web.store.records import FinishedRound, JudgedAction, OpenTable

VEGAS = load_preset("vegas-strip")
TABLE = "vegas-strip"
WRONG = JudgedAction("hard 16 against 10", "stand", "hit", 0.25)
RIGHT = JudgedAction("hard 20 against 6", "stand", "stand", 0.0)
UNJUDGED = JudgedAction("hard 12 against 3", "hit")


class Clock:
    """Tells the time that was set."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def finished(seat: int, gain: int = -2, **changes: object) -> FinishedRound:
    """A round at the table, as a seat played it."""
    played = {
        "seat": seat,
        "table": TABLE,
        "game": VEGAS.title,
        "rules": VEGAS.rules.plain(),
        "unit": VEGAS.rules.unit,
        "bet": 2,
        "gain": gain,
        "record": {"dealer": "Ts6d8c", "hands": ["Th6s"], "actions": ["stand"], "note": "♠\0"},
    }
    return FinishedRound(**(played | changes))


def standing(seat: int, state: object, table: str = TABLE) -> OpenTable:
    """How the table stands."""
    return OpenTable(seat, table, 1, state)
