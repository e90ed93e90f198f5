"""Named games of blackjack, and the charts they are played by."""

from __future__ import annotations

import os.path
from functools import cache
from pathlib import Path
from typing import Final

from cutcard import shelf
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart, InvalidChart, read_chart
from cutcard.documents import read_text

_DATA: Final = Path(__file__).parent / "data"
_CHARTS: Final = _DATA / "charts"

BEST: Final = "best"
"""What the best chart for the rules is asked for by, wherever a chart is named."""

UNSEEN: Final = frozenset({"reshuffle", "shuffle", "deal", "split_order"})
"""Rules that do not change the expected value of a round from a fresh shoe."""

SHELF: Final = shelf.Shelf(
    _DATA / "games",
    common=Rules(),
    first=("easy", "ve280", "coms1018", "cs50"),
    chart="vegas-strip",
)

Preset = shelf.Preset[Rules]


def preset_names() -> list[str]:
    """The shipped games: the originals' four first, then the casinos'."""
    return SHELF.names()


def load_preset(name: str) -> Preset:
    """The shipped game of this name, or the game in this TOML file."""
    return SHELF.load(name)


def chart_names() -> list[str]:
    """The shipped charts."""
    return list(_shipped_charts())


def load_chart(name: str) -> Chart:
    """The shipped chart of this name, or the chart in this file."""
    if name in chart_names():
        return _shipped_chart(name)
    if not name or not ("/" in name or "." in name or os.path.exists(name)):
        raise shelf.unknown("chart", name, chart_names(), "a file's path")
    try:
        return read_chart(read_text(name), name)
    except InvalidChart as error:
        raise InvalidChart(f"{name}: {error}") from None


def is_made_for_it(preset: Preset) -> bool:
    """A game's chart is a file, or that of a shipped game whose rounds have the same values."""
    if preset.chart not in chart_names():
        return True
    shipped = map(load_preset, preset_names())
    return any(
        game.chart == preset.chart and _seen(game.rules) == _seen(preset.rules) for game in shipped
    )


def _seen(rules: Rules) -> dict[str, bool | int | str]:
    # A chart does not take insurance, whether it is offered or not.
    ignored = {*UNSEEN, "insurance"}
    return {name: value for name, value in rules.plain().items() if name not in ignored}


@cache
def _shipped_charts() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _CHARTS.glob("*.txt")))


@cache
def _shipped_chart(name: str) -> Chart:
    return read_chart((_CHARTS / f"{name}.txt").read_text(encoding="ascii"), name)
