"""What was solved, for a person, for a program and for a notebook."""

from __future__ import annotations

import sys
from typing import Any

from cutcard.blackjack.exact.odds import DealerOdds
from cutcard.blackjack.exact.solution import NO_SPLITS, Solution
from cutcard.blackjack.rules import Rounding
from cutcard.folding import fold_table, in_blocks, room, unbroken
from cutcard.report.ink import Ink, bar
from cutcard.report.notebook import answer_html, bars_html
from cutcard.study.answer import Answer


def percent(share: float, places: int = 9) -> str:
    """A share with its sign, in percent."""
    return f"{100 * share:+.{places}f}%"


def as_text(answer: Answer, ink: Ink) -> str:
    """The answer for a person."""
    solution = answer.solution
    lines = [
        f"{ink('bold', answer.preset.title)}, {answer.play}",
        "",
        f"  edge                 {ink('bold', percent(solution.edge))} of the initial bet, exactly",
        f"  shoe                 {answer.shoe}",
        f"  splits               {_splits(solution)}",
    ]
    if answer.rules.rounding is Rounding.DOWN or answer.bet > 1:
        paid = answer.rules.blackjack_pays.of(answer.rules.unit) / answer.rules.unit
        chips = "1 chip" if answer.bet == 1 else f"{answer.bet} chips"
        lines.append(f"  bet                  {chips}: a blackjack wins {paid:g} of the bet")
    if answer.results is not None:
        lines.append(f"  standard deviation   {answer.results.deviation:.9f} bets a round")
    else:
        lines.append(f"  standard deviation   {answer.no_results}")
    lines += _learnt_lines(answer)
    more = _odds_lines(answer) + _removal_lines(answer) + _decks_lines(answer)
    more += _exception_lines(answer)
    lines += more or _chart_lines(answer) + _results_lines(answer)
    lines += ["", f"  {answer.seconds:.2f} s"]
    if answer.command:
        lines.append(ink("dim", f"  again: {unbroken(answer.command)}"))
    return "\n".join(lines) + "\n"


def _splits(solution: Solution) -> str:
    return "none" if solution.split_model == NO_SPLITS else solution.split_model


def _chart_lines(answer: Answer) -> list[str]:
    if answer.table is None:
        return []
    lines = [""]
    if answer.by_table is not None:
        cost = max(0.0, answer.solution.edge - answer.by_table.edge)
        lines += [
            f"  The best chart costs {100 * cost:.9f}% of the bet: it is worth"
            f" {percent(answer.by_table.edge)}",
            f"  (shoe: {answer.by_table.shoe}; splits: {_splits(answer.by_table)}):",
            "",
        ]
    table = [f"  {line}" for line in str(answer.table).splitlines()]
    return lines + fold_table(table, room(sys.stdout))


def _results_lines(answer: Answer) -> list[str]:
    if answer.results is None:
        return []
    odds = answer.results.odds
    most = max(odds.values())
    lines = ["", "  result, in bets"]
    for gain in sorted(odds, reverse=True):
        drawn = bar(odds[gain] / most, beside=26)
        lines.append(f"  {_bets(gain):>6} {100 * odds[gain]:14.9f}%  {drawn}")
    return lines


def _bets(gain: float) -> str:
    """A result in bets: halves with one decimal, others with as many as they need."""
    return f"{gain:+.1f}" if (2 * gain).is_integer() else f"{gain:+.6g}"


def _odds_lines(answer: Answer) -> list[str]:
    if not answer.odds:
        return []
    lines = ["", "  the dealer shows, and ends with (in percent)"]
    rows = {shown: _end_shares(odds) for shown, odds in answer.odds.items()}
    ends = list(next(iter(rows.values())))
    for block in in_blocks(len(ends), 11, 8, room(sys.stdout)):
        columns = ends[block.start : block.stop]
        lines.append("        " + "".join(f"{end:>11}" for end in columns))
        for shown, shares in rows.items():
            percents = (f"{100 * shares[end]:11.6f}" for end in columns)
            lines.append(f"  {shown:6}" + "".join(percents))
    return lines


def _end_shares(odds: DealerOdds) -> dict[str, float]:
    totals = {str(total): share for total, share in odds.totals.items()}
    return {**totals, "bust": odds.bust, "blackjack": odds.blackjack}


def _removal_lines(answer: Answer) -> list[str]:
    if not answer.removal:
        return []
    lines = [
        "",
        "  when one card has gone, the edge changes by",
        f"  (shoe: {answer.solution.shoe}; splits: {_splits(answer.solution)})",
    ]
    lines += [f"  {card:>6} {percent(change)}" for card, change in answer.removal.items()]
    return lines


def _decks_lines(answer: Answer) -> list[str]:
    if not answer.decks:
        return []
    model = _splits(answer.decks[1])
    lines = [
        "",
        "  by the number of decks the edge is",
        f"  (shoe: every order alike; splits: {model})",
    ]
    for decks, solution in answer.decks.items():
        other = "" if _splits(solution) == model else f"  (splits: {_splits(solution)})"
        lines.append(f"  {decks:>8} {percent(solution.edge)}{other}")
    return lines


def _exception_lines(answer: Answer) -> list[str]:
    if answer.exceptions is None:
        return []
    chart = "the best chart" if answer.chart is None else answer.play
    if not answer.exceptions:
        return ["", f"  With two and three cards {chart} is right wherever it is come to."]
    lines = [
        "",
        f"  where the best play with two or three cards is not that of {chart}",
        "  (gains in percent of the bet: each time, and a round; hands of splits left out)",
        "  hand      dealer  chart      best       each time     a round",
    ]
    lines += [
        f"  {one.hand!s:8}  {one.dealer!s:6}  {one.charted!s:9}  {one.best!s:9}"
        f"  {100 * one.gain:10.6f}  {100 * one.edge:10.7f}"
        for one in answer.exceptions
    ]
    total = sum(one.edge for one in answer.exceptions)
    number = len(answer.exceptions)
    return [*lines, f"  {f'all {number} together':49}  {100 * total:10.7f}"]


def _learnt_lines(answer: Answer) -> list[str]:
    if answer.learnt is None:
        return []
    learnt = answer.learnt
    lines = [
        "",
        f"  the original player  {percent(learnt.original_player)}, who stands on every 12",
        f"  the best play        {percent(learnt.best)}, knowing every card seen",
        f"  falls short by       {100 * (learnt.best - answer.solution.edge):.9f}%",
        "",
        f"  {len(learnt.differences)} of {learnt.cells} cells are played differently from the"
        " best chart.",
    ]
    if learnt.differences:
        lines += [
            "  values of two cards; of more cards too where they were learnt",
            "                  learnt            exact",
            "                  hit      stand    hit      stand",
        ]
    lines += [
        f"  {one.row:>3} against {one.column:2}  {one.learnt_hit:+.4f}  {one.learnt_stand:+.4f}"
        f"  {one.exact_hit:+.4f}  {one.exact_stand:+.4f}"
        for one in learnt.differences
    ]
    return lines


def as_html(answer: Answer) -> str:
    """The answer for a notebook."""
    solution, results = answer.solution, answer.results
    figures = [
        ("edge", f"{percent(solution.edge)} of the initial bet, exactly"),
        ("shoe", answer.shoe),
        ("splits", _splits(solution)),
    ]
    shown = ""
    if results is not None:
        figures.append(("standard deviation", f"{results.deviation:.9f} bets a round"))
        odds = results.odds
        bars = [(_bets(gain), odds[gain]) for gain in sorted(odds, reverse=True)]
        shown = bars_html("result, in bets", bars)
    if answer.by_table is not None:
        figures.append(("the best chart", percent(answer.by_table.edge)))
    return answer_html(f"{answer.preset.title}, {answer.play}", figures, shown, answer.command)


def as_dict(answer: Answer) -> dict[str, Any]:
    """The answer for a program."""
    solution, results = answer.solution, answer.results
    said: dict[str, Any] = {
        "edge": solution.edge,
        "split_model": solution.split_model,
        "shoe": answer.shoe,
        "play": answer.play,
        "chart": answer.chart,
        "bet": answer.bet,
        "sd": None if results is None else results.deviation,
        "histogram": None
        if results is None
        else {str(gain): odds for gain, odds in results.odds.items()},
        "by_dealer": solution.by_dealer,
        "rules": answer.rules.plain(),
        "seconds": answer.seconds,
        "command": answer.command,
    }
    if answer.by_table is not None:
        said["best_chart"] = {
            "edge": answer.by_table.edge,
            "cost": max(0.0, solution.edge - answer.by_table.edge),
            "split_model": answer.by_table.split_model,
        }
    if answer.table is not None:
        said["table"] = str(answer.table)
    if answer.learnt is not None:
        said["learnt"] = answer.learnt.plain()
    if answer.odds:
        said["odds"] = {shown: _end_shares(odds) for shown, odds in answer.odds.items()}
    if answer.removal:
        said["removal"] = answer.removal
    if answer.exceptions is not None:
        said["exceptions"] = [
            {
                "hand": str(one.hand),
                "dealer": str(one.dealer),
                "chart": str(one.charted),
                "best": str(one.best),
                "gain": one.gain,
                "edge": one.edge,
            }
            for one in answer.exceptions
        ]
    if answer.decks:
        said["decks"] = {
            str(decks): {
                "edge": solution.edge,
                "shoe": solution.shoe,
                "split_model": solution.split_model,
            }
            for decks, solution in answer.decks.items()
        }
    return said
