"""A dealer and a learning player over TCP (seed 004)."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Final

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.commandline import Parser, read_count, typed
from cutcard.errors import CutcardError, Invalid
from cutcard.learn.qtable import HIT, STAND, Cell, QTable, cell_of, read_table

FIRST_PORT: Final = 8080
"""A team's dealer listens on this port plus the team's number."""

PACE: Final = 0.025
"""Seconds between two messages: the seed's player takes what one read gives for one message."""

DEALER_EXAMPLES: Final = """\
  dealer 10 8081                                 ten games with one player
  dealer 2 10 8081                               ten games with two players"""

PLAYER_EXAMPLES: Final = """\
  player ann 127.0.0.1 1                         plays at port 8081
  player ann 127.0.0.1 1 --train --q qInfo       learns, and saves what it learns"""


def main(program: str, words: list[str]) -> int:
    """Run the dealer or the player; linked, the program's name says which."""
    name = program.rpartition("/")[2]
    if name not in ("dealer", "player"):
        if words[:1] not in (["dealer"], ["player"]):
            sys.stderr.write(f"{program}: say dealer or player first\n")
            return 1
        name, words = words[0], words[1:]
        program = f"{program} {name}"
    try:
        return (run_dealer if name == "dealer" else run_player)(program, words)
    except CutcardError as error:
        sys.stderr.write(f"{program}: {error}\n")
        return 1


def run_dealer(program: str, words: list[str]) -> int:
    """`dealer NUMGAMES PORT` or `dealer PLAYERS NUMGAMES PORT`."""
    parser = Parser(program, "Deal games of 21 over TCP.", DEALER_EXAMPLES)
    parser.add_argument("numbers", nargs="*", metavar="[PLAYERS] NUMGAMES PORT")
    parser.add_argument("--dialect", choices=("seed", "course"), default="seed")
    parser.add_argument("--host", default="0.0.0.0", help="address (default: all)")
    parser.add_seed()
    arguments = parser.parse_args(words)
    numbers = arguments.numbers
    if len(numbers) not in (2, 3):
        raise Invalid(f"{len(numbers)} numbers were given: it takes [PLAYERS] NUMGAMES PORT")
    players = _whole("PLAYERS", numbers[0], 1, 7) if len(numbers) == 3 else 1
    games = _whole("NUMGAMES", numbers[-2], 1, 1_000_000)
    port = _whole("PORT", numbers[-1], 0, 65535)

    from cutcard.net.dealer import House, Table
    from cutcard.net.rounds import Dialect, WireRound
    from cutcard.net.service import run_dealer as deal

    def scores(table: Table, played: WireRound) -> None:
        dealer = played.state.dealer.total
        for client, box, result in zip(
            table.playing, played.state.boxes, played.results(), strict=True
        ):
            sys.stdout.write(
                f"Game {table.number}: {client.name} {box.hand.total}, dealer {dealer}: {result}\n"
            )
        sys.stdout.flush()

    house = House(
        seats=players,
        rounds=games,
        dialect=Dialect(arguments.dialect),
        seed=arguments.seed,
        tables=1,
        pace=PACE,
    )
    return deal(house, arguments.host, port, watch=scores)


def run_player(program: str, words: list[str]) -> int:
    """`player NAME IP TEAM`."""
    parser = Parser(program, "Play games of 21 over TCP.", PLAYER_EXAMPLES)
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("ip", metavar="IP")
    parser.add_argument("team", metavar="TEAM", help="the port is 8080 plus this number")
    parser.add_argument("--train", action="store_true", help="decide at random and learn")
    parser.add_argument("--q", default="qInfo", metavar="FILE", help="the Q-table's file")
    parser.add_argument(
        "--games", type=typed(read_count), default=None, metavar="N", help="leave after so many"
    )
    arguments = parser.parse_args(words)
    if not (arguments.name.isascii() and arguments.name.isprintable()) or (
        arguments.name.split() != [arguments.name]
    ):
        raise Invalid(f"NAME is {arguments.name!r}: it takes one printable word")
    team = _whole("TEAM", arguments.team, 0, 65535 - FIRST_PORT)

    from cutcard.net.player import Game, connect, play

    path = Path(arguments.q)
    guest = LearningGuest(read_table(path), train=arguments.train, games=arguments.games)
    game = Game(arguments.name, guest)
    with connect(arguments.ip, FIRST_PORT + team) as connection:
        try:
            play(connection, game)
        except Enough:
            pass
        finally:
            if arguments.train:
                guest.table.write(path)
    return 0


class Enough(Exception):
    """As many games are played as were asked for."""


class LearningGuest:
    """The seed's player: decides by its Q-table, or at random while it trains."""

    def __init__(self, table: QTable, *, train: bool, games: int | None = None) -> None:
        self.table = table
        self._train = train
        self._games = games
        self._number = 0
        self._decisions: list[Cell] = []

    def hits(self, hand: Hand, up_card: Card) -> bool:
        if self._train and 12 < hand.total < 21:
            hits = random.random() < 0.5
        else:
            hits = self.table.hits(hand, up_card)
        if hand.total < 21:
            self._decisions.append(cell_of(hand, up_card, HIT if hits else STAND))
        return hits

    def begin(self, number: int) -> None:
        self._number = number
        self._decisions = []
        sys.stdout.write(f"Game {number} begins.\n")
        sys.stdout.flush()

    def see(self, hand: Hand, up_card: Card | None) -> None:
        pass

    def result(self, outcome: str, hand: Hand) -> None:
        reward = {"WIN": 1, "PUSH": 0}.get(outcome, -1)
        sys.stdout.write(f"Game {self._number} ends with {hand.total}: {outcome}.\n")
        sys.stdout.flush()
        if self._train:
            for cell in self._decisions:
                self.table.learn(cell, reward)
        if self._number == self._games:
            raise Enough


def _whole(name: str, text: str, least: int, most: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
        return int(text)
    raise Invalid(f"{name} is {text!r}: it takes a whole number from {least} to {most}")
