"""The original's driver: plays hands with any player that has the original's four operations."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.round import View
from cutcard.blackjack.session import Session
from cutcard.cards import Card
from cutcard.editions.ve280.adts import Hand, Player, new_cuts
from cutcard.editions.ve280.text import Printer
from cutcard.errors import Invalid
from cutcard.own_numbers import whole_number
from cutcard.shoes import RiffledDeck

OPERATIONS: Final = ("bet", "draw", "expose", "shuffled")


class Seated:
    """A player of the original's at the core's table, which asks another question.

    The player learns from the printer what is dealt and shuffled, once it is announced.
    """

    def __init__(self, player: Player) -> None:
        self._player = player

    def bet(self, bankroll: int, minimum: int) -> int:
        return self._player.bet(bankroll, minimum)

    def act(self, view: View) -> Action:
        hand = Hand()
        for card in view.hand.cards:
            hand.add_card(card)
        draws = self._player.draw(view.dealer.cards[0], hand)
        return Action.HIT if draws else Action.STAND

    def dealt(self) -> None:
        pass

    def expose(self, card: Card) -> None:
        pass

    def shuffled(self) -> None:
        pass


def deal_hands(
    bankroll: int, minimum: int, hands: int, player: Player, cuts: Iterable[int] = ()
) -> None:
    """Play at most ``hands`` hands, as long as the bankroll lasts, and print them.

    The bankroll limits every bet: nothing is played on credit.
    ``cuts`` are those of the first shuffle; without any, they are random.
    """
    bankroll = whole_number(bankroll, "a bankroll", 0)
    minimum = whole_number(minimum, "a minimum bet", 1)
    hands = whole_number(hands, "a number of hands")
    if missing := [name for name in OPERATIONS if not callable(getattr(player, name, None))]:
        raise Invalid(
            f"{player!r} is not a player: it has no {' and no '.join(missing)}; a player has the"
            f" operations {', '.join(OPERATIONS)}"
        )
    if not isinstance(cuts, Iterable):
        raise Invalid(f"{cuts!r} are not cuts: it takes a sequence of numbers from 0 to 52")
    rules = load_preset("ve280").rules
    deck = RiffledDeck(new_cuts(), reshuffle_below=rules.reshuffle_below, first_cuts=cuts)
    printer = Printer(deck, player, sys.stdout)
    session = Session(
        rules,
        deck,
        Seated(player),
        bankroll=bankroll,
        minimum=minimum,
        onlookers=(printer,),
    )
    printer.announce_shuffle()
    while session.solvent and session.rounds < hands:
        session.play_round()
    printer.announce_outcome(session)
