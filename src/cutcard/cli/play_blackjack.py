"""Blackjack in the terminal, for a person."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from cutcard.blackjack.actions import DEALER, Action, Dealt, Turned
from cutcard.blackjack.presets import is_made_for_it
from cutcard.blackjack.round import Phase, Round, View
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.seat import Player
from cutcard.blackjack.session import Onlooker, Session
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.tray import Tray
from cutcard.cards import Card
from cutcard.cli.arguments import command_of, game_of
from cutcard.cli.keys import keys_of
from cutcard.cli.play_counting import (
    ask_count,
    bet_advice,
    counting_words,
    introduction,
    lesson_of,
    play_advice,
)
from cutcard.cli.terminal import Left, one_key_is_enough, read_entry, read_key, say
from cutcard.errors import quoted
from cutcard.folding import unbroken
from cutcard.input_words import InvalidInput
from cutcard.lab.guests import Guest
from cutcard.lab.strangers import PlayerFailed, seconds_of
from cutcard.report.decisions import advice_lines, basis
from cutcard.report.felt import Felt, chips
from cutcard.report.reckonings import (
    CHART_AND_COUNT,
    THE_CHART,
    counting_text,
    departures_text,
    kept_text,
    mistakes_text,
)
from cutcard.rulebook import whole
from cutcard.streams import stream
from cutcard.study.coach import Move, judge, values_of
from cutcard.study.count_lesson import CountLesson

_DEALERS_TURN: Final = (Phase.DEALER, Phase.OVER)


def sit_down(arguments: argparse.Namespace) -> int:
    """Sit a person down at a blackjack table, with an adviser behind them if one is asked for."""
    try:
        if arguments.adviser is None:
            return _play(arguments, None)
        guest = Guest(arguments.adviser, seconds_of(arguments))
        with guest.seated(stream(arguments.seed, "adviser")) as adviser:
            return _play(arguments, adviser)
    except PlayerFailed as failure:
        sys.stderr.write(failure.told("cutcard", traceback=arguments.traceback))
        return 1


def _play(arguments: argparse.Namespace, adviser: Player | None) -> int:
    preset, chart = game_of(arguments)
    seed: int = arguments.seed
    if arguments.bankroll is None:
        arguments.bankroll = 100
    felt = Felt()
    person = Person(chart, felt, preset.rules)
    lesson = lesson_of(arguments, preset.rules, chart)
    if lesson is not None:
        person.counts_with(lesson)
    if adviser is not None:
        person.advised_by(adviser, arguments.adviser)
    score = RoundCounter()
    croupier = Croupier(felt)
    session = Session(
        preset.rules,
        shoe_for(preset.rules, stream(seed, "play")),
        person,
        bankroll=arguments.bankroll,
        onlookers=(croupier, score),
    )
    say(f"{felt.strong(preset.title)}. {preset.about}".strip() + "\n")
    if arguments.chart is None and not is_made_for_it(preset):
        say(felt.quiet(f"Advice is by the chart {preset.chart}, which is for other rules.\n"))
    say(felt.quiet("Enter deals; ? gives advice; q leaves the table.\n"))
    if lesson is not None:
        say(felt.quiet(introduction(lesson, preset.rules)))
    status = 0
    failed: InvalidInput | PlayerFailed | None = None
    try:
        while session.solvent:
            session.play_round()
        say("You have no whole chip left.\n")
    except (Left, KeyboardInterrupt, InvalidInput, PlayerFailed) as ending:
        if croupier.in_play:
            say("\nThe unfinished round does not count.\n")
        status = 130 if isinstance(ending, KeyboardInterrupt) else 0
        failed = ending if isinstance(ending, InvalidInput | PlayerFailed) else None
    again = f"{command_of('play', arguments)}{counting_words(arguments)}"
    again += f" --bankroll {arguments.bankroll} --seed {seed}"
    gain = session.bankroll - arguments.bankroll * preset.rules.unit
    say(
        f"\n{score.text()}\n"
        f"You leave with {chips(session.bankroll, preset.rules.unit)} chips"
        f" ({chips(gain, preset.rules.unit, sign=True)}).\n"
    )
    say(person.text() + felt.quiet(f"The same cards again: {unbroken(again)}\n"))
    if failed is not None:
        raise failed
    return status


class RoundCounter(Onlooker):
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
    """A person at the keyboard, who may ask what each action is worth."""

    def __init__(self, chart: Chart, felt: Felt, rules: Rules) -> None:
        self._chart = chart
        self._felt = felt
        self._tray = Tray(rules.finite_decks)
        self._bet = 1
        self._moves: list[Move] = []
        self._asked = False
        self._adviser: Player | None = None
        self._name = ""
        self._lesson: CountLesson | None = None

    def counts_with(self, lesson: CountLesson) -> None:
        """Count the cards, and be asked for the count now and then."""
        self._lesson = lesson

    def advised_by(self, adviser: Player, name: str) -> None:
        """Listen to a player of one's own, too, who sees and hears what the person does."""
        self._adviser, self._name = adviser, name

    def bet(self, bankroll: int, minimum: int) -> int:
        self._bet = min(self._bet, bankroll)
        if self._adviser is not None:
            wanted = self._adviser.bet(bankroll, minimum)
        if self._lesson is not None and self._lesson.begin_round(bankroll, minimum):
            ask_count(self._lesson)
        # Where every bet has one digit, pressing that digit is enough.
        digits = bankroll < 10 and one_key_is_enough()
        prompt = f"Bet [{self._bet}], one key: " if digits else f"Bet [{self._bet}]: "
        while True:
            word = read_entry(prompt, "q? 123456789" if digits else "q? ")
            if word is None or word.lower() in ("q", "quit"):
                raise Left
            if word == "?":
                number = "the key" if digits else "a number"
                say(
                    f"Enter bets {self._bet}; {number} from {minimum} to {bankroll} bets that;"
                    " q leaves the table.\n"
                )
                if self._adviser is not None:
                    say(f"{self._name} would bet {self._felt.strong(str(wanted))}.\n")
                if self._lesson is not None:
                    say(bet_advice(self._lesson))
                continue
            try:
                self._bet = whole(word or self._bet, minimum, bankroll)
            except ValueError:
                say(
                    f"{quoted(word)} is not a bet: it takes a whole number from {minimum} to"
                    f" {bankroll}; q leaves the table.\n"
                )
            else:
                self._tray.round_began()
                if self._lesson is not None:
                    self._lesson.bet(self._bet)
                return self._bet

    def act(self, view: View) -> Action:
        say(self._lie_of_the_table(view))
        lesson = self._lesson
        advised = self._chart.action(view) if lesson is None else lesson.advised(view)
        while True:
            key = read_key(f"{keys_of(view.legal)}  {self._felt.quiet(unbroken('? advice'))}: ")
            if key in (None, "q", "quit"):
                raise Left
            if key == "?":
                self._advise(view, advised)
                continue
            for action in view.legal:
                if key in (action.value.lower(), str(action)):
                    seen = self._tray.seen
                    self._moves.append(Move(view, seen, action, advised, self._bet))
                    return action
            say(f"{quoted(key)} is not one of them.\n" if key and key.isprintable() else "")

    def dealt(self) -> None:
        self._tray.dealt()
        if self._lesson is not None:
            self._lesson.dealt()
        if self._adviser is not None:
            self._adviser.dealt()

    def expose(self, card: Card) -> None:
        self._tray.expose(card)
        if self._lesson is not None:
            self._lesson.expose(card)
        if self._adviser is not None:
            self._adviser.expose(card)

    def shuffled(self) -> None:
        self._tray.shuffled()
        if self._lesson is not None:
            self._lesson.shuffled()
        if self._adviser is not None:
            self._adviser.shuffled()

    def text(self) -> str:
        """How well the person played, and what the mistakes cost.

        Somebody who kept to the chart and never asked for values does not have to wait for them.
        """
        counted = "" if self._lesson is None else counting_text(self._lesson)
        if not self._moves:
            return counted
        by = THE_CHART if self._lesson is None else CHART_AND_COUNT
        kept = counted + kept_text(self._moves, by)
        if not self._asked and not any(move.departs for move in self._moves):
            return kept
        say(kept)
        sys.stdout.flush()
        try:
            return mistakes_text(judge(self._moves), self._felt, by)
        except KeyboardInterrupt:
            return departures_text(self._moves, self._felt, by)

    def _advise(self, view: View, advised: Action) -> None:
        """Say what the chart plays, and what each action is worth."""
        self._asked = True
        if self._lesson is None:
            say(f"The chart says: {self._felt.strong(str(advised))}.\n")
        else:
            say(play_advice(self._lesson, view, self._chart.action(view), self._felt))
        if self._adviser is not None:
            say(f"{self._name} says: {self._felt.strong(str(self._adviser.act(view)))}.\n")
        sys.stdout.flush()
        values = values_of(view, self._tray.seen)
        if values.advice:
            say(f"{basis(values, self._tray.seen)}:\n")
            say("\n".join(advice_lines(values.advice, self._felt.ink)) + "\n")

    def _lie_of_the_table(self, view: View) -> str:
        hidden = view.rules.hole_card in (HoleCard.PEEK, HoleCard.HIDDEN)
        who = "You" if len(view.boxes) == 1 else f"Your hand {view.at + 1} of {len(view.boxes)}"
        dealer = self._felt.dealer(view.rules, view.dealer, hidden=hidden)
        return f"\n{dealer}{self._felt.hand(who, view.hand)}"


class Croupier(Onlooker):
    """Tells what happens at the table as it happens."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self.in_play = False
        """A round is being played."""

    def bet_placed(self, session: Session, bet: int) -> None:
        self.in_play = True

    def round_began(self, session: Session) -> None:
        say(f"\nYou have {chips(session.bankroll, session.rules.unit)}. ")

    def shuffled(self, session: Session) -> None:
        say(self._felt.quiet("The dealer shuffles.\n"))

    def see(self, state: Round) -> None:
        dealers = self._felt.dealer_value(state.rules, state.dealer)
        for event in state.events:
            match event:
                case Dealt(to, card) if card is not None and self._follows_an_action(state, to):
                    if to == DEALER:
                        self._tell("The dealer draws", card, dealers)
                    else:
                        self._tell("You draw", card, self._felt.value(state.boxes[to].hand))
                case Turned(card):
                    self._tell("The dealer turns over", card, dealers)
        if state.over:
            self.in_play = False
            say(self._end(state))

    @staticmethod
    def _follows_an_action(state: Round, to: int) -> bool:
        """Whether the card is worth a line: the first two of a hand are dealt without one."""
        held = state.dealer if to == DEALER else state.boxes[to].hand
        split = to >= 0 and state.boxes[to].split
        return len(held.cards) > 2 or split or (to == DEALER and state.phase in _DEALERS_TURN)

    def _tell(self, what: str, card: Card, value: str) -> None:
        say(f"{what} {self._felt.card(card)}: {value}.\n")

    def _end(self, state: Round) -> str:
        felt = self._felt
        hidden = state.hole is not None
        lines = ["\n" + felt.dealer(state.rules, state.dealer, hidden=hidden)]
        for number, box in enumerate(state.boxes, start=1):
            who = "You" if len(state.boxes) == 1 else f"Your hand {number}"
            lines.append(felt.hand(who, box.hand, box.fate))
            lines.append(f"  {felt.outcome(box, state.rules.unit)}\n")
        gained = state.nets[0] - sum(box.net for box in state.boxes)
        if any(state.insurance):
            lines.append(f"  insurance {chips(gained, state.rules.unit, sign=True)}\n")
        return "".join(lines)
