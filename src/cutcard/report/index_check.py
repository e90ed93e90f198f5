"""Sets of index plays that were simulated, for a person and for a program."""

from __future__ import annotations

from typing import Any

from cutcard.report.ink import Ink
from cutcard.study.index_check import Checked
from cutcard.study.sampled_shoes import CountedBet


def check_text(checked: list[Checked], bet: CountedBet, ink: Ink) -> str:
    """What sets of index plays are worth, each next to the last; with bets by count, SCORE too."""
    width = max(len(one.name) for one in checked)
    lines = [ink("bold", f"{'simulated':{width}}  edge, percent        over the first")]
    first = checked[0]
    for one in checked:
        low, high = one.interval
        line = f"{one.name:{width}}  {100 * one.mean:+9.4f} ± {50 * (high - low):.4f}"
        if one is not first:
            more, wide = one.over(first)
            line += f"  {100 * more:+9.4f} ± {100 * wide:.4f}"
        lines.append(line)
    best, others = checked[-1], checked[1:-1]
    for one in others:
        more, wide = best.over(one)
        told = f"{100 * more:+.4f} ± {100 * wide:.4f}, {_verdict(more, wide, 'no worse')}"
        lines += ["", f"{best.name} less {one.name}: {told}"]
    if bet.ramp.steps:
        lines += ["", *_score_lines(checked, bet, width, ink)]
    lines.append(f"{first.rounds:,} rounds each; intervals are of 95%.")
    return "\n".join(lines) + "\n"


def _verdict(more: float, wide: float, otherwise: str) -> str:
    return "better" if more > wide else "worse" if more < -wide else otherwise


def _score_lines(checked: list[Checked], bet: CountedBet, width: int, ink: Ink) -> list[str]:
    """Win rate, SCORE and certainty equivalent with the bets by count."""
    bets = f"with bets {bet.ramp}"
    width = max(width, len(bets))
    heading = f"{bets:{width}}  chips per 100       SCORE"
    if bet.bankroll:
        heading = f"{heading:{width + 44}}sure per 100"
    lines = [ink("bold", heading)]
    for one in checked:
        earned = one.winnings
        half = 100 * (earned.interval[1] - earned.win_rate)
        line = f"{one.name:{width}}  {earned.per_100:+.3f} ± {half:.3f}"
        if earned.score is not None and earned.score_interval is not None:
            low, high = earned.score_interval
            line += f"  {earned.score:6.2f} ({low:.2f} to {high:.2f})"
        if bet.bankroll:
            sure = 100 * earned.certainty_equivalent(bet.bankroll)
            line = f"{line:{width + 44}}{sure:+.3f}"
        lines.append(line)
    best = checked[-1]
    for one in checked[1:-1]:
        over = best.score_over(one)
        if over is not None:
            more, wide = over
            told = f"{more:+.2f} ± {wide:.2f}, {_verdict(more, wide, 'not told apart')}"
            lines += ["", f"SCORE of {best.name} less {one.name}: {told}"]
    if bet.bankroll:
        lines.append(f"sure: the certainty equivalent with {bet.bankroll:,.0f} chips.")
    return lines


def check_dict(checked: list[Checked], bet: CountedBet) -> list[dict[str, Any]]:
    """The same in plain values."""
    return [
        {
            "indices": one.name,
            "edge": one.mean,
            "interval": one.interval,
            "rounds": one.rounds,
            "win_rate_per_100": one.winnings.per_100,
            "win_rate_interval": [100 * end for end in one.winnings.interval],
            "score": one.winnings.score,
            "score_interval": one.winnings.score_interval,
            "certainty_equivalent_per_100": 100 * one.winnings.certainty_equivalent(bet.bankroll)
            if bet.bankroll
            else None,
        }
        for one in checked
    ]
