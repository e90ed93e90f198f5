"""A command that a warm process is forked for does what one does that is started."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from warm_starts import CUTCARD, KILL, PATIENCE, WarmStarts

COMMANDS = {
    "an answer": "echo Ac | $it coms1018 1",
    "an error": "echo 1h | $it coms1018 1; echo $?",
    "no input": "$it coms1018 1 <&-; echo $?",
    "no output": "echo Ac | $it coms1018 1 >&-; echo $?",
    "no place for messages": "$it coms1018 7 2>&-; echo $?",
    "a full disk": "echo Ac | $it coms1018 1 >/dev/full; echo $?",
    "a reader who leaves": "$it ve280 10000 1 10000 simple | head -n 1",
    "bytes that are no text": "echo Ac | $it coms1018 \"$(printf '\\377')\"",
    "both streams in one": "(echo Ac; echo 1h) | $it coms1018 2 2>&1",
    "an appended file": "echo first >kept; echo Ac | $it coms1018 1 >>kept; cat kept",
    "the rest of the input": "(echo Ac; echo more) | ($it coms1018 1; wc -c)",
    "a narrow terminal": "COLUMNS=40 $it chart nosuch",
    "another folder": "mkdir other; cd other; $it easy -i 1 -r REC -s -a wizard 3; ls",
    "found by its name": "PATH=$(dirname $it):$PATH; cutcard nosuch; cutcard help nosuch",
    "words and values of any bytes": "X=$(printf 'a=\\377') $it rules \"$(printf '\\377')\"",
    "one of each end": "$it rules nosuch | $it coms1018 1; echo $?",
    "a signal ignored": "trap '' INT; $it rules easy | head -n 1",
}


@pytest.fixture
def programs(tmp_path: Path, warm_starts: WarmStarts) -> list[Path]:
    """The program, and what may stand for it: what the tests use, and what is written in Python."""
    plain = tmp_path / "plain" / "cutcard"
    plain.parent.mkdir()
    warm_starts.write_stand_in(plain)
    return [CUTCARD, warm_starts.stand_in, plain]


@pytest.mark.parametrize("script", COMMANDS.values(), ids=COMMANDS)
def test_a_fork_does_what_a_start_does(tmp_path: Path, programs: list[Path], script: str) -> None:
    ends = []
    for program in programs:
        folder = tmp_path / str(len(ends))
        folder.mkdir()
        ran = subprocess.run(
            ["sh", "-c", script],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=folder,
            env={**os.environ, "it": str(program)},
            timeout=60,
            check=False,
        )
        ends.append((ran.stdout, ran.stderr, ran.returncode))
    assert ends == [ends[0]] * 3


def test_what_is_typed_may_be_longer_than_a_pipe(tmp_path: Path, warm_starts: WarmStarts) -> None:
    typed = b"x" * 1_000_000 + b"\nq\n"
    run = warm_starts.run(["cutcard", "coms1018", "5"], typed=typed, folder=tmp_path)
    assert run.returncode == 0
    started = subprocess.run(
        [CUTCARD, "coms1018", "5"], input=typed, capture_output=True, check=False, timeout=60
    )
    assert (run.stdout, run.stderr) == (started.stdout, started.stderr)


def test_a_command_that_takes_too_long_is_ended(tmp_path: Path, warm_starts: WarmStarts) -> None:
    os.mkfifo(tmp_path / "chart")
    # Opened for both, a pipe lets its reader wait without end.
    pipe = os.open(tmp_path / "chart", os.O_RDWR)
    with pytest.raises(subprocess.TimeoutExpired):
        warm_starts.run(["cutcard", "chart", "./chart"], folder=tmp_path, timeout=0.5)
    os.close(pipe)
    until = time.monotonic() + PATIENCE
    while is_read(tmp_path / "chart"):
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_fork_hears_the_signals_of_its_stand_in(
    tmp_path: Path, programs: list[Path], number: int
) -> None:
    ends = []
    for program in programs:
        process = subprocess.Popen(
            [program, "play", "easy", "--seed", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
        )
        assert process.stdout
        said = b""
        while b"[1]: " not in said:
            said += os.read(process.stdout.fileno(), 1)
        forked = number == signal.SIGKILL and program != CUTCARD
        process.send_signal(KILL if forked else number)
        # What is typed ends only afterwards: that would be another end of the game.
        code = process.wait(60)
        out, err = process.communicate()
        ends.append((said + out, err, code))
    assert ends == [ends[0]] * 3


def test_a_fork_runs_a_program_of_the_tests_and_dies_with_its_stand_in(
    tmp_path: Path, warm_starts: WarmStarts
) -> None:
    program = tmp_path / "program.py"
    program.write_text("import sys, time\nprint(*sys.argv, flush=True)\ntime.sleep(600)\n")
    words = [warm_starts.stand_in, program, "a", "b"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == f"{program} a b\n"
        process.kill()
        assert process.stdout.read() == ""


def is_read(pipe: Path) -> bool:
    """Somebody has a pipe open to read from it."""
    try:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True
