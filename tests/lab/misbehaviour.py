"""Players that do what no player should; the line that does it ends in a comment with the name."""

import contextlib
import ctypes
import json
import os
import pickle
import signal
import stat
import subprocess
import sys
import time
from enum import Enum

LIBC = ctypes.CDLL(None)
HOLDING_THE_LOCK = ctypes.PyDLL(None)


class Caller:
    def __init__(self, random):
        self.random = random

    def act(self, view):
        return view.to_call

    def see(self, event):
        pass


class RaisesInAct(Caller):
    def act(self, view):
        return 1 // 0  # RaisesInAct


class RaisesInSee(Caller):
    def see(self, event):
        raise ValueError("two\nlines")  # RaisesInSee


class RaisesInInit(Caller):
    def __init__(self, random):
        raise RuntimeError("no")  # RaisesInInit


class RaisesDeepDown(Caller):
    def act(self, view):
        return int("x" * len(os.path.join("a", str(int("y")))))  # RaisesDeepDown


class Exits(Caller):
    def act(self, view):
        sys.exit(3)  # Exits


class ExitsAtOnce(Caller):
    def act(self, view):
        os._exit(7)  # ExitsAtOnce


class Hangs(Caller):
    def act(self, view):
        while True:  # Hangs
            pass  # Hangs


class Sleeps(Caller):
    def see(self, event):
        time.sleep(1000)  # Sleeps


class HangsInC(Caller):
    def act(self, view):
        while True:  # HangsInC
            HOLDING_THE_LOCK.usleep(500_000)  # HangsInC


class Crashes(Caller):
    def act(self, view):
        ctypes.string_at(0)  # Crashes


class Aborts(Caller):
    def act(self, view):
        os.abort()  # Aborts


class KillsItself(Caller):
    def act(self, view):  # KillsItself
        os.kill(os.getpid(), 9)


class KillsItsGroup(Caller):
    def act(self, view):  # KillsItsGroup
        os.killpg(0, 9)


class Prints(Caller):
    def act(self, view):
        print("hello")  # Prints
        return view.to_call


class PrintsAndCatches(Caller):
    def act(self, view):
        with contextlib.suppress(Exception):
            print("hello")  # PrintsAndCatches
        return view.to_call


class WritesAGigabyte(Caller):
    def act(self, view):
        for _ in range(1024):
            sys.stdout.write("x" * (1 << 20))  # WritesAGigabyte


class WritesPastPython(Caller):
    def act(self, view):
        for _ in range(1024):
            os.write(1, b"x" * (1 << 20))  # WritesPastPython


class Reads(Caller):
    def act(self, view):
        return int(sys.stdin.readline())  # Reads


class AnswersWords(Caller):
    def act(self, view):  # AnswersWords
        return "lots"


class AnswersNothing(Caller):
    def act(self, view):  # AnswersNothing
        pass


class AnswersTooMuch(Caller):
    def act(self, view):  # AnswersTooMuch
        return 11


class AnswersAFloat(Caller):
    def act(self, view):  # AnswersAFloat
        return 0.0


class AnswersABool(Caller):
    def act(self, view):  # AnswersABool
        return False


class AnswersHugely(Caller):
    def act(self, view):  # AnswersHugely
        return 10**100_000


class Liar(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class Lies(Caller):
    def act(self, view):  # Lies
        return Liar(0)


class Colour(Enum):
    RED = 1


class AnswersAColour(Caller):
    def act(self, view):  # AnswersAColour
        return Colour.RED


class Unprintable:
    def __repr__(self):
        raise ValueError


class AnswersTheUnprintable(Caller):
    def act(self, view):  # AnswersTheUnprintable
        return Unprintable()


class SilentError(Exception):
    def __str__(self):
        raise ValueError


class RaisesTheUnprintable(Caller):
    def act(self, view):
        raise SilentError  # RaisesTheUnprintable


class Forks(Caller):
    def act(self, view):
        os.fork()  # Forks
        return view.to_call


class ClosesItsStreams(Caller):
    def act(self, view):
        os.close(1)
        os.close(0)
        os.close(0)  # ClosesItsStreams


class ClosesEverything(Caller):
    def act(self, view):  # ClosesEverything
        os.closerange(0, 256)
        return view.to_call


class WritesIntoEverything(Caller):
    def act(self, view):  # WritesIntoEverything
        for descriptor in range(3, 32):
            with contextlib.suppress(OSError):
                os.write(descriptor, b"garbage" * 10)
        return view.to_call


def forge(value, dumps=lambda value: json.dumps(value).encode()):
    """Write an answer of one's own making into everything that is open."""
    message = dumps(value)
    for descriptor in range(3, 32):
        with contextlib.suppress(OSError):
            os.write(descriptor, len(message).to_bytes(4, "big") + message)


class ForgesANumber(Caller):
    def act(self, view):  # ForgesANumber
        forge(5)
        time.sleep(1)
        return view.to_call


class ForgesAFailure(Caller):
    def act(self, view):  # ForgesAFailure
        forge((4, 1, 2))
        time.sleep(1)
        return view.to_call


class ForgesALeave(Caller):
    def act(self, view):  # ForgesALeave
        forge((6,))
        time.sleep(1)
        return view.to_call


class Command:
    def __reduce__(self):
        return os.system, ("echo forged >&2",)


class ForgesACommand(Caller):
    def act(self, view):  # ForgesACommand
        forge((2, Command()), pickle.dumps)
        time.sleep(1)
        return view.to_call


class ForgesABomb(Caller):
    def act(self, view):  # ForgesABomb
        answer = [0]
        for _ in range(40):
            answer = [answer, answer]  # in a pickle, some bytes for each
        forge((2, answer), pickle.dumps)
        time.sleep(1)
        return view.to_call


class ForgesAnAbyss(Caller):
    def act(self, view):  # ForgesAnAbyss
        forge(None, lambda _: b"[" * 500_000)
        time.sleep(1)
        return view.to_call


class ForgesALargeNumber(Caller):
    def act(self, view):  # ForgesALargeNumber
        forge((2, "int", 2**4000, ""))
        time.sleep(1)
        return view.to_call


class Dribbles(Caller):
    def act(self, view):  # Dribbles
        for descriptor in range(3, 32):
            with contextlib.suppress(OSError):
                if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                    line = descriptor
        os.write(line, b"\0\x0f\xff\xff")
        while True:
            os.write(line, b"\0")  # Dribbles
            until = time.perf_counter() + 0.0002
            while time.perf_counter() < until:  # Dribbles
                pass  # Dribbles


class FloodsItsNotes(Caller):
    def act(self, view):  # FloodsItsNotes
        for descriptor in range(3, 32):
            with contextlib.suppress(OSError):
                if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                    notes = descriptor
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        while True:
            os.write(notes, b"x" * 4096)


class Recurses(Caller):
    def act(self, view):
        return self.act(view)  # Recurses


class ChangesTheView(Caller):
    def act(self, view):
        view.pot = 0  # ChangesTheView


class ChangesTheViewByForce(Caller):
    def act(self, view):  # ChangesTheViewByForce
        object.__setattr__(view, "legal", (11,))
        object.__setattr__(view.rules, "most_raise", 1000)
        return 11


class TakesNothing:  # TakesNothing
    def act(self, view):
        return view.to_call

    def see(self, event):
        pass


class Daemon(Caller):
    """Leaves processes behind that have left its own group; harmless so far."""

    def act(self, view):
        if LIBC.fork() == 0:
            os.setsid()
            if LIBC.fork() == 0:
                os.setsid()
            time.sleep(1000)
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
        return view.to_call


class CopiesItself(Caller):
    """Forks past Python: the copy must not answer."""

    def act(self, view):
        LIBC.fork()
        return view.to_call
