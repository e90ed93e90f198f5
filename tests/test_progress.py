"""Progress on a terminal: a bar, the time that is left, and nothing elsewhere."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable

import pytest

from cutcard.progress import Progress


class Terminal(io.StringIO):
    """A text stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Terminal]:
    """What a test calls to have a terminal for its stderr."""

    def sit() -> Terminal:
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("COLUMNS", "80")
        return terminal

    return sit


def shown(terminal: Terminal) -> str:
    """What stands on the line now."""
    return terminal.getvalue().rpartition("\x1b[K")[2]


def test_the_time_left_follows_from_the_pace(clock: Clock, seated: Callable[[], Terminal]) -> None:
    terminal = seated()
    progress = Progress(100)
    progress.show(0, "rounds")
    assert "left" not in shown(terminal)
    clock.now = 20.0
    progress.show(25, "rounds")
    assert shown(terminal) == "██████··················  25%, 60 s left  rounds"
    clock.now = 80.0
    progress.show(100, "rounds")
    assert shown(terminal).endswith("100%  rounds")


def test_work_that_goes_on_is_paced_by_what_is_done_now(
    clock: Clock, seated: Callable[[], Terminal]
) -> None:
    terminal = seated()
    progress = Progress(100)
    progress.show(80)
    clock.now = 60.0
    progress.show(90)
    assert ", 60 s left" in shown(terminal)


def test_a_pace_is_not_told_at_once(clock: Clock, seated: Callable[[], Terminal]) -> None:
    terminal = seated()
    progress = Progress(100)
    progress.show(1)
    clock.now = 0.5
    progress.show(50)
    assert "left" not in shown(terminal)


def test_a_pipe_is_left_alone(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    progress = Progress(10)
    progress.show(5)
    progress.clear()
    assert pipe.getvalue() == ""
