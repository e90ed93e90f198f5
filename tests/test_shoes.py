"""Shoes: each card as often as it should, and shuffled when it should be."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import shoe_for
from cutcard.cards import DECK, Card, read_cards
from cutcard.errors import CutcardError, Illegal
from cutcard.shoes import (
    Deck,
    DeckEmpty,
    DeckShoe,
    InfiniteShoe,
    RiffledDeck,
    ScriptedShoe,
    Shoe,
    ShoeEmpty,
)
from cutcard.streams import stream


def draw(shoe: Shoe, count: int) -> list[Card]:
    return [shoe.draw() for _ in range(count)]


# Scripted shoes.


def test_a_scripted_shoe_deals_its_script_and_then_is_empty() -> None:
    shoe = ScriptedShoe(read_cards("A T A"))
    assert shoe.before_round() is False
    assert draw(shoe, 3) == list(read_cards("A T A"))
    for _ in range(2):
        with pytest.raises(ShoeEmpty, match="the shoe is empty"):
            shoe.draw()


def test_a_scripted_shoe_may_be_written_while_it_is_dealt() -> None:
    shoe = ScriptedShoe(iter(lambda: Card("A"), None))
    assert set(draw(shoe, 1000)) == {Card("A")}


# Infinite shoes.


def assert_even(counts: Counter[Card], dealt: int) -> None:
    """Every count lies where one count of 52 would lie with the certainty of four errors."""
    chance = 1 / 52
    error = (dealt * chance * (1 - chance)) ** 0.5
    assert len(counts) == 52
    # One normal number passes 4 standard errors as rarely as any of 52 passes 4.9.
    assert all(abs(count - dealt * chance) < 4.9 * error for count in counts.values())


def test_an_infinite_shoe_deals_every_card_with_the_same_odds() -> None:
    shoe = InfiniteShoe(stream(1, "infinite"))
    assert shoe.before_round() is False
    assert_even(Counter(draw(shoe, 52_000)), 52_000)


def test_an_infinite_shoe_does_not_remember() -> None:
    shoe = InfiniteShoe(stream(2, "infinite"))
    dealt = draw(shoe, 52_000)
    repeats = sum(one is next_one for one, next_one in pairwise(dealt))
    expected, chance = 51_999 / 52, 1 / 52
    assert abs(repeats - expected) < 4 * (51_999 * chance * (1 - chance)) ** 0.5


class Edge(Random):
    """Gives always the same number."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize(("number", "card"), [(0.0, "As"), (1 - 2**-53, "Kd")])
def test_the_ends_of_the_random_numbers_are_cards(number: float, card: str) -> None:
    assert InfiniteShoe(Edge(number)).draw() is Card(card)
    shoe = DeckShoe(8, Edge(number), reshuffle_below=1)
    shoe.before_round()
    assert Counter(draw(shoe, 8 * 52)) == Counter(list(DECK) * 8)


# Whole decks.


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 8), st.integers(0, 2**32 - 1), st.booleans())
def test_whole_decks_deal_each_card_once_for_each_deck(
    decks: int, seed: int, announced: bool
) -> None:
    shoe = DeckShoe(decks, Random(seed), reshuffle_below=1)
    if announced:
        assert shoe.before_round() is True
    assert Counter(draw(shoe, 52 * decks)) == Counter(list(DECK) * decks)
    assert shoe.cards_left == 0
    assert shoe.before_round() is True
    assert shoe.cards_left == 52 * decks
    assert Counter(draw(shoe, 52 * decks)) == Counter(list(DECK) * decks)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 2),
    st.integers(0, 104),
    st.integers(0, 2**32 - 1),
    st.lists(st.integers(0, 40), max_size=12),
)
def test_whole_decks_are_shuffled_when_too_few_cards_are_left(
    decks: int, below: int, seed: int, rounds: list[int]
) -> None:
    shoe = DeckShoe(decks, Random(seed), reshuffle_below=min(below, 52 * decks))
    left = 0
    for drawn in rounds:
        assert shoe.cards_left == left
        shuffled = shoe.before_round()
        assert shuffled == (left == 0 or left < min(below, 52 * decks))
        left = shoe.cards_left
        assert left == (52 * decks if shuffled else left)
        left -= min(drawn, left)
        draw(shoe, shoe.cards_left - left)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(13, 51))
def test_a_shoe_that_runs_out_in_a_round_goes_on_with_the_discards(
    seed: int, before: int, within: int
) -> None:
    shoe = DeckShoe(1, Random(seed), reshuffle_below=1)
    shoe.before_round()
    discards = draw(shoe, before)
    if shoe.before_round():
        return
    on_the_table = draw(shoe, within)
    # Nothing that lies on the table is dealt again, whatever was shuffled in between.
    assert len(set(on_the_table)) == within
    rest = draw(shoe, 52 - within)
    assert len({*on_the_table, *rest}) == 52
    assert set(discards) <= {*on_the_table, *rest}
    with pytest.raises(ShoeEmpty, match="all 52 cards are on the table"):
        shoe.draw()
    assert shoe.before_round() is True
    assert len(set(draw(shoe, 52))) == 52


def test_every_place_of_a_shuffled_deck_is_even() -> None:
    shoe = DeckShoe(1, stream(3, "deck"), reshuffle_below=52)
    first, last, shuffles = Counter(), Counter(), 5200
    for _ in range(shuffles):
        shoe.before_round()
        dealt = draw(shoe, 52)
        first[dealt[0]] += 1
        last[dealt[-1]] += 1
    assert_even(first, shuffles)
    assert_even(last, shuffles)


def test_a_shuffle_forgets_the_order_before_it() -> None:
    shoe = DeckShoe(1, stream(6, "deck"), reshuffle_below=52)
    shuffles, places = 2000, Counter()
    for _ in range(shuffles):
        shoe.before_round()
        first = shoe.draw()
        shoe.before_round()
        places[draw(shoe, 52).index(first)] += 1
    chance = 1 / 52
    error = (shuffles * chance * (1 - chance)) ** 0.5
    for place in (0, 1, 50, 51):
        assert abs(places[place] - shuffles * chance) < 4 * error


# One deck that is riffled.

NEW = [
    card
    for suit in "shcd"
    for card in read_cards(" ".join(f"{rank}{suit}" for rank in "23456789TJQKA"))
]


def riffled(held: list[Card], cut: int) -> list[Card]:
    """Right, left, right, left, until one half is used up; then the rest of the other."""
    left, right = held[:cut], held[cut:]
    out = []
    while left and right:
        out += [right.pop(0), left.pop(0)]
    return out + right + left


def test_a_new_deck_runs_from_two_to_ace_suit_by_suit() -> None:
    deck = Deck()
    assert [deck.deal() for _ in range(52)] == NEW


@given(st.lists(st.integers(0, 52), max_size=8))
def test_a_riffle_takes_the_right_half_first(cuts: list[int]) -> None:
    deck, expected = Deck(), NEW
    for cut in cuts:
        deck.shuffle(cut)
        expected = riffled(expected, cut)
    assert [deck.deal() for _ in range(52)] == expected


def test_a_cut_in_the_middle_of_a_new_deck_begins_as_its_course_says() -> None:
    deck = Deck()
    deck.shuffle(26)
    assert [deck.deal() for _ in range(4)] == list(read_cards("2c 2s 3c 3s"))


@given(st.integers(0, 52), st.integers(0, 52))
def test_a_shuffle_takes_back_what_was_dealt(dealt: int, cut: int) -> None:
    deck = Deck()
    for _ in range(dealt):
        deck.deal()
    assert deck.cards_left == 52 - dealt
    deck.shuffle(cut)
    assert deck.cards_left == 52
    assert [deck.deal() for _ in range(52)] == riffled(NEW, cut)
    with pytest.raises(DeckEmpty, match="all 52 cards are dealt"):
        deck.deal()
    deck.reset()
    assert deck.deal() is NEW[0]


@pytest.mark.parametrize("cut", [-1, 53, 2.5, "3", None, True])
def test_a_deck_is_cut_within_its_cards(cut: Any) -> None:
    with pytest.raises(Illegal, match=f"cannot be cut at {cut!r}: it takes 0 to 52"):
        Deck().shuffle(cut)


def test_a_riffled_deck_is_shuffled_seven_times_when_too_few_cards_are_left() -> None:
    cuts = iter(range(13, 39))
    shoe = RiffledDeck(lambda: next(cuts), reshuffle_below=20)
    order = NEW
    for cut in range(13, 20):
        order = riffled(order, cut)
    assert shoe.cuts == tuple(range(13, 20))
    assert shoe.before_round() is False
    assert draw(shoe, 32) == order[:32]
    assert shoe.before_round() is False  # twenty cards are left
    assert draw(shoe, 1) == [order[32]]
    assert shoe.before_round() is True
    assert shoe.cuts == tuple(range(20, 27))
    for cut in range(20, 27):
        order = riffled(order, cut)
    assert draw(shoe, 52) == order
    with pytest.raises(ShoeEmpty):
        shoe.draw()


def test_a_riffled_deck_may_be_given_its_first_cuts() -> None:
    cuts = iter(range(13, 39))
    shoe = RiffledDeck(lambda: next(cuts), reshuffle_below=20, first_cuts=[26, 0])
    assert shoe.cuts == (26, 0)
    assert draw(shoe, 52) == riffled(riffled(NEW, 26), 0)
    assert shoe.before_round() is True
    assert shoe.cuts == tuple(range(13, 20))


def test_what_a_number_of_cards_is_for_is_said_by_name() -> None:
    with pytest.raises(TypeError):
        DeckShoe(1, Random(1), 20)
    with pytest.raises(TypeError):
        RiffledDeck(lambda: 26, 20)


# The shoe that rules ask for.


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"decks": "infinite"}, InfiniteShoe),
        ({"decks": 1}, DeckShoe),
        ({"decks": 8}, DeckShoe),
        ({"decks": 1, "shuffle": "riffle", "reshuffle": 32}, RiffledDeck),
    ],
)
def test_rules_ask_for_a_shoe(fields: dict[str, object], kind: type) -> None:
    assert type(shoe_for(Rules(**fields), Random(1))) is kind


@pytest.mark.parametrize(
    ("decks", "reshuffle", "below"),
    [
        (1, "every-round", 52),
        (8, "every-round", 416),
        (6, "75%", 78),
        (1, "50%", 26),
        (2, "1%", 103),
        (1, 20, 20),
        (1, 416, 52),
        (6, "100%", 0),
    ],
)
def test_the_cut_card_lies_where_the_rules_say(decks: int, reshuffle: object, below: int) -> None:
    rules = Rules(decks=decks, reshuffle=reshuffle)
    assert rules.reshuffle_below == below
    shoe = shoe_for(rules, Random(1))
    assert shoe.before_round() is True
    size = 52 * decks
    draw(shoe, size - max(below, 1))
    assert shoe.before_round() is False
    draw(shoe, 1)
    assert shoe.before_round() is True


def test_a_random_riffle_cuts_between_13_and_39() -> None:
    random = stream(4, "cuts")
    seen = Counter()
    for _ in range(600):
        shoe = shoe_for(Rules(decks=1, shuffle="riffle", reshuffle=32), random)
        seen.update(shoe.cuts)
    assert set(seen) == set(range(13, 40))


def test_the_same_stream_makes_the_same_shoe() -> None:
    for fields in (
        {"decks": "infinite"},
        {"decks": 6},
        {"decks": 1, "shuffle": "riffle", "reshuffle": 32},
    ):
        one, other = (shoe_for(Rules(**fields), stream(5, "same")) for _ in range(2))
        assert one.before_round() == other.before_round()
        assert draw(one, 50) == draw(other, 50)


def test_an_empty_shoe_is_an_error_of_ours() -> None:
    assert issubclass(ShoeEmpty, CutcardError)
    assert issubclass(DeckEmpty, ShoeEmpty)
    assert list(islice(NEW, 2)) == list(read_cards("2s 3s"))
