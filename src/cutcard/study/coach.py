"""The coach: exact values for a person at the table, and what their decisions cost in the end.

The solver is loaded only when values are wanted: a game must not begin with waiting for it.
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
    """What a person did, and what could be known then."""

    view: View
    """With only those actions legal that the person had the chips for."""
    seen: tuple[Card, ...]
    action: Action
    advised: Action
    """By the chart."""
    bet: int

    @property
    def departs(self) -> bool:
        """It was not by the chart."""
        return self.action is not self.advised


@dataclass(frozen=True)
class Judgement:
    """What a move cost, in initial bets, against the best there was."""

    move: Move
    best: Action
    cost: float


@dataclass(frozen=True)
class Values:
    """What each action is worth, the best first, and what of the shoe went into that."""

    advice: list[Advice]
    seen: tuple[Card, ...]

    def worth(self, action: Action) -> float | None:
        """What an action is worth; none if it cannot be told."""
        return next((one.value for one in self.advice if one.action is action), None)


def values_of(view: View, seen: tuple[Card, ...]) -> Values:
    """What each legal action is worth with the cards seen.

    Where so few cards are left that a round might not be played to its end with them, it is from
    a full shoe, and with very many hands on the table it is nothing.
    """
    from cutcard.blackjack.exact.advice import advise_view
    from cutcard.blackjack.exact.composition import ImpossibleCards

    for known in (seen, ()):
        try:
            found = advise_view(view, seen=known)
        except ImpossibleCards:
            continue
        return Values([one for one in found if one.action in view.legal], known)
    return Values([], ())


def judge(moves: Sequence[Move]) -> list[Judgement]:
    """What moves cost, the costliest first; those that cannot be judged are left out."""
    found = []
    progress = Progress(len(moves))
    try:
        for number, move in enumerate(moves):
            progress.show(number, "what your decisions cost")
            values = values_of(move.view, move.seen)
            worth = values.worth(move.action)
            if worth is not None:
                best = values.advice[0]
                found.append(Judgement(move, best.action, best.value - worth))
    finally:
        progress.clear()
    return sorted(found, key=lambda one: -one.cost)
