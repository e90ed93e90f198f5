"""Messages: each is written as the course writes it and reads as it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.cards import DECK
from cutcard.net.fair import Terms
from cutcard.net.frames import LONGEST
from cutcard.net.messages import (
    FAIR,
    LONGEST_NAME,
    Begin,
    BrokenOff,
    CardDealt,
    Commit,
    DealerShows,
    Decision,
    Digest,
    DigestShown,
    FromDealer,
    FromPlayer,
    Hit,
    Join,
    Nonce,
    NonceShown,
    ProtocolError,
    Quit,
    Refused,
    Result,
    Reveal,
    Stand,
    TermsTold,
    read_from_dealer,
    read_from_player,
)

WORDS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1)
VALUES = st.binary(min_size=32, max_size=32)
NUMBERS = st.integers(0, 10**18 - 1)
FROM_PLAYER = st.one_of(
    st.builds(
        Join, WORDS.map(lambda word: word[:LONGEST_NAME]), st.sampled_from(["", "FAIR", FAIR])
    ),
    st.just(Hit()),
    st.just(Stand()),
    st.builds(Digest, VALUES),
    st.builds(Nonce, VALUES),
)
FROM_DEALER = st.one_of(
    st.sampled_from([Begin(), Decision(), Quit()]),
    st.builds(CardDealt, st.sampled_from(DECK)),
    st.builds(DealerShows, st.sampled_from(DECK)),
    st.builds(Result, st.sampled_from(["WIN", "LOOSE", "BUST", "PUSH"])),
    st.builds(
        TermsTold,
        st.builds(
            Terms,
            table=st.binary(min_size=16, max_size=16),
            seats=st.integers(0, 10**9),
            dialect=WORDS.map(lambda word: word[:20]),
            seconds=NUMBERS,
            decks=NUMBERS,
            rules=VALUES,
        ),
    ),
    st.builds(Commit, NUMBERS, NUMBERS, VALUES),
    st.builds(DigestShown, NUMBERS, VALUES),
    st.builds(NonceShown, NUMBERS, VALUES),
    st.builds(Reveal, VALUES),
    st.builds(BrokenOff, NUMBERS),
    st.builds(Refused, WORDS.map(lambda word: word[:200])),
)


@given(FROM_PLAYER)
def test_a_players_message_reads_as_it_is_written(message: FromPlayer):
    assert read_from_player(str(message)) == message
    assert len(str(message)) <= LONGEST


@given(FROM_DEALER)
def test_a_dealers_message_reads_as_it_is_written(message: FromDealer):
    assert read_from_dealer(str(message)) == message
    assert len(str(message)) <= LONGEST


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_card_goes_over_the_wire_by_its_name(card):
    assert read_from_dealer(f"CARD {card.name}") == CardDealt(card)
    assert read_from_dealer(f"DEALER {card.name}") == DealerShows(card)


def test_messages_are_written_as_the_course_writes_them():
    written = [Join("ann"), Hit(), Stand(), Begin(), Decision(), Quit(), Result("LOOSE")]
    assert [str(message) for message in written] == [
        "JOIN ann",
        "HIT",
        "STAND",
        "BEGIN",
        "DECISION",
        "QUIT",
        "RESULT LOOSE",
    ]


def test_lose_is_understood_as_loose():
    assert read_from_dealer("RESULT LOSE") == read_from_dealer("RESULT LOOSE")


def test_a_name_is_cut_to_20_characters():
    assert read_from_player(f"JOIN {'x' * 60}") == Join("x" * 20)
    assert read_from_player(f"JOIN {'x' * 60} FAIR") == Join("x" * 20, "FAIR")


def test_a_player_may_be_called_fair():
    assert read_from_player("JOIN FAIR") == Join("FAIR")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "JOIN",
        "JOIN ",
        "JOIN  ann",
        "JOIN ann ",
        "JOIN ann  FAIR",
        "JOIN ann FAIR ",
        "JOIN ann fair",
        "JOIN ann bob",
        "join ann",
        "JOINann",
        "hit",
        "Hit",
        "HIT ",
        " HIT",
        "HIT me",
        "STAND ",
        "stand",
        "FOLD",
        "NONCE",
        "NONCE ",
        "NONCE 01",
        f"NONCE {'xy' * 32}",
        f"NONCE {'0A' * 32}",
        f"NONCE {'00' * 32} ",
        f"NONCE 0 {'00' * 32}",
        f"NONCE {'00' * 33}",
        f"DIGEST {'00' * 31}",
        "JOIN ann FAIR 1",
        "JOIN ann FAIR  2",
        "QUIT",
        "BEGIN",
        "DECISION",
        "RESULT WIN",
        "CARD Ace of Spades",
    ],
)
def test_what_is_no_message_of_a_player_is_refused_by_name(text: str):
    with pytest.raises(ProtocolError) as refused:
        read_from_player(text)
    assert repr(text)[:20] in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "BEGIN ",
        "begin",
        "BEGIN 1",
        "CARD",
        "CARD ",
        "CARD Ace",
        "CARD ace of spades",
        "CARD One of Spades",
        "CARD Ace of Swords",
        "CARD  Ace of Spades",
        "CARD Ace of Spades ",
        "CARD As",
        "DEALER",
        "DEALER Joker",
        "RESULT",
        "RESULT ",
        "RESULT DRAW",
        "RESULT win",
        "RESULT WIN ",
        "COMMIT",
        f"COMMIT {'00' * 32}",
        f"COMMIT 1 0 {'00' * 33}",
        f"COMMIT 01 0 {'00' * 32}",
        f"COMMIT -1 0 {'00' * 32}",
        f"COMMIT 1  0 {'00' * 32}",
        f"COMMIT 1 0 {'00' * 32} ",
        f"DIGEST {'00' * 32}",
        f"NONCE {'00' * 32}",
        f"NONCE {'9' * 19} {'00' * 32}",
        "TERMS",
        f"TERMS {'00' * 16} 2 1 {'00' * 32} course",
        f"TERMS {'00' * 16} 2 1 {'00' * 32} course 5.0",
        "REVEAL",
        f"REVEAL {'00' * 33}",
        f"REVEAL {'AB' * 32}",
        "BROKEN",
        "BROKEN x",
        "REFUSED",
        "REFUSED ",
        "DECISION?",
        "QUIT now",
        "JOIN ann",
        "HIT",
        "STAND",
    ],
)
def test_what_is_no_message_of_a_dealer_is_refused_by_name(text: str):
    with pytest.raises(ProtocolError) as refused:
        read_from_dealer(text)
    assert repr(text)[:20] in str(refused.value)


@given(st.one_of(st.text(), st.builds("{} {}".format, WORDS, st.text())))
def test_no_text_is_answered_with_anything_but_a_protocol_error(text: str):
    for read in (read_from_player, read_from_dealer):
        try:
            message = read(text)
        except ProtocolError:
            continue
        assert read(str(message)) == message
