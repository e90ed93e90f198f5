"""What actions are worth by the count: exact worths from many shoes, added up where it matters.

Each shoe is one that a round may begin with. For all hands against one up card the worth of every
action is computed exactly from the cards of that shoe, and added up, with the odds of coming to
the decision, under the count as the player will see it then: own cards and up card counted.

Worths are nearly linear in the shares of the cards that are left. So what is added up for few
shoes, beside what the same shoes would show if worths were linear, tells by a regression what very
many shoes show (see `adjusted`): the few are exact, and the many take the luck out of which they
are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, reduce
from operator import add
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import Composition
from cutcard.blackjack.exact.decision_odds import (
    INSURANCE_ROWS,
    LATER,
    Shoes,
    Window,
    coming,
    places_of,
    rows_of_hands,
)
from cutcard.blackjack.exact.hands import (
    ACE,
    TEN,
    all_hands,
    holding,
    of_two_or_more,
)
from cutcard.blackjack.exact.payoffs import natural_card
from cutcard.blackjack.exact.policy import GIVE_UP, HIT, STAND, SURRENDER, Plays
from cutcard.blackjack.exact.risks import squares_of
from cutcard.blackjack.exact.showing import TWO
from cutcard.blackjack.exact.solution import Plan
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import ROWS
from cutcard.blackjack.strategy.count import Count
from cutcard.cards import RANKS
from cutcard.number_arrays import Floats, Integers

WEIGHT: Final = 5
"""Among what is added up of a row, after the five actions: the weight of its decisions."""
SUMS: Final = 6

_ROWS: Final = 2 * len(ROWS) + len(INSURANCE_ROWS)
_TERMS: Final = 13
"""Terms of the regression: one, nine shares, and three that bend."""


class Worths(NamedTuple):
    """What was added up against one up card, and what a regression needs beside it."""

    sums: Floats
    """Worths times weights, and weights: by row, sum and count."""
    missed: Floats
    """The terms of the regression from all shoes that were played, less those from the shoes that
    worths were computed from: by row, count and term."""
    squares: Floats
    """Products of terms, by row."""
    products: Floats
    """Products of sums and terms, by row."""

    @staticmethod
    def nothing(window: Window) -> Worths:
        """Worths to which nothing is added yet."""
        return Worths(
            np.zeros((_ROWS, SUMS, window.size)),
            np.zeros((_ROWS, window.size, _TERMS)),
            np.zeros((_ROWS, _TERMS, _TERMS)),
            np.zeros((_ROWS, SUMS, _TERMS)),
        )


def adjusted(samples: Sequence[Worths]) -> Floats:
    """The sums of each sample, adjusted to all shoes of the sample: by sample, row, sum, count.

    For each row and sum a regression over all samples says what the terms account for. The
    difference between the terms of all shoes and of those that worths were computed from is made
    good; whatever is not linear stays as it was computed.
    """
    slopes = np.array(
        [
            np.linalg.pinv(squares, rcond=1e-10) @ products.T
            for squares, products in zip(
                reduce(add, (sample.squares for sample in samples)),
                reduce(add, (sample.products for sample in samples)),
                strict=True,
            )
        ]
    )
    return np.array(
        [sample.sums + np.einsum("rct,rts->rsc", sample.missed, slopes) for sample in samples]
    )


def worths_against(
    plan: Plan,
    rules: Rules,
    count: Count,
    up: int,
    rows: Collection[int],
    shoes: Shoes,
    played: Shoes,
    window: Window,
) -> Worths:
    """The worths against an up card (a value from 0 to 9), from shoes that rounds begin with.

    `plan` is what the hands of three cards and more come from; `rows` are those that matter, and
    nothing is added to others.
    `played` are all shoes that `shoes` were drawn from, with weights that add up to the same.
    """
    found = Worths.nothing(window)
    plays = plan.against(Hand((RANKS[up],)))
    insurable = up == ACE and natural_card(rules, (up,)) >= 0
    wanted = _Wanted.of(rows, plays, insurable=insurable, risky=bool(shoes.risk.any()))
    weighed = np.ascontiguousarray((_terms(count, played) * played.weight[:, None]).T)
    come_to = np.zeros((len(shoes.running), _ROWS, window.size))
    each, many = np.arange(len(shoes.running)), len(played.running)
    # All shoes at once: a handful more take no longer.
    both = played.plus(shoes)
    for row, at, odds in coming(plays, rules, count, up, rows, both, window):
        for number, term in enumerate(weighed):
            found.missed[row, :, number] += np.bincount(at[:many], odds[:many] * term, window.size)
        come_to[each, row, at[many:]] += odds[many:]
    for number, terms in enumerate(_terms(count, shoes)):
        if not shoes.counts[number, up]:
            continue
        shoe = shoes.only([number])
        sums = _Decisions(plays, rules, count, up, wanted, shoe, window).sums()
        come, weight = come_to[number], float(shoe.weight[0])
        found.sums[:] += weight * sums
        found.missed[:] -= weight * come[:, :, None] * terms
        found.squares[:] += (come**2).sum(axis=1)[:, None, None] * np.outer(terms, terms)
        found.products[:] += np.einsum("rc,rsc->rs", come, sums)[:, :, None] * terms
    return found


def _terms(count: Count, shoes: Shoes) -> Floats:
    """The terms of the regression, by shoe."""
    left = shoes.cards
    shares = 52 * (shoes.counts / left[:, None] - np.array([*[1] * 9, 4]) / 13)
    true, depth = -(shares @ np.array(count.tags)) / count.scale, 52 / left
    return np.column_stack((np.ones(len(left)), shares[:, :9], depth, true**2 / 10, true * depth))


class _Wanted(NamedTuple):
    """The decisions that rows ask for, and the hands that their worths come from."""

    firsts: NDArray[np.bool_]
    """By hand: it is of two cards, and of a row that is asked for."""
    later: NDArray[np.bool_]
    """By hand: it is of three cards or more, and of such a row."""
    insurance: bool
    pairs: list[int]
    hands: Integers
    """The hands whose worths are needed, smaller hands first."""

    @staticmethod
    def of(rows: Collection[int], plays: Plays, *, insurable: bool, risky: bool) -> _Wanted:
        """What these rows ask for, of a player who comes to hands of three cards by these plays."""
        hands, row = all_hands(), rows_of_hands()
        asked = np.zeros(_ROWS, np.bool_)
        asked[list(rows)] = True
        two = hands.size == 2
        firsts = two & (row >= 0) & asked[row]
        later = (hands.size > 2) & (row >= 0) & asked[row + LATER]
        insurance = insurable and bool(asked[list(INSURANCE_ROWS)].any())
        pairs = [card for card in range(10) if asked[_row_of_two(card, card)]]
        # What insurance adds to the risk of a round hangs on every hand.
        if insurance and risky:
            return _Wanted(firsts, later, insurance, pairs, of_two_or_more())
        hits = np.where(two, (plays.firsts == HIT) & (plays.answers != GIVE_UP), plays.later == HIT)
        needed = firsts | later & _grown(two, hits)
        for card in pairs:
            needed[holding(card)] = True
        grown = _grown(needed, np.ones(len(two), np.bool_))
        return _Wanted(firsts, later, insurance, pairs, np.flatnonzero(grown))


def _grown(start: NDArray[np.bool_], hits: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """These hands, and all that grow of them when these hands are hit."""
    hands, found = all_hands(), start.copy()
    for size in range(2, int(hands.size[-1])):
        child = hands.child[found & hits & (hands.size == size)]
        found[child[child >= 0]] = True
    return found


class _Decisions:
    """The decisions against one up card that are wanted, from one shoe."""

    def __init__(
        self,
        plays: Plays,
        rules: Rules,
        count: Count,
        up: int,
        wanted: _Wanted,
        shoe: Shoes,
        window: Window,
    ) -> None:
        left = tuple(shoe.counts[0].tolist())
        self._against = against = Against(rules, Composition(left, False, ""), (up,))
        self._wanted, self._plays = wanted, plays
        self._best = best = against.best(pairs=wanted.pairs, wanted=wanted.hands)
        self._risk = float(shoe.risk[0])
        self._squares = (
            squares_of(against, best, wanted.pairs, wanted.hands) if self._risk else None
        )
        self._odds = left[up] / sum(left)
        """The odds of the up card."""
        self._window = window
        hands, tags = all_hands(), np.array(count.tags)
        running = shoe.running[0] + tags[up] + hands.counts @ tags
        self._count = places_of(rules, count, running, sum(left) - 1 - hands.size, window)
        """The place of the count that is seen with each hand."""
        self._blackjack = _blackjack_odds(against)
        """The odds of a dealer's blackjack, by hand."""
        peeks = rules.hole_card is HoleCard.PEEK
        self._alive = 1.0 - self._blackjack if peeks else np.ones(len(hands.size))
        """The odds that a hand which is dealt is also played."""

    def sums(self) -> Floats:
        """What these decisions are worth, by row, sum and count."""
        sums = np.zeros((_ROWS, SUMS, self._window.size))
        self._add_firsts(sums)
        if self._wanted.later.any():
            self._add_later(sums)
        if self._wanted.insurance:
            self._add_insurance(sums)
        return sums

    def _add_firsts(self, sums: Floats) -> None:
        """Add what every action is worth with two cards."""
        against, worth = self._against, self._best.worth.copy()
        if Action.SURRENDER in against.free.offers:
            worth[TWO, SURRENDER] = against.given_up + against.loss[TWO]
        if self._squares is not None:
            worth -= self._risk * self._squares.firsts
        here = TWO[self._wanted.firsts[TWO] & ~against.natural[TWO] & (against.odds[TWO] > 0)]
        odds = self._odds * against.odds[here]
        row, at = rows_of_hands()[here], self._count[here]
        # The hands of a row may come at different counts.
        np.add.at(
            sums,
            (row[:, None], np.arange(WEIGHT), at[:, None]),
            odds[:, None] * np.nan_to_num(worth[here]),
        )
        np.add.at(sums[:, WEIGHT], (row, at), odds * self._alive[here])

    def _add_later(self, sums: Floats) -> None:
        """Add what standing and hitting are worth with three cards or more."""
        from cutcard.blackjack.exact import valuation

        against = self._against
        reached = against.reached(self._plays)
        here = np.flatnonzero(self._wanted.later & (reached > 0))
        stands, hits = self._best.stands.copy(), np.zeros(len(reached))
        valuation.fill_hits(
            all_hands(), against.payoffs, against.shoe, here, self._best.values, hits
        )
        if self._squares is not None:
            stands -= self._risk * self._squares.stands
            hits -= self._risk * self._squares.hits
        odds = self._odds * reached[here]
        row, at = rows_of_hands()[here] + LATER, self._count[here]
        np.add.at(sums[:, STAND], (row, at), odds * stands[here])
        np.add.at(sums[:, HIT], (row, at), odds * hits[here])
        np.add.at(sums[:, WEIGHT], (row, at), odds * self._alive[here])

    def _add_insurance(self, sums: Floats) -> None:
        """Add what insurance is worth, by own tens."""
        against = self._against
        won, lost = against.insurance
        blackjack = self._blackjack[TWO]
        worth = blackjack * won + (1 - blackjack) * lost
        if self._risk:
            worth -= self._risk * self._insurance_squares(blackjack)
        odds = self._odds * against.odds[TWO]
        row = np.array(INSURANCE_ROWS)[all_hands().counts[TWO, TEN]]
        at = self._count[TWO]
        np.add.at(sums[:, 0], (row, at), odds * worth)
        np.add.at(sums[:, WEIGHT], (row, at), odds)

    def _insurance_squares(self, blackjack: Floats) -> Floats:
        """By how much insurance raises the mean square of a round's gain.

        A hand and its insurance bet never win together: what one gains, the other mostly loses.
        """
        against = self._against
        won, lost = against.insurance
        natural = against.natural[TWO]
        tied, paid = against.naturals
        # What the hand brings if there is a blackjack, and, times its odds, if there is none.
        beside = np.where(natural, tied, -1.0)
        best = np.nan_to_num(self._best.worth[TWO], nan=-np.inf).max(axis=1)
        if against.payoffs.target < 0:
            best = best + blackjack
        without = np.where(natural, (1 - blackjack) * paid, best)
        squares: Floats = blackjack * won**2 + (1 - blackjack) * lost**2
        return squares + 2 * (blackjack * won * beside + lost * without)


def _blackjack_odds(against: Against) -> Floats:
    hands = all_hands()
    if against.natural_card < 0:
        return np.zeros(len(hands.size))
    there = against.left[against.natural_card] - hands.counts[:, against.natural_card]
    left = np.maximum(against.shoe.cards - hands.size, 1)
    odds: Floats = np.clip(there / left, 0.0, 1.0)
    return odds


@cache
def _row_of_two(first: int, second: int) -> int:
    """The number of the row of two cards; -1 for a blackjack."""
    return int(rows_of_hands()[all_hands().pair[first, second]])
