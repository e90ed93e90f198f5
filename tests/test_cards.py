"""Cards: one object each, read and written as people write them."""

from __future__ import annotations

import copy
import pickle
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.cards import DECK, RANKS, Card, InvalidCard, Rank, Suit, read_cards
from cutcard.errors import CutcardError, Invalid

EVERY = (*RANKS, *DECK)


def test_a_deck_has_52_cards_and_each_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert len(RANKS) == len(set(RANKS)) == 13
    assert not set(DECK) & set(RANKS)
    assert [str(card) for card in DECK[:14]] == [f"{rank.value}s" for rank in Rank] + ["Ah"]
    assert "".join(map(str, RANKS)) == "A23456789TJQK"


@pytest.mark.parametrize("card", EVERY, ids=str)
def test_a_card_is_one_object_however_it_is_come_by(card: Card) -> None:
    assert Card(str(card)) is card
    assert Card.of(card.rank, card.suit) is card
    assert eval(repr(card)) is card
    assert copy.copy(card) is copy.deepcopy(card) is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


@pytest.mark.parametrize(
    ("text", "points"),
    list(zip("A23456789TJQK", [*range(1, 10), 10, 10, 10, 10], strict=True)),
)
def test_a_card_counts_its_pips_and_a_court_card_ten(text: str, points: int) -> None:
    assert {Card(text + suit).points for suit in ("", "s", "h", "c", "d")} == {points}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("As", "Ace of Spades"),
        ("Th", "Ten of Hearts"),
        ("10h", "Ten of Hearts"),
        ("2c", "Two of Clubs"),
        ("Qd", "Queen of Diamonds"),
        ("K", "King"),
    ],
)
def test_a_card_has_a_name(text: str, name: str) -> None:
    assert Card(text).name == name


def test_a_card_of_a_rank_and_suit_is_the_same_whoever_is_asked() -> None:
    assert Card("2h").of(Rank.ACE, Suit.SPADES) is Card.of(Rank.ACE, Suit.SPADES) is Card("As")
    assert Card("2h").of(Rank.ACE) is Card.of(Rank.ACE) is Card("A")


def test_suits_have_their_symbols() -> None:
    assert "".join(suit.symbol for suit in Suit) == "♠♥♣♦"


BAD = ["", " ", "1", "1h", "11", "10x", "as", "AS", "aS", "sA", "Ass", "A s", "A ", "0", "X", "♠"]


@pytest.mark.parametrize("text", [*BAD, None, 7, Rank.ACE, ["A"]])
def test_what_is_no_card_is_named_with_what_would_be(text: object) -> None:
    with pytest.raises(InvalidCard) as caught:
        Card(text)
    assert str(caught.value) == (
        f"{text!r} is not a card: write a rank of A 2 3 4 5 6 7 8 9 T J Q K"
        " and, if it has a suit, one of s h c d, as in 'As' or 'T'"
    )
    assert isinstance(caught.value, Invalid | CutcardError | ValueError)


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_an_error(text: str) -> None:
    written = text.replace("10", "T")
    if written in map(str, EVERY):
        assert str(Card(text)) == written
    else:
        with pytest.raises(InvalidCard) as caught:
            Card(text)
        assert str(caught.value).startswith(repr(text))


@given(st.lists(st.sampled_from(EVERY)), st.sampled_from([" ", ",", ", ", "  ", "\n", " ,\t"]))
def test_cards_are_read_with_blanks_or_commas_between(held: list[Card], between: str) -> None:
    assert read_cards(between.join(map(str, held))) == tuple(held)


def test_a_bad_card_among_good_ones_is_named() -> None:
    with pytest.raises(InvalidCard, match="'Zz' is not a card"):
        read_cards("As Zz Kd")


@pytest.mark.parametrize("name", ["rank", "suit", "points", "text", "owner"])
def test_a_card_does_not_change(name: str) -> None:
    with pytest.raises(AttributeError, match="does not change"):
        setattr(Card("As"), name, 1)


def test_a_card_loses_nothing() -> None:
    card = Card("Kd")
    try:
        with pytest.raises(AttributeError):
            del card.rank
    finally:
        object.__setattr__(card, "rank", Rank.KING)


def test_ranks_and_suits_print_as_they_are_written() -> None:
    for word in (*Rank, *Suit):
        assert eval(repr(word)) is word


def test_cards_are_the_same_in_every_thread() -> None:
    found: list[Card] = []
    thread = threading.Thread(target=lambda: found.append(Card("As")))
    thread.start()
    thread.join()
    assert found[0] is Card("As")
