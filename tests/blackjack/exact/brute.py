"""The results of a way to play, by letting the engine play every card in every order.

Gains are summed over all orders of the cards left, in whole units, so that nothing is rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import factorial
from typing import Any

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS
from cutcard.driver import CHANCE, OVER

Policy = Callable[[View], Action]
Left = tuple[int, ...]


def worth(rules: Rules, left: Left, way: Policy) -> Fraction:
    """The mean gain in bets, from a shoe of so many aces, twos, … tens."""
    return _mean(rules, left, way)


def best(rules: Rules, left: Left) -> Fraction:
    """The most that any play can gain that sees what the state holds.

    That is the best play only where the state holds no hidden card.
    """
    return _mean(rules, left, None)


def _mean(rules: Rules, left: Left, way: Policy | None) -> Fraction:
    def whole(parts: list[tuple[int, int]]) -> int:
        return sum(times * part for times, part in parts)

    gained = _from(rules, left, way, lambda gain, orders: gain * orders, whole)
    return Fraction(gained, factorial(sum(left)) * rules.unit)


def results(rules: Rules, left: Left, way: Policy) -> dict[Fraction, Fraction]:
    """The odds of every gain."""

    def whole(parts: list[tuple[int, Counter[int]]]) -> Counter[int]:
        found: Counter[int] = Counter()
        for times, part in parts:
            for gain, orders in part.items():
                found[gain] += times * orders
        return found

    found = _from(rules, left, way, lambda gain, orders: Counter({gain: orders}), whole)
    return {
        Fraction(gain, rules.unit): Fraction(orders, factorial(sum(left)))
        for gain, orders in found.items()
    }


def _from(rules: Rules, left: Left, way: Policy | None, end: Any, whole: Any) -> Any:
    """What comes of all orders of the cards left: of one that is over, and of parts of them."""
    known: dict[object, Any] = {}

    def on_from(state: Round, left: Left) -> Any:
        if state.turn == OVER:
            return end(state.nets[0], factorial(sum(left)))
        if state.turn != CHANCE:
            return decided(state, left)
        # The cards left are those that do not lie here.
        where = (state.owed, state.phase, state.at, state.insurance)
        held = tuple([_as_it_counts(box) for box in state.boxes])
        key = (held, state.dealer.cards, state.hole, *where)
        if (found := known.get(key)) is None:
            found = known[key] = dealt(state, left)
        return found

    def decided(state: Round, left: Left) -> Any:
        # Not kept: what follows is.
        if way is None:
            return max(on_from(state.apply(action), left) for action in state.legal)
        return on_from(state.apply(way(state.view(0))), left)

    def dealt(state: Round, left: Left) -> Any:
        parts = []
        for points, count in enumerate(left):
            if count:
                rest = (*left[:points], count - 1, *left[points + 1 :])
                parts.append((count, on_from(state.apply(RANKS[points]), rest)))
        return whole(parts)

    return on_from(Round.start(rules), left)


def _as_it_counts(box: Box) -> object:
    """A hand in play as it is; of one that is done with, the order of its cards is no matter."""
    if box.fate is Fate.PLAYING:
        return (box.units, box.doubled, box.split, *box.hand.cards)
    return (box.fate, box.units, *sorted([card.points for card in box.hand.cards]))
