"""Regrets: what an action costs against the best one, by the exact solver."""

from __future__ import annotations

from dataclasses import replace

from cutcard.blackjack.actions import Action
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.round import View
from cutcard.cards import Card
from cutcard.envs.replay import Replay
from cutcard.study.coach import Values, values_of
from cutcard.study.question import for_bet


class Regrets:
    """What actions cost, in bets, given the cards on the table.

    Where cards seen or a count are observed, the cards of earlier rounds count as seen too.
    """

    def __init__(self, observed: Observed) -> None:
        self._rules = [for_bet(observed.rules, bet) for bet in observed.bets]
        self._bets = observed.bets
        self._remembers = observed.seen or observed.count is not None
        self._known: dict[tuple[object, ...], Values] = {}

    def regret(self, replay: Replay, number: int) -> float:
        """What this action costs now: nothing where there is no choice, or before the deal.

        It is not a number where too many cards are on the table to tell.
        """
        state = replay.state
        if state is None or not state.legal:
            return 0.0
        rules = self._rules[self._bets.index(state.bets[0])]
        view = replace(state.view(0), rules=rules)
        values = self._values(view, replay.earlier if self._remembers else ())
        worth = values.worth(replay.action(number))
        return float("nan") if worth is None else values.advice[0].value - worth

    def _values(self, view: View, seen: tuple[Card, ...]) -> Values:
        others = [
            card for at, box in enumerate(view.boxes) if at != view.at for card in box.hand.cards
        ]
        key = (
            view.rules,
            view.legal,
            Action.DECLINE in view.legal,
            _sorted(view.hand.cards),
            _sorted(tuple(others)),
            len(view.boxes),
            view.boxes[view.at].split,
            tuple(card.points for card in view.dealer.cards),
            _sorted(seen),
        )
        if key not in self._known:
            self._known[key] = values_of(view, seen)
        return self._known[key]


def _sorted(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(card.points for card in cards))
