"""What the verbs' command lines have in common."""

from __future__ import annotations

import argparse
import re
import secrets
import shlex
from typing import NoReturn

from cutcard.blackjack.chart import Chart
from cutcard.blackjack.presets import Preset, load_chart, load_preset, preset_names
from cutcard.errors import CutcardError


class Parser(argparse.ArgumentParser):
    """A verb's command line; what cannot be read is answered with one sentence."""

    def __init__(self, verb: str, about: str, examples: str) -> None:
        super().__init__(
            prog=f"cutcard {verb}",
            description=about,
            epilog=f"examples:\n{examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        raise CutcardError(f"{message} ('{self.prog} --help' tells more)")

    def add_game(self, default: str) -> None:
        """A game to play, and changes to its rules."""
        self.add_argument(
            "game",
            nargs="?",
            default=default,
            metavar="GAME",
            help=f"{', '.join(preset_names())}, or a FILE.toml (default: {default})",
        )
        self.add_argument(
            "--rule",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="change a rule, as in --rule decks=2; 'cutcard rules GAME' lists them",
        )

    def add_chart(self) -> None:
        """A chart other than the game's own."""
        self.add_argument(
            "--chart", metavar="NAME|FILE", help="a strategy chart (default: the game's own)"
        )

    def add_seed(self) -> None:
        """A seed for all that is random."""
        self.add_argument(
            "--seed",
            type=seed,
            default=None,
            metavar="N",
            help="repeat the cards of this seed (default: a new one, which is told)",
        )


def game_of(arguments: argparse.Namespace) -> tuple[Preset, Chart]:
    """The game that the arguments ask for, and the chart it is played by."""
    preset = load_preset(arguments.game).changed(arguments.rule)
    chart = load_chart(arguments.chart or preset.chart)
    chart.check_fits(preset.rules)
    return preset, chart


def command_of(verb: str, arguments: argparse.Namespace) -> str:
    """The command that asks for the same game and chart."""
    words = ["cutcard", verb, arguments.game]
    words += [word for change in arguments.rule for word in ("--rule", change)]
    if arguments.chart:
        words += ["--chart", arguments.chart]
    return shlex.join(words)


def seed_of(arguments: argparse.Namespace) -> int:
    """The seed given, or a new one."""
    given: int | None = arguments.seed
    return secrets.randbits(32) if given is None else given


def seed(text: str) -> int:
    """A seed: a whole number of any size, not negative."""
    if not (text.isascii() and text.isdigit() and len(text) <= 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: it takes a whole number from 0 on")
    return int(text)


def count(text: str) -> int:
    """A number of rounds or so, written 2000000, 2_000_000, 2e6 or 2M.

    >>> count("10M"), count("1e3"), count("2_000"), count("1.5k")
    (10000000, 1000, 2000, 1500)
    """
    found = re.fullmatch(r"(\d[\d_]*)(?:\.(\d+))?(?:[eE](\d{1,2})|([kKMG]))?", text, re.ASCII)
    if found:
        digits, fraction, exponent, letter = found.groups()
        fraction = fraction or ""
        power = int(exponent or {"k": 3, "K": 3, "M": 6, "G": 9, None: 0}[letter])
        if len(digits) <= 18 and len(fraction) <= power <= 18:
            number: int = int(digits + fraction) * 10 ** (power - len(fraction))
            if 1 <= number <= 10**18:
                return number
    raise argparse.ArgumentTypeError(
        f"{text!r} is no count: it takes a whole number from 1 to 1e18, such as 2000000 or 2M"
    )
