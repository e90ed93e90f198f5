"""Dealers who cheat with time, with endings and with terms, one trick each."""

from __future__ import annotations

import time

from net.crooked import HungUp, Trick, result_of, thinking, total

from cutcard.blackjack.hand import Hand
from cutcard.cards import DECK, Card
from cutcard.net.fair import mix

# Endings.


class RevealWithheldByQuit(Trick):
    """QUIT comes after the result, instead of the secret."""

    caught = "broken off"
    says = "broken off: the dealer has told the result and withheld its secret"

    def reveal(self) -> None:
        self.say("QUIT")
        raise HungUp


class RevealWithheldBySilence(Trick):
    """Nothing comes after the result."""

    caught = "broken off"
    says = "broken off: the dealer has told the result and withheld its secret"
    patience = 0.3

    def reveal(self) -> None:
        self.hear()


class RevealWithheldByCutLine(Trick):
    """The line is cut after the result."""

    caught = "broken off"
    says = "broken off: the dealer has told the result and withheld its secret"

    def reveal(self) -> None:
        self.cut()


class WithholdsNonceWhenWeWouldWin(Trick):
    """An invented seat does not show its nonce in rounds that the player would win."""

    caught = "broken off"
    says = "2 rounds were broken off after you had shown your nonce: you have left the table"
    seats = 2
    rounds = 500

    def round(self) -> None:
        self.commit()
        self.bind()
        self.nonces[self.seat] = bytes.fromhex(self.hear("NONCE"))
        self.shuffle()
        hand = [self.due(self.seat, 0), self.due(self.seat, 1)]
        if result_of(hand, self.dealers_hand()) == "WIN":
            self.say("BROKEN 1")
            return
        self.say(*self.nonces_shown())
        self.deal()
        self.settle()


class BlamesThePlayer(Trick):
    """The dealer says that the player itself has not shown its nonce."""

    caught = "broken off"
    says = "broken off: you have not shown a nonce, says the dealer"
    rounds = 1

    def round(self) -> None:
        self.commit()
        self.bind()
        self.hear("NONCE")
        self.say("BROKEN 0")


class BlamesNobody(Trick):
    """The dealer names a seat that is not at the table."""

    says = "names seat 7, which is not at the table"

    def nonces_shown(self) -> list[str]:
        return ["BROKEN 7"]


class QuitsInPlay(Trick):
    """QUIT comes in the middle of a round."""

    caught = "broken off"
    says = "broken off: the dealer ended the game in the middle of round 1"

    def ask(self) -> bool:
        self.say("QUIT")
        raise HungUp


class CutsTheLineInPlay(Trick):
    """The line is cut in the middle of a round."""

    caught = "broken off"
    says = "broken off: the dealer has hung up in the middle of the game"

    def ask(self) -> bool:
        return self.cut()  # type: ignore[func-returns-value]


class CallsAThinkerLate(Trick):
    """QUIT comes early, while a person thinks for longer than the limit."""

    caught = "broken off"
    says = "broken off: the dealer took your seat back after [0-4] s"
    seconds = 5
    pace = 20.0
    player = staticmethod(thinking(0.5))

    def ask(self) -> bool:
        self.say("DECISION", "QUIT")
        raise HungUp


class SitsOnAnAnswer(Trick):
    """The dealer keeps an answer that came in time until the limit is over, and says QUIT."""

    caught = "broken off"
    says = "broken off: the dealer ended the game in the middle of round 1"
    seconds = 5
    pace = 20.0

    def ask(self) -> bool:
        super().ask()
        time.sleep(0.5)
        self.say("QUIT")
        raise HungUp


class AsksInAdvance(Trick):
    """The next question comes while a person still thinks about the last, so that time runs."""

    says = "CARD .* came before you had decided"
    seconds = 5
    pace = 20.0

    @staticmethod
    def player(hand: Hand, up_card: Card) -> bool:
        time.sleep(0.2)
        return len(hand.cards) == 2

    rounds = 50

    def ask(self) -> bool:
        card = self.due(self.seat, 2)
        if total([*self.cards, card]) > 21:
            return super().ask()
        self.say("DECISION", f"CARD {card.name}", "DECISION")
        self.hear()
        self.hear()
        self.say("QUIT")
        raise HungUp


class DripsForEver(Trick):
    """Padding comes for ever, and nothing else."""

    caught = "broken off"
    says = "broken off: the dealer has said nothing for "
    patience = 0.3

    def ask(self) -> bool:
        while True:
            self._line.sendall(b"\0")
            time.sleep(0.02)


class FloodsAThinker(Trick):
    """Padding without end comes while a person thinks, to fill the player's memory."""

    caught = "broken off"
    says = "broken off: the dealer sends more than can be heard"
    player = staticmethod(thinking(1.0))

    def ask(self) -> bool:
        self.say("DECISION")
        for _ in range(64):
            self._line.sendall(bytes(2**20))
        return False


# Terms that nobody should accept.


class NeverCommits(Trick):
    """The dealer just deals."""

    caught = "refused"
    says = "the dealer proves nothing: BEGIN came out of turn"

    def game(self) -> None:
        self.hear("JOIN")
        self.say("BEGIN", "CARD Ace of Spades", "CARD Two of Spades", "DEALER King of Hearts")
        self.ask()


class TermsAndNoCommitment(Trick):
    """The dealer tells terms, and then just deals."""

    says = "BEGIN came out of turn"

    def round(self) -> None:
        self.order = DECK
        self.deal()


class FourSeats(Trick):
    """The table has five parties, more than one deck has places for."""

    caught = "refused"
    says = "the dealer names 4 seats: a fair table has 1 to 3"
    seats = 4


class TwoDecks(Trick):
    """The cards come from two decks."""

    caught = "refused"
    says = "the dealer plays by other rules"
    decks = 2


class OtherRules(Trick):
    """The rules are not those that the player knows."""

    caught = "refused"
    says = "the dealer plays by other rules"
    rules = mix("rules", b"the dealer wins")


class UnknownDialect(Trick):
    """The dialect is unknown, so that no result can be foretold."""

    caught = "refused"
    says = "the dealer speaks 'crooked'"
    dialect = "crooked"


class FourSeconds(Trick):
    """The player has four seconds to decide, so that it can be called late at will."""

    caught = "refused"
    says = "the dealer gives 4 s to decide"
    seconds = 4
