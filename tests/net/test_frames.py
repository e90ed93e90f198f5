"""Bytes to texts of messages, however packets are cut, without a socket."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.net.frames import Frames
from cutcard.net.messages import (
    Begin,
    ProtocolError,
    Quit,
)


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
