"""An answer: what a way to play is worth, exactly, and what else was asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cutcard.blackjack.exact.exceptions import ExceptionalHand
from cutcard.blackjack.exact.odds import DealerOdds
from cutcard.blackjack.exact.policy import Policy
from cutcard.blackjack.exact.results import Results
from cutcard.blackjack.exact.solution import Charted, Solution
from cutcard.blackjack.presets import BEST, Preset
from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.two_cards import TwoCardChart
from cutcard.cards import Card
from cutcard.study.learnt import Learnt, load_table, look_into, policy_of
from cutcard.study.question import TWO_CARD, Question, way_named


@dataclass(frozen=True)
class Answer:
    """The worth of a way to play, and what else was asked for."""

    preset: Preset
    rules: Rules
    """The rules that were solved: those of the preset, for the bet."""
    bet: int
    play: str
    """What was solved, in words."""
    chart: str | None
    """The name of the chart that was asked for."""
    solution: Solution
    results: Results | None
    """The odds of results, where they are exact."""
    no_results: str
    """Why there are none."""
    table: Chart | TwoCardChart | None
    """The chart to show: the best one, or the one that was found."""
    by_table: Solution | None
    """What the best chart is worth, where the best play was asked for."""
    seconds: float
    command: str
    """The command that solves the same; empty where no command can ask for it."""
    learnt: Learnt | None = None
    odds: Mapping[str, DealerOdds] = field(default_factory=dict)
    removal: Mapping[str, float] = field(default_factory=dict)
    decks: Mapping[int | str, Solution] = field(default_factory=dict)
    exceptions: tuple[ExceptionalHand, ...] | None = None
    """The hands that the chart, or the best one, gets wrong; None if nobody asked."""

    @property
    def shoe(self) -> str:
        """The shoe in words, with the rules about it that exact values do not consider."""
        return shoe_text(self.preset.rules, self.solution)


@dataclass(frozen=True)
class Wanted:
    """What is wanted besides the worth."""

    best_chart: bool = True
    """The best chart, where the best play is asked for."""
    results: bool = False
    """The odds of results: raise an error if they are not known, rather than say why."""
    odds: bool = False
    removal: bool = False
    decks: bool = False
    exceptions: bool = False


def find_answer(
    preset: Preset,
    rules: Rules,
    *,
    chart: str | None,
    table: str | None,
    removed: tuple[Card, ...],
    bet: int,
    wanted: Wanted,
    command: str,
    show: Callable[[str], None],
) -> Answer:
    """Solve for a chart by name, for the Q-table in a file, or for the best play.

    ``show`` is called with the name of each step before it is taken.
    """
    learnt = None if table is None else load_table(table, rules)
    began = time.monotonic()
    show("solving")
    way: Charted | Policy | None
    if learnt is None:
        way, play = way_named(rules, chart, removed)
    else:
        way, play = policy_of(learnt), f"what the Q-table {table} has learnt"
    question = Question(rules, way, removed)
    solution = question.solve()
    seconds = time.monotonic() - began
    show("counting up results")
    results, why = (question.results(), "") if wanted.results else question.results_or_why()
    shown: Chart | TwoCardChart | None = None
    by_table = None
    if way is None and wanted.best_chart:
        show("finding the best chart")
        shown, by_table = question.best_chart()
    elif chart in (BEST, TWO_CARD):
        assert isinstance(way, Chart | TwoCardChart)
        shown = way
    removal: dict[str, float] = {}
    if wanted.removal:
        show("taking one card after another away")
        removal = question.effects_of_removal()
    decks: dict[int | str, Solution] = {}
    if wanted.decks:
        show("solving for 1 to 8 decks and an infinite shoe")
        decks = question.edges_by_decks()
    exceptions = None
    if wanted.exceptions:
        show("looking for hands that the chart gets wrong")
        exceptions = question.exceptions(shown)
    return Answer(
        preset=preset,
        rules=rules,
        bet=bet,
        play=play,
        chart=chart,
        solution=solution,
        results=results,
        no_results=why,
        table=shown,
        by_table=by_table,
        seconds=seconds,
        command=command,
        learnt=None if learnt is None else look_into(learnt, rules),
        odds=question.dealer_odds() if wanted.odds else {},
        removal=removal,
        decks=decks,
        exceptions=exceptions,
    )


def shoe_text(rules: Rules, solution: Solution) -> str:
    """The shoe in words; it is freshly shuffled, whatever the rules say about shuffling.

    >>> from cutcard.blackjack.exact.solution import solve
    >>> shoe_text(Rules(decks=1), solve(Rules(decks=1)))
    '1 deck, every order alike, freshly shuffled (not looked at: reshuffle = 75%)'
    """
    if rules.decks == "infinite":
        return solution.shoe
    unseen = []
    if rules.shuffle is not Shuffle.UNIFORM:
        unseen.append(f"shuffle = {rules.shuffle}")
    if rules.reshuffle != "every-round":
        unseen.append(f"reshuffle = {rules.reshuffle}")
    note = f" (not looked at: {', '.join(unseen)})" if unseen else ""
    return f"{solution.shoe}, freshly shuffled{note}"
