"""One table, stepped decision by decision through the arrays of `choices.py`, in plain Python.

It is `floor.py` for one table without compiled code: whoever steps through rounds from Python
waits for nothing, and calls nothing that costs more than it does. It knows no rules; only the
order of a round is written here.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel.automaton import DRAWN, FACE_DOWN, OPEN
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
        """Prepare for a round; the player chooses among so many bets."""
        self.shoe.before_round()
        self.moment, self.legal = BET, (1 << bets) - 1
        self.held, self.at, self.dealer, self.insured, self.bet = [], 0, 0, False, 0

    def begin(self, bet: int = 0) -> None:
        """Prepare for a round, and deal its first cards."""
        self.shoe.before_round()
        self.deal(bet)

    def deal(self, bet: int) -> None:
        """Deal the first cards of a round with this bet."""
        lists, shoe = self._lists, self.shoe
        one, other, up, second = lists.places
        cards = shoe.draw_many(lists.dealt)
        seen = shoe.seen
        seen[cards[one]] += 1
        seen[cards[other]] += 1
        self.up = self.dealer = cards[up]
        seen[self.up] += 1
        self._second = cards[second]
        hand = lists.first[10 * cards[one] + cards[other]]
        self.held, self.at, self.bet, self.insured = [hand], 0, bet, False
        if lists.second == OPEN:
            self._turn_second()
            if self._ends[self.dealer] == _BLACKJACK:
                self.moment, self.legal = DECIDED, ONLY_STAND
                return
        offered = lists.offers[bet][self.up][self._hands[hand][PLAYING]]
        if offered:
            self.moment, self.legal = OFFER, offered
        elif self._finds_blackjack() or not self._find_decision():
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
        if self._finds_blackjack():
            self._settle()
        elif not self._find_decision():
            self._show_second()
            self._play_out()

    def _finds_blackjack(self) -> bool:
        """Whether the dealer looks now, and finds a blackjack; then it lies open."""
        lists = self._lists
        if not lists.peeks or self._ends[self._moves[self.dealer][self._second]] != _BLACKJACK:
            return False
        self._turn_second()
        return True

    def _play(self, action: int) -> None:
        held, at = self.held, self.at
        after = self._lists.act[action][held[at]]
        if action == SPLIT:
            self._split(after)
        elif action in (HIT, DOUBLE):
            held[at] = self._take[after][self.shoe.draw_open()]
        else:
            held[at] = after
        if not self._find_decision():
            self._show_second()
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
        held, hands = self.held, self._hands
        while self.at < len(held):
            hand = held[self.at]
            if hands[hand][PLAYING]:
                if hands[hand][CARDS] == 1:
                    held[self.at] = self._take[hand][self.shoe.draw_open()]
                    continue
                lists = self._lists
                legal = lists.legal[self.up][len(held) < lists.max_hands][hand]
                if legal != ONLY_STAND:
                    self.moment, self.legal = PLAY, legal
                    return True
                held[self.at] = lists.act[STAND][hand]  # one card to a split ace
            self.at += 1
        self.at -= 1
        return False

    # The dealer.

    def _turn_second(self) -> None:
        self.dealer = self._moves[self.dealer][self._second]
        self.shoe.seen[self._second] += 1

    def _show_second(self) -> None:
        """Turn the second card if it lies face down and a bet hangs on it."""
        if self._lists.second == FACE_DOWN and self.dealer < 10 and self._matters():
            self._turn_second()

    def _waiting(self) -> bool:
        hands = self._hands
        return bool(sum([hands[hand][STOOD] for hand in self.held]))

    def _matters(self) -> bool:
        """Whether some bet hangs on the dealer's second card."""
        if self._waiting():
            return True
        hands, looks = self._hands, self._lists.looks[self.up]
        if not looks:
            return False
        lost = sum([hands[hand][STAKE] for hand in self.held if hands[hand][BUST]])
        return bool(
            (looks & LOOKS_IF_INSURED and self.insured)
            or (looks & LOOKS_AT_NATURAL and hands[self.held[0]][NATURAL])
            or (looks & LOOKS_IF_LOST and lost > 1)
        )

    def _play_out(self) -> None:
        """Let the dealer draw as far as any bet still hangs on it, and settle."""
        if self._lists.second == DRAWN and self._matters():
            self.dealer = self._moves[self.dealer][self.shoe.draw_open()]
        if self._ends[self.dealer] != _BLACKJACK and self._waiting():
            while self._ends[self.dealer] == DRAWS:
                self.dealer = self._moves[self.dealer][self.shoe.draw_open()]
        self._settle()

    def _settle(self) -> None:
        lists, hands = self._lists, self._hands
        end = self._ends[self.dealer]
        gains = lists.gains[self.bet]
        if end == DRAWS:
            end = NO_END
        net = 0
        if end == _BLACKJACK and lists.original:
            taken = 0
            for hand in self.held:
                facts = hands[hand]
                if facts[BUST] or facts[STOOD] or facts[PLAYING]:
                    taken = lists.stakes[self.bet]
                else:
                    net += gains[hand][end]
            net -= taken
        else:
            for hand in self.held:
                net += gains[hand][end]
        if self.insured:
            net += lists.insured[self.bet][end == _BLACKJACK]
        self.net = net
        self.moment, self.legal = OVER, ONLY_STAND
