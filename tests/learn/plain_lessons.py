"""Lessons once more, one decision after the other in plain Python, to hold the compiled ones to.

A decision is a node; what it brought is what its hand gained, or what its successors brought. The
table is `OneTable`, which is compared with the engine elsewhere.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel.choices import (
    CARDS,
    NO_END,
    PAIR,
    SOFT,
    SPLIT,
    STAND,
    SURRENDER,
    TOTAL,
    compile_choices,
)
from cutcard.blackjack.kernel.one_table import OFFER, OVER, PLAY, OneTable
from cutcard.blackjack.kernel.random import seeded
from cutcard.blackjack.kernel.table_shoes import TableShoe
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import BOTH_CARDS, ROWS, UP_CARD, Chart, row_of_total
from cutcard.cards import RANKS
from cutcard.streams import key

Situation = tuple[str, str, bool, frozenset[int]]
"""Row, column, whether it is an offer, and what is legal."""

_MASK = 2**64 - 1
_BLACKJACK = 6


@dataclass
class Decision:
    """A decision of a round."""

    number: int
    situation: Situation
    action: int
    gain: int = 0
    """What its hand gained, if nothing more was decided about it."""
    next: list[Decision] = field(default_factory=list)

    def brought(self) -> int:
        return self.gain + sum(later.brought() for later in self.next)


class PlainLessons:
    """Plays rounds by a function from a situation to an action."""

    def __init__(self, rules: Rules, seed: int, block: int) -> None:
        self._choices = compile_choices(rules)
        self._table = OneTable(self._choices, TableShoe(rules, key(seed, "lessons", block)))
        self._lots = [int(word) for word in seeded(seed, "explore", block)]
        columns = BOTH_CARDS if rules.hole_card is HoleCard.OPEN else UP_CARD
        self._naming = Chart(columns, {(row, col): "S" for row in ROWS for col in columns})
        self._open = rules.hole_card is HoleCard.OPEN
        self.times: Counter[tuple[Situation, int]] = Counter()
        self.totals: Counter[tuple[Situation, int]] = Counter()
        self.met: Counter[Situation] = Counter()

    def play(self, rounds: int, plays: dict[Situation, int]) -> None:
        for _ in range(rounds):
            number = self._number()
            lot = number & 15
            explored = [0] * 5 + [1] * 4 + [2] * 2 + [3] + [None] * 4
            made = self._round(explored[lot], number, plays)
            for decision in made:
                if decision.number >= (explored[lot] or 0):
                    self.times[decision.situation, decision.action] += 1
                    self.totals[decision.situation, decision.action] += decision.brought()
                if explored[lot] is None:
                    self.met[decision.situation] += 1

    def _round(
        self, explored: int | None, number: int, plays: dict[Situation, int]
    ) -> list[Decision]:
        table = self._table
        table.begin()
        made: list[Decision] = []
        last: list[Decision | None] = [None]
        while table.moment != OVER:
            action = STAND
            hand, held = table.at, len(table.held)
            situation = self._situation()
            if situation is not None:
                action = plays.get(situation, STAND)
                if explored == len(made):
                    legal = sorted(situation[3])
                    action = legal[(number >> 4 & 0xFFFF) * len(legal) >> 16]
                decision = Decision(len(made), situation, action)
                if (before := last[hand]) is not None:
                    before.next.append(decision)
                made.append(decision)
                last[hand] = decision
                if action == SPLIT:
                    last.insert(held if self._choices.queue else hand + 1, decision)
            table.act(action)
        self._share_out(last)
        return made

    def _share_out(self, last: list[Decision | None]) -> None:
        table, choices = self._table, self._choices
        end = int(choices.dealer_end[table.dealer])
        gains = [int(choices.gains[0, hand, min(end, NO_END)]) for hand in table.held]
        if end == _BLACKJACK and choices.original:
            gains = [table.net] + [0] * (len(gains) - 1)
        assert sum(gains) == table.net
        for decision, gain in zip(last, gains, strict=True):
            if decision is not None:
                decision.gain += gain

    def _situation(self) -> Situation | None:
        table = self._table
        if table.moment not in (OFFER, PLAY):
            return None
        legal = frozenset(at for at in range(5) if table.legal >> at & 1)
        facts = self._choices.hands[table.held[table.at]]
        if facts[TOTAL] >= 21 or (table.moment == OFFER and SURRENDER not in legal):
            return None
        if facts[PAIR] and facts[CARDS] == 2:
            card = "A23456789T"[facts[PAIR] - 1]
            row = card * 2
        else:
            row = row_of_total(int(facts[TOTAL]), soft=bool(facts[SOFT]))
        cards = (RANKS[table.up],)
        if self._open:
            cards = (*cards, RANKS[table._second])
        return row, self._naming.column_of(Hand(cards)), table.moment == OFFER, legal

    def _number(self) -> int:
        """The next number of xoshiro256++."""
        a, b, c, d = self._lots
        total = a + d & _MASK
        number = ((total << 23 | total >> 41) + a) & _MASK
        shifted = b << 17 & _MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        self._lots = [a, b, c, (d << 45 | d >> 19) & _MASK]
        return number
