"""`cutcard join`: sit down at a dealer's table over the network."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from cutcard.blackjack.chart import BOTH_CARDS, Chart
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart
from cutcard.cards import Card
from cutcard.cli.arguments import Parser
from cutcard.cli.felt import Felt
from cutcard.cli.serve import read_port
from cutcard.cli.terminal import read_key
from cutcard.commandline import typed
from cutcard.errors import CutcardError, Invalid
from cutcard.learn.qtable import read_table
from cutcard.net.player import Game, connect, play

EXAMPLES = """\
  cutcard join 127.0.0.1:8081 --name ann --human      play yourself
  cutcard join 127.0.0.1:8081 --name bot              let a chart play
  cutcard join 127.0.0.1:8081 --name bot --q qInfo    let a Q-table play
  cutcard join 127.0.0.1:8081 --name ann --fair       have the cards proven"""

Hits = Callable[[Hand, Card], bool]


def run(words: list[str]) -> int:
    """Play at a dealer's table until the dealer says QUIT."""
    parser = Parser("join", "Sit down at a dealer's table over the network.", EXAMPLES)
    parser.add_argument("address", type=typed(_read_address), metavar="HOST:PORT")
    parser.add_argument("--name", required=True, help="who you are, in one word")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--human", action="store_true", help="you play")
    who.add_argument("--chart", metavar="NAME|FILE", help="a chart plays (default: coms1018)")
    who.add_argument("--q", metavar="FILE", help="a Q-table plays")
    parser.add_argument("--fair", action="store_true", help="take part in the shuffle")
    arguments = parser.parse_args(words)
    name = arguments.name
    if not (name.isascii() and name.isprintable() and name.split() == [name]):
        raise CutcardError(f"{name!r} is no name: it takes one printable word")
    felt = Felt()
    guest = Guest(felt, _policy(arguments.human, arguments.chart, arguments.q, felt))
    game = Game(name, guest, fair=arguments.fair)
    status = 0
    with connect(*arguments.address) as connection:
        try:
            play(connection, game)
        except (KeyboardInterrupt, Left):
            status = 130
    sys.stdout.write(guest.summary())
    if arguments.fair and game.over:
        if not game.committed:
            raise CutcardError("the dealer proves nothing: it has not committed to any secret")
        proof = "The cards follow from it."
        if not game.proven:
            proof = (
                "The cards do not follow from it and your nonce alone: others sat at the table, or"
                " they were not dealt fairly. The dealer's record can tell."
            )
        sys.stdout.write(f"The dealer's secret is the one it committed to. {proof}\n")
    return status


class Left(Exception):
    """The person has left the table."""


def _policy(human: bool, chart: str | None, q: str | None, felt: Felt) -> Hits:
    if human:
        return lambda hand, up_card: _ask()
    if q:
        if not Path(q).exists():
            raise CutcardError(f"there is no Q-table {q}: 'cutcard train cs50 --q {q}' makes one")
        return read_table(Path(q)).hits
    found: Chart = load_chart(chart or "coms1018")
    if found.columns == BOTH_CARDS:
        raise CutcardError(f"the chart {chart} needs both dealer cards, and here one is hidden")
    return found.hits


def _ask() -> bool:
    while True:
        key = read_key("[h]it  [s]tand: ")
        if key in (None, "q", "quit"):
            raise Left
        if key in ("h", "hit", "s", "stand"):
            return key in ("h", "hit")


class Guest:
    """Tells a person what happens, and decides by a policy."""

    def __init__(self, felt: Felt, hits: Hits) -> None:
        self._felt = felt
        self._hits = hits
        self._outcomes: dict[str, int] = {}

    def hits(self, hand: Hand, up_card: Card) -> bool:
        return self._hits(hand, up_card)

    def begin(self, number: int) -> None:
        sys.stdout.write(f"\n{self._felt.strong(f'Round {number}')}\n")

    def see(self, hand: Hand, up_card: Card | None) -> None:
        if up_card is not None:
            if len(hand.cards) == 2:
                sys.stdout.write(self._felt.hand("Dealer", Hand((up_card,)), hidden=True))
            sys.stdout.write(self._felt.hand("You", hand))

    def result(self, outcome: str, hand: Hand) -> None:
        word = {"WIN": "You win.", "PUSH": "A push.", "BUST": "Bust."}.get(outcome, "You lose.")
        self._outcomes[outcome] = self._outcomes.get(outcome, 0) + 1
        sys.stdout.write(f"{self._felt.strong(word)}\n")
        sys.stdout.flush()

    def summary(self) -> str:
        """The whole game in a sentence."""
        rounds = sum(self._outcomes.values())
        won = self._outcomes.get("WIN", 0)
        pushed = self._outcomes.get("PUSH", 0)
        lost = rounds - won - pushed
        return f"\n{rounds} rounds: {won} won, {pushed} pushed, {lost} lost.\n"


def _read_address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not host:
        raise Invalid(f"{text!r} is no address: write HOST:PORT, as in 127.0.0.1:8081")
    return host.strip("[]"), read_port(port)
