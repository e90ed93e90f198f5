"""What a simulation found, drawn; whatever draws is loaded only then."""

from __future__ import annotations

from pathlib import Path

from cutcard.report.simulations import Finding
from cutcard.study.best_ramp import find_best_ramp

_PATHS_LENGTH = 100_000
"""The rounds shown in a picture of bankrolls."""


def draw_paths(finding: Finding, path: Path) -> None:
    """Draw how bankrolls may go on, with the results that were found."""
    from cutcard.lab.paths import sample_paths
    from cutcard.report.plot_bankroll import draw

    tally = finding._tally
    paths = sample_paths(
        tally.seen_by_count,
        tally.unit,
        rounds=_PATHS_LENGTH,
        seed=finding.simulation.seed,
        bankroll=finding.bankroll,
    ).to_ruin()
    draw(
        path,
        paths,
        title=f"{finding.preset.title}: a bankroll of {finding.bankroll:,} chips",
        subtitle=finding.command,
        win_rate=finding.winnings.win_rate,
    )


def draw_counts(finding: Finding, path: Path) -> None:
    """Draw edge, bets and rounds by the count, and the best bets if they were asked for."""
    from cutcard.report.plot_counts import draw

    winnings = finding.winnings
    best = None if finding.best is None else find_best_ramp(winnings, finding.best)
    draw(
        path,
        winnings,
        title=finding.preset.title,
        subtitle=finding.command,
        best=None if best is None or isinstance(best, str) else best.ramp,
    )
