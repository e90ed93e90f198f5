"""What a simulation found, for a spreadsheet: by count for a counter, else by result."""

from __future__ import annotations

from typing import Any, Final

from cutcard.report.simulations import Finding
from cutcard.report.spreadsheet import csv_text
from cutcard.report.winnings import rows_dict
from cutcard.study.best_ramp import find_best_ramp

_BY_COUNT: Final = ("count", "rounds", "share", "edge", "stderr", "bet")
_BY_RESULT: Final = ("gain", "rounds", "share")


def as_csv(finding: Finding) -> str:
    """The rounds by count, with edge, standard error and bet; without a count by their gain.

    With a question about the best ramp, its bets are a column more.
    """
    tally = finding._tally
    if finding.simulation.strategy.count is None:
        return csv_text(
            _BY_RESULT,
            (
                {"gain": result / tally.unit, "rounds": times, "share": times / tally.rounds}
                for result, times in sorted(tally.results.items())
            ),
        )
    winnings = finding.winnings
    rows: list[dict[str, Any]]
    rows = [{**row, "share": row["rounds"] / winnings.rounds} for row in rows_dict(winnings)]
    if finding.best is None:
        return csv_text(_BY_COUNT, rows)
    found = find_best_ramp(winnings, finding.best)
    if not isinstance(found, str):
        rows = [{**row, "best_bet": found.ramp.staked(row["count"])} for row in rows]
    return csv_text((*_BY_COUNT, "best_bet"), rows)
