"""Fair dealing: everybody has a say in the order, and every order is as likely."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from net.naive_fair_play import NEW_DECK, first_form, mixed, ordered

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.rules import Rules
from cutcard.cards import DECK
from cutcard.net import first_form as old
from cutcard.net.fair import (
    MOST_SEATS,
    NO_COMMITMENT,
    RULES_DIGEST,
    RULES_TEXT,
    Terms,
    commitment,
    mix,
    nonce_digest,
    order_key,
    shuffled,
)
from cutcard.net.rounds import ByPlace, Dialect, WireRound

DOCUMENT = Path(__file__).parents[2] / "docs" / "network.md"


def names(key: bytes) -> list[str]:
    return [card.name for card in shuffled(key)]


@given(st.binary(max_size=64))
def test_orders_are_as_their_description_says(key: bytes):
    assert names(key) == ordered(key)


@given(st.text(max_size=9), st.lists(st.binary(max_size=40), max_size=5))
def test_digests_are_as_their_description_says(purpose: str, fields: list[bytes]):
    assert mix(purpose, *fields) == mixed(purpose, *fields)


@given(
    st.binary(min_size=1, max_size=64),
    st.lists(st.binary(max_size=64), min_size=1, max_size=7),
    st.integers(1, 2**63),
)
def test_decks_of_the_first_form_are_still_dealt(secret: bytes, nonces: list[bytes], number: int):
    assert [card.name for card in old.deck(secret, nonces, number)] == first_form(
        secret, nonces, number
    )


def test_the_documents_vector_is_what_the_code_computes():
    """The values stand in the document, for those who write a verifier of their own."""
    terms = Terms(table=bytes(range(16)), seats=2, dialect="course", seconds=60)
    secret, nonces = bytes(range(32)), [b"\x11" * 32, b"\x22" * 32]
    of_round = terms.of_round(1, NO_COMMITMENT)
    commit = commitment(of_round, secret)
    digests = [nonce_digest(commit, seat, nonce) for seat, nonce in enumerate(nonces)]
    key = order_key(commit, digests, secret, nonces)
    text = DOCUMENT.read_text(encoding="utf-8")
    listed = re.findall(r"^\| [^|]+ \| `([0-9a-f]{64})` \|$", text, re.MULTILINE)
    values = [RULES_DIGEST, of_round, commit, *digests, mix("list", commit, *digests), key]
    assert listed == [value.hex() for value in values]
    assert f"The order: `{' '.join(card.text for card in shuffled(key))}`" in text
    assert f"`{RULES_TEXT}`" in text


def test_the_document_says_how_every_card_is_written():
    text = DOCUMENT.read_text(encoding="utf-8")
    (line,) = re.findall(r"^Ranks are .+; suits are .+\.$", text, re.MULTILINE)
    ranks, suits = (re.findall(r"`(\w+)`", half) for half in line.split(";"))
    assert [f"{rank} of {suit}" for suit in suits for rank in ranks] == [c.name for c in DECK]


def test_the_rules_in_words_are_the_rules_that_are_played():
    """Whoever changes the game must change the words, and with them every digest."""
    assert load_preset("cs50").rules == Rules(
        **{
            "decks": 1,
            "reshuffle": "every-round",
            "deal": "PHPU",
            "hole_card": "hidden",
            "naturals": "none",
            "blackjack_pays": "1:1",
            "stand_on_21": False,
            "double_on": "none",
            "max_hands": 1,
        }
    )


BASE = {
    "table": bytes(16),
    "seats": 2,
    "dialect": "course",
    "seconds": 60,
    "decks": 1,
    "rules": RULES_DIGEST,
}


@pytest.mark.parametrize(
    "changed",
    [
        {"table": b"\1" * 16},
        {"seats": 3},
        {"dialect": "original"},
        {"seconds": 61},
        {"decks": 2},
        {"rules": bytes(32)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_every_term_goes_into_the_commitment(changed: dict[str, object]):
    one, other = Terms(**BASE), Terms(**(BASE | changed))
    assert one.of_round(1, NO_COMMITMENT) != other.of_round(1, NO_COMMITMENT)


def test_everything_that_goes_into_an_order_changes_it():
    commit, other = b"c" * 32, b"C" * 32
    digests, secret, nonces = [b"1" * 32, b"2" * 32], b"s" * 32, [b"a" * 32, b"b" * 32]
    keys = [
        order_key(commit, digests, secret, nonces),
        order_key(other, digests, secret, nonces),
        order_key(commit, digests[::-1], secret, nonces),
        order_key(commit, digests, b"S" * 32, nonces),
        order_key(commit, digests, secret, nonces[::-1]),
        order_key(commit, digests, secret, nonces[:1]),
        order_key(commit, digests, secret, [b"a" * 32 + b"b" * 32]),
    ]
    assert len({tuple(shuffled(key)) for key in keys}) == len(keys)
    assert nonce_digest(commit, 0, nonces[0]) != nonce_digest(commit, 1, nonces[0])
    assert nonce_digest(commit, 0, nonces[0]) != nonce_digest(other, 0, nonces[0])


def test_an_order_holds_every_card_once():
    assert sorted(names(b"any key")) == sorted(NEW_DECK)


def test_every_card_is_as_likely_at_every_place():
    """Chi-square over the table of 52 places and 52 cards.

    A shuffle is a permutation matrix, whose covariance is (I - J/n)(x)(I - J/n) / (n - 1). So
    (n - 1) / N times the sum of squared deviations from N / n follows chi-square with
    (n - 1)^2 = 2601 degrees of freedom: mean 2601, variance 5202. The bound is 4 sigma.
    """
    decks = 2000
    counts = {(place, card): 0 for place in range(52) for card in NEW_DECK}
    for number in range(1, decks + 1):
        for place, card in enumerate(names(number.to_bytes(32, "big"))):
            counts[place, card] += 1
    statistic = 51 / decks * sum((count - decks / 52) ** 2 for count in counts.values())
    assert abs(statistic - 2601) < 4 * 5202**0.5


# Places.


def play_out(order: list, seats: list[int], parties: int, moves: list[str]) -> WireRound:
    """Play a round; a seat stands when its moves are used up."""
    play = WireRound(ByPlace(order, parties, seats), len(seats), Dialect.COURSE)
    play.deal()
    left = [iter(each) for each in moves]
    while (turn := play.turn) is not None:
        play.decide(Action(next(left[turn], "S")))
    return play


@given(
    st.permutations(DECK),
    st.integers(1, MOST_SEATS).flatmap(
        lambda seats: st.tuples(
            st.lists(st.text("HS", max_size=12), min_size=seats, max_size=seats), st.just(seats)
        )
    ),
    st.text("HS", max_size=12),
    st.data(),
)
def test_nobodys_moves_touch_anothers_cards(order, moves_of_seats, other_moves, data):
    """Not the dealer's either, though it draws only as far as it must."""
    moves, seats = moves_of_seats
    seat = data.draw(st.integers(0, seats - 1))
    played = play_out(order, list(range(seats)), seats + 1, moves)
    changed = [each if number == seat else other_moves for number, each in enumerate(moves)]
    again = play_out(order, list(range(seats)), seats + 1, changed)
    alone = play_out(order, [seat], seats + 1, [moves[seat]])
    for other, at in ((again, seat), (alone, 0)):
        assert other.state.boxes[at].hand == played.state.boxes[seat].hand
        assert other.results()[at] == played.results()[seat]
        shorter = min(len(other.dealer.cards), len(played.dealer.cards))
        assert other.dealer.cards[:shorter] == played.dealer.cards[:shorter]


def test_the_longest_hand_fits_its_places():
    """Four aces, four twos and three threes make 21; one card more, and it is over."""
    low = sorted(DECK, key=lambda card: card.points)[:12]
    assert Hand(tuple(low[:11])).total == 21
    assert Hand(tuple(low)).bust
    rest = [card for card in DECK if card not in low]
    for seat in range(MOST_SEATS):
        places = iter(rest)
        own = iter(low)
        parties = MOST_SEATS + 1
        order = [
            next(own) if place % parties == seat and place // parties < 12 else next(places)
            for place in range(52)
        ]
        played = play_out(order, [seat], parties, ["H" * 10])
        assert len(played.state.boxes[0].hand.cards) == 12
