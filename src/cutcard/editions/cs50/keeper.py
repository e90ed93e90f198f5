"""Keeping what a player learns: in its file soon after every game, and before a signal ends it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from pathlib import Path
from typing import Final

from cutcard.complaints import complain
from cutcard.errors import CutcardError
from cutcard.learn.qtable import QTable

EVERY: Final = 1.5
"""The least seconds between two writings, so that no more than two are lost at any time."""

_NAMES: Final = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGXCPU")
"""Signals that end a process and can be caught; Ctrl-C has its own way."""


class Keeper:
    """Writes a table that is being learned, beside the thread that plays."""

    def __init__(self, table: QTable, path: Path, program: str) -> None:
        self._table = table
        self._path = path
        self._program = program
        self._changed = threading.Event()
        self._ended = threading.Event()
        self.lock = threading.Lock()
        """To be held while the table is changed."""

    def __enter__(self) -> Keeper:
        threads = [threading.Thread(target=self._write_now_and_then, daemon=True)]
        if hasattr(signal, "sigwait"):
            found = [getattr(signal, name) for name in _NAMES]
            # The parent may have some of them ignored, as nohup does.
            ending = {number for number in found if signal.getsignal(number) is signal.SIG_DFL}
            # Threads inherit the mask. A main thread that waits could miss a signal.
            self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
            threads.append(threading.Thread(target=self._end, args=(ending,), daemon=True))
        for thread in threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self._ended.set()
            self._changed.set()
            self._table.save(self._path)
        if hasattr(signal, "sigwait"):
            signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)

    def game_over(self) -> None:
        """Note that there is something new to write."""
        self._changed.set()

    def _write_now_and_then(self) -> None:
        while self._changed.wait() and not self._ended.is_set():
            self._changed.clear()
            with self.lock:
                if not self._ended.is_set():
                    # If it still cannot be written in the end, that is told.
                    with contextlib.suppress(CutcardError):
                        self._table.write(self._path)
            self._ended.wait(EVERY)

    def _end(self, ending: set[signal.Signals]) -> None:
        """Wait for a signal, write the table, and end the process as the signal asks."""
        number = signal.sigwait(ending)
        with self.lock:
            try:
                self._table.save(self._path)
            except CutcardError as error:
                complain(self._program, str(error))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
            os.kill(os.getpid(), number)
