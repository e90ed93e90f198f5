"""What the compiler of automata asks the engine and the charts, about cards by their values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate, fate_with
from cutcard.blackjack.dealer import has_blackjack
from cutcard.blackjack.hand import Hand, total_with
from cutcard.blackjack.kernel.automaton import DOUBLED, DRAWN, FACE_DOWN, OPEN
from cutcard.blackjack.kernel.minimiser import Row
from cutcard.blackjack.legal import plays
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.settlement import must_look
from cutcard.blackjack.strategy.chart import Chart, row_of, row_of_total
from cutcard.cards import RANKS

_STAND_OR_HIT: Final = (Action.STAND, Action.HIT)


class Held(NamedTuple):
    """What matters of a hand."""

    total: int
    soft: bool
    cards: int

    def plus(self, card: int, most: int) -> Held:
        """The hand with one more card; more cards than matter are not counted."""
        total, soft = total_with(self.total, self.soft, card + 1)
        return Held(total, soft, min(self.cards + 1, most))


@dataclass(frozen=True, slots=True, eq=False)
class Facing:
    """What the player sees of the dealer; there is one for all that look alike.

    So they are told apart by identity: states are looked up by them again and again.
    """

    up: int
    """The only open card; of two open cards the total alone matters."""
    columns: tuple[str, ...]
    """The column of each chart."""
    total: int
    """Both cards, where both are open."""
    soft: bool


class Questions:
    """Rules and charts, asked about cards."""

    def __init__(self, rules: Rules, charts: Sequence[Chart]) -> None:
        self.rules = rules
        self.charts = charts
        self.most = rules.charlie_at if rules.charlie != "none" else 3
        """Cards of a hand beyond which their number does not matter."""
        self.second = {HoleCard.OPEN: OPEN, HoleCard.NONE: DRAWN}.get(rules.hole_card, FACE_DOWN)
        self.peeks = rules.hole_card is HoleCard.PEEK
        self._facings: dict[tuple[object, ...], Facing] = {}
        self.facing = cache(self._facing)
        self.natural = cache(self._natural)
        self.legal = cache(self._legal)
        self.dealt = cache(self._dealt)
        self.taken = cache(self._taken)

    def _facing(self, up: int, second: int) -> Facing:
        """What the player sees of the dealer's two cards."""
        if self.second == OPEN:
            hand = hand_of(up, second)
            seen = (0, tuple(chart.column_of(hand) for chart in self.charts), hand.total, hand.soft)
        else:
            seen = (up, tuple(chart.column_of(hand_of(up)) for chart in self.charts), 0, False)
        return self._facings.setdefault(seen, Facing(*seen))

    def _dealt(self, first: int, second: int) -> Box:
        """The player's first hand."""
        return Box.dealt(self.rules, hand_of(first, second))

    def _natural(self, up: int, second: int) -> bool:
        """Two cards are the dealer's blackjack."""
        return has_blackjack(self.rules, hand_of(up, second))

    def must_look(self, up: int, *boxes: Box) -> bool:
        """What these hands gain depends on whether the dealer has a blackjack beside this card."""
        if self.second == OPEN:
            return False
        return must_look(self.rules, (1,), boxes, (0,), hand_of(up))

    def _legal(self, first: int, second: int, up: int, hands: int) -> tuple[Action, ...]:
        """What may be done with two cards: dealt, or one of several hands of a split."""
        boxes: tuple[Box, ...] = (self.dealt(first, second),)
        if hands > 1:
            boxes = Box.of_split(self.rules, hand_of(first, second), hands=hands)
        return plays(self.rules, hand_of(up), boxes, 0)

    def choice(
        self, chart: int, first: int, second: int, facing: Facing, legal: Collection[Action]
    ) -> Action:
        """What the chart does with two cards."""
        row = row_of_two(first, second)
        return self.charts[chart].choice(row, facing.columns[chart], legal)

    def hits(self, chart: int, held: Held, facing: Facing) -> bool:
        """The chart takes a further card with a hand of three or more."""
        if held.total >= 21:
            return False
        row = row_of_total(held.total, soft=held.soft)
        return self.charts[chart].choice(row, facing.columns[chart], _STAND_OR_HIT) is Action.HIT

    def fate(self, held: Held, *, doubled: bool = False) -> Fate:
        """What becomes of a hand that has just got a card."""
        return fate_with(self.rules, held.total, held.cards, doubled=doubled)

    def _taken(self, held: Held) -> list[Held]:
        """What a hand is after each card."""
        return [held.plus(card, self.most) for card in range(10)]

    def row(self, after: Callable[[int, int], int]) -> Row:
        """The states after each card, chart by chart."""
        charts = range(len(self.charts))
        return tuple([after(chart, card) for chart in charts for card in range(10)])

    def row_of_hit(
        self, after: Callable[[int, Held, Facing], int], held: Held, facing: Facing
    ) -> Row:
        """The states after each card that a hand may take, chart by chart."""
        taken = self.taken(held)
        charts = range(len(self.charts))
        return tuple([after(chart, more, facing) for chart in charts for more in taken])

    def row_for_all(self, after: Callable[[int], int]) -> Row:
        """The states after each card, where all charts do the same."""
        return tuple([after(card) for card in range(10)]) * len(self.charts)


@cache
def hand_of(*values: int) -> Hand:
    """A hand of cards of these values."""
    return Hand(tuple(RANKS[value] for value in values))


@cache
def row_of_two(first: int, second: int) -> str:
    """The row of a chart for two cards."""
    return row_of(hand_of(first, second))


@cache
def two(first: int, second: int) -> Held:
    """A hand of two cards."""
    hand = hand_of(first, second)
    return Held(hand.total, hand.soft, 2)


def stood(held: Held, *, doubled: bool) -> int:
    """The number of a hand among the finals once it stands."""
    return max(held.total, 16) - 16 + DOUBLED * doubled
