"""Who sits at the table of a simulation, and errs there: options, and the strategy asked for."""

from __future__ import annotations

import argparse
from typing import Final

from cutcard.blackjack.round import MAX_SEATS
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.mistakes import read_mistakes
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.commandline import typed
from cutcard.errors import Invalid
from cutcard.rulebook import whole

OPTIONS: Final = ("players", "spots", "mistakes")
"""The options of this group, none of which has a value unless it is given."""


def add_seating(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    table = parser.add_argument_group("at the table")
    table.add_argument(
        "--players",
        type=typed(_read_players),
        metavar="N",
        help=f"other seats, 0 to {MAX_SEATS - 1}, which play by the chart and act first (default:"
        " 0, or 1 where the ramp begins with 0)",
    )
    table.add_argument(
        "--spots",
        type=typed(_read_spots),
        metavar="N",
        help=f"hands to bet on in every round, 1 to {MAX_SEATS} (default: 1)",
    )
    table.add_argument(
        "--mistakes",
        metavar="SHARES",
        help="what goes wrong, and what it costs: play=1%%,decks=0.5,bets=2%% misreads one hand in"
        " a hundred, misjudges the decks left by half a deck and slips in one bet of fifty; or"
        " FILE.toml with these",
    )


def seated(strategy: Strategy, arguments: argparse.Namespace, chart: Chart) -> Strategy:
    """The strategy at the table that is asked for; others play by the chart."""
    strategy = strategy.at_table(arguments.players, arguments.spots or 1, chart)
    if arguments.mistakes is None:
        return strategy
    return strategy.erring(read_mistakes(arguments.mistakes))


def _read_players(text: str) -> int:
    try:
        return whole(text, 0, MAX_SEATS - 1)
    except ValueError:
        raise Invalid(
            f"{text!r} other players are not possible: it takes 0 to {MAX_SEATS - 1}"
        ) from None


def _read_spots(text: str) -> int:
    try:
        return whole(text, 1, MAX_SEATS)
    except ValueError:
        raise Invalid(f"{text!r} spots are not possible: it takes 1 to {MAX_SEATS}") from None
