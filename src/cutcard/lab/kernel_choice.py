"""Which kernel plays what, and how each plays one block of rounds.

Nothing compiled is imported before it is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, Literal

from cutcard.blackjack.kernel.outcomes import happenings, net
from cutcard.blackjack.rules import HoleCard, Rounding, Rules, Shuffle
from cutcard.blackjack.settlement import most_at_stake
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.strategy.chart import HARD_ROW_OF_PAIR, ROWS, Chart
from cutcard.blackjack.strategy.mistakes import key_of
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.compilation import nothing_compiled
from cutcard.lab.engine_rounds import mistaken_rounds, rounds_on_engine
from cutcard.lab.estimate import Moments
from cutcard.lab.tally import HAPPENINGS, Tally
from cutcard.shoes import ShoeEmpty
from cutcard.streams import stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cutcard.blackjack.kernel.lanes.word import LaneTables
    from cutcard.blackjack.kernel.pack import Pack
    from cutcard.blackjack.kernel.wavefront import Wave
    from cutcard.blackjack.kernel.whole_table_moves import WholeTable
    from cutcard.blackjack.kernel.whole_table_rounds import Book


class Kernel(Enum):
    """What plays the rounds, the fastest first."""

    WAVEFRONT = "wavefront"
    """Many rounds of an infinite shoe at once."""
    LANES = "lanes"
    """Many finite shoes at once."""
    SCALAR = "scalar"
    """One round after another, where the order of the cards matters."""
    TABLE = "table"
    """One round after another, with several seats at the table."""
    ENGINE = "engine"
    """The readable engine."""

    def __str__(self) -> str:
        return self.value


BLOCK_ROUNDS: Final = {
    Kernel.WAVEFRONT: 4_000_000,
    Kernel.LANES: 4_000_000,
    Kernel.SCALAR: 1_000_000,
    Kernel.TABLE: 1_000_000,
    Kernel.ENGINE: 1_000,
}
"""Rounds to a block; each block begins with a new shoe."""


_MOST_HANDS: Final = 600
"""The most kinds of hands on lanes, whose words have 16 bits for them and for a hundred pairs of
dealer's cards; blackjacks come on top."""

_MOST_RESULTS: Final = 1 << 24
"""The most results that a block of several seats is booked by: 128 MB of them."""


def kernel_for(rules: Rules, strategy: Strategy) -> tuple[Kernel, str]:
    """The fastest kernel that can play this, and why it is not a faster one."""
    if strategy.guest is not None:
        return Kernel.ENGINE, f"{strategy.guest} is not a table"
    if not strategy.plain:
        return _kernel_for_table(rules, strategy)
    if rules.insurance and strategy.charts.insurance is not None:
        if rules.hole_card is not HoleCard.PEEK:
            return Kernel.ENGINE, "insurance without a peek is not compiled"
        if rules.rounding is Rounding.DOWN:
            return Kernel.ENGINE, "insurance in whole chips is not compiled"
    from_decks = rules.decks != "infinite" and rules.shuffle is not Shuffle.RIFFLE
    if reason := nothing_compiled("lanes" if from_decks else "simulation"):
        return Kernel.ENGINE, reason
    if rules.decks == "infinite":
        return Kernel.WAVEFRONT, ""
    if strategy.count is not None and not _within_reach(rules, strategy):
        return Kernel.ENGINE, "bets and plays at counts beyond 63 are not compiled"
    if rules.shuffle is Shuffle.RIFFLE:
        return Kernel.SCALAR, "a riffled deck is dealt card by card"
    if strategy.count is not None:
        tags = [abs(tag) for tag in strategy.count.tags]
        if 4 * rules.decks * (sum(tags) + 3 * tags[-1]) >= 2**15:
            return Kernel.SCALAR, "tags this large are added up one round at a time"
    if _hands(strategy) > _MOST_HANDS:
        return Kernel.SCALAR, "this many index plays are looked up one round at a time"
    return Kernel.LANES, ""


def _kernel_for_table(rules: Rules, strategy: Strategy) -> tuple[Kernel, str]:
    """The same for several seats."""
    if reason := nothing_compiled("seats"):
        return Kernel.ENGINE, reason
    if strategy.count is not None and not _within_reach(rules, strategy):
        return Kernel.ENGINE, "bets and plays at counts beyond 63 are not compiled"
    if sum(most_at_stake(rules, strategy.ramp.staked(count)) for count in range(-64, 65)) >= (
        _MOST_RESULTS // 2
    ):
        return Kernel.ENGINE, "results of bets this large are not booked by compiled code"
    if strategy.alone:
        return Kernel.TABLE, "rounds are played twice, with mistakes and without"
    return Kernel.TABLE, "several seats are dealt to one after the other"


def _within_reach(rules: Rules, strategy: Strategy) -> bool:
    """Whether the kernel tells apart all counts at which a bet or a play changes."""
    counts = [*strategy.charts.thresholds, *(count for count, _ in strategy.ramp.steps)]
    counts += [] if strategy.ramp.sit is None else [strategy.ramp.sit]
    if rules.insurance and strategy.charts.insurance is not None:
        counts.append(strategy.charts.insurance)
    return all(abs(count) < 64 for count in counts)


def _hands(strategy: Strategy) -> int:
    """How many kinds of hands the charts tell apart."""
    return len({kind for chart in strategy.charts.charts for kind in _kinds(chart)})


def _kinds(chart: Chart) -> Iterator[tuple[str, ...]]:
    """Each row with all its cells; a pair that is not split is played by its hard total."""
    for row in ROWS:
        rows = (row, HARD_ROW_OF_PAIR.get(row, row))
        yield (row, *(chart.cells[name, column] for name in rows for column in chart.columns))


def play_block(
    rules: Rules, strategy: Strategy, seed: int, block: int, rounds: int, kernel: Kernel
) -> Tally:
    """Play one block of rounds; the result depends on nothing but the arguments."""
    if kernel is Kernel.ENGINE:
        return _on_engine(rules, strategy, seed, block, rounds)
    if kernel is Kernel.TABLE:
        return _on_table(rules, strategy, seed, block, rounds)
    return _count_up(_play(kernel, rules, strategy, seed, block, rounds), rules, strategy)


def _on_engine(rules: Rules, strategy: Strategy, seed: int, block: int, rounds: int) -> Tally:
    """Play rounds with the player that the strategy seats, a new one for each block."""
    shoe = shoe_for(rules, stream(seed, "simulate", block))
    if strategy.mistakes is not None:
        return mistaken_rounds(rules, strategy, shoe, key_of(seed, block), rounds)
    with strategy.seated(rules, stream(seed, "player", block)) as player:
        return rounds_on_engine(rules, strategy, shoe, player, rounds)


def _on_table(rules: Rules, strategy: Strategy, seed: int, block: int, rounds: int) -> Tally:
    """Play rounds of several seats."""
    from cutcard.blackjack.kernel.random import seeded
    from cutcard.blackjack.kernel.whole_table_rounds import new_book, play_whole_table

    book = new_book(rules, strategy.ramp)
    table, random = _whole_table(rules, strategy), seeded(seed, "simulate", block)
    if play_whole_table(table, random, rules, rounds, book, key=key_of(seed, block)) < rounds:
        raise ShoeEmpty("all cards are on the table: the shoe is empty")
    return booked(book, rules, strategy)


def booked(book: Book, rules: Rules, strategy: Strategy) -> Tally:
    """The tally of a block of several seats."""
    tally = Tally(rules.unit)
    begin = 0
    for row, watched in enumerate(book.watched.tolist()):
        value = row - len(book.watched) // 2
        staked = strategy.ramp.staked(value)
        most = most_at_stake(rules, staked)
        seen = list(_seen(book.results[begin : begin + 2 * most + 1]))
        begin += 2 * most + 1
        if watched:
            tally.watched[value] = watched
        if seen:
            results = Counter({place - most: times for place, times in seen})
            tally.by_count[value] = results
            tally.results.update(results)
            tally.wagered += staked * results.total()
    tally.shoes = 0 if strategy.alone else int(book.shoes[0])
    if strategy.mistakes is not None:
        loss, squares, staked = book.lost.tolist()
        tally.lost = Moments(tally.rounds, loss, squares)
        tally.rightly_wagered = staked // rules.unit
    for happened, times in _seen(book.happened):
        for at, name in enumerate(HAPPENINGS):
            if happened >> at & 1:
                tally.happenings[name] += times
    return tally


def _play(
    kernel: Kernel, rules: Rules, strategy: Strategy, seed: int, block: int, rounds: int
) -> NDArray[np.int64]:
    """The outcomes of a block, by value of the count."""
    import numpy as np

    from cutcard.blackjack.kernel.counting import MOST_COUNT
    from cutcard.blackjack.kernel.outcomes import OUTCOMES
    from cutcard.blackjack.kernel.random import seeded

    path = ("simulate", block)
    if kernel is Kernel.WAVEFRONT:
        from cutcard.blackjack.kernel.wavefront import play_wave

        return play_wave(_wave(rules, strategy), seeded(seed, *path), rounds)[None, :]
    pack = _packed(rules, strategy)
    indexed: Literal[True] | None = True if strategy.indexed else None
    counts = np.zeros((2 * MOST_COUNT + 1, OUTCOMES), np.int64)
    if kernel is Kernel.LANES:
        assert rules.decks != "infinite"
        from cutcard.blackjack.kernel.lanes.play import play_lanes

        played = play_lanes(
            pack,
            _laned(rules, strategy),
            seed,
            path,
            decks=rules.decks,
            reshuffle_below=rules.reshuffle_below,
            rounds=rounds,
            counts=counts,
            indexed=indexed,
        )
    else:
        from cutcard.blackjack.kernel.scalar import play_alone

        played = play_alone(pack, seeded(seed, *path), rules, rounds, counts, indexed)
    if played < rounds:
        raise ShoeEmpty("all cards are on the table: the shoe is empty")
    return counts


@lru_cache(maxsize=8)
def _packed(rules: Rules, strategy: Strategy) -> Pack:
    from cutcard.blackjack.kernel.compiler import compile_automaton
    from cutcard.blackjack.kernel.counting import count_tables
    from cutcard.blackjack.kernel.pack import packed

    automaton = compile_automaton(rules, strategy.charts.charts)
    return packed(automaton, count_tables(rules, strategy.charts, strategy.count))


@lru_cache(maxsize=8)
def _whole_table(rules: Rules, strategy: Strategy) -> WholeTable:
    from cutcard.blackjack.kernel.whole_table_moves import whole_table

    return whole_table(rules, strategy)


@lru_cache(maxsize=8)
def _laned(rules: Rules, strategy: Strategy) -> LaneTables:
    from cutcard.blackjack.kernel.lanes.word import tables_of

    assert rules.decks != "infinite"
    return tables_of(_packed(rules, strategy), rules.decks)


@lru_cache(maxsize=8)
def _wave(rules: Rules, strategy: Strategy) -> Wave:
    from cutcard.blackjack.kernel.compiler import compile_automaton
    from cutcard.blackjack.kernel.wavefront import wave_of

    return wave_of(compile_automaton(rules, (strategy.charts.at(0),)))


def _count_up(counts: NDArray[np.int64], rules: Rules, strategy: Strategy) -> Tally:
    """The tally of outcomes."""
    tally = Tally(rules.unit)
    for outcome, times in _seen(counts.sum(axis=0)):
        for happening in happenings(outcome):
            tally.happenings[happening] += times
    net_of = cache(lambda outcome, bet: net(outcome, rules, bet))
    for row, _ in _seen(counts.sum(axis=1)):
        value = row - len(counts) // 2
        bet = strategy.ramp.multiple(value)
        results = tally.by_count[value] = Counter()
        for outcome, times in _seen(counts[row]):
            results[net_of(outcome, bet)] += times
        tally.results.update(results)
        tally.wagered += bet * results.total()
    return tally


def _seen(counts: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Where something was counted, and how much."""
    where = counts.nonzero()[0]
    return zip(where.tolist(), counts[where].tolist(), strict=True)
