"""What the command lines of dealers and players have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from cutcard.commandline import Parser, read_seed, typed
from cutcard.errors import Invalid, quoted
from cutcard.net.house import DECISION_SECONDS
from cutcard.net.line import PATIENCE
from cutcard.net.rounds import Dialect


def add_decision_seconds(parser: Parser) -> None:
    """Add the option for how long a player may think."""
    parser.add_argument(
        "--decision-seconds",
        type=typed(_read_seconds),
        default=DECISION_SECONDS,
        metavar="S",
        help=f"how long a player may think (default: {DECISION_SECONDS:g})",
    )


def add_dialect(parser: Parser, default: Dialect) -> None:
    """Add the option for how the dealer speaks."""
    parser.add_argument(
        "--dialect",
        type=typed(_read_dialect),
        default=default,
        metavar="original|course",
        help=f"what a bust is called, and whether the dealer asks again after an unknown word"
        f" (default: {default})",
    )


def add_dealers_seed(parser: Parser) -> None:
    """Add the option for a seed, for tests only: whoever is told it knows every card."""
    parser.add_argument(
        "--seed",
        type=typed(read_seed),
        default=None,
        metavar="N",
        help="deal the cards of this seed, for tests: whoever knows it knows all cards, and"
        " nothing can be proven (default: no seed; the cards come from the operating system's"
        " randomness)",
    )


def add_patience(parser: Parser) -> None:
    """Add the option for how long a player waits for a dealer that has begun."""
    parser.add_argument(
        "--patience",
        type=typed(_read_seconds),
        default=PATIENCE,
        metavar="S",
        help=f"give up after S seconds without a word from the dealer (default: {PATIENCE:g})",
    )


def add_trace(parser: Parser) -> None:
    """Add the option for printing what goes over the wire."""
    parser.add_argument(
        "--trace",
        action="store_true",
        help="print on stderr every message, and in which state it has arrived",
    )


def tracer() -> Callable[[str], None]:
    """Return what prints a message on stderr, as long as that can be written."""

    def trace(line: str) -> None:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()

    return trace


def read_name(name: str) -> str:
    """A player's name, as it goes over the wire."""
    if name.isascii() and name.isprintable() and name.split() == [name]:
        return name
    raise Invalid(f"{quoted(name)} is not a name: it must be one word of printable ASCII")


def _read_dialect(text: str) -> Dialect:
    try:
        return Dialect(text)
    except ValueError:
        raise Invalid(f"{text!r} is not a dialect: it takes original or course") from None


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.05 <= seconds <= 86400:
        raise Invalid(f"{text!r} seconds are not possible: it takes 0.05 to 86400")
    return seconds
