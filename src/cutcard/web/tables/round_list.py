"""Finished rounds for the browser: as a list, and in a report of what mistakes cost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cutcard.web.store.records import JudgedAction, KeptRound, Mistake, Sums
from cutcard.web.tables.happenings import amount


def listed_round(kept: KeptRound) -> dict[str, Any]:
    """A finished round for a list."""
    played = kept.played
    return {
        "number": kept.number,
        "table": played.table,
        "game": played.game,
        "finished": kept.finished,
        "bet": amount(played.bet, played.unit),
        "gain": amount(played.gain, played.unit, sign=True),
        "chips": amount(kept.balance.units, played.unit),
        "record": played.record,
        "decisions": [_decision(one) for one in played.actions],
        "proof": played.proof,
    }


def session_report(sums: Sums, worst: Sequence[Mistake]) -> dict[str, Any]:
    """What rounds brought in sum, and the costliest mistakes."""
    return {
        "rounds": sums.rounds,
        "net": _exact(sums.gain),
        "mistakes": sums.mistakes,
        "cost": f"{sums.cost:.4f}",
        "costliest": [
            {**_decision(one.judged), "table": one.table, "game": one.game, "round": one.round}
            for one in worst
        ],
    }


def _decision(one: JudgedAction) -> dict[str, Any]:
    cost = None if one.cost is None else f"{one.cost:.4f}"
    return {"spot": one.spot, "action": one.action, "best": one.best, "cost": cost}


def _exact(gain: Fraction) -> str:
    return amount(gain.numerator, gain.denominator, sign=True)
