"""Engine, compiled tables, exact solver and chart page read every cell of a chart alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations_with_replacement

import numpy as np
import pytest
from blackjack.kernel.judge import cards_of, flat, happened, kernel_rounds, packed

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.hands import number_of
from cutcard.blackjack.exact.policy import ACTIONS, ANSWERS
from cutcard.blackjack.exact.solution import Plan
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import chart_names, load_chart, load_preset, preset_names
from cutcard.blackjack.round import CHANCE, Round
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import PAIR_ROWS, UP_CARD, Chart, UnfitChart, row_of
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.cards import RANKS
from cutcard.driver import play
from cutcard.shoes import ScriptedShoe
from cutcard.study.chart_worths import worths_of

NO_SPLITS = "max_hands=1"

GAMES = [
    *((name, []) for name in preset_names()),
    *((name, [NO_SPLITS]) for name in preset_names() if load_preset(name).rules.max_hands > 1),
    ("vegas-strip", [NO_SPLITS, "surrender=early"]),
    ("vegas-strip", ["max_hands=2", "hit_split_aces=true", "surrender=early"]),
]


def rules_of(game: str, changes: list[str]) -> Rules:
    return load_preset(game).changed(changes).rules


def fitting_charts(rules: Rules) -> Iterator[tuple[str, Chart]]:
    for name in chart_names():
        chart = load_chart(name)
        try:
            chart.check_fits(rules)
        except UnfitChart:
            continue
        yield name, chart


def first_cards(rules: Rules, chart: Chart) -> Iterator[list[int]]:
    """The first cards of rounds, in the order dealt: all two cards against a dealer a column."""
    state, order = Round.start(rules), []
    for value in (1, 2, 3, 4):
        if state.turn == CHANCE:
            state = state.apply(RANKS[value])
            order.append("player" if RANKS[value] in state.boxes[0].hand.cards else "dealer")
    held = list(combinations_with_replacement(range(10), 2))
    dealers = {chart.column_of(Hand((RANKS[up], RANKS[hole]))): (up, hole) for up, hole in held}
    for hand in held:
        for dealer in dealers.values():
            to = {"player": iter(hand), "dealer": iter(dealer)}
            yield [next(to[who]) for who in order]


Begun = Callable[[tuple[int, ...]], Round]


def begun(rules: Rules) -> Begun:
    """The engine's rounds by their first cards, which are the same for every chart."""

    @cache
    def after(dealt: tuple[int, ...]) -> Round:
        state = Round.start(rules)
        for value in dealt:
            state = state.apply(RANKS[value])
        return state

    return after


def decision(state: Round, chart: Chart) -> tuple[Hand, Hand, Action] | None:
    """The engine's hands after the first cards, and what a chart's player does first."""
    while state.turn >= 0:
        hand, dealer = state.boxes[0].hand, state.dealer
        action = ChartPlayer(chart).act(state.view(0))
        if action is not Action.DECLINE:
            return hand, dealer, action
        state = state.apply(action)
    return None


def played_on(state: Round, chart: Chart, later: list[int]) -> tuple[int, int, frozenset[str]]:
    """What the engine makes of a round with these further cards: net, cards used, happenings."""
    rest = cards_of(later)
    last = play(state, ScriptedShoe(rest), (ChartPlayer(chart),))
    return last.nets[0], len(later) - len(list(rest)), happened(last)


@pytest.mark.parametrize(("game", "changes"), GAMES)
def test_engine_and_tables_play_every_cell_alike(game, changes):
    rules = rules_of(game, changes)
    beginning = begun(rules)
    random = np.random.default_rng(15)
    for name, chart in fitting_charts(rules):
        ours, deals = [], []
        for dealt in first_cards(rules, chart):
            later = random.integers(10, size=28, dtype=np.uint8).tolist()
            net, used, happenings = played_on(beginning(tuple(dealt)), chart, later)
            ours.append((net, len(dealt) + used, happenings))
            deals.append([*dealt, *later[:used]])
        strategy, cards = flat(chart), np.array(list(chain(*deals)), np.uint8)
        theirs = kernel_rounds(rules, strategy, packed(rules, strategy), cards, below=1)
        for mine, yours, values in zip(ours, theirs, deals, strict=True):
            assert mine == yours[:3], (name, values)


@pytest.mark.parametrize(("game", "changes"), GAMES)
def test_engine_and_solver_play_every_cell_alike(game, changes):
    # The cards left change what a play is worth, not which one a chart takes.
    rules = rules_of(game, [*changes, "decks=infinite", "shuffle=uniform", "reshuffle=every-round"])
    beginning = begun(rules)
    for name, chart in fitting_charts(rules):
        plan = Plan(rules, chart)
        blind = chart.columns == UP_CARD and rules.hole_card is HoleCard.OPEN
        worths = {} if blind else worths_of(rules, chart)
        for dealt in first_cards(rules, chart):
            decided = decision(beginning(tuple(dealt)), chart)
            if decided is None or decided[0].total >= 21:
                continue
            hand, dealer, action = decided
            plays = plan.against(dealer)
            answer = ANSWERS[int(plays.answers[number_of(hand)])]
            first = ACTIONS[int(plays.firsts[number_of(hand)])]
            assert (answer if answer is Action.SURRENDER else first) is action, (name, hand, dealer)
            if not blind:
                worth = worths[row_of(hand), chart.column_of(dealer)]
                assert worth.played is action, (name, hand, dealer)


def test_a_pair_that_may_not_be_split_is_played_by_its_hard_total():
    cells = {("16", "10"): "Rh", ("12", "10"): "S", ("20", "10"): "S", ("4", "10"): "H"}
    chart = load_chart("vegas-strip")
    changed = Chart(
        chart.columns,
        {**chart.cells, **cells, **{(pair, "10"): "P" for pair in PAIR_ROWS}},
    )
    legal = (Action.STAND, Action.HIT, Action.SURRENDER)
    assert changed.choice("88", "10", legal) is Action.SURRENDER
    assert changed.choice("AA", "10", legal) is Action.STAND
    assert changed.choice("TT", "10", legal) is Action.STAND
    assert changed.choice("22", "10", legal) is Action.HIT


@pytest.mark.parametrize(
    ("hand", "dealer", "hits"), [("6 5", "6", True), ("A 7", "6", False), ("8 8", "T", True)]
)
def test_where_all_there_is_to_do_is_hit_or_stand_the_first_of_these_counts(hand, dealer, hits):
    # Ds, Dh and a pair's P in the chart: its player at a cs50 table may not double or split.
    up_card = Hand.of(dealer).cards[0]
    assert load_chart("vegas-strip").hits(Hand.of(hand), up_card) is hits
