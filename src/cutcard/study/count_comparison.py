"""Counts compared: what each is good for in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutcard.blackjack.exact.merits import CountMerits, Merits, Show
from cutcard.blackjack.presets import Preset
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count import Count


@dataclass(frozen=True)
class Judged:
    """A count, and what it is good for."""

    count: Count
    merits: Merits


@dataclass(frozen=True)
class CountsCompared:
    """A game, what each card does to its edge, and the counts, the best for betting first."""

    preset: Preset
    chart: str
    effects: dict[str, float]
    """By how much the edge changes when one card goes: A, 2 … 9, T."""
    judged: tuple[Judged, ...]


def compare_counts(
    preset: Preset, chart: Chart, chart_name: str, counts: Sequence[Count], show: Show
) -> CountsCompared:
    """What counts are good for in a game that is otherwise played by a chart."""
    for count in counts:
        count.check_fits(preset.rules)
    chart.check_fits(preset.rules)
    merits = CountMerits(preset.rules, chart, show)
    judged = [Judged(count, merits.of(count.tags)) for count in counts]
    judged.sort(key=lambda one: -one.merits.betting)
    names = ("A", *map(str, range(2, 10)), "T")
    effects = dict(zip(names, merits.edge_effects.tolist(), strict=True))
    return CountsCompared(preset, chart_name, effects, tuple(judged))
