"""A session report: what somebody played, what it brought, and what their mistakes cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

_LISTED: Final = 10


def session_report(rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The report on finished rounds, each with the seat it is for marked as you."""
    mine = [(one, seat) for one in rounds for seat in one["seats"] if seat["you"]]
    gains = [Decimal(seat["gain"]) for _, seat in mine]
    decisions = [
        {**decision, "round": one["round"], "table": one["table"]}
        for one, seat in mine
        for decision in one["decisions"]
        if decision["place"] == seat["place"]
    ]
    judged = [one for one in decisions if one["cost"] is not None]
    costly = sorted((one for one in judged if one["cost"] >= 0.00005), key=lambda one: -one["cost"])
    net = sum(gains, Decimal(0))
    return {
        "rounds": len(gains),
        "won": sum(gain > 0 for gain in gains),
        "pushed": sum(gain == 0 for gain in gains),
        "lost": sum(gain < 0 for gain in gains),
        "net": f"{net:+f}" if net else "0",
        "decisions": len(decisions),
        "judged": len(judged),
        "by_chart": sum(one["action"] == one["chart"] for one in decisions),
        "mistakes": len(costly),
        "cost": f"{sum(one['cost'] for one in costly):.4f}",
        "cost_chips": f"{sum(one['cost'] * one['bet'] for one in costly):.2f}",
        "costliest": [{**one, "cost": f"{one['cost']:.4f}"} for one in costly[:_LISTED]],
    }
