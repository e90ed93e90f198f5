"""The best ramp for a bankroll, for a person and for a program."""

from __future__ import annotations

from typing import Any

from cutcard.study.best_ramp import BestRamp, RampQuestion


def ramp_lines(found: BestRamp | str, question: RampQuestion) -> list[str]:
    """The best ramp and what it earns, or why there is none."""
    lines = ["", f"  best bets from 1 to {question.spread} chips, with {question.bankroll:,} chips"]
    lines[-1] += f" and {_appetite(question)}"
    if isinstance(found, str):
        return [*lines, f"  {found}"]
    if found.ramp.spots > 1:
        lines[-1] = lines[-1].replace(" chips,", f" chips on each of {found.ramp.spots} spots,", 1)
    winnings = found.winnings
    low, high = winnings.interval
    lines += [
        f"  ramp                 {found.ramp}",
        f"  average bet          {winnings.average_bet:.4f}",
        f"  win rate             {winnings.per_100:+.3f} per 100 rounds"
        f"  (95% interval {100 * low:+.3f} to {100 * high:+.3f})",
    ]
    if winnings.n0 is None or winnings.score_interval is None:
        lines.append("  no advantage: N0 is infinite, and ruin is certain in the end")
    else:
        low, high = winnings.score_interval
        lines += [
            f"  N0                   {winnings.n0:,.0f} rounds",
            f"  SCORE                {winnings.score:.2f}  (95% interval {low:.2f} to {high:.2f})",
        ]
    lines += [
        f"  certainty equivalent {100 * found.certainty_equivalent:+.3f} per 100 rounds, for"
        f" {question.share:.3g} of Kelly's bets",
        f"  risk of ruin         {_percent(found.ruin)} ever",
        f"                       {_percent(found.ruin_before_goal)} before there are"
        f" {question.stop:,} chips",
        f"                       {_percent(found.ruin_within_trip)} within"
        f" {question.trip:,} rounds",
    ]
    return lines


def _appetite(question: RampQuestion) -> str:
    if question.risk is not None:
        return f"a risk of ruin of {100 * question.risk:g}% at most"
    return "Kelly's bets" if question.kelly == 1 else f"{question.kelly:g} of Kelly's bets"


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"


def ramp_dict(found: BestRamp | str, question: RampQuestion) -> dict[str, Any]:
    """The same in plain values."""
    asked: dict[str, Any] = {
        "spread": [1, question.spread],
        "bankroll": question.bankroll,
        "risk": question.risk,
        "kelly": question.share,
    }
    if isinstance(found, str):
        return {**asked, "ramp": None, "why": found}
    winnings = found.winnings
    return {
        **asked,
        "ramp": str(found.ramp),
        "average_bet": winnings.average_bet,
        "win_rate_per_100": winnings.per_100,
        "win_rate_interval": [100 * end for end in winnings.interval],
        "n0": winnings.n0,
        "score": winnings.score,
        "score_interval": winnings.score_interval,
        "certainty_equivalent_per_100": 100 * found.certainty_equivalent,
        "ruin": found.ruin,
        "goal": question.stop,
        "ruin_before_goal": found.ruin_before_goal,
        "trip": question.trip,
        "ruin_within_trip": found.ruin_within_trip,
    }
