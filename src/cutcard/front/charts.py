"""Charts that can be saved and shown, with or without the game that they are played in."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING

from cutcard.blackjack.presets import BEST, load_chart
from cutcard.blackjack.strategy.chart import BOTH_CARDS, UP_CARD, InvalidChart
from cutcard.blackjack.strategy.chart import Chart as PlainChart
from cutcard.errors import CutcardError
from cutcard.front.given import given_path

if TYPE_CHECKING:
    from cutcard.front.choice import Game
    from cutcard.report.chart_page import Page

__all__ = ["Chart", "PlainChart"]


class Chart(PlainChart):
    """A strategy table: the columns it knows and a cell for each row and column.

    Two charts are equal if they say the same everywhere, whatever they are called.

    >>> from cutcard import game
    >>> easy = game("easy").chart
    >>> Chart(easy.columns, {**easy.cells, ("16", "20"): "S"}, "mine")
    <Chart mine, 23 columns, ea1c5fac>
    """

    game: Game | None = None
    """The game that it is played in; None for a chart by itself."""

    def __post_init__(self) -> None:
        if isinstance(self.columns, list):
            object.__setattr__(self, "columns", tuple(self.columns))
        if self.columns not in (UP_CARD, BOTH_CARDS):
            raise InvalidChart(
                f"{self.columns!r} are not the columns of a chart: it takes those of another one,"
                f" {' '.join(UP_CARD)} or {' '.join(BOTH_CARDS)}"
            )
        if not isinstance(self.cells, Mapping):
            raise InvalidChart(
                f"{self.cells!r} are not the cells of a chart: it takes a dictionary, as in"
                " {('16', '10'): 'Rh', …}"
            )
        for place, cell in self.cells.items():
            if not isinstance(cell, str):
                raise InvalidChart(
                    f"{cell!r} is not a cell at {place!r}: it takes letters, as in 'Dh'"
                )
        if not isinstance(self.name, str):
            raise InvalidChart(f"{self.name!r} is not a chart's name: it takes a text")
        super().__post_init__()

    @staticmethod
    def of(chart: PlainChart, game: Game, name: str = "") -> Chart:
        """A chart for a game, under another name if ``name`` is given."""
        made = Chart(chart.columns, chart.cells, name or chart.name)
        object.__setattr__(made, "game", game)
        return made

    @property
    def command_name(self) -> str:
        """What a command about its game calls it; empty where no command can name it."""
        if self.name in (BEST, ""):
            return self.name
        try:
            return self.name if load_chart(self.name) == self else ""
        except CutcardError:  # its name is not a shipped chart's, or its file is gone
            return ""

    def save(self, path: str | PathLike[str]) -> None:
        """Write the chart to a file: .txt to play by, .csv, .json, .svg, .html or .png."""
        from cutcard.report.chart_files import save_chart

        save_chart(self._page, given_path(path))

    @property
    def _page(self) -> Page:
        from cutcard.report.chart_page import Page

        name = self.name or self.digest
        if self.game is None:
            return Page(self, name, name)
        return Page(self, name, self.game.title, self.game.rules)

    def _repr_html_(self) -> str:
        from cutcard.report.chart_svg import svg_chart

        return svg_chart(self._page)
