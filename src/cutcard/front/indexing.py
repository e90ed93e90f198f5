"""Index numbers: the counts from which plays are better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from os import PathLike
from typing import Final

from cutcard.blackjack.session import MOST_CHIPS
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.index_files import check_for, index_file, is_index_file
from cutcard.blackjack.strategy.indices import IndexSet
from cutcard.blackjack.strategy.ramp import Ramp, read_plain_ramp
from cutcard.errors import Invalid
from cutcard.files import write_whole
from cutcard.front.announcing import announced
from cutcard.front.charts import PlainChart
from cutcard.front.choice import AnyGame, Game, game
from cutcard.front.given import given_path, new_seed, number_between, of_kind
from cutcard.front.measuring import AnyCount, given_count, given_ramp, number_of_workers
from cutcard.lab.pool import Pool
from cutcard.own_numbers import whole_number
from cutcard.progress import Progress
from cutcard.report import index_numbers as report
from cutcard.report.ink import PLAIN, by_itself
from cutcard.study.index_judge import FoundIndex
from cutcard.study.index_numbers import (
    COMPOSITIONS,
    LEAST_COMPOSITIONS,
    MOST_COMPOSITIONS,
    IndexNumbers,
    IndexQuestion,
    IndexWork,
    insured,
)
from cutcard.study.plays_wanted import EIGHTEEN, INSURANCE, read_plays
from cutcard.study.sampled_shoes import CountedBet

_BELOW: Final = " below"


class Indices:
    """The index numbers of a game and a count."""

    def __init__(self, game: Game, chart: str, numbers: IndexNumbers) -> None:
        self.game = game
        self.numbers = numbers
        """All that was found, with standard errors."""
        self._chart = chart

    def __getitem__(self, play: str) -> int | None:
        """The index of a play such as ``"16v10 stand"`` or ``"insurance"``; None if it has none.

        A play that is better below its index is called, for one, ``"A7v2 double below"``.
        """
        found: dict[str, int | None] = {}
        for one in self.numbers.found:
            found[self._name(one).removesuffix(_BELOW)] = None
            found[self._name(one)] = one.index
        if play not in found:
            raise KeyError(play)
        return found[play]

    def __iter__(self) -> Iterator[str]:
        """The plays that have an index, what gains most first."""
        return (self._name(one) for one in self.numbers.found if one.index is not None)

    @staticmethod
    def _name(one: FoundIndex) -> str:
        if one.play is None:
            return INSURANCE
        row, column, action = one.play
        return f"{row}v{column} {action}{_BELOW if one.under else ''}"

    def save(self, path: str | PathLike[str]) -> None:
        """Write an index file, FILE.toml, for ``indices`` of `simulate` and of the command."""
        file = given_path(path)
        if not is_index_file(str(file)):
            raise Invalid(f"the index file {file} cannot be written: its name must end in .toml")
        write_whole(file, index_file(self._count, self._plays(file.stem)), "the index file")

    def added_to(self, count: Count) -> Count:
        """A count with these index plays, which must be for this very count."""
        check_for(self._count, count)
        return replace(count, indices=(*count.indices, self._plays("found")))

    @property
    def _count(self) -> Count:
        return self.numbers.question.count

    def _plays(self, name: str) -> IndexSet:
        title = f"{self.game.title}: index plays of {self._count.title or self._count.name}"
        return self.numbers.index_set(name, title, "cutcard")

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        plays = "1 index play" if len(self) == 1 else f"{len(self)} index plays"
        return f"<{self.game.name}: {plays} of {self._count.name}>"

    def __str__(self) -> str:
        return by_itself(report.index_text(self.numbers, self.game.preset, self._chart, PLAIN))


def index(
    what: AnyGame,
    /,
    *,
    count: AnyCount = "hi-lo",
    plays: str = EIGHTEEN,
    chart: PlainChart | str | PathLike[str] | None = None,
    ramp: Ramp | str | None = None,
    bankroll: float | None = None,
    compositions: int = COMPOSITIONS,
    seed: int | None = None,
    workers: int | None = None,
) -> Indices:
    """Find the counts from which plays are better, by exact worths from shoes that were played.

    Plays are ``i18``, ``all``, or hands against up cards as in ``"16vT,TTv5,insurance"``. With a
    ``bankroll`` they are risk-averse, for the bets of the ``ramp``. The same seed leads to the same
    numbers with any number of workers.

    >>> found = index("vegas-strip", plays="insurance", compositions=100, seed=1, workers=1)
    >>> found, found["insurance"]
    (<vegas-strip: 1 index play of hi-lo>, 3)
    """
    chosen = game(what)
    charted = chosen.charted(chart)
    if bankroll is not None and ramp is None:
        raise Invalid(f"a bankroll of {bankroll!r} needs a ramp, as in ramp='1:2,2:4,3:8'")
    if bankroll is not None:
        bankroll = number_between(bankroll, "a bankroll", 0, MOST_CHIPS)
    question = IndexQuestion(
        insured(chosen.rules),
        PlainChart(charted.columns, charted.cells, charted.name),
        given_count(count),
        read_plays(of_kind(plays, str, "a text of plays", "i18, all, or hands as in '16vT,TTv5'")),
        CountedBet(Ramp() if ramp is None else given_ramp(ramp, read_plain_ramp), bankroll or 0.0),
        new_seed(seed),
        whole_number(
            compositions, "a number of compositions", LEAST_COMPOSITIONS, MOST_COMPOSITIONS
        ),
    )
    progress = Progress(1)
    try:
        with announced(), Pool(number_of_workers(workers), threads=True) as pool:
            work = IndexWork(question, pool)
            for done in work.run(pool):
                progress.show(done / work.blocks, f"{done} of {work.blocks} blocks")
    finally:
        progress.clear()
    return Indices(chosen, charted.name or charted.digest, work.answer())
