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
from net.wire import CUTCARD, PATIENCE, Serve, at_once, kinds, read_lines

from cutcard.net.verify import verify


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda each: each.name)
@pytest.mark.parametrize("words", [(), ("--fsync",)], ids=["", "fsync"])
def test_a_signal_lets_rounds_finish_and_says_quit_to_all(serve: Serve, number, words):
    server = serve("--seats", "2", "--record", "record", *words)
    with (
        server.call("JOIN ann FAIR") as ann,
        server.call("JOIN bob") as bob,
    ):
        ann.hear_until("COMMIT")
        ann.say("NONCE 01")
        with server.call("JOIN waiting") as waiting, server.call() as silent:
            order = [ann, bob]
            ann.hear_until("BEGIN")
            bob.hear_until("DEALER")
            ann.hear_until("DEALER")
            if ann.silent(0.1):  # bob had the first seat
                order.reverse()
            order[0].hear_until("DECISION")
            server.process.send_signal(number)
            assert waiting.rest() == ["QUIT"]
            assert silent.rest() == ["QUIT"]
            with server.call("JOIN late") as late:
                assert late.rest() == ["QUIT"]
        order[0].say("HIT")
        while order[0].hear() == "DECISION" or kinds(order[0].heard)[-1] == "CARD":
            if order[0].heard[-1] == "DECISION":
                order[0].say("STAND")
                break
            if order[0].silent(0.1):
                break  # bust
        order[1].hear_until("DECISION")
        order[1].say("STAND")
        assert kinds(bob.rest()) == ["RESULT", "QUIT"]
        assert kinds(ann.rest()) == ["RESULT", "REVEAL", "QUIT"]
    code, out, err = server.ended()
    assert (code, out, err) == (0, "", "")
    assert verify(server.folder / "record", lambda note: None) == (1, 1)


def test_a_signal_waits_no_longer_than_a_player_may_think(serve: Serve):
    server = serve("--decision-seconds", "0.3")
    with server.call("JOIN ann") as ann:
        ann.hear_until("DECISION")
        began = time.monotonic()
        code, _, err = server.stop()
        assert (code, err) == (0, "")
        assert time.monotonic() - began < 2
        assert ann.rest() == ["QUIT"]


def test_two_signals_are_no_worse_than_one(serve: Serve):
    server = serve("--decision-seconds", "0.3")
    with server.call("JOIN ann") as ann:
        ann.hear_until("DECISION")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
            server.process.send_signal(number)
        code, _, err = server.ended()
        assert (code, err) == (0, "")


def test_a_dealer_without_guests_goes_at_once(serve: Serve):
    assert serve().stop() == (0, "", "")


def complaint(folder: Path, *words: str, **options: object) -> str:
    """What `cutcard serve` says when it cannot deal: one sentence, exit 1."""
    ended = subprocess.run(
        [CUTCARD, "serve", *words],
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
    assert f"cannot deal on 127.0.0.1 port {port}" in said
    assert "in use" in said


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
        (["--port", "x"], "is no port"),
        (["--port", "65536"], "is no port"),
        (["--port", "-1"], "--port"),
        (["--port", "0", "--seats", "8"], "is no number of seats"),
        (["--port", "0", "--seats", "0"], "is no number of seats"),
        (["--port", "0", "--rounds", "0"], "is no count"),
        (["--port", "0", "--decision-seconds", "0"], "seconds cannot be"),
        (["--port", "0", "--decision-seconds", "nan"], "seconds cannot be"),
        (["--port", "0", "--decision-seconds", "soon"], "seconds cannot be"),
        (["--port", "0", "--dialect", "latin"], "dialect"),
        (["--port", "0", "--seed", "-1"], "seed"),
        (["--port", "0", "--pace", "soon"], "milliseconds cannot be"),
        (["--port", "0", "--tables", "0"], "is no count"),
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
    assert said == "cutcard: the record record is in use by another dealer\n"
    assert server.stop()[0] == 0
    assert serve("--record", "record").stop()[0] == 0


def test_a_torn_line_is_dropped_and_the_record_goes_on(serve: Serve):
    first = serve("--record", "record", "--rounds", "2")
    path = first.folder / "record"
    with first.call("JOIN ann") as ann:
        ann.play()
    first.stop()
    whole = path.read_bytes()
    for torn in (b"{", b'{"table":"ab', b"x" * 200_000):
        path.write_bytes(whole + torn)
        second = serve("--record", "record", "--rounds", "2")
        assert path.read_bytes() == whole
        assert second.stop() == (0, "", "cutcard: record ended in a torn line; it was dropped\n")
    third = serve("--record", "record", "--rounds", "2")
    with third.call("JOIN bob") as bob:
        bob.play()
    assert third.stop() == (0, "", "")
    assert path.read_bytes().startswith(whole)
    assert verify(path, lambda note: None) == (2, 4)


def test_a_record_is_readable_by_nobody_else(serve: Serve):
    server = serve("--record", "record")
    assert (server.folder / "record").stat().st_mode & 0o077 == 0


def no_more_than(size: int):
    """Let files grow no further, as on a disk that is full."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize("words", [(), ("--fsync",)], ids=["", "fsync"])
def test_a_record_on_a_full_device_stops_the_dealer(serve: Serve, words):
    server = serve("--record", "/dev/full", *words)
    with server.call() as waiting, server.call("JOIN ann") as ann:
        assert ann.rest() == ["QUIT"]
        assert waiting.rest() == ["QUIT"]
    code, out, err = server.ended()
    assert (code, out) == (1, "")
    assert err.startswith("cutcard: ")
    assert err.count("\n") == 1
    assert "No space left on device" in err


@pytest.mark.parametrize("words", [(), ("--fsync",)], ids=["", "fsync"])
def test_a_disk_that_fills_up_stops_the_dealer_and_loses_no_result(serve: Serve, words):
    """Everybody gets QUIT; no result was told that is not in the record, and that is whole."""
    server = serve(*("--seats", "2", "--record", "record", *words), preexec_fn=no_more_than(2000))
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
    assert sum("round" in line for line in read_lines(path)) == seen
    assert verify(path, lambda note: None)[1] == seen
    # With room again the record goes on.
    again = serve("--record", "record", "--rounds", "1")
    with again.call("JOIN cat") as cat:
        cat.play()
    assert again.stop()[0] == 0
    assert verify(path, lambda note: None)[1] == seen + 1


def test_a_dealer_goes_home_after_so_many_tables(serve: Serve):
    server = serve("--tables", "2", "--rounds", "1")
    for name in ("ann", "bob"):
        with server.call(f"JOIN {name}") as caller:
            assert len(caller.play()) == 1
    assert server.ended() == (0, "", "")
