"""The list of what is compiled ahead: every compiled function, called as the package calls it.

Each piece of work is small. A function is compiled for the types of arguments that it gets here, so
a new compiled function, or one that is called in a new way, joins by a call of it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

import cutcard as cc
from cutcard.blackjack.exact.advice import advise
from cutcard.blackjack.exact.chart_search import best_chart
from cutcard.blackjack.exact.departures import Shoes, Window, worths_against
from cutcard.blackjack.exact.results import results_of
from cutcard.blackjack.exact.solution import Plan, solve, value_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel import floor_steps, floor_tables
from cutcard.blackjack.kernel.choices import compile_choices
from cutcard.blackjack.kernel.compiler import compile_automaton
from cutcard.blackjack.kernel.counting import count_tables
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.kernel.outcomes import OUTCOMES
from cutcard.blackjack.kernel.pack import packed
from cutcard.blackjack.kernel.random import below, fill_values, seeded, shuffle_part
from cutcard.blackjack.kernel.scalar import play_alone
from cutcard.blackjack.rules import Rules as BlackjackRules
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.blockhead.equilibrium import first_bids, response
from cutcard.blockhead.equilibrium.biddings import PLAIN
from cutcard.blockhead.equilibrium.card_tree import CardTree
from cutcard.blockhead.equilibrium.last_bids import answer_raise
from cutcard.blockhead.equilibrium.lead_tree import unseen
from cutcard.blockhead.equilibrium.luck import shipped_worths
from cutcard.blockhead.equilibrium.real_deck import Blocks, ExploiterScope
from cutcard.blockhead.equilibrium.response_files import shipped_policy_response
from cutcard.blockhead.equilibrium.response_player import PolicyExploiter
from cutcard.blockhead.equilibrium.response_walk import choose_last, choose_second
from cutcard.blockhead.equilibrium.saved import shipped_equilibrium
from cutcard.blockhead.equilibrium.schedules import SCHEDULES
from cutcard.blockhead.equilibrium.solver import Solver
from cutcard.blockhead.exact.exploiter import Exploiter
from cutcard.blockhead.exact.response import find_response
from cutcard.blockhead.exact.spot_saved import SpotResponsePolicy
from cutcard.blockhead.exact.table_values import value_of_tables
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.players import PLAYERS
from cutcard.blockhead.policy_files import SpotPolicy
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import ACTIONS, CERTAIN, STAY, spots_of
from cutcard.editions.easy.many import ManyRounds
from cutcard.editions.easy.shoes import RandomShoe
from cutcard.lab.kernel_choice import Kernel, play_block
from cutcard.lab.pairs import play_on_engine, play_on_kernel
from cutcard.learn import poker_tuition, tuition
from cutcard.learn.situations import situations_of
from cutcard.study.spot_exploits import exploit_spots

SHORT: Final = Rules(deals=1, deck="A-2", streets="du u", least_raise=10)
"""Blockhead Poker with few cards, bets and deals."""

FEW: Final = np.array([6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
"""The cards left of each value in a deck with six."""


def _seated(name: str, *, indexed: bool = False, **changes: Any) -> tuple[BlackjackRules, Strategy]:
    """A game's rules and a way to play it, by its chart alone or by a count with index plays."""
    game = cc.game(name, **changes)
    if not indexed:
        return game.rules, Strategy.flat(game.chart)
    return game.rules, Strategy.counting(game.chart, load_count("hi-lo"), indices="all")[0]


def infinite_shoes() -> None:
    """Rounds of an infinite shoe, many at once and one after the other."""
    rules, strategy = _seated("easy")
    play_block(rules, strategy, 1, 0, 30_000, Kernel.WAVEFRONT)
    automaton = compile_automaton(rules, strategy.charts.charts)
    pack = packed(automaton, count_tables(rules, strategy.charts, None))
    play_alone(pack, seeded(1), rules, 300, np.zeros((129, OUTCOMES), np.int64), None)
    cards = np.zeros(96, np.uint8)
    fill_values(seeded(2), cards, 0, 80)
    shuffle_part(seeded(3), cards, 0, 52, 52)
    below(seeded(4), 27)


def finite_shoes() -> None:
    """Rounds of whole decks, in lanes and one after the other; the deep shoes run dry."""
    for decks, indexed, reshuffle in product((2, 8), (False, True), (1, 26)):
        seated = _seated("vegas-strip", indexed=indexed, decks=decks, reshuffle=reshuffle)
        play_block(*seated, 1, 0, 512 * 52 * decks // 3, Kernel.LANES)
        play_block(*seated, 1, 0, 300, Kernel.SCALAR)


def riffled_decks() -> None:
    """Rounds from one deck, riffled."""
    for indexed in (False, True):
        play_block(*_seated("ve280", indexed=indexed), 1, 0, 500, Kernel.SCALAR)


def whole_tables() -> None:
    """Rounds of several seats, from infinite and from finite shoes."""
    for game in ("easy", "vegas-strip"):
        rules, strategy = _seated(game)
        table = strategy.at_table(2, 2, strategy.charts.at(0))
        play_block(rules, table, 1, 0, 300, Kernel.TABLE)


def easy_hands() -> None:
    """Hands of the easy edition, silent and aloud."""
    rules, strategy = _seated("easy")
    kernel = ManyRounds(rules, strategy.charts.at(0))
    pile = RandomShoe(1).pile()
    kernel.count(pile, 1000)
    list(kernel.tell(pile, 1000))


def solutions() -> None:
    """What rounds are worth, what plays are best, and the odds of results."""
    for decks in ("infinite", 2):
        game = cc.game("vegas-strip", decks=decks, max_hands=2)
        solve(game.rules)
        value_of(game.rules, game.chart)
        best_chart(game.rules)
        results_of(game.rules)
        advise(game.rules, Hand.of("8 8"), Hand.of("T"))


def index_numbers() -> None:
    """What actions are worth from shoes that are played out in part, and how far they scatter."""
    game = cc.game("vegas-strip", decks=2)
    left = np.array([[*[6] * 9, 24]])
    shoe = Shoes(left, np.array([2]), np.ones(1), np.full(1, 0.001))
    plan, window = Plan(game.rules, game.chart), Window(-9, 9)
    worths_against(plan, game.rules, load_count("hi-lo"), 9, range(70), shoe, shoe, window)


def lessons() -> None:
    """Rounds that a chart is learnt from."""
    rules, _ = _seated("vegas-strip")
    hits = np.ones(situations_of(rules).number, np.int64)
    for method in tuition.Method:
        tuition.play_block(rules, method, hits, hits, 1, 0, rounds=1000)


def waiting_tables() -> None:
    """Tables that wait for actions, moved on together."""
    many = 64
    for game in ("easy", "vegas-strip"):
        rules, _ = _seated(game)
        count = None if rules.decks == "infinite" else load_count("hi-lo")
        observed = Observed(rules, (1, 2), count is not None, count)
        floor = floor_tables.floor_of(observed, many)
        choices = compile_choices(rules, observed.bets)
        tables = (*floor_tables.game_of(choices, observed), *floor)
        floor_tables.seed_tables(floor, observed, range(many), list(range(many)))
        seen, last_seen = np.zeros((2, many, len(observed.sizes)), np.int16)
        masks = np.zeros((many, 8), np.int8)
        told = (seen, last_seen, np.zeros(many), *np.zeros((2, many), np.bool_), masks)
        floor_steps.begin_rounds(*tables, np.ones(many, np.bool_), seen, masks)
        for _ in range(20):
            actions = masks.argmax(axis=1)
            floor_steps.step_tables(*tables, actions, floor_steps.SAME_STEP, 0, many, *told)


def duels() -> None:
    """Pairs of games of Blockhead Poker, in which players of every kind take part."""
    for pair in ("alpha caller", "random raiser", "beta exploiter", "nash alpha"):
        play_on_kernel(*pair.split(), Rules(deals=3), 1, range(2))


def players() -> None:
    """Games against Beta, and against a player who looks ahead."""
    for player in ("beta", "against:beta"):
        play_on_engine(player, "raiser", Rules(deals=3), 1, range(1))


def poker_lessons() -> None:
    """Deals that a policy is learnt from; its duels are games like others."""
    rules = SHELF.load("small").rules
    methods = poker_tuition.PokerMethod
    for name, method in (("alpha", methods.Q_LEARNING), ("self", methods.REGRET_MATCHING)):
        opponent = poker_tuition.Opponent(name, rules)
        course = poker_tuition.PokerTuition(rules, opponent, method, 1)
        course.play_block(*course.stage.pupil.lesson, 0, deals=1000)


def exact_duels() -> None:
    """What players of Blockhead Poker are worth against each other, and a best response."""
    rules = Rules(deals=1, deck="A-3", streets="du u", least_raise=10)
    value_of_tables("alpha", "random", rules)
    found = find_response("alpha", rules)
    found.earnings()
    players = [Exploiter(found), PLAYERS["alpha"](Random(1))]
    Game(rules, players, FreshDeck(1, deck=rules.deck)).play_game()


def spot_responses() -> None:
    """A best response to a policy of spots, and a game that it plays."""
    odds = np.zeros((spots_of(SHORT).number, ACTIONS), np.uint8)
    odds[:, STAY] = CERTAIN
    policy = SpotPolicy("blockhead", SHORT, odds)
    best = SpotResponsePolicy(exploit_spots(policy, SHORT).response, "best")
    players = [one.player(Random(1), SHORT) for one in (best, policy)]
    Game(SHORT, players, FreshDeck(1, deck=SHORT.deck)).play_game()


def equilibria() -> None:
    """Steps towards an equilibrium of Blockhead Poker, an exploiter, and worths with open hands."""
    tiny = CardTree.of(Rules(deck="A-2", streets="d u", least_raise=10))
    for precision in (np.float32, np.float64):
        solver = Solver(tiny.tree, tiny.tables, SCHEDULES["discounted"], precision=precision)
        solver.iterate()
        solver.exploitability(solver.average())
    third = np.zeros((7, 19, 7, 19, 20, 10))
    blocks = Blocks(third[0, 0, 0, 0].copy(), third[0, 0].copy(), third)
    ten = np.array([10], np.int32)
    exploiter = ExploiterScope(ten, ten, np.zeros(1), np.zeros(1))
    first_bids.exploit_start(FEW, 0, 10.0, 0, PLAIN, blocks, exploiter)
    row = np.zeros(10)
    answer_raise(FEW, row, np.zeros((3, 10)), row, 5.0, 10.0, 10.0, np.zeros((3, 10)))
    first_bids.read_upwards(5.0, 3.0, 6.0, 10.0, 10.0, 0.5)
    first_bids.fold_share(FEW, row, row)
    shipped_worths(Rules()).after(10.0, 0).second(3, 4, [0, 9], unseen((3, 4)))


def policy_responses() -> None:
    """A best response to a policy after few cards, and games that the shipped one plays."""
    rules = Rules(deals=3)
    nash = shipped_equilibrium(rules)
    stored = nash.blueprint.beginnings[10, 18, 0]
    policy = response.arrivals_of(stored, 10)
    response.solve_start(FEW, 18, stored, policy, 10)
    counts, rows = FEW.astype(np.float64), policy.second[0, 0]
    choose_second(counts, 0, 1, 10.0, rows, np.zeros((10, 7)))
    choose_last(counts, 0, 0, 1, 10.0, rows)
    known = shipped_policy_response(nash.blueprint)
    assert known is not None
    players = [PolicyExploiter(known, Random(1)), nash.player(Random(2), rules)]
    Game(rules, players, FreshDeck(1)).play_game()


class Work(NamedTuple):
    """What a part is compiled for."""

    functions: int
    """About how many functions numba compiles for it."""
    pieces: tuple[Callable[[], None], ...]
    apart: bool = False
    """Whether large functions stay apart from their callers: the loops of rounds need all
    registers."""


PARTS: Final[dict[str, Work]] = {
    "simulation": Work(63, (infinite_shoes, riffled_decks, easy_hands), apart=True),
    "exact": Work(43, (solutions, index_numbers)),
    "lanes": Work(74, (finite_shoes,), apart=True),
    "poker": Work(283, (duels,)),
    "poker-players": Work(30, (players,)),
    "learning": Work(47, (lessons,)),
    "seats": Work(39, (whole_tables,)),
    "stepping": Work(52, (waiting_tables,)),
    "poker-exact": Work(184, (exact_duels, spot_responses)),
    "poker-equilibrium": Work(179, (equilibria, policy_responses)),
    "poker-learning": Work(60, (poker_lessons,)),
}
"""The work of each part."""
