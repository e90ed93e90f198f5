"""Charts by name, for a game."""

from __future__ import annotations

from cutcard.blackjack.presets import BEST, Preset, load_chart
from cutcard.blackjack.strategy.chart import Chart


def chart_named(preset: Preset, name: str | None) -> Chart:
    """The chart of this name for a game: its own without a name, and the best one for ``best``."""
    if name == BEST:
        # Imported here: the solver is slow to load, and few charts need it.
        from cutcard.study.question import best_chart_written

        return best_chart_written(preset.rules)
    chart = load_chart(preset.chart if name is None else name)
    chart.check_fits(preset.rules)
    return chart
