"""What a simulation found, drawn; whatever draws is loaded only then."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cutcard.report.simulations import Finding
from cutcard.study.best_ramp import BestRamp, find_best_ramp
from cutcard.study.bets import Bets, CountedRounds

if TYPE_CHECKING:
    from cutcard.lab.paths import Paths

_PATHS_LENGTH = 100_000
"""The rounds shown in a picture of bankrolls."""


def draw_paths(finding: Finding, path: Path) -> None:
    """Draw how bankrolls may go on, with the results that were found.

    The bets are those of the best ramp, if it was asked for and found.
    """
    from cutcard.report.plot_bankroll import draw

    best = _best_of(finding)
    bets = "" if best is None else f", bets {best.ramp}"
    draw(
        path,
        bankroll_paths(finding),
        title=f"{finding.preset.title}: a bankroll of {finding.bankroll:,} chips{bets}",
        subtitle=finding.command,
        win_rate=(finding.winnings if best is None else best.winnings).win_rate,
    )


def bankroll_paths(finding: Finding) -> Paths:
    """Sampled bankrolls, each ending where nothing is left."""
    from cutcard.lab.paths import sample_paths

    tally, simulation = finding._tally, finding.simulation
    best = _best_of(finding)
    if best is not None:
        rounds = CountedRounds.of(
            tally.by_count, tally.unit, simulation.strategy.ramp, simulation.seed
        )
        return Bets(best.ramp, finding.bankroll).follow(rounds, _PATHS_LENGTH)
    return sample_paths(
        tally.seen_by_count,
        tally.unit,
        rounds=_PATHS_LENGTH,
        seed=simulation.seed,
        bankroll=finding.bankroll,
    ).to_ruin()


def _best_of(finding: Finding) -> BestRamp | None:
    if finding.best is None:
        return None
    found = find_best_ramp(finding.winnings, finding.best)
    return None if isinstance(found, str) else found


def draw_counts(finding: Finding, path: Path) -> None:
    """Draw edge, bets and rounds by the count, and the best bets if they were asked for."""
    from cutcard.report.plot_counts import draw

    best = _best_of(finding)
    draw(
        path,
        finding.winnings,
        title=finding.preset.title,
        subtitle=finding.command,
        best=None if best is None else best.ramp,
    )
