"""The original's player: `player NAME IP TEAM`, by a Q-table or learning one."""

from __future__ import annotations

import contextlib
import random
import sys
from pathlib import Path
from typing import Final

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.commandline import Parser, read_count, typed
from cutcard.editions.cs50.curve import LearningCurve
from cutcard.editions.cs50.keeper import Keeper
from cutcard.editions.cs50.operands import read_operand
from cutcard.learn.qtable import HIT, STAND, Cell, QTable, cell_of, read_table
from cutcard.net.arguments import add_patience, add_trace, read_name, tracer
from cutcard.net.line import connect, play
from cutcard.net.player import Game

FIRST_PORT: Final = 8080
"""A team's dealer listens on this port plus the team's number."""

EXAMPLES: Final = """\
  player ann 127.0.0.1 1                         plays at port 8081
  player ann 127.0.0.1 1 --train --q qInfo       learns, and saves what it learns"""


def run(program: str, words: list[str]) -> int:
    """Play until the dealer says QUIT, or as many games as were asked for."""
    arguments = _parser(program).parse_args(words)
    name = read_name(arguments.name)
    port = FIRST_PORT + read_operand("TEAM", arguments.team, 0, 65535 - FIRST_PORT)
    path = Path(arguments.q)
    guest = LearningGuest(read_table(path), train=arguments.train, games=arguments.games)

    def waiting() -> None:
        sys.stderr.write(
            f"{program}: waiting for the dealer at {arguments.ip} port {port} to begin\n"
        )
        sys.stderr.flush()

    with connect(arguments.ip, port) as connection, contextlib.ExitStack() as stack:
        if arguments.train:
            guest.table.write(path)  # what cannot be saved is not worth learning
            guest.keeper = stack.enter_context(Keeper(guest.table, path, program))
        stack.enter_context(contextlib.suppress(Enough))
        game = Game(name, guest, trace=tracer() if arguments.trace else None)
        play(connection, game, patience=arguments.patience, waiting=waiting)
    if arguments.train:
        sys.stdout.write(guest.curve.text())
    return 0


def _parser(program: str) -> Parser:
    parser = Parser(program, "Play games of 21 over TCP.", EXAMPLES)
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("ip", metavar="IP")
    parser.add_argument("team", metavar="TEAM", help="the port is 8080 plus this number")
    parser.add_argument("--train", action="store_true", help="decide at random and learn")
    parser.add_argument("--q", default="qInfo", metavar="FILE", help="the Q-table's file")
    parser.add_argument(
        "--games", type=typed(read_count), default=None, metavar="N", help="leave after N games"
    )
    add_patience(parser)
    add_trace(parser)
    return parser


class Enough(Exception):
    """As many games are played as were asked for."""


class LearningGuest:
    """The original's player: decides by its Q-table, or at random while it trains."""

    def __init__(self, table: QTable, *, train: bool, games: int | None = None) -> None:
        self.table = table
        self._train = train
        self._games = games
        self.keeper: Keeper | None = None
        """Who keeps what is learned."""
        self.curve = LearningCurve(table)
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

    def result(self, result: str, hand: Hand) -> None:
        reward = {"WIN": 1, "PUSH": 0}.get(result, -1)
        sys.stdout.write(f"Game {self._number} ends with {hand.total}: {result}.\n")
        sys.stdout.flush()
        if self._train:
            with self.keeper.lock if self.keeper else contextlib.nullcontext():
                for cell in self._decisions:
                    self.table.learn(cell, reward)
            self.curve.game_over()
        if self.keeper:
            self.keeper.game_over()
        if self._number == self._games:
            raise Enough
