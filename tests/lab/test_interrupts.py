"""Ctrl-C that comes at a bad moment: it waits, whichever thread receives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from threading import Event, Thread

import pytest
from warm_starts import PATIENCE

from cutcard.lab.interrupts import interrupts_held


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.05)  # time for another thread to receive it


def interrupt_while_held(reached: list[str]) -> None:
    with interrupts_held():
        interrupt()
        reached.append("the end")


@pytest.fixture(params=[False, True], ids=["alone", "beside a thread"])
def another_thread(request):
    """A thread that lets Ctrl-C through, as those of libraries do."""
    done = Event()
    other = Thread(target=done.wait)
    if request.param:
        other.start()
    yield
    done.set()
    if request.param:
        other.join()


def test_an_interrupt_waits_until_it_may_come(another_thread):
    reached: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupt_while_held(reached)
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_an_interrupt_that_was_put_off_waits_too(another_thread):
    """One that came at a bad moment is raised again by an alarm, see cutcard/entry.py."""
    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    reached: list[str] = []

    def alarm_while_held() -> None:
        with interrupts_held():
            signal.setitimer(signal.ITIMER_REAL, 0.001)
            time.sleep(0.05)
            reached.append("the end")

    try:
        with pytest.raises(KeyboardInterrupt):
            alarm_while_held()
        assert reached == ["the end"]
        assert signal.getsignal(signal.SIGALRM) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGALRM, usual)
    assert signal.SIGALRM not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_without_an_interrupt_nothing_happens(another_thread):
    with interrupts_held():
        pass
    with pytest.raises(KeyboardInterrupt):
        interrupt()


def test_a_process_started_meanwhile_never_receives_it(another_thread):
    waits = "import time; time.sleep(0.3); print('slept')"
    with interrupts_held():
        child = subprocess.Popen([sys.executable, "-c", waits], stdout=subprocess.PIPE, text=True)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=PATIENCE) == ("slept\n", None)


def test_whoever_ignores_interrupts_still_does(another_thread):
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts_held():
            interrupt()
    finally:
        signal.signal(signal.SIGINT, usual)
