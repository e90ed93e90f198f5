"""The compiler of automata: it walks through a round, and asks the engine what the rules are.

What is legal, what becomes of a hand, when the dealer draws and who wins are asked of `legal`,
`box`, `dealer` and `settlement`. Only the order of a round is written here once more, because
states must be made from the last to the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate, fate_with
from cutcard.blackjack.dealer import End, draws, end_at, has_blackjack
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel.automaton import (
    AGAIN,
    BUST,
    BUST_DOUBLED,
    CHARLIE,
    DOUBLED,
    DRAWN,
    FACE_DOWN,
    FINALS,
    OPEN,
    TURNED,
    Automaton,
)
from cutcard.blackjack.kernel.fields import DOUBLED_FIELD, FIELD, HANDS_FIELD, LOST_FIELD
from cutcard.blackjack.kernel.minimiser import SAME, Minimiser, Row, layered, renumbered
from cutcard.blackjack.kernel.outcomes import OUTCOMES, Plain
from cutcard.blackjack.legal import plays, surrender_is_offered
from cutcard.blackjack.rules import HoleCard, Rules, SplitOrder, Surrender
from cutcard.blackjack.settlement import must_look, takes_original_only, verdict
from cutcard.blackjack.strategy.chart import Chart, row_of, row_of_total
from cutcard.cards import RANKS

_ROOM: Final = 1024
"""Room for exits, which are not counted yet when states are made."""

_TWO: Final = 1
"""The value of a card that is never half a blackjack."""

_NATURALS: Final = {1: Plain.BLACKJACK, 0: Plain.BLACKJACK_PUSHED, -1: Plain.BLACKJACK_LOST}
"""How a player's blackjack ends, by the verdict on it."""


class _Held(NamedTuple):
    """What matters of a hand."""

    total: int
    soft: bool
    cards: int

    def plus(self, card: int, most: int) -> _Held:
        """The hand with one more card; more cards than matter are not counted."""
        points = self.total - 10 * self.soft + card + 1
        soft = points <= 11 and (self.soft or card == 0)
        return _Held(points + 10 * soft, soft, min(self.cards + 1, most))


class _Facing(NamedTuple):
    """What the player sees of the dealer."""

    up: int
    """The only open card; of two open cards the total alone matters."""
    columns: tuple[str, ...]
    """The column of each chart."""
    total: int = 0
    """Both cards, where both are open."""
    soft: bool = False


def compile_automaton(rules: Rules, charts: Sequence[Chart]) -> Automaton:
    """The automaton of a game and of the charts it is played by."""
    return _Compiler(rules, charts).automaton()


class _Compiler:
    def __init__(self, rules: Rules, charts: Sequence[Chart]) -> None:
        self._rules = rules
        self._charts = charts
        self._most = rules.charlie_at if rules.charlie != "none" else 3
        self._second = {HoleCard.OPEN: OPEN, HoleCard.NONE: DRAWN}.get(rules.hole_card, FACE_DOWN)
        self._original = takes_original_only(rules)
        self._exits: dict[tuple[int, _Facing], int] = {}
        self._round = Minimiser(OUTCOMES + _ROOM)
        self._hand = Minimiser(AGAIN + 1)
        self._dealer = Minimiser(len(End))
        self._facing = cache(self._make_facing)
        self._natural = cache(self._is_natural)
        self._legal = cache(self._find_legal)

    # What the charts see, and what the engine allows.

    def _make_facing(self, up: int, second: int) -> _Facing:
        if self._second == OPEN:
            hand = _hand(up, second)
            columns = tuple(chart.column_of(hand) for chart in self._charts)
            return _Facing(0, columns, hand.total, hand.soft)
        return _Facing(up, tuple(chart.column_of(_hand(up)) for chart in self._charts))

    def _is_natural(self, up: int, second: int) -> bool:
        """Two cards are the dealer's blackjack."""
        return has_blackjack(self._rules, _hand(up, second))

    def _must_look(self, up: int, *boxes: Box) -> bool:
        """What these hands gain hangs on whether the dealer has a blackjack beside this card."""
        return must_look(self._rules, (1,), boxes, (0,), _hand(up))

    def _find_legal(self, first: int, second: int, up: int, hands: int) -> tuple[Action, ...]:
        """What may be done with two cards, one of so many hands; of a split, if there are more."""
        held = _hand(first, second)
        alone = (Box.dealt(self._rules, held),)
        boxes = Box.of_split(self._rules, held, hands=hands) if hands > 1 else alone
        return plays(self._rules, _hand(up), boxes, 0)

    # The automaton of a round without a split.

    def _row(self, after: Callable[[int, int], int]) -> Row:
        """The states after each card, chart by chart."""
        return tuple(after(chart, card) for chart in range(len(self._charts)) for card in range(10))

    def _row_for_all(self, after: Callable[[int], int]) -> Row:
        """The states after each card, where all charts do the same."""
        return tuple(after(card) for card in range(10)) * len(self._charts)

    def _decide(self, chart: int, first: int, second: int, facing: _Facing) -> int:
        """The state after the first decision."""
        held = _two(first, second)
        if held.total >= 21:
            return self._stand(held, facing, doubled=False)
        legal = self._legal(first, second, facing.up, 1)
        row = row_of(_hand(first, second))
        match self._charts[chart].choice(row, facing.columns[chart], legal):
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

    def _hits(self, chart: int, held: _Held, facing: _Facing) -> bool:
        """The chart takes a further card with a hand of three or more."""
        if held.total >= 21:
            return False
        row = row_of_total(held.total, soft=held.soft)
        legal = {Action.STAND, Action.HIT}
        return self._charts[chart].choice(row, facing.columns[chart], legal) is Action.HIT

    def _hit(self, held: _Held, facing: _Facing) -> int:
        def after(chart: int, card: int) -> int:
            more = held.plus(card, self._most)
            match fate_with(self._rules, more.total, more.cards):
                case Fate.BUST:
                    return Plain.BUST
                case Fate.CHARLIE:
                    return Plain.CHARLIE
            if self._hits(chart, more, facing):
                return self._hit(more, facing)
            return self._stand(more, facing, doubled=False)

        return self._round.state(("hit", held, facing), lambda: self._row(after))

    def _double(self, held: _Held, facing: _Facing) -> int:
        lost = Box(0, 2 * self._rules.unit, fate=Fate.BUST, doubled=True)

        def after(card: int) -> int:
            more = held.plus(card, self._most)
            if fate_with(self._rules, more.total, more.cards, doubled=True) is not Fate.BUST:
                return self._stand(more, facing, doubled=True)
            if self._second != OPEN and self._must_look(facing.up, lost):
                return self._look(facing.up, Plain.BUST_ORIGINAL, Plain.BUST_DOUBLED)
            return Plain.BUST_DOUBLED

        return self._round.state(("double", held, facing), lambda: self._row_for_all(after))

    def _look(self, up: int, natural: Plain, otherwise: Plain) -> int:
        """The dealer takes or turns the second card only to see whether it is a blackjack."""

        def after(card: int) -> int:
            return natural if self._natural(up, card) else otherwise

        turn = self._second == FACE_DOWN
        key = ("look", up, natural, otherwise)
        return self._round.state(key, lambda: self._row_for_all(after), turn=turn)

    def _stand(self, held: _Held, facing: _Facing, *, doubled: bool) -> int:
        final = _stood(held, doubled=doubled)
        if self._second == OPEN:
            return self._dealer_plays(final, facing.total, facing.soft)
        return self._second_card(final, facing.up)

    def _second_card(self, final: int, up: int) -> int:
        """The dealer takes or turns the second card, and goes on."""

        def after(card: int) -> int:
            if self._natural(up, card):
                if self._rules.hole_card is HoleCard.PEEK:
                    return SAME  # the dealer has looked: it is another card
                return self._settled(final, End.BLACKJACK)
            held = _two(up, card)
            return self._dealer_plays(final, held.total, held.soft)

        turn = self._second == FACE_DOWN
        return self._round.state(("second", final, up), lambda: self._row_for_all(after), turn=turn)

    def _dealer_plays(self, final: int, total: int, soft: bool) -> int:
        if not draws(self._rules, total, soft=soft):
            return self._settled(final, end_at(self._rules, total))

        def after(card: int) -> int:
            more = _Held(total, soft, 2).plus(card, 3)
            return self._dealer_plays(final, more.total, more.soft)

        return self._round.state(("dealer", final, total, soft), lambda: self._row_for_all(after))

    def _settled(self, final: int, end: End) -> int:
        """The outcome of a hand that stood."""
        fate, total, stake = FINALS[final]
        if end is End.BLACKJACK and stake == 2 and self._original:
            return Plain.LOST_ORIGINAL
        pushed = Plain.PUSHED_DOUBLED if stake == 2 else Plain.PUSHED
        return pushed + verdict(self._rules, fate, total, end)

    # The first cards.

    def _dealt(self, chart: int, first: int, second: int, up: int, hole: int) -> int:
        """The state after the first cards."""
        rules = self._rules
        box = Box.dealt(rules, _hand(first, second))
        seen = self._second == OPEN or rules.hole_card is HoleCard.PEEK
        natural = seen and self._natural(up, hole)
        if box.fate is Fate.BLACKJACK:
            tied = _NATURALS[verdict(rules, box.fate, 21, End.BLACKJACK)]
            if natural:
                return tied
            if not seen and self._must_look(up, box):
                return self._look(up, tied, Plain.BLACKJACK)
            return Plain.BLACKJACK
        facing = self._facing(up, hole)
        if surrender_is_offered(rules, _hand(up)):
            row = row_of(box.hand)
            if self._charts[chart].surrenders_early(row, facing.columns[chart]):
                return Plain.SURRENDERED
        if natural:
            return Plain.PUSHED + verdict(rules, box.fate, box.hand.total, End.BLACKJACK)
        return self._decide(chart, first, second, facing)

    def _deal(self) -> list[list[int]]:
        """The states after all first cards, chart by chart."""
        rows = []
        peeks = self._rules.hole_card is HoleCard.PEEK
        for chart in range(len(self._charts)):
            row = [0] * 10_000
            for first in range(10):
                for second in range(first, 10):
                    for up in range(10):
                        usual = self._dealt(chart, first, second, up, _TWO)
                        states = [
                            self._dealt(chart, first, second, up, hole)
                            if self._second == OPEN or (peeks and self._natural(up, hole))
                            else usual
                            for hole in range(10)
                        ]
                        for one, other in ((first, second), (second, first)):
                            at = one * 1000 + other * 100 + up * 10
                            row[at : at + 10] = states
            rows.append(row)
        return rows

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
        looked = self._rules.hole_card is HoleCard.PEEK
        found = [looked and self._natural(up, second) for up in range(10) for second in range(10)]
        done = (first_turn <= deal) & (deal < first_draw)
        chart, cards = done.nonzero()
        deal[done] = after[chart, deal[done], cards % 10]
        deal[done | np.tile(found, 100)] |= TURNED
        return deal

    # The hands of a split.

    def _single(self, rank: int, facing: _Facing, *, more: bool) -> int:
        """One card of the pair, waiting for its second; more hands may still come of splits."""
        hands = 2 if more else self._rules.max_hands

        def after(chart: int, card: int) -> int:
            held = _two(rank, card)
            legal = self._legal(rank, card, facing.up, hands)
            if held.total >= 21 or legal == (Action.STAND,):
                return _stood(held, doubled=False)
            row = row_of(_hand(rank, card))
            match self._charts[chart].choice(row, facing.columns[chart], legal):
                case Action.HIT:
                    return self._split_hit(held, facing)
                case Action.DOUBLE:
                    return self._split_double(held)
                case Action.SPLIT:
                    return AGAIN
            return _stood(held, doubled=False)

        return self._hand.state(("single", rank, facing, more), lambda: self._row(after))

    def _split_hit(self, held: _Held, facing: _Facing) -> int:
        def after(chart: int, card: int) -> int:
            more = held.plus(card, self._most)
            match fate_with(self._rules, more.total, more.cards):
                case Fate.BUST:
                    return BUST
                case Fate.CHARLIE:
                    return CHARLIE
            if self._hits(chart, more, facing):
                return self._split_hit(more, facing)
            return _stood(more, doubled=False)

        return self._hand.state(("hit", held, facing), lambda: self._row(after))

    def _split_double(self, held: _Held) -> int:
        def after(card: int) -> int:
            more = held.plus(card, self._most)
            bust = fate_with(self._rules, more.total, more.cards, doubled=True) is Fate.BUST
            return BUST_DOUBLED if bust else _stood(more, doubled=True)

        return self._hand.state(("double", held), lambda: self._row_for_all(after))

    # The dealer against the hands of a split.

    def _dealer_from(self, total: int, soft: bool) -> int:
        if not draws(self._rules, total, soft=soft):
            return end_at(self._rules, total)

        def row() -> Row:
            after = [_Held(total, soft, 2).plus(card, 3) for card in range(10)]
            return tuple(self._dealer_from(more.total, more.soft) for more in after)

        return self._dealer.state((total, soft), row)

    def _dealer_facing(self, facing: _Facing) -> int:
        if self._second == OPEN:
            return self._dealer_from(facing.total, facing.soft)

        def after(card: int) -> int:
            if self._natural(facing.up, card):
                return SAME if self._rules.hole_card is HoleCard.PEEK else End.BLACKJACK
            held = _two(facing.up, card)
            return self._dealer_from(held.total, held.soft)

        return self._dealer.state((facing.up,), lambda: tuple(after(card) for card in range(10)))

    def _looks(self, facing: _Facing) -> bool:
        """With two bets lost, the dealer must look for a blackjack."""
        lost = Box(0, self._rules.unit, fate=Fate.BUST, split=True)
        return self._second != OPEN and self._must_look(facing.up, lost, lost)

    def _gains(self, fate: Fate, total: int, stake: int) -> int:
        """The fields of a hand that ended so."""
        word = 1 << HANDS_FIELD | (stake - 1) << DOUBLED_FIELD
        word |= (fate is Fate.BUST) * stake << LOST_FIELD
        for end in End:
            bets = verdict(self._rules, fate, total, end) * stake
            if end is End.BLACKJACK and self._original and bets < 0:
                bets = 0  # the original bet is taken once for all hands
            word |= (bets + 2) << (FIELD * end)
        return word

    def _all_gains(self, states: int) -> NDArray[np.int64]:
        """The fields by state; a hand that goes on adds nothing."""
        gains = np.zeros(states, np.int64)
        gains[: len(FINALS)] = [self._gains(*final) for final in FINALS]
        return gains

    # All together.

    def automaton(self) -> Automaton:
        rules = self._rules
        deal = self._deal()
        rows, numbers, first_draw = self._round.ordered()
        shift = _ROOM - len(self._exits)  # the room that no exit needed
        first_turn = OUTCOMES + len(self._exits)
        numbers = {old: new - shift for old, new in numbers.items()}
        layers = len(self._charts)
        starts = [
            [self._single(rank, facing, more=more) for more in (False, True)]
            for rank, facing in self._exits
        ]
        hands, hand_numbers, _ = self._hand.ordered()
        dealer_starts = [[self._dealer_facing(facing)] for _, facing in self._exits]
        dealers, dealer_numbers, _ = self._dealer.ordered()
        after = layered(rows, numbers, layers, first_turn)
        first_draw -= shift
        return Automaton(
            deal=self._turned(renumbered(deal, numbers), after, first_turn, first_draw),
            next=after,
            first_exit=OUTCOMES,
            first_turn=first_turn,
            first_draw=first_draw,
            split_start=renumbered(starts or [[0, 0]], hand_numbers),
            split_next=layered(hands, hand_numbers, layers, AGAIN + 1),
            dealer_start=renumbered(dealer_starts or [[0]], dealer_numbers)[:, 0],
            dealer_next=layered(dealers, dealer_numbers, 1, len(End))[0],
            gains=self._all_gains(AGAIN + 1 + len(hands)),
            looks=np.array([self._looks(facing) for _, facing in self._exits] or [False], np.uint8),
            original=self._original,
            max_hands=rules.max_hands,
            queue=rules.split_order is SplitOrder.QUEUE,
            places=np.array(self._places(), np.uint8),
            dealt=3 if self._second == DRAWN else 4,
            second=self._second,
            early=rules.surrender is Surrender.EARLY,
        )

    def _places(self) -> list[int]:
        order = self._rules.deal
        if self._second == DRAWN:
            order = order.replace("H", "")
        player = [at for at, letter in enumerate(order) if letter == "P"]
        if self._second == DRAWN:
            return [*player, order.index("U"), order.index("U")]
        dealer = [order.index("U"), order.index("H")]
        if self._second == OPEN:
            dealer.sort()  # whichever comes first is the first card of an open hand
        return player + dealer


@cache
def _hand(*values: int) -> Hand:
    """A hand of cards of these values."""
    return Hand(tuple(RANKS[value] for value in values))


@cache
def _two(first: int, second: int) -> _Held:
    hand = _hand(first, second)
    return _Held(hand.total, hand.soft, 2)


def _stood(held: _Held, *, doubled: bool) -> int:
    """The number of a hand among the finals once it stands."""
    return max(held.total, 16) - 16 + DOUBLED * doubled
