"""Records: whatever is edited is found, and what is no record is left as it is."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from net.crooked import Dealer, hits_once, hits_to_17, meet, thinking
from net.test_bad_lines import Vanishing
from net.wire import PATIENCE, Server, at_once, cutcard

from cutcard.cards import DECK
from cutcard.errors import CutcardError
from cutcard.net import verification
from cutcard.net.accounts import Verified
from cutcard.net.cross_check import differences
from cutcard.net.entries import Joined
from cutcard.net.fair import mix, shuffled
from cutcard.net.record import InvalidRecord, Record
from cutcard.net.rounds import ByPlace, Cards, Dialect, WireRound, replayed
from cutcard.net.verification import verify

Object = dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """The records of an evening: a dealer's, and those of two fair players."""

    dealer: bytes
    mine: bytes
    other: bytes


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Fair tables and one without proof, two seats each, and rounds broken off in two ways."""
    folder = tmp_path_factory.mktemp("evening")
    server = Server(folder, "--seats", "2", "--rounds", "3", "--record", "dealer.jsonl")

    def fair(number: int, hits: Callable[..., bool]) -> Callable[[], None]:
        record = folder / f"mine{number}.jsonl"
        return lambda: void(meet(server.port, hits, record=record, name=f"p{number}"))

    def void(_: object) -> None:
        """What came of it is in the records."""

    try:
        at_once(fair(0, hits_to_17), fair(1, hits_once))
        at_once(fair(0, hits_once), Vanishing(server.port, "DIGEST", seats=2))
        with server.call("JOIN cid") as cid, server.call("JOIN dot") as dot:
            at_once(cid.play, dot.play)
        # The end comes while both think.
        threading.Timer(1.0, server.process.terminate).start()
        at_once(fair(0, thinking(2.0)), fair(1, thinking(2.0)))
        server.ended()
    finally:
        server.kill()
    return Kept(
        *((folder / name).read_bytes() for name in ("dealer.jsonl", "mine0.jsonl", "mine1.jsonl"))
    )


shuffled_once = cache(shuffled)

_REPLAYED: dict[tuple[object, ...], WireRound] = {}


def replayed_once(cards: Cards, moves: list[str], dialect: Dialect) -> WireRound:
    """A round dealt again, unless the same cards have been dealt with the same moves before."""
    if not isinstance(cards, ByPlace):
        return replayed(cards, moves, dialect)
    key = (cards._order, cards._parties, tuple(cards._seats), tuple(moves), dialect)
    if key not in _REPLAYED:
        _REPLAYED[key] = replayed(cards, moves, dialect)
    return _REPLAYED[key]


@pytest.fixture(autouse=True)
def rounds_are_dealt_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records that differ in a byte are verified by the thousand: the same rounds are in all."""
    monkeypatch.setattr(verification, "shuffled", shuffled_once)
    monkeypatch.setattr(verification, "replayed", replayed_once)


@pytest.fixture(params=["dealer", "mine"])
def record(request: pytest.FixtureRequest, kept: Kept) -> bytes:
    return getattr(kept, request.param)


def test_the_evening_has_rounds_of_every_kind(kept: Kept, tmp_path: Path):
    dealer, mine = checked(tmp_path, kept.dealer), checked(tmp_path, kept.mine)
    assert dealer.counts["played"] > 6
    assert dealer.counts["broken off"] >= 1
    assert mine.counts["played"] >= 5
    assert mine.counts["broken off"] == 2
    assert {table.proof for table in dealer.tables.values()} == {"fair", "none"}
    assert not list(differences([dealer, mine, checked(tmp_path, kept.other, "other")]))


def checked(folder: Path, data: bytes, name: str = "record") -> Verified:
    path = folder / name
    path.write_bytes(data)
    return verify(path, lambda note: None)


def sound(folder: Path, data: bytes) -> bool:
    try:
        checked(folder, data)
    except InvalidRecord:
        return False
    return True


def others(value: Any) -> Iterator[Any]:
    """Plausible values to put in the place of one."""
    match value:
        case bool() | None:
            yield 0
        case int():
            yield value + 1
            if value:
                yield value - 1
        case str() if re.fullmatch("[0-9a-f]{32,64}", value):
            yield value[:-1] + ("1" if value[-1] == "0" else "0")
            yield value[::-1] if value != value[::-1] else "0" * len(value)
        case str() if re.fullmatch("[2-9TJQKA][shcd]( [2-9TJQKA][shcd])*", value):
            cards = value.split(" ")
            spare = next(card.text for card in DECK if card.text not in cards)
            yield " ".join([spare, *cards[1:]])
            yield " ".join([*cards[:-1], spare])
            yield " ".join([*cards, spare])
            yield " ".join(cards[:-1])
        case str() if value in ("WIN", "LOOSE", "BUST", "PUSH"):
            yield from {"WIN", "LOOSE", "BUST", "PUSH", ""} - {value}
        case str() if value and set(value) <= {"H", "S"}:
            yield "H" + value
            yield value[:-1]
            yield value[:-1] + ("H" if value[-1] == "S" else "S")
        case str() if value in ("course", "original"):
            yield {"course": "original", "original": "course"}[value]
        case str() if value in ("fair", "none"):
            yield {"fair": "none", "none": "fair"}[value]
        case str() if value in ("played", "void", "broken off", "late", "failed"):
            yield from {"played", "void", "broken off", "late", "failed"} - {value}
        case str() if value in ("dealer", "player"):
            yield {"dealer": "player", "player": "dealer"}[value]
        case str():
            yield f"{value}x" if value else "x"
        case list():
            for at, each in enumerate(value):
                yield from ([*value[:at], new, *value[at + 1 :]] for new in others(each))
            if value:
                yield value[:-1]
                yield [*value, value[-1]]
            else:
                yield [0]
            if value[::-1] != value:
                yield value[::-1]


def edits(lines: list[Object]) -> Iterator[tuple[int, str, Object]]:
    """Every field of every line in every other way: the line, the field, and the line then."""
    for at, line in enumerate(lines):
        for name, value in line.items():
            for other in others(value):
                if other != value:
                    yield at, name, {**line, name: other}
            yield at, name, {key: each for key, each in line.items() if key != name}


def written(line: Object) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def test_every_change_of_every_field_of_every_line_is_found(record: bytes, tmp_path: Path):
    lines = record.splitlines(keepends=True)
    objects = [json.loads(line) for line in lines]
    assert b"".join(written(line) for line in objects) == record
    tried: Counter[str] = Counter()
    for at, name, line in edits(objects):
        changed = b"".join([*lines[:at], written(line), *lines[at + 1 :]])
        assert not sound(tmp_path, changed), (at, name, line)
        tried[name] += 1
    assert sum(tried.values()) > 500
    assert {"before", "seal", "kind", "table", "round", "cards", "moves", "nonces"} <= set(tried)


def test_every_line_removed_repeated_or_exchanged_is_found(record: bytes, tmp_path: Path):
    lines = record.splitlines(keepends=True)
    for at in range(len(lines)):
        if at < len(lines) - 1:  # a cut end is another matter
            assert not sound(tmp_path, b"".join(lines[:at] + lines[at + 1 :])), at
        assert not sound(tmp_path, b"".join([*lines[:at], lines[at], *lines[at:]])), at
        assert not sound(tmp_path, b"".join([*lines, lines[at]])), at
        for other in range(at):
            swapped = [*lines]
            swapped[at], swapped[other] = swapped[other], swapped[at]
            assert not sound(tmp_path, b"".join(swapped)), (at, other)


CLASSES = {
    "digit": rb"[0-9]",
    "letter": rb"[A-Za-z]",
    "quote": rb'"',
    "colon": rb":",
    "comma": rb",",
    "bracket": rb"[{}\[\]]",
    "space": rb" ",
    "end": rb"\n",
}


def test_bytes_of_every_class_changed_removed_or_added_are_found(record: bytes, tmp_path: Path):
    lines = record.splitlines(keepends=True)
    start = 0
    for number, line in enumerate(lines):
        for what, pattern in CLASSES.items():
            places = [match.start() for match in re.finditer(pattern, line)]
            if number == len(lines) - 1 and what == "end":
                continue  # a torn last line is a cut end
            for place in {*places[:1], *places[-1:]}:
                at = start + place
                for new in (b"", b"7", b"\xff", record[at : at + 1] * 2):
                    changed = record[:at] + new + record[at + 1 :]
                    if changed != record:
                        assert not sound(tmp_path, changed), (number, what, place, new)
        start += len(line)


def test_a_cut_end_is_found_by_the_last_seal(record: bytes, tmp_path: Path):
    lines = record.splitlines(keepends=True)
    seal = json.loads(lines[-1])["seal"]
    cuts = [b"".join(lines[:count]) for count in range(1, len(lines))]
    cuts += [cut + line[: len(line) // 2] for cut, line in zip(cuts, lines[1:], strict=True)]
    cuts.append(record[:-1])
    for cut in cuts:
        assert checked(tmp_path, cut).last != seal
    # The command says so; with the whole record it has nothing to say.
    for data, status in ((record, 0), (cuts[-1], 1), (cuts[0], 1)):
        (tmp_path / "record").write_bytes(data)
        ended = subprocess.run(
            [cutcard(), "verify", "record", "--ends-in", seal],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == status
        assert ("its end was cut off, or it was rewritten" in ended.stderr) == bool(status)


def chained(lines: list[Object]) -> bytes:
    """Lines with a chain computed anew, as the keeper itself can do."""
    data, before = b"", ""
    for line in lines:
        rest = {key: value for key, value in line.items() if key not in ("before", "seal")}
        content = written({"before": before} | rest)[:-2]
        before = mix("line", content).hex()
        data += content + f',"seal":"{before}"}}\n'.encode()
    return data


UNFINISHED = ("moves", "digests", "nonces", "cards", "open", "why", "how")

UNSEEN = {
    # Whom a player does not know, it cannot vouch for.
    ("dealer", "fair table opened", "names"),
    # A table without proof is between the dealer and nobody.
    *(
        ("dealer", "none table opened", name)
        for name in ("table", "names", "dialect", "seconds", "decks", "rules", "number")
    ),
    # How many tables there were before says nothing without a seed.
    ("dealer", "fair table opened", "number"),
    # What the dealer says of nonces in a round that nobody finished.
    ("dealer", "broken", "by"),
    ("dealer", "broken", "opened"),
    # A player may say that it has seen less of a round that did not come to its end.
    *(("mine", "witnessed broken off", name) for name in UNFINISHED),
}
"""What its keeper can change in a record, and no other record contradicts."""


def whole(line: Object) -> str:
    """The kind of a line, as far as it matters who can know of it."""
    if line["kind"] == "opened":
        return f"{line['proof']} table opened"
    return f"{line['kind']} {line['how']}" if "how" in line else str(line["kind"])


@pytest.mark.parametrize("keeper", ["dealer", "mine"])
def test_a_chain_computed_anew_shows_against_the_records_of_others(
    kept: Kept, tmp_path: Path, keeper: str
):
    witnesses = [
        checked(tmp_path, data, name)
        for name, data in (("dealer", kept.dealer), ("mine", kept.mine), ("other", kept.other))
        if name != keeper
    ]
    data = getattr(kept, keeper)
    objects = [json.loads(line) for line in data.splitlines()]
    assert chained(objects) == data
    missed: Counter[tuple[str, str, str]] = Counter()
    for at, name, line in edits(objects):
        if name in ("before", "seal") or name not in line:
            continue  # computed anew; what may be left out has the same value then
        forged = chained([*objects[:at], line, *objects[at + 1 :]])
        if not sound(tmp_path, forged):
            continue
        record = checked(tmp_path, forged)
        if not list(differences([record, *witnesses])):
            missed[keeper, whole(objects[at]), name] += 1
    assert set(missed) <= UNSEEN, missed


@pytest.mark.parametrize("keeper", ["dealer", "mine"])
def test_a_round_left_out_of_a_chain_computed_anew_is_found(
    kept: Kept, tmp_path: Path, keeper: str
):
    """With the numbers of all later rounds put right, and the table's counts."""
    objects = [json.loads(line) for line in getattr(kept, keeper).splitlines()]
    witness = checked(tmp_path, kept.mine if keeper == "dealer" else kept.dealer, "witness")
    table = next(iter(witness.tables))
    for left_out in (1, 2, 3):
        forged = []
        for line in (dict(each) for each in objects):
            if line.get("table") == table and "round" in line:
                if line["round"] == left_out:
                    continue
                line["round"] -= line["round"] > left_out
            elif line.get("table") == table and line["kind"] in ("closed", "left"):
                line["played"] -= 1
            forged.append(line)
        data = chained(forged)
        assert not sound(tmp_path, data) or list(differences([checked(tmp_path, data), witness])), (
            left_out
        )


@pytest.mark.parametrize(("opened", "same"), [([0, 1], True), ([], False)])
def test_a_dealer_that_calls_void_what_was_broken_off_does_not_say_the_same(
    kept: Kept, tmp_path: Path, opened: list[int], same: bool
):
    lines = [json.loads(line) for line in kept.dealer.splitlines()]
    for line in lines:
        if line["kind"] == "broken":
            line["opened"] = [seat for seat in opened if seat != line["by"]]
        elif line["kind"] == "closed":
            unfinished = line["void"] + line["broken"]
            line["void"], line["broken"] = (0, unfinished) if opened else (unfinished, 0)
    (tmp_path / "dealer").write_bytes(chained(lines))
    (tmp_path / "mine").write_bytes(kept.mine)
    ended = subprocess.run(
        [cutcard(), "verify", "dealer", "mine"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0
    assert ("is broken off in mine and void in dealer" in ended.stderr) != same
    assert ("say the same of all they share" in ended.stdout) == same


def unfinished(data: bytes, **fields: Any) -> bytes:
    """A player's record in which the first round that was played has ended otherwise."""
    lines = [json.loads(line) for line in data.splitlines()]
    ended = next(line for line in lines if line["kind"] == "witnessed" and line["how"] == "played")
    dealt = {"secret": "", "cards": "", "open": "", "moves": "", "result": "", "nonces": []}
    ended |= {"how": "broken off", "why": "the line was cut", **dealt, **fields}
    left = next(
        line for line in lines if line["kind"] == "left" and line["table"] == ended["table"]
    )
    left["played"], left["broken"] = left["played"] - 1, left["broken"] + 1
    return chained(lines)


def compared(folder: Path, **records: bytes) -> subprocess.CompletedProcess[str]:
    for name, data in records.items():
        (folder / name).write_bytes(data)
    return subprocess.run(
        [cutcard(), "verify", *records], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("witness", ["other", "dealer"])
def test_a_round_that_the_dealer_called_broken_to_one_player_only_is_a_contradiction(
    kept: Kept, tmp_path: Path, witness: str
):
    mine = unfinished(kept.mine, why="seat 1 has not shown a nonce, says the dealer")
    ended = compared(tmp_path, mine=mine, theirs=getattr(kept, witness))
    assert (ended.returncode, "say the same" in ended.stdout) == (1, False)
    assert "round 1 was broken off (mine) and played (theirs)" in ended.stderr


def test_a_round_that_a_cut_line_ended_for_one_player_is_told(kept: Kept, tmp_path: Path):
    ended = compared(tmp_path, mine=unfinished(kept.mine), other=kept.other)
    assert (ended.returncode, "say the same" in ended.stdout) == (0, False)
    assert "round 1 is broken off in mine and played in other" in ended.stderr


@pytest.mark.parametrize("keeper", ["dealer", "mine"])
def test_two_records_of_one_seat_end_every_round_alike(kept: Kept, tmp_path: Path, keeper: str):
    whole = getattr(kept, keeper)
    assert compared(tmp_path, one=whole, same=whole).returncode == 0
    if keeper == "mine":
        changed = unfinished(whole)
    else:
        lines = [json.loads(line) for line in whole.splitlines()]
        broken = next(line for line in lines if line["kind"] == "broken" and line["opened"])
        broken["opened"] = []
        closed = next(
            line for line in lines if line["kind"] == "closed" and line["table"] == broken["table"]
        )
        closed["void"], closed["broken"] = closed["void"] + 1, closed["broken"] - 1
        changed = chained(lines)
    ended = compared(tmp_path, one=whole, changed=changed)
    assert ended.returncode == 1
    assert re.search(r"round \d was .* \(one\) and .* \(changed\)", ended.stderr)


@pytest.mark.parametrize("nothing", [None, [], {}, False, 0])
@pytest.mark.parametrize("field", ["secret", "nonce", "cards", "open", "moves", "result", "why"])
def test_a_text_that_is_not_there_is_an_empty_text(
    kept: Kept, tmp_path: Path, field: str, nothing: object
):
    with pytest.raises(InvalidRecord, match="is not a line of a record"):
        checked(tmp_path, unfinished(kept.mine, **{field: nothing}))


@pytest.mark.parametrize("size", [1, 32 * 1024])
def test_a_file_without_a_whole_line_is_not_called_empty(tmp_path: Path, size: int):
    with pytest.raises(InvalidRecord, match="is not a record: its first line has no end"):
        checked(tmp_path, b"x" * size)


# Files that are no record of the keeper's.


def old_record(kept: Kept) -> bytes:
    return b'{"table":"' + b"00" * 16 + b'","secret":"' + b"11" * 32 + b'","names":["ann"]}\n'


FILES: dict[str, Callable[[Kept], dict[str, bytes]]] = {
    "binary": lambda kept: dict.fromkeys(("serve", "join"), bytes(range(256)) * 8),
    "text": lambda kept: dict.fromkeys(("serve", "join"), b"Dear diary,\nno end of line"),
    "json": lambda kept: dict.fromkeys(("serve", "join"), b'{"before": "", "kind": "begun"}\n'),
    "a brace": lambda kept: dict.fromkeys(("serve", "join"), b"{"),
    "old record": lambda kept: dict.fromkeys(("serve", "join"), old_record(kept)),
    "other keeper's": lambda kept: {"serve": kept.mine, "join": kept.dealer},
    "other keeper's, torn": lambda kept: {
        "serve": kept.mine + b'{"before":"12',
        "join": kept.dealer + b'{"before":"12',
    },
    "changed": lambda kept: {
        "serve": kept.dealer[:-10] + b'0000000"}\n',
        "join": kept.mine[:-10] + b'0000000"}\n',
    },
    "changed, torn": lambda kept: {
        "serve": kept.dealer[:-10] + b'0000000"}\n{"bef',
        "join": kept.mine[:-10] + b'0000000"}\n{"bef',
    },
}


def refused(program: str, folder: Path, path: str) -> str:
    """What a program says of a record that it must not write."""
    words = {
        "serve": ["serve", "--port", "0"],
        "join": ["join", "127.0.0.1:9", "--name", "ann", "--fair"],
    }
    ended = subprocess.run(
        [cutcard(), *words[program], "--record", path],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    [said] = ended.stderr.splitlines()
    return said


@pytest.mark.parametrize("program", ["serve", "join"])
@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_not_ours_is_left_byte_for_byte(
    kept: Kept, tmp_path: Path, kind: str, program: str
):
    path = tmp_path / "file"
    path.write_bytes(FILES[kind](kept)[program])
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert "it was left as it is; name another file" in refused(program, tmp_path, "file")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


@pytest.mark.parametrize("program", ["serve", "join"])
def test_what_is_no_ordinary_file_is_refused(tmp_path: Path, program: str):
    (tmp_path / "folder").mkdir()
    assert "Is a directory" in refused(program, tmp_path, "folder")
    os.mkfifo(tmp_path / "pipe")
    assert "it must be an ordinary file" in refused(program, tmp_path, "pipe")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert "it must be an ordinary file" in refused(program, tmp_path, "/dev/null")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_a_record_of_ours_that_was_torn_is_taken_up(kept: Kept, tmp_path: Path):
    """What is refused above is refused for a reason: our own torn line is dropped."""
    path = tmp_path / "record"
    path.write_bytes(kept.mine + b'{"before":"12')
    Record(path, "player").close()
    assert path.read_bytes() == kept.mine
    # A record that was killed while it began.
    for torn in (b'{"before":"', kept.mine[:40]):
        path.write_bytes(torn)
        Record(path, "player").close()
        assert path.read_bytes() == kept.mine[: kept.mine.index(b"\n") + 1]


def test_a_player_is_told_of_a_torn_line(kept: Kept, tmp_path: Path):
    path = tmp_path / "mine"
    path.write_bytes(kept.mine + b'{"before":"12')
    ended = subprocess.run(
        [cutcard(), "join", "127.0.0.1:9", "--name", "ann", "--fair", "--record", "mine"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.stderr.startswith("cutcard: mine ended in a torn line; it was dropped\n")
    assert path.read_bytes() == kept.mine


def test_the_disk_is_told_of_a_new_record_and_its_folder(tmp_path: Path, monkeypatch):
    synced: list[int] = []
    sync = os.fsync

    def noting(file: int) -> None:
        synced.append(os.fstat(file).st_ino)
        sync(file)

    monkeypatch.setattr(os, "fsync", noting)
    path = tmp_path / "record"
    Record(path, "dealer", fsync=True).close()
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]
    Record(tmp_path / "another", "dealer").close()
    assert len(synced) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="files are bounded as Linux does it")
def test_a_line_that_does_not_fit_leaves_nothing_that_would_spoil_the_next(tmp_path: Path):
    import resource

    path = tmp_path / "record"
    record = Record(path, "player")
    joined = Joined("ab" * 16, "ann", 2, 1, "cd" * 32, "course", 60)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 100, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            record.write(joined)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    record.write(joined)
    record.close()
    assert [json.loads(line)["kind"] for line in path.read_bytes().splitlines()] == [
        "begun",
        "joined",
    ]


def test_a_record_in_use_is_refused(tmp_path: Path):
    first = Record(tmp_path / "record", "player")
    with pytest.raises(CutcardError, match="in use by another process"):
        Record(tmp_path / "record", "player")
    first.close()


# What a dealer can do to a player's record.


class SameTableAgain(Dealer):
    """Gives every table the same name, so that a player's record seems to tell of one twice."""

    rounds = 1

    def game(self) -> None:
        self.table = bytes(16)
        super().game()


def test_a_dealer_cannot_spoil_a_players_record_by_a_tables_name(tmp_path: Path):
    path = tmp_path / "mine.jsonl"
    with SameTableAgain() as dealer:
        assert meet(dealer.port, record=path).proven == 1
    with SameTableAgain() as dealer:
        meeting = meet(dealer.port, record=path)
    assert meeting.how == "refused"
    assert "is in your record already" in meeting.sentence
    assert verify(path, lambda note: None).counts["played"] == 1
