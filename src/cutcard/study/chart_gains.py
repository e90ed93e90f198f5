"""Where two charts differ, and what that is worth in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart, Difference, differences

CellPlace = tuple[str, str]


@dataclass(frozen=True)
class GainsAtGame:
    """What two charts are worth in a game, and what each differing cell gains."""

    game: str
    """Its title."""
    first: float
    second: float
    """The edge of each chart."""
    shoe: str
    split_model: str
    gains: Mapping[CellPlace, float]
    """The edge gained when a cell of the first chart alone is changed to the second's.

    Like every edge, it is weighted by how often the cell is reached. Cells interact, so the gains
    need not add up to the difference between the charts.
    """


@dataclass(frozen=True)
class ChartComparison:
    """Two charts, where they differ, and what that is worth in some games."""

    first: str
    second: str
    found: Sequence[Difference]
    accounts: Sequence[GainsAtGame]


def compare_charts(
    first: str, second: str, charts: tuple[Chart, Chart], titles: Mapping[Rules, str]
) -> ChartComparison:
    """Compare two charts of these names in every game, given as rules and their title."""
    found = differences(*charts)
    for chart in charts:
        for rules in titles:
            chart.check_fits(rules)
    accounts = [_account(*game, *charts, found) for game in titles.items()] if found else []
    return ChartComparison(first, second, found, accounts)


def _account(
    rules: Rules, title: str, first: Chart, second: Chart, found: Sequence[Difference]
) -> GainsAtGame:
    from cutcard.blackjack.exact.solution import value_of

    one, other = value_of(rules, first), value_of(rules, second)
    gains = _gains(rules, first, found)
    return GainsAtGame(title, one.edge, other.edge, one.shoe, one.split_model, gains)


def _gains(rules: Rules, first: Chart, found: Sequence[Difference]) -> dict[CellPlace, float]:
    """What each cell gains by itself: only the dealers of its column have to be solved."""
    from cutcard.blackjack.exact.against import Against
    from cutcard.blackjack.exact.composition import compose
    from cutcard.blackjack.exact.solution import Plan, openings

    shoe = compose(rules)
    before = Plan(rules, first)
    after = {
        (one.row, one.column): Plan(
            rules, Chart(first.columns, {**first.cells, (one.row, one.column): one.second})
        )
        for one in found
    }
    gains = dict.fromkeys(after, 0.0)
    for opening in openings(rules, shoe, in_order=before.in_order):
        column = first.column_of(opening.hand)
        there = [cell for cell in after if cell[1] == column]
        if not there:
            continue
        against = Against(rules, shoe, tuple(sorted(opening.dealer)))
        base = against.value(before.against(opening.hand))
        for cell in there:
            value = against.value(after[cell].against(opening.hand))
            gains[cell] += opening.odds * (value - base)
    return gains
