"""Closed pipes, Ctrl-C, ends of input, full disks: never a traceback, never a hang."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.ctrl_c_moments import silent_keyboard
from warm_starts import CUTCARD, PATIENCE, wait_for_readers, warm_starts


def wait_for(stream: int, text: bytes) -> bytes:
    """Read from a descriptor until this text has come."""
    seen = b""
    until = time.monotonic() + 60
    while text not in seen:
        ready, _, _ = select.select([stream], [], [], until - time.monotonic())
        more = os.read(stream, 4096) if ready else b""
        assert more, f"{text!r} did not come after {seen!r}"
        seen += more
    return seen


def interrupted(words: list[str], wait: str | float, cwd: Path) -> tuple[int, str, str]:
    """Start a command, send Ctrl-C once it has printed something or worked for some seconds."""
    with silent_keyboard() as keyboard:  # an input that ends would be another ending
        process = subprocess.Popen(
            [warm_starts().stand_in, *words],
            stdin=keyboard,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            start_new_session=True,
        )
        assert process.stdout is not None
        seen = b""
        if isinstance(wait, str):
            seen = wait_for(process.stdout.fileno(), wait.encode())
            wait_for_readers(keyboard)
        else:
            time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, (seen + out).decode(), err.decode()


def interrupted_at_work(words: list[str], done: str, cwd: Path) -> tuple[int, str, str]:
    """Send Ctrl-C to a command that has done something, and so says `done`.

    One that still loads what it needs just ends, or says that nothing was done.
    """
    for seconds in (0.25, 0.5, 1, 2, 4, 8, 16, 32):
        code, out, err = interrupted(words, seconds, cwd)
        if done in out:
            break
    return code, out, err


@pytest.fixture
def chart(cutcard, tmp_path):
    shown = cutcard("chart", "easy", "--format", "txt")
    assert shown.returncode == 0
    (tmp_path / "chart.txt").write_text(shown.stdout)
    return "chart.txt"


def test_ctrl_c_at_a_prompt_sums_up(tmp_path):
    code, out, err = interrupted(["easy", "-i", "2"], "): ", tmp_path)
    assert code == 130
    assert out.endswith("Hands Played: 0\n")
    assert "Traceback" not in err


def test_ctrl_c_in_a_silent_run_sums_up_what_is_done(cutcard, tmp_path, chart):
    words = ["easy", "-i", "1", "-s", "-a", chart, "100000000000"]
    assert cutcard(*words[:-1], "20000").returncode == 0  # to compile it
    code, out, err = interrupted_at_work(words, "Player Advantage: ", tmp_path)
    assert code == 130
    assert "Hands Played: " in out
    assert "Player Advantage: " in out
    assert "Traceback" not in err


def test_ctrl_c_leaves_a_recording_that_can_be_replayed(cutcard, tmp_path, chart):
    words = ["easy", "-i", "1", "-r", "record", "-a", chart, "100000000"]
    code, out, _ = interrupted(words, "Balance", tmp_path)
    assert code == 130
    hands = out.rpartition("Hands Played: ")[2].split()[0]
    replayed = cutcard("easy", "-f", "record", "-s", "-a", chart, hands)
    assert replayed.returncode == 0
    assert out.endswith(replayed.stdout)


def test_ctrl_c_in_a_simulation_reports_what_is_done(cutcard, tmp_path):
    assert cutcard("simulate", "--rounds", "2").returncode == 0  # to compile it
    code, out, err = interrupted_at_work(["simulate", "--rounds", "1e13"], "95% interval", tmp_path)
    assert code == 130
    assert "95% interval" in out
    assert "Traceback" not in err


def test_ctrl_c_in_a_game_sums_up(tmp_path):
    code, out, err = interrupted(["play", "--seed", "1"], "Bet [1]: ", tmp_path)
    assert code == 130
    assert "You leave with 100 chips" in out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "command",
    [
        "cutcard easy -i 1 -a chart.txt 20000",
        "cutcard chart easy",
        "cutcard rules easy",
        "yes h | cutcard easy -i 1",
        "yes '' | cutcard play --seed 1",
        "cutcard ve280 10000 1 10000 simple",
    ],
)
def test_a_closed_pipe_makes_no_noise(tmp_path, chart, command):
    path = f"{CUTCARD.parent}:{os.environ['PATH']}"
    ended = subprocess.run(
        f"{command} | head -1",
        check=False,
        shell=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.stdout.count("\n") == 1
    assert ended.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["rules"], "cutcard"),
        (["chart", "easy"], "cutcard"),
        (["easy", "-i", "1"], "cutcard easy"),
        (["blockhead", "alpha", "alpha"], "cutcard blockhead"),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_full_disk_is_told_in_a_sentence(words, name, unbuffered):
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [CUTCARD, *words],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            text=True,
            timeout=PATIENCE,
        )
    assert ended.returncode == 1
    told = [line for line in ended.stderr.splitlines() if not line.startswith("The seed is ")]
    assert told == [f"{name}: output: No space left on device"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_recording_that_cannot_be_written_is_told(tmp_path, chart):
    ended = subprocess.run(
        [CUTCARD, "easy", "-i", "1", "-r", "/dev/full", "-s", "-a", chart, "5"],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 1
    assert ended.stdout.startswith("Hands Played: 5\n")
    assert "No space left on device" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_game_ends_with_its_input(cutcard):
    for typed in ("", "\n", "\nh", "\ns\n", "q", "\n?\n"):
        ended = cutcard("play", "easy", "--seed", "5", typed=typed)
        assert ended.returncode == 0
        assert "You leave with" in ended.stdout
        assert ended.stderr == ""


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no such device")
@pytest.mark.parametrize(
    ("game", "kept"), [("easy", "You leave with 100 chips"), ("blockhead", "You end with 1000")]
)
def test_a_line_without_an_end_ends_a_game_that_is_summed_up(game, kept):
    with Path("/dev/zero").open() as endless:
        ended = subprocess.run(
            [warm_starts().stand_in, "play", game, "--seed", "5"],
            check=False,
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert ended.returncode == 1
    assert kept in ended.stdout
    assert ended.stderr == "cutcard: a line of the input is longer than 1,048,576 characters\n"


def test_bytes_that_are_no_text_are_asked_again(tmp_path):
    for words in (
        *(["play", "--seed", "5"], ["play", "blockhead", "--seed", "5"]),
        *(["easy", "-i", "2"], ["coms1018", "5"], ["blockhead", "human", "alpha", "--seed", "5"]),
    ):
        ended = warm_starts().run(
            [str(CUTCARD), *words], typed=b"\xff\xfe\0\n" * 50, folder=tmp_path
        )
        assert ended.returncode == 0
        assert ended.stderr == b""
        assert b"\\udc" not in ended.stdout


def test_single_keys_play_on_a_terminal():
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [warm_starts().stand_in, "play", "vegas-strip", "--seed", "3"],
        stdin=child,
        stdout=child,
        stderr=child,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "1"},
    )
    wait_for(parent, b"Bet [1]: ")
    os.write(parent, b"\n")
    seen = wait_for(parent, b"? advice: ")
    assert "┌─────┐ ┌─────┐".encode() in seen
    os.write(parent, b"?")
    wait_for(parent, b"The chart says: double.")
    os.write(parent, b"s")
    wait_for(parent, b"Bet [1]: ")
    os.write(parent, b"q\n")
    wait_for(parent, b"You played by the chart in 0 of 1 decisions.")
    assert process.wait(timeout=PATIENCE) == 0
    os.close(parent)
    os.close(child)


def test_progress_shows_only_to_a_person():
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [warm_starts().stand_in, "simulate", "--rounds", "3000", "--seed", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=child,
        text=True,
    )
    wait_for(parent, b"100%")
    assert "█" in process.communicate(timeout=PATIENCE)[0]
    os.close(parent)
    os.close(child)


GREEDY = """
import sys
from cutcard.cli import main, rules
rules.run = lambda words: bytearray(1 << 50)
sys.argv = ["cutcard", "rules"]
sys.exit(main())
"""


def test_too_little_memory_is_told_in_a_sentence():
    """No verb needs so much by itself: one is made to."""
    ended = subprocess.run(
        [sys.executable, "-c", GREEDY],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 1
    assert ended.stderr == "cutcard: there is not enough memory for that\n"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no such device")
@pytest.mark.parametrize(
    "words",
    [
        ["chart", "/dev/zero"],
        ["rules", "/dev/zero"],
        ["simulate", "vegas-strip", "--count", "/dev/zero"],
        ["solve", "cs50", "--table", "/dev/zero"],
        ["simulate", "--out", "/dev/full"],
        ["train", "cs50", "--q", "/dev/full"],
        ["ve280", "100", "5", "3", "simple", "/dev/zero"],
        ["easy", "-a", "/dev/zero", "5"],
    ],
    ids=" ".join,
)
def test_what_has_no_end_is_told_in_a_sentence(cutcard, words):
    ended = cutcard(*words)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.splitlines()[0].startswith(("cutcard", "Error: cannot instantiate "))
    assert "Traceback" not in ended.stderr


def test_monte_carlo_shows_progress_and_keeps_what_is_done_at_ctrl_c():
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [warm_starts().stand_in, "blockhead", "monte-carlo", "1M", "--seed", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=child,
        text=True,
        start_new_session=True,
    )
    wait_for(parent, b"alpha alpha, ")
    os.killpg(process.pid, signal.SIGINT)
    out = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 130
    assert re.match(r"Alpha against Alpha, [1-9]\d* games:\n  Player 0 \(Alpha\) ends with", out)
    assert out.endswith("Seed 1; 'cutcard duel beta alpha' tells how sure this is.\n")
    os.close(parent)
    os.close(child)
