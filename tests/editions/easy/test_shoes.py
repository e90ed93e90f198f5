"""The file shoe deals by pieces what it would deal of the whole; the recorder survives its file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cutcard.cards import Card
from cutcard.editions.easy import shoes
from cutcard.editions.easy.shoes import FileShoe, RandomShoe, RecordedShoe
from cutcard.shoes import ShoeEmpty


def of_the_whole(contents: bytes) -> list[tuple[bool, str]]:
    """Before each card whether no round may begin any more, and the card."""
    at = 0
    told = []
    for found in re.finditer(rb"[2-9ATJQK]", contents):
        told.append((len(contents) - at < 26, found[0].decode()))
        at = found.end()
    return told


@given(
    contents=st.lists(st.sampled_from([b"A", b"T", b"5", b"k", b"\n", b"." * 40])).map(b"".join),
    piece=st.integers(1, 60),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_pieces_make_no_difference(
    contents: bytes, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shoes, "_PIECE", piece)
    path = tmp_path / "shoe"
    path.write_bytes(contents)
    shoe = FileShoe(str(path))
    for over, card in of_the_whole(contents):
        assert shoe.over is over
        assert shoe.draw() is Card(card)
    with pytest.raises(ShoeEmpty, match="the shoe ran out of cards"):
        shoe.draw()
    shoe.close()


def test_a_long_way_without_a_card_is_told_from_the_end_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shoes, "_PIECE", 10)
    monkeypatch.setattr(shoes, "SKIPPED_AT_MOST", 1000)
    path = tmp_path / "shoe"
    path.write_bytes(b"." * 1000 + b"A" + b"." * 1100 + b"2")
    shoe = FileShoe(str(path))
    assert shoe.draw() is Card("A")
    with pytest.raises(ShoeEmpty, match="1,000 bytes of the shoe hold no card"):
        shoe.draw()


def test_a_shoe_of_fifty_megabytes_deals_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "shoe"
    with path.open("wb") as file:
        file.write(b"A")
        file.seek(50_000_000)
        file.write(b"K")
    shoe = FileShoe(str(path))
    assert [shoe.draw(), shoe.over, shoe.draw(), shoe.over] == [Card("A"), False, Card("K"), True]


@pytest.mark.parametrize("cards", [0, 20_000])
def test_a_recording_that_fails_is_told_once_and_dealt_on(cards: int) -> None:
    told: list[OSError] = []
    shoe, plain = RecordedShoe(RandomShoe(7), "/dev/full", told.append), RandomShoe(7)
    for _ in range(cards):
        assert shoe.draw() is plain.draw()
    assert shoe.failed is (cards > 0)  # a few cards wait in memory
    shoe.close()
    assert shoe.failed
    assert [error.strerror for error in told] == ["No space left on device"]


def test_a_recording_ends_with_the_cards_of_one_round_more(tmp_path: Path) -> None:
    path = tmp_path / "record"
    shoe = RecordedShoe(RandomShoe(1), str(path), lambda error: pytest.fail(str(error)))
    for _ in range(34):
        shoe.draw()
    shoe.close()
    assert not shoe.failed
    assert path.read_text() == "ATQ522K42834A5K2TJJQ89444634J5TK2T65J6TQ2Q42566A532QA534Q77J"
