"""Decks, hands and players with one mistake each, for the acceptance tests to catch.

A docstring says what the mistake is. Each class mends nothing else: where it is not broken, it
is the implementation that is shipped. They make one long file, because they are found here by
their order and printed as one table.
"""

from __future__ import annotations

from typing import ClassVar

from cutcard.cards import Card, Rank
from cutcard.editions.ve280.adts import Counting, Deck, DeckEmpty, Hand, HandValue, Simple

# Decks.


class ClubsBeforeHearts(Deck):
    """the suits come in the order of another game"""

    def reset(self) -> None:
        super().reset()
        cards = self._cards
        self._cards = cards[:13] + cards[26:39] + cards[13:26] + cards[39:]


class AceBeforeTwo(Deck):
    """an ace opens each suit instead of ending it"""

    def reset(self) -> None:
        super().reset()
        suits = [self._cards[start : start + 13] for start in range(0, 52, 13)]
        self._cards = [card for suit in suits for card in (suit[-1], *suit[:-1])]


class CutsOneTooFar(Deck):
    """the left half has a card too many"""

    def shuffle(self, cut: int) -> None:
        super().shuffle(min(cut + 1, 52))


class CutsOneShort(Deck):
    """the left half has a card too few"""

    def shuffle(self, cut: int) -> None:
        super().shuffle(max(cut - 1, 0))


class CutsFromBelow(Deck):
    """the cut is counted from the bottom of the deck"""

    def shuffle(self, cut: int) -> None:
        super().shuffle(52 - cut)


class LeftFirst(Deck):
    """the riffle begins with the left half"""

    def shuffle(self, cut: int) -> None:
        left, right = self._cards[:cut], self._cards[cut:]
        shorter = min(len(left), len(right))
        riffled = [card for pair in zip(left, right, strict=False) for card in pair]
        self._cards = riffled + left[shorter:] + right[shorter:]
        self._next = 0


class RemainderReversed(Deck):
    """what remains of the longer half goes in from its end"""

    def shuffle(self, cut: int) -> None:
        super().shuffle(cut)
        riffled = 2 * min(cut, 52 - cut)
        self._cards[riffled:] = reversed(self._cards[riffled:])


class RemainderFirst(Deck):
    """what remains of the longer half lies on top"""

    def shuffle(self, cut: int) -> None:
        super().shuffle(cut)
        riffled = 2 * min(cut, 52 - cut)
        self._cards = self._cards[riffled:] + self._cards[:riffled]


class HalvesOnly(Deck):
    """a shuffle exchanges the halves and riffles nothing"""

    def shuffle(self, cut: int) -> None:
        self._cards = self._cards[cut:] + self._cards[:cut]
        self._next = 0


class DealtCardsGoBelow(Deck):
    """cards that were dealt are put below the others before a shuffle"""

    def shuffle(self, cut: int) -> None:
        self._cards = self._cards[self._next :] + self._cards[: self._next]
        super().shuffle(cut)


class DealtCardsGoBackReversed(Deck):
    """cards that were dealt go back in the order opposite to that of dealing"""

    def shuffle(self, cut: int) -> None:
        self._cards[: self._next] = reversed(self._cards[: self._next])
        super().shuffle(cut)


class ShuffleDealsOn(Deck):
    """a shuffle does not go back to the first card"""

    def shuffle(self, cut: int) -> None:
        dealt = self._next
        super().shuffle(cut)
        self._next = dealt


class ShuffleOpensADeck(Deck):
    """a shuffle starts from the newly opened order"""

    def shuffle(self, cut: int) -> None:
        self.reset()
        super().shuffle(cut)


class ResetKeepsTheOrder(Deck):
    """a reset only goes back to the first card"""

    def reset(self) -> None:
        if not hasattr(self, "_cards"):
            super().reset()
        self._next = 0


class ResetDealsOn(Deck):
    """a reset restores the order and does not go back to the first card"""

    def reset(self) -> None:
        dealt = getattr(self, "_next", 0)
        super().reset()
        self._next = dealt


class GoesRound(Deck):
    """after the last card comes the first again"""

    def deal(self) -> Card:
        if not self.cards_left:
            self._next = 0
        return super().deal()


class LastCardSticks(Deck):
    """the last card cannot be dealt"""

    def deal(self) -> Card:
        if self.cards_left == 1:
            raise DeckEmpty("one card is left")
        return super().deal()


class EmptyByAnotherName(Deck):
    """an empty deck throws something that nobody catches"""

    def deal(self) -> Card:
        if not self.cards_left:
            raise IndexError("list index out of range")
        return super().deal()


class StaysEmpty(Deck):
    """once it has thrown, an empty deck stays empty"""

    def __init__(self) -> None:
        self._threw = False
        super().__init__()

    def deal(self) -> Card:
        self._threw = self._threw or not self.cards_left
        if self._threw:
            raise DeckEmpty("the deck has been empty")
        return super().deal()


class OneLeftTooFew(Deck):
    """the card that is next is not counted as left"""

    @property
    def cards_left(self) -> int:
        return 51 - self._next

    def deal(self) -> Card:
        if self._next == 52:
            raise DeckEmpty("all are dealt")
        self._next += 1
        return self._cards[self._next - 1]


class CountsTheDealt(Deck):
    """the cards dealt are counted, not those left"""

    @property
    def cards_left(self) -> int:
        return self._next

    def deal(self) -> Card:
        if self._next == 52:
            raise DeckEmpty("all are dealt")
        self._next += 1
        return self._cards[self._next - 1]


class OneForAll(Deck):
    """all decks deal the same cards"""

    def __setattr__(self, name: str, value: object) -> None:
        setattr(OneForAll, name, value)


# Hands.


class AceIsOne(Hand):
    """an ace never counts eleven"""

    def hand_value(self) -> HandValue:
        return HandValue(sum(card.points for card in self.cards.cards), False)


class AceIsEleven(Hand):
    """an ace counts eleven even where that busts"""

    def hand_value(self) -> HandValue:
        points = sum(card.points for card in self.cards.cards)
        ace = any(card.rank is Rank.ACE for card in self.cards.cards)
        return HandValue(points + 10 * ace, ace)


class EveryAceIsEleven(Hand):
    """all aces count eleven, or all count one"""

    def hand_value(self) -> HandValue:
        points = sum(card.points for card in self.cards.cards)
        aces = sum(card.rank is Rank.ACE for card in self.cards.cards)
        high = points + 10 * aces <= 21
        return HandValue(points + 10 * aces * high, bool(aces) and high)


class AceShunsTwentyOne(Hand):
    """an ace counts eleven up to 20 only"""

    def hand_value(self) -> HandValue:
        value = super().hand_value()
        return HandValue(11, False) if value.soft and value.count == 21 else value


class CourtCardsClimb(Hand):
    """jack, queen and king count 11, 12 and 13"""

    def hand_value(self) -> HandValue:
        value = super().hand_value()
        more = sum({"J": 1, "Q": 2, "K": 3}.get(card.text[0], 0) for card in self.cards.cards)
        return HandValue(value.count + more, value.soft)


class SoftWithAnyAce(Hand):
    """a hand is called soft wherever it holds an ace"""

    def hand_value(self) -> HandValue:
        ace = any(card.rank is Rank.ACE for card in self.cards.cards)
        return HandValue(super().hand_value().count, ace)


class NeverSoft(Hand):
    """a hand is never called soft"""

    def hand_value(self) -> HandValue:
        return HandValue(super().hand_value().count, False)


class SoftStaysSoft(Hand):
    """once soft, a hand is soft until it is discarded"""

    soft = False

    def discard_all(self) -> None:
        super().discard_all()
        self.soft = False

    def add_card(self, card: Card) -> None:
        super().add_card(card)
        self.soft = self.soft or super().hand_value().soft

    def hand_value(self) -> HandValue:
        return HandValue(super().hand_value().count, self.soft)


class BustIsTwentyOne(Hand):
    """a hand never counts more than 21"""

    def hand_value(self) -> HandValue:
        value = super().hand_value()
        return HandValue(min(value.count, 21), value.soft)


class BustIsSoft(Hand):
    """a bust is called soft, with an ace and without"""

    def hand_value(self) -> HandValue:
        value = super().hand_value()
        return HandValue(value.count, value.soft or value.count > 21)


class DiscardKeepsTheLast(Hand):
    """the last card is not discarded"""

    def discard_all(self) -> None:
        last = self.cards.cards[-1:] if hasattr(self, "cards") else ()
        super().discard_all()
        for card in last:
            self.add_card(card)


class DiscardKeepsTheAce(Hand):
    """after a discard an ace that was held still makes the hand soft"""

    ace = False

    def discard_all(self) -> None:
        self.ace = hasattr(self, "cards") and self.cards.soft
        super().discard_all()

    def hand_value(self) -> HandValue:
        value = super().hand_value()
        return HandValue(value.count, value.soft or self.ace)


class DiscardKeepsABust(Hand):
    """a busted hand is not discarded"""

    def discard_all(self) -> None:
        if not hasattr(self, "cards") or self.hand_value().count <= 21:
            super().discard_all()


class FiveCardsAtMost(Hand):
    """a card after the fifth counts nothing"""

    def add_card(self, card: Card) -> None:
        if len(self.cards.cards) < 5:
            super().add_card(card)


class LastCardOnly(Hand):
    """a card takes the place of those held"""

    def add_card(self, card: Card) -> None:
        super().discard_all()
        super().add_card(card)


class OneHandForAll(Hand):
    """all hands hold the same cards"""

    held: ClassVar[list[Card]] = []

    def discard_all(self) -> None:
        super().discard_all()
        self.held.clear()

    def add_card(self, card: Card) -> None:
        self.held.append(card)
        super().discard_all()
        for one in self.held:
            super().add_card(one)

    def hand_value(self) -> HandValue:
        super().discard_all()
        for one in self.held:
            super().add_card(one)
        return super().hand_value()


class EmptyIsSoft(Hand):
    """a hand without cards is called soft"""

    def hand_value(self) -> HandValue:
        value = super().hand_value()
        return HandValue(value.count, value.soft or not value.count)


class AskedOnce(Hand):
    """asking for the value discards the hand"""

    def hand_value(self) -> HandValue:
        value = super().hand_value()
        self.discard_all()
        return value


# Simple players.


def up(dealer: Card) -> int:
    return 11 if dealer.rank is Rank.ACE else dealer.points


class StandsOnEleven(Simple):
    """stands from hard 11 on where he should from 12"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        value = player.hand_value()
        if not value.soft and value.count == 11:
            return False
        return super().draw(dealer, player)


class StandsOnTwelveAgainstThree(Simple):
    """stands on hard 12 against a three as well"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        value = player.hand_value()
        return super().draw(dealer, player) and (value != HandValue(12, False) or up(dealer) != 3)


class HitsTwelveAgainstSix(Simple):
    """hits hard 12 against a six"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        value = player.hand_value()
        return super().draw(dealer, player) or (value == HandValue(12, False) and up(dealer) == 6)


class HitsThirteenAgainstTwo(Simple):
    """hits hard 13 against a two, as he hits 12"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        value = player.hand_value()
        return super().draw(dealer, player) or (value == HandValue(13, False) and up(dealer) == 2)


class StandsOnSixteenAgainstSeven(Simple):
    """stands on hard 16 against a seven"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        value = player.hand_value()
        return super().draw(dealer, player) and (value != HandValue(16, False) or up(dealer) != 7)


class StandsAgainstAnAce(Simple):
    """takes an ace of the dealer for a low card"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        if dealer.rank is Rank.ACE:
            return super().draw(Card("2h"), player)
        return super().draw(dealer, player)


class HitsSeventeen(Simple):
    """hits hard 17"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        return super().draw(dealer, player) or player.hand_value() == HandValue(17, False)


class MissesTheSoftCount(Simple):
    """plays a soft count as a hard one"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        count = player.hand_value().count
        if count <= 11 or count >= 17:
            return count <= 11
        return up(dealer) not in ((4, 5, 6) if count == 12 else (2, 3, 4, 5, 6))


class StandsOnSoftSeventeen(Simple):
    """stands on soft 17"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        return super().draw(dealer, player) and player.hand_value() != HandValue(17, True)


class StandsOnEverySoftEighteen(Simple):
    """stands on soft 18 against all"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        return super().draw(dealer, player) and player.hand_value() != HandValue(18, True)


class HitsSoftEighteenAgainstTwo(Simple):
    """hits soft 18 against a two"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        value = player.hand_value()
        return super().draw(dealer, player) or (value == HandValue(18, True) and up(dealer) == 2)


class HitsSoftNineteen(Simple):
    """hits soft 19"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        return super().draw(dealer, player) or player.hand_value() == HandValue(19, True)


class AceMakesSoft(Simple):
    """plays every hand with an ace by the soft rules, also where the ace counts one"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        value = player.hand_value()
        if any(card.rank is Rank.ACE for card in player.cards.cards) and not value.soft:
            return value.count <= 17
        return super().draw(dealer, player)


class FearsNoCourtCard(Simple):
    """takes a court card of the dealer for a low card"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        if dealer.rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
            return super().draw(Card("5h"), player)
        return super().draw(dealer, player)


class BetsTheBankroll(Simple):
    """bets all he has"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return bankroll


class BetsOneMore(Simple):
    """bets a chip more than the minimum"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return minimum + 1


# Counting players.


class NeverForgets(Counting):
    """the count is not reset at a shuffle"""

    def shuffled(self) -> None:
        pass


class ForgetsGainsOnly(Counting):
    """a shuffle resets a count above zero only"""

    def shuffled(self) -> None:
        if self.running >= 0:
            super().shuffled()


class StartsAtOne(Counting):
    """the count begins at one after a shuffle"""

    @property
    def running(self) -> int:
        return super().running + 1


class WaitsForAShuffle(Counting):
    """the count begins at two until a deck is shuffled"""

    def __init__(self) -> None:
        self._waits = True
        super().__init__()

    @property
    def running(self) -> int:
        return super().running + (2 if self._waits else 0)

    def shuffled(self) -> None:
        self._waits = False
        super().shuffled()


class ForgetsWhenBetting(Counting):
    """a bet resets the count"""

    def bet(self, bankroll: int, minimum: int) -> int:
        bet = super().bet(bankroll, minimum)
        self.shuffled()
        return bet


class CountsTheUpCardTwice(Counting):
    """the dealer's card is counted a second time when he decides"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        self.expose(dealer)
        return super().draw(dealer, player)


class DoublesFromOne(Counting):
    """doubles at a count of one already"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return 2 * minimum if self.running >= 1 and bankroll >= 2 * minimum else minimum


class DoublesFromThree(Counting):
    """doubles only above a count of two"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return 2 * minimum if self.running > 2 and bankroll >= 2 * minimum else minimum


class DoublesAtTwoOnly(Counting):
    """doubles at a count of exactly two"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return 2 * minimum if self.running == 2 and bankroll >= 2 * minimum else minimum


class Triples(Counting):
    """bets three times the minimum"""

    def bet(self, bankroll: int, minimum: int) -> int:
        bet = super().bet(bankroll, minimum)
        return 3 * minimum if bet > minimum else bet


class AddsFive(Counting):
    """bets five chips more than the minimum instead of its double"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return minimum + 5 if super().bet(bankroll, minimum) > minimum else minimum


class BetsFiveOrTen(Counting):
    """bets five or ten chips whatever the minimum is"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return 10 if super().bet(bankroll, minimum) > minimum else 5


class WantsMoreThanDouble(Counting):
    """does not bet the last chip"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return super().bet(bankroll - 1, minimum)


class BetsOnCredit(Counting):
    """doubles whatever the bankroll is"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return super().bet(2 * minimum, minimum)


class BetsWhatIsLeft(Counting):
    """bets all where the bankroll is less than the double"""

    def bet(self, bankroll: int, minimum: int) -> int:
        return min(super().bet(2 * minimum, minimum), bankroll)


class PassesOverAces(Counting):
    """does not count aces"""

    def expose(self, card: Card) -> None:
        if card.rank is not Rank.ACE:
            super().expose(card)


class PassesOverCourtCards(Counting):
    """counts the ten, but no jack, queen or king"""

    def expose(self, card: Card) -> None:
        if card.rank not in (Rank.JACK, Rank.QUEEN, Rank.KING):
            super().expose(card)


class CountsSevens(Counting):
    """counts a seven as a low card"""

    def expose(self, card: Card) -> None:
        super().expose(Card("6") if card.rank is Rank.SEVEN else card)


class CountsNines(Counting):
    """counts a nine as a high card"""

    def expose(self, card: Card) -> None:
        super().expose(Card("T") if card.rank is Rank.NINE else card)


class PassesOverTwos(Counting):
    """does not count twos"""

    def expose(self, card: Card) -> None:
        if card.rank is not Rank.TWO:
            super().expose(card)


class CountsTheOtherWay(Counting):
    """adds for high cards and subtracts for low ones"""

    @property
    def running(self) -> int:
        return -super().running


class NeverBelowZero(Counting):
    """the count stops at zero"""

    def expose(self, card: Card) -> None:
        if self.running + self.count.tag(card) >= 0:
            super().expose(card)


class DrawsByHisOwnRules(Counting):
    """stands on soft 18 against all, as the Simple player does not"""

    def draw(self, dealer: Card, player: Hand) -> bool:
        return super().draw(dealer, player) and player.hand_value() != HandValue(18, True)
