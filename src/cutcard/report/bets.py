"""What bets on simulated rounds would earn, and what may become of a bankroll, for a program."""

from __future__ import annotations

from typing import Any, Final

from cutcard.lab.paths import Paths
from cutcard.report.simulations import RISK
from cutcard.report.winnings import kelly_dict, rows_dict, winnings_dict
from cutcard.study.bets import HORIZON, Bets, CountedRounds

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
_SHOWN: Final = 8
"""Paths shown by themselves."""


def as_dict(
    rounds: CountedRounds, bets: Bets, risk: float = RISK, horizon: int = HORIZON
) -> dict[str, Any]:
    """Win rate, risk and bands; the figures are those of a simulation with these bets."""
    earned = bets.earn(rounds)
    return {
        "ramp": str(bets.ramp),
        "leave": bets.leave,
        "rounds": earned.rounds,
        "played": sum(row.rounds for row in earned.rows if row.bet) / earned.rounds,
        "sd": earned.sd,
        **winnings_dict(earned, bets.bankroll, risk),
        "kelly": kelly_dict(bets.bet_on(rounds), bets.ramp.spread),
        "by_count": rows_dict(earned),
        "paths": paths_dict(bets.follow(rounds, horizon)),
    }


def paths_dict(paths: Paths) -> dict[str, Any]:
    """Quantiles of sampled bankrolls at some moments, a few paths, and the share ruined."""
    return {
        "rounds": paths.rounds.tolist(),
        "quantiles": {
            str(share): [round(chips, 2) for chips in band]
            for share, band in zip(QUANTILES, paths.quantiles(*QUANTILES).tolist(), strict=True)
        },
        "some": paths.chips[:_SHOWN].round(2).tolist(),
        "ruined": float((paths.chips[:, -1] <= 0).mean()),
        "sampled": len(paths.chips),
    }
