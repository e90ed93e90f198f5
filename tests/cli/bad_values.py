"""A hundred bad values for every flag of every verb, and commands called inside this process."""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cutcard.cli import EDITIONS, VERBS, main

NUMBERS = (
    *("0", "00", "-0", "-1", "+5", "1.5", ".5", "1e18", "1e19", "1e400", "1e-400", "0x10", "1_0"),
    *("_1", "1__0", "nan", "NaN", "inf", "-inf", "Infinity", "１２", "٣", "²", "½", "Ⅷ"),
    *("9" * 20, "9" * 400, "9" * 5000, "-" + "9" * 5000, "1e99999", "1,000", "1 000", "8_", "1k1"),
)
TEXTS = (
    *("", " ", "-", "--", "---", "--x", "[]", "{}", "()", "[1]", "None", "null", "true", "False"),
    *("\n", "a\nb", "\t", "\r\n", "\x1b[31m", "\x7f", "\udcff", "\udc80\udcff.toml", "é", "日本"),
    *("🂡", "\u202e", "\ufeff", "a" * 300, "a" * 5000, "%s%n%d", "{0}", "{x}", "$HOME", "`ls`"),
    *(
        "*",
        "\\",
        "'",
        '"',
        "all",
        "none",
        "best",
        "easy",
        "wizard",
        "hi-lo",
        "a=b",
        "=",
        "=5",
        "x=",
    ),
    *(
        "decks=",
        "decks=0",
        "decks=nan",
        "decks=--",
        "decks=" + "9" * 5000,
        "seats=1",
        "deal=",
        "==",
    ),
    *("1:2,2:1", "1:", ":", "::", "1-0", "1-9999", "-5:2", "1:2,", "8 8", ",", "A,A,A", "A" * 100),
    *("127.0.0.1:99999", ":0", "[::1]:x", "tcp://:1", "local:0", "local:x", "local:99999"),
)
PATHS = (
    *(".", "..", "/", "//", "~", "/dev/null", "/dev/zero", "/dev/full", "no/such.png", "no/such"),
    *(
        "/proc/self/environ",
        "a/" * 3000,
        "x" * 300 + ".toml",
        "folder.toml",
        "folder.png",
        "folder",
    ),
    *("empty.toml", "junk.toml", "deep.toml", "digits.toml", "empty.txt", "junk.txt", "junk.json"),
    *("deep.json", "x.py:X", "junk.py:X", "circle"),
)
VALUES = (*NUMBERS, *TEXTS, *PATHS)

BASES: dict[str, list[str]] = {
    "advise": ["vegas-strip", "8 8", "T"],
    "chart": ["easy"],
    "drill": ["decks", "vegas-strip", "--progress", "kept.json"],
    "duel": ["alpha", "beta"],
    "join": ["127.0.0.1:1", "--name", "ann"],
    "serve": ["--port", "0"],
    "web": ["--port", "0", "--store", "sqlite:///table.sqlite"],
    "train": ["cs50"],
    "verify": ["junk.json"],
    "easy": ["-i", "1"],
    "ve280": ["100", "5", "3", "simple"],
    "coms1018": ["1"],
    "cs50": ["dealer", "1", "1", "0"],
    "blockhead": ["human", "alpha"],
}
"""Words that a verb cannot do without; the first ones are its operands."""

OWN_OPTIONS = {
    "easy": ("-f", "-i", "-r", "-a"),
    "ve280": (),
    "coms1018": ("--as-distributed",),
}
"""Options of editions that read their words themselves."""

PARSING_EDITIONS = ("editions.blockhead", "editions.cs50.dealer", "editions.cs50.player")
"""Modules of editions whose words argparse reads."""

PATIENCE = 3.0
"""Seconds of this process that a command may take to refuse a word, or to begin its work."""


class Begun(BaseException):
    """All words were read, and the work would begin now."""


class _Captured(BaseException):
    """A parser is made and about to read."""


@dataclass(frozen=True)
class Trial:
    """A command with one bad word in it."""

    verb: str
    option: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """How a command ended."""

    status: int | None
    """None if its work would have begun."""
    out: str
    err: str
    seconds: float


def parser_of(verb: str) -> argparse.ArgumentParser | None:
    """The parser that a verb makes of its words; none if it reads them itself."""
    if verb in OWN_OPTIONS:
        return None
    found: list[argparse.ArgumentParser] = []

    def capture(self: argparse.ArgumentParser, *_: object) -> None:
        found.append(self)
        raise _Captured

    with patch.object(argparse.ArgumentParser, "parse_args", capture):
        try:
            if verb in VERBS:
                import_module(f"cutcard.cli.{verb}").run(BASES.get(verb, []))
            else:
                import_module(f"cutcard.editions.{verb}").main(verb, BASES.get(verb, []))
        except _Captured:
            pass
    return found[0]


def trials(verb: str) -> Iterator[Trial]:
    """Every option and every operand of a verb with every bad value."""
    base = BASES.get(verb, [])
    operands = next((at for at, word in enumerate(base) if word.startswith("-")), len(base))
    parser = parser_of(verb)
    options: list[tuple[str, Any]] = [(option, None) for option in OWN_OPTIONS.get(verb, ())]
    for action in parser._actions if parser else ():
        if action.option_strings and action.dest != "help":
            options.append((action.option_strings[-1], action.nargs))
        elif not action.option_strings:
            operands = max(operands, 1)
    for value in VALUES:
        for option, count in options:
            if len(option) == 2:
                words = [option, value]
            elif isinstance(count, int) and count > 1:
                words = [option, *[value] * count]
            else:
                words = [f"{option}={value}"]
            yield Trial(verb, option, (*base, *words))
        for at in range(operands):
            around = [*base[:at], value, *base[at + 1 :]]
            if value.startswith("-") and parser:
                around = [*base[operands:], "--", *[*base[:at], value, *base[at + 1 : operands]]]
            yield Trial(verb, f"operand {at + 1}", tuple(around))
    yield Trial(verb, "operand too many", (*base, "one", "two", "three", "four"))


@contextmanager
def no_work() -> Iterator[None]:
    """Stop every command where its work would begin: what it has read by then is accepted."""

    def begin(*_: object, **__: object) -> None:
        raise Begun

    with ExitStack() as stack:
        # A parser is the same for all words: building it takes longer than reading them.
        for name in (*(f"cli.{verb}" for verb in VERBS), *PARSING_EDITIONS):
            module = import_module(f"cutcard.{name}")
            if hasattr(module, "_parser"):
                stack.enter_context(patch.object(module, "_parser", cache(module._parser)))
        # And argparse looks for translations on the disk, whenever it says a word.
        stack.enter_context(patch.object(argparse, "_", str))
        for place in (
            "cutcard.lab.simulate.Simulation.run",
            "cutcard.lab.simulate.Simulation.warm_up",
            "cutcard.lab.cluster.dask_module",
            "cutcard.cli.duel.prepare_kernel",
            "cutcard.cli.duel.play_duel",
            "cutcard.learn.course.train",
            "cutcard.learn.tuition.Tuition.warm_up",
            "cutcard.blackjack.exact.against.Against.__init__",
            "cutcard.study.index_numbers.IndexWork.__init__",
            "cutcard.study.equilibria.solve_blueprint",
            "cutcard.study.sampled_starts.measure",
            "cutcard.cli.tour.subprocess.run",
            "cutcard.cli.serve.run_dealer",
            "cutcard.cli.join.connect",
            "cutcard.web.service.run_web",
            "cutcard.editions.cs50.dealer.run_dealer",
            "cutcard.editions.cs50.player.connect",
            "cutcard.blockhead.game.Game.play_deal",
        ):
            stack.enter_context(patch(place, begin))
        yield


def call(words: tuple[str, ...]) -> Ending:
    """Run a command inside this process, with an empty input."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="surrogateescape")
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
    began = time.process_time()
    status: int | None
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv, sys.stdin, sys.stdout, sys.stderr = ["cutcard", *words], io.StringIO(""), out, err
    try:
        status = main()
    except Begun:
        status = None
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 0
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    seconds = time.process_time() - began
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(errors="replace"))
    return Ending(status, *texts, seconds)


def lay_out_files(folder: Path) -> None:
    """The files that values name."""
    for name in ("folder", "folder.toml", "folder.png"):
        (folder / name).mkdir()
    for name in ("empty.toml", "empty.txt"):
        (folder / name).write_bytes(b"")
    for name in ("junk.toml", "junk.txt", "junk.json", "junk.py"):
        (folder / name).write_bytes(bytes(range(256)) * 4)
    (folder / "deep.toml").write_text("a = " + "[" * 5000)
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "digits.toml").write_text("[rules]\ndecks = " + "9" * 5000)
    (folder / "circle").symlink_to("circle")


def fault_of(trial: Trial, status: int | None, out: str, err: str) -> str:
    """What is wrong with how a command ended; nothing if it ended well."""
    if "Traceback" in err:
        return "a traceback"
    if status in (None, 0):
        return ""
    if "\\udc" in err:
        return "bytes that are not shown as they are"
    if status != 1:
        return f"status {status}"
    if trial.verb == "easy":
        own = ("Error: ", "usage: ", "cutcard easy: ", "Recording shoe to ")
        return "" if err.startswith(own) else "no sentence of the original"
    told = [line for line in err.splitlines() if "is for other rules" not in line]
    if len(told) != 1 or not err.endswith("\n"):
        return f"{len(told)} lines in place of one sentence"
    if not told[0].startswith("cutcard"):
        return "a sentence that does not say whose it is"
    if "invalid reader value" in told[0]:
        return "a sentence that does not say what is accepted"
    return "" if len(told[0]) < 1200 else "a sentence without end"


VERBS_AND_EDITIONS = (*VERBS, *EDITIONS)
