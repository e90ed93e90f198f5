"""Commands that start at once: each is a fork of a process that has the package imported.

What a command is given is its own all the same: its words, its folder, its environment, its
streams; and it ends as any process of Python's does. Where the start itself is the matter, or
something that is read while the package is imported, commands are started as ever.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread

import warm_server

CUTCARD = Path(sys.executable).parent / "cutcard"

PATIENCE = 300.0
"""Seconds after which a command counts as one that hangs: the first on a machine compiles, and
others may be at work beside it."""

LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
"""The setting by which much memory is few pages: fewer are sooner forked."""

KILL = signal.SIGUSR2
"""What to send to a stand-in so that the fork is killed at once: of the signal that does it, the
stand-in would not hear."""

HOUSE = "WARM_STARTS"
"""The name in the environment by which processes of one run know their folder."""

STAND_IN = """\
#!{python} -IS
import posix
import sys

import _signal
import _socket

NAMES = "SIGHUP", "SIGINT", "SIGTERM", "SIGUSR1", "SIGUSR2"
HANDED_ON = [getattr(_signal, name) for name in NAMES]
_signal.pthread_sigmask(_signal.SIG_BLOCK, HANDED_ON)  # until there is somebody to hand them to


def is_open(stream):
    try:
        posix.fstat(stream)
    except OSError:
        return False
    return True


def hand_on(number, frame):
    # A signal that cannot be heard goes by another's name.
    posix.kill(process, _signal.SIGKILL if number == _signal.SIGUSR2 else number)


streams = [stream for stream in range(3) if is_open(stream)]
texts = [posix.getcwdb(), "".join(map(str, streams)).encode(), str(len(sys.argv)).encode()]
texts += [word.encode(sys.getfilesystemencoding(), "surrogateescape") for word in sys.argv]
texts += [name + b"=" + value for name, value in posix.environ.items()]
request = b"".join(text + b"\\0" for text in texts)
server = _socket.socket(_socket.AF_UNIX)
server.connect({path!r})
handed = b"".join(stream.to_bytes(4, sys.byteorder) for stream in streams)
server.sendmsg(
    [len(request).to_bytes(4, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, handed)]
)
server.sendall(request)
process = int.from_bytes(server.recv(4, _socket.MSG_WAITALL), "big")
for number in HANDED_ON:
    if _signal.getsignal(number) != _signal.SIG_IGN:
        _signal.signal(number, hand_on)
_signal.pthread_sigmask(_signal.SIG_UNBLOCK, HANDED_ON)
code = int.from_bytes(server.recv(4, _socket.MSG_WAITALL), "big", signed=True)
if code < 0:
    if -code != _signal.SIGKILL:
        _signal.signal(-code, _signal.SIG_DFL)
    posix.kill(posix.getpid(), -code)
posix._exit(code)
"""

QUICK = Path(__file__).with_name("stand_in.c")
"""The same for Linux, where a C compiler is."""


_took = [0.0]


def spent() -> float:
    """The CPU seconds that the commands took which this process has run."""
    return _took[0]


class WarmStarts:
    """A process that forks for each command, shared by all processes of one run of the tests."""

    def __init__(self, imported: str) -> None:
        folder = house() / imported
        self._path = str(folder / "socket")
        self.stand_in = folder / "cutcard"
        """A program that may stand where cutcard would: a fork does its work, and hears the
        signals that can be handed on. If it is killed itself, so is the fork: a moment later,
        when what the fork writes to has an end."""
        with open(house() / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # whoever is first starts it
            if not folder.exists():
                folder.mkdir()
                self.write_stand_in(self.stand_in)
                compile_stand_in(self.stand_in)
                self._start(imported)

    def write_stand_in(self, path: Path) -> None:
        """Write the program in Python that may stand where cutcard would."""
        path.write_text(STAND_IN.format(python=sys.executable, path=self._path))
        path.chmod(0o755)

    def _start(self, imported: str) -> None:
        with open(house() / "alive", "rb", buffering=0) as alive:
            self._server = subprocess.Popen(
                [sys.executable, warm_server.__file__, self._path, imported],
                env={**os.environ, **LARGE_PAGES},
                stdin=alive,
                stdout=subprocess.PIPE,
            )
        assert self._server.stdout
        assert self._server.stdout.readline() == warm_server.MARK

    def run(
        self,
        words: list[str],
        *,
        typed: bytes = b"",
        folder: Path,
        environment: Mapping[str, str] = os.environ,
        timeout: float = PATIENCE,
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command as subprocess.run would, the first word being the name of the program."""
        command = warm_server.Command(
            words,
            os.fsencode(folder),
            {os.fsencode(name): os.fsencode(value) for name, value in environment.items()},
            [0, 1, 2],
        )
        with (
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
            socket.socket(socket.AF_UNIX) as asking,
        ):
            source, keyboard = os.pipe()
            typing = Thread(target=_type, args=(keyboard, typed))
            typing.start()
            try:
                asking.settimeout(timeout)
                asking.connect(self._path)
                text = warm_server.request(command)
                head, rest = text[: warm_server.LENGTH], text[warm_server.LENGTH :]
                socket.send_fds(asking, [head], [source, out.fileno(), err.fileno()])
                os.close(source)
                asking.sendall(rest)
                asking.recv(warm_server.LENGTH)  # the number of the process
                ended = asking.recv(2 * warm_server.LENGTH, socket.MSG_WAITALL)
                assert len(ended) == 2 * warm_server.LENGTH, "the warm process has died"
            except TimeoutError:
                raise subprocess.TimeoutExpired(words, timeout) from None
            typing.join()
            out.seek(0)
            err.seek(0)
            code = int.from_bytes(ended[: warm_server.LENGTH], "big", signed=True)
            _took[0] += int.from_bytes(ended[warm_server.LENGTH :], "big") / 1e6
            return subprocess.CompletedProcess(words, code, out.read(), err.read())

    def run_as_text(
        self,
        words: list[str],
        *,
        typed: str = "",
        folder: Path,
        environment: Mapping[str, str] = os.environ,
        timeout: float = PATIENCE,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command as subprocess.run would that is asked for text."""
        run = self.run(
            words, typed=typed.encode(), folder=folder, environment=environment, timeout=timeout
        )
        return subprocess.CompletedProcess(
            words, run.returncode, _text(run.stdout), _text(run.stderr)
        )


def wait_for_readers(keyboard: int) -> None:
    """Wait until the processes sleep that have this descriptor's pipe as their input.

    One that has just asked for something may not wait for the answer yet; and Python does not hear
    a signal that comes in between. Where Linux does not say who sleeps, a moment must do.
    """
    if sys.platform != "linux":
        time.sleep(0.05)
        return
    pipe = os.readlink(f"/proc/self/fd/{keyboard}")
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        awake = 0
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended, or is somebody else's
                if os.readlink(process / "fd" / "0") == pipe:
                    awake += (process / "stat").read_text().rpartition(")")[2].split()[0] != "S"
        if not awake:
            return
        time.sleep(0.002)


def compile_stand_in(path: Path) -> None:
    """Put the quick program at this path, where it can be had."""
    compiler = shutil.which("cc")
    if compiler and sys.platform == "linux":
        compiled = path.with_suffix(".out")
        words = [compiler, "-O1", "-o", compiled, QUICK]
        if not subprocess.run(words, capture_output=True, check=False).returncode:
            compiled.replace(path)


@cache
def house() -> Path:
    """The folder of what is shared, made by the process of a run that is the first to ask.

    A pipe in it ends when that process does, and with it whatever was started there.
    """
    if made := os.environ.get(HOUSE):
        return Path(made)
    folder = Path(tempfile.mkdtemp(prefix="cutcard-"))
    os.mkfifo(folder / "alive")
    os.open(folder / "alive", os.O_RDWR)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[HOUSE] = str(folder)
    return folder


@cache
def warm_starts() -> WarmStarts:
    """The process that forks for all tests of this run."""
    return WarmStarts(warm_server.EVERYTHING)


@cache
def small_warm_starts() -> WarmStarts:
    """A process that forks sooner, for programs that need little: editions, dealers, players."""
    return WarmStarts(warm_server.PROGRAMS)


@cache
def web_warm_starts() -> WarmStarts:
    """A process that forks for servers of the browser's table, and for programs with a store."""
    return WarmStarts(warm_server.WEB)


@cache
def compiler_warm_starts() -> WarmStarts:
    """A process that forks for what numba compiles: numba is loaded, the package is not."""
    return WarmStarts(warm_server.COMPILER)


def _text(said: bytes) -> str:
    return said.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def _type(keyboard: int, typed: bytes) -> None:
    with suppress(BrokenPipeError), open(keyboard, "wb", buffering=0) as end:
        while typed:
            typed = typed[end.write(typed) :]
