"""How well a person played and counted: departures, and what the mistakes cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.report.felt import Felt
from cutcard.study.coach import Judgement, Move
from cutcard.study.count_lesson import CountLesson

_LEAST_COST: Final = 0.00005
"""In bets; anything cheaper would show as zero."""

_MOST_LISTED: Final = 10


THE_CHART: Final = "the chart"
CHART_AND_COUNT: Final = "chart and count"


def kept_text(moves: Sequence[Move], by: str = THE_CHART) -> str:
    """How often a person kept to the chart, or to whatever the moves are judged by."""
    kept = sum(not move.departs for move in moves)
    return f"You played by {by} in {kept} of {len(moves)} decisions.\n"


def departures_text(moves: Sequence[Move], felt: Felt, by: str = THE_CHART) -> str:
    """The moves that departed from the chart, where their cost is not known."""
    departures = [move for move in moves if move.departs]
    said = "say" if by == CHART_AND_COUNT else "says"
    return _listed([f"{_told(one, felt)}; {by} {said} {one.advised}" for one in departures])


def counting_text(lesson: CountLesson) -> str:
    """How often a person knew the count, and bet as the ramp says."""
    text = ""
    if lesson.errors:
        right = sum(error == 0 for error in lesson.errors)
        lost = lesson.errors.count(None)
        wrong = [error for error in lesson.errors if error]
        text += f"You knew the count {right} of {len(lesson.errors)} times"
        text += f"; off by {max(wrong):g} at most" if wrong else ""
        text += f"; lost {lost} times" if lost else ""
        text += ".\n"
    if lesson.bets and lesson.judges_bets:
        more = sum(bet > wanted for bet, wanted in lesson.bets)
        less = sum(bet < wanted for bet, wanted in lesson.bets)
        kept = len(lesson.bets) - more - less
        text += f"You bet by the ramp in {kept} of {len(lesson.bets)} rounds"
        text += f": too much in {more}, too little in {less}.\n" if more or less else ".\n"
    return text


def mistakes_text(judged: Sequence[Judgement], felt: Felt, by: str = THE_CHART) -> str:
    """The costliest mistakes, and what they cost in total."""
    costly = [one for one in judged if one.cost >= _LEAST_COST]
    made = [one for one in costly if one.move.departs]
    rest = [one for one in costly if not one.move.departs]
    text = ""
    if made:
        lines = [
            f"{one.cost:.4f}  {_told(one.move, felt)}; best is {felt.strong(str(one.best))}"
            for one in made
        ]
        text += f"Your costliest mistakes, in bets:\n{_listed(lines)}"
        text += f"{_counted(made, 'mistake')} cost {_sum(made)} in all.\n"
    right = sum(one.move.departs for one in judged) - len(made)
    if right > 0:
        text += f"{right} of your departures from {by} cost nothing.\n"
    if rest:
        text += f"Keeping to {by} cost {_sum(rest)} against the best with the cards seen.\n"
    return text or "None of them cost anything.\n"


def _listed(lines: Sequence[str]) -> str:
    return "".join(f"  {line}\n" for line in lines[:_MOST_LISTED])


def _counted(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'s' if len(things) != 1 else ''}"


def _sum(mistakes: Sequence[Judgement]) -> str:
    """The cost in bets and, where they differ, in chips."""
    bets = sum(one.cost for one in mistakes)
    chips = sum(one.cost * one.move.bet for one in mistakes)
    one_chip = all(one.move.bet == 1 for one in mistakes)
    return f"{bets:.4f} bets" + ("" if one_chip else f" ({chips:.2f} chips)")


def _told(move: Move, felt: Felt) -> str:
    hand, dealer = move.view.hand, move.view.dealer
    shown = [" ".join(map(felt.card, held.cards)) for held in (hand, dealer)]
    return f"{shown[0]} against {shown[1]}: {move.action}"
