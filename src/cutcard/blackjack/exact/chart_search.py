"""The best chart there is: by total and pair, or by the first two cards and then by total.

A chart's cells depend on each other: what a draw to a low total is worth depends on what is done
with higher ones, and how often a high total is come to on what is done with lower ones. So a
chart is mended until every cell is the best, given all the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import check_enough, without
from cutcard.blackjack.exact.hands import all_hands, hand_of
from cutcard.blackjack.exact.policy import ACTIONS, DOUBLE, HIT, SPLIT, STAND, SURRENDER, freedom
from cutcard.blackjack.exact.showing import TWO
from cutcard.blackjack.exact.solution import Opening, Plan, kind_of, openings, value_of
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import (
    BOTH_CARDS,
    PAIR_ROWS,
    ROWS,
    UP_CARD,
    Chart,
    row_of,
    shortened,
)
from cutcard.blackjack.strategy.two_cards import FIRST_TWO, TwoCardChart, name_of
from cutcard.cards import Card
from cutcard.cores import on_all_cores
from cutcard.number_arrays import Floats

_MENDINGS: Final = 50
"""More than it ever takes; about six are usual."""

_LETTERS: Final = "SHDPR"


def best_chart(rules: Rules, *, removed: Iterable[Card] = ()) -> Chart:
    """The best chart for these rules: a row for each hard total, soft total and pair.

    A cell's letters go on to what is best where the first is not allowed; a pair's end where
    the row of its hard total goes on alike.
    """
    gone = tuple(removed)
    workshop = _workshop(rules, gone)

    def mend(draft: Chart) -> Chart:
        cells: dict[tuple[str, str], str] = {}
        for column, weights in workshop.weigh(Plan(rules, draft)).items():
            for row in ROWS:
                cells[row, column] = weights.choose(workshop.groups[row])
            for row in PAIR_ROWS:
                cells[row, column] = shortened(cells, row, column)
        return Chart(draft.columns, dict(draft.cells) | cells)

    first = {(row, column): _guess(row) for row in ROWS for column in workshop.columns}
    return _mended(rules, gone, Chart(workshop.columns, first), mend)


def best_two_card_chart(rules: Rules, *, removed: Iterable[Card] = ()) -> TwoCardChart:
    """The best chart by the first two cards, and by total with more."""
    gone = tuple(removed)
    workshop = _workshop(rules, gone)

    def mend(draft: TwoCardChart) -> TwoCardChart:
        firsts, later = dict(draft.firsts), dict(draft.later.cells)
        for column, weights in workshop.weigh(Plan(rules, draft)).items():
            for name in FIRST_TWO:
                if name != "TA":
                    firsts[name, column] = weights.choose(workshop.twos[name])
            for row in ROWS:
                if row not in PAIR_ROWS:
                    later[row, column] = weights.choose(workshop.mores[row])
        return TwoCardChart(firsts, Chart(workshop.columns, later))

    first = {(row, column): _guess(row) for row in ROWS for column in workshop.columns}
    twos = {
        (name, column): _guess(row)
        for name, row in workshop.rows_of_two.items()
        for column in workshop.columns
    }
    return _mended(rules, gone, TwoCardChart(twos, Chart(workshop.columns, first)), mend)


def cell_values(
    rules: Rules, chart: Chart | None = None, *, removed: Iterable[Card] = ()
) -> dict[tuple[str, str], dict[Action, float]]:
    """What each action is worth with the two cards of a cell, when all else is played by a chart.

    Without a chart it is the best one. Cells that no two cards belong to are left out. Where the
    dealer has looked for blackjack, values are those of a round that goes on.
    """
    gone = tuple(removed)
    workshop = _workshop(rules, gone)
    plan = Plan(rules, chart or best_chart(rules, removed=gone))
    found = {}
    for column, weights in workshop.weigh(plan).items():
        for row, group in workshop.groups.items():
            odds, worth = workshop.seen_by_player(column, weights, group)
            if odds > 0:
                found[row, column] = {
                    ACTIONS[code]: float(value) / odds
                    for code, value in enumerate(worth)
                    if value > -np.inf and (code != SPLIT or row in PAIR_ROWS)
                }
    return found


C = TypeVar("C", Chart, TwoCardChart)


def _mended(rules: Rules, removed: tuple[Card, ...], draft: C, mend: Callable[[C], C]) -> C:
    """Mend a chart until there is nothing left to mend.

    All cells are mended at once, each as if the others stayed, so that mending may come back to
    an earlier draft; then the best of those it goes round among is taken.
    """
    drafts = [draft]
    for _ in range(_MENDINGS):
        better = mend(drafts[-1])
        if better in drafts:
            round_about = drafts[drafts.index(better) :]
            if len(round_about) == 1:
                return better
            return max(round_about, key=lambda one: value_of(rules, one, removed=removed).edge)
        drafts.append(better)
    return drafts[-1]


def _guess(row: str) -> str:
    """A cell to begin with: draw as a dealer would."""
    return "S" if row in ("17", "18", "19", "20", "99", "TT", "A7", "A8", "A9") else "H"


@dataclass(frozen=True)
class _Group:
    """The hands that one cell is played with."""

    twos: NDArray[np.int64]
    """Hands of two cards."""
    afters: tuple[tuple[int, int], ...]
    """Hands of a split: the pair's card and the second one."""
    later: NDArray[np.int64]
    """Hands of three cards or more."""
    row: str
    """The row of a chart that the hands belong to."""

    @cached_property
    def wishes(self) -> tuple[tuple[int, ...], ...]:
        """The cells that there may be, each as the actions that it wishes for.

        Of standing and hitting it is first what is likelier where nothing speaks for either.
        """
        return tuple(
            (*[SURRENDER] * gives_up, *[SPLIT] * splits, *[DOUBLE] * doubles, low)
            for gives_up in (False, True)
            for splits in ((False, True) if self.row in PAIR_ROWS else (False,))
            for doubles in (False, True)
            for low in ((STAND, HIT) if _guess(self.row) == "S" else (HIT, STAND))
        )


@dataclass(frozen=True)
class _Weights:
    """What every action is worth with every hand against the dealers of one column."""

    firsts: Floats
    afters: Floats
    may: NDArray[np.bool_]
    """What is legal after a split."""
    later: Floats

    @cached_property
    def listed(self) -> tuple[list[list[list[float]]], list[list[list[bool]]]]:
        """The worths after a split and what is legal there, as lists: quicker to look up."""
        return self.afters.tolist(), self.may.tolist()

    def choose(self, group: _Group) -> str:
        """The cell that is worth most: its letters, the best first."""
        first = [0.0, 0.0, *[-math.inf] * 3]
        if len(group.twos):
            first = self.firsts[group.twos].sum(axis=0).tolist()
        doubled, plain = [0.0] * 3, [0.0] * 3
        afters, may = self.listed
        for pair, second in group.afters:
            legal, worths = may[pair][second], afters[pair][second]
            if legal[DOUBLE]:
                doubled = [so_far + more for so_far, more in zip(doubled, worths, strict=True)]
            elif legal[HIT]:
                plain = [so_far + more for so_far, more in zip(plain, worths, strict=True)]
        lean = float(self.later[group.later].sum())
        best: tuple[float, ...] = ()
        letters = ""
        for wishes in group.wishes:
            worths = [first[wish] for wish in wishes]
            if -math.inf in worths:
                continue
            doubles, low = DOUBLE in wishes, wishes[-1]
            if doubles and wishes[0] != DOUBLE and not any(doubled):
                continue  # nobody would ever come to double
            worth = worths[0] + doubled[DOUBLE if doubles else low] + plain[low]
            worth += lean if low == HIT else 0.0
            # Wishes that are never come to are those that would be best if they were.
            rank = (worth, *worths[1:])
            if not best or rank > best:
                best, letters = rank, "".join(_LETTERS[wish] for wish in wishes)
        return letters.capitalize()


class _Workshop:
    """What a chart is mended with: the dealers of each column, and the hands of each cell."""

    def __init__(self, rules: Rules, removed: Iterable[Card]) -> None:
        shoe = without(rules, removed)
        check_enough(rules, shoe)
        both = rules.hole_card is HoleCard.OPEN
        self.columns = BOTH_CARDS if both else UP_CARD
        self._rules = rules
        naming = Chart(self.columns, {(row, col): "S" for row in ROWS for col in self.columns})
        self._dealers: dict[str, list[tuple[Opening, Against]]] = {}
        known: dict[object, Against] = {}
        for opening in openings(rules, shoe):
            kind = kind_of(opening, shoe)
            if kind not in known:
                known[kind] = Against(rules, shoe, opening.dealer)
            column = naming.column_of(opening.hand)
            self._dealers.setdefault(column, []).append((opening, known[kind]))
        self.groups = _by_row()
        """The hands of a row of a chart."""
        none = np.zeros(0, dtype=np.int64)
        self.twos: dict[str, _Group] = {}
        """The hands of a row of a chart by two cards."""
        self.rows_of_two: dict[str, str] = {}
        for at in TWO.tolist():
            hand = hand_of(at)
            if hand.total == 21:
                continue
            low, high = (card.points - 1 for card in hand.cards)
            afters = tuple({(low, high), (high, low)})
            self.twos[name_of(hand)] = _Group(np.array([at]), afters, none, row_of(hand))
            self.rows_of_two[name_of(hand)] = row_of(hand)
        self.mores = {row: _Group(none, (), group.later, row) for row, group in self.groups.items()}
        """The hands of three cards or more of a row."""

    def weigh(self, plan: Plan) -> dict[str, _Weights]:
        """Weigh all plays, column by column, while the rest is played by plan."""
        # Dealers of one kind are in one column, which a chart plays alike against.
        plays = {
            against: plan.against(opening.hand)
            for dealers in self._dealers.values()
            for opening, against in dealers
        }
        leanings = on_all_cores(lambda one: one[0].lean(one[1]), plays.items())
        leaning_to = dict(zip(plays, leanings, strict=True))
        weighed = {}
        for column, dealers in self._dealers.items():
            size = len(all_hands().size)
            firsts, later = np.zeros((size, 5)), np.zeros(size)
            afters = np.zeros((10, 10, 3))
            for opening, against in dealers:
                leaning = leaning_to[against]
                firsts += opening.odds * leaning.firsts
                afters += opening.odds * leaning.afters
                later += opening.odds * leaning.later
            may = freedom(self._rules, dealers[0][0].hand).afters
            weighed[column] = _Weights(firsts, afters, may, later)
        return weighed

    def seen_by_player(self, column: str, weights: _Weights, group: _Group) -> tuple[float, Floats]:
        """The odds that the two cards of a cell are played, and what actions are then worth.

        An early surrender is offered before the dealer looks; there all is seen from before.
        """
        odds = lost = 0.0
        for opening, against in self._dealers[column]:
            dealt = opening.odds * against.odds[group.twos]
            gone = float((dealt * against.loss[group.twos]).sum())
            offered = Action.SURRENDER in against.free.offers
            looked = self._rules.hole_card is HoleCard.PEEK and not offered
            odds += 0.0 if against.has_blackjack else float(dealt.sum()) - gone * looked
            lost += 0.0 if looked else gone
        return odds, weights.firsts[group.twos].sum(axis=0) - lost


@lru_cache(maxsize=1)
def _workshop(rules: Rules, removed: tuple[Card, ...]) -> _Workshop:
    """The workshop for these rules, kept: after a chart its cells' worths are asked for."""
    return _Workshop(rules, removed)


@cache
def _by_row() -> dict[str, _Group]:
    """The hands of each row of a chart."""
    hands = all_hands()
    twos: dict[str, list[int]] = {row: [] for row in ROWS}
    afters: dict[str, list[tuple[int, int]]] = {row: [] for row in ROWS}
    later: dict[str, list[int]] = {row: [] for row in ROWS}
    for at in np.flatnonzero((hands.size >= 2) & (hands.total < 21)).tolist():
        hand = hand_of(at)
        row = row_of(hand)
        if len(hand.cards) > 2:
            later[row].append(at)
        else:
            twos[row].append(at)
            low, high = (card.points - 1 for card in hand.cards)
            afters[row] += {(low, high), (high, low)}
    # Two twos are the only hard 4; that row is for when they cannot be split.
    twos["4"], afters["4"] = twos["22"], afters["22"]
    return {
        row: _Group(
            np.array(twos[row], dtype=np.int64),
            tuple(afters[row]),
            np.array(later[row], dtype=np.int64),
            row,
        )
        for row in ROWS
    }
