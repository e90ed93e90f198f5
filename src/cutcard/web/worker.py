"""A worker: a process of its own that does one piece of long work after the other.

It reads a line of JSON for each piece from stdin and writes lines to stdout: what was found so
far, and in the end an answer or a sentence about what went wrong. It is interrupted, as by Ctrl-C,
when its work is cancelled, and ends when its parent goes away.
"""

from __future__ import annotations

import _thread
import json
import math
import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

from cutcard.errors import CutcardError, one_line


class Worker:
    """Does work, and can be told to stop it."""

    def __init__(self, told: TextIO, tells: TextIO) -> None:
        self._told = told
        self._tells = tells
        self._waiting: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._current = 0
        self._cancelled = 0
        """The numbers of the work that is being done, and of the one that is no longer wanted."""
        self._speaking = False

    def run(self) -> None:
        """Get ready, then work until the parent goes away."""
        signal.signal(signal.SIGINT, self._interrupted)
        Thread(target=self._listen, daemon=True).start()
        from cutcard.web.work import WORK, uncompiled, warm_up

        slow = uncompiled()
        for what in slow[:1]:
            warm_up(what, lambda said: self._say(said=said))
        self._say(ready=True)
        for what in slow[1:]:
            if self._waiting.empty():
                warm_up(what, lambda said: self._say(said=said))
        while True:
            asked = self._waiting.get()
            number = asked["number"]

            def show(found: dict[str, Any], number: int = number) -> None:
                self._say(number=number, found=found)

            try:
                self._current = number
                if self._cancelled == number:
                    raise KeyboardInterrupt
                answer = WORK[asked["work"]](asked["given"], show)
                self._current = 0
                self._say(number=number, answer=answer)
            except KeyboardInterrupt:
                self._current = 0
                self._say(number=number, stopped=True)
            except CutcardError as error:
                self._current = 0
                self._say(number=number, error=one_line(str(error)))

    def _listen(self) -> None:
        """Take orders while the work goes on; runs in a thread of its own."""
        for line in self._told:
            order = json.loads(line)
            if "cancel" in order:
                self._cancelled = order["cancel"]
                _thread.interrupt_main()
            else:
                self._waiting.put(order)
        os._exit(0)  # the parent has gone

    def _interrupted(self, *_: object) -> None:
        """Only the work that was cancelled is interrupted, not one that came after it."""
        if not self._speaking and self._current and self._current == self._cancelled:
            raise KeyboardInterrupt

    def _say(self, **message: Any) -> None:
        """Write a whole line, whatever comes meanwhile."""
        line = json.dumps(_finite(message), allow_nan=False) + "\n"
        self._speaking = True
        self._tells.write(line)
        self._tells.flush()
        self._speaking = False
        self._interrupted()


def _finite(value: Any) -> Any:
    """The same in plain JSON, in which a number that is not finite is null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _finite(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return value


def main() -> None:
    """Work at low priority, so that those who play come first."""
    if hasattr(os, "nice"):
        os.nice(10)
    tells = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else is printed is not a message
    Worker(sys.stdin, tells).run()


if __name__ == "__main__":
    main()
