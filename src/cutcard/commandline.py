"""Command lines: parsers that answer in a sentence, and the numbers people type."""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from collections.abc import Callable
from itertools import takewhile
from typing import Any, NoReturn

from cutcard.errors import Invalid
from cutcard.folding import fold, room


class Parser(argparse.ArgumentParser):
    """A command line with examples; its complaints are one sentence each."""

    def __init__(self, program: str, about: str, examples: str) -> None:
        super().__init__(
            prog=program,
            description=about,
            epilog=f"examples:\n{examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read the words; argparse would turn a value of `--` into an empty list."""
        words = list(args or ())
        for word in takewhile("--".__ne__, words):
            name, _, value = word.partition("=")
            if value == "--" and name.startswith("-"):
                self.error(f"argument {name}: '--' is not a value")
        if words.count("--") > 1:
            self.error("'--' is not a value: it stands once, before values that begin with a dash")
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        return fold(super().format_help(), room(sys.stdout))

    def error(self, message: str) -> NoReturn:
        raise Invalid(f"{message} (see '{self.prog} --help')")

    def add_seed(self, usual: str = "a new one, which is shown") -> None:
        """Add a seed for everything random."""
        self.add_argument(
            "--seed",
            type=typed(read_seed),
            default=None,
            metavar="N",
            help=f"repeat the run of this seed (default: {usual})",
        )

    def add_own_players(self) -> None:
        """Add the options for players from the user's own files."""
        self.add_argument(
            "--player-seconds",
            type=typed(read_seconds),
            default=None,
            metavar="S",
            help="seconds that a player of your own may take for a decision (default: 10)",
        )
        self.add_argument(
            "--traceback",
            action="store_true",
            help="show the traceback of a player of your own that fails",
        )


def seed_of(arguments: argparse.Namespace) -> int:
    """The seed given, or a new one."""
    given: int | None = arguments.seed
    return secrets.randbits(32) if given is None else given


def typed(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a reader whose complaint argparse passes on word for word."""

    def reader(text: str) -> Any:
        try:
            return read(text)
        except Invalid as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return reader


def read_seed(text: str) -> int:
    """A seed: a whole number of any size, not negative."""
    if not (text.isascii() and text.isdigit() and len(text) <= 1000):
        raise Invalid(f"{text!r} is not a seed: it takes a whole number, 0 or more")
    return int(text)


def read_count(text: str) -> int:
    """A number of rounds or games, written 2000000, 2_000_000, 2e6 or 2M.

    >>> read_count("10M"), read_count("1e3"), read_count("2_000"), read_count("1.5k")
    (10000000, 1000, 2000, 1500)
    """
    found = re.fullmatch(r"(\d+(?:_\d+)*)(?:\.(\d+))?(?:[eE](\d{1,2})|([kKMG]))?", text, re.ASCII)
    if found:
        digits, fraction, exponent, letter = found.groups()
        fraction = fraction or ""
        power = int(exponent or {"k": 3, "K": 3, "M": 6, "G": 9, None: 0}[letter])
        if len(digits) <= 18 and len(fraction) <= power <= 18:
            number: int = int(digits + fraction) * 10 ** (power - len(fraction))
            if 1 <= number <= 10**18:
                return number
    raise Invalid(f"{text!r} is not a whole number from 1 to 1e18, such as 2000000, 2e6 or 2M")


def read_seconds(text: str) -> float:
    """A time in seconds, such as 10 or 0.5."""
    found = re.fullmatch(r"\d{1,6}(?:\.\d{1,6})?", text, re.ASCII)
    if not found or not float(text):
        raise Invalid(f"{text!r} is not a time: it takes a number of seconds, such as 10 or 0.5")
    return float(text)
