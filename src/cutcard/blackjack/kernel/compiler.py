"""The compiler of automata: it walks through a round, and asks the engine what the rules are.

What is legal, what becomes of a hand, when the dealer draws and who wins are asked of `legal`,
`box`, `dealer` and `settlement`. Only the order of a round is written here once more, because
states must be made from the last to the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.dealer import End, draws, end_at
from cutcard.blackjack.kernel.automaton import (
    DRAWN,
    FACE_DOWN,
    FINALS,
    OPEN,
    TURNED,
    Automaton,
)
from cutcard.blackjack.kernel.minimiser import SAME, Awaited, Minimiser, layered, renumbered
from cutcard.blackjack.kernel.outcomes import OUTCOMES, Plain
from cutcard.blackjack.kernel.questions import Facing, Held, Questions, hand_of, stood, two
from cutcard.blackjack.kernel.split_compiler import Exit, compile_splits
from cutcard.blackjack.legal import surrender_is_offered
from cutcard.blackjack.rules import Rules, SplitOrder, Surrender
from cutcard.blackjack.settlement import takes_original_only, verdict
from cutcard.blackjack.strategy.chart import Chart, row_of

_ROOM: Final = 1024
"""Room for exits, which are not counted yet when states are made."""

_TWO: Final = 1
"""The value of a card that is never half a blackjack."""

_NATURALS: Final = {1: Plain.BLACKJACK, 0: Plain.BLACKJACK_PUSHED, -1: Plain.BLACKJACK_LOST}
"""How a player's blackjack ends, by the verdict on it."""


def compile_automaton(rules: Rules, charts: Sequence[Chart]) -> Automaton:
    """The automaton of a game and of the charts it is played by, which is not to be changed.

    It takes some hundredths of a second, and is kept for whoever plays the same game again.
    """
    return _compiled(rules, tuple(charts))


@lru_cache(maxsize=32)
def _compiled(rules: Rules, charts: tuple[Chart, ...]) -> Automaton:
    return _Compiler(rules, charts).automaton()


class _Compiler:
    def __init__(self, rules: Rules, charts: Sequence[Chart]) -> None:
        self._rules = rules
        self._asked = Questions(rules, charts)
        self._original = takes_original_only(rules)
        self._second = Awaited.SECOND if self._asked.second == FACE_DOWN else Awaited.DEALER
        # Asked for again and again: most hands come to few others.
        self._dealt = cache(self._find_dealt)
        self._hit = cache(self._find_hit)
        self._after_hit = cache(self._find_after_hit)
        self._double = cache(self._find_double)
        self._look = cache(self._find_look)
        self._second_card = cache(self._find_second_card)
        self._dealer_plays = cache(self._find_dealers_play)
        self._exits: dict[Exit, int] = {}
        self._round = Minimiser(OUTCOMES + _ROOM)

    # The automaton of a round without a split.

    def _decide(self, chart: int, first: int, second: int, facing: Facing) -> int:
        """The state after the first decision."""
        held = two(first, second)
        if held.total >= 21:
            return self._stand(held, facing, doubled=False)
        legal = self._asked.legal(first, second, facing.up, 1)
        match self._asked.choice(chart, first, second, facing, legal):
            case Action.HIT:
                return self._hit(held, facing)
            case Action.DOUBLE:
                return self._double(held, facing)
            case Action.SPLIT:
                at = self._exits.setdefault((first, facing), len(self._exits))
                return OUTCOMES + at
            case Action.SURRENDER:
                return Plain.SURRENDERED
        return self._stand(held, facing, doubled=False)

    def _find_hit(self, held: Held, facing: Facing) -> int:
        return self._round.state(self._asked.row_of_hit(self._after_hit, held, facing))

    def _find_after_hit(self, chart: int, more: Held, facing: Facing) -> int:
        match self._asked.fate(more):
            case Fate.BUST:
                return Plain.BUST
            case Fate.CHARLIE:
                return Plain.CHARLIE
        if self._asked.hits(chart, more, facing):
            return self._hit(more, facing)
        return self._stand(more, facing, doubled=False)

    def _find_double(self, held: Held, facing: Facing) -> int:
        lost = Box(0, 2 * self._rules.unit, fate=Fate.BUST, doubled=True)
        taken = self._asked.taken(held)

        def after(card: int) -> int:
            if self._asked.fate(taken[card], doubled=True) is not Fate.BUST:
                return self._stand(taken[card], facing, doubled=True)
            if self._asked.must_look(facing.up, lost):
                return self._look(facing.up, Plain.BUST_ORIGINAL, Plain.BUST_DOUBLED)
            return Plain.BUST_DOUBLED

        return self._round.state(self._asked.row_for_all(after), Awaited.DOUBLE)

    def _find_look(self, up: int, natural: Plain, otherwise: Plain) -> int:
        """The dealer takes or turns the second card only to see whether it is a blackjack."""

        def after(card: int) -> int:
            return natural if self._asked.natural(up, card) else otherwise

        return self._round.state(self._asked.row_for_all(after), self._second)

    def _stand(self, held: Held, facing: Facing, *, doubled: bool) -> int:
        final = stood(held, doubled=doubled)
        if self._asked.second == OPEN:
            return self._dealer_plays(final, facing.total, facing.soft)
        return self._second_card(final, facing.up)

    def _find_second_card(self, final: int, up: int) -> int:
        """The dealer takes or turns the second card, and goes on."""

        def after(card: int) -> int:
            if self._asked.natural(up, card):
                if self._asked.peeks:
                    return SAME  # the dealer has looked: it is another card
                return self._settled(final, End.BLACKJACK)
            held = two(up, card)
            return self._dealer_plays(final, held.total, held.soft)

        return self._round.state(self._asked.row_for_all(after), self._second)

    def _find_dealers_play(self, final: int, total: int, soft: bool) -> int:
        if not draws(self._rules, total, soft=soft):
            return self._settled(final, end_at(self._rules, total))

        def after(card: int) -> int:
            more = Held(total, soft, 2).plus(card, 3)
            return self._dealer_plays(final, more.total, more.soft)

        return self._round.state(self._asked.row_for_all(after), Awaited.DEALER)

    def _settled(self, final: int, end: End) -> int:
        """The outcome of a hand that stood."""
        fate, total, stake = FINALS[final]
        if end is End.BLACKJACK and stake == 2 and self._original:
            return Plain.LOST_ORIGINAL
        pushed = Plain.PUSHED_DOUBLED if stake == 2 else Plain.PUSHED
        return pushed + verdict(self._rules, fate, total, end)

    # The first cards.

    def _find_dealt(
        self, chart: int, first: int, second: int, facing: Facing, natural: bool
    ) -> int:
        """The state after the first cards; the dealer may have shown a blackjack."""
        rules = self._rules
        box = self._asked.dealt(first, second)
        if box.fate is Fate.BLACKJACK:
            tied = _NATURALS[verdict(rules, box.fate, 21, End.BLACKJACK)]
            if natural:
                return tied
            if self._asked.must_look(facing.up, box):
                return self._look(facing.up, tied, Plain.BLACKJACK)
            return Plain.BLACKJACK
        if surrender_is_offered(rules, hand_of(facing.up)):
            row = row_of(box.hand)
            if self._asked.charts[chart].surrenders_early(row, facing.columns[chart]):
                return Plain.SURRENDERED
        if natural:
            return Plain.PUSHED + verdict(rules, box.fate, box.hand.total, End.BLACKJACK)
        return self._decide(chart, first, second, facing)

    def _deal(self) -> list[list[int]]:
        """The states after all first cards, chart by chart."""
        rows = []
        for chart in range(len(self._asked.charts)):
            row = [0] * 10_000
            for first in range(10):
                for second in range(first, 10):
                    for up in range(10):
                        states = self._dealt_by_hole(chart, first, second, up)
                        for one, other in ((first, second), (second, first)):
                            at = one * 1000 + other * 100 + up * 10
                            row[at : at + 10] = states
            rows.append(row)
        return rows

    def _dealt_by_hole(self, chart: int, first: int, second: int, up: int) -> list[int]:
        """The states by the dealer's second card, which few hands can tell apart."""
        asked = self._asked
        if asked.second == OPEN:
            return [
                self._dealt(chart, first, second, asked.facing(up, hole), asked.natural(up, hole))
                for hole in range(10)
            ]
        facing = asked.facing(up, _TWO)
        states = [self._dealt(chart, first, second, facing, False)] * 10
        for hole in range(10):
            if self._looked_and_found(up, hole):
                states[hole] = self._dealt(chart, first, second, facing, True)
        return states

    def _looked_and_found(self, up: int, hole: int) -> bool:
        return self._asked.peeks and self._asked.natural(up, hole)

    def _turned(
        self,
        deal: NDArray[np.uint16],
        after: NDArray[np.uint16],
        first_turn: int,
        first_draw: int,
    ) -> NDArray[np.uint16]:
        """The states after all first cards, and after the second card where it is turned at once.

        It shows when the dealer has looked and found a blackjack, and when the player is done
        without a further card.
        """
        assert after.shape[1] <= TURNED, "states are told by 15 bits"
        found = [self._looked_and_found(up, hole) for up in range(10) for hole in range(10)]
        done = (first_turn <= deal) & (deal < first_draw)
        chart, cards = done.nonzero()
        deal[done] = after[chart, deal[done], cards % 10]
        deal[done | np.tile(found, 100)] |= TURNED
        return deal

    # All together.

    def automaton(self) -> Automaton:
        rules = self._rules
        deal = self._deal()
        rows, numbers, many = self._round.ordered()
        shift = _ROOM - len(self._exits)  # the room that no exit needed
        first_turn = OUTCOMES + len(self._exits)
        first_draw = first_turn + many[Awaited.SECOND]
        first_double = first_draw + many[Awaited.HIT]
        numbers[OUTCOMES + _ROOM :] -= shift
        layers = len(self._asked.charts)
        after = layered(rows, numbers, layers, first_turn)
        return Automaton(
            deal=self._turned(renumbered(deal, numbers), after, first_turn, first_draw),
            next=after,
            first_exit=OUTCOMES,
            first_turn=first_turn,
            first_draw=first_draw,
            first_double=first_double,
            first_dealer=first_double + many[Awaited.DOUBLE],
            **compile_splits(self._asked, list(self._exits))._asdict(),
            original=self._original,
            max_hands=rules.max_hands,
            queue=rules.split_order is SplitOrder.QUEUE,
            places=np.array(self._places(), np.uint8),
            dealt=3 if self._asked.second == DRAWN else 4,
            second=self._asked.second,
            early=rules.surrender is Surrender.EARLY,
        )

    def _places(self) -> list[int]:
        order = self._rules.deal
        if self._asked.second == DRAWN:
            order = order.replace("H", "")
        player = [at for at, letter in enumerate(order) if letter == "P"]
        if self._asked.second == DRAWN:
            return [*player, order.index("U"), order.index("U")]
        dealer = [order.index("U"), order.index("H")]
        if self._asked.second == OPEN:
            dealer.sort()  # whichever comes first is the first card of an open hand
        return player + dealer
