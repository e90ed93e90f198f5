"""Games and rules compared, for a person, for a program and for a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cutcard.blackjack.exact.solution import NO_SPLITS, Solution
from cutcard.report.ink import Ink
from cutcard.report.solutions import percent
from cutcard.report.spreadsheet import csv_text
from cutcard.study.answer import shoe_text
from cutcard.study.comparison import Changes, Compared


def games_text(rows: Sequence[Compared], ink: Ink) -> str:
    """Games side by side."""
    width = max(4, *(len(row.name) for row in rows))
    lines = [
        ink(
            "bold",
            f"{'game':{width}}     best play     its chart    which costs  shoe; splits",
        )
    ]
    for row in rows:
        edge = ink("bold", f"{percent(row.best.edge):>13}")
        lines.append(
            f"{row.name:{width}} {edge} {percent(row.charted.edge):>13}"
            f" {100 * row.cost:13.9f}%  {_short(row.best)}"
        )
    lines += ["", "The edge is the player's, exactly, in percent of the initial bet.", *_MODEL]
    return "\n".join(lines) + "\n"


_GAME_COLUMNS: Final = (
    *("game", "title", "best_edge", "chart", "chart_edge", "cost"),
    *("shoe", "best_split_model", "chart_split_model"),
)
_RULE_COLUMNS: Final = ("rule", "value", "change", "edge", "shoe", "split_model")

_MODEL: Final = (
    "Shoes are freshly shuffled, every order alike. After a split each hand is played by the best",
    "play before the split (CDZ-), or by the chart.",
)


def _short(solution: Solution) -> str:
    """Shoe and splits in a few words."""
    shoe = solution.shoe.partition(",")[0]
    if solution.split_model == NO_SPLITS:
        return f"{shoe}; no splits"
    return f"{shoe}; {solution.split_model.partition(',')[0]}"


def game_dict(row: Compared) -> dict[str, Any]:
    """A game in plain values."""
    return {
        "game": row.name,
        "title": row.preset.title,
        "shoe": shoe_text(row.preset.rules, row.best),
        "best": {"edge": row.best.edge, "split_model": row.best.split_model},
        "by_chart": {
            "chart": row.preset.chart,
            "edge": row.charted.edge,
            "split_model": row.charted.split_model,
        },
        "cost": row.cost,
        "rules": row.preset.rules.plain(),
    }


def games_csv(rows: Sequence[Compared]) -> str:
    """The games as a spreadsheet reads them."""
    told = (
        {
            "game": row.name,
            "title": row.preset.title,
            "best_edge": row.best.edge,
            "chart": row.preset.chart,
            "chart_edge": row.charted.edge,
            "cost": row.cost,
            "shoe": shoe_text(row.preset.rules, row.best),
            "best_split_model": row.best.split_model,
            "chart_split_model": row.charted.split_model,
        }
        for row in rows
    )
    return csv_text(_GAME_COLUMNS, told)


def rules_text(found: Changes, ink: Ink) -> str:
    """What each change of a rule does, the best for the player first."""
    preset, base, changes = found.preset, found.solution, found.changes
    lines = [
        f"{ink('bold', preset.title)}, the best play: {percent(base.edge)} of the initial bet",
        f"shoe: {shoe_text(preset.rules, base)}",
        f"splits: {base.split_model}",
        "",
        "One rule changed, and the play with it: what the player gains, and the new edge",
        "",
    ]
    telling = [one for one in changes if abs(one.change) > 1e-12]
    for one in telling:
        gain = f"{percent(one.change):>14}"
        colour = "green" if one.change > 0 else "red"
        lines.append(
            f"  {one.text:32} {ink(colour, gain)} {percent(one.solution.edge):>14}"
            f"  {_short(one.solution)}"
        )
    same = [one.text for one in changes if one not in telling]
    if same:
        lines += ["", f"No difference: {', '.join(same)}."]
    if found.impossible:
        lines += ["", "Not possible with the other rules:"]
        lines += [f"  {change}: {why}" for change, why in found.impossible]
    return "\n".join([*lines, "", *_MODEL]) + "\n"


def rules_dict(found: Changes) -> dict[str, Any]:
    """The changes in plain values."""
    return {
        "title": found.preset.title,
        "edge": found.solution.edge,
        "shoe": shoe_text(found.preset.rules, found.solution),
        "split_model": found.solution.split_model,
        "changes": [
            {
                "rule": one.rule,
                "value": one.value,
                "change": one.change,
                "edge": one.solution.edge,
                "shoe": one.solution.shoe,
                "split_model": one.solution.split_model,
            }
            for one in found.changes
        ],
        "not_possible": [{"change": change, "why": why} for change, why in found.impossible],
        "rules": found.preset.rules.plain(),
    }


def rules_csv(found: Changes) -> str:
    """The changes as a spreadsheet reads them."""
    return csv_text(_RULE_COLUMNS, rules_dict(found)["changes"])
