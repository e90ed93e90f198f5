"""The games for OpenSpiel: its own tests, the engine's gains, exact values and secrets."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

import cutcard as cc
import cutcard.envs.spiel
from cutcard.blackjack.presets import preset_names
from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.deal import Deal
from cutcard.blockhead.presets import SHELF
from cutcard.envs.spiel.tree import tree_policy, whole_tree
from cutcard.errors import CutcardError

BLOCKHEAD = "python_cutcard_blockhead"
TINY = "python_cutcard_small_blockhead(changes=streets:d u;raises:1)"

STAND = 0

GAMES = [
    *(f"{BLOCKHEAD}(rules={name})" for name in SHELF.names()),
    *(f"{BLOCKHEAD}(changes=seats:{seats})" for seats in (3, 4, 5)),
    f"{BLOCKHEAD}(changes=streets:u dd u;raises:0)",
    f"{BLOCKHEAD}(rules=real-poker,changes=seats:3;tied_pot:split)",
    "python_cutcard_small_blockhead",
    TINY,
    "python_cutcard_blackjack",
    *(f"python_cutcard_blackjack(rules={name})" for name in preset_names()),
    "python_cutcard_blackjack(rules=vegas-strip,changes=insurance:true;surrender:early;decks:2)",
]


def moments(game: Any, seed: int) -> Iterator[Any]:
    """The states of a game that chance plays."""
    random = Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state.clone()
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, odds)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_every_game_at_random(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_bounds_hold_in_every_game(name: str) -> None:
    game = pyspiel.load_game(name)
    for seed in range(20):
        played = list(moments(game, seed))
        returns = played[-1].returns()
        assert game.min_utility() <= min(returns)
        assert max(returns) <= game.max_utility()
        chance = sum(state.is_chance_node() for state in played)
        assert chance <= game.max_chance_nodes_in_history()
        assert len(played) - 1 - chance <= game.max_game_length()
        if "blockhead" in name:
            assert sum(returns) == 0


def test_a_name_that_is_wrong_is_told_in_a_sentence() -> None:
    with pytest.raises(CutcardError, match="there is no game 'smal': did you mean small"):
        pyspiel.load_game(f"{BLOCKHEAD}(rules=smal)")
    with pytest.raises(CutcardError, match="there is no rule 'sets': did you mean seats"):
        pyspiel.load_game(f"{BLOCKHEAD}(changes=sets:3)")


def test_a_program_that_loads_the_games_ends_well() -> None:
    """What is registered must outlive Python itself."""
    code = (
        "import pyspiel, cutcard.envs.spiel; print(pyspiel.load_game('python_cutcard_blackjack'))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "python_cutcard_blackjack(changes=,rules=single-deck)\n"


def test_importing_cutcard_imports_none_of_it() -> None:
    code = (
        "import sys, cutcard; cutcard.deal('easy', '8s 6d 8h Tc'); "
        "print({'gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


# Blockhead.


def dealt(name: str, *kinds: int) -> Any:
    """A state after these kinds of card."""
    state = pyspiel.load_game(name).new_initial_state()
    for kind in kinds:
        state.apply_action(kind)
    return state


def test_chance_deals_values_with_the_odds_of_the_deck() -> None:
    state = dealt("python_cutcard_small_blockhead", 0, 0)
    assert state.chance_outcomes() == [(0, 0.2), (1, 0.4), (2, 0.4)]
    state = dealt(BLOCKHEAD)
    assert state.chance_outcomes()[8:] == [(8, 4 / 52), (9, 16 / 52)]
    assert state.action_to_string(9) == "deal 10"
    state = dealt(f"{BLOCKHEAD}(rules=real-poker)")
    assert len(state.chance_outcomes()) == 52


def test_returns_are_the_engines_gains() -> None:
    game = pyspiel.load_game(f"{BLOCKHEAD}(changes=seats:3)")
    for seed in range(50):
        *_, last = moments(game, seed)
        deal = Deal.start(game.rules)
        left = [list(cards) for cards in game.kinds.groups]
        for entry in last.full_history():
            if entry.player == pyspiel.PlayerId.CHANCE:
                deal = deal.apply(left[entry.action].pop(0))
            else:
                call = deal.to_call
                chips = {0: 0, 1: call}.get(entry.action, call + entry.action - 1)
                deal = deal.apply(chips)
        assert deal.over
        if not deal.left:
            assert last.returns() == list(deal.nets)
        else:
            assert sum(last.returns()) == 0


def test_a_tied_pot_is_halved() -> None:
    state = dealt("python_cutcard_small_blockhead", 0, 1, 1, 0)  # each has one and two
    for action in (2, 1):
        state.apply_action(action)
    for card in (2, 2):
        state.apply_action(card)
    for action in (1, 1):
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_strings_tell_what_a_player_knows() -> None:
    state = dealt("python_cutcard_small_blockhead", 2, 0, 1, 1)
    state.apply_action(2)
    assert str(state) == "0(3) 1(2) 0:1 1:2 r10"
    assert state.information_state_string(0) == "seat 0; hides 3; seen 0:1 1:2 r10"
    assert state.information_state_string(1) == "seat 1; hides 2; seen 0:1 1:2 r10"
    assert state.observation_string(1) == (
        "seat 1; hides 2; 0 shows 1, staked 20; 1 shows 2, staked 10; street 0; to call 10"
    )
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        "fold",
        "call 10",
        "raise 10",
    ]


@pytest.mark.parametrize("name", [name for name in GAMES if "blockhead" in name])
def test_a_player_is_told_nothing_of_the_others_hidden_cards(name: str) -> None:
    """All that differs is a card that lies face down before another seat."""
    game = pyspiel.load_game(name)
    rules = game.rules
    told = 0
    for seed in range(20):
        random = Random(seed)
        for state in moments(game, seed):
            if state.is_terminal():
                continue
            deal = state.moment.deal
            seat = random.randrange(rules.seats)
            hidden = [
                place
                for place, (where, down) in enumerate(_order(game))
                if down and where != seat and place < sum(len(h.cards) for h in deal.hands)
            ]
            if not hidden:
                continue
            twin = _with_another_card(game, state, random.choice(hidden), random)
            if twin is None:
                continue
            told += 1
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert twin.observation_string(seat) == state.observation_string(seat)
            assert twin.observation_tensor(seat) == state.observation_tensor(seat)
            assert str(twin) != str(state)
    assert told > 20 or "d" not in rules.streets


def _order(game: Any) -> list[tuple[int, bool]]:
    """To whom each card goes, and whether face down, while nobody folds."""
    rules = game.rules
    return [
        (seat, letter == "d")
        for street in rules.street_cards
        for seat in range(rules.seats)
        for letter in street
    ]


def _with_another_card(game: Any, state: Any, place: int, random: Random) -> Any:
    """The same history with another card in this place; None if there is none to put there."""
    left = [kind for kind, count in enumerate(state.moment.left) if count]
    twin = game.new_initial_state()
    cards = 0
    for entry in state.full_history():
        action = entry.action
        if twin.is_chance_node():
            if cards == place:
                others = [kind for kind in left if kind != action]
                if not others:
                    return None
                action = random.choice(others)
            cards += 1
        if action not in twin.legal_actions():
            return None
        twin.apply_action(action)
    return twin


def test_a_state_is_copied_without_being_changed() -> None:
    state = dealt("python_cutcard_small_blockhead", 2, 0, 1, 1)
    twin = state.clone()
    twin.apply_action(2)
    again = copy.deepcopy(state)
    assert str(state) == str(again) == "0(3) 1(2) 0:1 1:2"


# Solving.


def test_the_tree_is_the_game() -> None:
    """What can be gained against a player who bets at random is the same on both."""
    game = pyspiel.load_game(TINY)
    tree = whole_tree(game)
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    compiled = pyspiel.nash_conv(tree, pyspiel.UniformRandomPolicy(tree))
    assert compiled == pytest.approx(uniform, abs=1e-9)


def alphas_odds(state: Any) -> dict[int, float]:
    """What Alpha does in a state, as odds."""
    deal = state.moment.deal
    chips = Alpha().act(deal.view(deal.turn))
    return {action: float(_chips(deal, action) == chips) for action in state.legal_actions()}


def _chips(deal: Deal, action: int) -> int:
    """The chips of an action where all raises are 10."""
    return {0: 0, 1: deal.to_call, 2: deal.to_call + 10}[action]


def test_a_policy_is_worth_the_same_on_the_game_and_on_its_tree() -> None:
    """What can be gained against Alpha, by OpenSpiel's two independent best responses."""
    game = pyspiel.load_game(TINY)
    tree = whole_tree(game)
    slow = policy.tabular_policy_from_callable(game, alphas_odds)
    found = exploitability.nash_conv(game, slow)
    fast = tree_policy(game, tree, alphas_odds)
    assert pyspiel.nash_conv(tree, fast) == pytest.approx(found, abs=1e-9)
    assert found > 1


def test_openspiels_own_cfr_runs_on_the_game_and_on_its_tree() -> None:
    """The same iterations, in Python and compiled, on the game and on its tree."""
    game = pyspiel.load_game(TINY)
    slow = cfr.CFRSolver(game)
    tree = whole_tree(game)
    fast = pyspiel.CFRSolver(tree)
    for _ in range(3):
        slow.evaluate_and_update_policy()
        fast.evaluate_and_update_policy()
    found = exploitability.nash_conv(game, slow.average_policy())
    assert pyspiel.nash_conv(tree, fast.average_policy()) == pytest.approx(found, abs=1e-9)
    for _ in range(200):
        fast.evaluate_and_update_policy()
    assert pyspiel.nash_conv(tree, fast.average_policy()) < found / 10


# Blackjack.


def expected(state: Any, choose: Any) -> float:
    """What a way to play is worth from a state on, over all cards that may come."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        return sum(
            chance * expected(state.child(value), choose)
            for value, chance in state.chance_outcomes()
        )
    return expected(state.child(choose(state)), choose)


@pytest.mark.parametrize(("mine", "upcard"), [("T T", "9"), ("9 7", "T"), ("A 6", "7")])
def test_standing_is_worth_what_the_solver_says(mine: str, upcard: str) -> None:
    """In the order dealt: own card, hole card, own card, up card; any hole card may lie there."""
    game = pyspiel.load_game("python_cutcard_blackjack(rules=cs50)")
    first, second, up = ("A23456789T".index(text) for text in (*mine.split(), upcard))
    total = weight = 0.0
    for hole in range(10):
        state = game.new_initial_state()
        odds = 1.0
        for value in (first, hole, second, up):
            chances = dict(state.chance_outcomes())
            odds *= chances.get(value, 0.0)
            if not odds:
                break
            state.apply_action(value)
        if odds:
            total += odds * expected(state, lambda _: STAND)
            weight += odds
    advised = cc.advise("cs50", mine, upcard)
    assert total / weight == pytest.approx(advised[cc.Action.STAND], abs=1e-9)


def test_the_hole_card_is_told_to_nobody() -> None:
    """Single-deck: own card, up card, own card, hole card."""
    one, other = (dealt("python_cutcard_blackjack", 8, 5, 6, hole) for hole in (3, 9))
    assert str(one) == "0:9 D:6 0:7 D:? (hole 4)"
    assert one.information_state_string(0) == "seat 0; seen 0:9 D:6 0:7 D:?"
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.observation_tensor(0) == other.observation_tensor(0)


def test_the_deck_of_the_engine_is_the_deck_of_chance() -> None:
    state = dealt("python_cutcard_blackjack")
    assert state.chance_outcomes() == [*((value, 4 / 52) for value in range(9)), (9, 16 / 52)]
