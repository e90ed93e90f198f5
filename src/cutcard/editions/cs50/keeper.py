"""Keeping what a player learns: in its file soon after every game, and before a signal ends it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

from cutcard.errors import CutcardError
from cutcard.learn.qtable import QTable

EVERY: Final = 1.5
"""The least seconds between two writings, so that no more than two are lost at any time."""

ENDING: Final = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGXCPU")
    if hasattr(signal, name)
)
"""Signals that end a process and can be caught; Ctrl-C has its own way."""


class Keeper:
    """Writes a table that is being learned, by itself."""

    def __init__(self, table: QTable, path: Path) -> None:
        self._table = table
        self._path = path
        self._lock = threading.Lock()
        """Held while the table is changed or written."""
        self._busy = False
        """The main thread holds the lock, or waits for it."""
        self._signal = 0
        """The signal to end by as soon as it does not."""
        self._learned = threading.Event()
        self._ended = threading.Event()

    def __enter__(self) -> Keeper:
        self._handlers: dict[int, Any] = {
            number: signal.signal(number, self._end)
            for number in ENDING
            if signal.getsignal(number) is signal.SIG_DFL  # the parent may have it ignored
        }
        self._thread = threading.Thread(target=self._write_now_and_then, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self.changing():
            self._ended.set()
            self._learned.set()
            self._table.save(self._path)
        self._thread.join()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """Let the table be changed, while nobody writes it and no signal ends the process."""
        self._busy = True
        try:
            with self._lock:
                yield
        finally:
            self._busy = False
            self._learned.set()
            if self._signal:
                self._end(self._signal, None)

    def _write_now_and_then(self) -> None:
        while self._learned.wait() and not self._ended.is_set():
            self._learned.clear()
            # What cannot be written now is told at the end.
            with self._lock, contextlib.suppress(CutcardError):
                if not self._ended.is_set():
                    self._table.write(self._path)
            self._ended.wait(EVERY)

    def _end(self, number: int, frame: FrameType | None) -> None:
        """Write the table, and end as the signal asks."""
        self._signal = number
        if self._busy:
            return
        with self._lock:
            self._table.save(self._path)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
