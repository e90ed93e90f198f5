"""How well a person played: departures from the chart, and what the mistakes cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.report.felt import Felt
from cutcard.study.coach import Judgement, Move

_LEAST_COST: Final = 0.00005
"""In bets; anything cheaper would show as zero."""

_MOST_LISTED: Final = 10


def kept_text(moves: Sequence[Move]) -> str:
    """How often a person kept to the chart."""
    kept = sum(not move.departs for move in moves)
    return f"You played by the chart in {kept} of {len(moves)} decisions.\n"


def departures_text(moves: Sequence[Move], felt: Felt) -> str:
    """The moves that departed from the chart, where their cost is not known."""
    departures = [move for move in moves if move.departs]
    return _listed([f"{_told(one, felt)}; the chart says {one.advised}" for one in departures])


def mistakes_text(judged: Sequence[Judgement], felt: Felt) -> str:
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
        text += f"{right} of your departures from the chart cost nothing.\n"
    if rest:
        text += f"Keeping to the chart cost {_sum(rest)} against the best with the cards seen.\n"
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
