"""Where two charts differ, and what that is worth at a table."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart, Difference, differences

Cell = tuple[str, str]


@dataclass(frozen=True)
class Table:
    """A game at which charts are compared."""

    name: str
    rules: Rules


@dataclass(frozen=True)
class Account:
    """What two charts are worth at a table, and what each differing cell brings."""

    table: Table
    first: float
    second: float
    """The edge of each chart."""
    shoe: str
    split_model: str
    gains: Mapping[Cell, float]
    """The edge gained when a cell of the first chart alone is changed to the second's.

    That is weighed with how often the cell is come to, as every edge is. Cells work together, so
    that gains need not add up to the difference of the charts.
    """


@dataclass(frozen=True)
class Comparison:
    """Two charts, where they differ, and what that is worth at some tables."""

    first: str
    second: str
    found: Sequence[Difference]
    accounts: Sequence[Account]


def compare(
    first: str, second: str, charts: tuple[Chart, Chart], tables: Iterable[Table]
) -> Comparison:
    """Compare two charts of these names at every table."""
    tables = tuple(tables)
    found = differences(*charts)
    for chart in charts:
        for table in tables:
            chart.check_fits(table.rules)
    accounts = [_account(table, *charts, found) for table in tables] if found else []
    return Comparison(first, second, found, accounts)


def _account(table: Table, first: Chart, second: Chart, found: Sequence[Difference]) -> Account:
    from cutcard.blackjack.exact.solve import value_of

    one, other = value_of(table.rules, first), value_of(table.rules, second)
    gains = _gains(table.rules, first, found)
    return Account(table, one.edge, other.edge, one.shoe, one.split_model, gains)


def _gains(rules: Rules, first: Chart, found: Sequence[Difference]) -> dict[Cell, float]:
    """What each cell brings by itself: only the dealers of its column need a look."""
    from cutcard.blackjack.exact.against import Against
    from cutcard.blackjack.exact.composition import compose
    from cutcard.blackjack.exact.solve import Plan, openings

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


def said(comparison: Comparison) -> str:
    """The differences for a person, the dearest first where it is known what they cost."""
    first, second, found = comparison.first, comparison.second, comparison.found
    if not found:
        return f"{first} and {second} say the same in every cell.\n"
    cells = "1 cell" if len(found) == 1 else f"{len(found)} cells"
    lines = [f"{first} and {second} differ in {cells}:"]
    accounts = comparison.accounts
    if accounts:
        lines += _explained(comparison)
        found = sorted(found, key=lambda one: -_weight(one, accounts))
    for one in found:
        gains = "".join(f"  {_percent(account, one)}" for account in accounts)
        line = f"  {one.row:>2} against {one.column:2}  {one.first:3} {one.second:3}{gains}"
        lines.append(line.rstrip())
    for account in accounts:
        gain = account.second - account.first
        verb = "gains" if gain >= 0 else "costs"
        lines += [
            "",
            f"At {account.table.name}: {first} {account.first:+.4%}, {second}"
            f" {account.second:+.4%} of the initial bet.",
            f"There {second} {verb} {abs(gain):.4%}, exactly; {account.shoe};"
            f" {account.split_model}.",
        ]
    return "\n".join(lines) + "\n"


def _explained(comparison: Comparison) -> list[str]:
    tables = " and ".join(account.table.name for account in comparison.accounts)
    return [
        f"at {tables}, what {comparison.second}'s cell brings in place of {comparison.first}'s,",
        "each cell changed alone and weighed with how often it is come to, in % of a bet a round",
        "",
    ]


def _weight(one: Difference, accounts: Iterable[Account]) -> float:
    return max(abs(account.gains[one.row, one.column]) for account in accounts)


def _percent(account: Account, one: Difference) -> str:
    return f"{account.gains[one.row, one.column]:+9.5%}"


def as_csv(comparison: Comparison) -> str:
    """A line for each cell that differs; gains are fractions of the initial bet."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    tables = [f"gain at {account.table.name}" for account in comparison.accounts]
    writer.writerow(["hand", "dealer", comparison.first, comparison.second, *tables])
    for one in comparison.found:
        gains = [f"{account.gains[one.row, one.column]:.12f}" for account in comparison.accounts]
        writer.writerow([one.row, one.column, one.first, one.second, *gains])
    return file.getvalue()


def as_json(comparison: Comparison) -> str:
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
                    account.table.name: account.gains[one.row, one.column]
                    for account in comparison.accounts
                },
            }
            for one in comparison.found
        ],
        "edges": [
            {
                "game": account.table.name,
                "first": account.first,
                "second": account.second,
                "shoe": account.shoe,
                "split_model": account.split_model,
            }
            for account in comparison.accounts
        ],
    }
    return json.dumps(told, indent=2) + "\n"
