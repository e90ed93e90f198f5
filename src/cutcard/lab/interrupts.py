"""Ctrl-C, held back where it would come at a bad moment."""

from __future__ import annotations

import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_async(main: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run a coroutine as asyncio.run does; Ctrl-C waits while the event loop is made.

    Python reports a traceback for a loop that was interrupted halfway, when it is thrown away.
    """
    import asyncio

    with asyncio.Runner() as runner:
        with interrupts_held():
            runner.get_loop()
        return runner.run(main())


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Make Ctrl-C wait; processes started meanwhile never receive it, and their parent decides."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # One that came at a bad moment is raised again by an alarm, see cutcard/entry.py.
    held = {signal.SIGINT, signal.SIGALRM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        with _remembered(held):
            try:
                yield
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
    finally:
        # Once more, should Ctrl-C have come between the two.
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _remembered(held: set[signal.Signals]) -> Iterator[None]:
    """Let an interrupt happen afterwards which another thread receives for this one.

    Threads that libraries have started let Ctrl-C through, and Python handles it in the main one.
    """
    handlers = {number: signal.getsignal(number) for number in held}
    usual = {number: handler for number, handler in handlers.items() if callable(handler)}
    if current_thread() is not main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    for number in usual:
        signal.signal(number, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        if came:
            first, frame = came[0]
            usual[signal.Signals(first)](first, frame)
