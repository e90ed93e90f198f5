"""`cutcard train` as a command: run to its end, and stopped by Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

from net.wire import eventually
from warm_starts import CUTCARD, PATIENCE, warm_starts


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Train in a folder."""
    return warm_starts().run_as_text([str(CUTCARD), "train", *words], folder=folder)


def stopped_by_ctrl_c(folder: Path, course: str, *words: str) -> str:
    """What training without end says when Ctrl-C is pressed once its course is kept."""
    process = subprocess.Popen(
        [CUTCARD, "train", *words, "--rounds", "1e12", "--course", course],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        eventually((folder / course).exists, "the course")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err
    return out


def assert_complains(folder: Path, words: list[str], sentence: str) -> None:
    """Training refuses these words in a sentence."""
    ended = command(folder, *words)
    assert ended.returncode == 1
    assert sentence in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert ended.stdout == ""
