"""Blockhead Poker as a program: people and AIs, with or without a report (seed 002)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from statistics import fmean
from typing import Final, TextIO

from cutcard.blockhead.deal import Event, View
from cutcard.blockhead.dealers import FreshDeck
from cutcard.blockhead.game import Dealer, Game, Onlooker, Player
from cutcard.blockhead.players import PLAYERS, make_player
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.commandline import Parser, read_count, seed_of, typed
from cutcard.editions.blockhead.deck import SwappedDeck, unseeded_numbers
from cutcard.editions.blockhead.text import Reporter, Showdown, question, table_text
from cutcard.errors import CutcardError, Invalid, complain
from cutcard.streams import stream

HUMAN: Final = "human"

EXAMPLES: Final = """\
  cutcard blockhead                                   you against Alpha
  cutcard blockhead human beta --seed 7               you against Beta, the same cards again
  cutcard blockhead alpha beta --games 3 --quiet      three games of two AIs, results only
  cutcard blockhead alpha alpha --as-distributed      the program that was handed out
  cutcard blockhead monte-carlo 100                   the seed's experiment: does Beta win?
  cutcard blockhead --show-alpha                      how Alpha decides"""


class Quit(Exception):
    """A person wants to leave."""


class Person:
    """A person at the keyboard, asked as the seed asks."""

    def __init__(self, typed: TextIO, out: TextIO) -> None:
        self._typed = typed
        self._out = out

    def act(self, view: View) -> int:
        self._out.write(question(view))
        while True:
            self._out.write("What is your bet? ")
            self._out.flush()
            line = self._typed.readline()
            self._out.write("\n\n")
            word = line.strip()
            if not line or word == "-1":
                raise Quit
            if word in {str(bet) for bet in view.legal}:
                return int(word)
            self._out.write(f"{word!r} is no bet you can make now.\n")

    def see(self, event: Event) -> None:
        pass


def main(program: str, words: list[str]) -> int:
    """Run the seed's program and give its exit status."""
    try:
        arguments = _read(program, words)
        if arguments.show_alpha:
            sys.stdout.write(table_text())
            return 0
        if arguments.players[:1] == ["monte-carlo"]:
            return _monte_carlo(arguments)
        return _play(arguments)
    except CutcardError as error:
        return complain(program, str(error))


def _read(program: str, words: list[str]) -> argparse.Namespace:
    about = "Play Blockhead Poker: people, Alpha, Beta and others."
    parser = Parser(program, about, EXAMPLES)
    names = ", ".join([HUMAN, *PLAYERS])
    parser.add_argument(
        "players",
        nargs="*",
        metavar="PLAYER",
        help=f"{names} (default: human alpha); or monte-carlo [GAMES]",
    )
    parser.add_argument(
        "--games", type=typed(read_count), default=1, metavar="N", help="games to play"
    )
    parser.add_argument("--quiet", action="store_true", help="no report of the deals")
    parser.add_argument(
        "--as-distributed", action="store_true", help="rules and cards of the program handed out"
    )
    parser.add_seed()
    parser.add_argument(
        "--rule", action="append", default=[], metavar="NAME=VALUE", help="change a rule"
    )
    parser.add_argument("--show-alpha", action="store_true", help="print Alpha's table")
    arguments = parser.parse_args(words)
    arguments.new_seed = arguments.seed is None and not arguments.as_distributed
    arguments.seed = seed_of(arguments)
    return arguments


def _rules(arguments: argparse.Namespace, seats: int) -> Rules:
    preset = SHELF.load("as-distributed" if arguments.as_distributed else "blockhead")
    return preset.changed([f"seats={seats}", *arguments.rule]).rules


def _dealers(arguments: argparse.Namespace) -> Callable[[int], Dealer]:
    """What deals the cards of each game."""
    if arguments.as_distributed:
        numbers = unseeded_numbers()
        return lambda _: SwappedDeck(numbers)
    return lambda game: FreshDeck(arguments.seed, "blockhead", game)


def _players(names: list[str], rules: Rules, seed: int, game: int) -> list[Player]:
    return [
        Person(sys.stdin, sys.stdout)
        if name == HUMAN
        else make_player(name, stream(seed, "player", game, seat), rules)
        for seat, name in enumerate(names)
    ]


def _play(arguments: argparse.Namespace) -> int:
    names = arguments.players or [HUMAN, "alpha"]
    if not 2 <= len(names) <= 6:
        raise Invalid(f"the players named are {' '.join(names)}: it takes 2 to 6 of them")
    rules = _rules(arguments, len(names))
    dealer = _dealers(arguments)
    reporter = Reporter(sys.stdout)
    onlookers: list[Onlooker] = [] if arguments.quiet else [reporter]
    if not arguments.quiet and not arguments.as_distributed:
        onlookers.append(Showdown(sys.stdout))
    for number in range(arguments.games):
        players = _players(names, rules, arguments.seed, number)
        game = Game(rules, players, dealer(number), onlookers)
        if arguments.new_seed and not number:
            sys.stderr.write(f"The seed is {arguments.seed}.\n")
        try:
            game.play_game()
        except (Quit, KeyboardInterrupt) as ending:
            # The unfinished deal is void: its chips were never booked.
            game.divide_carry()
            reporter.aborted(game)
            return 130 if isinstance(ending, KeyboardInterrupt) else 0
        reporter.game_ended(game)
    return 0


def _monte_carlo(arguments: argparse.Namespace) -> int:
    """The seed's experiment: Alpha against Alpha, then Beta against Alpha."""
    if len(arguments.players) > 2:
        raise Invalid(f"{arguments.players[2]!r} was not expected: it takes monte-carlo [GAMES]")
    games = read_count(arguments.players[1]) if len(arguments.players) > 1 else 100
    rules = _rules(arguments, 2)
    for names in (["alpha", "alpha"], ["beta", "alpha"]):
        dealer = _dealers(arguments)
        chips = []
        for number in range(games):
            players = _players(names, rules, arguments.seed, number)
            chips.append(Game(rules, players, dealer(number)).play_game())
        sys.stdout.write(f"{names[0].title()} against {names[1].title()}, {games} games:\n")
        for seat, name in enumerate(names):
            average = fmean(ended[seat] for ended in chips)
            sys.stdout.write(f"  Player {seat} ({name.title()}) ends with {average:.2f} chips\n")
    sys.stdout.write(f"Seed {arguments.seed}; 'cutcard duel beta alpha' tells how sure this is.\n")
    return 0
