"""The fifth task: a whole game, with advice."""

from __future__ import annotations

from typing import TextIO

from cutcard.blackjack.actions import DEALER, Action, Dealt
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.round import Phase, Round, View
from cutcard.cards import Card
from cutcard.driver import play
from cutcard.editions.coms1018.deck import TutorDeck
from cutcard.editions.coms1018.tutor import get_advice, output_score
from cutcard.input_words import read_words


class EndOfInput(Exception):
    """The input ended where an answer was asked for."""


class Person:
    """Answers the original's questions, word by word."""

    def __init__(self, typed: TextIO, out: TextIO) -> None:
        self._words = read_words(typed)
        self._out = out

    def act(self, view: View) -> Action:
        while True:
            answer = self.ask("(H)it, (S)tand, or (A)dvice? ", "HSA")
            if answer != "A":
                return Action(answer)
            advice = get_advice(_texts(view.hand), _text(view.dealer.cards[0]))
            self._out.write(f"Advice: {advice}\n")

    def ask(self, question: str, answers: str) -> str:
        """Ask until the first letter typed is one of ``answers``, and return that one."""
        while True:
            self._out.write(question)
            self._out.flush()
            word = next(self._words, None)
            if word is None:
                raise EndOfInput
            for answer in answers:
                if word[0] in (answer, answer.lower()):
                    return answer
            self._out.write(f"Invalid input '{word}'\n")


class Printer:
    """Shows hands as they grow, and who wins."""

    def __init__(self, out: TextIO, *, as_distributed: bool) -> None:
        self._out = out
        # The program as it was distributed differs from the text of the original.
        self._arrow = "  ->" if as_distributed else " ->"
        self._rule = "*" * (42 if as_distributed else 5)

    def see(self, state: Round) -> None:
        for event in state.events:
            if isinstance(event, Dealt) and state.phase is not Phase.DEAL:
                if event.to == DEALER:
                    self._show("Dealer", state.dealer)
                else:
                    if len(state.boxes[0].hand.cards) == 2:
                        self._show("Dealer", state.dealer)
                    self._show("Player", state.boxes[0].hand)
        if state.over:
            net = state.nets[0]
            outcome = "Player wins!" if net > 0 else "Dealer wins!" if net < 0 else "Push!"
            self._out.write(f"{outcome}\n{self._rule}\n")

    def _show(self, who: str, hand: Hand) -> None:
        cards = _texts(hand)
        self._out.write(f"{who} shows {' '.join(cards)}{self._arrow} {output_score(cards)}\n")


def play_game(typed: TextIO, out: TextIO, *, as_distributed: bool, seed: int) -> None:
    """Play rounds until the person quits or the input ends."""
    start = Round.start(load_preset("coms1018").rules)
    deck = TutorDeck(seed)
    person = Person(typed, out)
    printer = Printer(out, as_distributed=as_distributed)
    try:
        while person.ask("(N)ew round or (Q)uit? ", "NQ") == "N":
            deck.before_round()
            play(start, deck, (person,), (printer,))
    except EndOfInput:
        if typed.isatty():
            out.write("\n")


def _text(card: Card) -> str:
    return card.text.replace("T", "10")


def _texts(hand: Hand) -> list[str]:
    return [_text(card) for card in hand.cards]
