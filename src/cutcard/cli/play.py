"""`cutcard play`: a game in the terminal, for a person."""

from __future__ import annotations

import shlex
import sys
from typing import Final

from cutcard.blackjack.actions import DEALER, Action, Dealt, Turned
from cutcard.blackjack.chart import Chart
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import Preset
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import HoleCard
from cutcard.blackjack.shoe import shoe_for
from cutcard.cards import Card
from cutcard.cli.arguments import Parser, count, game_of, seed_of
from cutcard.cli.felt import Felt, chips
from cutcard.cli.terminal import read_key
from cutcard.rulebook import whole
from cutcard.streams import stream
from cutcard.table import play

EXAMPLES = """\
  cutcard play                                   Easy Blackjack
  cutcard play vegas-strip                       a casino game
  cutcard play european --rule surrender=early   with a rule changed
  cutcard play single-deck --seed 7              the same cards again

keys: s stand, h hit, d double, p split, r surrender, i insure, n no, ? advice, q leave"""

_KEYS: Final = {
    Action.STAND: "[s]tand",
    Action.HIT: "[h]it",
    Action.DOUBLE: "[d]ouble",
    Action.SPLIT: "s[p]lit",
    Action.SURRENDER: "su[r]render",
    Action.INSURE: "[i]nsure",
    Action.DECLINE: "[n]o, thanks",
}


class Left(Exception):
    """The person has left the table."""


def run(words: list[str]) -> int:
    """Sit a person down at a table."""
    parser = Parser("play", "Play a game in the terminal.", EXAMPLES)
    parser.add_game(default="easy")
    parser.add_chart()
    parser.add_seed()
    parser.add_argument(
        "--bankroll", type=count, default=100, metavar="CHIPS", help="chips to begin with"
    )
    arguments = parser.parse_args(words)
    preset, chart = game_of(arguments)
    seed = seed_of(arguments)
    evening = Evening(preset, chart, seed, arguments.bankroll)
    status = 0
    try:
        evening.play()
    except Left:
        pass
    except KeyboardInterrupt:
        status = 130
    command = f"cutcard play {arguments.game}"
    command += "".join(f" --rule {shlex.quote(change)}" for change in arguments.rule)
    sys.stdout.write(evening.summary(f"{command} --seed {seed}"))
    return status


class Evening:
    """An evening at one table: rounds, bets and the chips that are left."""

    def __init__(self, preset: Preset, chart: Chart, seed: int, bankroll: int) -> None:
        self._preset = preset
        self._rules = preset.rules
        self._shoe = shoe_for(preset.rules, stream(seed, "play"))
        self._felt = Felt()
        self._person = Person(chart, self._felt)
        self._croupier = Croupier(self._felt)
        self._bet = 1
        self._began_with = self._left = bankroll * preset.rules.unit
        self._won = self._pushed = self._lost = 0

    def play(self) -> None:
        """Play until the person leaves or has no chip left."""
        felt = self._felt
        sys.stdout.write(f"{felt.strong(self._preset.title)}. {self._preset.about}\n")
        sys.stdout.write(felt.quiet("Enter deals; ? gives advice; q leaves the table.\n"))
        while self._left >= self._rules.unit:
            self._ask_bet()
            if self._shoe.before_round():
                sys.stdout.write(felt.quiet("The dealer shuffles.\n"))
            self._person.purse = self._left - self._bet * self._rules.unit
            start = Round.start(self._rules, (self._bet,))
            self._croupier.begin(start)
            self._book(play(start, self._shoe, (self._person,), (self._croupier,)))
        sys.stdout.write("You have no chip left.\n")

    def _ask_bet(self) -> None:
        unit = self._rules.unit
        most = self._left // unit
        self._bet = min(self._bet, most)
        while True:
            sys.stdout.write(f"\nYou have {chips(self._left, unit)}. Bet [{self._bet}]: ")
            sys.stdout.flush()
            line = sys.stdin.readline()
            word = line.strip()
            if not line:
                sys.stdout.write("\n")
            if not line or word[:1] in ("q", "Q"):
                raise Left
            if not word:
                return
            try:
                self._bet = whole(word, 1, most)
            except ValueError:
                sys.stdout.write(
                    f"{word!r} is no bet: it takes a whole number from 1 to {most}; q leaves."
                )
            else:
                return

    def _book(self, played: Round) -> None:
        net = played.nets[0]
        self._left += net
        self._won += net > 0
        self._pushed += net == 0
        self._lost += net < 0

    def summary(self, command: str) -> str:
        """What the evening came to, and how to see the same cards again."""
        rounds = self._won + self._pushed + self._lost
        gain = chips(self._left - self._began_with, self._rules.unit, sign=True)
        lines = ["", f"{rounds} rounds: {self._won} won, {self._pushed} pushed, {self._lost} lost."]
        lines.append(f"You leave with {chips(self._left, self._rules.unit)} chips ({gain}).")
        if self._person.decisions:
            lines.append(
                f"You played by the chart in {self._person.as_advised}"
                f" of {self._person.decisions} decisions."
            )
        lines.append(self._felt.quiet(f"The same cards again: {command}"))
        return "\n".join(lines) + "\n"


class Person:
    """A person at the keyboard, who may ask the chart for advice."""

    def __init__(self, chart: Chart, felt: Felt) -> None:
        self._chart = chart
        self._felt = felt
        self.purse = 0
        """Units left to double, split or insure with."""
        self.decisions = 0
        self.as_advised = 0

    def act(self, view: View) -> Action:
        choices = self._affordable(view)
        sys.stdout.write(self._lie_of_the_table(view))
        while True:
            keys = "  ".join(_KEYS[action] for action in choices)
            sys.stdout.write(f"{keys}  {self._felt.quiet('? advice')}: ")
            sys.stdout.flush()
            key = read_key().upper()
            sys.stdout.write(f"{key.strip().lower()}\n")
            if key in ("", "Q"):
                sys.stdout.write("The unfinished round does not count.\n")
                raise Left
            if key == "?":
                sys.stdout.write(self._advice(view, choices))
            for action in choices:
                if key == action.value:
                    self._decide(action, view, choices)
                    return action

    def _affordable(self, view: View) -> tuple[Action, ...]:
        """The legal actions that the person has the chips for."""
        stake = view.boxes[view.at].stake
        costs = {Action.DOUBLE: stake, Action.SPLIT: stake, Action.INSURE: stake // 2}
        return tuple(action for action in view.legal if costs.get(action, 0) <= self.purse)

    def _decide(self, action: Action, view: View, choices: tuple[Action, ...]) -> None:
        stake = view.boxes[view.at].stake
        if action in (Action.DOUBLE, Action.SPLIT):
            self.purse -= stake
        elif action is Action.INSURE:
            self.purse -= stake // 2
        self.decisions += 1
        self.as_advised += action is self._advised(view, choices)

    def _advised(self, view: View, choices: tuple[Action, ...]) -> Action:
        limited = View(view.rules, view.seat, view.dealer, view.boxes, view.at, choices)
        return self._chart.action(limited)

    def _advice(self, view: View, choices: tuple[Action, ...]) -> str:
        return f"The chart says: {self._felt.strong(str(self._advised(view, choices)))}.\n"

    def _lie_of_the_table(self, view: View) -> str:
        hidden = view.rules.hole_card in (HoleCard.PEEK, HoleCard.HIDDEN)
        who = "You" if len(view.boxes) == 1 else f"Your hand {view.at + 1} of {len(view.boxes)}"
        dealer = self._felt.hand("Dealer", view.dealer, hidden=hidden)
        return f"\n{dealer}{self._felt.hand(who, view.hand)}"


class Croupier:
    """Tells what happens at the table as it happens."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._first_cards = 0

    def begin(self, start: Round) -> None:
        """A new round begins; its first cards are dealt without a word."""
        self._first_cards = len(start.owed)

    def see(self, state: Round) -> None:
        """Tell of the cards that come after the first ones, and of the end."""
        for event in state.events:
            if isinstance(event, Dealt) and self._first_cards:
                self._first_cards -= 1
            elif isinstance(event, Dealt) and event.card:
                who = "The dealer draws" if event.to == DEALER else "You draw"
                hand = state.dealer if event.to == DEALER else state.boxes[event.to].hand
                self._tell(who, event.card, hand)
            elif isinstance(event, Turned):
                self._tell("The dealer turns over", event.card, state.dealer)
        if state.over:
            sys.stdout.write(self._end(state))

    def _tell(self, what: str, card: Card, hand: Hand) -> None:
        sys.stdout.write(f"{what} {self._felt.card(card)}: {self._felt.value(hand)}.\n")

    def _end(self, state: Round) -> str:
        felt = self._felt
        lines = ["\n" + felt.hand("Dealer", state.dealer, hidden=state.hole is not None)]
        for number, box in enumerate(state.boxes, start=1):
            who = "You" if len(state.boxes) == 1 else f"Your hand {number}"
            lines.append(felt.hand(who, box.hand))
            lines.append(f"  {felt.outcome(box, state.rules.unit)}\n")
        gained = state.nets[0] - sum(box.net for box in state.boxes)
        if any(state.insurance):
            lines.append(f"  insurance {chips(gained, state.rules.unit, sign=True)}\n")
        return "".join(lines)
