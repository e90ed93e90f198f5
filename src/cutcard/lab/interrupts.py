"""Ctrl-C, held back where it would come at a bad moment."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Make Ctrl-C wait; processes started meanwhile never receive it, and their parent decides."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with _remembered():
            try:
                yield
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
    finally:
        # Once more, should Ctrl-C have come between the two.
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _remembered() -> Iterator[None]:
    """Let an interrupt happen afterwards which another thread receives for this one.

    Threads that libraries have started let Ctrl-C through, and Python handles it in the main one.
    """
    usual = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(usual):
        yield
        return
    came: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda _, frame: came.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if came:
            usual(signal.SIGINT, came[0])
