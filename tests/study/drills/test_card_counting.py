"""The drills on counting: the count told is a recount's, and the shoe is a shoe."""

from collections import Counter
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count import UnfitCount
from cutcard.blackjack.strategy.count_files import count_names, load_count
from cutcard.cards import DECK
from cutcard.study.drills.card_counting import SEATS, WHOLE_ROUND, WHOLE_SHOE, CountDrill
from cutcard.study.drills.exercise import InvalidReply

COUNTS = [load_count(name) for name in count_names()]
SIZES = st.integers(WHOLE_ROUND, 4)
NUMBERS = st.integers(WHOLE_SHOE, 5)
GAMES = ["vegas-strip", "downtown", "single-deck", "european", "ve280", "double-exposure"]


def drill_of(count, *, game="vegas-strip", seed=1, rules=(), **sizes):
    preset = load_preset(game).changed(rules)
    return CountDrill(preset.rules, load_chart(preset.chart), count, seed, **sizes)


def shoes(drill, number):
    """Exercises in lists, each of one shoe."""
    found = []
    for _ in range(number):
        exercise = drill.exercise
        if exercise.shuffled:
            found.append([])
        found[-1].append(exercise)
        drill.answer("0")
    return found


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(COUNTS), st.sampled_from(GAMES), st.integers(0, 2**32), SIZES, NUMBERS)
def test_the_running_count_told_is_that_of_a_recount(count, game, seed, cards, groups):
    drill = drill_of(count, game=game, seed=seed, cards=cards, groups=groups)
    decks = load_preset(game).rules.finite_decks
    seen = Counter()
    for number in range(25):
        exercise = drill.exercise
        assert number or exercise.shuffled
        if exercise.shuffled:
            seen.clear()
        seen.update(exercise.cards)
        recount = count.start + count.start_per_deck * decks
        recount += sum(times * count.tags[card.points - 1] for card, times in seen.items())
        mark = drill.answer(str(recount))
        assert (mark.correct, mark.right) == (str(recount), True)
        assert exercise.running == recount


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from([count for count in COUNTS if count.balanced]),
    st.sampled_from(GAMES),
    st.integers(0, 2**32),
    SIZES,
)
def test_the_true_count_told_is_the_counts_own_value(count, game, seed, cards):
    drill = drill_of(count, game=game, seed=seed, cards=cards, true=True)
    decks = load_preset(game).rules.finite_decks
    running = gone = 0
    for _ in range(25):
        exercise = drill.exercise
        if exercise.shuffled:
            running = gone = 0
        running += sum(count.tag(card) for card in exercise.cards)
        hidden = sum(shown.hidden for group in exercise.groups for shown in group)
        gone += len(exercise.cards) + hidden
        assert exercise.left == 52 * decks - gone
        told = count.value(running, 52 * decks - gone)
        assert told == floor(Fraction(running, count.scale) / Fraction(52 * decks - gone, 52))
        assert drill.answer(f"{told:+d}").right


def test_the_true_count_is_wrong_by_one_if_it_is_off_by_one():
    drill = drill_of(load_count("hi-lo"), true=True)
    value = drill.exercise.value
    mark = drill.answer(str(value + 1))
    assert (mark.right, mark.correct, mark.cost) == (False, str(value), None)


@pytest.mark.parametrize("cards", [1, 3, 4, WHOLE_ROUND])
@pytest.mark.parametrize("game", ["single-deck", "vegas-strip"])
def test_a_shoe_holds_every_card_of_its_decks_and_is_dealt_to_the_cut_card(game, cards):
    rules = load_preset(game).rules
    for shoe in shoes(drill_of(load_count("hi-lo"), game=game, cards=cards), 200)[:-1]:
        dealt = Counter(card for exercise in shoe for card in exercise.cards)
        assert all(times <= rules.finite_decks for times in dealt.values())
        lefts = [exercise.left for exercise in shoe]
        assert lefts == sorted(lefts, reverse=True)
        assert len(shoe) == 1 or lefts[-2] >= rules.reshuffle_below
        # A round may need more cards than are left above the cut card.
        assert lefts[-1] < rules.reshuffle_below or cards == WHOLE_ROUND


def test_a_shoe_that_is_dealt_to_its_end_shows_every_card_once():
    drill = drill_of(load_count("hi-lo"), rules=["decks=1", "reshuffle=100%"], cards=3)
    first, *_ = shoes(drill, 40)
    assert sorted(card.text for exercise in first for card in exercise.cards) == sorted(
        card.text for card in DECK
    )
    assert [len(exercise.cards) for exercise in first] == [3] * 17 + [1]
    assert [exercise.left for exercise in first][-1] == 0


def test_a_whole_shoe_is_one_exercise():
    drill = drill_of(load_count("ko"), game="single-deck", cards=2, groups=WHOLE_SHOE)
    for shoe in shoes(drill, 5):
        [exercise] = shoe
        assert len(exercise.groups) == 14  # 26 cards would leave the cut card where it is
        assert exercise.before == load_count("ko").initial(1)


@pytest.mark.parametrize("game", ["vegas-strip", "single-deck", "double-exposure"])
def test_a_round_is_one_of_a_table_with_several_players(game):
    drill = drill_of(load_count("hi-lo"), game=game, cards=WHOLE_ROUND, seed=4)
    hidden = 0
    for _ in range(200):
        *players, dealer = drill.exercise.groups[0]
        assert {one.whose for one in players} == {f"Seat {at + 1}" for at in range(SEATS)}
        assert all(len(one.cards) >= 2 for one in players)
        assert dealer.whose == "Dealer"
        assert len(dealer.cards) + dealer.hidden >= 2
        hidden += dealer.hidden
        drill.answer("0")
    # All players bust, or have blackjack, now and then; nobody then turns the hidden card.
    assert hidden == 0 if game == "double-exposure" else hidden > 0


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 2**64), SIZES, st.lists(st.integers(-9, 9), max_size=15))
def test_the_same_seed_brings_the_same_cards_whatever_is_answered(seed, cards, replies):
    one = drill_of(load_count("zen"), seed=seed, cards=cards)
    other = drill_of(load_count("zen"), seed=seed, cards=cards)
    for reply in replies:
        assert one.exercise == other.exercise
        one.answer(str(reply))
        other.answer("0")


@pytest.mark.parametrize("reply", ["", "x", "1.5", "--1", "+", "1 2", "٣", "½", "9" * 5000, "nan"])
def test_what_is_no_number_is_refused_and_changes_nothing(reply):
    drill = drill_of(load_count("hi-lo"))
    before = drill.exercise
    with pytest.raises(InvalidReply, match="it takes a whole number, such as 3 or -2"):
        drill.answer(reply)
    assert drill.exercise is before


@pytest.mark.parametrize(("reply", "read"), [("3", "3"), ("+3", "3"), ("-0", "0"), (" −2 ", "-2")])
def test_a_number_may_bear_any_sign(reply, read):
    assert drill_of(load_count("hi-lo")).answer(reply).reply == read


@pytest.mark.parametrize(
    ("game", "rules", "count", "true", "why"),
    [
        ("easy", (), "hi-lo", False, "decks = infinite"),
        ("cs50", (), "hi-lo", False, "reshuffle = every-round"),
        ("vegas-strip", (), "ko", True, "ko has no true count"),
    ],
)
def test_where_there_is_nothing_to_count_that_is_said(game, rules, count, true, why):
    with pytest.raises(UnfitCount, match=why):
        drill_of(load_count(count), game=game, rules=rules, true=true)
