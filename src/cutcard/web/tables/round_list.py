"""Finished rounds for the browser: as a list, and in a report of what they came to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from cutcard.web.store.records import JudgedAction, KeptRound, Mistake, Sums
from cutcard.web.tables.happenings import amount

MOST_BETTER: Final = 5
"""Bets that Beta would not have made, in a report."""


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


def session_report(
    sums: Sums, worst: Sequence[Mistake], deals: Sequence[KeptRound] = ()
) -> dict[str, Any]:
    """What rounds brought in total, and the costliest mistakes; of Blockhead, how deals ended."""
    return {
        "rounds": sums.rounds,
        "net": _exact(sums.gain),
        "mistakes": sums.mistakes,
        "cost": f"{sums.cost:.4f}",
        "costliest": [
            {**_decision(one.judged), "table": one.table, "game": one.game, "round": one.round}
            for one in worst
        ],
        "deals": _deals_report(deals) if deals else None,
    }


def is_deal(kept: KeptRound) -> bool:
    """Whether it is a deal of Blockhead Poker."""
    return "showdown" in kept.played.record


def _deals_report(deals: Sequence[KeptRound]) -> dict[str, Any]:
    """How deals of Blockhead ended, and where Beta would have bet otherwise.

    What a bet cost is not computed; what Beta estimates is said to be Beta's estimate.
    """
    records = [kept.played.record for kept in deals]
    gains = [kept.played.gain for kept in deals]
    shown = [gain for record, gain in zip(records, gains, strict=True) if record["showdown"]]
    told = [record for record in records if record["better"] is not None]
    better = [
        {"deal": record["round"], "bet": bet, "beta": best, "chips": chips}
        for record in told
        for bet, best, chips in record["better"]
    ]
    better.sort(key=lambda one: -one["chips"])
    return {
        "won": sum(gain > 0 for gain in gains),
        "folded": sum(record["folded"] for record in records),
        "showdowns": len(shown),
        "showdowns_won": sum(gain > 0 for gain in shown),
        "bets": sum(len(record["bets"]) for record in told) if told else None,
        "otherwise": len(better),
        "better": better[:MOST_BETTER],
    }


def _decision(one: JudgedAction) -> dict[str, Any]:
    cost = None if one.cost is None else f"{one.cost:.4f}"
    return {"spot": one.spot, "action": one.action, "best": one.best, "cost": cost}


def _exact(gain: Fraction) -> str:
    return amount(gain.numerator, gain.denominator, sign=True)
