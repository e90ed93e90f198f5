"""Duels: two Blockhead players compared by duplicate pairs of games.

A pair is two games with the same cards and the seats swapped; each player keeps its own random
numbers. So the luck of the cards cancels out, and a player that uses no chance draws against itself
to the last chip.

Players that can be written as tables, those that read bets, and all policies in files play compiled
games, which yield the same chips as the engine's; all others play on the engine.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from cutcard.blockhead.deal import Deal, Shown, Tied
from cutcard.blockhead.earned import WAYS, Earned, way_to_end
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.kernel_tables import reads_bets, responds, what_is_unknown
from cutcard.blockhead.players import AGAINST
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.contestants import Contestant, make_contestant, name_of, seated
from cutcard.lab.estimate import Mean, Moments, Sprt
from cutcard.lab.interrupts import interrupts_held
from cutcard.lab.pool import Pool
from cutcard.lab.strangers import SECONDS, PlayerFailed, is_file_name
from cutcard.lab.stretches import Work, Workers, sums_until
from cutcard.streams import stream

if TYPE_CHECKING:
    from cutcard.blockhead.equilibrium.luck import Luck

ENGINE: Final = "engine"
KERNEL: Final = "kernel"

_FEW_PAIRS: Final = 200
"""Pairs that the engine plays in some seconds."""


BLOCK_PAIRS: Final = {ENGINE: 10, KERNEL: 1000}
"""Pairs to a block."""

LEAST_PAIRS: Final = 2
"""Fewer pairs than this say nothing about how far results spread."""

CONTROL_PAIRS: Final = 20
"""The most pairs of a control, a duel whose outcome is known."""

READERS_BLOCK: Final = 250
"""The same on the kernel where a player weighs what bets tell, which takes longer."""

RESPONDERS_BLOCK: Final = 25
"""The same where a player solves most bidding rounds as soon as they begin."""

SLOW_BLOCK: Final = 1
"""Pairs to a block where a player may think for seconds: every pair is shown, and kept."""


@dataclass(repr=False)
class Score(Onlooker):
    """The results of pairs of games, from the first player's point of view."""

    as_first: array[int] = field(default_factory=partial(array, "q"))
    """The net gain of each game in the first seat."""
    as_second: array[int] = field(default_factory=partial(array, "q"))
    luck: array[float] = field(default_factory=lambda: array("d"))
    """What each pair of games gave the player by luck, in chips; nothing if nobody asked."""
    opened: int = 0
    """What the player gained in the deals it opened."""
    answered: int = 0
    deals: int = 0
    pots: int = 0
    ties: int = 0
    showdowns: int = 0
    ends: Counter[tuple[int, str]] = field(default_factory=Counter, compare=False)
    """By bidding round and way to end: how many deals ended so. Compiled games do not tell."""
    earned: Counter[tuple[int, str]] = field(default_factory=Counter, compare=False)
    """The same: what the player gained in them."""
    failure: PlayerFailed | None = None
    """Why no further pair was played, if a player from a file was the reason."""
    _seat: int = 0

    def __repr__(self) -> str:
        return f"<score of {self.played} pairs, {self.deals} deals>"

    @property
    def played(self) -> int:
        """How many pairs were played."""
        return len(self.as_first)

    @property
    def pairs(self) -> list[float]:
        """The net gain per game of each pair."""
        return [(one + two) / 2 for one, two in zip(self.as_first, self.as_second, strict=True)]

    @property
    def without_luck(self) -> list[float]:
        """The net gain per game of each pair without its luck, if that was asked for."""
        return [gain - luck / 2 for gain, luck in zip(self.pairs, self.luck, strict=True)]

    def earned_by(self, rounds: int) -> Earned:
        """How the player earned its chips on the engine, with some bidding rounds to a deal."""
        each = 1 / max(self.deals, 1)
        return {
            way: [
                (self.ends[street, way] * each, self.earned[street, way] * each)
                for street in range(rounds)
            ]
            for way in WAYS
        }

    def moments(self) -> Moments:
        """The net gains of the pairs, that is of two games each."""
        gains = [one + two for one, two in zip(self.as_first, self.as_second, strict=True)]
        return Moments(len(gains), sum(gains), sum(gain * gain for gain in gains))

    @property
    def games(self) -> list[int]:
        """The net gain of every game."""
        return [*self.as_first, *self.as_second]

    @property
    def left(self) -> int:
        """The player's halves of pots that were left after the last deals."""
        return sum(self.games) - self.opened - self.answered

    @property
    def pairs_won(self) -> list[float]:
        """The share of the games of each pair that the player won, a draw being half."""
        return [
            sum((gain > 0) + (gain == 0) / 2 for gain in gains) / 2
            for gains in zip(self.as_first, self.as_second, strict=True)
        ]

    def deal_ended(self, game: Game, deal: Deal) -> None:
        self.deals += 1
        self.pots += deal.pot
        kinds = [type(event) for event in deal.events]
        self.ties += Tied in kinds
        self.showdowns += Shown in kinds
        end = (deal.street, way_to_end(deal, self._seat))
        self.ends[end] += 1
        self.earned[end] += deal.nets[self._seat]
        if deal.opener == self._seat:
            self.opened += deal.nets[self._seat]
        else:
            self.answered += deal.nets[self._seat]

    def play_pair(
        self,
        first: Contestant,
        second: Contestant,
        rules: Rules,
        seed: int,
        pair: int,
        seconds: float = SECONDS,
        luck_of: Callable[[int], Luck] | None = None,
    ) -> None:
        """Play a pair of games and add it to the score, with the luck of its seats if asked for."""
        lucky: list[Luck] = []
        for seat, gains in ((0, self.as_first), (1, self.as_second)):
            self._seat = seat
            players = [
                make_contestant(first, stream(seed, "first", pair), rules, seconds),
                make_contestant(second, stream(seed, "second", pair), rules, seconds),
            ]
            if seat:
                players.reverse()
            with seated(players):
                deck = FreshDeck(seed, "pair", pair, deck=rules.deck)
                onlookers: list[Onlooker] = [self]
                if luck_of:
                    lucky.append(luck_of(seat))
                    onlookers.append(lucky[-1])
                chips = Game(rules, players, deck, onlookers).play_game()
            gains.append(chips[seat] - rules.stake)
        if luck_of:
            self.luck.append(sum(luck.total for luck in lucky))

    def add(self, other: Score) -> None:
        """Add the score of later pairs."""
        self.as_first += other.as_first
        self.as_second += other.as_second
        self.luck += other.luck
        self.opened += other.opened
        self.answered += other.answered
        self.deals += other.deals
        self.pots += other.pots
        self.ties += other.ties
        self.showdowns += other.showdowns
        self.ends.update(other.ends)
        self.earned.update(other.earned)
        self.failure = self.failure or other.failure


def play_on_engine(
    first: Contestant,
    second: Contestant,
    rules: Rules,
    seed: int,
    pairs: range,
    seconds: float = SECONDS,
    *,
    luck: bool = False,
) -> Score:
    """Play some pairs on the engine; a player that fails ends them after the last whole pair.

    A player from a file may take ``seconds`` for an answer. The luck of each pair is reckoned up if
    asked for.
    """
    luck_of = None
    if luck:
        from cutcard.blockhead.equilibrium.luck import Luck, shipped_worths  # it takes NumPy

        luck_of = partial(Luck, shipped_worths(rules))
    whole = Score()
    for pair in pairs:
        score = Score()
        try:
            score.play_pair(first, second, rules, seed, pair, seconds, luck_of)
        except PlayerFailed as failure:
            whole.failure = failure
            break
        whole.add(score)
    return whole


def play_on_kernel(
    first: Contestant, second: Contestant, rules: Rules, seed: int, pairs: range
) -> Score:
    """Play some of the pairs on the kernel: the same score, sooner. It takes names."""
    assert isinstance(first, str)
    assert isinstance(second, str)
    from cutcard.blockhead.kernel import play_pairs
    from cutcard.blockhead.kernel_seating import seating_of

    gains, sums = play_pairs(seating_of(first, second, rules), seed, pairs)
    opened, answered, deals, pots, ties, showdowns = sums.tolist()
    return Score(
        as_first=array("q", gains[:, 0].tobytes()),
        as_second=array("q", gains[:, 1].tobytes()),
        opened=opened,
        answered=answered,
        deals=deals,
        pots=pots,
        ties=ties,
        showdowns=showdowns,
    )


def check_duel(rules: Rules, pairs: int, *, luck: bool = False) -> None:
    """Complain about rules or a number of pairs that no duel can be played with, or luck told."""
    if rules.seats != 2:
        raise Illegal(
            f"a duel is for two players: seats = {rules.seats} does not go with it"
            f" ('cutcard duel --seats {rules.seats}' sits more down together)"
        )
    if pairs < LEAST_PAIRS:
        raise Illegal("1 pair says nothing about the spread: a duel takes 2 pairs or more")
    if luck:
        from cutcard.blockhead.equilibrium.luck import check_luck  # it takes NumPy

        check_luck(rules)


def why_engine(first: Contestant, second: Contestant, rules: Rules, pairs: int) -> str:
    """Why the engine plays this duel, in words; empty if the compiled game does."""
    from cutcard.machine.library import must_be_built  # imported here: to start takes no library

    if not (isinstance(first, str) and isinstance(second, str)):
        return f"{name_of(second if isinstance(first, str) else first)} is a class"
    if pairs <= _FEW_PAIRS and must_be_built("poker"):
        return "so few pairs take less time than compiling"
    return what_is_unknown(first, second, rules)


def duel_kernel(first: Contestant, second: Contestant, rules: Rules, pairs: int) -> str:
    """What plays this duel: KERNEL, or ENGINE for what is not compiled."""
    return ENGINE if why_engine(first, second, rules, pairs) else KERNEL


def prepare_kernel() -> None:
    """Load the compiled game."""
    play_on_kernel("caller", "caller", Rules(deals=1), 0, range(1))


def prepare_luck(rules: Rules) -> None:
    """Find out what deals are worth before games begin."""
    from cutcard.blockhead.equilibrium.luck import shipped_worths

    shipped_worths(rules).prepare()


def play_duel(
    first: Contestant,
    second: Contestant,
    rules: Rules,
    *,
    pairs: int,
    seed: int,
    workers: int | Workers = 1,
    block: int | None = None,
    seconds: float = SECONDS,
    test: Sprt | None = None,
    luck: bool = False,
) -> Iterator[Score]:
    """Play ``pairs`` pairs; yield the score of all so far after some blocks each.

    A test ends the duel after the first block with a verdict. A player from a file that fails ends
    it, too, and the last score says why. Where the luck of each pair is reckoned up, the engine
    plays.
    """
    kernel = ENGINE if luck else duel_kernel(first, second, rules, pairs)
    names = [who for who in (first, second) if isinstance(who, str)]
    slow = any(is_file_name(name) or name.startswith(AGAINST) for name in names)
    size = block or (SLOW_BLOCK if slow else BLOCK_PAIRS[kernel])
    if kernel == KERNEL and not block:
        if any(map(responds, names)):
            size = RESPONDERS_BLOCK
        elif any(map(reads_bets, names)):
            size = READERS_BLOCK
    on_engine = partial(play_on_engine, seconds=seconds, luck=luck)
    play = play_on_kernel if kernel == KERNEL else on_engine
    do = partial(_play_block, partial(play, first, second, rules, seed), size, pairs)
    blocks = range(-(-pairs // size))
    whole = Score()
    with ExitStack() as stack:
        if isinstance(workers, int):
            threads = kernel == KERNEL
            if threads:
                _prepare_tables(names[0], names[1], rules)
            workers = stack.enter_context(Pool(min(workers, len(blocks)), threads=threads))
        for score in _parts(workers, do, blocks, test):
            with interrupts_held():  # whoever stops it looks at what was found until then
                whole.add(score)
            yield whole
            if score.failure:
                return


def _prepare_tables(first: str, second: str, rules: Rules) -> None:
    """Have the tables of two players made here, not by each thread at once."""
    from cutcard.blockhead.kernel_seating import seating_of  # it takes NumPy

    seating_of(first, second, rules)


def _play_block(play: Callable[[range], Score], size: int, pairs: int, block: int) -> Score:
    return play(range(block * size, min((block + 1) * size, pairs)))


def _parts(
    workers: Workers, do: Callable[[int], Score], blocks: range, test: Sprt | None
) -> Iterator[Score]:
    """The scores of consecutive blocks, up to the one with which a test has its verdict."""
    if test is None:
        plain = Work[Score, None](do, Score.add)
        return (stretch.total for stretch in workers.sums(plain, blocks))
    moments = Moments()

    def enough(block: Moments) -> bool:
        moments.add(block)
        return bool(verdict_of(test, moments))

    return sums_until(workers, Work(do, Score.add, Score.moments), blocks, enough)


def verdict_of(test: Sprt, moments: Moments) -> str:
    """What a test says to pairs with these moments; empty while it is undecided."""
    return test.verdict(Mean.by(moments, 2)) if moments.n >= LEAST_PAIRS else ""


def play_controls(
    first: Contestant,
    second: Contestant,
    rules: Rules,
    *,
    pairs: int,
    seed: int,
    seconds: float = SECONDS,
) -> Iterator[tuple[str, Score]]:
    """Yield duels whose outcome is known, with their names: against itself, and against chance."""
    compiled = duel_kernel(first, second, rules, pairs) == KERNEL
    play = play_on_kernel if compiled else partial(play_on_engine, seconds=seconds)
    some = range(min(CONTROL_PAIRS, pairs))
    for one, two in dict.fromkeys(((second, second), (first, "random"))):
        yield f"{name_of(one)} against {name_of(two)}", play(one, two, rules, seed, some)
