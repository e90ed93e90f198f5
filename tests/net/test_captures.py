"""What was captured of the course's own dealer, said again to ours.

A seed is looked for with which the same words lead to as many cards; then every message must be
of the same kind, and every bust at the same place.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest
from net.naive_fair_play import Replay, seeded
from net.wire import Caller, Serve, at_once, counted, kinds, read_lines

CAPTURES = Path(__file__).parent / "captures"


@dataclass(frozen=True)
class Step:
    """A line of a capture: `>` said by the player, `<` by the dealer, `!` the end."""

    way: str
    data: bytes


def steps(name: str) -> list[Step]:
    found = []
    for line in (CAPTURES / f"{name}.wire").read_text().splitlines():
        _, way, data = line.split(maxsplit=2)
        found.append(Step(way, ast.literal_eval(data)))
    return found


def moves_of(name: str) -> list[str]:
    """The decisions of each round: H or S, or ? for anything else."""
    rounds: list[str] = []
    letters = {b"HIT": "H", b"STAND": "S"}
    for step in steps(name):
        if step.way == "<" and step.data == b"BEGIN\0":
            rounds.append("")
        elif step.way == ">" and not step.data.startswith(b"JOIN"):
            rounds[-1] += letters.get(step.data.rstrip(b"\0"), "?")
    return rounds


def seed_for(*names: str) -> int:
    """A seed that deals the captures' players as many cards as they got."""
    rounds = ["".join(moves) for moves in zip(*map(moves_of, names), strict=True)]
    if "?" in "".join(rounds):
        return 0

    def fits(seed: int) -> bool:
        for number, moves in enumerate(rounds, start=1):
            try:
                Replay(seeded(seed, 0, number), len(names), moves, course=True)
            except (StopIteration, AssertionError):
                return False
        return True

    return next(seed for seed in range(100_000) if fits(seed))


def follow(caller: Caller, capture: list[Step], changed: dict[str, str]) -> None:
    """Say what the player said, and hear the kinds of what the dealer said."""
    for step in capture:
        if step.way == ">":
            caller.send(step.data)
            continue
        said = caller.hear()
        if step.way == "!":
            assert said is None
            return
        expected = step.data.rstrip(b"\0").decode()
        if expected == "RESULT BUST":
            assert said == changed.get(expected, expected)
        else:
            assert said is not None, f"{expected} did not come"
            assert kinds([said]) == kinds([expected])


ALONE = [
    "given_new_stand",
    "given_new_hit",
    "edge_new_garbage",
    "edge_new_longname",
    "edge_new_lowercase",
    "edge_new_newline",
    "edge_new_noNUL",
]


@pytest.mark.parametrize("name", ALONE)
def test_a_capture_goes_the_same_way_again(serve: Serve, name: str):
    rounds = max(2, len(moves_of(name)))
    server = serve("--rounds", str(rounds), "--seed", str(seed_for(name)))
    with server.call() as caller:
        follow(caller, steps(name), {})


@pytest.mark.parametrize("dialect", ["course", "original"])
def test_two_captured_players_share_a_table(serve: Serve, dialect: str):
    names = ("two_new_a", "two_new_b")
    words = ("--seats", "2", "--rounds", "2", "--dialect", dialect)
    server = serve(*words, "--seed", str(seed_for(*names)))
    changed = {"RESULT BUST": "RESULT LOOSE"} if dialect == "original" else {}
    with server.call("JOIN ann") as ann, server.call() as bob:
        # The capture of the first player begins after its JOIN.
        at_once(
            lambda: follow(ann, steps(names[0]), changed),
            lambda: follow(bob, steps(names[1]), changed),
        )


@pytest.mark.parametrize("name", ["given_new_hit", "given_new_stand", "edge_new_noNUL"])
def test_the_originals_dialect_differs_only_in_what_a_bust_is_called(serve: Serve, name: str):
    words = ("--rounds", str(len(moves_of(name))), "--dialect", "original")
    server = serve(*words, "--seed", str(seed_for(name)))
    with server.call() as caller:
        follow(caller, steps(name), {"RESULT BUST": "RESULT LOOSE"})


def test_the_originals_dialect_answers_to_its_old_name_and_is_recorded_by_its_own(serve: Serve):
    server = serve("--rounds", "2", "--tables", "1", "--record", "record", "--dialect", "seed")
    with server.call("JOIN ann") as ann:
        assert ann.play(lambda heard: "HIT") == ["RESULT LOOSE"] * 2
    assert server.ended()[0] == 0
    _, opened, *_ = read_lines(server.folder / "record")
    assert opened["dialect"] == "original"
    assert counted(server.folder / "record") == (1, 2)


@pytest.mark.parametrize("name", ["edge_new_garbage", "edge_new_lowercase"])
def test_the_originals_dialect_asks_again_after_a_strange_word(serve: Serve, name: str):
    server = serve("--rounds", "1", "--dialect", "original")
    with server.call() as caller:
        *capture, quit_, end = steps(name)
        assert quit_.data == b"QUIT\0"
        assert end.way == "!"
        follow(caller, capture, {})
        for word in ("FOLD", "JOIN bob", "NONCE 01", "QUIT"):
            assert caller.hear() == "DECISION"
            caller.say(word)
        assert caller.hear() == "DECISION"
        caller.say("STAND")
        assert kinds(caller.rest()) == ["RESULT", "QUIT"]


def test_a_newline_among_nuls_is_malformed_in_both_dialects(serve: Serve):
    server = serve("--dialect", "original")
    with server.call() as caller:
        follow(caller, steps("edge_new_newline"), {})


@pytest.mark.parametrize("word", ["HIT", "STAND"])
def test_a_word_without_its_end_counts_only_after_silence(serve: Serve, word: str):
    server = serve("--rounds", "1")
    with server.call("JOIN ann") as caller:
        caller.hear_until("DECISION")
        caller.send(word.encode())
        assert caller.silent(0.02)
        assert kinds([caller.hear() or ""])[0] == ("CARD" if word == "HIT" else "RESULT")


def test_a_long_name_is_cut_in_the_record(serve: Serve):
    server = serve("--rounds", "2", "--record", "record")
    with server.call() as caller:
        follow(caller, steps("edge_new_longname"), {})
    assert f'"names":["{"x" * 20}"]' in (server.folder / "record").read_text()
