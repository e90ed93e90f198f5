"""The results of a way to play, by letting the engine play every card in every order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS
from cutcard.driver import CHANCE, OVER

Policy = Callable[[View], Action]
Left = tuple[int, ...]


def worth(rules: Rules, left: Left, way: Policy) -> Fraction:
    """The mean gain in bets, from a shoe of so many aces, twos, … tens."""

    def mean(worths: list[tuple[Fraction, Fraction]]) -> Fraction:
        return sum((odds * value for odds, value in worths), Fraction(0))

    return _from(rules, left, way, lambda gain: gain, mean)


def results(rules: Rules, left: Left, way: Policy) -> dict[Fraction, Fraction]:
    """The odds of every gain."""

    def mixed(parts: list[tuple[Fraction, Counter[Fraction]]]) -> Counter[Fraction]:
        whole: Counter[Fraction] = Counter()
        for odds, part in parts:
            for gain, chance in part.items():
                whole[gain] += odds * chance
        return whole

    return dict(_from(rules, left, way, lambda gain: Counter({gain: Fraction(1)}), mixed))


def best(rules: Rules, left: Left) -> Fraction:
    """The most that any play can gain that sees what the state holds.

    That is the best play only where the state holds no hidden card.
    """

    def mean(worths: list[tuple[Fraction, Fraction]]) -> Fraction:
        return sum((odds * value for odds, value in worths), Fraction(0))

    return _from(rules, left, None, lambda gain: gain, mean)


def _from(rules: Rules, left: Left, way: Policy | None, end: Any, mix: Any) -> Any:
    known: dict[object, Any] = {}

    def on_from(state: Round, left: Left) -> Any:
        if state.turn == OVER:
            return end(Fraction(state.nets[0], rules.unit))
        where = (state.owed, state.phase, state.at, state.insurance)
        key = (state.boxes, state.dealer, state.hole, *where, left)
        if key not in known:
            known[key] = value_of(state, left)
        return known[key]

    def value_of(state: Round, left: Left) -> Any:
        if state.turn != CHANCE:
            if way is None:
                return max(on_from(state.apply(action), left) for action in state.legal)
            return on_from(state.apply(way(state.view(0))), left)
        parts = []
        for points, count in enumerate(left):
            if count:
                rest = (*left[:points], count - 1, *left[points + 1 :])
                after = on_from(state.apply(RANKS[points]), rest)
                parts.append((Fraction(count, sum(left)), after))
        return mix(parts)

    return on_from(Round.start(rules), left)
