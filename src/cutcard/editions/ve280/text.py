"""What the original prints, as it happens."""

from __future__ import annotations

from typing import TextIO

from cutcard.blackjack.actions import DEALER, Acted, Action, Dealt, Turned
from cutcard.blackjack.box import Fate
from cutcard.blackjack.round import Round
from cutcard.blackjack.session import Onlooker, Session
from cutcard.editions.ve280.adts import Player
from cutcard.shoes import RiffledDeck


class Printer(Onlooker):
    """Announces a session in the original's words, and tells the player right after."""

    def __init__(self, deck: RiffledDeck, player: Player, out: TextIO) -> None:
        self._deck = deck
        self._player = player
        self._write = out.write

    def round_began(self, session: Session) -> None:
        self._write(f"# Hand {session.rounds} bankroll {session.bankroll}\n")

    def shuffled(self, session: Session) -> None:
        self.announce_shuffle()

    def announce_shuffle(self) -> None:
        """Tell the cuts of the last shuffle."""
        cuts = "".join(f"cut at {cut}\n" for cut in self._deck.cuts)
        self._write(f"# Shuffling the deck\n{cuts}")
        self._player.shuffled()

    def bet_placed(self, session: Session, bet: int) -> None:
        self._write(f"# Player bets {bet}\n")

    def see(self, state: Round) -> None:
        for event in state.events:
            match event:
                case Dealt(to, card) if card is not None:
                    who = "Dealer" if to == DEALER else "Player"
                    self._write(f"{who} dealt {card.name}\n")
                    self._player.expose(card)
                case Acted(action=Action.STAND):
                    self._announce_player(state)
                case Turned(card):
                    self._write(f"Dealer's hole card is {card.name}\n")
                    self._player.expose(card)
        if state.over:
            self._announce_end(state)

    def _announce_player(self, state: Round) -> None:
        self._write(f"Player's total is {state.boxes[0].hand.total}\n")

    def _announce_end(self, state: Round) -> None:
        box = state.boxes[0]
        if box.fate is Fate.BLACKJACK:
            self._write("# Player dealt natural 21\n")
        elif box.fate is Fate.BUST:
            self._announce_player(state)
            self._write("# Player busts\n")
        else:
            if state.dealer.bust:
                outcome = "Dealer busts"
            elif box.net:
                outcome = "Player wins" if box.net > 0 else "Dealer wins"
            else:
                outcome = "Push"
            self._write(f"Dealer's total is {state.dealer.total}\n# {outcome}\n")

    def announce_outcome(self, session: Session) -> None:
        """Tell what is left in the end."""
        self._write(f"# Player has {session.bankroll} after {session.rounds} hands\n")
