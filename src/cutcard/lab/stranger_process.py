"""What runs in a stranger's process: a watchman, the player's file, and a copy for each table.

There are three processes in a chain, and only the first runs none of the file's code:

* The watchman waits until the host hangs up, however it died, and then ends all the others, even
  if they are deep in compiled code.
* The second process imports the file, once.
* For each table it forks a copy of itself, in which a player is made and plays. So nothing carries
  over from table to table, and a result does not depend on which process played which tables.

The host sends series of calls, pickled, and the stranger answers the last call of each series in
JSON: nothing that a player writes may become more in the host than it is on the line.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import importlib.util
import io
import json
import os
import pickle
import random
import reprlib
import signal
import socket
import struct
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from enum import Enum
from inspect import getsourcelines
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NoReturn

from cutcard.lab.player_classes import class_wanted, methods_of, missing_methods
from cutcard.own_numbers import own_number

HEAD: Final = struct.Struct(">I")
"""The header of a frame: its length in bytes."""

LONGEST: Final = 1 << 20
"""The most bytes that a frame may have; a traceback is cut to fit."""

_BUFFER: Final = 1 << 16

WHERE: Final = signal.SIGUSR1
"""The signal that makes a stranger note where it is."""

HELLO, LOADED, ANSWER, NONSENSE, FAILED, DIED, LEFT = range(7)
"""What an answer is about."""

LOAD: Final = b"load"
"""What the host answers to HELLO: from now on the time counts that a player may take."""

LEAVE: Final = ""
"""The call that ends a player."""

_exit = os._exit


class Forbidden(BaseException):
    """The player did what no player may do; a BaseException, so that its own handlers miss it."""


def send(line: socket.socket, message: bytes) -> None:
    """Send a frame."""
    line.sendall(HEAD.pack(len(message)) + message)


def receive(line: socket.socket, until: float | None = None) -> bytes:
    """The next frame, until this moment; empty if the other side has hung up.

    Each frame answers another, so that there is never more than one on its way.
    """
    data = bytearray()
    while True:
        if until is not None:
            left = until - time.monotonic()
            if left <= 0:  # bytes that come one by one do not put it off
                raise TimeoutError
            line.settimeout(left)
        more = line.recv(_BUFFER)
        if not more:
            return b""
        data += more
        length = HEAD.unpack_from(data)[0] if len(data) >= HEAD.size else LONGEST
        if length > LONGEST:
            raise ValueError(f"{length} bytes are too many")
        if len(data) >= HEAD.size + length:
            return bytes(data[HEAD.size :])


def main() -> None:
    """Be the watchman, with the player's file in a child process."""
    path, class_name, protocol, line, notes = sys.argv[1:]
    signal.signal(WHERE, signal.SIG_IGN)
    _adopt_orphans()
    below = os.fork()
    if not below:
        with _last_act():
            _serve(path, class_name, protocol, socket.socket(fileno=int(line)), int(notes))
    os.close(int(line))
    os.close(int(notes))
    threading.Thread(target=_end_with_the_host, daemon=True).start()
    with contextlib.suppress(ChildProcessError):
        os.waitpid(below, 0)
    _end_all()


@contextlib.contextmanager
def _last_act() -> Iterator[None]:
    """End this process afterwards, silently: everything worth saying went over the line."""
    try:
        yield
    except BaseException:
        _exit(1)
    _exit(0)


def _adopt_orphans() -> None:
    """Become the parent of orphaned descendants, where the system (Linux) can do that."""
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def _end_with_the_host() -> None:
    os.read(0, 1)  # the host holds the other end, and never writes
    _end_all()


def _end_all() -> None:
    """End all descendants, including those that left the process group, and then this process."""
    while children := _children():
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)
    os.killpg(0, signal.SIGKILL)


def _children() -> list[int]:
    """The direct children of this process, from Linux's /proc; elsewhere the group must suffice."""
    words: list[str] = []
    for book in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            words += book.read_text().split()
    return [int(word) for word in words]


def _serve(path: str, class_name: str, protocol: str, line: socket.socket, notes: int) -> None:
    """Import the player's file, and fork a copy of this process for each table."""
    _keep_out_of_the_way()
    faulthandler.enable(notes)
    faulthandler.register(WHERE, notes, all_threads=False)
    _answer(line, HELLO)
    if receive(line) != LOAD:
        return
    try:
        found = _load(path, class_name, protocol)
    except BaseException as error:
        _answer(line, FAILED, *_failure(error, path))
        return
    # From now on only the copies at the tables write notes: two writers at once would garble them.
    faulthandler.unregister(WHERE)
    signal.signal(WHERE, signal.SIG_IGN)
    _answer(line, LOADED, _lines(found, protocol, path))
    while message := receive(line):
        with _Rights.to_fork():
            table = os.fork()
        if not table:
            with _last_act():
                faulthandler.register(WHERE, notes, all_threads=False)
                _sit(line, message, found, path)
        status = os.waitstatus_to_exitcode(os.waitpid(table, 0)[1])
        if status:
            _answer(line, DIED, status)


class _Rights:
    """Who may fork: this module, and nobody else."""

    forking = False

    @classmethod
    @contextlib.contextmanager
    def to_fork(cls) -> Iterator[None]:
        """Allow forking within this context."""
        cls.forking = True
        try:
            yield
        finally:
            cls.forking = False

    @classmethod
    def check(cls, event: str, _: tuple[object, ...]) -> None:
        if event in ("os.fork", "os.forkpty") and not cls.forking:
            raise Forbidden("it forked, and a copy of a player would answer twice")


class _NoStdout(io.TextIOBase):
    """Standard output belongs to the report."""

    def writable(self) -> bool:
        return True

    def write(self, _: str) -> int:
        raise Forbidden(
            "it printed to standard output, which belongs to the report (stderr is free)"
        )


def _keep_out_of_the_way() -> None:
    """Take away the streams and exits that do not belong to the player."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)  # not open for writing: code that bypasses Python gets an error
    sys.stdin = open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = _NoStdout()  # type: ignore[misc, assignment]
    me = os.getpid()

    def end(status: int) -> NoReturn:
        if os.getpid() in (me, _Seat.pid):
            raise Forbidden(f"it called os._exit({status!r})")
        _exit(status)

    os._exit = end
    sys.addaudithook(_Rights.check)


def _load(path: str, class_name: str, protocol: str) -> type:
    """The class in the file, if it has what the protocol asks for."""
    asked = _protocol(protocol)
    sys.dont_write_bytecode = True
    sys.argv = [path]
    # Modules beside the file can be imported, but cannot replace what was loaded before.
    sys.path.insert(0, str(Path(path).parent))
    stem = Path(path).stem
    name = f"player_{stem}" if stem in sys.modules or stem in sys.stdlib_module_names else stem
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    players = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and not missing_methods(value, asked)
    }
    if class_name in players:
        return players[class_name]
    others = [key for key, value in players.items() if value.__module__ == name]
    if others and class_name not in vars(module):
        raise Forbidden(f"has no class {class_name!r}: it has {', '.join(others)}")
    raise Forbidden(f"has no class {class_name!r} {class_wanted(asked)}")


def _protocol(place: str) -> type:
    """The protocol of a game's players that stands at a place, MODULE:NAME."""
    module, _, name = place.partition(":")
    found: type = getattr(importlib.import_module(module), name)
    return found


def _lines(found: type, protocol: str, path: str) -> dict[str, int]:
    """Where in the file the class and its methods begin."""
    lines = {}
    for method in ("__init__", *methods_of(_protocol(protocol))):
        code: Any = getattr(getattr(found, method), "__code__", None)
        if code is not None and code.co_filename == path:
            lines[method] = int(code.co_firstlineno)
    with contextlib.suppress(OSError, TypeError):
        lines.setdefault("__init__", getsourcelines(found)[1])
    return lines


class _Seat:
    """Who this process is, once it sits at a table."""

    pid = 0


def _sit(line: socket.socket, message: bytes, found: type, path: str) -> None:
    """Make a player, and answer for it until it leaves."""
    me = _Seat.pid = os.getpid()
    frame = io.BytesIO()
    # One reader for the whole table: what was sent once is only referred to afterwards.
    reader = pickle.Unpickler(frame)
    player: Any = None
    while message:
        frame.seek(0)
        frame.write(message)
        frame.seek(0)
        calls = reader.load()
        frame.truncate(0)
        answer = plain = None
        try:
            for method, arguments in calls:
                if method == "__init__":
                    _seed(arguments)
                    player = found(*arguments)
                elif method != LEAVE:
                    answer = own_number(getattr(player, method)(*arguments))
                    plain = as_plain(answer)
        except BaseException as error:
            _answer(line, FAILED, *_failure(error, path))
            return
        if os.getpid() != me:
            _exit(0)  # a copy that the player forked
        if method == LEAVE:
            _answer(line, LEFT)
            return
        if method == "__init__" or plain:
            _answer(line, ANSWER, *(plain or ("", 0)), _one_line(str(answer)) if plain else "")
        else:
            kind = "" if answer is None else f" (of the class {type(answer).__name__})"
            _answer(line, NONSENSE, _one_line(_repr(answer) + kind))
        message = receive(line)


def _seed(arguments: tuple[Any, ...]) -> None:
    """Seed the module `random`, too, so that players who use it are reproducible."""
    for argument in arguments:
        if isinstance(argument, random.Random):
            copy = random.Random()
            copy.setstate(argument.getstate())
            random.seed(copy.getrandbits(256))


def as_plain(answer: object) -> tuple[str, int | str] | None:
    """The class and value of a whole number, or of a game's enumeration member like an action."""
    kind = type(answer)
    if type(answer) is int:
        return (kind.__name__, answer) if answer.bit_length() < 64 else None
    if isinstance(answer, Enum) and kind.__module__.startswith("cutcard."):
        value = answer.value
        return (f"{kind.__module__}.{kind.__qualname__}", value) if type(value) is str else None
    return None


def _repr(answer: object) -> str:
    try:
        return _one_line(reprlib.repr(answer))
    except BaseException:
        return "something that cannot be printed"


def _failure(error: BaseException, path: str) -> tuple[str, int, str, str]:
    """What went wrong: a phrase, the line in the file and its function, the whole traceback."""
    said = type(error).__name__
    line, function, whole = 0, "", ""
    try:
        text = _one_line(str(error.msg if isinstance(error, SyntaxError) else error))
        said = text if isinstance(error, Forbidden) else f"{said}: {text}" if text else said
        if isinstance(error, SystemExit):
            said = f"it called sys.exit({_repr(error.code)})"
    except BaseException:
        said += ", whose message cannot be printed"
    with contextlib.suppress(BaseException):
        for frame, number in traceback.walk_tb(error.__traceback__):
            if frame.f_code.co_filename == path:
                line, function = number, frame.f_code.co_name
        if isinstance(error, SyntaxError) and error.filename == path:
            line, function = int(error.lineno or 0), ""
        theirs = _below_ours(error.__traceback__)
        if theirs or isinstance(error, SyntaxError):
            whole = "".join(traceback.format_exception(type(error), error, theirs))
    return said, line, function, whole[: LONGEST // 16]


def _below_ours(at: TracebackType | None) -> TracebackType | None:
    """The traceback without this module and the import machinery."""
    while at and at.tb_frame.f_code.co_filename.startswith((__file__, "<frozen importlib")):
        at = at.tb_next
    return at


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    line = line if len(line) <= 200 else f"{line[:199]}…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def _answer(line: socket.socket, about: int, *rest: object) -> None:
    send(line, json.dumps((about, *rest)).encode())
