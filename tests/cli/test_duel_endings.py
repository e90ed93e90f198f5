"""Duels with players of one's own, and duels that are ended, by them or from outside."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from cli.told_duels import KEYS, strictly
from warm_starts import PATIENCE

CUTCARD = Path(sys.executable).parent / "cutcard"


@contextmanager
def at_work(folder: Path, player: str, workers: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """An endless duel of short games that has shown progress, and the terminal it shows it on."""
    parent, child = pty.openpty()  # progress shows only to a person
    words = [player, "alpha", "--pairs", "1M", "--rule", "deals=2", "--workers", workers]
    process = subprocess.Popen(
        [CUTCARD, "duel", *words, "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=child,
        text=True,
        cwd=folder,
        start_new_session=True,
    )
    os.close(child)
    seen = b""
    try:
        while b"chips a game" not in seen:
            assert select.select([parent], [], [], 60)[0], f"no progress came: {seen!r}"
            seen += os.read(parent, 4096)
        yield process, parent
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        os.close(parent)


def rest_of(terminal: int) -> bytes:
    """What stands on a terminal that nobody writes to any more."""
    seen = b""
    with suppress(OSError):  # it has been hung up
        while select.select([terminal], [], [], 0)[0]:
            seen += os.read(terminal, 4096)
    return seen


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_reports_what_is_done(tmp_path, workers):
    with at_work(tmp_path, "beta", workers) as (process, terminal):
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process
        out, _ = process.communicate(timeout=PATIENCE)
        assert b"Traceback" not in rest_of(terminal)
    assert process.returncode == 130
    assert "chips a game" in out
    pairs = int(re.search(r"--pairs (\d+)", out)[1])
    assert 10 <= pairs < 1_000_000
    assert f"{pairs:,} pairs" in out


GAMMA = """
class Gamma:
    def __init__(self, random):
        pass
    def act(self, view):
        return view.to_call
    def see(self, event):
        pass

class Cheat(Gamma):
    def act(self, view):
        return 11

class Mute:
    def act(self, view):
        return 0

class Bare:
    def act(self, view):
        return 0
    def see(self, event):
        pass
"""


def test_a_player_of_ones_own_plays(cutcard, tmp_path):
    (tmp_path / "mine.py").write_text(GAMMA)
    words = ["--pairs", "12", "--seed", "1", "--json"]
    mine = strictly(cutcard("duel", "mine.py:Gamma", "alpha", *words).stdout)
    caller = strictly(cutcard("duel", "caller", "alpha", *words).stdout)
    for key in KEYS:
        assert mine[key] == caller[key]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("none.py:Gamma", "none.py"),
        ("mine.py:Delta", "Delta"),
        ("mine.py:Mute", "see(event)"),
        ("mine.py:Cheat", "answered 11, but may answer 0, 1, 2,"),
        ("bad.py:Gamma", "bad.py cannot be loaded"),
        ("mine.py:", "mine.py"),
        pytest.param("mine.py:Bare", "Bare"),
    ],
)
def test_a_player_of_ones_own_that_cannot_play_gets_one_sentence(
    cutcard, tmp_path, name, complaint
):
    (tmp_path / "mine.py").write_text(GAMMA)
    (tmp_path / "bad.py").write_text("class Gamma(:\n")
    refused = cutcard("duel", name, "alpha", "--pairs", "2", "--seed", "1")
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.startswith("cutcard: ")
    assert complaint in refused.stderr
    assert "Traceback" not in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_names_of_files_fit_into_the_table_of_a_round_robin(cutcard, tmp_path):
    (tmp_path / "a-player-of-my-own.py").write_text(GAMMA)
    names = ["a-player-of-my-own.py:Gamma", "alpha"]
    words = ["--pairs", "2", "--seed", "1", "--player-seconds", "20"]
    shown = cutcard("duel", "--round-robin", *names, *words).stdout.splitlines()
    assert shown[0].split() == [*names, "average"]
    assert [line.split()[0] for line in shown[1:3]] == names
    assert len({len(line) for line in shown[:3]}) == 1
    assert shown[-1].endswith("--pairs 2 --seed 1 --player-seconds 20")


LATER = """
import time

class Later:
    def __init__(self, random):
        self.bad = random.random() < 0.1
    def act(self, view):
        if self.bad:
            self.fail()
        return view.to_call
    def see(self, event):
        pass
    def fail(self):
        raise ValueError("enough")

class Waits(Later):
    def fail(self):
        time.sleep(1000)

class Slow(Later):
    def act(self, view):
        time.sleep(0.001)
        return view.to_call
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_was_played_before_a_player_failed_is_reported(cutcard, tmp_path, workers):
    (tmp_path / "mine.py").write_text(LATER)
    words = ["--pairs", "50", "--seed", "2", "--rule", "deals=2", "--workers", workers]
    stopped = cutcard("duel", "mine.py:Later", "alpha", *words, "--json")
    found = strictly(stopped.stdout)
    assert stopped.returncode == 1
    sentence = "mine.py:Later failed: ValueError: enough (mine.py, line 14, in fail)"
    assert stopped.stderr == f"cutcard: {sentence}; --traceback shows more\n"
    assert found["stopped"]
    assert found["failure"] == sentence
    assert 2 < found["pairs"] < 50
    words[1] = str(found["pairs"])
    caller = strictly(cutcard("duel", "caller", "alpha", *words, "--json").stdout)
    for key in KEYS:
        assert found[key] == caller[key]


def test_a_player_s_traceback_is_shown_when_asked_for(cutcard, tmp_path):
    (tmp_path / "mine.py").write_text(LATER)
    words = ["--pairs", "50", "--seed", "2", "--rule", "deals=2", "--traceback"]
    stopped = cutcard("duel", "mine.py:Later", "alpha", *words)
    assert stopped.returncode == 1
    assert "stopped before all pairs were played" in stopped.stdout
    lines = stopped.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-2:] == [
        "ValueError: enough",
        "cutcard: mine.py:Later failed: ValueError: enough (mine.py, line 14, in fail)",
    ]


def test_a_player_has_the_time_that_it_is_given(cutcard, tmp_path):
    (tmp_path / "mine.py").write_text(LATER)
    words = ["--pairs", "50", "--seed", "2", "--rule", "deals=2", "--player-seconds", "1.5"]
    stopped = cutcard("duel", "mine.py:Waits", "alpha", *words)
    assert stopped.returncode == 1
    assert stopped.stderr == (
        "cutcard: mine.py:Waits took longer than 1.5 s (mine.py, line 18, in fail);"
        " --player-seconds allows more\n"
    )
    assert "--player-seconds 1.5" in stopped.stdout


@pytest.mark.parametrize("time", ["0", "-1", "soon", "nan", "1e9", ""])
def test_a_time_that_is_none_is_refused(cutcard, time):
    refused = cutcard("duel", "beta", "alpha", f"--player-seconds={time}")
    assert refused.returncode == 1
    assert f"{time!r} is not a time: it takes a number of seconds" in refused.stderr


def running(session: int, word: str) -> list[str]:
    """Processes of a session, or with this word in their command, that are not yet dead."""
    shown = subprocess.run(
        ["ps", "-wweo", "sess,stat,args"], capture_output=True, text=True, check=True
    )
    return [
        line
        for line in shown.stdout.splitlines()[1:]
        if (line.split()[0] == str(session) or word in line) and not line.split()[1].startswith("Z")
    ]


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("player", ["mine.py:Slow", "regular"])
def test_nobody_outlives_a_duel_that_is_ended(tmp_path, blow, workers, player):
    (tmp_path / "mine.py").write_text(LATER)
    own = str(tmp_path / "mine.py")
    with at_work(tmp_path, player, workers) as (process, _):
        assert len(running(process.pid, own)) >= (3 if player != "regular" else int(workers))
        os.kill(process.pid, blow)
        process.wait(timeout=PATIENCE)
        until = time.monotonic() + 60
        while left := running(process.pid, own):
            assert time.monotonic() < until, f"left: {left}"
            time.sleep(0.05)


def test_a_round_robin_that_is_stopped_says_so_and_how_far_it_came(cutcard, tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Tired:\n"
        "    def __init__(self, random):\n"
        "        self.tired = random.random() < 0.1\n"
        "    def act(self, view):\n"
        "        if self.tired:\n"
        "            raise RuntimeError('tired')\n"
        "        return view.to_call\n"
        "    def see(self, event):\n"
        "        pass\n"
    )
    words = ["duel", "--round-robin", "mine.py:Tired", "alpha", "caller", "--pairs", "50"]
    told = cutcard(*words, "--rule", "deals=2", "--seed", "1")
    assert told.returncode == 1
    assert re.search(
        r"^stopped before all pairs were played; mine\.py:Tired against alpha: [0-9]+ pairs of 50$",
        told.stdout,
        re.MULTILINE,
    )
