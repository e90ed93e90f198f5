"""Which kernel plays what, and one block of rounds on each.

Nothing compiled is imported before it is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Final, Literal

from cutcard.blackjack.kernel.outcomes import happenings, net
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import HoleCard, Rounding, Rules, Shuffle
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.strategy.chart import HARD_ROW_OF_PAIR, ROWS, Chart
from cutcard.blackjack.strategy.strategy import Seatable, Strategy
from cutcard.driver import play
from cutcard.lab.tally import Tally
from cutcard.shoes import ShoeEmpty
from cutcard.streams import stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cutcard.blackjack.kernel.lanes.word import LaneTables
    from cutcard.blackjack.kernel.pack import Pack
    from cutcard.blackjack.kernel.wavefront import Wave


class Kernel(Enum):
    """What plays the rounds, the fastest first."""

    WAVEFRONT = "wavefront"
    """Many rounds of an infinite shoe at once."""
    LANES = "lanes"
    """Many finite shoes at once."""
    SCALAR = "scalar"
    """One round after the other, where the order of the cards matters."""
    ENGINE = "engine"
    """The readable engine."""

    def __str__(self) -> str:
        return self.value


BLOCK: Final = {
    Kernel.WAVEFRONT: 4_000_000,
    Kernel.LANES: 4_000_000,
    Kernel.SCALAR: 1_000_000,
    Kernel.ENGINE: 1_000,
}
"""Rounds to a block; each block begins with a new shoe."""


_MOST_HANDS: Final = 600
"""Kinds of hands on lanes, whose words have 16 bits for them and a hundred pairs of dealer's cards;
blackjacks come on top."""


def kernel_for(rules: Rules, strategy: Strategy) -> tuple[Kernel, str]:
    """The fastest kernel that plays this, and why it is not a faster one."""
    if strategy.guest is not None:
        return Kernel.ENGINE, f"{strategy.guest} is no table"
    if rules.insurance and strategy.charts.insurance is not None:
        if rules.hole_card is not HoleCard.PEEK:
            return Kernel.ENGINE, "insurance without a peek is not compiled"
        if rules.rounding is Rounding.DOWN:
            return Kernel.ENGINE, "insurance in whole chips is not compiled"
    if rules.decks == "infinite":
        return Kernel.WAVEFRONT, ""
    if strategy.count is not None and not _within_reach(rules, strategy):
        return Kernel.ENGINE, "bets and plays at counts beyond 63 are not compiled"
    if rules.shuffle is Shuffle.RIFFLE:
        return Kernel.SCALAR, "a riffled deck is dealt card by card"
    if strategy.count is not None:
        tags = [abs(tag) for tag in strategy.count.tags]
        if 4 * rules.decks * (sum(tags) + 3 * tags[-1]) >= 2**15:
            return Kernel.SCALAR, "tags so large are added up one round after the other"
    if _hands(strategy) > _MOST_HANDS:
        return Kernel.SCALAR, "index plays so many are looked up one round after the other"
    return Kernel.LANES, ""


def _within_reach(rules: Rules, strategy: Strategy) -> bool:
    """All counts at which a bet or a play changes are among those that the kernel tells apart."""
    counts = [*strategy.charts.thresholds, *(count for count, _ in strategy.ramp.steps)]
    if rules.insurance and strategy.charts.insurance is not None:
        counts.append(strategy.charts.insurance)
    return all(abs(count) < 64 for count in counts)


def _hands(strategy: Strategy) -> int:
    """How many kinds of hands the charts tell apart."""
    return len({kind for chart in strategy.charts.charts for kind in _kinds(chart)})


def _kinds(chart: Chart) -> Iterator[tuple[str, ...]]:
    """Each row with all that it says; a pair that is not split is played by its hard total."""
    for row in ROWS:
        rows = (row, HARD_ROW_OF_PAIR.get(row, row))
        yield (row, *(chart.cells[name, column] for name in rows for column in chart.columns))


def play_block(
    rules: Rules, strategy: Strategy, seed: int, block: int, rounds: int, kernel: Kernel
) -> Tally:
    """Play one block of rounds; a function of nothing but its arguments."""
    if strategy.guest is not None:
        return _with_guest(rules, strategy.guest, seed, block, rounds)
    if kernel is Kernel.ENGINE:
        return _on_engine(rules, strategy, seed, block, rounds)
    return _count_up(_play(kernel, rules, strategy, seed, block, rounds), rules, strategy)


def _on_engine(rules: Rules, strategy: Strategy, seed: int, block: int, rounds: int) -> Tally:
    from cutcard.blackjack.seat import Eyes

    tally = Tally(rules.unit)
    shoe = shoe_for(rules, stream(seed, "simulate", block))
    player = strategy.player(rules)
    watchers = (Eyes(player),)
    for _ in range(rounds):
        if shoe.before_round():
            player.shuffled()
        player.bet(1, 1)  # who counts sees now whether the shoe ran out in the last round
        value = 0 if strategy.count is None else player.value  # type: ignore[attr-defined]
        bet = strategy.ramp.multiple(value)
        played = play(Round.start(rules, (bet,)), shoe, (player,), watchers)
        tally.book(played, value, bet)
    return tally


def _with_guest(rules: Rules, guest: Seatable, seed: int, block: int, rounds: int) -> Tally:
    """Rounds of a player of one's own, who sits down anew for each block."""
    from cutcard.blackjack.seat import Eyes
    from cutcard.lab.guests import PURSE, checked_bet

    tally = Tally(rules.unit)
    shoe = shoe_for(rules, stream(seed, "simulate", block))
    with guest.seated(stream(seed, "player", block)) as player:
        watchers = (Eyes(player),)
        for _ in range(rounds):
            if shoe.before_round():
                player.shuffled()
            bet = checked_bet(player.bet(PURSE, 1))
            tally.book(play(Round.start(rules, (bet,)), shoe, (player,), watchers), 0, bet)
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

        return play_wave(_wave(_Key(rules, strategy)), seeded(seed, *path), rounds)[None, :]
    pack = _packed(_Key(rules, strategy))
    indexed: Literal[True] | None = True if strategy.indexed else None
    counts = np.zeros((2 * MOST_COUNT + 1, OUTCOMES), np.int64)
    if kernel is Kernel.LANES:
        assert rules.decks != "infinite"
        from cutcard.blackjack.kernel.lanes.play import play_lanes

        played = play_lanes(
            pack,
            _laned(_Key(rules, strategy)),
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


class _Key:
    """Rules and a way to play, equal to others that say the same."""

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.rules = rules
        self.strategy = strategy

    @cached_property
    def _said(self) -> tuple[str, ...]:
        charts = self.strategy.charts
        return (
            repr(self.rules),
            *map(str, charts.charts),
            repr((charts.thresholds, charts.insurance, self.strategy.count)),
        )

    def __eq__(self, other: object) -> bool:
        # Block after block asks for the very same; only other processes say it in new objects.
        return isinstance(other, _Key) and (
            (self.rules is other.rules and self.strategy is other.strategy)
            or self._said == other._said
        )

    def __hash__(self) -> int:
        return hash((self.rules.decks, self.rules.hole_card, len(self.strategy.charts.charts)))


@lru_cache(maxsize=8)
def _packed(key: _Key) -> Pack:
    from cutcard.blackjack.kernel.compiler import compile_automaton
    from cutcard.blackjack.kernel.counting import count_tables
    from cutcard.blackjack.kernel.pack import packed

    automaton = compile_automaton(key.rules, key.strategy.charts.charts)
    return packed(automaton, count_tables(key.rules, key.strategy.charts, key.strategy.count))


@lru_cache(maxsize=8)
def _laned(key: _Key) -> LaneTables:
    from cutcard.blackjack.kernel.lanes.word import tables_of

    assert key.rules.decks != "infinite"
    return tables_of(_packed(key), key.rules.decks)


@lru_cache(maxsize=8)
def _wave(key: _Key) -> Wave:
    from cutcard.blackjack.kernel.compiler import compile_automaton
    from cutcard.blackjack.kernel.wavefront import wave_of

    return wave_of(compile_automaton(key.rules, (key.strategy.charts.at(0),)))


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
