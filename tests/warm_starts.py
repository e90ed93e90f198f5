"""Commands that start at once: each is a fork of a process that has all of the package imported.

What a command is given is its own all the same: its words, its folder, its environment, its
streams; and it ends as any process of Python's does. Where the start itself is the matter, or
something that is read while the package is imported, commands are started as ever.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Self

import warm_server

CUTCARD = Path(sys.executable).parent / "cutcard"

STAND_IN = """\
#!{python} -IS
import marshal
import posix
import sys

import _signal
import _socket


def is_open(stream):
    try:
        posix.fstat(stream)
    except OSError:
        return False
    return True


streams = [stream for stream in range(3) if is_open(stream)]
request = marshal.dumps((sys.argv, posix.getcwdb(), dict(posix.environ), streams))
server = _socket.socket(_socket.AF_UNIX)
server.connect({path!r})
handed = b"".join(stream.to_bytes(4, sys.byteorder) for stream in streams)
server.sendmsg(
    [len(request).to_bytes(4, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, handed)]
)
server.sendall(request)
code = int.from_bytes(server.recv(4, _socket.MSG_WAITALL), "big", signed=True)
if code < 0:
    _signal.signal(-code, _signal.SIG_DFL)
    posix.kill(posix.getpid(), -code)
posix._exit(code)
"""


class WarmStarts:
    """A process that forks for each command, from entering to leaving."""

    def __enter__(self) -> Self:
        self._folder = Path(tempfile.mkdtemp(prefix="cutcard-"))
        self._path = str(self._folder / "socket")
        self.stand_in = self._folder / "cutcard"
        """A program that may stand where cutcard would: it has a fork do its work."""
        self.stand_in.write_text(STAND_IN.format(python=sys.executable, path=self._path))
        self.stand_in.chmod(0o755)
        self._server = subprocess.Popen(
            [sys.executable, warm_server.__file__, self._path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._server.stdout
        assert self._server.stdout.readline() == warm_server.MARK
        return self

    def __exit__(self, *_: object) -> None:
        self._server.communicate()
        shutil.rmtree(self._folder)

    def run(
        self,
        words: list[str],
        *,
        typed: bytes = b"",
        folder: Path,
        environment: Mapping[str, str] = os.environ,
        timeout: float = 60,
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
                ended = asking.recv(warm_server.LENGTH, socket.MSG_WAITALL)
            except TimeoutError:
                raise subprocess.TimeoutExpired(words, timeout) from None
            typing.join()
            out.seek(0)
            err.seek(0)
            code = int.from_bytes(ended, "big", signed=True)
            return subprocess.CompletedProcess(words, code, out.read(), err.read())


def _type(keyboard: int, typed: bytes) -> None:
    with suppress(BrokenPipeError), open(keyboard, "wb", buffering=0) as end:
        while typed:
            typed = typed[end.write(typed) :]
