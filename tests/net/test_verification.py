"""`cutcard verify`: what does not follow is found even where all seals are right."""

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
from net.wire import Server, at_once, counted, cutcard, hit_once
from warm_starts import PATIENCE

from cutcard.net.fair import mix
from cutcard.net.record import InvalidRecord
from cutcard.net.verification import verify

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
    """Lines with a chain that was computed anew, as by somebody who knows how."""
    data, before = b"", ""
    for line in lines:
        rest = {name: value for name, value in line.items() if name not in ("before", "seal")}
        content = json.dumps({"before": before} | rest, separators=(",", ":"))[:-1].encode()
        before = mix("line", content).hex()
        data += content + f',"seal":"{before}"}}\n'.encode()
    return data


def run(folder: Path, data: bytes, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "record").write_bytes(data)
    return subprocess.run(
        [cutcard(), "verify", "record", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_good_record_is_as_the_cards_fell(tmp_path, good):
    assert written(read(good)) == good
    seal = read(good)[-1]["seal"]
    ended = run(tmp_path, good)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == (
        f"18 rounds of 3 tables in record are as the cards fell.\nIts last seal is {seal}\n"
    )
    (found,) = json.loads(run(tmp_path, good, "--json").stdout)["records"]
    assert (found["tables"], found["rounds"], found["ends_in"]) == (3, 18, seal)


def test_one_is_one(tmp_path, good):
    lines = read(good)
    table = lines[1]["table"]
    only = [line for line in lines if line.get("table", table) == table]
    one = [*only[:3], only[-1] | {"played": 1}]
    ended = run(tmp_path, written(one))
    assert ended.stdout.startswith("1 round of 1 table in record is as the cards fell.\n")


def test_a_cut_end_shows_against_the_seal_that_was_printed(tmp_path, good):
    lines = good.splitlines(keepends=True)
    seal = read(good)[-1]["seal"]
    assert run(tmp_path, good, "--ends-in", seal).returncode == 0
    ended = run(tmp_path, b"".join(lines[:-1]), "--ends-in", seal)
    assert ended.returncode == 1
    assert "its end was cut off, or it was rewritten" in ended.stderr
    assert "is not a seal" in run(tmp_path, good, "--ends-in", "xyz").stderr


def test_records_that_share_nothing_say_so(tmp_path, good):
    (tmp_path / "other").write_bytes(OLD.read_bytes())
    ended = run(tmp_path, good, "other")
    assert ended.stdout.endswith("The records share no round.\n")
    (tmp_path / "again").write_bytes(good)
    ended = run(tmp_path, good, "again")
    assert ended.stdout.endswith("share 18 rounds, and say the same of all they share.\n")


def test_an_empty_record_is_no_good_record(tmp_path):
    ended = run(tmp_path, b"")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "cutcard: record is empty: it is not a record\n"


def test_a_torn_last_line_is_told_and_dropped(tmp_path, good):
    ended = run(tmp_path, good[:-7])
    assert ended.returncode == 0
    assert ended.stdout.startswith("18 rounds of 3 tables in record are as the cards fell.\n")
    assert ended.stderr == (
        "cutcard: line 25 of record is torn: its writer was killed; dropped\n"
        "cutcard: 1 table has no end in record: its keeper was killed, or still plays\n"
    )


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_record_torn_anywhere_in_its_last_line_keeps_the_rest(tmp_path, good, cut):
    path = tmp_path / "record"
    path.write_bytes(good[:-cut])
    notes: list[str] = []
    assert verify(path, notes.append).counts["played"] == 18
    assert len(notes) == 2


@pytest.mark.parametrize("form", ["chained", "first"])
def test_a_record_is_read_from_a_pipe_as_from_a_file(good, form):
    data = good if form == "chained" else OLD.read_bytes()
    ended = subprocess.run(
        [cutcard(), "verify", "/dev/stdin"],
        input=data,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert b"in /dev/stdin are as the cards fell" in ended.stdout


def test_a_missing_record_is_told(tmp_path):
    ended = subprocess.run(
        [cutcard(), "verify", "nothing"], cwd=tmp_path, capture_output=True, text=True, check=False
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
    line["moves"][0] = line["moves"][0][:-1]


def add_move(lines: Lines) -> None:
    first(lines, round=3)["moves"][1] += "S"


def change_move(lines: Lines) -> None:
    """A stand becomes a hit: now a move is missing, or a hand is bust that was not."""
    line = first(lines, round=1)
    line["moves"][0] = line["moves"][0][:-1] + "H"


def change_card(lines: Lines) -> None:
    line = first(lines, round=2)
    other = "As" if "As" not in line["cards"][0] else "Kd"
    line["cards"][0] = f"{other}{line['cards'][0][2:]}"


def change_dealers_card(lines: Lines) -> None:
    line = first(lines, round=2)
    line["dealer"] = " ".join(reversed(line["dealer"].split()))


def change_seed(lines: Lines) -> None:
    lines[1]["seed"] = "4"


def change_number(lines: Lines) -> None:
    lines[1]["number"] = 7


def no_seed(lines: Lines) -> None:
    lines[1] |= {"proof": "none", "seed": ""}


def add_secret(lines: Lines) -> None:
    first(lines, round=1)["secret"] = "00" * 32


def drop_seat(lines: Lines) -> None:
    lines[1]["names"].pop()


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
    del lines[1]


def drop_beginning(lines: Lines) -> None:
    del lines[0]


def repeat_table(lines: Lines) -> None:
    lines += [line for line in lines[1:] if line["table"] == lines[1]["table"]]


def drop_last_round_of_a_table(lines: Lines) -> None:
    lines.remove(first(lines, round=6))


def round_after_the_end(lines: Lines) -> None:
    lines.append(first(lines, round=6))


def end_with_more_rounds(lines: Lines) -> None:
    first(lines, kind="closed")["played"] += 1


def unknown_table(lines: Lines) -> None:
    first(lines, round=1)["table"] = "0" * 32


def change_dialect(lines: Lines) -> None:
    table = lines[1]["table"]
    busts = [line for line in lines if "BUST" in line.get("results", [])]
    assert any(line["table"] == table for line in busts)
    lines[1]["dialect"] = "original"


def unknown_dialect(lines: Lines) -> None:
    lines[1]["dialect"] = "latin"


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
        change_card,
        change_dealers_card,
        change_seed,
        change_number,
        no_seed,
        add_secret,
        drop_seat,
        drop_beginning,
        repeat_table,
        drop_last_round_of_a_table,
        round_after_the_end,
        end_with_more_rounds,
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
    with pytest.raises(InvalidRecord, match=r"line \d+ of .*record"):
        verify(path, lambda note: None)


def seat_of_nobody(lines: Lines) -> None:
    first(lines, round=1)["seats"] = [0, 5]


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
        '["seal"]',
        '{"kind": 1}',
        '{"before": 1, "seal": 2, "kind": []}',
        "\xff",
        "{" * 50,
        "1" * 5000,
        "[" * 60_000,
        "x" * 70_000,
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


@pytest.mark.parametrize(
    "changed",
    [
        {"round": "1"},
        {"round": None},
        {"round": True},
        {"round": -1},
        {"round": 1.0},
        {"moves": "X"},
        {"moves": 1},
        {"moves": ["X", "S"]},
        {"seats": "a"},
        {"seats": [-1, 0]},
        {"seats": 1},
        {"results": 1},
        {"results": [1, 2]},
        {"cards": ["Zz", "As"]},
        {"dealer": ["As"]},
        {"secret": 1},
        {"secret": "0"},
        {"digests": ["x"]},
        {"nonces": None},
        {"more": 1},
        {"table": []},
        {"kind": "nothing"},
    ],
    ids=str,
)
def test_a_line_with_values_of_the_wrong_kind_is_refused(tmp_path, good, changed):
    lines = read(good)
    first(lines, round=1).update(changed)
    path = tmp_path / "record"
    path.write_bytes(written(lines))
    with pytest.raises(InvalidRecord, match=r"line \d+ of .*record is not a line"):
        verify(path, lambda note: None)


def test_a_refusal_is_one_sentence_and_exit_1(tmp_path, good):
    lines = read(good)
    change_result(lines)
    ended = run(tmp_path, written(lines))
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.startswith("cutcard: line 4 of record: the result of seat 0: the record")
    assert ended.stderr.count("\n") == 1


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_changed_byte_is_missed(good, tmp_path_factory, data):
    at = data.draw(st.integers(0, len(good) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != good[at]))
    path = tmp_path_factory.getbasetemp() / "flipped"
    path.write_bytes(good[:at] + bytes([byte]) + good[at + 1 :])
    if at == len(good) - 1:
        return  # the last newline: a torn line, which is told
    with pytest.raises(InvalidRecord):
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
    assert counted(tmp_path / "record") == (2, 2)


# Records in their first form.

OLD = Path(__file__).with_name("first_form.jsonl")


def test_an_old_record_still_verifies_and_says_what_it_cannot_show(tmp_path):
    ended = run(tmp_path, OLD.read_bytes())
    assert ended.returncode == 0
    assert ended.stdout == "18 rounds of 3 tables in record are as the cards fell.\n"
    assert "cannot show which cards were sent or whether lines are missing" in ended.stderr


@pytest.mark.parametrize("name", ["seed", "original"])
def test_an_old_record_may_call_the_originals_dialect_by_either_name(tmp_path, name: str):
    # There, a bust is a loss like any other.
    old = OLD.read_bytes().replace(b'"BUST"', b'"LOOSE"')
    ended = run(tmp_path, old.replace(b'"dialect":"course"', b'"dialect":"%b"' % name.encode()))
    assert ended.returncode == 0
    assert ended.stdout == "18 rounds of 3 tables in record are as the cards fell.\n"


def old_result(lines: Lines) -> None:
    first(lines, round=2)["results"][0] = "PUSH"


def old_secret(lines: Lines) -> None:
    lines[0]["secret"] = lines[0]["secret"][::-1]


def old_round(lines: Lines) -> None:
    lines.remove(first(lines, round=4))


def old_moves(lines: Lines) -> None:
    first(lines, round=3)["moves"] += "S"


def old_seats(lines: Lines) -> None:
    first(lines, round=1)["seats"] = [0, 5]


def old_table(lines: Lines) -> None:
    first(lines, round=1)["table"] = "0" * 16


def old_dialect(lines: Lines) -> None:
    lines[0]["dialect"] = "original"


@pytest.mark.parametrize(
    "change", [old_result, old_secret, old_round, old_moves, old_seats, old_table, old_dialect]
)
def test_a_changed_old_record_is_refused(tmp_path, change: Callable[[Lines], None]):
    lines = read(OLD.read_bytes())
    change(lines)
    path = tmp_path / "record"
    written_so = (json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    path.write_text("".join(written_so))
    with pytest.raises(InvalidRecord, match=r"line \d+ of .*record: "):
        verify(path, lambda note: None)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_byte_of_an_old_record_makes_noise(tmp_path_factory, data):
    """An old record with any one byte changed is taken or refused, never anything else."""
    old = OLD.read_bytes()
    at = data.draw(st.integers(0, len(old) - 1))
    path = tmp_path_factory.getbasetemp() / "flipped-old"
    path.write_bytes(old[:at] + bytes([data.draw(st.integers(0, 255))]) + old[at + 1 :])
    with contextlib.suppress(InvalidRecord):
        verify(path, lambda note: None)
