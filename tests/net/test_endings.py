"""Signals, ports that cannot be had, records that cannot be written."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from net.wire import (
    CUTCARD,
    PATIENCE,
    PROMPTLY,
    Serve,
    at_once,
    counted,
    cutcard,
    kinds,
    read_lines,
    read_until,
)


@pytest.mark.parametrize("words", [(), ("--fsync",)], ids=["", "fsync"])
def test_ctrl_c_lets_rounds_finish_and_says_quit_to_all(serve: Serve, words):
    server = serve("--seats", "2", "--record", "record", *words)
    with server.call("JOIN ann") as ann, server.call("JOIN bob") as bob:
        with server.call("JOIN waiting") as waiting, server.call() as silent:
            order = [ann, bob]
            bob.hear_until("DEALER")
            ann.hear_until("DEALER")
            if ann.silent(0.1):  # bob had the first seat
                order.reverse()
            order[0].hear_until("DECISION")
            server.process.send_signal(signal.SIGINT)
            assert waiting.rest() == ["QUIT"]
            assert silent.rest() == ["QUIT"]
            with server.call("JOIN late") as late:
                assert late.rest() == ["QUIT"]
        order[0].say("STAND")
        order[1].hear_until("DECISION")
        order[1].say("STAND")
        assert kinds(bob.rest()) == ["RESULT", "QUIT"]
        assert kinds(ann.rest()) == ["RESULT", "QUIT"]
    assert server.ended() == (0, "", "")
    assert server.beside.count("Ctrl-C once more ends them at once") == 1
    assert counted(server.folder / "record") == (1, 1)


@pytest.mark.parametrize("words", [(), ("--fsync",)], ids=["", "fsync"])
@pytest.mark.parametrize(
    "signals", [[signal.SIGTERM], [signal.SIGINT, signal.SIGINT]], ids=["SIGTERM", "Ctrl-C twice"]
)
def test_a_dealer_ends_at_once_though_somebody_thinks_for_an_hour(serve: Serve, signals, words):
    server = serve("--decision-seconds", "3600", "--record", "record", *words)
    with server.call("JOIN ann") as ann, server.call("JOIN bob") as bob:
        ann.hear_until("DECISION")
        bob.hear_until("DECISION")
        began = time.monotonic()
        for number in signals:
            server.process.send_signal(number)
            time.sleep(0.05)
        assert ann.rest() == bob.rest() == ["QUIT"]
        ann.vanish()
        bob.vanish()
        code, out, err = server.ended()
        assert time.monotonic() - began < PROMPTLY
    assert (code, out) == (0, "")
    assert err == "cutcard: rounds: 0 played, 2 void, 0 broken off\n"
    assert [line["kind"] for line in read_lines(server.folder / "record")] == [
        "begun",
        *["opened"] * 2,
        *["broken", "closed"] * 2,
    ]
    assert counted(server.folder / "record") == (2, 0)


def test_a_fair_player_gets_the_secret_of_a_round_that_is_broken_off(serve: Serve, tmp_path):
    server = serve("--record", "record")
    person = subprocess.Popen(
        [
            *(CUTCARD, "join", f"127.0.0.1:{server.port}", "--name", "ann", "--human"),
            *("--fair", "--record", "mine"),
        ],
        cwd=server.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    read_until(person.stdout, "[s]tand: ")
    code, _, err = server.stop()
    assert (code, err) == (0, "cutcard: rounds: 0 played, 0 void, 1 broken off\n")
    out, told = person.communicate("s\n", timeout=PATIENCE)
    assert person.returncode == 1
    assert "1 broken off (counted as won)" in out
    assert "in the middle of round 1" in told or "took your seat back" in told
    witnessed = read_lines(server.folder / "mine")[3]
    assert (witnessed["how"], len(witnessed["secret"])) == ("broken off", 64)


def test_ctrl_c_waits_no_longer_than_a_player_may_think(serve: Serve):
    server = serve("--decision-seconds", "0.3")
    with server.call("JOIN ann") as ann:
        ann.hear_until("DECISION")
        began = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        assert ann.rest() == ["QUIT"]
        ann.vanish()
        assert server.ended() == (0, "", "")
        assert time.monotonic() - began < PROMPTLY


def test_a_dealer_without_guests_goes_at_once(serve: Serve):
    assert serve().stop() == (0, "", "")


def complaint(folder: Path, *words: str, **options: object) -> str:
    """What `cutcard serve` says when it cannot deal: one sentence, exit 1."""
    ended = subprocess.run(
        [CUTCARD if options else cutcard(), "serve", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        **options,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("cutcard: ")
    assert ended.stderr.count("\n") == 1
    return ended.stderr


def test_a_port_in_use_is_told(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = complaint(tmp_path, "--port", port)
    assert said == f"cutcard: cannot deal on 127.0.0.1 port {port}: Address already in use\n"


@pytest.mark.parametrize(
    "host", ["192.0.2.1", "nowhere.invalid", "300.1.1.1", "a" * 70, "a..b", "ü.invalid"]
)
def test_an_address_that_is_not_here_is_told(tmp_path, host):
    assert "cannot deal on" in complaint(tmp_path, "--port", "0", "--host", host)


def privileged_ports() -> bool:
    with contextlib.suppress(OSError, ValueError):
        return int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) > 1
    return True


def give_up_privileged_ports() -> None:
    """What even a superuser may no longer do after exec: PR_CAPBSET_DROP, CAP_NET_BIND_SERVICE."""
    ctypes.CDLL(None).prctl(24, 10, 0, 0, 0)


@pytest.mark.skipif(not privileged_ports(), reason="everybody may use every port here")
@pytest.mark.skipif(sys.platform != "linux", reason="privileges are dropped as Linux does it")
def test_a_port_for_the_superuser_is_told(tmp_path):
    options = {"preexec_fn": give_up_privileged_ports} if os.geteuid() == 0 else {}
    assert "ermission denied" in complaint(tmp_path, "--port", "1", **options)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "--port"),
        (["--port", "x"], "is not a port"),
        (["--port", "65536"], "is not a port"),
        (["--port", "-1"], "--port"),
        (["--port", "0", "--seats", "8"], "is not a number of seats"),
        (["--port", "0", "--seats", "0"], "is not a number of seats"),
        (["--port", "0", "--rounds", "0"], "is not a whole number"),
        (["--port", "0", "--decision-seconds", "0"], "seconds are not possible"),
        (["--port", "0", "--decision-seconds", "nan"], "seconds are not possible"),
        (["--port", "0", "--decision-seconds", "soon"], "seconds are not possible"),
        (["--port", "0", "--dialect", "latin"], "is not a dialect"),
        (["--port", "0", "--connections", "0"], "is not a whole number"),
        (["--port", "0", "--unjoined", "many"], "is not a whole number"),
        (["--port", "0", "--per-address", "-1"], "--per-address"),
        (["--port", "0", "--seed", "-1"], "seed"),
        (["--port", "0", "--pace", "soon"], "milliseconds are not possible"),
        (["--port", "0", "--tables", "0"], "is not a whole number"),
    ],
)
def test_arguments_that_make_no_sense_are_told(tmp_path, words, sentence):
    assert sentence in complaint(tmp_path, *words)


# Records.


def test_a_record_in_a_missing_folder_is_told(tmp_path):
    said = complaint(tmp_path, "--port", "0", "--record", "missing/record")
    assert said == (
        "cutcard: the record missing/record cannot be written: No such file or directory\n"
    )


def test_a_record_that_is_a_folder_is_told(tmp_path):
    (tmp_path / "record").mkdir()
    assert "cannot be written" in complaint(tmp_path, "--port", "0", "--record", "record")


def test_a_record_belongs_to_one_dealer(serve: Serve):
    server = serve("--record", "record")
    said = complaint(server.folder, "--port", "0", "--record", "record")
    assert said == "cutcard: the record record is in use by another process\n"
    assert server.stop()[0] == 0
    assert serve("--record", "record").stop()[0] == 0


def test_a_torn_line_is_dropped_and_the_record_goes_on(serve: Serve):
    first = serve("--record", "record", "--rounds", "2")
    path = first.folder / "record"
    with first.call("JOIN ann") as ann:
        ann.play()
    first.stop()
    whole = path.read_bytes()
    for torn in (b"{", b'{"table":"ab', b"x" * 60_000):
        path.write_bytes(whole + torn)
        second = serve("--record", "record", "--rounds", "2")
        assert path.read_bytes() == whole
        assert second.stop() == (0, "", "cutcard: record ended in a torn line; it was dropped\n")
    third = serve("--record", "record", "--rounds", "2")
    with third.call("JOIN bob") as bob:
        bob.play()
    assert third.stop() == (0, "", "")
    assert path.read_bytes().startswith(whole)
    # No dealer leaves so much of a line: somebody else has written here.
    path.write_bytes(whole + b"x" * 200_000)
    said = complaint(first.folder, "--port", "0", "--record", "record")
    assert "it was left as it is; name another file" in said
    assert path.read_bytes() == whole + b"x" * 200_000
    path.write_bytes(whole)
    assert counted(path) == (1, 2)


def test_a_record_is_readable_by_nobody_else(serve: Serve):
    server = serve("--record", "record")
    assert (server.folder / "record").stat().st_mode & 0o077 == 0


def no_more_than(size: int):
    """Let files grow no further, as on a disk that is full."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("words", [(), ("--fsync",)], ids=["", "fsync"])
def test_a_disk_that_fills_up_stops_the_dealer_and_loses_no_result(serve: Serve, words):
    """Everybody gets QUIT; no result was told that is not in the record, and that is whole."""
    server = serve(*("--seats", "2", "--record", "record", *words), preexec_fn=no_more_than(6000))
    with (
        server.call("JOIN ann") as ann,
        server.call("JOIN bob") as bob,
        server.call("JOIN waiting") as waiting,
    ):
        at_once(ann.play, bob.play, waiting.rest)
        assert ann.heard[-1] == bob.heard[-1] == waiting.heard[-1] == "QUIT"
        seen = kinds(ann.heard).count("RESULT")
    code, out, err = server.ended()
    assert (code, out) == (1, "")
    assert err.startswith("cutcard: ")
    assert err.count("\n") == 1
    path = server.folder / "record"
    assert seen > 5
    assert sum(line["kind"] == "played" for line in read_lines(path)) == seen
    assert counted(path)[1] == seen
    # With room again the record goes on.
    again = serve("--record", "record", "--rounds", "1")
    with again.call("JOIN cat") as cat:
        cat.play()
    assert again.stop()[0] == 0
    assert counted(path)[1] == seen + 1


def test_a_dealer_goes_home_after_so_many_tables(serve: Serve):
    server = serve("--tables", "2", "--rounds", "1")
    for name in ("ann", "bob"):
        with server.call(f"JOIN {name}") as caller:
            assert len(caller.play()) == 1
    assert server.ended() == (0, "", "")


def test_a_dealer_goes_home_when_the_last_one_who_waits_leaves(serve: Serve):
    server = serve("--tables", "1", "--rounds", "1", "--seats", "2")
    with server.call("JOIN ann") as ann, server.call("JOIN bob") as bob:
        ann.hear_until("BEGIN")
        with server.call("JOIN cat") as cat:
            assert cat.silent(0.3)
            bob.vanish()
            assert len(ann.play()) == 1
            assert cat.silent(0.3)
    assert server.ended() == (0, "", "")
