"""`cutcard verify` finds whatever was changed in a record that can be found."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from net.wire import CUTCARD, Server, at_once, hit_once

from cutcard.net.record import InvalidRecord
from cutcard.net.verify import verify

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A record of three tables: two seats, six rounds each; in the last one a player leaves."""
    folder = tmp_path_factory.mktemp("good")
    server = Server(folder, "--seats", "2", "--rounds", "6", "--record", "record", "--seed", "3")
    try:
        for table in range(3):
            with server.call(f"JOIN ann{table}") as ann, server.call(f"JOIN bob{table}") as bob:
                if table < 2:
                    at_once(lambda ann=ann: ann.play(hit_once), bob.play)
                    continue
                ann.hear_until("DECISION")
                ann.vanish()
                bob.play()
        code, _, err = server.stop()
        assert (code, err) == (0, "")
    finally:
        server.kill()
    return (folder / "record").read_bytes()


def read(data: bytes) -> Lines:
    return [json.loads(line) for line in data.splitlines()]


def written(lines: Lines) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def run(folder: Path, data: bytes, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "record").write_bytes(data)
    return subprocess.run(
        [CUTCARD, "verify", "record", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def test_a_good_record_is_as_the_cards_fell(tmp_path, good):
    ended = run(tmp_path, good)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "18 rounds of 3 tables are as the cards fell.\n"
    ended = run(tmp_path, good, "--json")
    assert json.loads(ended.stdout) == {"tables": 3, "rounds": 18, "notes": []}


def test_an_empty_record_has_no_rounds(tmp_path):
    ended = run(tmp_path, b"")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "0 rounds of 0 tables are as the cards fell.\n"


def test_a_torn_last_line_is_told_and_dropped(tmp_path, good):
    ended = run(tmp_path, good[:-7])
    assert ended.returncode == 0
    assert ended.stdout == "17 rounds of 3 tables are as the cards fell.\n"
    assert ended.stderr == "cutcard: line 21 of record is torn: the dealer was killed; dropped\n"


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_record_torn_anywhere_in_its_last_line_keeps_the_rest(tmp_path, good, cut):
    path = tmp_path / "record"
    path.write_bytes(good[:-cut])
    notes: list[str] = []
    assert verify(path, notes.append) == (3, 17)
    assert len(notes) == 1


def test_a_missing_record_is_told(tmp_path):
    ended = subprocess.run(
        [CUTCARD, "verify", "nothing"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr == "cutcard: nothing cannot be read: No such file or directory\n"


def first(lines: Lines, **wanted: Any) -> dict[str, Any]:
    """The first line that has these values."""
    return next(
        line for line in lines if all(line.get(name) == value for name, value in wanted.items())
    )


def change_result(lines: Lines) -> None:
    results = first(lines, round=2)["results"]
    results[0] = "WIN" if results[0] != "WIN" else "LOOSE"


def swap_results(lines: Lines) -> None:
    line = next(line for line in lines if len(set(line.get("results", []))) == 2)
    line["results"].reverse()


def drop_move(lines: Lines) -> None:
    line = first(lines, round=3)
    line["moves"] = line["moves"][:-1]


def add_move(lines: Lines) -> None:
    first(lines, round=3)["moves"] += "S"


def change_move(lines: Lines) -> None:
    """A stand becomes a hit: now a move is missing, or a hand is bust that was not."""
    line = first(lines, round=1)
    line["moves"] = line["moves"][:-1] + "H"


def change_secret(lines: Lines) -> None:
    lines[0]["secret"] = lines[0]["secret"][::-1]


def change_secret_and_commit(lines: Lines) -> None:
    from cutcard.net.fair import digest

    secret = bytes(32)
    lines[0] |= {"secret": secret.hex(), "commit": digest(secret).hex()}


def change_nonce(lines: Lines) -> None:
    lines[0]["nonces"][0] = "01"


def drop_seat(lines: Lines) -> None:
    lines[0]["nonces"].pop()


def drop_first_round(lines: Lines) -> None:
    lines.remove(first(lines, round=1))


def drop_round(lines: Lines) -> None:
    lines.remove(first(lines, round=4))


def repeat_round(lines: Lines) -> None:
    lines.insert(4, lines[3])


def swap_rounds(lines: Lines) -> None:
    at = lines.index(first(lines, round=2))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


def renumber_swapped_rounds(lines: Lines) -> None:
    swap_rounds(lines)
    at = lines.index(first(lines, round=3))
    lines[at]["round"], lines[at + 1]["round"] = 2, 3


def drop_table(lines: Lines) -> None:
    del lines[0]


def unknown_table(lines: Lines) -> None:
    first(lines, round=1)["table"] = "0" * 16


def change_dialect(lines: Lines) -> None:
    assert any("BUST" in line.get("results", []) for line in lines[:7])
    lines[0]["dialect"] = "seed"


def unknown_dialect(lines: Lines) -> None:
    lines[0]["dialect"] = "latin"


def one_seat_more(lines: Lines) -> None:
    first(lines, round=1)["seats"].append(2)


def eight_seats(lines: Lines) -> None:
    first(lines, round=1)["seats"] = list(range(8))


def no_seats(lines: Lines) -> None:
    first(lines, round=1)["seats"] = []


@pytest.mark.parametrize(
    "change",
    [
        change_result,
        swap_results,
        drop_move,
        add_move,
        change_move,
        change_secret,
        change_secret_and_commit,
        change_nonce,
        drop_seat,
        drop_first_round,
        drop_round,
        repeat_round,
        swap_rounds,
        renumber_swapped_rounds,
        drop_table,
        unknown_table,
        change_dialect,
        unknown_dialect,
        one_seat_more,
        eight_seats,
        no_seats,
    ],
    ids=lambda change: change.__name__,
)
def test_a_changed_record_is_refused(tmp_path, good, change: Callable[[Lines], None]):
    lines = read(good)
    change(lines)
    path = tmp_path / "record"
    path.write_bytes(written(lines))
    with pytest.raises(InvalidRecord, match=r"line \d+ of .*record: "):
        verify(path, lambda note: None)


def seat_of_nobody(lines: Lines) -> None:
    lines[-1]["seats"] = [5]


def same_seat_twice(lines: Lines) -> None:
    first(lines, round=1)["seats"] = [0, 0]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(seat_of_nobody),
        pytest.param(same_seat_twice),
    ],
    ids=lambda change: change.__name__,
)
def test_seats_that_cannot_be_are_refused(tmp_path, good, change: Callable[[Lines], None]):
    test_a_changed_record_is_refused(tmp_path, good, change)


def line_of(**changed: Any) -> str:
    """A round's line with some values changed."""
    entry = {"table": "t", "round": 1, "seats": [0], "moves": "S", "results": ["WIN"]}
    return json.dumps(entry | changed)


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "junk",
        "{}",
        "[]",
        "1",
        "null",
        '"secret"',
        '["secret"]',
        '{"secret": 1}',
        "\xff",
        "{" * 50,
        "1" * 5000,
        line_of(round="1"),
        line_of(round=None),
        line_of(moves="X"),
        line_of(moves=1),
        line_of(seats="a"),
        line_of(seats=[-1]),
        line_of(seats=1),
        line_of(results=1),
        line_of(results=[1]),
        line_of(more=1),
        pytest.param(line_of(table=[])),
        pytest.param("[" * 100_000),
    ],
    ids=lambda junk: junk[:40] or "empty",
)
def test_a_junk_line_is_refused_by_its_number(tmp_path, good, junk: str):
    path = tmp_path / "record"
    lines = good.splitlines(keepends=True)
    lines.insert(2, junk.encode("latin-1") + b"\n")
    path.write_bytes(b"".join(lines))
    with pytest.raises(InvalidRecord, match=r"line 3 of .*record"):
        verify(path, lambda note: None)


def test_a_refusal_is_one_sentence_and_exit_1(tmp_path, good):
    lines = read(good)
    change_result(lines)
    ended = run(tmp_path, written(lines))
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.startswith("cutcard: line 3 of record: the results are [")
    assert ended.stderr.count("\n") == 1


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_flipped_byte_makes_noise(good, tmp_path_factory, data):
    """A record with any one byte changed is taken or refused, never anything else."""
    at = data.draw(st.integers(0, len(good) - 1))
    byte = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / "flipped"
    path.write_bytes(good[:at] + bytes([byte]) + good[at + 1 :])
    with contextlib.suppress(InvalidRecord):
        verify(path, lambda note: None)


def test_tables_of_a_repeated_seed_are_all_counted(tmp_path):
    for _ in range(2):
        server = Server(tmp_path, "--rounds", "1", "--record", "record", "--seed", "3")
        try:
            with server.call("JOIN ann") as ann:
                ann.play()
            server.stop()
        finally:
            server.kill()
    assert verify(tmp_path / "record", lambda note: None) == (2, 2)
