"""Charts by name, for a game."""

from __future__ import annotations

from cutcard.blackjack.presets import BEST, Preset, load_chart
from cutcard.blackjack.strategy.chart import Chart


def chart_named(preset: Preset, name: str | None) -> Chart:
    """The chart of this name for a game: its own without a name, and the best one for ``best``."""
    if name == BEST:
        # Imported here: the solver is slow to load, and few charts need it.
        from cutcard.blackjack.exact.chart_search import best_chart

        return best_chart(preset.rules)
    chart = load_chart(preset.chart if name is None else name)
    chart.check_fits(preset.rules)
    return chart
