"""`cutcard join`: sit down at a dealer's table over the network."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.chart import BOTH_CARDS, Chart
from cutcard.cards import Card
from cutcard.cli.arguments import VerbParser, read_port
from cutcard.cli.terminal import Left, read_key, say, tell
from cutcard.commandline import typed
from cutcard.errors import CutcardError, Invalid, quoted
from cutcard.files import write_whole
from cutcard.learn.qtable import read_table
from cutcard.net.arguments import add_patience, read_name
from cutcard.net.entries import Ending
from cutcard.net.line import connect, play
from cutcard.net.messages import LONGEST_NAME
from cutcard.net.player import Game
from cutcard.net.proof import Breach, Proof
from cutcard.net.record import Record
from cutcard.net.rounds import RULES
from cutcard.report.felt import Felt

EXAMPLES = """\
  cutcard join 127.0.0.1:8081 --name ann --human      play yourself
  cutcard join 127.0.0.1:8081 --name bot              let a chart play
  cutcard join 127.0.0.1:8081 --name bot --q qInfo    let a Q-table play
  cutcard join 127.0.0.1:8081 --name ann --fair       have every card proven
  cutcard join 127.0.0.1:8081 --name ann --fair --record mine.jsonl"""

Hits = Callable[[Hand, Card], bool]


def run(words: list[str]) -> int:
    """Play at a dealer's table until the dealer says QUIT."""
    arguments = _parser().parse_args(words)
    name = read_name(arguments.name)
    if not arguments.fair and (arguments.record or arguments.evidence):
        raise CutcardError("--record and --evidence go with --fair: nothing else is worth keeping")
    name = name[:LONGEST_NAME]  # the dealer keeps no more of it
    felt = Felt()
    person = Person() if arguments.human else None
    guest = TableTeller(felt, person.hits if person else _policy(arguments.chart, arguments.q))
    record = Record(Path(arguments.record), "player") if arguments.record else None
    if record and record.dropped:
        tell(record.dropped)
    proof = None
    if arguments.fair:
        proof = Proof(name, record, proven=guest.proven, ended=guest.ended)
    try:
        return _play(arguments, Game(name, guest, proof), guest, person, proof)
    finally:
        if record:
            tell(f"the last seal of {arguments.record} is {record.last}")
            record.close()


def _parser() -> VerbParser:
    parser = VerbParser("join", "Sit down at a dealer's table over the network.", EXAMPLES)
    parser.add_argument("address", type=typed(_read_address), metavar="HOST:PORT")
    parser.add_argument("--name", required=True, help="who you are, in one word")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--human", action="store_true", help="you play")
    who.add_argument("--chart", metavar="NAME|FILE", help="a chart plays (default: coms1018)")
    who.add_argument("--q", metavar="FILE", help="a Q-table plays")
    parser.add_argument(
        "--fair", action="store_true", help="take part in the shuffle, and check every card"
    )
    parser.add_argument("--record", metavar="FILE", help="write down what you saw; with --fair")
    parser.add_argument(
        "--evidence",
        metavar="FILE",
        help="where to write what shows that a check has failed"
        " (default: cutcard-evidence-TABLE-ROUND.json)",
    )
    add_patience(parser)
    return parser


def _play(
    arguments: Namespace, game: Game, guest: TableTeller, person: Person | None, proof: Proof | None
) -> int:
    """Play to the end, however it comes, and report the result."""
    host, port = arguments.address
    status = 0

    def waiting() -> None:
        tell(f"waiting for the dealer at {host} port {port} to begin")

    with connect(host, port) as connection:
        try:
            play(
                connection,
                game,
                patience=arguments.patience,
                waiting=waiting,
                ended=person.game_ended if person else None,
            )
        except (KeyboardInterrupt, Left):
            status = 130
        except Breach as breach:
            sys.stdout.write(guest.summary())
            raise CutcardError(_accusation(breach, arguments.evidence)) from None
        except CutcardError:
            sys.stdout.write(guest.summary())
            raise
        except OSError:  # nobody reads our output: that is not the dealer's fault
            game.leave(own_fault=True)
            raise
        finally:
            game.leave()
    sys.stdout.write(guest.summary())
    if game.unfinished:
        raise CutcardError(game.unfinished)
    if proof and not status:
        if not proof.number:
            raise CutcardError("the dealer proves nothing: it has ended before the first round")
        if proof.counts["played"]:
            sys.stdout.write(
                "All cards and results of the rounds played follow from what everybody had been"
                " bound to before.\n"
            )
    return status


def _accusation(breach: Breach, file: str | None) -> str:
    """What the dealer has done, and where the evidence is."""
    table, number = breach.evidence["table"], breach.evidence["round"]
    path = Path(file or f"cutcard-evidence-{table[:8]}-{number}.json")
    again = 1
    while not file and path.exists():  # a dealer names its table, and could name one twice
        again += 1
        path = Path(f"cutcard-evidence-{table[:8]}-{number}-{again}.json")
    try:
        write_whole(path, json.dumps(breach.evidence, indent=2) + "\n", "the evidence")
    except CutcardError as error:
        return f"{breach}; {error}"
    return f"{breach}; the evidence is in {path}"


def _policy(chart: str | None, q: str | None) -> Hits:
    if q:
        if not Path(q).exists():
            raise CutcardError(f"there is no Q-table {q}: 'cutcard train cs50 --q {q}' makes one")
        return read_table(Path(q)).hits
    found: Chart = load_chart(chart or "coms1018")
    if found.columns == BOTH_CARDS:
        raise CutcardError(f"the chart {chart} needs both dealer cards, and here one is hidden")
    return found.hits


class Person:
    """A person at the keyboard, who may be choosing when the dealer ends the game."""

    def __init__(self) -> None:
        self._too_late = False
        self._choosing = False

    def game_ended(self) -> None:
        """Say, if a key is waited for, that it no longer matters which."""
        self._too_late = True
        if self._choosing:
            tell("the dealer has ended the game meanwhile; any key goes on")

    def hits(self, hand: Hand, up_card: Card) -> bool:
        # Set before the other flag is read, as the other thread does it the other way round: a
        # game that ends at this very moment is either told of or not asked about.
        self._choosing = True
        try:
            return self._choose()
        finally:
            self._choosing = False

    def _choose(self) -> bool:
        while True:
            key = "" if self._too_late else read_key("[h]it  [s]tand: ")
            if self._too_late:
                return False
            if key in (None, "q", "quit"):
                raise Left
            if key in ("h", "hit", "s", "stand"):
                return key in ("h", "hit")
            if key and key.isprintable():
                say(f"{quoted(key)} is neither: h hits, s stands, q leaves the table.\n")


class TableTeller:
    """Tells a person what happens, and decides by a policy."""

    def __init__(self, felt: Felt, hits: Hits) -> None:
        self._felt = felt
        self._hits = hits
        self._outcomes: Counter[str] = Counter()
        self._outcome = ""
        """The last result shown, which counts unless the round turns out not to be proven."""

    def hits(self, hand: Hand, up_card: Card) -> bool:
        return self._hits(hand, up_card)

    def begin(self, number: int) -> None:
        sys.stdout.write(f"\n{self._felt.strong(f'Round {number}')}\n")

    def see(self, hand: Hand, up_card: Card | None) -> None:
        if up_card is not None:
            if len(hand.cards) == 2:
                sys.stdout.write(self._felt.dealer(RULES, Hand((up_card,)), hidden=True))
            sys.stdout.write(self._felt.hand("You", hand))

    def result(self, outcome: str, hand: Hand) -> None:
        word = {"WIN": "You win.", "PUSH": "A push.", "BUST": "Bust."}.get(outcome, "You lose.")
        self._outcome = outcome
        self._outcomes[outcome] += 1
        sys.stdout.write(f"{self._felt.strong(word)}\n")
        sys.stdout.flush()

    def proven(self, dealer: Hand) -> None:
        """The round is proven, and with it the dealer's whole hand."""
        self._outcome = ""
        sys.stdout.write(self._felt.dealer(RULES, dealer))
        sys.stdout.flush()

    def ended(self, how: Ending, why: str) -> None:
        """A round was not played to its end."""
        if self._outcome:
            self._outcomes[self._outcome] -= 1
            self._outcome = ""
        self._outcomes[how] += 1
        counts = " It counts as won." if how == "broken off" else ""
        sys.stdout.write(f"{self._felt.strong(f'This round is {how}')}: {why}.{counts}\n")
        sys.stdout.flush()

    def summary(self) -> str:
        """The whole game in a sentence."""
        told = {how: count for how, count in self._outcomes.items() if how.isupper()}
        rounds, won, pushed = sum(told.values()), told.get("WIN", 0), told.get("PUSH", 0)
        text = (
            f"\n{rounds} round{'' if rounds == 1 else 's'}: {won} won, {pushed} pushed,"
            f" {rounds - won - pushed} lost"
        )
        for how, note in (
            ("void", ""),
            ("broken off", " (counted as won)"),
            ("late", ""),
            ("failed", ""),
        ):
            if self._outcomes.get(how):
                text += f"; {self._outcomes[how]} {how}{note}"
        return f"{text}.\n"


def _read_address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not host:
        raise Invalid(f"{text!r} is not an address: write HOST:PORT, as in 127.0.0.1:8081")
    return host.strip("[]"), read_port(port)
