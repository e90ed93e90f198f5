"""Bytes to messages and back, and which message may come when, without a socket."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.cards import DECK
from cutcard.net.protocol import (
    LONGEST,
    LONGEST_NAME,
    At,
    Begin,
    CardDealt,
    Commit,
    DealerShows,
    DealerSide,
    Decision,
    Frames,
    FromDealer,
    FromPlayer,
    Hit,
    In,
    Join,
    Nonce,
    PlayerSide,
    ProtocolError,
    Quit,
    Result,
    Reveal,
    Stand,
    read_from_dealer,
    read_from_player,
)

SOME_CARD = DECK[0]
WORDS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1)
FROM_PLAYER = st.one_of(
    st.builds(Join, WORDS.map(lambda word: word[:LONGEST_NAME]), st.booleans()),
    st.just(Hit()),
    st.just(Stand()),
    st.builds(Nonce, st.binary(min_size=1, max_size=64)),
)
FROM_DEALER = st.one_of(
    st.sampled_from([Begin(), Decision(), Quit()]),
    st.builds(CardDealt, st.sampled_from(DECK)),
    st.builds(DealerShows, st.sampled_from(DECK)),
    st.builds(Result, st.sampled_from(["WIN", "LOOSE", "BUST", "PUSH"])),
    st.builds(Commit, st.binary(min_size=1, max_size=32)),
    st.builds(Reveal, st.binary(min_size=1, max_size=64)),
)


# Messages.


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
    assert read_from_player(f"JOIN {'x' * 60} FAIR") == Join("x" * 20, fair=True)


def test_a_player_may_be_called_fair():
    assert read_from_player("JOIN FAIR") == Join("FAIR", fair=False)


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
        "NONCE 1",
        "NONCE xy",
        "NONCE 01 02",
        "NONCE 01 ",
        f"NONCE {'00' * 65}",
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
        "COMMIT zz",
        f"COMMIT {'00' * 33}",
        "REVEAL",
        f"REVEAL {'00' * 65}",
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


# Framing.


def cut(data: bytes, places: list[int]) -> list[bytes]:
    """The data in pieces, cut at these places."""
    edges = [0, *sorted(places), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


def feed_all(pieces: list[bytes]) -> tuple[list[str], bool, Frames]:
    """The messages that came out, and whether it ended in a complaint."""
    frames = Frames()
    found: list[str] = []
    for piece in pieces:
        try:
            for text in frames.feed(piece):
                found.append(text)
        except ProtocolError:
            return found, True, frames
    return found, False, frames


def naive_frames(data: bytes) -> tuple[list[str], bool]:
    """The same from the description: the first NUL or newline says how messages end."""

    def bad(frame: bytes) -> bool:
        return len(frame) > 256 or any(not 32 <= byte <= 126 for byte in frame)

    end = next((byte for byte in data if byte in (0, 10)), None)
    *whole, pending = data.split(bytes([end])) if end is not None else [data]
    found = []
    for frame in whole:
        text = frame[:-1] if end == 10 and frame.endswith(b"\r") else frame
        if bad(text) or not text:
            return found, True
        found.append(text.decode())
    if end != 0 and pending.endswith(b"\r"):
        pending = pending[:-1]
    return found, bad(pending)


TEXTS = st.lists(
    st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("end", [b"\0", b"\n", b"\r\n"], ids=["NUL", "LF", "CRLF"])
def test_messages_come_whole_however_the_packets_are_split(end: bytes):
    texts = ["JOIN ann", "HIT", "STAND", "NONCE 0102"]
    data = b"".join(text.encode() + end for text in texts)
    for first in range(len(data) + 1):
        for second in range(first, len(data) + 1):
            found, refused, _ = feed_all(cut(data, [first, second]))
            assert (found, refused) == (texts, False)
    assert feed_all([bytes([byte]) for byte in data])[0] == texts


@given(TEXTS, st.sampled_from([b"\0", b"\n", b"\r\n"]), st.lists(st.integers(0, 300), max_size=9))
def test_framing_does_not_depend_on_packets(texts: list[str], end: bytes, places: list[int]):
    data = b"".join(text.encode() + end for text in texts)
    pieces = cut(data, [min(place, len(data)) for place in places])
    assert feed_all(pieces)[:2] == (texts, False)


BYTES = st.one_of(
    st.binary(max_size=40),
    st.lists(
        st.sampled_from(
            [b"\0", b"\n", b"\r", b"HIT", b"JOIN x", b" ", b"\x01", b"\xe9", b"x" * 128, b"\x7f"]
        ),
        max_size=12,
    ).map(b"".join),
)


@settings(max_examples=500)
@given(BYTES, st.lists(st.integers(0, 600), max_size=5))
def test_arbitrary_bytes_are_framed_as_a_naive_reading_frames_them(data: bytes, places: list[int]):
    expected = naive_frames(data)
    assert feed_all([data])[:2] == expected
    assert feed_all(cut(data, [min(place, len(data)) for place in places]))[:2] == expected


@pytest.mark.parametrize(
    ("first", "answer"),
    [(b"JOIN a\0", b"QUIT\0"), (b"JOIN a\n", b"QUIT\n"), (b"JOIN a\r\n", b"QUIT\n")],
)
def test_the_first_message_teaches_how_to_answer(first: bytes, answer: bytes):
    frames = Frames()
    assert list(frames.feed(first)) == ["JOIN a"]
    assert frames.encode(Quit()) == answer


def test_before_the_first_message_answers_end_with_nul():
    assert Frames().encode(Begin(), Quit()) == b"BEGIN\0QUIT\0"


@pytest.mark.parametrize(
    "data",
    [
        b"JOIN a\0STAND\n",  # a newline where NUL ends
        b"JOIN a\0STAND\n\0",
        b"JOIN a\nSTAND\0",
        b"JOIN a\r\0",
        b"\0",
        b"\n",
        b"\r\n",
        b"JOIN a\0\0",
        b"JOIN a\n\n",
        b"JOIN \x01\0",
        b"JOIN \x7f\0",
        b"JOIN \x80\0",
        "JOIN \u00e9\0".encode(),
        "JOIN \u00e9\0".encode("latin-1"),
        b"JOIN\ta\0",
        b"x" * 257,
        b"x" * 257 + b"\0",
        b"x" * 257 + b"\n",
        b"x" * 10_000_000,
    ],
    ids=lambda data: repr(data[:20]),
)
def test_what_can_be_no_message_is_refused_without_waiting_for_more(data: bytes):
    assert feed_all([data])[1]


def test_256_bytes_are_a_message_and_257_are_none():
    for end in (b"\0", b"\n", b"\r\n"):
        assert feed_all([b"x" * 256 + end])[:2] == (["x" * 256], False)
        assert feed_all([b"x" * 256, end])[:2] == (["x" * 256], False)
        assert feed_all([b"x" * 257 + end])[1]
    assert not feed_all([b"x" * 256])[1]


def test_what_was_good_before_the_fault_is_given():
    assert feed_all([b"JOIN a\0HIT\0\x01"])[:2] == (["JOIN a", "HIT"], True)


def test_an_endless_message_is_not_kept():
    frames = Frames()
    for _ in range(256):
        assert list(frames.feed(b"x")) == []
    with pytest.raises(ProtocolError, match="longer than 256 bytes"):
        list(frames.feed(b"x"))


@pytest.mark.parametrize("word", ["HIT", "STAND"])
def test_a_decision_without_its_end_counts_after_a_silence(word: str):
    frames = Frames()
    assert list(frames.feed(b"JOIN a\0" + word.encode())) == ["JOIN a"]
    assert frames.waiting
    assert frames.after_silence() == word
    assert not frames.waiting
    assert frames.after_silence() is None


@pytest.mark.parametrize("pending", [b"", b"HI", b"HITT", b"hit", b"STAND ", b"JOIN b", b"QUIT"])
def test_nothing_but_a_decision_counts_without_its_end(pending: bytes):
    frames = Frames()
    list(frames.feed(b"JOIN a\0" + pending))
    assert frames.after_silence() is None
    assert frames.waiting == bool(pending)


# Who may say what when.

PLAYER_SAYS = {
    "JOIN": Join("ann"),
    "JOIN FAIR": Join("ann", fair=True),
    "NONCE": Nonce(b"1"),
    "HIT": Hit(),
    "STAND": Stand(),
}
DEALER_HEARS = {
    (At.JOINING, "JOIN"): At.WAITING,
    (At.JOINING, "JOIN FAIR"): At.COMMITTED,
    (At.COMMITTED, "NONCE"): At.WAITING,
    (At.DECIDING, "HIT"): At.WAITING,
    (At.DECIDING, "STAND"): At.WAITING,
}


@pytest.mark.parametrize(("at", "said"), list(product(At, PLAYER_SAYS)), ids=str)
def test_a_dealer_takes_each_message_only_in_its_turn(at: At, said: str):
    side = DealerSide()
    side.at = at
    after = DEALER_HEARS.get((at, said))
    if after is not None:
        side.receive(PLAYER_SAYS[said])
        assert side.at is after
        return
    with pytest.raises(ProtocolError, match="out of turn") as refused:
        side.receive(PLAYER_SAYS[said])
    assert str(refused.value).endswith(f"{at.value} may come now")
    assert side.at is at


DEALER_SAYS = {
    "BEGIN": Begin(),
    "CARD": CardDealt(SOME_CARD),
    "DEALER": DealerShows(SOME_CARD),
    "DECISION": Decision(),
    "RESULT": Result("WIN"),
    "QUIT": Quit(),
    "COMMIT": Commit(b"1"),
    "REVEAL": Reveal(b"1"),
}
PLAYER_HEARS = {
    (In.LOBBY, "COMMIT"): In.LOBBY,
    (In.LOBBY, "BEGIN"): In.FIRST,
    (In.LOBBY, "REVEAL"): In.REVEALED,
    (In.FIRST, "CARD"): In.SECOND,
    (In.SECOND, "CARD"): In.UP,
    (In.UP, "DEALER"): In.ASKED,
    (In.ASKED, "DECISION"): In.DECIDING,
    (In.HIT, "CARD"): In.DRAWN,
    (In.DRAWN, "DECISION"): In.DECIDING,
    (In.DRAWN, "RESULT"): In.BETWEEN,
    (In.STOOD, "RESULT"): In.BETWEEN,
    (In.STOOD, "DECISION"): In.DECIDING,  # the seed's dealer asks again
    (In.BETWEEN, "BEGIN"): In.FIRST,
    (In.BETWEEN, "REVEAL"): In.REVEALED,
}


@pytest.mark.parametrize(("at", "said"), list(product(In, DEALER_SAYS)), ids=str)
def test_a_player_takes_each_message_only_in_its_turn(at: In, said: str):
    side = PlayerSide()
    side.at = at
    after = In.OVER if said == "QUIT" else PLAYER_HEARS.get((at, said))
    if after is not None:
        side.receive(DEALER_SAYS[said])
        assert side.at is after
        return
    with pytest.raises(ProtocolError, match="out of turn") as refused:
        side.receive(DEALER_SAYS[said])
    assert str(refused.value).endswith(f"{at.value} may come now")
    assert side.at is at


@pytest.mark.parametrize("at", In, ids=str)
def test_a_player_decides_only_when_asked(at: In):
    for decision, after in ((Hit(), In.HIT), (Stand(), In.STOOD)):
        side = PlayerSide()
        side.at = at
        if at is In.DECIDING:
            side.decide(decision)
            assert side.at is after
            continue
        with pytest.raises(ProtocolError, match="nobody has asked"):
            side.decide(decision)


def test_both_sides_agree_about_a_whole_fair_round():
    dealer, player = DealerSide(), PlayerSide()
    dealer.receive(Join("ann", fair=True))
    player.receive(Commit(b"1"))
    dealer.receive(Nonce(b"2"))
    for said in ("BEGIN", "CARD", "CARD", "DEALER"):
        player.receive(DEALER_SAYS[said])
    for decision in (Hit(), Stand()):
        dealer.ask()
        player.receive(Decision())
        player.decide(decision)
        dealer.receive(decision)
        if isinstance(decision, Hit):
            player.receive(CardDealt(SOME_CARD))
    for said in ("RESULT", "REVEAL", "QUIT"):
        player.receive(DEALER_SAYS[said])
    assert (dealer.at, player.at) == (At.WAITING, In.OVER)
