"""What workers do: each piece of work from plain values to plain values.

The answers are those of `study`, `report`, `lab` and the front door, in the words in which the
commands print JSON.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import Preset
from cutcard.blackjack.rules import HoleCard
from cutcard.blackjack.strategy.chart import ROWS, UP_CARD, Chart, InvalidChart
from cutcard.blackjack.strategy.ramp import read_plain_ramp
from cutcard.cards import read_cards
from cutcard.compilation import announcing_to
from cutcard.errors import CutcardError, Illegal
from cutcard.front.choice import Game
from cutcard.front.live import duel_rules, follow_duel, follow_simulation
from cutcard.front.measuring import ask_for
from cutcard.machine.library import must_be_built, why_not
from cutcard.report import bets as bets_report
from cutcard.report import decisions, duels, simulations
from cutcard.report.chart_page import PARTS, Page, in_words, label, rules_in_short, valued_page
from cutcard.report.games_compared import game_dict
from cutcard.report.solutions import as_dict as solution_dict
from cutcard.rulebook import change_options, written
from cutcard.study.action_worths import CardsInView, decide
from cutcard.study.answer import Wanted, find_answer
from cutcard.study.bets import Bets, CountedRounds
from cutcard.study.chart_gains import compare_charts
from cutcard.study.coach import Move, judge_one, values_of
from cutcard.study.comparison import compare_games
from cutcard.study.named_charts import chart_named
from cutcard.study.question import Question, way_options
from cutcard.study.written_spots import read_spot, write_values
from cutcard.web.chosen import blackjack

Show = Callable[[dict[str, Any]], None]
Work = Callable[[dict[str, Any], Show], Any]

SHOW_EVERY: Final = 0.2
"""Seconds from one finding that is shown to the next."""

_EVERYTHING: Final = ("vegas-strip", "vegas-strip chart", "double-exposure", "easy")
"""Games, and a game's chart, that between them need all that the solver is compiled to."""


def uncompiled() -> tuple[str, ...]:
    """What is to be solved before anybody asks: nothing, where there is compiled code for it."""
    return _EVERYTHING if must_be_built("exact") or why_not("exact") else ()


def warm_up(what: str, say: Callable[[str], None]) -> None:
    """Have numba compile, or load, what solves this."""
    name, _, charted = what.partition(" ")
    preset = blackjack({"game": name})
    with announcing_to(say):
        Question(preset.rules, chart_named(preset, None) if charted else None).solve()


def edge(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What the best play of a game is worth."""
    return {"edge": Question(blackjack(given).rules, None).solve().edge}


def solve(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What `cutcard solve` finds: of the best play, or of a chart by name."""
    preset = blackjack(given)
    words = ["cutcard", "solve", given["game"], *_rule_words(preset, given)]
    words += way_options(given["chart"])
    found = find_answer(
        preset,
        preset.rules,
        chart=given["chart"],
        table=None,
        removed=read_cards(given["removed"]),
        bet=1,
        wanted=Wanted(),
        command=" ".join(words + (["--remove", given["removed"]] if given["removed"] else [])),
        show=lambda step: None,
    )
    return solution_dict(found)


def chart(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """A chart with the worth of every action in every cell, exactly."""
    preset = blackjack(given)
    table = _chart(preset, given)
    if table.columns == UP_CARD and preset.rules.hole_card is HoleCard.OPEN:
        raise Illegal(
            f"the chart {given['chart'] or preset.chart} looks at one dealer card and"
            f" {preset.name} shows both: its cells have no value of their own (the best chart"
            " has columns for both)"
        )
    return _page_dict(valued_page(preset, table, given["chart"] or preset.chart))


def _page_dict(page: Page) -> dict[str, Any]:
    assert page.worths is not None
    cells = []
    for row in ROWS:
        for column in page.chart.columns:
            letters = page.chart.cells[row, column]
            worth = page.worths.get((row, column))
            cells.append(
                {
                    "row": row,
                    "column": column,
                    "cell": letters,
                    "words": in_words(letters),
                    "played": None if worth is None else str(worth.played),
                    "values": []
                    if worth is None
                    else [
                        {"action": str(action), "worth": value} for action, value in worth.ranked
                    ],
                }
            )
    return {
        "title": page.title,
        "name": page.name,
        "digest": page.chart.digest,
        "edge": page.edge,
        "shoe": page.shoe,
        "split_model": page.split_model,
        "short": page.terms,
        "heading": page.dealer_heading,
        "columns": [{"name": column, "label": label(column)} for column in page.chart.columns],
        "parts": [
            {"name": name, "rows": [{"name": row, "label": label(row)} for row in rows]}
            for name, rows in PARTS
        ],
        "cells": cells,
    }


def cost(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What edited cells of a chart cost, exactly: each alone, and all together."""
    preset = blackjack(given)
    first, second = _named(preset, given["chart"]), _chart(preset, given)
    name = given["chart"] or preset.chart
    compared = compare_charts(name, "edited", (first, second), {preset.rules: preset.title})
    if not compared.accounts:
        worth = Question(preset.rules, first).solve().edge
        return {"chart": name, "before": worth, "after": worth, "cost": 0.0, "cells": []}
    account = compared.accounts[0]
    return {
        "chart": name,
        "before": account.first,
        "after": account.second,
        "cost": account.first - account.second,
        "cells": [
            {
                "row": one.row,
                "column": one.column,
                "before": one.first,
                "after": one.second,
                "cost": -account.gains[one.row, one.column],
            }
            for one in compared.found
        ],
    }


def advise(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What every action on a hand is worth, as `cutcard advise` finds it."""
    on = CardsInView(
        blackjack(given),
        Hand(read_cards(given["hand"])),
        Hand(read_cards(given["dealer"])),
        read_cards(given["seen"]),
        given["hands"],
    )
    return decisions.as_dict(decide(on))


def worths(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What every legal action is worth in a spot at a table, for a person."""
    view, seen = read_spot(given)
    found = values_of(view, seen)
    return {
        "worths": [[str(one.action), f"{one.value:.4f}"] for one in found.advice],
        "knowing": decisions.basis(found, seen),
    }


def values(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What every legal action is worth in a spot, exactly."""
    return write_values(values_of(*read_spot(given)))


def costs(given: dict[str, Any], show: Show) -> list[tuple[str, float] | None]:
    """What decisions cost at tables; none where that cannot be known."""
    return [_cost(spot) for spot in given["spots"]]


def _cost(spot: dict[str, Any]) -> tuple[str, float] | None:
    action = Action(spot["action"])
    try:
        found = judge_one(Move(*read_spot(spot), action, advised=action, bet=1))
    except CutcardError:
        return None
    return None if found is None else (str(found.best), found.cost)


def compare(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What games are worth side by side, in the order in which they were asked for."""
    games = [(str(at), blackjack(one)) for at, one in enumerate(given["games"])]
    for _, preset in games:
        chart_named(preset, None)  # complain before any slow work
    found = {row.name: row for row in compare_games(games, lambda share, name: None)}
    return {
        "games": [
            {**game_dict(found[at]), "game": preset.name, "short": rules_in_short(preset.rules)}
            for at, preset in games
        ]
    }


def simulate(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """A simulation, as `cutcard simulate` plays it; interrupted, it tells what it has."""
    finding = None
    shown = time.monotonic()
    try:
        chosen, asked = _simulation(given)
        for finding in follow_simulation(chosen, **asked):
            if finding.rounds >= 2 and time.monotonic() - shown > SHOW_EVERY:
                show(_told(finding))
                shown = time.monotonic()
    except KeyboardInterrupt:
        if finding is None or finding.rounds < 2:
            raise
        finding = replace(finding, stopped=True)
    assert finding is not None
    return _told(finding)


def _simulation(given: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
    """The game that is simulated, and what is asked for besides."""
    preset = blackjack(given)
    chosen = Game(preset, given["game"], tuple((given["changes"] or {}).items()))
    names = ("chart", "count", "ramp", "indices", "rounds", "seed", "bankroll", "risk")
    asked = {name: given[name] for name in names}
    return chosen, asked | ({"chart": _chart(preset, given)} if given["cells"] else {})


def _told(finding: simulations.Finding) -> dict[str, Any]:
    """A finding, with the results by count on which other bets can be laid."""
    tally = finding._tally
    by_count = [[count, sorted(hist.items())] for count, hist in sorted(tally.by_count.items())]
    table = {
        "unit": tally.unit,
        "ramp": str(finding.simulation.strategy.ramp),
        "seed": finding.seed,
        "by_count": by_count,
    }
    told = {**simulations.as_dict(finding), "title": finding.preset.title}
    return {"finding": told, "table": table, "stopped": finding.stopped}


def bets(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What other bets would have earned on the rounds of a simulation."""
    table = given["table"]
    rounds = CountedRounds(
        tuple((count, tuple(map(tuple, hist))) for count, hist in table["by_count"]),
        table["unit"],
        read_plain_ramp(table["ramp"]),
        table["seed"],
    )
    laid = Bets(read_plain_ramp(given["ramp"]), given["bankroll"], given["leave"])
    return bets_report.as_dict(rounds, laid, given["risk"], given["horizon"])


def duel(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """A duel, as `cutcard duel` plays it; interrupted, it tells what it has."""
    found = None
    stopped = False
    shown = time.monotonic()
    players, asked = _duel(given)
    try:
        for found in follow_duel(*players, seed=given["seed"], **asked):
            if found.telling and time.monotonic() - shown > SHOW_EVERY:
                show({"finding": duels.live_dict(found), "table": None, "stopped": False})
                shown = time.monotonic()
    except KeyboardInterrupt:
        if found is None or not found.telling:
            raise
        found, stopped = replace(found, stopped=True), True
    assert found is not None
    told = {**duels.live_dict(found), **duels.as_dict(found)}
    return {"finding": told, "table": None, "stopped": stopped}


def _duel(given: dict[str, Any]) -> tuple[tuple[str, str], dict[str, Any]]:
    asked = {"pairs": given["pairs"], "changes": given["changes"] or {}}
    return (given["first"], given["second"]), asked


def check(given: dict[str, Any], show: Show) -> bool:
    """Complain about an experiment that cannot be played, before it is started."""
    if given["work"] == "duel":
        players, asked = _duel(given)
        duel_rules(*players, **asked)
    else:
        chosen, asked = _simulation(given)
        ask_for(chosen, **asked)
    return True


def _chart(preset: Preset, given: dict[str, Any]) -> Chart:
    """The chart that is named, with cells edited."""
    named = _named(preset, given["chart"])
    edited = given["cells"] or {}
    for place in edited:
        row, _, column = place.partition(" ")
        if (row, column) not in named.cells:
            raise InvalidChart(
                f"{place!r} is not a cell of this chart: write '16 10', hand and dealer"
            )
    cells = {tuple(place.split(" ")): letters for place, letters in edited.items()}
    return Chart(named.columns, {**named.cells, **cells}) if cells else named


@lru_cache(maxsize=32)
def _named(preset: Preset, name: str | None) -> Chart:
    """A chart by name; kept, for it takes a while to find the best one."""
    return chart_named(preset, name)


def _rule_words(preset: Preset, given: dict[str, Any]) -> list[str]:
    plain = preset.rules.plain()
    return change_options(f"{name}={written(plain[name])}" for name in given["changes"] or {})


WORK: Final[dict[str, Work]] = {
    work.__name__: work
    for work in (
        *(edge, solve, chart, cost, advise, compare, simulate, bets, duel, check),
        *(worths, values, costs),
    )
}
"""The pieces of work by name."""
