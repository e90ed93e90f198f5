"""What the tests of the kernel share: the engine and the kernel on the same cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from compiled_once import compiled_once
from numpy.typing import NDArray

from cutcard.blackjack.kernel.compiler import compile_automaton
from cutcard.blackjack.kernel.counting import MOST_COUNT, count_tables
from cutcard.blackjack.kernel.outcomes import OUTCOMES, happenings, net
from cutcard.blackjack.kernel.pack import Layout, Pack, States
from cutcard.blackjack.kernel.pack import packed as packed_tables
from cutcard.blackjack.kernel.random import Bits, shuffle_part
from cutcard.blackjack.kernel.scalar import RESERVE, play_cards, play_shoes, tell_cards
from cutcard.blackjack.kernel.walk import DOUBLING, TO_DEALER, Cards, count_value, play_round
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import HoleCard, Rounding, Rules
from cutcard.blackjack.seat import Eyes
from cutcard.blackjack.strategy.chart import BOTH_CARDS, PAIR_ROWS, ROWS, UP_CARD, Chart
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.players import CountingPlayer
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.cards import RANKS, Card
from cutcard.compilation import Number, Switch, compiled
from cutcard.driver import play
from cutcard.lab.tally import Tally
from cutcard.number_arrays import Integers
from cutcard.shoes import ScriptedShoe, Shoe, ShoeEmpty

Counts = NDArray[np.int64]


class Seen(NamedTuple):
    """A round, as whoever played it saw it."""

    net: int
    used: int
    happenings: frozenset[str]
    value: int = 0
    """Value of the count at the bet."""
    running: int = 0
    """Running count after the round."""


# The kernel.


@lru_cache(maxsize=64)
def packed(rules: Rules, strategy: Strategy) -> Pack:
    """What the kernel reads; many tests play the same games."""
    automaton = compile_automaton(rules, strategy.charts.charts)
    return packed_tables(automaton, count_tables(rules, strategy.charts, strategy.count))


def indexed(strategy: Strategy) -> Switch:
    return True if strategy.indexed else None


@compiled
def _replay(
    states: States,
    numbers: Integers,
    layout: Layout,
    cards: Cards,
    end: Number,
    below: Number,
    rounds: Number,
    book: NDArray[np.int64],
    waiting: Cards,
    indexed: Switch,
) -> Number:
    at, running = 0, layout.initial
    for played in range(rounds):
        if end - at < below or at >= end:
            return played
        book[played, 0] = count_value(numbers, layout, running, end - at)
        book[played, 1], at, running = play_round(
            states, numbers, layout, cards, at, end, running, waiting, indexed, None
        )
        book[played, 2], book[played, 3] = at, running
    return rounds


def replay(pack: Pack, cards: Cards, below: int = RESERVE) -> NDArray[np.int64]:
    """Rounds of the scalar kernel from the cards as they lie, until fewer than these are left.

    Each is the number of the count's value before it, its outcome, the place where it ended and
    the running count there.
    """
    room = np.concatenate([cards, np.zeros(RESERVE, np.uint8)])
    many = len(cards)
    if many > int(pack.layout.half - pack.layout.slope) - 1:  # than the count's tables know
        return _replay_without_count(pack, room, below)
    book = np.zeros((many, 4), np.int64)
    waiting = np.empty(8, np.uint8)
    # Where no count changes a play, to look for a change finds none: one way is compiled.
    played = compiled_once(_replay, *pack, room, many, below, many, book, waiting, True)
    return book[:played]


def _replay_without_count(pack: Pack, room: Cards, below: int) -> NDArray[np.int64]:
    """The same of a player who counts nothing, by what is compiled already."""
    assert not pack.numbers[pack.layout.tags :][:10].any()
    told = np.empty(len(room), np.uint8)
    waiting = np.empty(8, np.uint8)
    ends, outcomes = np.empty((2, len(room)), np.int64)
    end = len(room) - RESERVE
    played = tell_cards(*pack, room, len(room), len(room), waiting, told, ends, outcomes)
    starts = np.concatenate([[0], ends[: played - 1]])
    played = int(((end - starts >= below) & (starts < end)).sum())
    # Whoever does not tell where cards go plays the same.
    counts = np.zeros((1, OUTCOMES), np.int64)
    assert play_cards(*pack, room, len(room), played, counts, waiting) == (played, ends[played - 1])
    assert np.array_equal(counts[0], np.bincount(outcomes[:played], minlength=OUTCOMES))
    book = np.zeros((played, 4), np.int64)
    book[:, 0] = MOST_COUNT
    book[:, 1], book[:, 2] = outcomes[:played], ends[:played]
    return book


def kernel_rounds(
    rules: Rules, strategy: Strategy, pack: Pack, cards: Cards, below: int = RESERVE
) -> list[Seen]:
    """The scalar kernel's rounds from the cards as they lie."""
    rounds = []
    start = 0
    for row, outcome, after, running in replay(pack, cards, below).tolist():
        value = row - MOST_COUNT
        gained = net(outcome, rules, strategy.ramp.multiple(value))
        rounds.append(Seen(gained, after - start, frozenset(happenings(outcome)), value, running))
        start = after
    return rounds


class ToldRound(NamedTuple):
    """A round of the scalar kernel, and where its cards went."""

    outcome: int
    dealer: list[int]
    boxes: list[tuple[list[int], bool]]
    """The ranks of each hand, and whether it was doubled."""


def told_rounds(pack: Pack, ranks: Sequence[int]) -> list[ToldRound]:
    """The rounds from the cards as they lie; ranks that count ten are told apart."""
    cards = np.minimum(np.array(ranks, np.uint8), 9)
    told = np.empty(len(cards), np.uint8)
    ends, outcomes = np.empty((2, len(cards)), np.int64)
    many = tell_cards(
        *pack, cards, len(cards), len(cards), np.empty(8, np.uint8), told, ends, outcomes
    )
    rounds = []
    for start, end, outcome in zip([0, *ends], ends[:many], outcomes, strict=False):
        dealt = list(zip(told[start:end].tolist(), ranks[start:end], strict=True))
        boxes = [
            ([rank for _, rank in held], any(mark >= DOUBLING for mark, _ in held))
            for hand in range(8)
            if (held := [one for one in dealt if one[0] % DOUBLING == hand and one[0] < TO_DEALER])
        ]
        dealer = [rank for mark, rank in dealt if mark == TO_DEALER]
        rounds.append(ToldRound(int(outcome), dealer, boxes))
    return rounds


def no_counts() -> Counts:
    return np.zeros((2 * MOST_COUNT + 1, OUTCOMES), np.int64)


def shoe_rounds(
    rules: Rules, strategy: Strategy, pack: Pack, random: Bits, rounds: int
) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Value, net and happenings of each of the rounds that `play_shoes` plays."""
    assert rules.decks != "infinite"
    size = 52 * rules.decks
    before, counts = no_counts(), no_counts()
    for many in range(1, rounds + 1):
        counts.fill(0)
        played = play_shoes(
            *pack,
            random.copy(),
            whole_decks(rules.decks),
            size,
            rules.reshuffle_below,
            many,
            size,
            0,
            0,
            ahead(rules),
            False,
            counts,
            np.empty(8, np.uint8),
            indexed(strategy),
        )
        assert played == many == counts.sum()
        changed = counts != before
        assert np.count_nonzero(changed) == 1
        row, outcome = divmod(int(changed.argmax()), OUTCOMES)
        assert counts[row, outcome] == before[row, outcome] + 1
        before, counts = counts, before
        value = row - MOST_COUNT
        yield (
            value,
            net(outcome, rules, strategy.ramp.multiple(value)),
            frozenset(happenings(outcome)),
        )


def whole_decks(decks: int) -> Cards:
    """A shoe before it is shuffled, and room behind it."""
    cards = np.zeros(2 * 52 * decks + RESERVE, np.uint8)
    cards[: 52 * decks] = np.repeat(np.minimum(np.arange(13), 9), 4 * decks)
    return cards


def ahead(rules: Rules) -> int:
    """Cards that the kernel shuffles at once."""
    return 32 if rules.reshuffle == "every-round" else 52 * int(rules.decks)


class KernelShoe:
    """The cards that `play_shoes` shuffles, dealt one by one to the engine."""

    def __init__(self, rules: Rules, random: Bits) -> None:
        assert rules.decks != "infinite"
        self._rules = rules
        self._random = random.copy()
        self._room = whole_decks(rules.decks)
        self._size = self._end = self._at = 52 * rules.decks
        self._began = self._shuffled = 0
        self.dry = 0
        """How often it ran out inside a round."""

    def before_round(self) -> bool:
        if self._end > self._size:
            # What was dealt before the round that ran out is gone from the table.
            self._room[: self._size] = self._room[self._began : self._end]
            self._at -= self._began
            self._shuffled -= self._began
            self._end = self._size
        left = self._size - self._at
        shuffles = left < self._rules.reshuffle_below or not left
        if shuffles:
            self._at = self._shuffled = 0
            self._shuffle()
        self._began = self._at
        return shuffles

    def draw(self) -> Card:
        if self._at == self._end == self._size and self._began:
            self._room[self._size : self._size + self._began] = self._room[: self._began]
            self._end += self._began
            self.dry += 1
        if self._at == self._end:
            raise ShoeEmpty("all cards are on the table")
        if self._at == self._shuffled:
            self._shuffle()
        self._at += 1
        return RANKS[self._room[self._at - 1]]

    def _shuffle(self) -> None:
        stop = min(self._shuffled + ahead(self._rules), self._end)
        shuffle_part(self._random, self._room, self._shuffled, stop, self._end)
        self._shuffled = stop


# The engine.


class _Spent:
    """Counts the cards that are drawn."""

    def __init__(self, shoe: Shoe) -> None:
        self._shoe = shoe
        self.used = 0

    def draw(self) -> Card:
        self.used += 1
        return self._shoe.draw()


def engine_rounds(rules: Rules, strategy: Strategy, shoe: Shoe, rounds: int) -> Iterator[Seen]:
    """The engine's rounds from a shoe."""
    player = strategy.player(rules)
    eyes = (Eyes(player),)
    for _ in range(rounds):
        if shoe.before_round():
            player.shuffled()
        bet = player.bet(10**6, 1)
        value = running = 0
        if isinstance(player, CountingPlayer):
            # The kernel's values go no further.
            value = min(max(player.value, -MOST_COUNT), MOST_COUNT)
            assert bet == strategy.ramp.multiple(value)
        spent = _Spent(shoe)
        played = play(Round.start(rules, (bet,)), spent, (player,), eyes)
        if isinstance(player, CountingPlayer):
            running = player.running
        yield Seen(played.nets[0], spent.used, happened(played), value, running)


def happened(played: Round) -> frozenset[str]:
    """What a tally books of a round."""
    _tally.happenings.clear()
    _tally.book(played, 0, 1)
    return frozenset(_tally.happenings)


_tally = Tally(unit=1)
"""One for all rounds: only what happened in the last of them is looked at."""


def cards_of(values: Sequence[int] | Cards) -> Iterator[Card]:
    return (RANKS[value] for value in values)


def assert_same_rounds(
    rules: Rules, strategy: Strategy, values: Cards, pack: Pack | None = None
) -> int:
    """Play these cards with engine and kernel; give the number of rounds."""
    expected = kernel_rounds(rules, strategy, pack or packed(rules, strategy), values)
    shoe = ScriptedShoe(cards_of(values))
    at = 0
    for number, (mine, theirs) in enumerate(
        zip(expected, engine_rounds(rules, strategy, shoe, len(expected)), strict=True)
    ):
        assert mine[:3] == theirs[:3], (
            f"round {number} of {rules}, cards {values[at : at + theirs.used].tolist()}"
        )
        at += mine.used
    return len(expected)


# Cards and charts at random.


def uniform(random: Random, many: int) -> Cards:
    return np.array([min(random.randrange(13), 9) for _ in range(many)], np.uint8)


def pairs(random: Random, many: int) -> Cards:
    """Each card is often the one before, and often the one before that."""
    cards = [0, 9]
    while len(cards) < many:
        luck = random.random()
        cards.append(cards[-1] if luck < 0.4 else cards[-2] if luck < 0.6 else random.randrange(10))
    return np.array(cards, np.uint8)


def naturals(random: Random, many: int) -> Cards:
    return np.array(random.choices(range(10), [8, 1, 1, 1, 1, 1, 1, 1, 1, 9], k=many), np.uint8)


def low(random: Random, many: int) -> Cards:
    """Long hands."""
    return np.array(random.choices(range(10), [6, 5, 3, 1, 1, 1, 1, 1, 1, 2], k=many), np.uint8)


def one_rank(random: Random, many: int) -> Cards:
    """A hundred of a kind, then of another."""
    ranks = np.array([random.randrange(10) for _ in range(many // 100 + 1)], np.uint8)
    cards = np.repeat(ranks, 100)[:many]
    strays = np.array([random.random() < 0.2 for _ in range(many)])
    cards[strays] = uniform(random, int(strays.sum()))
    return cards


DEALERS = (uniform, pairs, naturals, low, one_rank)


def any_chart(random: Random, columns: tuple[str, ...] = UP_CARD) -> Chart:
    """A chart whose cells are any that a chart may have."""
    eager = random.random()
    return Chart(
        columns,
        {(row, column): _any_cell(random, row, eager) for row in ROWS for column in columns},
    )


def _any_cell(random: Random, row: str, eager: float) -> str:
    pair = row in PAIR_ROWS
    letters = [letter for letter in ("RDP" if pair else "RD") if random.random() < eager]
    random.shuffle(letters)
    if pair and random.random() < 0.5:
        letters = ["P", *(letter for letter in letters if letter != "P")]
    if not (pair and letters and random.random() < 0.3):
        letters.append(random.choice("HHHS"))
    return letters[0] + "".join(letters[1:]).lower()


def always_splitting(chart: Chart) -> Chart:
    """A chart that splits every pair, again and again, and doubles what comes of it."""
    cells = {
        (row, column): "P" if row in PAIR_ROWS else "Dh" if row in ("10", "11") else cell
        for (row, column), cell in chart.cells.items()
    }
    return Chart(chart.columns, cells)


def fitting_chart(random: Random, rules: Rules) -> Chart:
    """A chart at random for these rules."""
    both = rules.hole_card is HoleCard.OPEN and random.random() < 0.5
    return any_chart(random, BOTH_CARDS if both else UP_CARD)


def compiled_insurance(rules: Rules) -> bool:
    """The kernel can take insurance under these rules."""
    return (
        rules.insurance and rules.hole_card is HoleCard.PEEK and rules.rounding is not Rounding.DOWN
    )


# Agreement in law.


@dataclass(frozen=True)
class Agreement:
    """Two histograms compared by chi-square: how far apart, in standard deviations."""

    statistic: float
    freedom: int

    @property
    def sigmas(self) -> float:
        """Wilson and Hilferty: the cube root of chi-square is nearly normal."""
        spread = 2 / (9 * self.freedom)
        return float(((self.statistic / self.freedom) ** (1 / 3) - 1 + spread) / spread**0.5)


def compare(one: Any, other: Any, least: int = 40) -> Agreement:
    """Chi-square of two samples, of any sizes; classes of few rounds are thrown together."""
    keys = sorted(set(one) | set(other), key=str)
    rare = Counter[bool]()
    pairs_of_counts = []
    for key in keys:
        both = (one[key], other[key])
        if sum(both) >= least:
            pairs_of_counts.append(both)
        else:
            rare[False] += both[0]
            rare[True] += both[1]
    if rare.total() >= least:
        pairs_of_counts.append((rare[False], rare[True]))
    mine, theirs = (sum(column) for column in zip(*pairs_of_counts, strict=True))
    ratio = (theirs / mine) ** 0.5
    statistic = sum((a * ratio - b / ratio) ** 2 / (a + b) for a, b in pairs_of_counts)
    return Agreement(statistic, len(pairs_of_counts) - 1)


def against_law(counts: Sequence[int], odds: Sequence[float]) -> Agreement:
    """Chi-square of a sample and the odds that it should follow."""
    total = sum(counts)
    statistic = sum(
        (count - total * chance) ** 2 / (total * chance)
        for count, chance in zip(counts, odds, strict=True)
    )
    return Agreement(statistic, len(counts) - 1)


def flat(chart: Chart) -> Strategy:
    return Strategy(IndexedChart((chart,)))
