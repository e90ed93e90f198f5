"""A terminal of any size, with cutcard on it and a person's hands at the keyboard."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path

from warm_starts import warm_starts

PATIENCE = 30.0
"""Seconds that anything may take on a busy machine."""


class Screen:
    """Runs cutcard on a terminal of its own; leave it with a `with` block.

    A fork of a warm process does, unless a program is named.
    """

    def __init__(
        self,
        *words: str,
        columns: int = 80,
        rows: int = 24,
        program: Path | None = None,
        **environment: str,
    ) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        self._process = subprocess.Popen(
            [program or warm_starts().stand_in, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            # So that Ctrl-C reaches it; the tests have no threads of their own.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509
            env={**kept, "TERM": "xterm", **environment},
        )
        os.close(theirs)
        self._seen = b""
        self._read_to = 0

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    @property
    def raw(self) -> str:
        """All that was shown so far, with what moves the cursor and clears the screen."""
        return self._seen.decode(errors="replace").replace("\r\n", "\n")

    @property
    def text(self) -> str:
        """All that was shown so far, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw)

    def wait_for(self, words: str) -> None:
        """Wait until this shows, after what was waited for before."""
        ends = time.monotonic() + PATIENCE
        while (at := self.text.find(words, self._read_to)) < 0:
            assert self._look(ends), f"{words!r} does not show:\n{self.text[self._read_to :]}"
        self._read_to = at + len(words)

    def press(self, keys: str) -> None:
        """Press these keys, one after the other."""
        os.write(self._ours, keys.encode())

    def end(self) -> int:
        """Wait for the end of the program and give its exit status."""
        ends = time.monotonic() + PATIENCE
        while self._look(ends):
            pass
        return self._process.wait(PATIENCE)

    def _look(self, ends: float) -> bool:
        """See what comes next; false if nothing does."""
        if not select.select([self._ours], [], [], max(0.0, ends - time.monotonic()))[0]:
            return False
        try:
            more = os.read(self._ours, 4096)
        except OSError:  # the program has left its terminal
            return False
        self._seen += more
        return bool(more)
