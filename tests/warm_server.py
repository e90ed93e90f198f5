"""The process that is forked for each command, with the package imported and its data read.

Run with the path of a socket and what to import: whoever connects sends a command with its
streams, and hears the number of its process, and how it ended. The server ends when its own
standard input does, and removes the socket's folder.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import pkgutil
import runpy
import selectors
import shutil
import signal
import socket
import sys
import threading
import traceback
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, NoReturn

MARK = b"ready\n"

EVERYTHING, PROGRAMS, WEB, COMPILER = "everything", "programs", "web", "compiler"
"""What a server may have imported."""

LENGTH = 4
"""Bytes that say how long a request is."""


class Command(NamedTuple):
    """What a command is started with."""

    argv: list[str]
    folder: bytes
    environment: dict[bytes, bytes]
    streams: list[int]
    """Which of the descriptors 0, 1 and 2 are open."""


def request(command: Command) -> bytes:
    """A command as it is sent: its length, and texts with a zero byte behind each."""
    texts = [
        command.folder,
        "".join(map(str, command.streams)).encode(),
        str(len(command.argv)).encode(),
        *map(os.fsencode, command.argv),
        *(name + b"=" + value for name, value in command.environment.items()),
    ]
    said = b"".join(text + b"\0" for text in texts)
    return len(said).to_bytes(LENGTH, "big") + said


def requested(said: bytes) -> Command:
    """The command that was sent, without the length."""
    folder, streams, count, *texts = said.split(b"\0")[:-1]
    words, entries = texts[: int(count)], texts[int(count) :]
    return Command(
        [os.fsdecode(word) for word in words],
        folder,
        dict(entry.split(b"=", 1) for entry in entries if b"=" in entry),
        [int(stream) for stream in streams.decode()],
    )


SELDOM = (
    "cutcard.web",
    "cutcard.envs",
    "cutcard.machine.numba_code",
    "cutcard.blackjack.kernel.lanes.vectors_llvm",
)
"""What few commands import, with much behind it: the larger a process, the slower it forks."""


def import_everything() -> None:
    """Import all modules of the package that commands are likely to need, and the painter."""
    import cutcard

    import_all_of(cutcard)
    for painter in ("figure", "backends.backend_agg", "backends.backend_svg"):
        with suppress(ImportError):
            import_module(f"matplotlib.{painter}")


def import_programs() -> None:
    """Import the editions and the games over a network: a small process, which forks in no time."""
    import cutcard.cli.join
    import cutcard.cli.serve
    import cutcard.editions
    import cutcard.net

    for package in (cutcard.editions, cutcard.net):
        import_all_of(package)


def import_web() -> None:
    """Import the server of the browser's table, with what it loads as it starts, and its store."""
    for module in (
        "cutcard.cli.web",
        "cutcard.web.service",
        "uvicorn.lifespan.on",
        "uvicorn.protocols.http.auto",
        "uvicorn.protocols.websockets.websockets_sansio_impl",
        "anyio._backends._asyncio",
        "psycopg",
    ):
        import_module(module)


def import_compiler() -> None:
    """Import numba, with what it loads when it first compiles, and nothing of the package."""
    numba = import_module("numba")
    numba.njit(lambda number: number + 1)(1)


def import_all_of(package: ModuleType) -> None:
    """Import a package's modules but those that are seldom needed, of which none is looked into."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__") and not module.name.startswith(SELDOM):
            with suppress(ModuleNotFoundError):  # the quick tests have no painter
                found = import_module(module.name)
                if module.ispkg:
                    import_all_of(found)


def load_what_is_shipped() -> None:
    """Load what many commands read when they first need it: it is the same for all of them."""
    from cutcard.blackjack.exact.hands import all_hands
    from cutcard.blackjack.kernel.compiler import compile_automaton
    from cutcard.blackjack.presets import load_chart, load_preset
    from cutcard.blockhead.equilibrium.luck import shipped_worths
    from cutcard.blockhead.exact.saved import response_name, shipped_response
    from cutcard.blockhead.rules import Rules
    from cutcard.machine.library import library_of
    from cutcard.machine.parts import PARTS

    for part in PARTS:
        library_of(part)
    all_hands()
    for game in (load_preset("easy"), load_preset("vegas-strip")):
        compile_automaton(game.rules, (load_chart(game.chart),))
    shipped_response(response_name("alpha", Rules()))
    shipped_worths(Rules())


def wait_for_a_command(path: str) -> tuple[Command, list[int]]:
    """The command that this process was forked for, and its streams; the server never returns."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    woken, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
    waiting = selectors.DefaultSelector()
    for source in (0, woken, listener):
        waiting.register(source, selectors.EVENT_READ)
    running: dict[int, socket.socket] = {}
    os.write(1, MARK)
    while True:
        for key, _ in waiting.select():
            if key.fileobj == 0:  # the run is over
                for process in running:
                    os.kill(process, signal.SIGKILL)
                shutil.rmtree(os.path.dirname(path), ignore_errors=True)
                os._exit(0)
            elif key.fileobj is woken:
                woken.recv(4096)
                tell_endings(running, waiting)
            elif key.fileobj is listener:
                asker = listener.accept()[0]
                asked = received(asker)
                if asked is None:
                    asker.close()
                    continue
                process = os.fork()
                if not process:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    signal.signal(signal.SIGINT, heard)
                    waiting.close()
                    for end in (listener, woken, wake, asker, *running.values()):
                        end.close()
                    return requested(asked[0]), asked[1]
                for stream in asked[1]:
                    os.close(stream)
                with suppress(OSError):
                    asker.sendall(process.to_bytes(LENGTH, "big"))
                running[process] = asker
                waiting.register(asker, selectors.EVENT_READ, process)
            elif key.data in running:  # whoever asked has left, and was not just told
                waiting.unregister(key.fileobj)
                os.kill(key.data, signal.SIGKILL)


def received(asker: socket.socket) -> tuple[bytes, list[int]] | None:
    """A command as sent, and copies of its streams; nothing from one who left in its middle."""
    head, streams, _, _ = socket.recv_fds(asker, LENGTH, 3)
    length = int.from_bytes(head, "big")
    text = asker.recv(length, socket.MSG_WAITALL)
    if not text or len(text) < length:
        return None
    return text, list(streams)


def tell_endings(running: dict[int, socket.socket], waiting: selectors.BaseSelector) -> None:
    """Tell those who wait how their processes ended, and the microseconds of CPU that each took."""
    while running:
        process, status, used = os.wait4(-1, os.WNOHANG)
        if not process:
            return
        asker = running.pop(process)
        code = os.waitstatus_to_exitcode(status)
        took = round((used.ru_utime + used.ru_stime) * 1e6)
        if asker in waiting.get_map():
            waiting.unregister(asker)
        with suppress(OSError):
            asker.sendall(code.to_bytes(LENGTH, "big", signed=True) + took.to_bytes(LENGTH, "big"))
        asker.close()


def become(command: Command, streams: list[int]) -> None:
    """Make of this process what Python would have made of a new one."""
    given = dict(zip(command.streams, streams, strict=True))
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        stream = None
        if descriptor in given:
            os.dup2(given[descriptor], descriptor)
            os.close(given[descriptor])
            stream = opened_as(
                getattr(sys, name),
                descriptor,
                unbuffered=bool(command.environment.get(b"PYTHONUNBUFFERED")),
            )
        else:
            os.close(descriptor)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    os.chdir(command.folder)
    os.environb.clear()
    os.environb.update(command.environment)
    sys.argv = command.argv


def opened_as(old: io.TextIOWrapper, descriptor: int, *, unbuffered: bool) -> io.TextIOWrapper:
    """A stream as Python would open it, like the one that this process was started with."""
    return io.TextIOWrapper(
        open(
            descriptor,
            "wb" if descriptor else "rb",
            buffering=0 if unbuffered and descriptor else -1,
            closefd=False,
        ),
        encoding=old.encoding,
        errors=old.errors,
        newline="\n",
        line_buffering=descriptor == 2 or os.isatty(descriptor),
        write_through=unbuffered,
    )


def end(status: int) -> NoReturn:
    """End this process as Python would, without taking its many modules apart."""
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except Exception as error:
            print(f"Exception ignored in: {stream!r}\n{error!r}", file=sys.stderr)
            status = 120
    os._exit(status)


def run() -> NoReturn:
    """Run the command line, or a program of the tests, in this process, which was forked for it."""
    from cutcard.entry import main

    try:
        if sys.argv[1:] and sys.argv[1].endswith(".py"):
            del sys.argv[0]
            runpy.run_path(sys.argv[0], run_name="__main__")
            end(0)
        end(main())
    except SystemExit as error:
        end(error.code if isinstance(error.code, int) else int(error.code is not None))
    except BaseException:
        traceback.print_exc()
        end(1)


if __name__ == "__main__":
    if sys.argv[2] == PROGRAMS:
        import_programs()
    elif sys.argv[2] == WEB:
        import_web()
    elif sys.argv[2] == COMPILER:
        import_compiler()
    else:
        import_everything()
        load_what_is_shipped()
    gc.collect()
    gc.freeze()
    become(*wait_for_a_command(sys.argv[1]))
    run()
