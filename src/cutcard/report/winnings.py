"""What bets earn by the count, for a program."""

from __future__ import annotations

from typing import Any

from cutcard.lab.kelly import kelly_ramp
from cutcard.lab.risk import Winnings


def winnings_dict(winnings: Winnings, bankroll: int, risk: float) -> dict[str, Any]:
    """What bets earn, how surely, and at which risk, for a program."""
    return {
        "average_bet": winnings.average_bet,
        "win_rate_per_100": winnings.per_100,
        "win_rate_interval": [100 * end for end in winnings.interval],
        "n0": winnings.n0,
        "score": winnings.score,
        "bankroll": bankroll,
        "risk_of_ruin": winnings.risk_of_ruin(bankroll),
        "risk": risk,
        "bankroll_for_risk": winnings.bankroll_for(risk),
    }


def kelly_dict(winnings: Winnings, spread: int) -> dict[str, Any] | None:
    """Kelly's ramp with this spread for a program; None where no ramp wins."""
    best = kelly_ramp(winnings, spread=max(spread, 2))
    if best is None:
        return None
    return {
        "ramp": str(best.ramp),
        "bankroll": best.bankroll,
        "win_rate_per_100": best.winnings.per_100,
        "score": best.winnings.score,
    }


def rows_dict(winnings: Winnings) -> list[dict[str, Any]]:
    """The results by count for a program."""
    return [
        {
            "count": row.count,
            "rounds": row.rounds,
            "edge": row.edge if row.bet else None,
            "stderr": row.stderr,
            "bet": row.bet,
        }
        for row in winnings.rows
    ]
