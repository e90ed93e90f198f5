"""The original's dealer: `dealer [PLAYERS] NUMGAMES PORT`."""

from __future__ import annotations

import os
import sys
from typing import Final

from cutcard.commandline import Parser
from cutcard.editions.cs50.operands import read_operand
from cutcard.errors import Invalid
from cutcard.net.arguments import (
    add_dealers_seed,
    add_decision_seconds,
    add_dialect,
    add_trace,
    tracer,
)
from cutcard.net.house import PACE, House
from cutcard.net.rounds import Dialect, WireRound
from cutcard.net.service import run_dealer
from cutcard.net.table import Table

EXAMPLES: Final = """\
  dealer 10 8081                                 ten games with one player
  dealer 2 10 8081                               ten games with two players"""


def run(program: str, words: list[str]) -> int:
    """Deal one table, and print the scores of every game."""
    arguments = _parser(program).parse_args(words)
    numbers = arguments.numbers
    if len(numbers) not in (2, 3):
        raise Invalid(f"{len(numbers)} numbers were given: it takes [PLAYERS] NUMGAMES PORT")
    players = read_operand("PLAYERS", numbers[0], 1, 7) if len(numbers) == 3 else 1
    games = read_operand("NUMGAMES", numbers[-2], 1, 1_000_000)
    port = read_operand("PORT", numbers[-1], 0, 65535)
    house = House(
        seats=players,
        rounds=games,
        decision_seconds=arguments.decision_seconds,
        dialect=arguments.dialect,
        seed=arguments.seed,
        tables=1,
        pace=PACE,
        trace=tracer() if arguments.trace else None,
    )

    def announce(host: str, actual: int) -> None:
        if actual != port:
            sys.stderr.write(f"{program}: dealing on port {actual}\n")
            sys.stderr.flush()

    scores = Scores(program)
    run_dealer(house, arguments.host, port, announce=announce, watch=scores.print, program=program)
    return 1 if scores.lost else 0


def _parser(program: str) -> Parser:
    parser = Parser(program, "Deal games of 21 over TCP.", EXAMPLES)
    parser.add_argument("numbers", nargs="*", metavar="[PLAYERS] NUMGAMES PORT")
    add_dialect(parser, Dialect.ORIGINAL)
    parser.add_argument("--host", default="0.0.0.0", help="address (default: all)")
    add_decision_seconds(parser)
    add_dealers_seed(parser)
    add_trace(parser)
    return parser


class Scores:
    """Prints the final scores of both players, as long as anybody reads them."""

    def __init__(self, program: str) -> None:
        self._program = program
        self.lost = False
        """The output could not be written."""

    def print(self, table: Table, played: WireRound) -> None:
        """Print the scores of a finished game; the dealer's counts both its cards."""
        if self.lost:
            return
        dealer = played.dealer.total
        try:
            for client, box, result in zip(
                table.playing, played.state.boxes, played.results(), strict=True
            ):
                sys.stdout.write(
                    f"Game {table.number}: {client.name} {box.hand.total},"
                    f" dealer {dealer}: {result}\n"
                )
            sys.stdout.flush()
        except OSError as error:
            self.lost = True
            sys.stderr.write(
                f"{self._program}: the scores cannot be printed: {error.strerror};"
                " the games go on without them\n"
            )
            # What Python still has in its buffer would fail again at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
