"""Blockhead Poker as a program: people and AIs, with or without a report (original 002)."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from cutcard.blockhead.deal import Event, View
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Dealer, Game, Onlooker, Player
from cutcard.blockhead.players import EXPLOITER, PLAYERS, is_policy_file
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.commandline import Parser, read_count, seed_of, typed
from cutcard.complaints import complain
from cutcard.editions.blockhead.deck import SwappedDeck, unseeded_numbers
from cutcard.editions.blockhead.text import Reporter, Showdown, averages, question, table_text
from cutcard.errors import CutcardError, Invalid, quoted
from cutcard.files import check_folder, write_whole
from cutcard.input_words import InvalidInput, read_line
from cutcard.lab.contestants import make_contestant, seated, title
from cutcard.lab.strangers import PlayerFailed, is_file_name, seconds_of
from cutcard.progress import Progress
from cutcard.rulebook import change_options
from cutcard.streams import stream

HUMAN: Final = "human"

EXAMPLES: Final = """\
  cutcard blockhead                                   you against Alpha
  cutcard blockhead human beta --seed 7               you against Beta, the same cards again
  cutcard blockhead alpha beta --games 3 --quiet      three games of two AIs, results only
  cutcard blockhead alpha alpha --as-distributed      the program as it was distributed
  cutcard blockhead monte-carlo 100                   the original's experiment: does Beta win?
  cutcard blockhead monte-carlo 20 beta alpha alpha   the same with players by name
  cutcard blockhead human mine.py:Gamma               you against a player of your own
  cutcard blockhead --show-alpha                      how Alpha decides"""


class Quit(Exception):
    """A person wants to leave."""


class Person:
    """A person at the keyboard, asked as the original asks."""

    def __init__(self, typed: TextIO, out: TextIO, terminal: SharedTerminal | None = None) -> None:
        self._typed = typed
        self._out = out
        self._terminal = terminal

    def act(self, view: View) -> int:
        if self._terminal:
            self._terminal.sit_down(view.seat)
        bet = self._ask(view)
        if self._terminal:
            self._terminal.clear()
        return bet

    def _ask(self, view: View) -> int:
        self._out.write(question(view))
        while True:
            self._out.write("What is your bet? ")
            self._out.flush()
            line = read_line(self._typed)
            self._out.write("\n\n")
            word = line.strip()
            if not line or word == "-1":
                raise Quit
            if word in {str(bet) for bet in view.legal}:
                return int(word)
            self._out.write(f"{quoted(word)} is not a bet you can make now.\n")

    def see(self, event: Event) -> None:
        pass


class SharedTerminal:
    """A terminal at which people sit down in turn, each alone with the hidden card."""

    def __init__(self, typed: TextIO, out: TextIO) -> None:
        self._typed = typed
        self._out = out
        self._seat = -1

    def sit_down(self, seat: int) -> None:
        """Wait until another player than before sits there."""
        if seat == self._seat:
            return
        self._seat = seat
        self._out.write(f"Player {seat}, sit down alone and press Enter. ")
        self._out.flush()
        if not read_line(self._typed):
            raise Quit

    def clear(self) -> None:
        """Leave nothing to read, not even by scrolling back."""
        self._out.write("\033[H\033[2J\033[3J")
        self._out.flush()


def main(program: str, words: list[str]) -> int:
    """Run the original's program and return its exit status."""
    try:
        arguments = _read(program, words)
    except CutcardError as error:
        return complain(program, str(error))
    try:
        if arguments.show_alpha:
            sys.stdout.write(table_text())
            return 0
        if arguments.players[:1] == ["monte-carlo"]:
            return _monte_carlo(arguments)
        return _play(arguments)
    except PlayerFailed as failure:
        sys.stderr.write(failure.told(program, traceback=arguments.traceback))
        return 1
    except CutcardError as error:
        return complain(program, str(error))


def _read(program: str, words: list[str]) -> argparse.Namespace:
    arguments = _parser(program).parse_args(words)
    if arguments.players[:1] != ["monte-carlo"] and (arguments.interval or arguments.report):
        raise Invalid("--interval and --report go with monte-carlo")
    arguments.new_seed = arguments.seed is None and not arguments.as_distributed
    arguments.seed = seed_of(arguments)
    return arguments


def _parser(program: str) -> Parser:
    about = "Play Blockhead Poker: people, Alpha, Beta and others."
    parser = Parser(program, about, EXAMPLES)
    names = ", ".join([HUMAN, *PLAYERS, "FILE.py:CLASS or a policy's FILE.npz"])
    parser.add_argument(
        "players",
        nargs="*",
        metavar="PLAYER",
        help=f"{names} (default: human alpha); or monte-carlo [GAMES] [PLAYER ...]",
    )
    parser.add_argument(
        "--games",
        type=typed(read_count),
        default=None,
        metavar="N",
        help="games to play (default: 1)",
    )
    parser.add_argument("--quiet", action="store_true", help="no report of the deals")
    parser.add_argument(
        "--as-distributed", action="store_true", help="rules and cards of the distributed program"
    )
    parser.add_seed()
    parser.add_argument(
        "--rule", action="append", default=[], metavar="NAME=VALUE", help="change a rule"
    )
    parser.add_argument(
        "--interval", action="store_true", help="print 95%% intervals of monte-carlo's means"
    )
    parser.add_argument(
        "--report", metavar="FILE.html", help="write monte-carlo's plan and results, and a ladder"
    )
    parser.add_argument("--show-alpha", action="store_true", help="print Alpha's table")
    parser.add_own_players()
    return parser


def _rules(arguments: argparse.Namespace, seats: int) -> Rules:
    preset = SHELF.load("as-distributed" if arguments.as_distributed else "blockhead")
    return preset.changed([f"seats={seats}", *arguments.rule]).rules


def _dealers(arguments: argparse.Namespace, rules: Rules) -> Callable[[int], Dealer]:
    """Return what deals the cards of each game."""
    if arguments.as_distributed:
        numbers = unseeded_numbers()
        return lambda _: SwappedDeck(numbers, rules.deck)
    return lambda game: FreshDeck(arguments.seed, "blockhead", game, deck=rules.deck)


def _players(
    names: list[str], rules: Rules, arguments: argparse.Namespace, game: int
) -> list[Player]:
    shared = names.count(HUMAN) > 1 and sys.stdin.isatty() and sys.stdout.isatty()
    terminal = SharedTerminal(sys.stdin, sys.stdout) if shared else None
    return [
        Person(sys.stdin, sys.stdout, terminal)
        if name == HUMAN
        else make_contestant(
            name, stream(arguments.seed, "player", game, seat), rules, seconds_of(arguments)
        )
        for seat, name in enumerate(names)
    ]


def _check_number(names: list[str]) -> None:
    if not 2 <= len(names) <= 6:
        raise Invalid(f"the players named are {' '.join(names)}: it takes 2 to 6 of them")


def _play(arguments: argparse.Namespace) -> int:
    names = arguments.players or [HUMAN, "alpha"]
    _check_number(names)
    rules = _rules(arguments, len(names))
    dealer = _dealers(arguments, rules)
    reporter = Reporter(sys.stdout)
    onlookers: list[Onlooker] = [] if arguments.quiet else [reporter]
    if not arguments.quiet and not arguments.as_distributed:
        onlookers.append(Showdown(sys.stdout))
    for number in range(arguments.games or 1):
        players = _players(names, rules, arguments, number)
        game = Game(rules, players, dealer(number), onlookers)
        if arguments.new_seed and not number:
            sys.stderr.write(f"The seed is {arguments.seed}.\n")
        try:
            with seated(players):
                game.play_game()
        except (Quit, KeyboardInterrupt, PlayerFailed, InvalidInput) as ending:
            # The unfinished deal is void: its chips were never booked.
            game.divide_carry()
            reporter.aborted(game)
            if isinstance(ending, PlayerFailed | InvalidInput):
                raise
            return 130 if isinstance(ending, KeyboardInterrupt) else 0
        reporter.game_ended(game)
    return 0


def _monte_carlo(arguments: argparse.Namespace) -> int:
    """Run the original's experiment: Alpha and then Beta against Alpha, or the players named.

    Ctrl-C ends it with the games that are done.
    """
    games, named = _experiment(arguments)
    matches = [named] if named else [["alpha", "alpha"], ["beta", "alpha"]]
    if arguments.report:
        check_folder(Path(arguments.report), "the report")
        if any(len(names) != 2 for names in matches):
            raise Invalid(f"--report is for two players: {' '.join(named)} were named")
        if games < 2:
            raise Invalid("--report needs 2 games or more: 1 has no interval")
    progress = Progress(len(matches) * games)
    status = 0
    sure = bool(named) or arguments.interval
    played: list[tuple[list[str], list[list[int]]]] = []
    failed: PlayerFailed | None = None
    for match, names in enumerate(matches):
        rules = _rules(arguments, len(names))
        dealer = _dealers(arguments, rules)
        chips: list[list[int]] = []
        try:
            for number in range(games):
                with seated(_players(names, rules, arguments, number)) as players:
                    ended = Game(rules, players, dealer(number)).play_game()
                chips.append(ended)
                progress.show(match * games + number + 1, f"{' '.join(names)}, {number + 1} games")
        except KeyboardInterrupt:
            status = 130
        except PlayerFailed as failure:
            failed = failure
        progress.clear()
        if chips:
            sys.stdout.write(averages([*map(title, names)], chips, sure=sure))
            played.append((names, chips))
        if status or failed:
            break
    duel = "" if sure else "; 'cutcard duel beta alpha' tells how sure this is"
    sys.stdout.write(f"Seed {arguments.seed}{duel}.\n")
    if failed:
        raise failed
    if arguments.report and not status:
        from cutcard.editions.blockhead.page import ladder, page

        rungs = ladder(rules, games, arguments.seed)
        words = ["cutcard", "blockhead", "monte-carlo", str(games), *named]
        words += ["--as-distributed"] * arguments.as_distributed
        words += [*change_options(arguments.rule), "--seed", str(arguments.seed)]
        command = shlex.join([*words, "--report", arguments.report])
        write_whole(Path(arguments.report), page(played, rungs, rules, command), "the report")
    return status


def _is_player(word: str) -> bool:
    return word in (HUMAN, *PLAYERS, EXPLOITER) or is_file_name(word) or is_policy_file(word)


def _experiment(arguments: argparse.Namespace) -> tuple[int, list[str]]:
    """The number of games, and the players if any are named: monte-carlo [GAMES] [PLAYER …]."""
    words: list[str] = arguments.players[1:]
    games: int | None = arguments.games
    if words and not _is_player(words[0]):
        if games is not None:
            raise Invalid(
                f"monte-carlo was given {words[0]} and --games {games}: it takes one of the two"
            )
        games = read_count(words.pop(0))
    if words:
        _check_number(words)
    if HUMAN in words:
        raise Invalid(f"{HUMAN} cannot play monte-carlo: nobody is asked there")
    return games or 100, words
