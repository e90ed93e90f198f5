"""Dealers who cheat with cards and results, one trick each."""

from __future__ import annotations

from collections.abc import Sequence

from net.crooked import Trick, always_hits, hits_once, hits_to_17, thinking, total

from cutcard.cards import DECK, Card

# Cards.


class WrongFirstCard(Trick):
    """The first card is not the one due."""

    says = "card 1 was the .* but should have been the "

    def first_card(self) -> Card:
        return self.unseen()


class WrongSecondCard(Trick):
    """The second card is not the one due."""

    says = "card 2 was the .* but should have been the "

    def second_card(self) -> Card:
        return self.unseen()


class CardsExchanged(Trick):
    """The right cards come, in another order."""

    says = "card 1 was the .* but should have been the "

    def first_card(self) -> Card:
        return self.due(self.seat, 1)

    def second_card(self) -> Card:
        return self.due(self.seat, 0)


class WrongHit(Trick):
    """A hit brings a card other than the one due."""

    says = "card 3 was the .* but should have been the "
    player = staticmethod(hits_once)

    def hit_card(self) -> Card:
        return self.unseen() if len(self.cards) == 2 else super().hit_card()


class HitsToBust(Trick):
    """A hit brings a card that busts the hand."""

    says = "card 3 was the .* but should have been the "
    player = staticmethod(hits_to_17)
    rounds = 200

    def hit_card(self) -> Card:
        due = self.due(self.seat, len(self.cards))
        ten = next(card for card in DECK if card.text[0] in "TJQK" and card not in self.cards)
        busts = total([*self.cards, ten]) > 21 >= total([*self.cards, due])
        return ten if busts and len(self.cards) == 2 and ten is not self.up_card else due


class WrongOpenCard(Trick):
    """The dealer's open card is not the one due."""

    says = "the dealer showed the .* but should have shown the "

    def open_card(self) -> Card:
        return self.unseen()


class HiddenCardShown(Trick):
    """The dealer shows its hidden card and hides the other."""

    says = "the dealer showed the .* but should have shown the "

    def open_card(self) -> Card:
        return self.due(self.seats, 0)


class SameCardTwice(Trick):
    """Every card is an ace of spades, so that a hand can go on for ever."""

    says = "the Ace of Spades came twice"
    player = staticmethod(always_hits)
    seats = 3

    def first_card(self) -> Card:
        return Card("As")

    second_card = hit_card = first_card


# The dealer's hand and the result.


class StandsTooSoon(Trick):
    """The dealer stands on 16, against the rules."""

    says = "the result was .* but the cards give "
    rounds = 500

    def draws(self, hand: Sequence[Card]) -> bool:
        return total(hand) < 16


class DrawsTooLong(Trick):
    """The dealer draws on 17, against the rules."""

    says = "the result was .* but the cards give "
    rounds = 500

    def draws(self, hand: Sequence[Card]) -> bool:
        return total(hand) < 18


class DrawsAnotherCard(Trick):
    """The dealer draws the card that suits it best."""

    says = "the result was .* but the cards give "
    rounds = 500

    def dealers_hand(self) -> list[Card]:
        hand = [self.due(self.seats, 0), self.due(self.seats, 1)]
        while total(hand) < 17:
            left = [card for card in DECK if card not in hand and card not in self.cards]
            hand.append(max(left, key=lambda card: total([*hand, card]) % 22))
        return hand


class WrongResult(Trick):
    """The result is not the one that the cards give."""

    says = "the result was .* but the cards give "

    def result(self) -> str:
        return "LOOSE" if super().result() != "LOOSE" else "PUSH"


class BustCalledLoss(Trick):
    """A result of the other dialect."""

    says = "the result was LOOSE, but the cards give BUST"
    player = staticmethod(always_hits)

    def result(self) -> str:
        return "LOOSE"


class ResultBeforeOurMove(Trick):
    """The result comes before the player was asked."""

    says = "RESULT .* came out of turn"

    def ask(self) -> bool:
        return False


class ResultWhileAsked(Trick):
    """The result comes after the question and before the player's answer."""

    says = "RESULT .* came before you had decided"
    player = staticmethod(thinking(0.2))

    def ask(self) -> bool:
        self.say("DECISION")
        return False

    def settle(self) -> None:
        super().settle()
        self.hear("STAND")


class ResultAfterHit(Trick):
    """The result comes after a hit that did not bust."""

    says = "tells a result before you have decided"
    player = staticmethod(hits_once)
    rounds = 50

    def ask(self) -> bool:
        return len(self.cards) == 2 and super().ask()


class AsksAfterBust(Trick):
    """A decision is asked for after a bust."""

    says = "asks for a decision although your hand is bust"
    player = staticmethod(always_hits)

    def settle(self) -> None:
        self.ask()


class CardAfterStand(Trick):
    """A card comes although the player stood."""

    says = "CARD .* came out of turn"

    def ask(self) -> bool:
        super().ask()
        return True


class NoBegin(Trick):
    """Cards come before all nonces were shown."""

    says = "BEGIN came out of turn"
    seats = 2

    def nonces_shown(self) -> list[str]:
        return super().nonces_shown()[:1]
