"""Solving: what a game, a chart or an action is worth, exactly."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from functools import cached_property
from os import PathLike, fspath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from cutcard.blackjack.actions import Action, IllegalAction, not_legal
from cutcard.blackjack.exact.policy import Policy
from cutcard.blackjack.exact.results import Results
from cutcard.blackjack.exact.solution import Charted
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import BEST
from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.two_cards import TwoCardChart
from cutcard.blockhead.players import PLAYERS
from cutcard.blockhead.presets import SHELF
from cutcard.errors import Invalid
from cutcard.front.announcing import announced
from cutcard.front.charts import Chart, PlainChart
from cutcard.front.choice import AnyGame, Game, game
from cutcard.front.given import AnyCards, given_cards
from cutcard.own_numbers import whole_number
from cutcard.report import decisions, solutions
from cutcard.report.ink import PLAIN, by_itself
from cutcard.study.action_worths import ActionWorths, CardsInView, decide
from cutcard.study.answer import Answer
from cutcard.study.game_worths import READERS, worth_against
from cutcard.study.question import TWO_CARD, Question, way_named, way_options

if TYPE_CHECKING:
    from numpy.typing import NDArray


_WAYS: Final = "it takes a chart, its name or file, or a function that returns an action for a view"


class Solved:
    """What a way to play is worth from a freshly shuffled shoe, exactly.

    Whatever takes longer than the edge is computed when it is first asked for.
    """

    def __init__(self, game: Game, question: Question, play: str, chart: str | None) -> None:
        self.game = game
        self.play = play
        """What was solved, in words."""
        self._question = question
        self._chart = chart
        began = time.monotonic()
        with announced():
            self._solution = question.solve()
        self._seconds = time.monotonic() - began

    @property
    def edge(self) -> float:
        """What the player gains on average, as a fraction of the initial bet."""
        return self._solution.edge

    @property
    def by_dealer(self) -> dict[str, float]:
        """The edge given the dealer's open cards."""
        return dict(self._solution.by_dealer)

    @property
    def shoe(self) -> str:
        """The cards that it was solved for, in words."""
        return self._solution.shoe

    @property
    def split_model(self) -> str:
        """How the hands of a split are played and valued, in words."""
        return self._solution.split_model

    @cached_property
    def _results(self) -> tuple[Results | None, str]:
        with announced():
            return self._question.results_or_why()

    @property
    def sd(self) -> float | None:
        """The standard deviation of a round's gain, in bets; None where it is not known exactly."""
        results = self._results[0]
        return None if results is None else results.deviation

    @property
    def histogram(self) -> NDArray[Any] | None:
        """A row for each gain in bets, with its odds; None where they are not known exactly."""
        import numpy as np

        results = self._results[0]
        if results is None:
            return None
        return np.array(sorted(results.odds.items()), [("gain", float), ("odds", float)])

    @property
    def chart(self) -> Chart | None:
        """The best chart, if the best play was asked for, otherwise the chart that was solved."""
        if self._best is not None:
            return self._best[0]
        way = self._question.way
        return Chart.of(way, self.game) if isinstance(way, PlainChart) else None

    @cached_property
    def _best(self) -> tuple[Chart, Any] | None:
        if self._question.way is not None:
            return None
        with announced():
            chart, worth = self._question.best_chart()
        return Chart.of(chart, self.game, BEST), worth

    @cached_property
    def _answer(self) -> Answer:
        results, why = self._results
        named = self._chart in (None, BEST, TWO_CARD)
        words = way_options(self._chart)
        if self._question.removed:
            words += ["--remove", ",".join(card.text for card in self._question.removed)]
        way: Any = self._question.way
        return Answer(
            preset=self.game.preset,
            rules=self.game.rules,
            bet=1,
            play=self.play,
            chart=self._chart,
            solution=self._solution,
            results=results,
            no_results=why,
            table=(way if self._best is None else self._best[0]) if named else None,
            by_table=None if self._best is None else self._best[1],
            seconds=self._seconds,
            command="" if self._chart == "" else self.game.command("solve", *words),
        )

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain values, as the command's --json prints it."""
        return solutions.as_dict(self._answer)

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.play}: edge {solutions.percent(self.edge)}>"

    def __str__(self) -> str:
        return by_itself(solutions.as_text(self._answer, PLAIN))

    def _repr_html_(self) -> str:
        return solutions.as_html(self._answer)


class Advised(Mapping[Action, float]):
    """Every action on a hand and what it is worth in initial bets, the best first."""

    def __init__(self, decision: ActionWorths) -> None:
        self._decision = decision
        self._worth = {one.action: one.value for one in decision.found}

    @property
    def best(self) -> Action:
        """The best action: to take an offer that is worth taking, else what to do after it."""
        offered, found = self._decision.offered, self._decision.found
        takes = offered and offered[0].action is not Action.DECLINE
        return (offered if takes or not found else found)[0].action

    @property
    def offers(self) -> Mapping[Action, float]:
        """The answers to what is offered before the dealer looks, and their worth."""
        return MappingProxyType({one.action: one.value for one in self._decision.offered})

    def __getitem__(self, action: Action) -> float:
        return self._worth[action]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._worth)

    def __len__(self) -> int:
        return len(self._worth)

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain values, as the command's --json prints it."""
        return decisions.as_dict(self._decision)

    def __repr__(self) -> str:
        on = self._decision.on
        offers, actions = (
            ", ".join(f"{action} {worth:+.4f}" for action, worth in choices.items())
            for choices in (self.offers, self)
        )
        told = f"{offers}; then {actions}" if offers and actions else offers or actions
        return f"<{on.hand} against {on.dealer}: {told}>"

    def __str__(self) -> str:
        return by_itself(decisions.as_text(self._decision, PLAIN))

    def _repr_html_(self) -> str:
        return decisions.as_html(self._decision)


def solve(
    what: AnyGame,
    /,
    *,
    chart: Charted | Policy | str | PathLike[str] | None = None,
    removed: AnyCards = (),
) -> Solved:
    """What the best play of a game is worth, or a chart, or any other way to play.

    A chart is a shipped one by name, a file, ``best``, or ``two-card`` for the best by the first
    two cards. Cards that are removed have left the shoe.

    >>> solve("vegas-strip")
    <vegas-strip, the best composition-dependent play: edge -0.330268037%>
    """
    chosen = game(what)
    gone = given_cards(removed)
    if chart is None or isinstance(chart, str | PathLike):
        name = None if chart is None else fspath(chart)
        with announced():
            way, play = way_named(chosen.rules, name, gone)
        return Solved(chosen, Question(chosen.rules, way, gone), play, name)
    name = chosen.charted(chart).command_name if isinstance(chart, PlainChart) else ""
    play = (
        f"chart {name}"
        if name
        else "the given chart"
        if isinstance(chart, Charted)
        else "the given play"
    )
    return Solved(chosen, Question(chosen.rules, _checked(chart), gone), play, name)


def value(what: AnyGame, chart: Charted | Policy | str | PathLike[str], /) -> float:
    """What playing by a chart is worth, exactly, as a fraction of the initial bet.

    Of two Blockhead players, as in ``value("beta", "alpha")``: what the first is worth against the
    second, in chips a deal, for the pairs that ``cutcard value`` knows.

    >>> round(value("vegas-strip", "vegas-strip"), 11)
    -0.0033321556
    """
    if chart is None:
        raise Invalid(f"None is not a chart: {_WAYS}, and solve finds the worth of the best play")
    if isinstance(what, str) and isinstance(chart, str) and what in (*PLAYERS, *READERS):
        with announced():
            return worth_against(what, chart, SHELF.load("blockhead").rules).per_deal
    return solve(what, chart=chart).edge


def advise(
    what: AnyGame, hand: AnyCards, dealer: AnyCards, /, *, seen: AnyCards = (), hands: int = 1
) -> Advised:
    """What every action on a hand is worth against the dealer's open cards, the best first.

    Other cards that have left the shoe are ``seen``; ``hands`` is how many the player has after
    splitting.

    >>> advise("easy", "8 8", "T 7").best
    Action.SPLIT
    """
    on = CardsInView(
        game(what).preset,
        Hand(given_cards(hand)),
        Hand(given_cards(dealer)),
        given_cards(seen),
        whole_number(hands, "a number of hands", 1),
    )
    with announced():
        return Advised(decide(on))


class _Answers:
    """A function from views to actions, whose answers are checked as those of a player are."""

    def __init__(self, way: Policy) -> None:
        self._way = way

    def __call__(self, view: View) -> Action:
        answer = self._way(view)
        if answer not in view.legal:
            raise IllegalAction(
                f"{not_legal(answer)}: with {view.hand} against {view.dealer} it may be"
                f" {', '.join(map(repr, view.legal))}"
            )
        return answer


class _ChartAnswers(_Answers):
    """The same of what acts like a chart."""

    def __init__(self, way: Charted) -> None:
        super().__init__(way.action)
        self.action = self.__call__
        self.check_fits = way.check_fits


def _checked(way: Charted | Policy) -> Charted | Policy:
    """A way to play whose answers are legal, or an error says which is not."""
    if isinstance(way, PlainChart | TwoCardChart):
        return way
    if isinstance(way, Charted):
        return _ChartAnswers(way)
    if not callable(way) or isinstance(way, type):
        raise Invalid(f"{way!r} is not a way to play: {_WAYS}")
    return _Answers(way)
