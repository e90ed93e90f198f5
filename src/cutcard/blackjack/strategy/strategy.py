"""A strategy: a chart, or several by the count, and what is bet."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.blackjack.seat import Player
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.company import Company, UnfitCompany
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.index_files import is_index_file, with_index_file
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.mistaken_players import MisreadingPlayer, MistakenCounter
from cutcard.blackjack.strategy.mistakes import InvalidMistakes, Mistakes
from cutcard.blackjack.strategy.players import ChartPlayer, CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.errors import Invalid


class Seatable(Protocol):
    """A player of one's own that can be seated at a table."""

    def seated(self, random: Random) -> AbstractContextManager[Player]:
        """The player at a table, until the table breaks up."""

    @property
    def travels(self) -> bool:
        """Whether other processes can be told who it is."""


@dataclass(frozen=True)
class Strategy:
    """What a player does: charts by count, the count itself, and bets by it."""

    charts: IndexedChart
    count: Count | None = None
    ramp: Ramp = field(default_factory=Ramp)
    guest: Seatable | None = None
    """A player of one's own, which bets and acts by itself; the chart is then ignored."""
    company: Company | None = None
    """Who else sits at the table; None means nobody."""
    mistakes: Mistakes | None = None
    """What goes wrong; None means nothing."""

    @staticmethod
    def flat(chart: Chart) -> Strategy:
        """One chart and one bet, whatever has been dealt."""
        return Strategy(IndexedChart((chart,)))

    @staticmethod
    def counting(
        chart: Chart, count: Count, ramp: Ramp | None = None, indices: str | None = None
    ) -> tuple[Strategy, tuple[str, ...]]:
        """A chart played by a count, and the names of the index plays that it is played with.

        Index plays are ``all`` that the count has, ``none``, or names and files with commas.
        """
        bets = Ramp() if ramp is None else ramp
        wanted = indices or "none"
        if wanted == "none":
            return Strategy(IndexedChart((chart,)), count, bets), ()
        names = [one.name for one in count.indices] if wanted == "all" else wanted.split(",")
        for name in filter(is_index_file, names):
            count = with_index_file(count, name)
        if not names:
            raise Invalid(f"{count.name} comes without index plays: leave --indices out")
        return Strategy(count.indexed(chart, names), count, bets), tuple(names)

    @property
    def indexed(self) -> bool:
        """The count is looked at during a round."""
        return len(self.charts.charts) > 1 or self.charts.insurance is not None

    @property
    def alone(self) -> bool:
        """One hand, dealt to one player, in every round."""
        return not self.players and self.ramp.plain

    @property
    def plain(self) -> bool:
        """Alone, and without mistakes."""
        return self.alone and self.mistakes is None

    @property
    def players(self) -> int:
        """How many others sit at the table."""
        return 0 if self.company is None else self.company.players

    def at_table(self, players: int | None, spots: int, chart: Chart) -> Strategy:
        """The same with this many others, who play by a chart, and bets on this many spots.

        Where nobody says how many, a player is alone, and a counter who watches watches one.
        """
        ramp = self.ramp if spots == 1 else self.ramp.on_spots(spots)
        many = int(ramp.watches) if players is None else players
        if ramp.watches and not many:
            raise UnfitCompany(
                "0 other players are not possible where the ramp bets nothing: somebody must play"
                " while the counter watches"
            )
        company = Company(many, chart)
        company.check_room(ramp.most_spots)
        return replace(self, ramp=ramp, company=company if many else None)

    def erring(self, mistakes: Mistakes) -> Strategy:
        """The same with mistakes, if there are any."""
        if not mistakes:
            return self
        if self.guest is not None:
            raise InvalidMistakes("a player of your own makes its own mistakes: leave these out")
        if mistakes.counts and self.count is None:
            raise InvalidMistakes(
                f"the mistakes {mistakes} are a card counter's: without a count only play can go"
                " wrong"
            )
        if mistakes.decks and self.count is not None and not self.count.balanced:
            raise InvalidMistakes(
                f"decks={mistakes.decks:g} cannot be misjudged with {self.count.name}, which is"
                " unbalanced and never divided by the decks left: leave it out"
            )
        return replace(self, mistakes=mistakes)

    def check_fits(self, rules: Rules) -> None:
        """Complain if this strategy does not fit these rules."""
        if self.company is not None:
            self.company.chart.check_fits(rules)
        if not self.plain and rules.shuffle is Shuffle.RIFFLE:
            raise UnfitCompany(
                "shuffle = riffle does not go with several hands or with mistakes: one deck might"
                " not last for them (shuffle = uniform does)"
            )
        if self.guest is not None:
            return
        self.charts.check_fits(rules)
        if self.count is not None:
            self.count.check_fits(rules)

    def seated(self, rules: Rules, random: Random) -> AbstractContextManager[Player]:
        """A player for the engine, at a table until the table breaks up; mistakes are not made."""
        if self.guest is not None:
            return self.guest.seated(random)
        return nullcontext(self.player(rules))

    def mistaken_player(self, rules: Rules, key: int) -> ChartPlayer:
        """A player who makes this strategy's mistakes; the key decides when."""
        mistakes = Mistakes() if self.mistakes is None else self.mistakes
        if self.count is None:
            return MisreadingPlayer(self.charts.at(0), mistakes, key, self.players)
        assert rules.finite_decks is not None
        return MistakenCounter(
            self.charts, self.count, self.ramp, rules.finite_decks, mistakes, key, self.players
        )

    def player(self, rules: Rules) -> ChartPlayer:
        """A player by these charts and this count."""
        if self.count is None:
            return ChartPlayer(self.charts.at(0))
        return CountingPlayer(self.charts, self.count, self.ramp, rules.finite_decks)
