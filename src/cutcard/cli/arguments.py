"""What the verbs' command lines have in common."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import replace
from pathlib import Path

from cutcard import commandline
from cutcard.blackjack.presets import Preset, load_preset
from cutcard.blackjack.session import MOST_CHIPS
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.true_count import Convention, Divisor
from cutcard.commandline import read_count, typed
from cutcard.cores import usable_cores
from cutcard.errors import Invalid
from cutcard.games import is_blockhead
from cutcard.rulebook import change_options, whole
from cutcard.study.named_charts import chart_named


class VerbParser(commandline.Parser):
    """A verb's command line."""

    def __init__(self, verb: str, about: str, examples: str) -> None:
        super().__init__(f"cutcard {verb}", about, examples)

    def add_game(self, names: list[str], default: str | None) -> None:
        """Add a game to play, and changes to its rules."""
        otherwise = f" (default: {default})" if default else ""
        self.add_argument(
            "game",
            nargs="?",
            default=default,
            metavar="GAME",
            help=f"{', '.join(names)}, or a FILE.toml{otherwise}",
        )
        self.add_rule()

    def add_rule(self) -> None:
        """Add changes to the rules."""
        self.add_argument(
            "--rule",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="change a rule; 'cutcard rules GAME' lists them",
        )

    def add_chart(self) -> None:
        """Add a chart other than that of the game."""
        self.add_argument(
            "--chart",
            metavar="NAME|FILE|best",
            help="a strategy chart, or the best for these rules (default: that of the game)",
        )

    def add_count(self, name: str, default: int | None, about: str) -> None:
        """Add a number of something."""
        self.add_argument(
            f"--{name}", type=typed(read_count), default=default, metavar="N", help=about
        )

    def add_workers(self) -> None:
        """Add the number of processes that share the work."""
        self.add_argument(
            "--workers",
            type=typed(_read_workers),
            default=None,
            metavar="N",
            help="processes that share the work; the result is the same (default: one per core)",
        )

    def add_convention(self, group: argparse._ActionsContainer) -> None:
        """Add how a count is made whole, and what it is divided by."""
        group.add_argument(
            "--convention",
            choices=[str(one) for one in Convention],
            help="what becomes of a true count's fraction (default: the count's own, floor)",
        )
        group.add_argument(
            "--divisor",
            choices=[str(one) for one in Divisor],
            help="how exactly the cards left are known (default: the count's own, cards)",
        )

    def add_cluster(self) -> None:
        """Add a cluster that does the work instead."""
        self.add_argument(
            "--cluster",
            metavar="ADDRESS",
            help="play on a Dask cluster: tcp://HOST:PORT or local:N",
        )

    def add_json(self) -> None:
        """Add output for programs."""
        self.add_argument("--json", action="store_true", help="print JSON")

    def add_csv(self) -> None:
        """Add output for spreadsheets."""
        self.add_argument("--csv", action="store_true", help="print CSV")


def check_printing(arguments: argparse.Namespace) -> None:
    """Complain if two ways to print are asked for."""
    if arguments.json and arguments.csv:
        raise Invalid("--json and --csv are two ways to print: give one")


def check_policy_out(option: str, name: str) -> None:
    """Complain about a name under which no policy can be kept, or none would be found again."""
    from cutcard.blockhead.players import is_policy_file
    from cutcard.files import check_folder

    if not is_policy_file(name):
        raise Invalid(f"{option} {name} takes a name that ends in .npz")
    check_folder(Path(name), "the policy")


def game_of(arguments: argparse.Namespace) -> tuple[Preset, Chart]:
    """The game that the arguments ask for, and the chart it is played by."""
    preset = blackjack_of(arguments)
    return preset, chart_for(preset, arguments.chart)


def blackjack_of(arguments: argparse.Namespace) -> Preset:
    """The game that the arguments ask for."""
    if is_blockhead(arguments.game):
        raise Invalid(
            f"{arguments.game} is not a blackjack game:"
            " 'cutcard duel' compares players of Blockhead Poker"
        )
    return load_preset(arguments.game).changed(arguments.rule)


def blackjack_game(name: str, changes: list[str]) -> Preset:
    """The blackjack of this name, with rules changed."""
    if is_blockhead(name):
        raise Invalid(f"{name} is not a blackjack game: exact values are known for blackjack only")
    return load_preset(name).changed(changes)


def chart_for(preset: Preset, name: str | None) -> Chart:
    """The chart of this name for a game."""
    return chart_named(preset, name)


def count_of(arguments: argparse.Namespace) -> Count:
    """The count that the arguments ask for, by their convention."""
    count = load_count(arguments.count)
    if arguments.convention is not None:
        count = replace(count, whole=Convention(arguments.convention))
    if arguments.divisor is not None:
        count = replace(count, divisor=Divisor(arguments.divisor))
    return count


def ramp_joined(words: list[str]) -> list[str]:
    """Join --ramp with a value that begins with a negative count, which looks like an option."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] == "--ramp" and word[:1] == "-" and word[1:2].isdigit():
            joined[-1] = f"--ramp={word}"
        else:
            joined.append(word)
    return joined


def read_port(text: str) -> int:
    """A TCP port."""
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535:
        return int(text)
    raise Invalid(f"{text!r} is not a port: it takes a number from 0 to 65535")


def read_chips(text: str) -> int:
    """Chips that a player has, from 1 to the most of any table."""
    chips = read_count(text)
    if chips > MOST_CHIPS:
        raise Invalid(
            f"{text!r} is not a number of chips: it takes a whole number from 1 to {MOST_CHIPS:,}"
        )
    return chips


def workers_of(arguments: argparse.Namespace) -> int:
    """How many processes share the work."""
    given: int | None = arguments.workers
    return usable_cores() if given is None else given


def _read_workers(text: str) -> int:
    try:
        return whole(text, 1, 256)
    except ValueError:
        raise Invalid(f"{text!r} is not a number of workers: it takes 1 to 256") from None


def command_of(verb: str, arguments: argparse.Namespace) -> str:
    """The command that asks for the same game and chart."""
    words = ["cutcard", verb, arguments.game]
    words += change_options(arguments.rule)
    if arguments.chart is not None:
        words += ["--chart", arguments.chart]
    return shlex.join(words)
