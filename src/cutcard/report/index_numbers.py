"""Index numbers, for a person, for a program and for a spreadsheet."""

from __future__ import annotations

from typing import Any, Final

from cutcard.blackjack.presets import Preset
from cutcard.folding import unbroken
from cutcard.report.ink import Ink
from cutcard.report.spreadsheet import csv_text
from cutcard.study.index_judge import Estimate, FoundIndex
from cutcard.study.index_numbers import IndexNumbers

_COLUMNS: Final = (
    *("hand", "dealer", "play", "instead", "index", "side"),
    *("below", "below_stderr", "at", "at_stderr", "gain", "gain_stderr"),
)

_FEW: Final = 12
"""Doubtful plays, and plays without an index, that are named one by one."""


def index_text(found: IndexNumbers, preset: Preset, chart: str, ink: Ink, command: str = "") -> str:
    """The index numbers, what gains most first, and the command or the seed that finds them."""
    count, bet = found.question.count, found.question.bet
    lines = [
        f"{ink('bold', preset.title)}: index numbers of {count.title or count.name}, next to the"
        f" chart {chart}",
        count.convention,
    ]
    if bet.bankroll:
        lines.append(
            f"Risk-averse, with the bets {bet.ramp} from {bet.bankroll:,.0f} chips: all figures are"
            " certainty equivalents,\nthe mean gain less the mean square of the gain in chips,"
            " divided by twice the bankroll."
        )
    lines += [
        "",
        ink("bold", "hand v card  play         at     just below          at it       gains"),
    ]
    indexed = [one for one in found.found if one.index is not None]
    lines += [_line(one, ink) for one in indexed]
    lines += _notes(found, indexed)
    lines += _without(found)
    average = "the bet" if not bet.ramp.steps else "the average bet"
    counts = f"{found.window.lowest:+d} to {found.window.highest:+d}"
    lines += [
        "",
        f"Exact worths from {found.compositions:,} shoes of {found.samples} samples, at counts of"
        f" {counts}. Below and at",
        "the index: what the play gains each time over the other, in percent of the bet, ± its",
        "standard error; gains: what the index gains a round over the chart alone, in percent of",
        f"{average}.",
        ink("dim", f"again: {unbroken(command)}" if command else f"seed {found.question.seed}"),
    ]
    return "\n".join(lines) + "\n"


def _line(one: FoundIndex, ink: Ink) -> str:
    assert one.index is not None
    assert one.below is not None
    assert one.at is not None
    doubt = "?" if one.doubtful else " "
    at = f"<{_signed(one.index)}" if one.under else _signed(one.index)
    return (
        f"{_name(one):11}  {_play(one):10}{ink('bold', f'{at:>4}')}{doubt}"
        f"  {_percent(one.below)}  {_percent(one.at)}  {100 * one.gain.value:9.5f}"
    )


def _notes(found: IndexNumbers, indexed: list[FoundIndex]) -> list[str]:
    doubtful = [one for one in indexed if one.doubtful]
    lines = [
        f"? {_name(one)}, {_play(one)}: {_signed(one.index or 0)} cannot be told from"
        f" {' nor from '.join(_signed(other) for other in one.doubtful)} (within 2 standard errors)"
        for one in doubtful[:_FEW]
    ]
    if len(doubtful) > _FEW:
        lines.append(f"? {len(doubtful) - _FEW} more cannot be told from a neighbour either.")
    if any(one.under for one in indexed):
        lines.append("< marks plays that are better below the count, and not at or above it.")
    if found.own_tens:
        told = [
            f"{tens} {'no index' if one.index is None else _signed(one.index)}"
            for tens, one in zip(("none", "one", "two"), found.own_tens, strict=True)
        ]
        lines.append(f"Insurance by the tens among one's own two cards: {', '.join(told)}.")
    return ["", *lines] if lines else []


def _without(found: IndexNumbers) -> list[str]:
    """Words about plays without an index."""
    lines = []
    none = [one for one in found.found if one.index is None]
    for one in none:
        if one.errs:
            better = "always" if one.always else "never"
            lines.append(f"{_name(one)}: {_play(one)} is {better} better, against the chart.")
    rest = [one for one in none if not one.errs]
    if len(rest) <= _FEW:
        lines += [
            f"{_name(one)}: no index, {_play(one)} is {'always' if one.always else 'never'} better."
            for one in rest
        ]
    else:
        lines.append(f"{len(rest)} other plays have no index: the chart is right at all counts.")
    return ["", *lines] if lines else []


def _name(one: FoundIndex) -> str:
    return "insurance" if one.play is None else f"{one.play[0]} v {one.play[1]}"


def _play(one: FoundIndex) -> str:
    return "insure" if one.play is None else str(one.play[2])


def _signed(index: int) -> str:
    return f"{index:+d}" if index else "0"


def _percent(one: Estimate) -> str:
    return f"{100 * one.value:+7.3f} ± {100 * one.stderr:5.3f}"


def index_dict(found: IndexNumbers) -> dict[str, Any]:
    """The same in plain values."""
    count, bet = found.question.count, found.question.bet
    return {
        "count": count.name,
        "convention": str(count.whole),
        "divisor": str(count.divisor),
        "risk_averse": {"ramp": str(bet.ramp), "bankroll": bet.bankroll} if bet.bankroll else None,
        "lowest": found.window.lowest,
        "highest": found.window.highest,
        "samples": found.samples,
        "compositions": found.compositions,
        "seed": found.question.seed,
        "plays": [_dict(one) for one in found.found],
        "insurance_by_own_tens": [one.index for one in found.own_tens],
        "rules": found.question.rules.plain(),
    }


def _dict(one: FoundIndex) -> dict[str, Any]:
    said: dict[str, Any] = {
        "hand": None if one.play is None else one.play[0],
        "dealer": "A" if one.play is None else one.play[1],
        "play": _play(one),
        "instead": str(one.instead),
        "index": one.index,
        "side": None if one.index is None else "below" if one.under else "above",
    }
    for name, estimate in (("below", one.below), ("at", one.at), ("gain", one.gain)):
        said[name] = None if estimate is None else estimate.value
        said[f"{name}_stderr"] = None if estimate is None else estimate.stderr
    if one.index is None:
        said["better"] = "always" if one.always else "never"
    return {**said, "not_told_from": list(one.doubtful)}


def index_csv(found: IndexNumbers) -> str:
    """The plays that have an index, as a spreadsheet reads them."""
    return csv_text(_COLUMNS, (_dict(one) for one in found.found if one.index is not None))
