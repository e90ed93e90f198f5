"""Choices: the rules as plain arrays, for players who are still to choose.

An automaton plays by charts; here nobody has decided yet. Every hand that the rules can make is
a number, and so is every hand of the dealer's: the arrays say what a card or an action turns it
into, what is legal, and what it gains in the end. Cards are values from 0 (an ace) to 9 (a ten).
Actions are numbered as `ACTIONS` lists them; to stand while offers are made is to decline.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate, fate_when_dealt, fate_with
from cutcard.blackjack.dealer import End, draws, end_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel.automaton import DRAWN, FACE_DOWN, OPEN
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.blackjack.kernel.questions import hand_of
from cutcard.blackjack.legal import offers, plays, price, split_ace, surrender_is_offered
from cutcard.blackjack.rules import HoleCard, Rules, SplitOrder
from cutcard.blackjack.settlement import (
    gain,
    insurance_gain,
    must_look,
    takes_original_only,
)
from cutcard.cards import RANKS

ACTIONS: Final = (
    Action.STAND,
    Action.HIT,
    Action.DOUBLE,
    Action.SPLIT,
    Action.SURRENDER,
    Action.INSURE,
)
"""Actions by their numbers."""

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4
INSURE: Final = 5

# What is told of a hand, by column.
TOTAL: Final = 0
SOFT: Final = 1
PAIR: Final = 2
"""The value of both cards, from 1; 0 if it is not a pair."""
CARDS: Final = 3
"""How many, as far as it matters: 3 is three or more, unless there is a Charlie."""
STAKE: Final = 4
"""In bets: 2 if the hand was doubled."""
PLAYING: Final = 5
"""It waits for a card or a decision."""
STOOD: Final = 6
BUST: Final = 7
NATURAL: Final = 8
FACTS: Final = 9
"""How many columns there are."""

NO_END: Final = len(End)
"""Instead of an end: no bet hung on the dealer's hand."""
DRAWS: Final = len(End) + 1
"""Instead of an end: the dealer takes another card."""

_ENDS: Final = (*End, None)
"""The ends, NO_END included."""

# Why the dealer looks for a blackjack though no hand waits for the total.
LOOKS_IF_INSURED: Final = 1
LOOKS_AT_NATURAL: Final = 2
LOOKS_IF_LOST: Final = 4
"""More than the original bet is lost."""


class Choices(NamedTuple):
    """A game of one seat, and the bets that may be placed."""

    hands: NDArray[np.uint8]
    """What is told of each hand."""
    take: NDArray[np.uint16]
    """The hand after a card, by hand and card."""
    act: NDArray[np.uint16]
    """The hand after an action and before its card, by action and hand; after a split it is one of
    two equal hands."""
    first: NDArray[np.uint16]
    """The first hand, by both cards."""
    legal: NDArray[np.uint8]
    """Actions as bits, by dealer's first card, whether there may be more hands, and hand."""
    offers: NDArray[np.uint8]
    """The same for offers, by bet, dealer's first card, and whether the hand is in play."""
    gains: NDArray[np.int32]
    """What a hand gains, in units, by bet, hand and the dealer's end, NO_END included."""
    dealer: NDArray[np.uint8]
    """Total and softness of each of the dealer's hands."""
    dealer_take: NDArray[np.uint16]
    """The dealer's hand after a card; the first ten are hands of one card."""
    dealer_end: NDArray[np.uint8]
    """What the dealer's hand has come to, or DRAWS."""
    looks: NDArray[np.uint8]
    """By dealer's first card: why the dealer would look for a blackjack, as bits."""
    stakes: NDArray[np.int32]
    """Each bet in units."""
    insured: NDArray[np.int32]
    """What insuring each bet gains, in units: without a dealer's blackjack, and with it."""
    places: NDArray[np.uint8]
    """Where the player's cards, the up card and the second card are among the first cards."""
    dealt: int
    """How many first cards there are."""
    second: int
    """Where the dealer's second card comes from: OPEN, FACE_DOWN or DRAWN."""
    peeks: bool
    """The dealer looks for a blackjack after the offers."""
    original: bool
    """A dealer's blackjack takes the original bet only."""
    max_hands: int
    queue: bool
    """Both hands of a split get a card at once, and new hands wait behind all others."""
    unit: int


_EMPTY: Final = 0
"""The number of a hand without cards, which no player acts on."""

_NOTHING: Final = [0] * 10
"""No action is legal, whatever the up card."""


@lru_cache(maxsize=32)
def compile_choices(rules: Rules, bets: tuple[int, ...] = (1,)) -> Choices:
    """The choices of a game, with bets of these many chips."""
    return _Compiler(rules, bets).choices()


class _Compiler:
    """Numbers the hands as they come up, and asks the engine about each of them."""

    def __init__(self, rules: Rules, bets: Sequence[int]) -> None:
        self._rules = rules
        self._bets = bets
        self._numbers: dict[tuple[object, ...], int] = {}
        self._boxes: list[Box] = []
        self._legal: list[tuple[list[int], list[int]]] = []
        self._most = rules.charlie_at if rules.charlie != "none" else 3
        # Of the dealer's hand, plays depend on this alone.
        self._offered = [surrender_is_offered(rules, hand_of(up)) for up in range(10)]
        self._upcards = {offered: up for up, offered in enumerate(self._offered)}
        self._second = {HoleCard.OPEN: OPEN, HoleCard.NONE: DRAWN}.get(rules.hole_card, FACE_DOWN)

    # Hands.

    def _number(self, box: Box) -> int:
        """The number of a hand; hands that no rule tells apart share one."""
        key = self._key(box, box.hand, box.fate, ace=bool(box.hand.cards) and split_ace(box))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._boxes)
            self._boxes.append(box)
        return number

    def _key(self, box: Box, hand: Hand, fate: Fate, *, ace: bool) -> tuple[object, ...]:
        """All that rules tell of a box once it holds this hand; ``ace`` if it is a split ace."""
        cards = hand.cards
        size = len(cards)
        pair = cards[0].points if size == 2 and hand.pair else 0
        size = min(size, self._most)
        return fate, box.doubled, box.split, ace, hand.total, hand.soft, size, pair

    def _after_cards(self, box: Box) -> list[int]:
        """The hands after each card."""
        ace = bool(box.hand.cards) and split_ace(box)
        after = []
        for hand in _with_each_card(box.hand):
            fate = fate_with(self._rules, hand.total, len(hand.cards), doubled=box.doubled)
            # Most hands are known, and need no box.
            number = self._numbers.get(self._key(box, hand, fate, ace=ace))
            after.append(self._number(box.holding(hand, fate)) if number is None else number)
        return after

    def _after(self, action: Action, box: Box) -> int:
        """The hand after a legal action, as the engine makes it before it deals a card."""
        hand, unit = box.hand, self._rules.unit
        match action:
            case Action.STAND:
                return self._number(box.meeting(Fate.STOOD))
            case Action.DOUBLE:
                return self._number(Box(0, 2 * unit, hand, doubled=True, split=box.split))
            case Action.SPLIT:
                return self._number(Box(0, unit, Hand(hand.cards[:1]), split=True))
            case Action.SURRENDER:
                return self._number(box.meeting(Fate.SURRENDERED))
        return self._number(box)

    def _find_hands(self) -> tuple[list[list[int]], list[list[int]], list[int]]:
        """Number all hands; return what cards and what actions turn them into, and the first."""
        self._number(Box(0, self._rules.unit))
        takes: list[list[int]] = []
        acts: list[list[int]] = []
        while (own := len(takes)) < len(self._boxes):
            box = self._boxes[own]
            playing = box.fate is Fate.PLAYING
            takes.append(self._after_cards(box) if playing else [own] * 10)
            self._legal.append(self._find_legal(box))
            # What is legal against any up card, while there may be more hands.
            may = reduce(or_, self._legal[own][True])
            acts.append(
                [
                    self._after(action, box) if may >> number & 1 else own
                    for number, action in enumerate(ACTIONS[:INSURE])
                ]
            )
            if len(takes) == len(self._boxes):
                first = [self._first(one, two) for one in range(10) for two in range(10)]
        return takes, acts, first

    def _first(self, one: int, two: int) -> int:
        """The first hand, which may be a blackjack."""
        hand = hand_of(one, two)
        fate = fate_when_dealt(self._rules, hand)
        if fate is Fate.PLAYING:
            fate = fate_with(self._rules, hand.total, 2)
        return self._number(Box(0, self._rules.unit, hand, fate))

    def _facts(self, box: Box) -> list[int]:
        hand = box.hand
        facts = [0] * FACTS
        facts[TOTAL], facts[SOFT] = hand.total, hand.soft
        facts[CARDS] = min(len(hand.cards), self._most)
        facts[PAIR] = hand.cards[0].points if hand.pair else 0
        facts[STAKE] = box.units // self._rules.unit
        facts[PLAYING] = box.fate is Fate.PLAYING
        facts[STOOD] = box.fate is Fate.STOOD
        facts[BUST] = box.fate is Fate.BUST
        facts[NATURAL] = box.fate is Fate.BLACKJACK
        return facts

    # What is legal.

    def _find_legal(self, box: Box) -> tuple[list[int], list[int]]:
        """What is legal by up card: if there may be no more hands, and if there may be."""
        if box.fate is not Fate.PLAYING or box.doubled or len(box.hand.cards) < 2:
            return _NOTHING, _NOTHING
        if not box.split:
            alone = self._beside(box, 1)
            return alone, alone
        return self._beside(box, self._rules.max_hands), self._beside(box, 2)

    def _beside(self, box: Box, hands: int) -> list[int]:
        """What is legal by up card, with a hand among this many."""
        others = [Box(0, self._rules.unit, hand_of(_EMPTY), split=True)] * (hands - 1)
        legal = {
            offered: _bits(plays(self._rules, hand_of(up), (box, *others), 0))
            for offered, up in self._upcards.items()
        }
        return [legal[offered] for offered in self._offered]

    def _offers(self, bet: int, up: int, *, playing: bool) -> int:
        fate = Fate.PLAYING if playing else Fate.BLACKJACK
        box = Box(0, bet * self._rules.unit, fate=fate)
        return _bits(offers(self._rules, hand_of(up), box))

    # What is gained.

    def _gains(self, bet: int, box: Box) -> list[int]:
        """What a hand gains against each end; ends that it never meets count nothing."""
        staked = Box(0, bet * box.units, box.hand, box.fate, box.doubled, box.split)
        if box.fate is Fate.PLAYING:
            met: tuple[End | None, ...] = (End.BLACKJACK,)
        else:
            met = _ENDS[:NO_END] if box.fate is Fate.STOOD else _ENDS
        return [gain(self._rules, staked, end) if end in met else 0 for end in _ENDS]

    def _insured(self, bet: int) -> list[int]:
        stake = price(Action.INSURE, Box(0, bet * self._rules.unit))
        return [insurance_gain(stake, end) for end in (None, End.BLACKJACK)]

    def _looks(self, up: int) -> int:
        """Why the dealer would look for a blackjack beside this card."""
        if self._second == OPEN:
            return 0
        unit = self._rules.unit
        surrendered = Box(0, unit, fate=Fate.SURRENDERED)
        natural = Box(0, unit, fate=Fate.BLACKJACK)
        lost = Box(0, unit, fate=Fate.BUST, split=True)
        asked = {
            LOOKS_IF_INSURED: ((surrendered,), unit),
            LOOKS_AT_NATURAL: ((natural,), 0),
            LOOKS_IF_LOST: ((lost, lost), 0),
        }
        return sum(
            why
            for why, (boxes, insurance) in asked.items()
            if must_look(self._rules, (1,), boxes, (insurance,), hand_of(up))
        )

    # The dealer.

    def _dealer(self) -> tuple[list[list[int]], list[list[int]], list[int]]:
        """Total and softness of all of the dealer's hands, what cards turn them into, and ends."""
        hands = [hand_of(card) for card in range(10)]
        numbers = {(hand.total, hand.soft, 1): at for at, hand in enumerate(hands)}
        takes: list[list[int]] = []
        ends: list[int] = []
        while len(takes) < len(hands):
            at = len(takes)
            hand = hands[at]
            found = end_of(self._rules, hand)
            goes_on = len(hand.cards) == 1 or draws(self._rules, hand.total, soft=hand.soft)
            goes_on = goes_on and found is not End.BLACKJACK
            ends.append(DRAWS if goes_on or found is None else found)
            takes.append([at] * 10)
            for card in range(10) if goes_on else ():
                more = hand.plus(RANKS[card])
                key = (more.total, more.soft, min(len(more.cards), 3))
                if key not in numbers:
                    numbers[key] = len(hands)
                    hands.append(more)
                takes[at][card] = numbers[key]
        return [[hand.total, hand.soft] for hand in hands], takes, ends

    # All together.

    def choices(self) -> Choices:
        rules = self._rules
        takes, acts, first = self._find_hands()
        dealers, dealer_takes, dealer_ends = self._dealer()
        boxes, bets = self._boxes, self._bets
        return Choices(
            hands=np.array([self._facts(box) for box in boxes], np.uint8),
            take=_wide(takes),
            act=np.array(acts, np.uint16).T.copy(),
            first=np.array(first, np.uint16),
            legal=np.array(self._legal, np.uint8).transpose(2, 1, 0).copy(),
            offers=np.array(
                [
                    [
                        [self._offers(bet, up, playing=playing) for playing in (False, True)]
                        for up in range(10)
                    ]
                    for bet in bets
                ],
                np.uint8,
            ),
            gains=np.array([[self._gains(bet, box) for box in boxes] for bet in bets], np.int32),
            dealer=np.array(dealers, np.uint8),
            dealer_take=_wide(dealer_takes),
            dealer_end=np.array(dealer_ends, np.uint8),
            looks=np.array([self._looks(up) for up in range(10)], np.uint8),
            stakes=np.array([bet * rules.unit for bet in bets], np.int32),
            insured=np.array([self._insured(bet) for bet in bets], np.int32),
            places=np.array(self._places(), np.uint8),
            dealt=3 if self._second == DRAWN else 4,
            second=self._second,
            peeks=rules.hole_card is HoleCard.PEEK,
            original=takes_original_only(rules),
            max_hands=rules.max_hands,
            queue=rules.split_order is SplitOrder.QUEUE,
            unit=rules.unit,
        )

    def _places(self) -> list[int]:
        order = self._rules.deal.replace("H", "") if self._second == DRAWN else self._rules.deal
        player = [at for at, letter in enumerate(order) if letter == "P"]
        if self._second == DRAWN:
            return [*player, order.index("U"), order.index("U")]
        dealer = [order.index("U"), order.index("H")]
        if self._second == OPEN:
            dealer.sort()  # whichever comes first is the first card of an open hand
        return player + dealer


@lru_cache(maxsize=4096)
def _with_each_card(hand: Hand) -> tuple[Hand, ...]:
    """A hand with one more card, of each value: all rules meet the same few hundred hands."""
    return tuple([hand.plus(card) for card in RANKS[:10]])


@cache
def _bits(actions: tuple[Action, ...]) -> int:
    """Actions as bits; to decline is to stand."""
    return sum(1 << (0 if one is Action.DECLINE else ACTIONS.index(one)) for one in actions)


def _wide(rows: list[list[int]]) -> NDArray[np.uint16]:
    """Rows of ten as rows of WIDTH, which is a power of two."""
    wide = np.zeros((len(rows), WIDTH), np.uint16)
    wide[:, :10] = rows
    return wide
