"""The drill on basic strategy: the hands of the rules, marked by the chart, at their exact cost."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.actions import Action
from cutcard.blackjack.dealer import has_blackjack
from cutcard.blackjack.exact.advice import advise, advise_offer
from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import HoleCard
from cutcard.blackjack.strategy.chart import HARD_ROWS, PAIR_ROWS, SOFT_ROWS, row_of
from cutcard.cards import DECK
from cutcard.study.drills.basic_strategy import INSURANCE, StrategyDrill, at_border
from cutcard.study.drills.boxes import DISTANCES
from cutcard.study.drills.exercise import InvalidReply

GAMES = [
    *((name, ()) for name in preset_names()),
    ("vegas-strip", ("insurance=true",)),
    ("vegas-strip", ("insurance=true", "surrender=early")),
    ("single-deck", ("surrender=late", "charlie=5")),
    ("european", ("surrender=early",)),
]
STRIP = load_preset("vegas-strip")
CHART = load_chart("vegas-strip")


def drill_at(name, changes=(), seed=1, history=()):
    preset = load_preset(name).changed(changes)
    return StrategyDrill(preset.rules, load_chart(preset.chart), seed, history)


def posed(drill, number, reply=None):
    """So many exercises, each answered as the chart has it, or as the function says."""
    found = []
    for _ in range(number):
        exercise = drill.exercise
        found.append(exercise)
        mark = drill.answer(reply(exercise) if reply else chart_reply(drill, exercise))
        assert mark.exercise is exercise
    return found


def chart_reply(drill, exercise):
    return str(drill._chart.action(exercise.view))


@pytest.mark.parametrize(("name", "changes"), GAMES, ids=str)
def test_every_hand_is_one_that_the_engine_deals_and_asks_about(name, changes):
    for exercise in posed(drill_at(name, changes), 120):
        view = exercise.view
        dealt = deal(view)
        assert dealt is not None, exercise
        assert dealt.legal == view.legal
        assert dealt.boxes[0].hand == view.hand
        assert dealt.boxes == view.boxes


def deal(view):
    """The moment of a round at which this hand is asked about; hidden cards are any that do."""
    open_cards = list(view.dealer.cards)
    shown = len(open_cards)
    for low in (2, 5, 7):  # a hidden card that makes no blackjack
        rules = view.rules
        state = Round.start(rules)
        hand, up = list(view.hand.cards), list(open_cards)
        for letter in rules.deal:
            if letter == "P":
                state = state.apply(hand.pop(0))
            elif letter == "U" or rules.hole_card is HoleCard.OPEN:
                state = state.apply(up.pop(0))
            elif rules.hole_card is not HoleCard.NONE:
                state = state.apply(next(card for card in DECK if card.points == low))
        if Action.DECLINE in state.legal and Action.DECLINE not in view.legal:
            state = state.apply(Action.DECLINE)
        while hand and state.legal:
            state = state.apply(Action.HIT).apply(hand.pop(0))
        if state.legal:
            assert shown == len(state.dealer.cards)
            return state
    return None


def test_the_drill_has_every_cell_that_two_cards_come_to():
    items = set(drill_at("vegas-strip")._decisions)
    rows = {*HARD_ROWS, *SOFT_ROWS, *PAIR_ROWS} - {"4", "20"}  # these are pairs, or need three
    cells = {f"{row} v {column}" for row, column in product(rows, CHART.columns)}
    assert cells == {item for item in items if "," not in item}
    assert "A7 v 3, three cards" in items  # which is doubled with two
    assert "A7 v 9, three cards" not in items  # which is hit with any number


def test_insurance_is_asked_for_where_there_is_any():
    assert INSURANCE not in drill_at("vegas-strip")._decisions
    assert INSURANCE in drill_at("vegas-strip", ["insurance=true"])._decisions
    early = drill_at("vegas-strip", ["insurance=true", "surrender=early"])._decisions
    assert "16 v A, offered" in early
    assert "16 v A" in early


def test_a_pair_of_one_deck_is_of_two_cards():
    for seed in range(40):
        view = drill_at("single-deck", seed=seed).exercise.view
        cards = [*view.hand.cards, *view.dealer.cards]
        assert len(set(cards)) == len(cards)
        assert not has_blackjack(view.rules, view.dealer)


def test_what_the_chart_says_is_right_and_loads_no_solver():
    drill = drill_at("vegas-strip")
    mark = drill.answer(chart_reply(drill, drill.exercise))
    assert (mark.right, mark.cost, mark.values) == (True, None, None)


@pytest.mark.parametrize(
    ("name", "changes"),
    [("vegas-strip", ()), ("easy", ()), ("vegas-strip", ("insurance=true", "surrender=early"))],
    ids=str,
)
def test_a_mistake_costs_what_advice_says(name, changes):
    drill = drill_at(name, changes, seed=5)
    offers = 0
    for _ in range(25):
        exercise = drill.exercise
        view = exercise.view
        offers += Action.DECLINE in view.legal
        ask = advise_offer if Action.DECLINE in view.legal else advise
        known = {one.action: one.value for one in ask(view.rules, view.hand, view.dealer)}
        worst = min(view.legal, key=known.__getitem__)
        mark = drill.answer(str(worst))
        if mark.reply == mark.correct:
            continue
        assert mark.cost == max(known.values()) - known[worst]
        assert mark.right is (mark.cost == 0)
        assert {one.action: one.value for one in mark.values.advice} == known
    assert offers or "insurance=true" not in changes


def test_what_is_best_with_the_very_cards_is_no_mistake():
    """A chart cannot tell 16 of three cards from 16 of two; advice can."""
    rules = STRIP.rules.changed({"surrender": "none"})
    drill = StrategyDrill(rules, CHART, 1)
    for _ in range(2000):
        exercise = drill.exercise
        view = exercise.view
        if row_of(view.hand) == "12" and drill._chart.column_of(view.dealer) == "4":
            best = advise(rules, view.hand, view.dealer)[0].action
            if best is not CHART.action(view):
                mark = drill.answer(str(best))
                assert mark.right
                assert mark.cost == 0
                assert exercise.item not in drill.coming_back
                return
        drill.answer(chart_reply(drill, exercise))
    pytest.fail("2000 hands, and none of them is an exception to the chart")


def test_a_missed_hand_comes_back_and_with_other_cards_of_its_cell():
    drill = drill_at("vegas-strip", seed=2)
    missed = drill.exercise
    wrong = next(
        action for action in missed.view.legal if str(action) != chart_reply(drill, missed)
    )
    assert not drill.answer(str(wrong)).right
    assert drill.coming_back == {missed.item: DISTANCES[0]}
    later = [exercise.item for exercise in posed(drill, DISTANCES[0])]
    assert later.index(missed.item) == DISTANCES[0] - 1


def test_what_was_missed_in_another_sitting_comes_back():
    history = [("A7 v 9", False), ("16 v 10", True)]
    drill = drill_at("vegas-strip", history=history)
    items = [exercise.item for exercise in posed(drill, DISTANCES[0])]
    assert "A7 v 9" in items


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**64), st.lists(st.sampled_from("shdr?"), max_size=6))
def test_the_same_seed_and_the_same_replies_bring_the_same_hands(seed, keys):
    def sit():
        drill, found = drill_at("vegas-strip", seed=seed), []
        for key in keys:
            found.append(drill.exercise)
            try:
                found.append(drill.answer(key))
            except InvalidReply:
                assert drill.exercise is found[-1]
        return found

    assert sit() == sit()


@pytest.mark.parametrize("reply", ["", "x", "stand up", "i", "split", "s s", "\udcff", "9" * 5000])
def test_what_is_no_legal_action_is_refused_and_changes_nothing(reply):
    drill = drill_at("vegas-strip", seed=1)
    while Action.SPLIT in drill.exercise.view.legal:
        drill.answer(chart_reply(drill, drill.exercise))
    before = drill.exercise
    with pytest.raises(InvalidReply, match="it takes stand, hit"):
        drill.answer(reply)
    assert drill.exercise is before
    assert drill.coming_back == {}


@pytest.mark.parametrize(
    ("row", "column", "border"),
    [
        ("16", "7", True),
        ("12", "4", True),
        ("8", "2", False),
        ("19", "10", False),
        ("TT", "10", False),
        ("99", "7", True),
        ("A7", "9", True),
    ],
)
def test_a_border_is_where_the_chart_changes(row, column, border):
    assert at_border(CHART, row, column) is border


def test_borders_and_pairs_come_often():
    drill = drill_at("vegas-strip", seed=9)
    items = [exercise.item for exercise in posed(drill, 600)]
    rows = [item.split()[0] for item in items]
    kinds = {"pairs": PAIR_ROWS, "soft": SOFT_ROWS, "hard": HARD_ROWS}
    shares = {kind: sum(row in known for row in rows) / 600 for kind, known in kinds.items()}
    assert min(shares.values()) > 0.1
    cells = [item.partition(",")[0].split(" v ") for item in items]
    near = sum(at_border(CHART, row, column) for row, column in cells) / 600
    all_cells = [one.partition(",")[0].split(" v ") for one in drill._decisions]
    evenly = sum(at_border(CHART, row, column) for row, column in all_cells) / len(all_cells)
    assert near > evenly + 0.1


def test_a_chart_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="columns for both dealer cards"):
        StrategyDrill(STRIP.rules, load_chart("wizard"), 1)
