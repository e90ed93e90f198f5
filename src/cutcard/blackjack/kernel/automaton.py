"""Tables: rules and charts compiled to plain arrays, which are all that the kernel knows.

Cards are values from 0 (an ace) to 9 (a ten). A round without a split is a walk through an
automaton: `deal` gives the state after the first cards, `next[state, card]` the one after each
further card, until a state is the number of an outcome. States that no card can tell apart are
one state. A pair that is split leaves the automaton by an exit; its hands are then walked one
by one, each adding what it would gain against every end of the dealer's hand.

Several charts make several layers of the same states: a player who counts cards changes from
one to another as the count goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel.outcomes import OUTCOMES, Plain
from cutcard.blackjack.rules import (
    DoubleOn,
    HoleCard,
    Naturals,
    Rules,
    SplitOrder,
    Surrender,
    Takes,
    Tie,
)
from cutcard.blackjack.strategy.chart import Chart, row_of, row_of_total
from cutcard.cards import RANKS

COMPILED: Final = frozenset(
    {
        "blackjack_tie",
        "charlie",
        "deal",
        "dealer_blackjack_takes",
        "double_after_split",
        "double_on",
        "hit_soft_17",
        "hit_split_aces",
        "hole_card",
        "insurance",
        "max_hands",
        "naturals",
        "resplit_aces",
        "split_order",
        "surrender",
        "ties",
    }
)
"""Rules that are compiled into the tables."""

ELSEWHERE: Final = frozenset(
    {"blackjack_pays", "decks", "reshuffle", "rounding", "shuffle", "stand_on_21"}
)
"""Rules of the shoe and of the money; and a chart stands on 21, asked or not."""

WIDTH: Final = 16
"""Columns of a row: ten values, three more tens so that thirteen ranks serve as well, and room."""

# How a hand can end: stood on 16 or less, 17, … 21; the same doubled; bust; charlie.
DOUBLED: Final = 6
BUST: Final = 12
CHARLIE: Final = 14
FINALS: Final = 15
AGAIN: Final = 15
"""A state of `split_next`: the hand is split again."""

# How the dealer's hand can end: 17, 18, 19, 20, 21, and
DEALER_BUST: Final = 5
DEALER_BLACKJACK: Final = 6
DEALER_ENDS: Final = 7

# What the hands of a split add up, in fields of one word: for each end of the dealer's hand
# 2 + bets gained; then hands that stood, were doubled, have bust, the bets those lost, all hands.
FIELD: Final = 6
STOOD_FIELD: Final = FIELD * DEALER_ENDS
DOUBLED_FIELD: Final = STOOD_FIELD + 4
BUST_FIELD: Final = DOUBLED_FIELD + 4
LOST_FIELD: Final = BUST_FIELD + 4
HANDS_FIELD: Final = LOST_FIELD + 5

TURNED: Final = 1 << 15
"""Added to a state of `deal`."""

# Where the dealer's second card comes from.
OPEN: Final = 0
FACE_DOWN: Final = 1
DRAWN: Final = 2


class Tables(NamedTuple):
    """A game and one or more ways to play it."""

    deal: NDArray[np.uint16]
    """State after the first cards, by chart and the number `player, player, up, second`; with
    `TURNED` if a second card that lay face down lies open by then."""
    next: NDArray[np.uint16]
    """State after a card, by chart, state and card."""
    first_exit: int
    """States below are outcomes; from here on they are exits to a split."""
    first_turn: int
    """From here on they take the dealer's second card, if it lies face down."""
    first_draw: int
    """From here on they take a card from the shoe."""
    split_start: NDArray[np.uint16]
    """State of a hand that holds one card of the pair, by exit and whether it may split again."""
    split_next: NDArray[np.uint16]
    """State of such a hand after a card, by chart, state and card; below `AGAIN` it has ended."""
    dealer_start: NDArray[np.uint16]
    """The dealer's state when the hands of a split have been played, by exit."""
    dealer_next: NDArray[np.uint16]
    """The dealer's state after a card, by state and card; the first `DEALER_ENDS` are ends."""
    gains: NDArray[np.int64]
    """What a hand of a split adds to the fields of its round, by its state once it has ended."""
    looks: NDArray[np.uint8]
    """By exit: the dealer must look for blackjack if more than the first bet is lost."""
    original: bool
    """A dealer's blackjack takes the original bet only."""
    max_hands: int
    queue: bool
    """Both hands of a split get a card at once, and new hands wait behind all others."""
    places: NDArray[np.uint8]
    """Where the player's two cards, the up card and the second card are among the first cards."""
    dealt: int
    """How many first cards there are."""
    second: int
    """Where the dealer's second card comes from: OPEN, FACE_DOWN or DRAWN."""
    early: bool
    """Surrender is offered before the dealer looks for blackjack, together with insurance."""


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
    columns: tuple[str, ...]
    """The column of each chart."""
    total: int = 0
    """Both cards, where both are open."""
    soft: bool = False


_TWO: Final = 1
"""The value of a card that is never half a blackjack."""

_SAME: Final = -1
"""A next state that is the state itself."""


class _Automaton:
    """States made from the last to the first, so that equal rows become one state at once."""

    def __init__(self, reserved: int) -> None:
        self._reserved = reserved
        self._rows: dict[tuple[bool, tuple[int, ...]], int] = {}
        self._known: dict[tuple[object, ...], int] = {}

    def state(
        self, key: tuple[object, ...], row: Callable[[], tuple[int, ...]], *, turn: bool = False
    ) -> int:
        """The state known by this key, made of the row if it is new."""
        if key not in self._known:
            made = (turn, row())
            self._known[key] = self._rows.setdefault(made, self._reserved + len(self._rows))
        return self._known[key]

    def ordered(self) -> tuple[list[tuple[int, ...]], dict[int, int], int]:
        """The rows with states that turn a card first; new numbers by old; where the rest begin."""
        rows = sorted(self._rows, key=lambda made: not made[0])
        numbers = {self._rows[made]: self._reserved + at for at, made in enumerate(rows)}
        turning = sum(turn for turn, _ in rows)
        return [row for _, row in rows], numbers, self._reserved + turning


def compile_tables(rules: Rules, charts: Sequence[Chart]) -> Tables:
    """The tables of a game and of the charts it is played by."""
    return _Compiler(rules, charts).tables()


class _Compiler:
    def __init__(self, rules: Rules, charts: Sequence[Chart]) -> None:
        self._rules = rules
        self._charts = charts
        self._most = rules.charlie_at if rules.charlie != "none" else 3
        self._second = {HoleCard.OPEN: OPEN, HoleCard.NONE: DRAWN}.get(rules.hole_card, FACE_DOWN)
        self._exits: dict[tuple[int, _Facing], int] = {}
        # Exits are not counted yet: room for all of them is left between outcomes and states.
        self._round = _Automaton(OUTCOMES + 1024)
        self._hand = _Automaton(AGAIN + 1)
        self._dealer = _Automaton(DEALER_ENDS)
        self._facing = cache(self._make_facing)

    # What the rules and charts say.

    def _make_facing(self, up: int, second: int) -> _Facing:
        if self._second == OPEN:
            hand = Hand((RANKS[up], RANKS[second]))
            total, soft = hand.total, hand.soft
        else:
            hand = Hand((RANKS[up],))
            total, soft = 0, False
        columns = tuple(chart.column_of(hand) for chart in self._charts)
        # Of two open cards only the total matters, and what the charts make of them.
        return _Facing(0 if self._second == OPEN else up, columns, total, soft)

    def _natural(self, up: int, second: int) -> bool:
        """Two cards are the dealer's blackjack."""
        return self._rules.naturals is Naturals.BOTH and {up, second} == {0, 9}

    def _may_be_natural(self, up: int) -> bool:
        return self._rules.naturals is Naturals.BOTH and up in (0, 9)

    def _draws(self, total: int, soft: bool) -> bool:
        """The dealer takes another card."""
        return total < 17 or (total == 17 and soft and self._rules.hit_soft_17)

    def _may_double(self, held: _Held, split: int | None) -> bool:
        if split is not None and not self._rules.double_after_split:
            return False
        match self._rules.double_on:
            case DoubleOn.ANY:
                return True
            case DoubleOn.NINE_TO_ELEVEN:
                return 9 <= held.total <= 11
            case DoubleOn.TEN_OR_ELEVEN:
                return 10 <= held.total <= 11
            case DoubleOn.NONE:
                return False

    def _offered(self, up: int) -> bool:
        """Surrender is offered before the dealer looks for blackjack."""
        return (
            self._rules.surrender is Surrender.EARLY
            and self._rules.hole_card is HoleCard.PEEK
            and up in (0, 9)
        )

    def _first_legal(
        self, first: int, second: int, facing: _Facing, *, split: bool, more: bool
    ) -> set[Action]:
        """What may be done with two cards; `more` hands may still come of splits."""
        rules = self._rules
        held = _two(first, second)
        one_card_only = split and first == 0 and not rules.hit_split_aces
        legal = {Action.STAND}
        if not one_card_only:
            legal.add(Action.HIT)
            if self._may_double(held, 0 if split else None):
                legal.add(Action.DOUBLE)
        again = rules.resplit_aces or not (split and first == 0)
        if first == second and more and again:
            legal.add(Action.SPLIT)
        if not split and rules.surrender is not Surrender.NONE and not self._offered(facing.up):
            legal.add(Action.SURRENDER)
        return legal

    # The automaton of a round without a split.

    def _row(self, after: Callable[[int, int], int]) -> tuple[int, ...]:
        """The states after each card, chart by chart."""
        return tuple(after(chart, card) for chart in range(len(self._charts)) for card in range(10))

    def _row_for_all(self, after: Callable[[int], int]) -> tuple[int, ...]:
        """The states after each card, where all charts do the same."""
        return tuple(after(card) for card in range(10)) * len(self._charts)

    def _decide(self, chart: int, first: int, second: int, facing: _Facing) -> int:
        """The state after the first decision."""
        held = _two(first, second)
        if held.total >= 21:
            return self._stand(held, facing, doubled=False)
        more = self._rules.max_hands > 1
        legal = self._first_legal(first, second, facing, split=False, more=more)
        row = row_of(Hand((RANKS[first], RANKS[second])))
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
            if more.total > 21:
                return Plain.BUST
            if more.cards >= self._rules.charlie_at:
                return Plain.CHARLIE
            if self._hits(chart, more, facing):
                return self._hit(more, facing)
            return self._stand(more, facing, doubled=False)

        return self._round.state(("hit", held, facing), lambda: self._row(after))

    def _double(self, held: _Held, facing: _Facing) -> int:
        def after(card: int) -> int:
            more = held.plus(card, self._most)
            if more.total <= 21:
                return self._stand(more, facing, doubled=True)
            if self._gives_back(facing.up):
                return self._look(facing.up, Plain.BUST_ORIGINAL, Plain.BUST_DOUBLED)
            return Plain.BUST_DOUBLED

        return self._round.state(("double", held, facing), lambda: self._row_for_all(after))

    def _gives_back(self, up: int) -> bool:
        """A dealer's blackjack that is still to show would give back more than the first bet."""
        return (
            self._rules.dealer_blackjack_takes is Takes.ORIGINAL
            and self._rules.hole_card in (HoleCard.HIDDEN, HoleCard.NONE)
            and self._may_be_natural(up)
        )

    def _look(self, up: int, natural: Plain, otherwise: Plain) -> int:
        """The dealer takes or turns the second card only to see whether it is a blackjack."""

        def after(card: int) -> int:
            return natural if self._natural(up, card) else otherwise

        turn = self._second == FACE_DOWN
        key = ("look", up, natural, otherwise)
        return self._round.state(key, lambda: self._row_for_all(after), turn=turn)

    def _stand(self, held: _Held, facing: _Facing, *, doubled: bool) -> int:
        final = max(held.total, 16) - 16 + DOUBLED * doubled
        if self._second == OPEN:
            return self._dealer_plays(final, facing.total, facing.soft)
        return self._second_card(final, facing.up)

    def _second_card(self, final: int, up: int) -> int:
        """The dealer takes or turns the second card, and goes on."""

        def after(card: int) -> int:
            if self._natural(up, card):
                if self._rules.hole_card is HoleCard.PEEK:
                    return _SAME  # the dealer has looked: it is another card
                return self._settled(final, DEALER_BLACKJACK)
            held = _two(up, card)
            return self._dealer_plays(final, held.total, held.soft)

        turn = self._second == FACE_DOWN
        return self._round.state(("second", final, up), lambda: self._row_for_all(after), turn=turn)

    def _dealer_plays(self, final: int, total: int, soft: bool) -> int:
        if not self._draws(total, soft):
            return self._settled(final, _end(total))

        def after(card: int) -> int:
            more = _Held(total, soft, 2).plus(card, 3)
            return self._dealer_plays(final, more.total, more.soft)

        return self._round.state(("dealer", final, total, soft), lambda: self._row_for_all(after))

    def _settled(self, final: int, end: int) -> int:
        doubled = final >= DOUBLED
        if (
            end == DEALER_BLACKJACK
            and doubled
            and self._rules.dealer_blackjack_takes is Takes.ORIGINAL
        ):
            return Plain.LOST_ORIGINAL
        won = self._sign(final, end)
        return (Plain.PUSHED_DOUBLED if doubled else Plain.PUSHED) + won

    def _sign(self, final: int, end: int) -> int:
        """1 if a hand that stood wins against this end of the dealer's, -1 if it loses."""
        if end in (DEALER_BUST, DEALER_BLACKJACK):
            return 1 if end == DEALER_BUST else -1
        player, dealer = 16 + final % DOUBLED, 17 + end
        if player == dealer:
            return 0 if self._rules.ties is Tie.PUSH else -1
        return 1 if player > dealer else -1

    # The first cards.

    def _dealt(self, chart: int, first: int, second: int, up: int, hole: int) -> int:
        """The state after the first cards."""
        rules = self._rules
        natural = rules.naturals is not Naturals.NONE and {first, second} == {0, 9}
        facing = self._facing(up, hole)
        seen = self._second == OPEN or rules.hole_card is HoleCard.PEEK
        if natural:
            tie = _NATURALS[rules.blackjack_tie]
            if seen:
                return tie if self._natural(up, hole) else Plain.BLACKJACK
            if rules.blackjack_tie is Tie.WIN or not self._may_be_natural(up):
                return Plain.BLACKJACK
            return self._look(up, tie, Plain.BLACKJACK)
        if self._offered(up) and self._surrenders_early(chart, first, second, facing):
            return Plain.SURRENDERED
        if seen and self._natural(up, hole):
            return Plain.LOST
        return self._decide(chart, first, second, facing)

    def _surrenders_early(self, chart: int, first: int, second: int, facing: _Facing) -> bool:
        row = row_of(Hand((RANKS[first], RANKS[second])))
        return self._charts[chart].surrenders_early(row, facing.columns[chart])

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
        """One card of the pair, waiting for its second."""

        def after(chart: int, card: int) -> int:
            held = _two(rank, card)
            legal = self._first_legal(rank, card, facing, split=True, more=more)
            if held.total >= 21 or legal == {Action.STAND}:
                return _stood(held, doubled=False)
            row = row_of(Hand((RANKS[rank], RANKS[card])))
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
            if more.total > 21:
                return BUST
            if more.cards >= self._rules.charlie_at:
                return CHARLIE
            if self._hits(chart, more, facing):
                return self._split_hit(more, facing)
            return _stood(more, doubled=False)

        return self._hand.state(("hit", held, facing), lambda: self._row(after))

    def _split_double(self, held: _Held) -> int:
        def after(card: int) -> int:
            more = held.plus(card, self._most)
            return BUST + 1 if more.total > 21 else _stood(more, doubled=True)

        return self._hand.state(("double", held), lambda: self._row_for_all(after))

    # The dealer against the hands of a split.

    def _dealer_from(self, total: int, soft: bool) -> int:
        if not self._draws(total, soft):
            return _end(total)

        def row() -> tuple[int, ...]:
            after = [_Held(total, soft, 2).plus(card, 3) for card in range(10)]
            return tuple(self._dealer_from(more.total, more.soft) for more in after)

        return self._dealer.state((total, soft), row)

    def _dealer_facing(self, facing: _Facing) -> int:
        if self._second == OPEN:
            return self._dealer_from(facing.total, facing.soft)

        def after(card: int) -> int:
            if self._natural(facing.up, card):
                return _SAME if self._rules.hole_card is HoleCard.PEEK else DEALER_BLACKJACK
            held = _two(facing.up, card)
            return self._dealer_from(held.total, held.soft)

        return self._dealer.state((facing.up,), lambda: tuple(after(card) for card in range(10)))

    def _gains(self, final: int) -> int:
        """The fields of a hand that ended so."""
        original = self._rules.dealer_blackjack_takes is Takes.ORIGINAL
        stake = 2 if DOUBLED <= final < BUST or final == BUST + 1 else 1
        bust = BUST <= final < CHARLIE
        word = 1 << HANDS_FIELD | (stake - 1) << DOUBLED_FIELD | (final < BUST) << STOOD_FIELD
        word |= bust << BUST_FIELD | bust * stake << LOST_FIELD
        for end in range(DEALER_ENDS):
            if final == CHARLIE:
                bets = 1
            elif end == DEALER_BLACKJACK and original:
                bets = 0  # the original bet is taken once for all hands
            else:
                bets = -stake if bust else self._sign(final, end) * stake
            word |= (bets + 2) << (FIELD * end)
        return word

    def _all_gains(self, states: int) -> NDArray[np.int64]:
        """The fields by state; a hand that goes on adds nothing."""
        gains = np.zeros(states, np.int64)
        gains[:FINALS] = [self._gains(final) for final in range(FINALS)]
        return gains

    # All together.

    def tables(self) -> Tables:
        rules = self._rules
        deal = self._deal()
        rows, numbers, first_draw = self._round.ordered()
        shift = 1024 - len(self._exits)  # the room that no exit needed
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
        after = _layers(rows, numbers, layers, first_turn)
        first_draw -= shift
        return Tables(
            deal=self._turned(_renumbered(deal, numbers), after, first_turn, first_draw),
            next=after,
            first_exit=OUTCOMES,
            first_turn=first_turn,
            first_draw=first_draw,
            split_start=_renumbered(starts or [[0, 0]], hand_numbers),
            split_next=_layers(hands, hand_numbers, layers, AGAIN + 1),
            dealer_start=_renumbered(dealer_starts or [[0]], dealer_numbers)[:, 0],
            dealer_next=_layers(dealers, dealer_numbers, 1, DEALER_ENDS)[0],
            gains=self._all_gains(AGAIN + 1 + len(hands)),
            looks=np.array(
                [self._gives_back(facing.up) for _, facing in self._exits] or [False], np.uint8
            ),
            original=rules.dealer_blackjack_takes is Takes.ORIGINAL,
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


_NATURALS: Final = {
    Tie.WIN: Plain.BLACKJACK,
    Tie.PUSH: Plain.BLACKJACK_PUSHED,
    Tie.LOSE: Plain.BLACKJACK_LOST,
}


@cache
def _two(first: int, second: int) -> _Held:
    return (
        _Held(first + 1, False, 1).plus(second, 2) if first else _Held(11, True, 1).plus(second, 2)
    )


def _end(total: int) -> int:
    return DEALER_BUST if total > 21 else total - 17


def _stood(held: _Held, *, doubled: bool) -> int:
    return max(held.total, 16) - 16 + DOUBLED * doubled


def _renumbered(rows: list[list[int]], numbers: dict[int, int]) -> NDArray[np.uint16]:
    return np.array([[numbers.get(state, state) for state in row] for row in rows], np.uint16)


def _layers(
    rows: list[tuple[int, ...]], numbers: dict[int, int], layers: int, reserved: int
) -> NDArray[np.uint16]:
    """Rows behind the reserved states, which no card changes."""
    own = np.arange(reserved + len(rows), dtype=np.uint16)
    made = np.empty((layers, len(own), WIDTH), np.uint16)
    made[:] = own[:, None]
    for state, row in enumerate(rows, start=reserved):
        after = [state if card == _SAME else numbers.get(card, card) for card in row]
        made[:, state, :10] = np.array(after).reshape(layers, 10)
        made[:, state, 10:13] = made[:, state, 9:10]
    return made
