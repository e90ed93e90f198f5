"""Batch play, and policies as tables: what they play, what they are worth, what they refuse."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from blackjack.kernel.judge import any_chart
from blackjack.made_up_games import any_rules
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cutcard as cc
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import HoleCard
from cutcard.blackjack.strategy.chart import BOTH_CARDS, UP_CARD, Chart
from cutcard.envs.batch import play_rounds
from cutcard.envs.blackjack import BlackjackEnv
from cutcard.envs.table_policies import SHAPE, TablePolicy
from cutcard.errors import Invalid


def plays_alike(rules: cc.Rules, policy: TablePolicy, chart: Chart, seed: int) -> None:
    """Hold a policy against a chart's answers on the engine, over some rounds."""
    env = BlackjackEnv(rules, render_mode="ansi")  # with a replay on the engine
    observation, info = env.reset(seed=seed)
    for _ in range(40):
        action = policy(observation[None], info["action_mask"][None])[0]
        state: Round = env._replay.state
        if state.legal:
            assert env._replay.action(action) is chart.action(state.view(0))
        observation, _, ended, _, info = env.step(action)
        assert not info["illegal"]
        if ended:
            observation, info = env.reset()


@settings(max_examples=60, deadline=None)
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_a_chart_as_a_policy_plays_what_the_chart_plays(rules: cc.Rules, seed: int) -> None:
    columns = BOTH_CARDS if rules.hole_card is HoleCard.OPEN else UP_CARD
    chart = any_chart(Random(seed), columns)
    plays_alike(rules, TablePolicy.of_chart(chart), chart, seed)


@settings(max_examples=60, deadline=None)
@given(rules=any_rules(), seed=st.integers(0, 2**32), values=st.booleans())
# Some hands that are no pair would rather be split than surrendered, and that rather than played.
@example(rules=cc.Rules(decks="infinite", surrender="early"), seed=3, values=True)
def test_a_table_as_a_chart_plays_what_the_table_plays(
    rules: cc.Rules, seed: int, values: bool
) -> None:
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(*SHAPE, 6)) if values else rng.integers(0, 5, SHAPE)
    table[21] = 0
    # No chart tells these dealers apart.
    table[:, :, :, 21] = table[:, :, :, 20]
    table[:, :, :, 18:, 1] = table[:, :, :, 18:, 0]
    policy = TablePolicy.of(table)
    chart = policy.chart(rules)
    assert chart is not None
    plays_alike(rules, policy, chart, seed)


def test_what_no_chart_can_say_is_no_chart() -> None:
    table = np.zeros(SHAPE, int)
    table[21] = 1
    assert TablePolicy.of(table).chart(cc.Rules()) is not None
    assert TablePolicy.of(table).chart(cc.Rules(stand_on_21=False)) is None
    table = np.zeros(SHAPE, int)
    table[12, 0, 0, 18, 1] = 1
    assert TablePolicy.of(table).chart(cc.Rules(hole_card="open")) is None


@pytest.mark.parametrize("decks", ["infinite", 2])
def test_a_functions_mean_reward_is_the_edge(decks: int | str) -> None:
    rules = cc.Rules(decks=decks, reshuffle="every-round", surrender="early", hit_soft_17=True)
    chart = cc.game("vegas-strip").chart
    policy = TablePolicy.of_chart(chart).__call__  # a function, which is not looked into
    played = play_rounds(rules, policy, rounds="1M", seed=5)
    assert played.rounds == 1_000_000
    assert abs(played.mean - cc.value(rules, chart)) < 4 * played.stderr


def test_a_table_is_played_as_the_chart_it_comes_to() -> None:
    table = np.zeros(SHAPE, int)
    table[:17] = 1
    never_doubles = play_rounds("vegas-strip", table, rounds=100_000, seed=3)
    chart = TablePolicy.of(table).chart(cc.game("vegas-strip").rules)
    found = cc.simulate("vegas-strip", chart=chart, rounds=100_000, seed=3)
    assert (never_doubles.mean, never_doubles.stderr) == (found.mean, found.stderr)
    assert repr(never_doubles).startswith("<vegas-strip: -")


def test_the_same_seed_finds_the_same_on_any_number_of_threads() -> None:
    def found(threads: int) -> float:
        policy = TablePolicy.of_chart(any_chart(Random(1), UP_CARD))
        return play_rounds(
            "vegas-strip",
            policy,
            rounds=5001,
            seed=1,
            tables=100,
            threads=threads,
            seen=True,
        ).mean

    assert found(1) == found(3)


def test_a_counter_bets_more_when_the_count_is_high() -> None:
    chart = TablePolicy.of_chart(cc.game("vegas-strip").chart)

    def counter(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        high = seen[:, -1] - 64 >= 2
        return np.where(seen[:, 0] == 0, np.where(high, 1, 0), chart(seen, masks))

    def flat(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return np.where(seen[:, 0] == 0, 0, chart(seen, masks))

    options = {"rounds": 400_000, "seed": 2, "count": "hi-lo", "bets": (1, 20)}
    # The same cards come to both, and a counter gains more than the few high bets cost.
    gained, alone = (play_rounds("vegas-strip", way, **options) for way in (counter, flat))
    assert gained.stderr > 2 * alone.stderr


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (np.zeros((22, 2)), "it takes whole numbers of shape"),
        (np.full(SHAPE, 7), "a table of actions takes 0 to 4: it has 7"),
        (np.full((*SHAPE, 6), np.nan), "it has some that are not"),
        (17, "17 is not a way to play"),
        ("no-such-chart", "there is no chart 'no-such-chart'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_policy_gets_a_sentence(policy: object, said: str) -> None:
    with pytest.raises(cc.CutcardError, match=said):
        play_rounds("vegas-strip", policy, rounds=10)


def test_a_chart_has_no_use_for_a_count() -> None:
    with pytest.raises(Invalid, match="it has no use for count"):
        play_rounds("vegas-strip", "vegas-strip", rounds=10, count="hi-lo")
