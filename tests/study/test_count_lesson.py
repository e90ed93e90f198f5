"""A lesson in counting: what is asked, what is right, and which plays the count has."""

from __future__ import annotations

from random import Random

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.players import CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.cards import read_cards
from cutcard.errors import Invalid
from cutcard.study.count_lesson import CountLesson, usual_ramp


def lesson(name: str = "hi-lo") -> CountLesson:
    count = load_count(name)
    chart = count.indexed(load_chart("vegas-strip"))
    plays = tuple(play for one in count.indices for play in one.plays)
    player = CountingPlayer(chart, count, usual_ramp(count) or Ramp(), 1)
    return CountLesson(player, plays, Random(1), judges_bets=count.balanced)


def show(learner: CountLesson, cards: str) -> None:
    for card in read_cards(cards):
        learner.dealt()
        learner.expose(card)


def test_answers_are_right_wrong_or_missing() -> None:
    learner = lesson()
    show(learner, "2 3 4 K")
    assert learner.running == 2
    assert [learner.answer(text) for text in ("2", "+2", "-1", "")] == [0, 0, 3, None]
    assert learner.errors == [0, 0, 3, None]
    for text in ("x", "nan", "inf", "1e999"):
        with pytest.raises(Invalid, match="is not a count: it takes a number, such as -3"):
            learner.answer(text)
    assert len(learner.errors) == 4


def test_halves_are_answered_in_points() -> None:
    learner = lesson("halves")
    show(learner, "2 5")
    assert learner.running == 2
    show(learner, "7")
    assert learner.answer("2.5") == 0


def test_bets_are_noted_beside_those_of_the_ramp() -> None:
    learner = lesson()
    learner.begin_round(100, 1)
    learner.bet(4)
    show(learner, "2 3 4 5 6")
    learner.begin_round(100, 1)
    assert learner.wanted == 5  # 5 * 52 / 47, rounded down
    learner.bet(5)
    assert learner.bets == [(4, 1), (5, 5)]


def test_the_count_is_never_asked_before_the_first_round_of_a_shoe() -> None:
    learner = lesson()
    asked = []
    for _ in range(200):
        learner.shuffled()
        assert not learner.begin_round(100, 1)
        asked += [learner.begin_round(100, 1) for _ in range(5)]
    # A share of 1/4 of 1000, within four standard errors.
    assert abs(sum(asked) - 250) < 4 * (1000 * 0.25 * 0.75) ** 0.5


def test_an_unbalanced_count_has_no_usual_ramp() -> None:
    assert usual_ramp(load_count("ko")) is None
    assert usual_ramp(Count("mine", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))) is not None


def test_the_index_plays_of_a_hand_are_known() -> None:
    learner = lesson()
    state = Round.start(Rules(surrender="late"), (1,))
    for card in read_cards("T T 5 9"):
        state = state.apply(card)
    view = state.view(0)
    assert [str(play) for play in learner.plays_for(view)] == [
        "15 v 10: stand at +4 and above",
        "15 v 10: surrender at 0 and above",
    ]
    assert learner.advised(view) is Action.SURRENDER
    show(learner, "K K K")
    assert learner.advised(view) is Action.HIT
