"""The list of what the library holds: every compiled function, called as the package calls it.

Each piece of work is small. A function is compiled for the types of arguments that it gets here, so
a new compiled function, or one that is called in a new way, joins by a call of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from cutcard.blackjack.rules import Rules
    from cutcard.blackjack.strategy.strategy import Strategy


def _seated(name: str, *, indexed: bool = False, **changes: Any) -> tuple[Rules, Strategy]:
    """A game's rules and a way to play it, by its chart alone or by a count with index plays."""
    import cutcard as cc
    from cutcard.blackjack.strategy.count_files import load_count
    from cutcard.blackjack.strategy.strategy import Strategy

    game = cc.game(name, **changes)
    if not indexed:
        return game.rules, Strategy.flat(game.chart)
    return game.rules, Strategy.counting(game.chart, load_count("hi-lo"), indices="all")[0]


def infinite_shoes() -> None:
    """Rounds of an infinite shoe, many at once and one after the other."""
    import numpy as np

    from cutcard.blackjack.kernel.compiler import compile_automaton
    from cutcard.blackjack.kernel.counting import count_tables
    from cutcard.blackjack.kernel.outcomes import OUTCOMES
    from cutcard.blackjack.kernel.pack import packed
    from cutcard.blackjack.kernel.random import below, fill_values, seeded, shuffle_part
    from cutcard.blackjack.kernel.scalar import play_alone
    from cutcard.lab.kernel_choice import Kernel, play_block

    rules, strategy = _seated("easy")
    play_block(rules, strategy, 1, 0, 30_000, Kernel.WAVEFRONT)
    automaton = compile_automaton(rules, strategy.charts.charts)
    pack = packed(automaton, count_tables(rules, strategy.charts, None))
    counts = np.zeros((129, OUTCOMES), np.int64)
    play_alone(pack, seeded(1), rules, 300, counts, None)
    cards = np.zeros(96, np.uint8)
    fill_values(seeded(2), cards, 0, 80)
    shuffle_part(seeded(3), cards, 0, 52, 52)
    below(seeded(4), 27)


def finite_shoes() -> None:
    """Rounds of whole decks, in lanes and one after the other; the deep shoes run dry."""
    from cutcard.lab.kernel_choice import Kernel, play_block

    for decks in (2, 8):
        for indexed in (False, True):
            for deep in (False, True):
                changes = {"decks": decks, "reshuffle": 1 if deep else 26}
                rules, strategy = _seated("vegas-strip", indexed=indexed, **changes)
                for kernel in (Kernel.LANES, Kernel.SCALAR):
                    rounds = 512 * 52 * decks // 3 if kernel is Kernel.LANES else 300
                    play_block(rules, strategy, 1, 0, rounds, kernel)


def riffled_decks() -> None:
    """Rounds from one deck, riffled."""
    from cutcard.lab.kernel_choice import Kernel, play_block

    for indexed in (False, True):
        play_block(*_seated("ve280", indexed=indexed), 1, 0, 500, Kernel.SCALAR)


def easy_hands() -> None:
    """Hands of the easy edition, silent and aloud."""
    from cutcard.editions.easy.many import ManyRounds
    from cutcard.editions.easy.shoes import RandomShoe

    rules, strategy = _seated("easy")
    kernel = ManyRounds(rules, strategy.charts.at(0))
    pile = RandomShoe(1).pile()
    kernel.count(pile, 1000)
    list(kernel.tell(pile, 1000))


def solutions() -> None:
    """What rounds are worth, what plays are best, and the odds of results."""
    import cutcard as cc
    from cutcard.blackjack.exact.advice import advise
    from cutcard.blackjack.exact.chart_search import best_chart
    from cutcard.blackjack.exact.results import results_of
    from cutcard.blackjack.exact.solution import solve, value_of
    from cutcard.blackjack.hand import Hand

    for decks in ("infinite", 2):
        game = cc.game("vegas-strip", decks=decks, max_hands=2)
        rules = game.rules
        solve(rules)
        value_of(rules, game.chart)
        best_chart(rules)
        results_of(rules)
        advise(rules, Hand.of("8 8"), Hand.of("T"))


def duels() -> None:
    """Pairs of games of Blockhead Poker, in which players of every kind take part."""
    from cutcard.blockhead.rules import Rules
    from cutcard.lab.pairs import play_on_engine, play_on_kernel

    for first, second in (
        ("alpha", "caller"),
        ("random", "raiser"),
        ("beta", "exploiter"),
        ("nash", "alpha"),
    ):
        play_on_kernel(first, second, Rules(deals=3), 1, range(2))
    for player in ("beta", "against:beta"):
        play_on_engine(player, "raiser", Rules(deals=3), 1, range(1))


def exact_duels() -> None:
    """What players of Blockhead Poker are worth against each other, and a best response."""
    from random import Random

    from cutcard.blockhead.exact.exploiter import Exploiter
    from cutcard.blockhead.exact.response import find_response
    from cutcard.blockhead.exact.table_values import value_of_tables
    from cutcard.blockhead.fresh_deck import FreshDeck
    from cutcard.blockhead.game import Game
    from cutcard.blockhead.players import PLAYERS
    from cutcard.blockhead.rules import Rules

    rules = Rules(deals=1, deck="A-3", streets="du u", least_raise=10)
    value_of_tables("alpha", "random", rules)
    response = find_response("alpha", rules)
    response.earnings()
    players = [Exploiter(response), PLAYERS["alpha"](Random(1))]
    Game(rules, players, FreshDeck(1, deck=rules.deck)).play_game()


def rounds_not_rounded() -> None:
    """What a bidding round is worth if prospects are not rounded, as tests ask for it."""
    import numpy as np

    from cutcard.blockhead.exact.endings import round_worths
    from cutcard.blockhead.exact.flow import first_moments, moments_in, table_of_moments
    from cutcard.blockhead.exact.foresight import RANGES, Spot
    from cutcard.blockhead.exact.prospects import Table
    from cutcard.blockhead.rules import Rules

    table = Table.against("alpha", Rules(deals=1, deck="A-2", streets="du u", least_raise=10))
    moments = table_of_moments(1 << 10)
    first_moments(table.deck, table.streets[0], *moments)
    own, lead, counts, _ = next(moments_in(*moments))
    prospects = np.zeros((len(table.pots.sizes), RANGES))
    to_here = np.cumsum(counts).astype(np.float64)
    spot = Spot(1, lead, own, to_here, table.pots.sizes / 2, prospects, 1.0)
    round_worths(table.foe, table.pots, spot, True, np.empty_like(prospects))


def spot_responses() -> None:
    """A best response to a policy of spots, and a game that it plays."""
    from random import Random

    import numpy as np

    from cutcard.blockhead.exact.spot_saved import SpotResponsePolicy
    from cutcard.blockhead.fresh_deck import FreshDeck
    from cutcard.blockhead.game import Game
    from cutcard.blockhead.policy_files import SpotPolicy
    from cutcard.blockhead.rules import Rules
    from cutcard.blockhead.spots import ACTIONS, CERTAIN, STAY, spots_of
    from cutcard.study.spot_exploits import exploit_spots

    rules = Rules(deals=1, deck="A-2", streets="du u", least_raise=10)
    odds = np.zeros((spots_of(rules).number, ACTIONS), np.uint8)
    odds[:, STAY] = CERTAIN
    policy = SpotPolicy("blockhead", rules, odds)
    best = SpotResponsePolicy(exploit_spots(policy, rules).response, "best")
    players = [one.player(Random(1), rules) for one in (best, policy)]
    Game(rules, players, FreshDeck(1, deck=rules.deck)).play_game()


def equilibria() -> None:
    """Steps towards an equilibrium of Blockhead Poker, an exploiter, and worths with open hands."""
    import numpy as np

    from cutcard.blockhead.equilibrium.biddings import PLAIN
    from cutcard.blockhead.equilibrium.card_tree import CardTree
    from cutcard.blockhead.equilibrium.first_bids import exploit_start, fold_share, read_upwards
    from cutcard.blockhead.equilibrium.last_bids import answer_raise
    from cutcard.blockhead.equilibrium.lead_tree import unseen
    from cutcard.blockhead.equilibrium.luck import shipped_worths
    from cutcard.blockhead.equilibrium.real_deck import Blocks, ExploiterScope
    from cutcard.blockhead.equilibrium.schedules import SCHEDULES
    from cutcard.blockhead.equilibrium.solver import Solver
    from cutcard.blockhead.rules import Rules

    tiny = CardTree.of(Rules(deck="A-2", streets="d u", least_raise=10))
    for precision in (np.float32, np.float64):
        solver = Solver(tiny.tree, tiny.tables, SCHEDULES["discounted"], precision=precision)
        solver.iterate()
        solver.exploitability(solver.average())
    few = np.array([6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    third = np.zeros((7, 19, 7, 19, 20, 10))
    blocks = Blocks(third[0, 0, 0, 0].copy(), third[0, 0].copy(), third)
    ten = np.array([10], np.int32)
    exploiter = ExploiterScope(ten, ten, np.zeros(1), np.zeros(1))
    exploit_start(few, 0, 10.0, 0, PLAIN, blocks, exploiter)
    row = np.zeros(10)
    answer_raise(few, row, np.zeros((3, 10)), row, 5.0, 10.0, 10.0, np.zeros((3, 10)))
    read_upwards(5.0, 3.0, 6.0, 10.0, 10.0, 0.5)
    fold_share(few, row, row)
    shipped_worths(Rules()).after(10.0, 0).second(3, 4, [0, 9], unseen((3, 4)))


def policy_responses() -> None:
    """A best response to a policy after few cards, and games that the shipped one plays."""
    from random import Random

    import numpy as np

    from cutcard.blockhead.equilibrium.response import arrivals_of, solve_start
    from cutcard.blockhead.equilibrium.response_files import shipped_policy_response
    from cutcard.blockhead.equilibrium.response_player import PolicyExploiter
    from cutcard.blockhead.equilibrium.response_walk import choose_last, choose_second
    from cutcard.blockhead.equilibrium.saved import shipped_equilibrium
    from cutcard.blockhead.fresh_deck import FreshDeck
    from cutcard.blockhead.game import Game
    from cutcard.blockhead.rules import Rules

    few = np.array([6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    rules = Rules(deals=3)
    nash = shipped_equilibrium(rules)
    stored = nash.blueprint.beginnings[10, 18, 0]
    policy = arrivals_of(stored, 10)
    solve_start(few, 18, stored, policy, 10)
    counts, rows = few.astype(np.float64), policy.second[0, 0]
    choose_second(counts, 0, 1, 10.0, rows, np.zeros((10, 7)))
    choose_last(counts, 0, 0, 1, 10.0, rows)
    response = shipped_policy_response(nash.blueprint)
    assert response is not None
    players = [PolicyExploiter(response, Random(1)), nash.player(Random(2), rules)]
    Game(rules, players, FreshDeck(1)).play_game()


def waiting_tables() -> None:
    """Tables that wait for actions, moved on together."""
    import numpy as np

    from cutcard.blackjack.kernel.choices import compile_choices
    from cutcard.blackjack.kernel.floor_steps import SAME_STEP, begin_rounds, step_tables
    from cutcard.blackjack.kernel.floor_tables import floor_of, game_of, seed_tables
    from cutcard.blackjack.kernel.observations import Observed
    from cutcard.blackjack.strategy.count_files import load_count

    many = 64
    for game in ("easy", "vegas-strip"):
        rules, _ = _seated(game)
        count = None if rules.decks == "infinite" else load_count("hi-lo")
        observed = Observed(rules, (1, 2), count is not None, count)
        choices = compile_choices(rules, observed.bets)
        floor = floor_of(observed, many)
        tables = (*game_of(choices, observed), *floor)
        seed_tables(floor, observed, range(many), list(range(many)))
        seen, last_seen = np.zeros((2, many, len(observed.sizes)), np.int16)
        masks = np.zeros((many, 8), np.int8)
        gains, ended = np.zeros(many), np.zeros(many, np.bool_)
        begin_rounds(*tables, np.ones(many, np.bool_), seen, masks)
        for _ in range(20):
            actions = masks.argmax(axis=1)
            told = (seen, last_seen, gains, ended, np.zeros(many, np.bool_), masks)
            step_tables(*tables, actions, SAME_STEP, 0, many, *told)


def lessons() -> None:
    """Rounds that a chart is learnt from."""
    import numpy as np

    from cutcard.learn.situations import situations_of
    from cutcard.learn.tuition import Method, play_block

    rules, _ = _seated("vegas-strip")
    hits = np.ones(situations_of(rules).number, np.int64)
    for method in Method:
        play_block(rules, method, hits, hits, 1, 0, rounds=1000)


def poker_lessons() -> None:
    """Deals that a policy is learnt from, and a duel of it."""
    from cutcard.blockhead.presets import SHELF
    from cutcard.learn.poker_tuition import Opponent, PokerMethod, PokerTuition

    rules = SHELF.load("small").rules
    for name, method in (("alpha", PokerMethod.Q_LEARNING), ("self", PokerMethod.REGRET_MATCHING)):
        tuition = PokerTuition(rules, Opponent(name, rules), method, 1)
        odds, worths = tuition.stage.pupil.lesson
        tuition.play_block(odds, worths, 0, deals=1000)
        tuition.duel(odds, range(2))


def index_numbers() -> None:
    """What actions are worth from shoes that are played out in part, and how far they scatter."""
    import numpy as np

    import cutcard as cc
    from cutcard.blackjack.exact.departures import Shoes, Window, worths_against
    from cutcard.blackjack.exact.solution import Plan
    from cutcard.blackjack.strategy.count_files import load_count

    game = cc.game("vegas-strip", decks=2)
    left = np.array([[*[6] * 9, 24]])
    shoe = Shoes(left, np.array([2]), np.ones(1), np.full(1, 0.001))
    plan = Plan(game.rules, game.chart)
    window, rows = Window(-9, 9), range(70)
    worths_against(plan, game.rules, load_count("hi-lo"), 9, rows, shoe, shoe, window)


def whole_tables() -> None:
    """Rounds of several seats, from infinite and from finite shoes."""
    from cutcard.lab.kernel_choice import Kernel, play_block

    for game in ("easy", "vegas-strip"):
        rules, strategy = _seated(game)
        table = strategy.at_table(2, 2, strategy.charts.at(0))
        play_block(rules, table, 1, 0, 300, Kernel.TABLE)


ROUNDS: Final = (infinite_shoes, finite_shoes, riffled_decks, easy_hands)
"""Rounds of blackjack, whose loops need all registers: what they call stays apart from them."""

PARTS: Final[tuple[tuple[Callable[[], None], ...], ...]] = (
    (duels, poker_lessons, spot_responses, policy_responses),
    (exact_duels, rounds_not_rounded, equilibria),
    ROUNDS,
    (solutions, lessons, index_numbers),
    (waiting_tables, whole_tables),
)
"""Parts that compile hardly any function twice: cores share them, the longest first."""
