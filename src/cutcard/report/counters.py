"""What a simulation tells of a card counter: what the bets earned, and the edge by count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cutcard.lab.kelly import kelly_ramp
from cutcard.report.best_ramp import ramp_dict, ramp_lines
from cutcard.report.winnings import kelly_dict, rows_dict, winnings_dict
from cutcard.study.best_ramp import BestRamp, find_best_ramp

if TYPE_CHECKING:
    from cutcard.report.simulations import Finding

RARE: Final = 0.0005
"""Counts rarer than this are not shown to a person."""


def best_ramp_lines(finding: Finding) -> list[str]:
    """The best ramp, if it was asked for, and where the rounds as they were played begin."""
    if finding.best is None:
        return []
    found = ramp_lines(find_best_ramp(finding.winnings, finding.best), finding.best)
    ramp = finding.simulation.strategy.ramp
    return [*found, "", f"  the rounds, with {f'bets {ramp}' if ramp.steps else 'flat bets'}"]


def counting_lines(finding: Finding) -> list[str]:
    """What a counter earned, and the edge by count, for a person."""
    winnings = finding.winnings
    low, high = winnings.interval
    count = finding.simulation.strategy.count
    assert count is not None
    lines = [
        "",
        "  in chips; a chip is the smallest bet",
        f"  average bet          {winnings.average_bet:.4f}",
        f"  win rate             {winnings.per_100:+.3f} per 100 rounds"
        f"  (95% interval {100 * low:+.3f} to {100 * high:+.3f})",
    ]
    watches = finding.simulation.strategy.ramp.watches
    if watches:
        share = winnings.rounds / winnings.played
        lines[-2] += f" a round seen, {winnings.average_bet * share:.4f} a round played"
        lines[-1] = lines[-1].replace("100 rounds", "100 rounds seen")
        lines.append(
            f"                       {winnings.per_100_played:+.3f} per 100 rounds played"
            f"  (95% interval {100 * low * share:+.3f} to {100 * high * share:+.3f})"
        )
    if winnings.n0 is not None and winnings.score is not None:
        needed = winnings.bankroll_for(finding.risk)
        lines += [
            f"  N0                   {winnings.n0:,.0f} rounds",
            f"  SCORE                {winnings.score:.2f}",
            f"  risk of ruin         {100 * winnings.risk_of_ruin(finding.bankroll):.2f}%"
            f" with {finding.bankroll:,} chips",
            f"  bankroll             {needed:,.0f} chips for a risk of {100 * finding.risk:g}%",
        ]
    else:
        lines.append("  no advantage: N0 is infinite, and ruin is certain in the end")
    best = None if finding.best is None else find_best_ramp(winnings, finding.best)
    kelly = None
    if finding.simulation.strategy.ramp.plain:  # of rounds that were watched nothing is known
        kelly = kelly_ramp(winnings, spread=max(finding.simulation.strategy.ramp.spread, 2))
    if kelly is not None and best is None:
        better = kelly.winnings
        lines.append(
            f"  Kelly's ramp         {kelly.ramp} with {kelly.bankroll:,.0f} chips:"
            f" {better.per_100:+.3f} per 100 rounds, SCORE {better.score or 0:.2f}"
        )
    lines += [f"  {note}" for note in finding.notes]
    told = best if isinstance(best, BestRamp) else None
    heading = "  count     rounds       edge  ± 95%      bet" + ("    best" if told else "")
    lines += ["", f"  {count.convention}", heading]
    for row in winnings.rows:
        if winnings.share(row) >= RARE:
            half = 0.0 if row.stderr is None else 196 * row.stderr
            found = f"{100 * row.edge:+9.3f}%  {half:.3f}%" if row.bet else f"{'watched':>18}"
            lines.append(
                f"  {row.count:+5d} {100 * winnings.share(row):9.3f}% {found} {row.bet:7d}"
                + (f" {told.ramp.staked(row.count):7d}" if told else "")
            )
    if any(winnings.share(row) < RARE for row in winnings.rows):
        lines.append(f"  counts rarer than {100 * RARE:g}% are left out")
    return lines


def counting_dict(finding: Finding) -> dict[str, Any]:
    """The same for a program."""
    strategy = finding.simulation.strategy
    assert strategy.count is not None
    best, winnings = finding.best, finding.winnings
    return {
        "count": strategy.count.name,
        "convention": strategy.count.convention,
        "ramp": str(strategy.ramp),
        "indices": finding.indices,
        "notes": finding.notes,
        **winnings_dict(winnings, finding.bankroll, finding.risk),
        "kelly": kelly_dict(winnings, strategy.ramp.spread) if strategy.ramp.plain else None,
        **({"win_rate_per_100_played": winnings.per_100_played} if strategy.ramp.watches else {}),
        **({} if best is None else {"best_ramp": ramp_dict(find_best_ramp(winnings, best), best)}),
        "by_count": rows_dict(winnings),
    }
