"""Bytes to messages and back, and which message may come when, without a socket."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.cards import DECK
from cutcard.net.fair import Terms
from cutcard.net.frames import LONGEST, Frames
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
from cutcard.net.turns import IN_PLAY, At, DealerSide, In, PlayerSide

SOME_CARD = DECK[0]
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
        if bad(text) or (not text and end == 10):
            return found, True
        if text:  # runs of NULs are padding
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
        b"\n",
        b"\r\n",
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


@pytest.mark.parametrize("size", [25, 256, 1024])
def test_messages_padded_with_nuls_are_ordinary(size: int):
    """As programs send whole buffers: the text, and NULs up to the buffer's size."""
    data = b"".join(text.ljust(size, b"\0") for text in (b"JOIN a", b"HIT", b"STAND"))
    assert feed_all([data])[:2] == (["JOIN a", "HIT", "STAND"], False)
    assert feed_all([bytes([byte]) for byte in data])[:2] == (["JOIN a", "HIT", "STAND"], False)


def test_padding_does_not_lengthen_a_message():
    assert feed_all([b"\0" * 1000 + b"x" * 257])[1]


@pytest.mark.parametrize("late", [b"\0", b"\n", b"\r\n"], ids=["NUL", "LF", "CRLF"])
def test_the_end_of_a_message_that_silence_has_ended_may_still_come(late: bytes):
    frames = Frames()
    assert list(frames.feed(b"JOIN a")) == []
    assert frames.pending == "JOIN a"
    assert frames.end_pending() == "JOIN a"
    assert frames.pending == ""
    assert frames.encode(Begin()) == b"BEGIN\0"
    assert list(frames.feed(late)) == []
    assert list(frames.feed(b"HIT" + late)) == ["HIT"]


# Who may say what when.

VALUE = bytes(32)
PLAYER_SAYS = {
    "JOIN": Join("ann"),
    "JOIN FAIR": Join("ann", FAIR),
    "DIGEST": Digest(VALUE),
    "NONCE": Nonce(VALUE),
    "HIT": Hit(),
    "STAND": Stand(),
}
MAY_SAY = {
    At.JOINING: {"JOIN", "JOIN FAIR"},
    At.BINDING: {"DIGEST"},
    At.OPENING: {"NONCE"},
    At.WAITING: set(),
    At.DECIDING: {"HIT", "STAND"},
    At.GONE: set(),
}


@pytest.mark.parametrize(("at", "said"), list(product(At, PLAYER_SAYS)), ids=str)
def test_a_dealer_takes_each_message_only_in_its_turn(at: At, said: str):
    side = DealerSide()
    side.at = at
    if said in MAY_SAY[at]:
        side.receive(PLAYER_SAYS[said])
        assert side.at is At.WAITING
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
    "TERMS": TermsTold(Terms(bytes(16), 1, "course", 60)),
    "COMMIT": Commit(1, 0, VALUE),
    "DIGEST": DigestShown(0, VALUE),
    "NONCE": NonceShown(0, VALUE),
    "REVEAL": Reveal(VALUE),
    "BROKEN": BrokenOff(0),
    "REFUSED": Refused("no"),
}
BOTH_HEAR = {
    (In.FIRST, "CARD"): In.SECOND,
    (In.SECOND, "CARD"): In.UP,
    (In.UP, "DEALER"): In.ASKED,
    (In.ASKED, "DECISION"): In.DECIDING,
    (In.HIT, "CARD"): In.DRAWN,
    (In.DRAWN, "DECISION"): In.DECIDING,
}
PLAYER_HEARS = {
    **BOTH_HEAR,
    (In.LOBBY, "BEGIN"): In.FIRST,
    (In.DRAWN, "RESULT"): In.BETWEEN,
    (In.STOOD, "RESULT"): In.BETWEEN,
    (In.STOOD, "DECISION"): In.DECIDING,  # the original's dealer asks again
    (In.BETWEEN, "BEGIN"): In.FIRST,
    (In.BETWEEN, "CARD"): In.SECOND,  # and says BEGIN only once
}
FAIR_PLAYER_HEARS = {
    **BOTH_HEAR,
    (In.FAIR_LOBBY, "TERMS"): In.AGREED,
    (In.FAIR_LOBBY, "REFUSED"): In.LEAVING,
    (In.AGREED, "COMMIT"): In.BOUND,
    (In.BOUND, "DIGEST"): In.BOUND,
    (In.BOUND, "BROKEN"): In.AGREED,
    (In.OPENED, "NONCE"): In.OPENED,
    (In.OPENED, "BROKEN"): In.AGREED,
    (In.DEALT, "BEGIN"): In.FIRST,
    (In.DRAWN, "RESULT"): In.PLAYED,
    (In.STOOD, "RESULT"): In.PLAYED,
    (In.PLAYED, "REVEAL"): In.AGREED,
    (In.DEALT, "REVEAL"): In.LEAVING,
    **{(at, "REVEAL"): In.LEAVING for at in IN_PLAY},
}


@pytest.mark.parametrize("fair", [False, True], ids=["plain", "fair"])
@pytest.mark.parametrize(("at", "said"), list(product(In, DEALER_SAYS)), ids=str)
def test_a_player_takes_each_message_only_in_its_turn(at: In, said: str, fair: bool):
    side = PlayerSide(fair=fair)
    side.at = at
    hears = FAIR_PLAYER_HEARS if fair else PLAYER_HEARS
    after = In.OVER if said == "QUIT" else hears.get((at, said))
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
