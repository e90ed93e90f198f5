"""Where two charts differ and what that is worth, for a person and for a program."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from io import StringIO
from typing import Final

from cutcard.blackjack.strategy.chart import Difference
from cutcard.study.chart_gains import ChartComparison, GainsAtGame

_LEAST: Final = 5e-8
"""Gains below this are shown as 0.00000%."""


def as_text(comparison: ChartComparison) -> str:
    """The differences for a person, the costliest first where costs are known."""
    first, second, found = comparison.first, comparison.second, comparison.found
    if not found:
        return f"{first} and {second} say the same in every cell.\n"
    cells = "1 cell" if len(found) == 1 else f"{len(found)} cells"
    lines = [f"{first} and {second} differ in {cells}:"]
    accounts, equal = comparison.accounts, list[Difference]()
    if accounts:
        lines += _explained(comparison)
        equal = [one for one in found if _weight(one, accounts) < _LEAST]
        found = sorted(
            (one for one in found if one not in equal), key=lambda one: -_weight(one, accounts)
        )
    for one in found:
        gains = "".join(f"  {_percent(account, one)}" for account in accounts)
        line = f"  {one.row:>2} against {one.column:2}  {one.first:3} {one.second:3}{gains}"
        lines.append(line.rstrip())
    if equal:
        cells = "1 cell changes" if len(equal) == 1 else f"{len(equal)} cells change"
        lines.append(f"  {'and ' if found else ''}{cells} nothing by 0.00001% or more")
    for account in accounts:
        gain = account.second - account.first
        verb = "gains" if gain >= 0 else "costs"
        lines += [
            "",
            f"At {account.game}: {first} {account.first:+.4%}, {second}"
            f" {account.second:+.4%} of the initial bet.",
            f"There {second} {verb} {abs(gain):.4%}, exactly; {account.shoe};"
            f" {account.split_model}.",
        ]
    return "\n".join(lines) + "\n"


def _explained(comparison: ChartComparison) -> list[str]:
    tables = " and ".join(account.game for account in comparison.accounts)
    return [
        f"at {tables}, what {comparison.second}'s cell gains over {comparison.first}'s,",
        "each cell changed alone and weighted by how often it is reached, in % of a bet a round",
        "",
    ]


def _weight(one: Difference, accounts: Iterable[GainsAtGame]) -> float:
    return max(abs(account.gains[one.row, one.column]) for account in accounts)


def _percent(account: GainsAtGame, one: Difference) -> str:
    return f"{account.gains[one.row, one.column]:+9.5%}"


def as_csv(comparison: ChartComparison) -> str:
    """A row for each cell that differs; gains are fractions of the initial bet."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    tables = [f"gain at {account.game}" for account in comparison.accounts]
    writer.writerow(["hand", "dealer", comparison.first, comparison.second, *tables])
    for one in comparison.found:
        gains = [f"{account.gains[one.row, one.column]:.12f}" for account in comparison.accounts]
        writer.writerow([one.row, one.column, one.first, one.second, *gains])
    return file.getvalue()


def as_json(comparison: ChartComparison) -> str:
    """The differences for a program; edges and gains are fractions of the initial bet."""
    told = {
        "first": comparison.first,
        "second": comparison.second,
        "differences": [
            {
                "row": one.row,
                "column": one.column,
                "first": one.first,
                "second": one.second,
                "gains": {
                    account.game: account.gains[one.row, one.column]
                    for account in comparison.accounts
                },
            }
            for one in comparison.found
        ],
        "edges": [
            {
                "game": account.game,
                "first": account.first,
                "second": account.second,
                "shoe": account.shoe,
                "split_model": account.split_model,
            }
            for account in comparison.accounts
        ],
    }
    return json.dumps(told, indent=2) + "\n"
