"""Index plays: where a chart changes with the count.

An index play governs one letter of a chart's cell. At or above its count that letter is
played (where it is legal), below it is not, or the other way round; whatever else the cell says
stays. So 15 against a ten, surrendered from 0 and stood on from +4, reads ``H`` below 0, ``Rh``
from 0 on and ``Rs`` from +4 on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import (
    HARD_ROW_OF_PAIR,
    PAIR_ROWS,
    ROWS,
    UP_CARD,
    Chart,
    UnfitChart,
)
from cutcard.errors import Invalid

if TYPE_CHECKING:
    from cutcard.blackjack.round import View

GOVERNED: Final = (Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)
"""What an index play may be about; insurance has an index of its own."""

_ORDER: Final = "RPDHS"
"""Letters in the order in which a cell tries them."""


class InvalidIndex(Invalid):
    """An index play that makes no sense, or two that contradict each other."""


@dataclass(frozen=True)
class IndexPlay:
    """At or above this count take the action with this hand against this up card, else do not.

    A few plays are better below a count: these are taken below it, and not at or above it.

    A hard total's play holds for the pair of that total too where the chart does not split it:
    5,5 is a ten.

    >>> str(IndexPlay("16", "10", Action.STAND, 0))
    '16 v 10: stand at 0 and above'
    """

    row: str
    column: str
    action: Action
    at_least: int
    below: bool = False
    """The action is taken below this count instead."""

    def __post_init__(self) -> None:
        if self.row not in ROWS:
            raise InvalidIndex(f"{self.row!r} is not a hand: they are {' '.join(ROWS)}")
        if self.column not in UP_CARD:
            raise InvalidIndex(f"{self.column!r} is not an up card: they are {' '.join(UP_CARD)}")
        if self.action not in GOVERNED:
            known = ", ".join(str(action) for action in GOVERNED)
            raise InvalidIndex(f"{self.action} is not an index play: it takes {known}")
        if self.action is Action.SPLIT and self.row not in PAIR_ROWS:
            raise InvalidIndex(f"{self.row} v {self.column} cannot split: it is not a pair")

    def __str__(self) -> str:
        at = f"{self.at_least:+d}" if self.at_least else "0"
        where = f"below {at}" if self.below else f"at {at} and above"
        return f"{self.row} v {self.column}: {self.action} {where}"

    def change(self, cell: str, count: int) -> str:
        """The letters of a cell at this count; empty if none is left of a pair's."""
        reached = (count >= self.at_least) is not self.below
        if self.action is Action.STAND:
            # The last resort of a cell is to hit or to stand.
            return _cell(cell.rstrip("hsHS") + ("S" if reached else "H"))
        letter = self.action.value
        rest = cell.upper().replace(letter, "")
        if not reached:
            return _cell(rest)
        place = sum(_ORDER.index(other) < _ORDER.index(letter) for other in rest)
        return _cell(rest[:place] + letter + rest[place:])


def _cell(letters: str) -> str:
    """Letters as a chart writes them: the first in upper case, the others in lower."""
    return letters[:1].upper() + letters[1:].lower()


@dataclass(frozen=True)
class IndexSet:
    """Index plays that are learnt together."""

    name: str
    plays: tuple[IndexPlay, ...] = ()
    insurance: int | None = None
    """Insure at or above this count; None means never."""
    title: str = ""
    source: str = ""
    made_for: tuple[tuple[str, tuple[bool | int | str, ...]], ...] = ()
    """Rules that the plays were found for: names, each with the values that it may have."""


@dataclass(frozen=True)
class IndexedChart:
    """A chart for every count, the same between one threshold and the next.

    ``charts[0]`` is played below ``thresholds[0]``, ``charts[i]`` from ``thresholds[i - 1]`` on.
    """

    charts: tuple[Chart, ...]
    thresholds: tuple[int, ...] = ()
    insurance: int | None = None
    """Insure at or above this count; None means never."""

    def __post_init__(self) -> None:
        if list(self.thresholds) != sorted(set(self.thresholds)):
            raise InvalidIndex(f"{self.thresholds} are not thresholds: they must rise")
        if len(self.charts) != len(self.thresholds) + 1:
            raise InvalidIndex(
                f"{len(self.thresholds)} thresholds take {len(self.thresholds) + 1} charts,"
                f" and there are {len(self.charts)}"
            )

    def at(self, count: int) -> Chart:
        """The chart that is played at this count."""
        return self.charts[bisect_right(self.thresholds, count)]

    def action(self, view: View, count: int) -> Action:
        """What is played at this count: by the chart for it, and insurance by its own index."""
        action = self.at(count).action(view)
        # An early surrender that the chart wants goes before insurance.
        if (
            action is Action.DECLINE
            and Action.INSURE in view.legal
            and self.insurance is not None
            and count >= self.insurance
        ):
            return Action.INSURE
        return action

    def check_fits(self, rules: Rules) -> None:
        """Complain if the charts need cards that these rules do not show."""
        for chart in self.charts:
            chart.check_fits(rules)


def index_chart(
    chart: Chart, plays: Iterable[IndexPlay], insurance: int | None = None
) -> IndexedChart:
    """A chart changed by index plays, for every count.

    >>> from cutcard.blackjack.presets import load_chart
    >>> plays = [IndexPlay("16", "10", Action.STAND, 0)]
    >>> indexed = index_chart(load_chart("vegas-strip"), plays)
    >>> [indexed.at(count).cells["16", "10"] for count in (-1, 0)]
    ['Rh', 'Rs']
    """
    governing = _without_contradiction(plays)
    if governing and chart.columns != UP_CARD:
        raise UnfitChart(
            "index plays are against one open card, but the chart has columns for both:"
            " use a chart with columns 2 to 10 and A"
        )
    thresholds = tuple(sorted({play.at_least for play in governing}))
    moments = ((thresholds[0] - 1,) if thresholds else (0,)) + thresholds
    charts = tuple(_chart_at(chart, governing, count) for count in moments)
    return IndexedChart(charts, thresholds, insurance)


def _without_contradiction(plays: Iterable[IndexPlay]) -> list[IndexPlay]:
    known: dict[tuple[str, str, Action], IndexPlay] = {}
    for play in plays:
        same = known.setdefault((play.row, play.column, play.action), play)
        if same != play:
            raise InvalidIndex(f"two index plays contradict each other: {same}; {play}")
    return list(known.values())


def _chart_at(chart: Chart, plays: list[IndexPlay], count: int) -> Chart:
    cells = dict(chart.cells)
    # Pairs last: what is said of a pair itself goes before what is said of its total.
    for play in sorted(plays, key=lambda play: play.row in PAIR_ROWS):
        for row in _rows(chart, play):
            cells[row, play.column] = play.change(cells[row, play.column], count)
    # A pair that is left without a letter is played as the hard total of the same cards.
    for at, cell in cells.items():
        if not cell:
            cells[at] = cells[HARD_ROW_OF_PAIR[at[0]], at[1]]
    return Chart(chart.columns, cells)


def _rows(chart: Chart, play: IndexPlay) -> list[str]:
    """The rows that a play governs: its own, and the pair of that total if it is not split."""
    pairs = [
        pair
        for pair, total in HARD_ROW_OF_PAIR.items()
        if total == play.row and pair != "AA" and "P" not in chart.cells[pair, play.column].upper()
    ]
    return [play.row, *pairs]
