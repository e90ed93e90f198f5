"""Choosing a game, and the charts it is played by."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from typing import Any

from cutcard.blackjack.presets import BEST, SHELF, Preset, load_chart
from cutcard.blackjack.rules import Rules
from cutcard.errors import Invalid
from cutcard.front.charts import Chart, PlainChart
from cutcard.games import is_blockhead, load_game
from cutcard.rulebook import change_options, written


@dataclass(frozen=True, repr=False)
class Game:
    """A game of blackjack: its rules, and the chart that it is played by.

    >>> strip = game("vegas-strip", hit_soft_17=True)
    >>> strip
    game('vegas-strip', hit_soft_17=True)
    >>> strip.rules.decks, strip.chart
    (6, <Chart vegas-strip, 10 columns, ba3dbe51>)
    """

    preset: Preset
    source: str = ""
    """The name or file that it was read from; empty for rules made in Python."""
    changes: tuple[tuple[str, bool | int | str], ...] = ()
    """Rules that were changed, with their values as a file writes them."""

    @property
    def name(self) -> str:
        """The game's name."""
        return self.preset.name

    @property
    def title(self) -> str:
        """What the game is called, with the rules that were changed."""
        return self.preset.title

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.preset.rules

    @cached_property
    def chart(self) -> Chart:
        """The chart that the game is played by."""
        return self.charted(None)

    def charted(self, chart: PlainChart | str | PathLike[str] | None) -> Chart:
        """A chart for this game: by name, from a file, ``best``, or by default the game's."""
        if isinstance(chart, PlainChart):
            chart.check_fits(self.rules)
            of = chart.game if isinstance(chart, Chart) else None
            if chart.name == BEST and of and of.rules != self.rules:  # it need not be the best here
                chart = PlainChart(chart.columns, chart.cells)
            return Chart.of(chart, self)
        if chart is not None and not isinstance(chart, str | PathLike):
            raise Invalid(f"{chart!r} is not a chart: it takes a name, a file, 'best' or a chart")
        name = self.preset.chart if chart is None else fspath(chart)
        if name == BEST:
            return best_chart(self)
        loaded = load_chart(name)
        loaded.check_fits(self.rules)
        return Chart.of(loaded, self)

    def command(self, verb: str, *words: str) -> str:
        """The command that asks the same of this game; empty where no command can name it."""
        if not self.source:
            return ""
        said = change_options(f"{name}={written(value)}" for name, value in self.changes)
        return shlex.join(["cutcard", verb, self.source, *said, *words])

    def __repr__(self) -> str:
        what = repr(self.source) if self.source else repr(self.rules)
        return f"game({', '.join([what, *(f'{name}={value!r}' for name, value in self.changes)])})"

    def __str__(self) -> str:
        from cutcard.report.chart_page import rules_in_short

        about = f". {self.preset.about}" if self.preset.about else ""
        return f"{self.title}{about}\n{'; '.join(rules_in_short(self.rules))}"


AnyGame = Game | Rules | str | PathLike[str]
"""Anything that names a game: a `Game`, rules, a shipped game's name, or a TOML file."""


def game(what: AnyGame, /, **changes: Any) -> Game:
    """The game of this name, in this TOML file or of these rules, with some rules changed.

    >>> game("easy").title, game(Rules(decks=1)).rules
    ('Easy Blackjack', Rules(decks=1))
    >>> game("vegas-strip", deks=1)
    Traceback (most recent call last):
    cutcard.rulebook.InvalidRules: there is no rule 'deks': did you mean decks?
    """
    found = _found(what)
    if not changes:
        return found
    rules = found.rules.changed(changes)
    if not found.source:
        return _own(rules)
    plain = rules.plain()
    merged = {name: plain[name] for name in {**dict(found.changes), **changes}}
    # The title says what differs from the game as it was read, however often it was changed.
    preset = load_game(found.source).with_rules(rules)
    return Game(preset, found.source, tuple(merged.items()))


def best_chart(what: AnyGame, /) -> Chart:
    """The best chart for a game: by hard total, soft total and pair."""
    from cutcard.front.announcing import announced
    from cutcard.study.question import best_chart_written

    chosen = game(what)
    with announced():
        return Chart.of(best_chart_written(chosen.rules), chosen, BEST)


def _found(what: AnyGame) -> Game:
    if isinstance(what, Game):
        return what
    if isinstance(what, Rules):
        return _own(what)
    if not isinstance(what, str | PathLike):
        raise Invalid(f"{what!r} is not a game: it takes a name, a TOML file, rules or a game")
    name = fspath(what)
    if is_blockhead(name):
        raise Invalid(
            f"{name} is not a blackjack game: cutcard.duel compares players of Blockhead Poker"
        )
    return Game(load_game(name), name)


def _own(rules: Rules) -> Game:
    return Game(Preset("own-rules", "Your own rules", "", rules, SHELF.chart))
