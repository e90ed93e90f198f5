"""What several seats at one table play by: the choices of a game, and the moves of charts.

`Choices` has the rules as arrays in which nobody has decided yet. Here charts decide: a move is
the action that a chart takes with a hand, and the hand that it becomes by it. All arrays lie in
one, and a layout says where each begins, as in `pack.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.automaton import OPEN
from cutcard.blackjack.kernel.choices import (
    ACTIONS,
    BUST,
    CARDS,
    INSURE,
    NATURAL,
    PAIR,
    PLAYING,
    SOFT,
    STAKE,
    STAND,
    STOOD,
    SURRENDER,
    TOTAL,
    Choices,
    compile_choices,
)
from cutcard.blackjack.kernel.counting import MOST_COUNT, count_tables
from cutcard.blackjack.kernel.questions import hand_of
from cutcard.blackjack.legal import surrender_is_offered
from cutcard.blackjack.round import MAX_SEATS
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.settlement import most_at_stake
from cutcard.blackjack.strategy.chart import Chart, row_of, row_of_total
from cutcard.blackjack.strategy.mistakes import Mistakes, misread, threshold
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.number_arrays import Integers

Tables = NDArray[np.int32]

Place: Any = np.uint64
"""A place among the numbers, where the number of a value is added to it."""

NUMBER: Final = (1 << 16) - 1
"""The part of a hand's word that is its number; what is known of it comes next, as bits."""
IS_PLAYING: Final = 1 << 16
IS_SINGLE: Final = 1 << 17
"""One card of a pair, which waits for its second."""
IS_STOOD: Final = 1 << 18
IS_BUST: Final = 1 << 19
IS_NATURAL: Final = 1 << 20
IS_DOUBLED: Final = 1 << 21
IS_SURRENDERED: Final = 1 << 22

ACTION_SHIFT: Final = 24
"""A move is an action, shifted by this, and the word of the hand that it makes."""

FIRST_PLACES: Final = 5
"""What is told of the first cards: where the seats' first and second cards begin, where the
dealer's two are, and how many there are."""


class TableLayout(NamedTuple):
    """Where each part of a whole table's arrays begins, and the plain facts of the game."""

    # Among the tables.
    take: int
    """The word of a hand after a card, by its number and the card."""
    first: int
    """The word of a first hand, by both cards."""
    moves: int
    """By layer, what the player sees of the dealer, whether there may be more hands, and hand."""
    layer: int
    """Moves of one layer."""
    early: int
    """A hand's word after it is surrendered early, or 0: by layer, dealer and hand, as moves."""
    gains: int
    """By bet, hand and the dealer's end."""
    dealer_take: int
    dealer_end: int
    looks: int
    stakes: int
    insured: int
    insurable: int
    """By bet, whether insurance is offered against an ace."""
    firsts: int
    """By number of seats, FIRST_PLACES numbers."""
    # Among the numbers.
    tags: np.uint64
    slope: np.uint64
    half: np.uint64
    less: np.uint64
    layers: np.uint64
    insures: np.uint64
    bets: np.uint64
    """By value of the count, the number of the bet."""
    spots: np.uint64
    """By value, the spots bet on; 0 where nothing is."""
    rows: np.uint64
    """By value, the place of a result of 0 in the book."""
    # The game.
    hands: int
    """How many hands there are to tell apart."""
    facings: int
    """How many ways of seeing the dealer."""
    others: int
    """Seats before the player's."""
    company: int
    """The layer that they play by."""
    indexed: bool
    """The player has several layers to play by."""
    errs: bool
    """The player makes mistakes."""
    misread: int
    """The first of the layers that hands are misread by: WAYS to each of the player's."""
    misreads: int
    """What the lower half of a hand's luck must be below, for the hand to be misread."""
    misjudged: int
    """Cards by which those left are misjudged."""
    misbets: int
    """What the lower half of a round's luck must be below, for the bet to be a mistake."""
    sit: int
    """The number of the least value at which a counter sits down."""
    source: int
    peeks: bool
    original: bool
    queue: bool
    max_hands: int
    initial: int


class WholeTable(NamedTuple):
    """A game and a way to play it among others, ready for the kernel."""

    tables: Tables
    numbers: Integers
    layout: TableLayout


def most_results(rules: Rules, ramp: Ramp) -> int:
    """How many results the book of a block has room for, one for each value and gain."""
    return sum(2 * _most(rules, ramp, value) + 1 for value in _values())


def whole_table(rules: Rules, strategy: Strategy) -> WholeTable:
    """The arrays of a game that is played by this strategy."""
    ramp = strategy.ramp
    bets = tuple(sorted({max(ramp.multiple(value), 1) for value in _values()}))
    choices = compile_choices(rules, bets)
    charts = strategy.charts.charts
    if strategy.company is not None:
        charts = (*charts, strategy.company.chart)
    if strategy.count is None:
        charts = (strategy.charts.at(0), *charts[len(strategy.charts.charts) :])
    misread_from = len(charts)
    mistakes = Mistakes() if strategy.mistakes is None else strategy.mistakes
    if mistakes.play:
        own = charts[: len(charts) - (strategy.company is not None)]
        charts = (*charts, *(way for chart in own for way in misread(chart)))
    moves = _Moves(rules, choices)
    words = np.array(_words(choices))
    tables = {
        "take": words[choices.take],
        "first": words[choices.first],
        "moves": np.array([moves.of(chart) for chart in charts]),
        "early": np.array([moves.surrendered_early(chart) for chart in charts]),
        "gains": choices.gains,
        "dealer_take": choices.dealer_take,
        "dealer_end": choices.dealer_end,
        "looks": choices.looks,
        "stakes": choices.stakes,
        "insured": choices.insured,
        "insurable": choices.offers[:, 0, 0] >> INSURE & 1,
        "firsts": np.array([_first_places(choices, seats) for seats in range(MAX_SEATS + 1)]),
    }
    count = count_tables(rules, strategy.charts, strategy.count)
    layers = count.layers if strategy.count is not None else np.zeros_like(count.layers)
    numbers = {
        "tags": count.tags,
        "slope": count.slope,
        "half": count.half,
        "less": count.less,
        "layers": layers,
        "insures": count.insures,
        "bets": np.array([bets.index(max(ramp.multiple(value), 1)) for value in _values()]),
        "spots": np.array(
            [ramp.spots_bet(value) if ramp.multiple(value) else 0 for value in _values()]
        ),
        "rows": np.array(list(_rows(rules, ramp))),
    }
    layout = TableLayout(
        **_places(tables),
        **{name: Place(place) for name, place in _places(numbers).items()},
        layer=tables["moves"][0].size,
        hands=len(choices.hands),
        facings=moves.facings,
        others=strategy.players,
        company=misread_from - 1,
        errs=strategy.mistakes is not None,
        misread=misread_from,
        misreads=threshold(mistakes.play),
        misjudged=mistakes.cards,
        misbets=threshold(mistakes.bets),
        indexed=strategy.count is not None and len(strategy.charts.charts) > 1,
        sit=0 if ramp.sit is None else ramp.sit + MOST_COUNT,
        source=choices.second,
        peeks=choices.peeks,
        original=choices.original,
        queue=choices.queue,
        max_hands=choices.max_hands,
        initial=count.initial,
    )
    return WholeTable(
        np.concatenate([np.asarray(part, np.int32).ravel() for part in tables.values()]),
        np.concatenate([np.asarray(part, np.int64).ravel() for part in numbers.values()]),
        layout,
    )


def _values() -> range:
    return range(-MOST_COUNT, MOST_COUNT + 1)


def _most(rules: Rules, ramp: Ramp, value: int) -> int:
    return most_at_stake(rules, ramp.staked(value))


def _rows(rules: Rules, ramp: Ramp) -> Iterator[int]:
    """Where a result of 0 is booked, value by value."""
    begin = 0
    for value in _values():
        most = _most(rules, ramp, value)
        yield begin + most
        begin += 2 * most + 1


def _places(parts: dict[str, NDArray[Any]]) -> dict[str, Any]:
    """Where each part begins, by its name in the layout."""
    ends = np.cumsum([part.size for part in parts.values()]).tolist()
    return {name: end - part.size for (name, part), end in zip(parts.items(), ends, strict=True)}


def _words(choices: Choices) -> list[int]:
    """Every hand's number, and what is known of it."""
    surrendered = {
        after for hand, after in enumerate(choices.act[SURRENDER].tolist()) if after != hand
    }
    return [
        hand
        | IS_PLAYING * bool(facts[PLAYING])
        | IS_SINGLE * (facts[CARDS] == 1)
        | IS_STOOD * bool(facts[STOOD])
        | IS_BUST * bool(facts[BUST])
        | IS_NATURAL * bool(facts[NATURAL])
        | IS_DOUBLED * (facts[STAKE] == 2)
        | IS_SURRENDERED * (hand in surrendered)
        for hand, facts in enumerate(choices.hands.tolist())
    ]


def _first_places(choices: Choices, seats: int) -> list[int]:
    """Where the first cards of this many seats lie, as FIRST_PLACES tells."""
    one, other, up, second = (int(place) for place in choices.places)
    places = []
    for place in (one, other, up, second):
        players = (one < place) + (other < place)
        places.append(players * seats + place - players)
    return [*places, 2 * seats + choices.dealt - 2]


class _Moves:
    """Charts, asked about every hand."""

    def __init__(self, rules: Rules, choices: Choices) -> None:
        self._rules = rules
        self._choices = choices
        self._facts = choices.hands.tolist()
        self._rows = [self._row(facts) for facts in self._facts]
        self._legal = choices.legal.tolist()
        self._act = np.array(_words(choices))[choices.act].tolist()
        self._open = choices.second == OPEN
        self.facings = 100 if self._open else 10

    def _column(self, chart: Chart, facing: int) -> str:
        if self._open:
            return chart.column_of(hand_of(*divmod(facing, 10)))
        return chart.column_of(hand_of(facing))

    def of(self, chart: Chart) -> list[list[list[int]]]:
        """A chart's moves: by what is seen of the dealer, whether more hands may come, and hand."""
        moves: dict[tuple[str, int], list[list[int]]] = {}
        return [
            moves[seen] if seen in moves else moves.setdefault(seen, self._against(chart, *seen))
            for seen in (self._seen(chart, facing) for facing in range(self.facings))
        ]

    def _seen(self, chart: Chart, facing: int) -> tuple[str, int]:
        """All that moves depend on: the chart's column, and an up card for all that allow alike."""
        up = facing // 10 if self._open else facing
        return self._column(chart, facing), self._legal.index(self._legal[up])

    def _against(self, chart: Chart, column: str, up: int) -> list[list[int]]:
        """A chart's moves by whether more hands may come, and hand."""
        chosen = cache(partial(self._chosen, chart, column))
        return [
            [
                (action := chosen(row, legal)) << ACTION_SHIFT | self._act[action][hand]
                if legal
                else 0
                for hand, (row, legal) in enumerate(zip(self._rows, all_legal, strict=True))
            ]
            for all_legal in self._legal[up]
        ]

    def _chosen(self, chart: Chart, column: str, row: str, legal: int) -> int:
        """What a chart does of what is legal; a 21 has no row, and stands."""
        if not row:
            return STAND
        may = [one for at, one in enumerate(ACTIONS) if legal >> at & 1]
        return ACTIONS.index(chart.choice(row, column, may))

    @staticmethod
    def _row(facts: list[int]) -> str:
        """The row of a hand in a chart; none has one for 21, or for a single card."""
        if facts[TOTAL] > 20 or facts[CARDS] < 2:
            return ""
        if facts[PAIR]:
            return row_of(hand_of(facts[PAIR] - 1, facts[PAIR] - 1))
        return row_of_total(facts[TOTAL], soft=bool(facts[SOFT]))

    def surrendered_early(self, chart: Chart) -> list[list[int]]:
        """The hand after an early surrender, or 0, by what is seen of the dealer and hand."""
        nothing = [0] * len(self._facts)
        return [
            self._early(chart, facing)
            if not self._open and surrender_is_offered(self._rules, hand_of(facing))
            else nothing
            for facing in range(self.facings)
        ]

    def _early(self, chart: Chart, facing: int) -> list[int]:
        column = self._column(chart, facing)
        return [
            after
            if facts[PLAYING] and facts[CARDS] == 2 and row and chart.surrenders_early(row, column)
            else 0
            for facts, row, after in zip(self._facts, self._rows, self._act[SURRENDER], strict=True)
        ]
