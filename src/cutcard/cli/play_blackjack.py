"""Blackjack in the terminal, for a person."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from cutcard.blackjack.actions import DEALER, Action, Dealt, Turned
from cutcard.blackjack.chart import Chart
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import Phase, Round, View
from cutcard.blackjack.rules import HoleCard
from cutcard.blackjack.session import Onlooker, Session
from cutcard.blackjack.shoe import shoe_for
from cutcard.cards import Card
from cutcard.cli.arguments import command_of, game_of
from cutcard.cli.felt import Felt, chips
from cutcard.cli.terminal import read_key
from cutcard.rulebook import whole
from cutcard.streams import stream

_KEYS: Final = {
    Action.STAND: "[s]tand",
    Action.HIT: "[h]it",
    Action.DOUBLE: "[d]ouble",
    Action.SPLIT: "s[p]lit",
    Action.SURRENDER: "su[r]render",
    Action.INSURE: "[i]nsure",
    Action.DECLINE: "[n]o, thanks",
}

_DEALERS_TURN: Final = (Phase.DEALER, Phase.OVER)


class Left(Exception):
    """The person has left the table."""


def sit_down(arguments: argparse.Namespace) -> int:
    """Sit a person down at a blackjack table."""
    preset, chart = game_of(arguments)
    seed: int = arguments.seed
    felt = Felt()
    person = Person(chart, felt, preset.rules.unit)
    score = Score()
    session = Session(
        preset.rules,
        shoe_for(preset.rules, stream(seed, "play")),
        person,
        bankroll=arguments.bankroll,
        onlookers=(Croupier(felt), score),
    )
    sys.stdout.write(f"{felt.strong(preset.title)}. {preset.about}\n")
    sys.stdout.write(felt.quiet("Enter deals; ? gives advice; q leaves the table.\n"))
    status = 0
    try:
        while session.solvent:
            session.play_round()
        sys.stdout.write("You have no chip left.\n")
    except Left:
        pass
    except KeyboardInterrupt:
        status = 130
    gain = session.bankroll - arguments.bankroll * preset.rules.unit
    sys.stdout.write(
        f"\n{score.text()}\n"
        f"You leave with {chips(session.bankroll, preset.rules.unit)} chips"
        f" ({chips(gain, preset.rules.unit, sign=True)}).\n"
        f"{person.text()}"
        + felt.quiet(f"The same cards again: {command_of('play', arguments)} --seed {seed}\n")
    )
    return status


class Score(Onlooker):
    """Counts rounds won, pushed and lost."""

    def __init__(self) -> None:
        self._won = self._pushed = self._lost = 0

    def see(self, state: Round) -> None:
        if state.over:
            net = state.nets[0]
            self._won += net > 0
            self._pushed += net == 0
            self._lost += net < 0

    def text(self) -> str:
        """The score in a sentence."""
        rounds = self._won + self._pushed + self._lost
        counted = f"{rounds} rounds" if rounds != 1 else "1 round"
        return f"{counted}: {self._won} won, {self._pushed} pushed, {self._lost} lost."


class Person:
    """A person at the keyboard, who may ask the chart for advice."""

    def __init__(self, chart: Chart, felt: Felt, unit: int) -> None:
        self._chart = chart
        self._felt = felt
        self._unit = unit
        self._bet = 1
        self._purse = 0  # units left to double, split or insure with
        self._decisions = 0
        self._as_advised = 0

    def bet(self, bankroll: int, minimum: int) -> int:
        self._bet = min(self._bet, bankroll)
        while True:
            sys.stdout.write(f"Bet [{self._bet}]: ")
            sys.stdout.flush()
            line = sys.stdin.readline()
            word = line.strip()
            if not line:
                sys.stdout.write("\n")
            if not line or word[:1] in ("q", "Q"):
                raise Left
            try:
                self._bet = whole(word or self._bet, minimum, bankroll)
            except ValueError:
                sys.stdout.write(
                    f"{word!r} is no bet: it takes a whole number from {minimum} to {bankroll};"
                    " q leaves the table.\n"
                )
            else:
                self._purse = (bankroll - self._bet) * self._unit
                return self._bet

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
            advised = self._advised(view, choices)
            if key == "?":
                sys.stdout.write(f"The chart says: {self._felt.strong(str(advised))}.\n")
            for action in choices:
                if key == action.value:
                    self._purse -= self._costs(view).get(action, 0)
                    self._decisions += 1
                    self._as_advised += action is advised
                    return action

    def expose(self, card: Card) -> None:
        pass

    def shuffled(self) -> None:
        pass

    def text(self) -> str:
        """How well the person played, in a sentence."""
        if not self._decisions:
            return ""
        return f"You played by the chart in {self._as_advised} of {self._decisions} decisions.\n"

    @staticmethod
    def _costs(view: View) -> dict[Action, int]:
        """What an action adds to the stake, in units."""
        stake = view.boxes[view.at].stake
        return {Action.DOUBLE: stake, Action.SPLIT: stake, Action.INSURE: stake // 2}

    def _affordable(self, view: View) -> tuple[Action, ...]:
        """The legal actions that the person has the chips for."""
        costs = self._costs(view)
        return tuple(action for action in view.legal if costs.get(action, 0) <= self._purse)

    def _advised(self, view: View, choices: tuple[Action, ...]) -> Action:
        limited = View(view.rules, view.seat, view.dealer, view.boxes, view.at, choices)
        return self._chart.action(limited)

    def _lie_of_the_table(self, view: View) -> str:
        hidden = view.rules.hole_card in (HoleCard.PEEK, HoleCard.HIDDEN)
        who = "You" if len(view.boxes) == 1 else f"Your hand {view.at + 1} of {len(view.boxes)}"
        dealer = self._felt.hand("Dealer", view.dealer, hidden=hidden)
        return f"\n{dealer}{self._felt.hand(who, view.hand)}"


class Croupier(Onlooker):
    """Tells what happens at the table as it happens."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt

    def round_began(self, session: Session) -> None:
        sys.stdout.write(f"\nYou have {chips(session.bankroll, session.rules.unit)}. ")

    def shuffled(self, session: Session) -> None:
        sys.stdout.write(self._felt.quiet("The dealer shuffles.\n"))

    def see(self, state: Round) -> None:
        for event in state.events:
            match event:
                case Dealt(to, card) if card is not None and self._follows_an_action(state, to):
                    who = "The dealer draws" if to == DEALER else "You draw"
                    hand = state.dealer if to == DEALER else state.boxes[to].hand
                    self._tell(who, card, hand)
                case Turned(card):
                    self._tell("The dealer turns over", card, state.dealer)
        if state.over:
            sys.stdout.write(self._end(state))

    @staticmethod
    def _follows_an_action(state: Round, to: int) -> bool:
        """The first two cards of a hand, and the dealer's, are dealt without a word."""
        held = state.dealer if to == DEALER else state.boxes[to].hand
        split = to >= 0 and state.boxes[to].split
        return len(held.cards) > 2 or split or (to == DEALER and state.phase in _DEALERS_TURN)

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
