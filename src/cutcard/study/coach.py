"""The coach: exact values for a person at the table, and what their decisions cost in the end.

The solver is loaded only when values are wanted: nobody should wait for it to begin a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.cards import Card
from cutcard.progress import Progress

if TYPE_CHECKING:
    from cutcard.blackjack.exact.advice import Advice


@dataclass(frozen=True)
class Move:
    """What a person did, and what could be known at the time."""

    view: View
    """Its legal actions are only those that the person had the chips for."""
    seen: tuple[Card, ...]
    action: Action
    advised: Action
    """By the chart."""
    bet: int

    @property
    def departs(self) -> bool:
        """Whether it was not what the chart plays."""
        return self.action is not self.advised


@dataclass(frozen=True)
class Judgement:
    """What a move cost, in initial bets, compared with the best one."""

    move: Move
    best: Action
    cost: float


@dataclass(frozen=True)
class Values:
    """What each action is worth, the best first, and the seen cards that were considered."""

    advice: list[Advice]
    seen: tuple[Card, ...]

    def worth(self, action: Action) -> float | None:
        """What an action is worth; None if that is not known."""
        return next((one.value for one in self.advice if one.action is action), None)


def values_of(view: View, seen: tuple[Card, ...]) -> Values:
    """What each legal action is worth with the cards seen.

    Where too few cards are left to be sure of finishing a round, values are for a full shoe; with
    very many hands on the table there are none.
    """
    from cutcard.blackjack.exact.advice import advise_view
    from cutcard.blackjack.shoe import ImpossibleCards

    for known in (seen, ()):
        try:
            found = advise_view(view, seen=known)
        except ImpossibleCards:
            continue
        return Values([one for one in found if one.action in view.legal], known)
    return Values([], ())


def judge_one(move: Move) -> Judgement | None:
    """What a move cost; None if it cannot be judged."""
    values = values_of(move.view, move.seen)
    worth = values.worth(move.action)
    if worth is None:
        return None
    best = values.advice[0]
    return Judgement(move, best.action, best.value - worth)


def judge(moves: Sequence[Move]) -> list[Judgement]:
    """What moves cost, the costliest first; those that cannot be judged are left out."""
    found = []
    progress = Progress(len(moves))
    try:
        for number, move in enumerate(moves):
            progress.show(number, "what your decisions cost")
            judged = judge_one(move)
            if judged is not None:
                found.append(judged)
    finally:
        progress.clear()
    return sorted(found, key=lambda one: -one.cost)
