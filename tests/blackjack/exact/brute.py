"""The worth of a way to play, by letting the engine play every card in every order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS
from cutcard.table import CHANCE, OVER

Way = Callable[[View], Action]
Left = tuple[int, ...]


def worth(rules: Rules, counts: Left, way: Way | None) -> Fraction:
    """The mean gain per unit bet from a shoe of these values; the best there is without a way.

    The best is right only where a player decides once the hole card is known to be none or
    open, or where it is drawn last: it sees all that the state holds.
    """
    known: dict[object, Fraction] = {}

    def on_from(state: Round, left: Left) -> Fraction:
        if state.turn == OVER:
            return Fraction(state.nets[0], rules.unit)
        key = (
            state.boxes,
            state.dealer,
            state.hole,
            state.owed,
            state.phase,
            state.at,
            state.insurance,
            left,
        )
        if key in known:
            return known[key]
        if state.turn == CHANCE:
            value = Fraction(0)
            size = sum(left)
            for points, count in enumerate(left):
                if count:
                    rest = (*left[:points], count - 1, *left[points + 1 :])
                    value += Fraction(count, size) * on_from(state.apply(RANKS[points]), rest)
        elif way is None:
            value = max(on_from(state.apply(action), left) for action in state.legal)
        else:
            value = on_from(state.apply(way(state.view(0))), left)
        known[key] = value
        return value

    return on_from(Round.start(rules), counts)
