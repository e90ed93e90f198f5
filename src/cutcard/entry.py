"""Where the command starts: from beginning to end, Ctrl-C never causes a traceback.

Python has loaded all that is imported here already: while modules are loaded, Ctrl-C would end in
a traceback. Until a command is ready to handle Ctrl-C itself there is nothing to save, so the
process simply ends; once the work is done, Ctrl-C is ignored.
"""

import _signal as signal  # type: ignore[import-not-found]
import os
import sys

# What `typing` offers, without importing it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C has ended."""

_AGAIN = 0.01
"""Seconds after which an interrupt that came at a bad moment is raised again."""


def main() -> int:
    """Run the command line and return the exit status."""
    # Nothing here multiplies large matrices, and to start threads for it takes longer than numpy's
    # own import. It counts before that.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # The parent may have set Ctrl-C to be ignored, as a shell does for background jobs.
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _leave)
    try:
        from cutcard.cli import main as run

        return run(ready=_listen if heard else _go_on)
    except KeyboardInterrupt:  # a second one, while the first was being handled
        return INTERRUPTED
    finally:
        if heard:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            if hasattr(signal, "setitimer"):
                signal.signal(signal.SIGALRM, signal.SIG_IGN)


def _leave(number: int, frame: "FrameType | None") -> None:
    os._exit(INTERRUPTED)


def _go_on() -> None:
    pass


def _listen() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt, which the command handles."""
    if not hasattr(signal, "setitimer"):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return
    listener = _Listener()
    signal.signal(signal.SIGINT, listener)
    signal.signal(signal.SIGALRM, listener)
    sys.unraisablehook = listener.swallowed


class _Listener:
    """Raises KeyboardInterrupt where it gets through, otherwise a moment later.

    Imports, the compiler and finalisers catch whatever is raised, and report it at length or not
    at all. A second Ctrl-C does not wait for them.
    """

    def __init__(self) -> None:
        self._waiting = False

    def __call__(self, number: int, frame: "FrameType | None") -> None:
        if self._waiting and number == signal.SIGINT:
            os._exit(INTERRUPTED)
        while frame is not None:
            module = str(frame.f_globals.get("__name__"))
            if module.partition(".")[0] in ("importlib", "llvmlite", "numba"):
                self._ask_again()
                return
            frame = frame.f_back
        self._waiting = False
        raise KeyboardInterrupt

    def swallowed(self, unraisable: "Any") -> None:
        """Handle an error that could not be raised where it occurred."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self._ask_again()
        else:
            sys.__unraisablehook__(unraisable)

    def _ask_again(self) -> None:
        self._waiting = True
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
