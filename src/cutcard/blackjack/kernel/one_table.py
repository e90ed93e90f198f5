"""One table, stepped decision by decision through the arrays of `choices.py`, in plain Python.

It is `floor.py` for one table without compiled code: whoever steps through rounds from Python
waits for nothing, and calls nothing that costs more than it does. It knows no rules; only the
order of a round is written here.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel.automaton import FACE_DOWN, OPEN
from cutcard.blackjack.kernel.choices import (
    BUST,
    CARDS,
    DOUBLE,
    DRAWS,
    HIT,
    INSURE,
    LOOKS_AT_NATURAL,
    LOOKS_IF_INSURED,
    LOOKS_IF_LOST,
    NATURAL,
    NO_END,
    PLAYING,
    SPLIT,
    STAKE,
    STAND,
    STOOD,
    SURRENDER,
    Choices,
)
from cutcard.blackjack.kernel.table_shoes import TableShoe

ONLY_STAND: Final = 1 << STAND
"""Legal actions as bits."""

_BLACKJACK: Final = int(End.BLACKJACK)


# What a table waits for.
BET: Final = 0
OFFER: Final = 1
"""An answer to an offer, before the dealer looks for blackjack."""
PLAY: Final = 2
"""An action on the hand in play."""
DECIDED: Final = 3
"""Nothing: whatever the player does, the round is played out and paid."""
OVER: Final = 4
"""The next round."""
MOMENTS: Final = 5


class OneTable:
    """A round after the other at one table; hands are numbers of `choices`."""

    def __init__(self, choices: Choices, shoe: TableShoe) -> None:
        # Lists are read faster than arrays, one value at a time.
        plain: list[Any] = [one.tolist() if isinstance(one, np.ndarray) else one for one in choices]
        lists: Any = Choices(*plain)
        self._lists = lists
        self._hands = lists.hands
        self._take = lists.take
        self._first = lists.first
        self._places = lists.places
        self._dealt = lists.dealt
        self._offers = lists.offers
        self._peeks = lists.peeks
        self._act = lists.act
        self._legal = lists.legal
        self._most = lists.max_hands
        self._source = lists.second
        self._ends = lists.dealer_end
        self._moves = lists.dealer_take
        self.shoe = shoe
        self.moment: int = OVER
        self.legal = ONLY_STAND
        """Legal actions as bits; between rounds to stand, so that no mask is ever empty."""
        self.bet = 0
        """The number of the bet."""
        self.held: list[int] = []
        """The player's hands."""
        self.at = 0
        """The hand in play."""
        self.up = 0
        self.dealer = 0
        """The dealer's hand, as far as it lies open."""
        self.insured = False
        self.net = 0
        """What the round gained, in units, once it is over."""
        self._second = 0

    def wait_for_bet(self, bets: int) -> None:
        """Prepare for a round; the player chooses among this many bets."""
        self.shoe.before_round()
        self.moment, self.legal = BET, (1 << bets) - 1
        self.held, self.at, self.dealer, self.insured, self.bet = [], 0, 0, False, 0

    def begin(self, bet: int = 0) -> None:
        """Prepare for a round, and deal its first cards."""
        self.shoe.before_round()
        self.deal(bet)

    def deal(self, bet: int) -> None:
        """Deal the first cards of a round with this bet."""
        shoe = self.shoe
        cards = shoe.draw_many(self._dealt)
        one, other, up, second = self._places
        one, other, up = cards[one], cards[other], cards[up]
        seen = shoe.seen
        seen[one] += 1
        seen[other] += 1
        seen[up] += 1
        self.up = self.dealer = up
        self._second = cards[second]
        hand = self._first[10 * one + other]
        self.held, self.at, self.bet, self.insured = [hand], 0, bet, False
        if self._source == OPEN:
            self._turn_second()
            if self._ends[self.dealer] == _BLACKJACK:
                self.moment, self.legal = DECIDED, ONLY_STAND
                return
        offered = self._offers[bet][up][self._hands[hand][PLAYING]]
        if offered:
            self.moment, self.legal = OFFER, offered
        elif (self._peeks and self._finds_blackjack()) or not self._find_decision():
            self._show_second()
            self.moment, self.legal = DECIDED, ONLY_STAND

    def act(self, action: int) -> None:
        """Play a legal action, and go on to the next decision or to the end of the round."""
        if self.moment == PLAY:
            self._play(action)
        elif self.moment == OFFER:
            self._answer(action)
        else:
            self._play_out()

    def _answer(self, action: int) -> None:
        """Answer an offer; then the dealer looks for a blackjack."""
        if action == INSURE:
            self.insured = True
        elif action == SURRENDER:
            self.held[0] = self._lists.act[SURRENDER][self.held[0]]
        if self._peeks and self._finds_blackjack():
            self._settle()
        elif not self._find_decision():
            self._play_out()

    def _finds_blackjack(self) -> bool:
        """Whether the dealer, who looks now, finds a blackjack; then it lies open."""
        if self._ends[self._moves[self.dealer][self._second]] != _BLACKJACK:
            return False
        self._turn_second()
        return True

    def _play(self, action: int) -> None:
        held = self.held
        hand = self._act[action][held[self.at]]
        if action == SPLIT:
            self._split(hand)
        else:
            if action in (HIT, DOUBLE):
                hand = self._take[hand][self.shoe.draw_open()]
            held[self.at] = hand
        if not self._find_decision():
            self._play_out()

    def _split(self, single: int) -> None:
        held, at = self.held, self.at
        held[at] = single
        if self._lists.queue:
            held.append(single)
            for new in (at, len(held) - 1):
                held[new] = self._take[single][self.shoe.draw_open()]
        else:
            held.insert(at + 1, single)

    def _find_decision(self) -> bool:
        """Go on to the next hand that needs a decision; False if there is none."""
        held, hands, at = self.held, self._hands, self.at
        while at < len(held):
            hand = held[at]
            facts = hands[hand]
            if facts[PLAYING]:
                if facts[CARDS] == 1:
                    held[at] = self._take[hand][self.shoe.draw_open()]
                    continue
                legal = self._legal[self.up][len(held) < self._most][hand]
                if legal != ONLY_STAND:
                    self.at, self.moment, self.legal = at, PLAY, legal
                    return True
                held[at] = self._act[STAND][hand]  # one card to a split ace
            at += 1
        self.at = at - 1
        return False

    # The dealer.

    def _turn_second(self) -> None:
        self.dealer = self._moves[self.dealer][self._second]
        self.shoe.seen[self._second] += 1

    def _show_second(self) -> None:
        """Turn the second card if it lies face down and a bet hangs on it."""
        if self._source == FACE_DOWN and self.dealer < 10 and (self._waiting() or self._looks()):
            self._turn_second()

    def _waiting(self) -> int:
        """How many hands wait for the dealer's total."""
        hands, held = self._hands, self.held
        if len(held) == 1:
            return int(hands[held[0]][STOOD])
        return sum([hands[hand][STOOD] for hand in held])

    def _looks(self) -> bool:
        """Whether the dealer must look for a blackjack, though no hand waits for the total."""
        looks = self._lists.looks[self.up]
        if not looks:
            return False
        hands = self._hands
        lost = sum([hands[hand][STAKE] for hand in self.held if hands[hand][BUST]])
        return bool(
            (looks & LOOKS_IF_INSURED and self.insured)
            or (looks & LOOKS_AT_NATURAL and hands[self.held[0]][NATURAL])
            or (looks & LOOKS_IF_LOST and lost > 1)
        )

    def _play_out(self) -> None:
        """Let the dealer show and draw as far as any bet still hangs on it, and settle."""
        waiting = self._waiting()
        if self.dealer < 10 and (waiting or self._looks()):
            if self._source == FACE_DOWN:
                self._turn_second()
            else:
                self.dealer = self._moves[self.dealer][self.shoe.draw_open()]
        if waiting:
            ends, moves, dealer = self._ends, self._moves, self.dealer
            while ends[dealer] == DRAWS:
                dealer = moves[dealer][self.shoe.draw_open()]
            self.dealer = dealer
        self._settle()

    def _settle(self) -> None:
        """Pay every hand and the insurance bet."""
        lists = self._lists
        end = self._ends[self.dealer]
        if end == DRAWS:
            end = NO_END
        gains = lists.gains[self.bet]
        if end == _BLACKJACK and lists.original:
            net = self._settle_original(gains)
        else:
            net = sum([gains[hand][end] for hand in self.held])
        if self.insured:
            net += lists.insured[self.bet][end == _BLACKJACK]
        self.net = net
        self.moment, self.legal = OVER, ONLY_STAND

    def _settle_original(self, gains: list[list[int]]) -> int:
        """What is gained where a dealer's blackjack takes the original bet only, and once."""
        taken = net = 0
        for hand in self.held:
            facts = self._hands[hand]
            if facts[BUST] or facts[STOOD] or facts[PLAYING]:
                taken = self._lists.stakes[self.bet]
            else:
                net += gains[hand][_BLACKJACK]
        return net - taken
