"""The compiler of splits: the hands that come of a pair, and the dealer against all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.dealer import End, draws, end_at
from cutcard.blackjack.kernel.automaton import AGAIN, BUST, BUST_DOUBLED, CHARLIE, FINALS, OPEN
from cutcard.blackjack.kernel.fields import DOUBLED_FIELD, FIELD, HANDS_FIELD, LOST_FIELD
from cutcard.blackjack.kernel.minimiser import SAME, Minimiser, layered, renumbered
from cutcard.blackjack.kernel.questions import Facing, Held, Questions, stood, two
from cutcard.blackjack.settlement import takes_original_only, verdict

Exit = tuple[int, Facing]
"""A pair that is split: the value of its cards, and what the player sees of the dealer."""


class SplitTables(NamedTuple):
    """The part of an automaton that hands of splits are walked by."""

    split_start: NDArray[np.uint16]
    split_next: NDArray[np.uint16]
    dealer_start: NDArray[np.uint16]
    dealer_next: NDArray[np.uint16]
    gains: NDArray[np.int64]
    looks: NDArray[np.uint8]


def compile_splits(asked: Questions, exits: Sequence[Exit]) -> SplitTables:
    """The tables of all splits that a round may come to."""
    return _SplitCompiler(asked).tables(exits)


class _SplitCompiler:
    def __init__(self, asked: Questions) -> None:
        self._asked = asked
        self._rules = asked.rules
        self._hand = Minimiser(AGAIN + 1)
        self._dealer = Minimiser(len(End))
        # Asked for again and again: most hands come to few others.
        self._second_card = cache(self._find_second_card)
        self._hit = cache(self._find_hit)
        self._after_hit = cache(self._find_after_hit)
        self._double = cache(self._find_double)
        self._dealer_from = cache(self._find_dealer)
        self._dealer_facing = cache(self._find_dealer_facing)

    # The hands.

    def _single(self, rank: int, facing: Facing, *, more: bool) -> int:
        """One card of the pair, waiting for its second; more hands may still come of splits."""
        hands = 2 if more else self._rules.max_hands

        def after(chart: int, card: int) -> int:
            legal = self._asked.legal(rank, card, facing.up, hands)
            return self._second_card(chart, rank, card, facing, legal)

        return self._hand.state(self._asked.row(after))

    def _find_second_card(
        self, chart: int, rank: int, card: int, facing: Facing, legal: tuple[Action, ...]
    ) -> int:
        held = two(rank, card)
        if held.total >= 21 or legal == (Action.STAND,):
            return stood(held, doubled=False)
        match self._asked.choice(chart, rank, card, facing, legal):
            case Action.HIT:
                return self._hit(held, facing)
            case Action.DOUBLE:
                return self._double(held)
            case Action.SPLIT:
                return AGAIN
        return stood(held, doubled=False)

    def _find_hit(self, held: Held, facing: Facing) -> int:
        return self._hand.state(self._asked.row_of_hit(self._after_hit, held, facing))

    def _find_after_hit(self, chart: int, more: Held, facing: Facing) -> int:
        match self._asked.fate(more):
            case Fate.BUST:
                return BUST
            case Fate.CHARLIE:
                return CHARLIE
        if self._asked.hits(chart, more, facing):
            return self._hit(more, facing)
        return stood(more, doubled=False)

    def _find_double(self, held: Held) -> int:
        taken = self._asked.taken(held)

        def after(card: int) -> int:
            if self._asked.fate(taken[card], doubled=True) is Fate.BUST:
                return BUST_DOUBLED
            return stood(taken[card], doubled=True)

        return self._hand.state(self._asked.row_for_all(after))

    # The dealer against them.

    def _find_dealer(self, total: int, soft: bool) -> int:
        if not draws(self._rules, total, soft=soft):
            return end_at(self._rules, total)
        after = [Held(total, soft, 2).plus(card, 3) for card in range(10)]
        row = tuple([self._dealer_from(more.total, more.soft) for more in after])
        return self._dealer.state(row)

    def _find_dealer_facing(self, facing: Facing) -> int:
        if self._asked.second == OPEN:
            return self._dealer_from(facing.total, facing.soft)

        def after(card: int) -> int:
            if self._asked.natural(facing.up, card):
                return SAME if self._asked.peeks else End.BLACKJACK
            held = two(facing.up, card)
            return self._dealer_from(held.total, held.soft)

        return self._dealer.state(tuple([after(card) for card in range(10)]))

    def _looks(self, facing: Facing) -> bool:
        """With two bets lost, the dealer must look for a blackjack."""
        lost = Box(0, self._rules.unit, fate=Fate.BUST, split=True)
        return self._asked.must_look(facing.up, lost, lost)

    def _gains(self, fate: Fate, total: int, stake: int) -> int:
        """The fields of a hand that ended so."""
        word = 1 << HANDS_FIELD | (stake - 1) << DOUBLED_FIELD
        word |= (fate is Fate.BUST) * stake << LOST_FIELD
        for end in End:
            bets = verdict(self._rules, fate, total, end) * stake
            if end is End.BLACKJACK and takes_original_only(self._rules) and bets < 0:
                bets = 0  # the original bet is taken once for all hands
            word |= (bets + 2) << (FIELD * end)
        return word

    def tables(self, exits: Sequence[Exit]) -> SplitTables:
        starts = [
            [self._single(rank, facing, more=more) for more in (False, True)]
            for rank, facing in exits
        ]
        hands, numbers, _ = self._hand.ordered()
        dealer_starts = [[self._dealer_facing(facing)] for _, facing in exits]
        dealers, dealer_numbers, _ = self._dealer.ordered()
        return SplitTables(
            split_start=renumbered(starts or [[0, 0]], numbers),
            split_next=layered(hands, numbers, len(self._asked.charts), AGAIN + 1),
            dealer_start=renumbered(dealer_starts or [[0]], dealer_numbers)[:, 0],
            dealer_next=layered(dealers, dealer_numbers, 1, len(End))[0],
            gains=self._all_gains(AGAIN + 1 + len(hands)),
            looks=np.array([self._looks(facing) for _, facing in exits] or [False], np.uint8),
        )

    def _all_gains(self, states: int) -> NDArray[np.int64]:
        """The fields by state; a hand that goes on adds nothing."""
        gains = np.zeros(states, np.int64)
        gains[: len(FINALS)] = [self._gains(*final) for final in FINALS]
        return gains
