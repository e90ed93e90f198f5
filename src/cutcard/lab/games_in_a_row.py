"""Games in a row against the same opponent: does a player take more the longer it plays?

In a row the players stay at the table, and whoever remembers knows more in each game. A pair of
rows is two with the same cards and the seats swapped, each begun by players who know nothing.
Beside it the best response to the opponent plays the same cards, where it is shipped: that is the
most that there is to take.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.players import FIXED_PLAYERS
from cutcard.blockhead.rules import Rules
from cutcard.compilation import nothing_compiled
from cutcard.errors import Illegal
from cutcard.lab.contestants import make_contestant, seated
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_on_kernel
from cutcard.lab.pool import Pool
from cutcard.lab.strangers import SECONDS, PlayerFailed
from cutcard.lab.stretches import Work, Workers
from cutcard.streams import stream

LEAST_PAIRS: Final = 2
"""Fewer pairs of rows than this say nothing about how far results spread."""

_ENDS: Final = (1, 5, 20, 100, 500, 2000)
"""Games after which a part of a row ends."""


@dataclass
class Rows:
    """What a player gained in pairs of rows, game by game."""

    games: int
    """In a row."""
    gains: list[array[int]] = field(default_factory=list)
    """For each pair of rows, the gains in both games of each number, added up."""
    best: list[array[int]] = field(default_factory=list)
    """The same of the best response to the opponent; nothing where it is not shipped."""
    failure: PlayerFailed | None = None
    """Why no further rows were played, if a player from a file was the reason."""

    @property
    def played(self) -> int:
        """How many pairs of rows were played."""
        return len(self.gains)

    def add(self, other: Rows) -> None:
        """Add later pairs of rows."""
        self.gains += other.gains
        self.best += other.best
        self.failure = self.failure or other.failure

    def gained(self, part: range) -> Mean:
        """What the player gained a game in a part of its rows; a pair of rows is one result."""
        return Mean.of(_by_row(self.gains, part))

    def gained_by_best(self, part: range) -> Mean | None:
        """What the best response gained a game with the same cards."""
        return Mean.of(_by_row(self.best, part)) if self.best else None

    def short(self, part: range) -> Mean | None:
        """How much less than the best response the player gained a game."""
        if not self.best:
            return None
        pairs = zip(_by_row(self.best, part), _by_row(self.gains, part), strict=True)
        return Mean.of([best - gained for best, gained in pairs])


def _by_row(rows: Sequence[array[int]], part: range) -> list[float]:
    return [sum(row[part.start : part.stop]) / (2 * len(part)) for row in rows]


def parts_of(games: int) -> list[range]:
    """The parts of a row that are told apart: games by their numbers, counted from 0.

    >>> parts_of(30)
    [range(0, 1), range(1, 5), range(5, 20), range(20, 30)]
    """
    ends = [*(end for end in _ENDS if end < games), games]
    return [range(*part) for part in zip([0, *ends], ends, strict=False)]


def check_rows(rules: Rules, games: int, pairs: int) -> None:
    """Complain about rules or numbers that no games in a row can be played with."""
    if rules.seats != 2:
        raise Illegal(f"games in a row are for two players: seats = {rules.seats} does not fit")
    if games < 2:
        raise Illegal("1 game in a row leaves nothing to remember: it takes 2 or more")
    if pairs < LEAST_PAIRS:
        raise Illegal("1 pair of rows says nothing about the spread: it takes 2 or more")


def play_rows(
    first: str,
    second: str,
    rules: Rules,
    *,
    games: int,
    pairs: int,
    seed: int,
    workers: int | Workers = 1,
    seconds: float = SECONDS,
) -> Iterator[Rows]:
    """Play pairs of rows; yield all so far after some each. A player that fails ends them."""
    whole = Rows(games)
    do = partial(play_pair_of_rows, first, second, rules, games, seed, seconds)
    with ExitStack() as stack:
        if isinstance(workers, int):
            workers = stack.enter_context(Pool(min(workers, pairs)))
        work = Work[Rows, None](do, Rows.add)
        for stretch in workers.sums(work, range(pairs)):
            whole.add(stretch.total)
            yield whole
            if whole.failure:
                return


def play_pair_of_rows(
    first: str, second: str, rules: Rules, games: int, seed: int, seconds: float, number: int
) -> Rows:
    """Play a pair of rows; if a player fails, there is none, and the reason.

    The cards are those of as many pairs of games in a duel.
    """
    numbers = range(number * games, (number + 1) * games)
    gains = array("q", bytes(8 * games))
    for seat in (0, 1):
        players = [
            make_contestant(first, stream(seed, "first", number), rules, seconds),
            make_contestant(second, stream(seed, "second", number), rules, seconds),
        ]
        if seat:
            players.reverse()
        try:
            with seated(players):
                for at, pair in enumerate(numbers):
                    deck = FreshDeck(seed, "pair", pair, deck=rules.deck)
                    chips = Game(rules, players, deck).play_game()
                    gains[at] += chips[seat] - rules.stake
        except PlayerFailed as failure:
            return Rows(games, failure=failure)
    best = best_response_to(second, rules)
    if not best:
        return Rows(games, [gains])
    score = play_on_kernel(best, second, rules, seed, numbers)
    both = [one + two for one, two in zip(score.as_first, score.as_second, strict=True)]
    return Rows(games, [gains], [array("q", both)])


def best_response_to(name: str, rules: Rules) -> str:
    """The name of the best response to a player, as a contestant; empty if none is shipped."""
    if name not in FIXED_PLAYERS or nothing_compiled("poker"):
        return ""
    from cutcard.blockhead.exact.saved import shipped_file

    return shipped_file(name, rules)
