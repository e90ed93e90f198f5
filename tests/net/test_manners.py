"""Ways of talking: the course's own player, and a person with nc."""

from __future__ import annotations

import shutil
import socket
import subprocess

import pytest
from net.wire import PATIENCE, Serve, at_once, counted, cutcard, kinds, read_lines


def read_once_a_message(port: int) -> list[str]:
    """As the original's player reads: a cleared buffer, one read, a C string, nothing kept."""
    said: list[str] = []
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(b"JOIN team_six\0")
        while said[-1:] not in (["QUIT"], [""]):
            said.append(line.recv(1024).split(b"\0")[0].decode())
            if said[-1] == "DECISION":
                line.sendall(b"HIT\0" if said[-2].startswith("DEALER") else b"STAND\0")
    return said


def test_players_that_read_once_for_each_message_play_100_rounds(serve: Serve):
    """Twenty at a time, because a dealer that paces its messages takes its time.

    The pace leaves a busy machine time enough to let the player read.
    """
    server = serve("--rounds", "5", "--pace", "200", "--record", "record")

    def play() -> None:
        said = read_once_a_message(server.port)
        assert said[-1] == "QUIT", said
        assert kinds(said).count("BEGIN") == kinds(said).count("RESULT") == 5

    at_once(*[play] * 20)
    assert counted(server.folder / "record") == (20, 100)


def test_a_paced_dealer_leaves_time_between_messages(serve: Serve):
    server = serve("--rounds", "1", "--pace", "120")
    with server.call("JOIN ann") as ann:
        for kind in ("BEGIN", "CARD", "CARD", "DEALER", "DECISION"):
            assert kinds(ann.hear_until(kind)) == [kind]
            assert ann.silent(0.02)
        ann.say("STAND")
        assert kinds(ann.rest()) == ["RESULT", "QUIT"]


def test_a_player_that_reads_packets_and_keeps_nothing_plays_100_rounds(serve: Serve):
    """Every read gives whole messages, so that whoever takes all of them needs no memory."""
    server = serve("--rounds", "100", "--record", "record")
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(b"JOIN team_six\0")
        said: list[str] = []
        while said[-1:] != ["QUIT"]:
            data = line.recv(1024)
            assert data.endswith(b"\0"), "a message was cut in two"
            said += data[:-1].decode().split("\0")
            if said[-1] == "DECISION":
                line.sendall(b"STAND\0" if len(said) % 2 else b"HIT\0")
    assert kinds(said).count("RESULT") == kinds(said).count("BEGIN") == 100
    assert counted(server.folder / "record") == (1, 100)


def test_a_player_that_reads_byte_by_byte_plays_100_rounds(serve: Serve):
    server = serve("--rounds", "100")
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(b"JOIN team_six\0")
        said: list[str] = []
        while said[-1:] != ["QUIT"]:
            text = b""
            while not text.endswith(b"\0"):
                text += line.recv(1)
            said.append(text[:-1].decode())
            if said[-1] == "DECISION":
                line.sendall(b"STAND\0")
        assert line.recv(1) == b""
    assert kinds(said).count("RESULT") == 100


@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["nc", "telnet"])
def test_a_person_with_newlines_plays_a_round(serve: Serve, end: bytes):
    server = serve("--rounds", "1", "--record", "record")
    with server.call(end=b"\n") as person:
        person.send(b"JOIN ann" + end)
        assert kinds(person.hear_until("DECISION")) == (
            ["BEGIN", "CARD", "CARD", "DEALER", "DECISION"]
        )
        person.send(b"HIT" + end)
        person.hear_until("CARD")
        if not person.silent(0.1) and kinds([person.hear() or ""]) == ["DECISION"]:
            person.send(b"STAND" + end)
            person.hear_until("RESULT")
        assert person.rest()[-1:] in (["QUIT"], [])
        assert person.bytes.endswith(b"QUIT\n")
        assert b"\0" not in person.bytes
    assert read_lines(server.folder / "record")[1]["names"] == ["ann"]


@pytest.mark.skipif(not shutil.which("nc"), reason="there is no nc here")
def test_nc_itself_plays_a_round(serve: Serve):
    server = serve("--rounds", "1")
    nc = subprocess.Popen(
        ["nc", "127.0.0.1", str(server.port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert nc.stdin is not None
    assert nc.stdout is not None
    nc.stdin.write("JOIN ann\n")
    nc.stdin.flush()
    said = [nc.stdout.readline().strip() for _ in range(5)]
    assert kinds(said) == ["BEGIN", "CARD", "CARD", "DEALER", "DECISION"]
    nc.stdin.write("STAND\n")
    nc.stdin.flush()
    assert kinds([nc.stdout.readline(), nc.stdout.readline()]) == ["RESULT", "QUIT"]
    nc.communicate(timeout=PATIENCE)


def test_many_messages_in_one_packet_are_ordinary(serve: Serve):
    server = serve("--rounds", "1", "--dialect", "original")
    with server.call() as ann:
        ann.say("JOIN ann")
        ann.hear_until("DECISION")
        ann.say("what", "who", "STAND")
        assert kinds(ann.rest()) == ["DECISION", "DECISION", "RESULT", "QUIT"]


@pytest.mark.parametrize("place", range(1, 9))
def test_a_message_in_several_packets_is_ordinary(serve: Serve, place: int):
    server = serve("--rounds", "1")
    with server.call() as ann:
        ann.send(b"JOIN ann\0"[:place])
        assert ann.silent(0.06)
        ann.send(b"JOIN ann\0"[place:])
        assert len(ann.play()) == 1


def test_a_program_of_the_course_plays_against_serve_as_it_comes():
    """No option is needed: between messages there is time for a player that reads them singly.

    On a busy machine the player may come too late for a message now and then, so that it may try
    again; without the pauses it never gets through a single round.
    """
    process = subprocess.Popen(
        [cutcard(), "serve", "--port", "0", "--rounds", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().split("port ")[1].split(";")[0])
        for _ in range(5):
            said = kinds(read_once_a_message(port))
            if said.count("BEGIN") == said.count("RESULT") == 3 and said[-1] == "QUIT":
                return
        pytest.fail(f"the player never understood all rounds: {said}")
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("size", [25, 1024])
def test_a_client_that_pads_its_messages_with_nuls_plays(serve: Serve, size: int):
    server = serve("--rounds", "2")
    with server.call() as ann:
        ann.send(b"JOIN ann".ljust(size, b"\0"))
        for _ in range(2):
            ann.hear_until("DECISION")
            ann.send(b"STAND".ljust(size, b"\0"))
        assert kinds(ann.rest())[-2:] == ["RESULT", "QUIT"]


def test_a_client_that_ends_no_message_plays(serve: Serve):
    server = serve("--rounds", "2")
    with server.call() as ann:
        ann.send(b"JOIN ann")
        for _ in range(2):
            ann.hear_until("DECISION")
            ann.send(b"STAND")
        assert kinds(ann.rest())[-2:] == ["RESULT", "QUIT"]
        assert b"\n" not in ann.bytes


@pytest.mark.parametrize("said", [b"JOIN ann FAIR", b"JOIN ann FAIR 2"])
def test_a_fair_join_without_its_end_is_waited_for(serve: Serve, said: bytes):
    server = serve("--rounds", "1")
    with server.call() as ann:
        ann.send(said)
        assert ann.silent(0.8)
        ann.send(b"\0")
        assert kinds([ann.hear() or ""])[0] == ("TERMS" if said.endswith(b"2") else "REFUSED")


@pytest.mark.parametrize("dialect", ["course", "original"])
def test_after_sixty_strange_words_the_client_still_sees_its_quit(serve: Serve, dialect: str):
    server = serve("--dialect", dialect)
    for _ in range(5):
        with server.call("JOIN ann") as ann:
            ann.hear_until("DECISION")
            for _ in range(60):
                ann.say("FOLD")
            assert ann.rest()[-1] == "QUIT"
