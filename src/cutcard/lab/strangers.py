"""Strangers: players from the user's own files, each in a separate process.

Nothing is known about a stranger. It may raise, exit, crash or never return: the experiment gets a
sentence that names the file and the line, and may continue or stop. A stranger gets the same values
as everybody else at the table, pickled, and its answers, which are plain JSON, are checked here.
This module knows no game: the calls that a player answers are read from the game's own protocol.

When a player leaves, its process is kept for the next player from the same file.
"""

from __future__ import annotations

import argparse
import ast
import atexit
import contextlib
import json
import os
import pickle
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NoReturn

from cutcard.errors import CutcardError, Invalid
from cutcard.lab import stranger_process
from cutcard.lab.stranger_process import (
    ANSWER,
    DIED,
    FAILED,
    HELLO,
    LEAVE,
    LEFT,
    LOAD,
    LOADED,
    LONGEST,
    NONSENSE,
    WHERE,
    as_plain,
    receive,
    send,
)

SECONDS: Final = 10.0
"""How long a stranger may take for an answer, by default."""

_START: Final = 60.0
"""Seconds for Python itself to start, which is not the stranger's fault."""

_LOADING: Final = "loading"


class PlayerFailed(CutcardError):
    """A player from a file has failed; the message is a sentence with its file and line."""

    def __init__(self, sentence: str, traceback: str = "", *, late: bool = False) -> None:
        super().__init__(sentence, traceback)
        self.traceback = traceback
        """Python's own account of it, if there is one."""
        self.late = late
        """Whether it took too long."""
        self.finding: Any = None
        """What `simulate` or `duel` had found until then; None if that was not enough."""

    def __str__(self) -> str:
        return str(self.args[0])

    def told(self, program: str, *, traceback: bool) -> str:
        """What a program says about it on stderr."""
        before = self.traceback if traceback else ""
        hint = "; --traceback shows more" if self.traceback and not traceback else ""
        hint += "; --player-seconds allows more" if self.late else ""
        return f"{before}{program}: {self}{hint}\n"


def is_file_name(name: str) -> bool:
    """Whether a player's name is FILE.py:CLASS."""
    return ".py:" in name


def check_class_named(name: str) -> None:
    """Complain about a player's file that is named without one of its classes."""
    if not name.endswith(".py"):
        return
    try:
        known = [
            part.name
            for part in ast.parse(Path(name).read_bytes()).body
            if isinstance(part, ast.ClassDef)
        ]
    except (OSError, SyntaxError, ValueError):
        known = []
    there = f", one of {', '.join(known)}" if len(known) > 1 else ""
    raise Invalid(
        f"{name} names no class: a player of your own is FILE.py:CLASS, as in"
        f" {name}:{known[0] if known else 'Mine'}{there}"
    )


def seconds_of(arguments: argparse.Namespace) -> float:
    """How long a stranger may take for an answer, as given on the command line."""
    given: float | None = arguments.player_seconds
    return SECONDS if given is None else given


class Stranger:
    """A player from a file, from when it sits down at a table until it leaves."""

    def __init__(
        self, name: str, protocol: type, *arguments: Any, seconds: float = SECONDS
    ) -> None:
        self._seconds = seconds
        self._calls: list[tuple[str, tuple[Any, ...]]] = []
        # One pickler for the whole table: what was sent once is only referred to afterwards.
        self._pickled = BytesIO()
        self._pickler = _Questions(self._pickled, pickle.HIGHEST_PROTOCOL)
        self._process = _engage(name, protocol, seconds)
        self._talk("__init__", arguments, ANSWER)

    def tell(self, method: str, *arguments: Any) -> None:
        """Tell it something; it hears this before the next question."""
        self._calls.append((method, arguments))

    def ask(self, method: str, *arguments: Any, among: Sequence[Any]) -> Any:
        """Its answer, which must be one of ``among``; PlayerFailed otherwise."""
        about, *plain, answer = self._talk(method, arguments, ANSWER, NONSENSE)
        if about == ANSWER:
            kind, value = plain
            if isinstance(among, range):
                if kind == "int" and value in among:
                    return value
            else:
                for one in among:
                    if as_plain(one) == (kind, value):
                        return one
        self._process.end()
        if isinstance(among, range):
            allowed = f"{among[0]} to {among[-1]}"
        else:
            allowed = ", ".join(str(one) for one in among)
        self._process.fail(f"answered {answer}, but may answer {allowed} now", method)

    def leave(self) -> None:
        """Tell it what it has not heard yet, and let it go."""
        self._talk(LEAVE, (), LEFT)
        self._process.rest()

    def dismiss(self) -> None:
        """End it at once, whatever it is doing."""
        self._process.end()

    def _talk(self, method: str, arguments: tuple[Any, ...], *expected: int) -> Any:
        self._calls.append((method, arguments))
        self._pickled.seek(0)
        self._pickled.truncate()
        self._pickler.dump(self._calls)
        self._calls = []
        message = self._pickled.getvalue()
        return self._process.exchange(message, method, self._seconds, *expected)


class _Questions(pickle.Pickler):
    """Writes values of the games compactly: their class and their fields."""

    def reducer_override(self, value: Any) -> Any:
        kind = type(value)
        names = _FIELDS.get(kind)
        if names is None:
            names = _FIELDS[kind] = _fields_in_order(kind)
        return (kind, tuple([getattr(value, name) for name in names])) if names else NotImplemented


def _fields_in_order(kind: type) -> tuple[str, ...]:
    """The fields that, passed in this order, make a value of this class; none if they do not."""
    if not is_dataclass(kind) or not all(
        field.init and not field.kw_only for field in fields(kind)
    ):
        return ()
    return tuple(field.name for field in fields(kind))


def _read_answer(frame: bytes, expected: tuple[int, ...]) -> tuple[Any, ...]:
    """An answer of an expected kind, or a failure; raises an exception if it is anything else."""
    about, *rest = json.loads(frame)
    if type(about) is not int or about not in (*expected, FAILED, DIED):
        raise ValueError(about)
    for value, kinds in zip(rest, _SHAPES[about], strict=True):
        if type(value) not in kinds:
            raise TypeError(value)
        for number in value.values() if isinstance(value, dict) else [value]:
            if isinstance(number, int) and number.bit_length() > 64:
                raise ValueError(number)
    return about, *rest


_SHAPES: Final[dict[int, tuple[tuple[type, ...], ...]]] = {
    HELLO: (),
    LOADED: ((dict,),),
    ANSWER: ((str,), (int, str), (str,)),
    NONSENSE: ((str,),),
    FAILED: ((str,), (int,), (str,), (str,)),
    DIED: ((int,),),
    LEFT: (),
}
"""What goes with each kind of answer."""


class _Process:
    """The process of a stranger, and the line to it."""

    def __init__(self, name: str, protocol: type) -> None:
        self.name = name
        self.protocol = protocol
        self._file, _, self._class = name.rpartition(":")
        self._path = os.path.abspath(self._file)
        self._lines: dict[str, int] = {}
        self._line, theirs = socket.socketpair()
        self._notes, notes = os.pipe()
        with theirs:
            words = [self._path, self._class, f"{protocol.__module__}:{protocol.__qualname__}"]
            words += [str(theirs.fileno()), str(notes)]
            try:
                self._popen = subprocess.Popen(
                    [sys.executable, "-P", "-c", _PROGRAM, *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    pass_fds=(theirs.fileno(), notes),
                    start_new_session=True,  # it should not receive Ctrl-C
                    # What depends on the order of a set must be reproducible.
                    env={**os.environ, "PYTHONHASHSEED": "0"},
                )
            finally:
                os.close(notes)
        _living.add(self)

    def load(self, seconds: float) -> None:
        """Have the file imported, and wait until it is."""
        self._await(_LOADING, _START, time.monotonic() + _START, HELLO)
        self._lines = self.exchange(LOAD, _LOADING, seconds, LOADED)[1]

    def exchange(self, message: bytes, method: str, seconds: float, *expected: int) -> Any:
        """Send a series of calls, and wait for the answer to the last."""
        until = time.monotonic() + seconds
        try:
            self._line.settimeout(seconds)
            send(self._line, message)
        except TimeoutError:
            self._fail_late(method, seconds)
        except OSError:
            pass  # it has died; what it said before that can still be read
        return self._await(method, seconds, until, *expected)

    def _await(self, method: str, seconds: float, until: float, *expected: int) -> Any:
        """The next answer, unless it is a failure."""
        try:
            frame = receive(self._line, until)
            answer = _read_answer(frame, expected) if frame else (DIED, None)
        except TimeoutError:
            self._fail_late(method, seconds)
        except OSError:
            answer = (DIED, None)
        except Exception:
            self.end()
            self.fail("wrote into the line that its answers go over", method)
        except BaseException:
            self.end()  # a late answer would be taken for the next one
            raise
        if answer[0] == FAILED:
            _, said, line, function, traceback = answer
            self.end()
            self.fail(said, method, (line, function), traceback)
        if answer[0] == DIED:
            self._fail_dead(method, answer[1])
        return answer

    def _fail_late(self, method: str, seconds: float) -> NoReturn:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._popen.pid, WHERE)
        place = self._noted(wait=3.0)
        self.end()
        self.fail(f"took longer than {seconds:g} s", method, place, late=True)

    def _fail_dead(self, method: str, status: int | None) -> NoReturn:
        place = self._noted(wait=0.0)
        self.end()
        how = ""
        if status is not None and status < 0:
            how = f" by {_signal_name(-status)}"
        elif status is not None:
            how = f" with status {status}"
        self.fail(f"ended its own process{how}", method, place)

    def _noted(self, wait: float) -> tuple[int, str] | None:
        """Where in its file the stranger was when it was last asked to write that down."""
        path = re.escape(self._path.encode("ascii", "backslashreplace"))
        notes = b""
        until = time.monotonic() + wait
        while (
            len(notes) < LONGEST
            and select.select([self._notes], [], [], max(0.0, until - time.monotonic()))[0]
        ):
            more = os.read(self._notes, 65536)
            notes += more
            if found := re.search(rb'File "%s", line (\d+) in (\S+)' % path, notes):
                return int(found[1]), found[2].decode("ascii", "replace")
            if not more:
                break
        return None

    def fail(
        self,
        said: str,
        method: str,
        place: tuple[int, str] | None = None,
        traceback: str = "",
        *,
        late: bool = False,
    ) -> NoReturn:
        """Raise PlayerFailed with who failed, how, and where."""
        line, function = place if place and place[0] else (self._lines.get(method, 0), method)
        where = f" ({_printable(self._file)}, line {line}" if line else ""
        if line:
            where += f", in {function})" if function.isidentifier() else ")"
        if not said.startswith(_VERBS):
            said = f"{'cannot be loaded' if method == _LOADING else 'failed'}: {said}"
        who = _printable(self._file if method == _LOADING else self.name)
        raise PlayerFailed(f"{who} {said}{where}", traceback, late=late)

    def rest(self) -> None:
        """Wait for the next player from the same file."""
        _resting.append(self)

    def end(self) -> None:
        """Hang up: the watchman then ends all processes there."""
        if self not in _living:
            return
        self.forget()
        try:
            self._popen.wait(5)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._popen.pid, signal.SIGKILL)
            self._popen.wait()

    def forget(self) -> None:
        """Close the line without waiting for anybody."""
        _living.discard(self)
        if self in _resting:
            _resting.remove(self)
        assert self._popen.stdin is not None
        self._popen.stdin.close()
        self._line.close()
        os.close(self._notes)


_PROGRAM: Final = f"from {stranger_process.__name__} import main; main()"
_VERBS: Final = ("answered ", "ended ", "has no class ", "took ", "wrote ")
"""How a phrase begins that says what a player did, rather than what happened to it."""

_FIELDS: Final[dict[type, tuple[str, ...]]] = {}

_living: set[_Process] = set()
_resting: list[_Process] = []


def _engage(name: str, protocol: type, seconds: float) -> _Process:
    """A process that has imported this player's file: a resting one, or a new one."""
    for process in _resting:
        if (process.name, process.protocol) == (name, protocol):
            _resting.remove(process)
            return process
    path = name.rpartition(":")[0]
    if not os.path.isfile(path):
        raise Invalid(f"there is no file {path!r} with a player in it")
    process = _Process(name, protocol)
    process.load(seconds)
    return process


def dismiss_all() -> None:
    """End all strangers."""
    for process in list(_living):
        process.end()


def _forget_all() -> None:
    """In a forked process: these strangers are the parent's."""
    for process in list(_living):
        process.forget()
        process._popen.returncode = 0


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _printable(text: str) -> str:
    return text if text.isprintable() else ascii(text)


atexit.register(dismiss_all)
os.register_at_fork(after_in_child=_forget_all)
