"""One deal of Blockhead Poker, from the antes to the pot, as a value.

A bet is a number of chips put into the pot, as in the original: 0 is a check or, where there is
something to call, a fold; the amount to call is a call; more is a raise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from cutcard.blockhead.hand import Hand
from cutcard.blockhead.rules import Rules, TiedPot
from cutcard.cards import Card
from cutcard.driver import CHANCE, OVER
from cutcard.errors import Illegal
from cutcard.own_numbers import own_number


class IllegalBet(Illegal):
    """A bet that is not allowed now; the message lists what is."""


class Kind(Enum):
    """What a bet amounts to."""

    CHECK = "check"
    FOLD = "fold"
    CALL = "call"
    RAISE = "raise"

    def __repr__(self) -> str:
        return f"Kind.{self.name}"


@dataclass(frozen=True, slots=True)
class Bet:
    """A player's bet: chips put into the pot, and how many of them raise."""

    player: int
    chips: int
    kind: Kind
    raised: int = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card was dealt to a seat; a card dealt face down is not named."""

    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand was shown at the showdown."""

    seat: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class Won:
    """A seat took the pot."""

    seat: int
    pot: int


@dataclass(frozen=True, slots=True)
class Tied:
    """The best hands are equal."""

    seats: tuple[int, ...]
    pot: int


Event = Bet | Dealt | Shown | Won | Tied


@dataclass(frozen=True, slots=True)
class View:
    """What a player may see: its own hand, the others' open cards, the bidding and the pot."""

    rules: Rules
    seat: int
    opener: int
    hand: Hand
    """The player's own hand, with the cards that lie face down."""
    visible: tuple[Hand, ...]
    """The open cards of every seat."""
    live: tuple[bool, ...]
    """Who has not folded."""
    bets: tuple[Bet, ...]
    """The bets of this bidding round."""
    street: int
    """The number of this bidding round, counted from 0."""
    to_call: int
    may_raise: bool
    pot: int
    legal: tuple[int, ...]
    """The bets allowed now; empty if it is another's turn."""

    @property
    def last_street(self) -> bool:
        """Whether no more cards are to come."""
        return self.street == len(self.rules.street_cards) - 1


class Deal(NamedTuple):
    """A moment of a deal.

    A tuple, because every card and every bet makes a new one: a frozen dataclass takes several
    times as long.
    """

    rules: Rules
    opener: int
    hands: tuple[Hand, ...]
    pot: int
    carry: int
    """What the pot began with, left over from a tie."""
    owed: tuple[tuple[int, bool], ...]
    """Where the next cards go: a seat, and whether face down."""
    street: int
    to_act: tuple[int, ...]
    """Seats still to act in this bidding round."""
    live: tuple[bool, ...]
    paid: tuple[int, ...]
    """What each seat has put in during this bidding round."""
    staked: tuple[int, ...]
    """What each seat has put in during the deal."""
    raises: int
    bets: tuple[Bet, ...]
    """The bets of this bidding round."""
    nets: tuple[int, ...] = ()
    """What each seat gained, once the deal is over."""
    left: int = 0
    """What is left in the pot for the next deal."""
    events: tuple[Event, ...] = ()
    """What the last move caused, as everybody saw it."""

    @staticmethod
    def start(rules: Rules, opener: int = 0, carry: int = 0) -> Deal:
        """A deal before its first card; the antes are paid."""
        seats = rules.seats
        return Deal(
            rules=rules,
            opener=opener,
            hands=(Hand(),) * seats,
            pot=carry + rules.ante * seats,
            carry=carry,
            owed=_street(rules.street_cards[0], _from(opener, (True,) * seats)),
            street=0,
            to_act=_from(opener, (True,) * seats),
            live=(True,) * seats,
            paid=(0,) * seats,
            staked=(rules.ante,) * seats,
            raises=0,
            bets=(),
        )

    @property
    def over(self) -> bool:
        """Whether the pot is paid out or carried over."""
        return bool(self.nets)

    @property
    def turn(self) -> int:
        """A seat's number, CHANCE or OVER."""
        if self.nets:
            return OVER
        return CHANCE if self.owed else self.to_act[0]

    @property
    def to_call(self) -> int:
        """What the seat whose turn it is must put in to stay."""
        if not self.to_act:
            return 0
        return max(self.paid) - self.paid[self.to_act[0]]

    @property
    def legal(self) -> tuple[int, ...]:
        """The bets allowed now; empty if it is no seat's turn."""
        if self.owed or self.nets:
            return ()
        rules, paid = self.rules, self.paid
        call = max(paid) - paid[self.to_act[0]]
        if self.raises >= rules.raises:
            return _bets(call, 0, -1)
        return _bets(call, rules.least_raise, rules.most_raise)

    def view(self, seat: int) -> View:
        """What this seat may see."""
        acting = self.turn == seat
        rules, hands, paid = self.rules, self.hands, self.paid
        return View(
            rules,
            seat,
            self.opener,
            hands[seat],
            tuple([hand.visible for hand in hands]),
            self.live,
            self.bets,
            self.street,
            max(paid) - paid[seat],
            self.raises < rules.raises,
            self.pot,
            self.legal if acting else (),
        )

    def apply(self, move: Card | int) -> Deal:
        """The deal after a card (at chance's turn) or a bet (at a seat's)."""
        if isinstance(move, Card):
            if not self.owed:
                raise IllegalBet(f"no card is to be dealt now: {self._allowed()}")
            return self._dealt(move)
        chips = move if type(move) is int else own_number(move)
        if type(chips) is not int:
            raise IllegalBet(
                f"a bet of {chips!r} is of the class {type(chips).__name__}, not int:"
                f" {self._allowed()}"
            )
        if chips not in self.legal:
            raise IllegalBet(f"a bet of {chips} is not allowed now: {self._allowed()}")
        return self._bet(chips)

    def _allowed(self) -> str:
        if self.nets:
            return "the deal is over"
        if self.owed:
            return "a card is to be dealt"
        return f"seat {self.turn} may bet " + ", ".join(str(bet) for bet in self.legal)

    # Each of these has every field in its place: `_replace` takes three times as long.

    def _dealt(self, card: Card) -> Deal:
        (seat, down), *owed = self.owed
        hands = list(self.hands)
        hands[seat] = hands[seat].plus(card, down=down)
        return Deal(
            self.rules,
            self.opener,
            tuple(hands),
            self.pot,
            self.carry,
            tuple(owed),
            self.street,
            self.to_act,
            self.live,
            self.paid,
            self.staked,
            self.raises,
            self.bets,
            self.nets,
            self.left,
            (Dealt(seat, None if down else card),),
        )

    def _bet(self, chips: int) -> Deal:
        seat, *rest = self.to_act
        paid, staked, live, raises = self.paid, self.staked, self.live, self.raises
        call = max(paid) - paid[seat]
        raised = 0
        if chips > call:
            kind = Kind.RAISE
            raised = chips - call
            raises += 1
            rest = [other for other in _from(seat, live) if other != seat]
        elif call and not chips:
            kind = Kind.FOLD
            live = (*live[:seat], False, *live[seat + 1 :])
        else:
            kind = Kind.CALL if call else Kind.CHECK
            if self.rules.check_closes and not self.bets and kind is Kind.CHECK:
                rest = []
        if chips:
            paid = (*paid[:seat], paid[seat] + chips, *paid[seat + 1 :])
            staked = (*staked[:seat], staked[seat] + chips, *staked[seat + 1 :])
        bet = Bet(seat, chips, kind, raised)
        after = Deal(
            self.rules,
            self.opener,
            self.hands,
            self.pot + chips,
            self.carry,
            self.owed,
            self.street,
            tuple(rest),
            live,
            paid,
            staked,
            raises,
            (*self.bets, bet),
            self.nets,
            self.left,
            (bet,),
        )
        if kind is Kind.FOLD and sum(live) == 1:
            return after._won(live.index(True))
        return after if rest else after._next_street()

    def _next_street(self) -> Deal:
        """Deal the next cards, or go to the showdown."""
        street = self.street + 1
        if street == len(self.rules.street_cards):
            return self._showdown()
        seats = _from(self.opener, self.live)
        return self._replace(
            street=street,
            owed=_street(self.rules.street_cards[street], seats),
            to_act=seats,
            paid=(0,) * len(self.paid),
            raises=0,
            bets=(),
        )

    def _won(self, seat: int) -> Deal:
        """Pay the pot to a seat."""
        return self._paid_out({seat: self.pot}, Won(seat, self.pot))

    def _showdown(self) -> Deal:
        """Compare the hands of all who have not folded."""
        live = [seat for seat, stays in enumerate(self.live) if stays]
        worth: dict[int, Any] = {
            seat: self.hands[seat].worth(self.rules.valuation) for seat in live
        }
        best = max(worth.values())
        winners = [seat for seat in live if worth[seat] == best]
        shown = tuple(Shown(seat, self.hands[seat]) for seat in live)
        after = self._replace(events=self.events + shown)
        if len(winners) == 1:
            return after._won(winners[0])
        tied = Tied(tuple(winners), self.pot)
        if self.rules.tied_pot is TiedPot.CARRY:
            return after._paid_out({}, tied)
        return after._paid_out(shares(self.pot, winners), tied)

    def _paid_out(self, takings: dict[int, int], event: Event) -> Deal:
        nets = tuple(takings.get(seat, 0) - staked for seat, staked in enumerate(self.staked))
        return self._replace(
            nets=nets, left=self.pot - sum(takings.values()), events=(*self.events, event)
        )


def shares(pot: int, seats: list[int]) -> dict[int, int]:
    """A pot divided evenly; odd chips go to the earliest seats.

    >>> shares(11, [0, 2, 3])
    {0: 4, 2: 4, 3: 3}
    """
    each, odd = divmod(pot, len(seats))
    return {seat: each + (place < odd) for place, seat in enumerate(sorted(seats))}


# Few different questions, asked at every bet.


@lru_cache(maxsize=1024)
def _from(seat: int, live: tuple[bool, ...]) -> tuple[int, ...]:
    """The live seats in order, starting with this one."""
    order = [(seat + step) % len(live) for step in range(len(live))]
    return tuple([other for other in order if live[other]])


@lru_cache(maxsize=1024)
def _street(letters: str, seats: tuple[int, ...]) -> tuple[tuple[int, bool], ...]:
    """Where the cards of a street go: seat by seat, in the order of the seats."""
    return tuple([(seat, letter == "d") for seat in seats for letter in letters])


@lru_cache(maxsize=1024)
def _bets(call: int, least: int, most: int) -> tuple[int, ...]:
    """The bets allowed with this much to call and raises of these sizes."""
    staying = (0, call) if call else (0,)
    return (*staying, *range(call + least, call + most + 1))
