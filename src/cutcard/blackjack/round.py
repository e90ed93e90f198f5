"""A round of blackjack, from the bets to the settlement, as a value.

Chance has turns too: to play a round, draw a card and apply it; to solve one, try every card.
A round's state and the step to the next one are read together, so that they share this long file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Final

from cutcard.blackjack.actions import (
    DEALER,
    HOLE,
    Acted,
    Action,
    Dealt,
    Event,
    IllegalAction,
    InsuranceSettled,
    Settled,
    Turned,
    not_legal,
)
from cutcard.blackjack.box import Box, Fate, fate_when_dealt, fate_with
from cutcard.blackjack.dealer import draws, end_of, has_blackjack
from cutcard.blackjack.drafts import draft_of, finished
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.legal import limited_to_one_card, may_split, offers, plays, price
from cutcard.blackjack.rules import HoleCard, Rules, SplitOrder
from cutcard.blackjack.settlement import insurance_gain, must_look, settle
from cutcard.cards import Card
from cutcard.driver import CHANCE, OVER

MAX_SEATS: Final = 7


class Phase(Enum):
    """The part of a round."""

    # Faster than Enum's hash of the name.
    __hash__ = object.__hash__

    DEAL = "deal"
    OFFERS = "offers"
    """Insurance and early surrender, before the dealer looks for blackjack."""
    PLAYERS = "players"
    DEALER = "dealer"
    OVER = "over"

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


@cache
def _first_cards(deal: str, hole_card: HoleCard, seats: int) -> tuple[int, ...]:
    """Where the first cards of a round go."""
    second = {HoleCard.NONE: (), HoleCard.OPEN: (DEALER,)}.get(hole_card, (HOLE,))
    places = {"P": tuple(range(seats)), "U": (DEALER,), "H": second}
    return tuple(place for letter in deal for place in places[letter])


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """What a player may see: every card that lies face up, and what is legal."""

    rules: Rules
    seat: int
    dealer: Hand
    """The dealer's cards that lie face up."""
    boxes: tuple[Box, ...]
    """The hands of all seats."""
    at: int
    """The number of the hand in play."""
    legal: tuple[Action, ...]
    units_left: int | None = None
    """Units that the seat can still stake; None where its purse does not limit it."""

    def __repr__(self) -> str:
        hands = ", ".join(str(box.hand) or "no card" for box in self.boxes if box.seat == self.seat)
        may = ", ".join(map(str, self.legal)) or "not act"
        return f"<seat {self.seat}: {hands} against {str(self.dealer) or 'no card'}; may {may}>"

    @property
    def hand(self) -> Hand:
        """The hand in play."""
        return self.boxes[self.at].hand

    @property
    def stakes(self) -> tuple[float, ...]:
        """The bets on the hands, in the order of the boxes."""
        return tuple([box.units / self.rules.unit for box in self.boxes])

    @property
    def purse(self) -> float | None:
        """Bets that the seat can still make; None where its purse does not limit it."""
        return None if self.units_left is None else self.units_left / self.rules.unit


@dataclass(frozen=True, slots=True)
class Round:
    """A moment of a round: whose turn it is, what is legal, what has just happened."""

    rules: Rules
    bets: tuple[int, ...]
    """Chips that each seat bet."""
    boxes: tuple[Box, ...]
    dealer: Hand
    """The dealer's cards that lie face up."""
    hole: Card | None
    """The dealer's card that lies face down."""
    owed: tuple[int, ...]
    """Where the next cards go: the number of a hand, DEALER or HOLE."""
    phase: Phase
    at: int
    """The hand in play; a seat's number, while offers are made."""
    insurance: tuple[int, ...]
    """The insurance bet of each seat, in units."""
    nets: tuple[int, ...]
    """What each seat gained in all, in units, once the round is over."""
    events: tuple[Event, ...] = ()
    """What the last move made happen, as everybody at the table saw it."""
    purses: tuple[int, ...] | None = None
    """Units that each seat can still stake, if that limits them."""
    _legal: tuple[Action, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """What is legal, once somebody has asked."""

    @staticmethod
    def start(
        rules: Rules, bets: tuple[int, ...] = (1,), purses: tuple[int, ...] | None = None
    ) -> Round:
        """A round before its first card; purses are what the seats have left beside their bets.

        >>> Round.start(Rules()).apply(Card("As")).boxes[0].hand
        Hand(cards=(Card('As'),))
        """
        if not 1 <= len(bets) <= MAX_SEATS:
            raise IllegalAction(f"{len(bets)} seats cannot play: a table has 1 to {MAX_SEATS}")
        for bet in bets:
            if bet < 1:
                raise IllegalAction(f"a bet of {bet} is too small: the least is 1")
        if purses is not None and (len(purses) != len(bets) or min(purses) < 0):
            raise IllegalAction(f"purses of {purses} do not go with {len(bets)} bets: one each")
        return _round(
            rules,
            bets,
            boxes=tuple([Box(seat, bet * rules.unit) for seat, bet in enumerate(bets)]),
            dealer=Hand(),
            hole=None,
            owed=_first_cards(rules.deal, rules.hole_card, len(bets)),
            phase=Phase.DEAL,
            at=0,
            insurance=(0,) * len(bets),
            nets=(0,) * len(bets),
            events=(),
            purses=purses,
        )

    @property
    def turn(self) -> int:
        """Whose turn it is: a seat's number, CHANCE or OVER."""
        if self.owed:
            return CHANCE
        if self.phase is Phase.OVER:
            return OVER
        return self.boxes[self.at].seat

    @property
    def over(self) -> bool:
        """Everything is paid."""
        return self.phase is Phase.OVER

    @property
    def legal(self) -> tuple[Action, ...]:
        """The actions that are legal now; none where no seat has the turn."""
        legal = self._legal
        if legal is None:
            legal = self._find_legal()
            object.__setattr__(self, "_legal", legal)
        return legal

    def _find_legal(self) -> tuple[Action, ...]:
        if self.owed or self.phase is Phase.OVER:
            return ()
        purse = self._purse(self.boxes[self.at].seat)
        if self.phase is Phase.OFFERS:
            return offers(self.rules, self.dealer, self.boxes[self.at], purse)
        return plays(self.rules, self.dealer, self.boxes, self.at, purse)

    def _purse(self, seat: int) -> int | None:
        return None if self.purses is None else self.purses[seat]

    def view(self, seat: int) -> View:
        """What this seat may see."""
        view = _ViewDraft()
        view.rules = self.rules
        view.seat = seat
        view.dealer = self.dealer
        view.boxes = self.boxes
        view.at = self.at
        view.legal = self.legal if self.turn == seat else ()
        view.units_left = self._purse(seat)
        return finished(view, View)

    def apply(self, move: Action | Card) -> Round:
        """The round after a card (at chance's turn) or an action (at a seat's)."""
        step = _Step(self)
        if isinstance(move, Card):
            if not self.owed:
                raise IllegalAction(f"no card is to be dealt now: {self._allowed()}")
            step.deal(move)
        else:
            if not isinstance(move, Action) or move not in self.legal:
                raise IllegalAction(f"{not_legal(move, ' now')}: {self._allowed()}")
            step.act(move)
        return step.round()

    def _allowed(self) -> str:
        if self.owed:
            return "a card is to be dealt"
        if self.over:
            return "the round is over"
        return f"seat {self.turn} may " + ", ".join(str(action) for action in self.legal)


_ViewDraft: Final = draft_of(View)
_RoundDraft: Final = draft_of(Round)


def _round(
    rules: Rules,
    bets: tuple[int, ...],
    boxes: tuple[Box, ...],
    dealer: Hand,
    hole: Card | None,
    owed: tuple[int, ...],
    phase: Phase,
    at: int,
    insurance: tuple[int, ...],
    nets: tuple[int, ...],
    events: tuple[Event, ...],
    purses: tuple[int, ...] | None,
) -> Round:
    """A round of these fields, made sooner than by its class."""
    made = _RoundDraft()
    made.rules = rules
    made.bets = bets
    made.boxes = boxes
    made.dealer = dealer
    made.hole = hole
    made.owed = owed
    made.phase = phase
    made.at = at
    made.insurance = insurance
    made.nets = nets
    made.events = events
    made.purses = purses
    made._legal = None
    return finished(made, Round)


_dealt: Final = cache(Dealt)
"""Each card comes to the same few places again and again."""


class _Step:
    """A step of the round, from a move to the next turn: the one mutable thing, and short-lived."""

    __slots__ = (
        "at",
        "before",
        "boxes",
        "dealer",
        "events",
        "hole",
        "insurance",
        "nets",
        "owed",
        "phase",
        "purses",
        "rules",
    )

    def __init__(self, before: Round) -> None:
        self.before = before
        self.rules = before.rules
        self.boxes = list(before.boxes)
        self.dealer = before.dealer
        self.hole = before.hole
        self.owed = before.owed
        self.phase = before.phase
        self.at = before.at
        self.insurance = before.insurance
        self.nets = before.nets
        self.purses = before.purses
        self.events: list[Event] = []

    def round(self) -> Round:
        """The state that the step led to."""
        return _round(
            self.rules,
            self.before.bets,
            tuple(self.boxes),
            self.dealer,
            self.hole,
            self.owed,
            self.phase,
            self.at,
            self.insurance,
            self.nets,
            tuple(self.events),
            self.purses,
        )

    def deal(self, card: Card) -> None:
        """Deal the card that is owed first."""
        to = self.owed[0]
        self.owed = self.owed[1:]
        if to == HOLE:
            self.hole = card
            self.events.append(_dealt(HOLE, None))
        else:
            self.events.append(_dealt(to, card))
            if to == DEALER:
                self.dealer = self.dealer.plus(card)
            else:
                self.boxes[to] = self._with_card(self.boxes[to], card)
        if not self.owed:
            self._go_on()

    def _with_card(self, box: Box, card: Card) -> Box:
        hand = box.hand.plus(card)
        fate = fate_with(self.rules, hand.total, len(hand.cards), doubled=box.doubled)
        return box.holding(hand, fate)

    def act(self, action: Action) -> None:
        """Let the seat that has the turn act."""
        box = self.boxes[self.at]
        self.events.append(Acted(box.seat, self.at, action))
        if self.purses is not None:
            purses = list(self.purses)
            purses[box.seat] -= price(action, box)
            self.purses = tuple(purses)
        match action:
            case Action.STAND:
                self.boxes[self.at] = box.meeting(Fate.STOOD)
            case Action.HIT:
                self.owed = (self.at,)
            case Action.DOUBLE:
                self.boxes[self.at] = Box(
                    box.seat, 2 * box.units, box.hand, doubled=True, split=box.split
                )
                self.owed = (self.at,)
            case Action.SPLIT:
                self._split(box)
            case Action.SURRENDER:
                self.boxes[self.at] = box.meeting(Fate.SURRENDERED)
            case Action.INSURE:
                stakes = list(self.insurance)
                stakes[box.seat] = box.units // 2
                self.insurance = tuple(stakes)
            case Action.DECLINE:
                pass
        if self.phase is Phase.OFFERS:
            self.at += 1
        if not self.owed:
            self._go_on()

    def _split(self, box: Box) -> None:
        first, second = box.hand.cards
        queue = self.rules.split_order is SplitOrder.QUEUE
        new = self.at + 1
        if queue:
            while new < len(self.boxes) and self.boxes[new].seat == box.seat:
                new += 1
        self.boxes[self.at] = Box(box.seat, box.units, Hand((first,)), split=True)
        self.boxes.insert(new, Box(box.seat, box.units, Hand((second,)), split=True))
        self.owed = (self.at, new) if queue else (self.at,)

    def _go_on(self) -> None:
        """Go on until a card is owed, a seat has the turn, or the round is over."""
        if self.phase is Phase.DEAL:
            self._end_deal()
        if self.phase is Phase.OFFERS:
            self._make_offers()
        if self.phase is Phase.PLAYERS:
            self._play_hands()
        if self.phase is Phase.DEALER:
            self._play_dealer()

    def _end_deal(self) -> None:
        """See who was dealt a blackjack."""
        for number, box in enumerate(self.boxes):
            if box.hand.total == 21 and fate_when_dealt(self.rules, box.hand) is Fate.BLACKJACK:
                self.boxes[number] = box.meeting(Fate.BLACKJACK)
        if has_blackjack(self.rules, self.dealer):  # both cards are open
            self._settle()
        else:
            self.phase = Phase.OFFERS

    def _make_offers(self) -> None:
        """Make the next offer; after the last one the dealer looks for blackjack."""
        while self.at < len(self.boxes):
            if offers(self.rules, self.dealer, self.boxes[self.at], self._purse(self.at)):
                return
            self.at += 1
        self.at = 0
        self.phase = Phase.PLAYERS
        if self.rules.hole_card is HoleCard.PEEK and self.hole is not None:
            both = self.dealer.plus(self.hole)
            if has_blackjack(self.rules, both):
                self._turn_hole_card()
                self._settle()

    def _play_hands(self) -> None:
        """Find the next hand that needs a card or a decision."""
        while self.at < len(self.boxes):
            box = self.boxes[self.at]
            if box.fate is Fate.PLAYING:
                if len(box.hand.cards) == 1:
                    self.owed = (self.at,)
                    return
                if not self._done_with_split_ace(box):
                    return
                self.boxes[self.at] = box.meeting(Fate.STOOD)
            self.at += 1
        self.phase = Phase.DEALER

    def _done_with_split_ace(self, box: Box) -> bool:
        """A split ace has received its one card and cannot be split again."""
        if not limited_to_one_card(self.rules, box):
            return False
        return not may_split(self.rules, box, self.boxes, self._purse(box.seat))

    def _purse(self, seat: int) -> int | None:
        return None if self.purses is None else self.purses[seat]

    def _play_dealer(self) -> None:
        """Let the dealer show and draw as far as any bet still hangs on it."""
        waiting = any(box.fate is Fate.STOOD for box in self.boxes)
        if waiting or self._must_look():
            if self.hole is not None:
                self._turn_hole_card()
            if len(self.dealer.cards) == 1:
                self.owed = (DEALER,)
                return
        if waiting and draws(self.rules, self.dealer.total, soft=self.dealer.soft):
            self.owed = (DEALER,)
            return
        self._settle()

    def _must_look(self) -> bool:
        bets = self.before.bets
        return must_look(self.rules, bets, self.boxes, self.insurance, self.dealer)

    def _turn_hole_card(self) -> None:
        assert self.hole is not None
        self.events.append(Turned(self.hole))
        self.dealer = self.dealer.plus(self.hole)
        self.hole = None

    def _settle(self) -> None:
        """Pay every hand and every insurance bet."""
        self.phase = Phase.OVER
        nets = [0] * len(self.before.bets)
        self.boxes = list(settle(self.rules, self.before.bets, self.boxes, self.dealer))
        for number, box in enumerate(self.boxes):
            nets[box.seat] += box.net
            self.events.append(Settled(box.seat, number, box.net))
        for seat, stake in enumerate(self.insurance):
            if stake:
                net = insurance_gain(stake, end_of(self.rules, self.dealer))
                nets[seat] += net
                self.events.append(InsuranceSettled(seat, net))
        self.nets = tuple(nets)
