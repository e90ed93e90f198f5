"""The drill on index plays: right by the index, near it most of all, in shoes of that count."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.advice import advise_view
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import HoleCard
from cutcard.blackjack.strategy.chart import row_of
from cutcard.blackjack.strategy.count import InvalidCount
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.players import CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.study.drills.boxes import DISTANCES
from cutcard.study.drills.index_plays import NEAR, IndexDrill

HI_LO = load_count("hi-lo")
GAMES = [
    ("vegas-strip", ()),
    ("vegas-strip", ("insurance=true",)),
    ("vegas-strip", ("insurance=true", "surrender=early")),
    ("single-deck", ("insurance=true",)),
    ("european", ()),
    ("ve280", ()),
]


def drill_at(name, changes=(), seed=1, history=(), count=HI_LO):
    preset = load_preset(name).changed(changes)
    return IndexDrill(preset.rules, load_chart(preset.chart), count, seed, history)


def counter_at(exercise):
    """A counting player who has seen all that the exercise says was seen."""
    view = exercise.view
    rules = view.rules
    player = CountingPlayer(INDEXED[rules], HI_LO, Ramp(), rules.finite_decks)
    for card in (*exercise.seen, *view.hand.cards, *view.dealer.cards):
        player.dealt()
        player.expose(card)
    if rules.hole_card in (HoleCard.PEEK, HoleCard.HIDDEN):
        player.dealt()
    return player


INDEXED = {
    preset.rules: HI_LO.indexed(load_chart(preset.chart))
    for preset in (load_preset(name).changed(changes) for name, changes in GAMES)
}


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_the_count_is_what_a_counter_comes_to_and_plays_by(game, seed):
    drill = drill_at(*game, seed=seed)
    for _ in range(8):
        exercise = drill.exercise
        counter = counter_at(exercise)
        assert counter.value == exercise.value
        decks = exercise.view.rules.finite_decks
        assert max(Counter(card.rank for card in exercise.seen).values(), default=0) <= 4 * decks
        mark = drill.answer(str(counter.act(exercise.view)))
        assert mark.right
        assert mark.values is None


@pytest.mark.parametrize(("name", "changes"), GAMES, ids=str)
def test_every_index_that_matters_is_asked_on_both_sides(name, changes):
    drill = drill_at(name, changes)
    sides: dict[str, set[Action]] = {}
    for _ in range(600):
        exercise = drill.exercise
        right = counter_at(exercise).act(exercise.view)
        sides.setdefault(exercise.item, set()).add(right)
        drill.answer(str(right))
    assert set(sides) == set(drill._plays)
    assert all(len(actions) >= 2 for actions in sides.values())
    rules = load_preset(name).changed(changes).rules
    assert ("insurance" in sides) is rules.insurance
    assert any("surrender" in item for item in sides) is (rules.surrender != "none")


def test_counts_near_the_index_are_asked_most():
    drill = drill_at("vegas-strip", seed=3)
    index = {item: play.index for item, play in drill._plays.items()}
    offs: Counter[int] = Counter()
    for _ in range(1400):
        exercise = drill.exercise
        offs[exercise.value - index[exercise.item]] += 1
        drill.answer(str(counter_at(exercise).act(exercise.view)))
    for off, weight in NEAR.items():
        expected = 1400 * weight / sum(NEAR.values())
        assert abs(offs[off] - expected) < 4 * expected**0.5  # more than four sigma


def test_a_mistake_costs_what_advice_says_of_that_shoe():
    drill = drill_at("vegas-strip", ["insurance=true"], seed=8)
    costs = []
    for _ in range(20):
        exercise = drill.exercise
        right = counter_at(exercise).act(exercise.view)
        wrong = next(action for action in exercise.view.legal if action is not right)
        mark = drill.answer(str(wrong))
        known = {one.action: one.value for one in advise_view(exercise.view, seen=exercise.seen)}
        assert not mark.right
        assert mark.cost == max(known.values()) - known[wrong]
        hand, _, play = exercise.item.rpartition(" ")
        assert mark.index.startswith(f"{hand}: {play} at " if hand else "insure at +3 ")
        costs.append(mark.cost)
    assert max(costs) > 0.01


def test_both_fifteens_against_a_ten_are_drilled():
    """Two cards are given up from 0 on; three cannot be, and stand from +4 on."""
    drill = drill_at("vegas-strip")
    plays = drill._plays
    assert {len(one.view.hand.cards) for one in plays["15 v 10 surrender"].there} == {2}
    assert {len(one.view.hand.cards) for one in plays["15 v 10 stand"].there} == {3}
    assert {row_of(one.view.hand) for one in plays["15 v 10 stand"].there} == {"15"}


def test_a_missed_index_comes_back():
    drill = drill_at("vegas-strip", seed=4)
    missed = drill.exercise
    right = counter_at(missed).act(missed.view)
    drill.answer(str(next(action for action in missed.view.legal if action is not right)))
    items = []
    for _ in range(DISTANCES[0]):
        items.append(drill.exercise.item)
        drill.answer(str(counter_at(drill.exercise).act(drill.exercise.view)))
    assert items[-1] == missed.item


def test_the_same_seed_brings_the_same_hands():
    def first(seed):
        drill = drill_at("vegas-strip", seed=seed)
        found = []
        for _ in range(10):
            found.append(drill.exercise)
            drill.answer(str(counter_at(drill.exercise).act(drill.exercise.view)))
        return found

    assert first(1) == first(1) != first(2)


@pytest.mark.parametrize(
    ("game", "count", "why"),
    [
        ("vegas-strip", "zen", "zen comes without index plays"),
        ("easy", "hi-lo", "decks = infinite"),
        ("double-exposure", "hi-lo", "index plays are against one open card"),
    ],
)
def test_where_there_is_nothing_to_drill_that_is_said(game, count, why):
    with pytest.raises(ValueError, match=why):
        drill_at(game, count=load_count(count))


def test_indices_that_change_nothing_are_told(tmp_path):
    """A game of hit or stand has nothing to surrender."""
    path = tmp_path / "own.toml"
    path.write_text(
        "tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]\n[indices.mine]\n"
        'plays = [{ hand = "15", dealer = "10", play = "surrender", at = 0 }]\n'
    )
    with pytest.raises(InvalidCount, match="no index play of own changes anything"):
        drill_at("ve280", count=load_count(str(path)))
