"""What bets are worth by the odds of the showdown: looking ahead in a bidding round, compiled.

An opponent answers by a table (Alpha's, by its hidden card) or by habit (how often it has folded,
called and raised). When the bidding closes, the pot is worth its odds at the showdown; later
bidding rounds are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.deal import View
from cutcard.blockhead.exact.lead_paths import HIGHEST, whole_deck
from cutcard.blockhead.habits import (
    CALL,
    CALLS,
    CHECKS,
    FOLD,
    FOLDS,
    OPENING_RAISES,
    RAISES,
)
from cutcard.blockhead.kernel_tables import (
    CHECKED,
    LARGE_RAISE,
    SMALL_RAISE,
    THRESHOLDS,
    RulesTable,
    lines_table,
    rules_table,
)
from cutcard.blockhead.odds import fill_shares
from cutcard.blockhead.rules import Rules
from cutcard.compilation import compiled_or_plain as compiled
from cutcard.number_arrays import Floats, Integers

NO_HABITS: Final = (0.0,) * 5


class Outlook(NamedTuple):
    """The rest of a bidding round between two players, seen from one side."""

    rules: RulesTable
    lines: Integers
    """Alpha's, by part, situation, line and (above, bet, less_pot), as in `kernel_tables`."""
    part: int
    """0 while cards are to come, 1 in the last bidding round."""
    by_habit: bool
    """Whether the opponent answers by habit, not by these lines."""
    habits: Floats
    """How often it has done what `habits` counts."""
    lead: int
    """Our open points minus the opponent's."""
    weight_to: Floats
    """How likely hidden cards up to each number of points are, 0 to 10, up to a factor."""
    value_to: Floats
    """The same times our share of the pot at the showdown."""


@compiled
def _reply_by_habit(
    outlook: Outlook, to_call: int, most: int, low: int, top: int, number: int
) -> tuple[int, int, float, int, int]:
    """The next reply of an opponent whose habits are known, whatever its hidden card."""
    habits = outlook.habits
    if to_call:
        total = habits[FOLDS] + habits[CALLS] + habits[RAISES]
        folding, raising = habits[FOLDS] / total, habits[RAISES] / total
    else:
        number = max(number, 1)
        folding, raising = 0.0, habits[OPENING_RAISES] / (habits[CHECKS] + habits[OPENING_RAISES])
    if number == 0:
        return FOLD, low, folding, top, 1
    if not most:
        return CALL, low, 1.0 - folding, low - 1, 2
    if number == 1:
        return most, low, raising, top, 2
    return CALL, low, 1.0 - raising - folding, low - 1, 3


@compiled
def _next_reply(
    outlook: Outlook, pot: int, to_call: int, raised: int, low: int, top: int, number: int
) -> tuple[int, int, float, int, int]:
    """The next of the opponent's replies to a raise of this size, or to a check.

    It is FOLD, CALL or a raise's size, for the hidden cards from the second number to ``top``, with
    the odds that follow. The last two numbers lead to the next reply: the top of the cards that
    are left, none if it is below ``low``, and its number.
    """
    rules = outlook.rules
    most = rules.most_raise if raised < rules.raises else 0
    if outlook.by_habit:
        return _reply_by_habit(outlook, to_call, most, low, top, number)
    factor = pot // 10
    situation = CHECKED
    if to_call:
        situation = SMALL_RAISE if to_call < 1 + 2 * factor else LARGE_RAISE
    lines = outlook.lines[outlook.part, situation]
    # The opponent's delta is its hidden card minus our lead.
    reach = lines[number, 0] - lines[number, 2] * factor + outlook.lead + 1
    while reach > top:
        number += 1
        reach = lines[number, 0] - lines[number, 2] * factor + outlook.lead + 1
    bottom = int(max(low, reach))
    bet = int(lines[number, 1])
    if bet > CALL:
        bet = min(max(bet, rules.least_raise), most) if most else CALL
    return bet, bottom, 1.0, bottom - 1, number + 1


@compiled
def _weight(outlook: Outlook, low: int, high: int) -> float:
    return float(outlook.weight_to[high] - outlook.weight_to[low - 1])


@compiled
def _value(outlook: Outlook, low: int, high: int) -> float:
    return float(outlook.value_to[high] - outlook.value_to[low - 1])


@compiled
def _call(outlook: Outlook, pot: int, chips: int, low: int, high: int) -> float:
    """Put in what there is to call; the bidding round closes."""
    return (pot + chips) * _value(outlook, low, high) - chips * _weight(outlook, low, high)


@compiled
def _stay(outlook: Outlook, pot: int, to_call: int, low: int, high: int) -> float:
    """The better of a fold and a call."""
    return max(0.0, _call(outlook, pot, to_call, low, high))


@compiled
def _unraised(
    outlook: Outlook, answer: int, pot: int, size: int, likely: float, low: int, high: int
) -> float:
    """What it is worth that our raise is folded to, or called."""
    if answer == FOLD:
        return likely * pot * _weight(outlook, low, high)
    return likely * (pot + size) * _value(outlook, low, high)


@compiled
def _raise_late(
    outlook: Outlook, pot: int, to_call: int, size: int, raised: int, low: int, high: int
) -> float:
    """Raise, and look at the replies; we shall not raise again."""
    chips = to_call + size
    filled = pot + chips
    worth = -chips * _weight(outlook, low, high)
    top, number = high, 0
    while top >= low:
        answer, bottom, likely, after, number = _next_reply(
            outlook, filled, size, raised + 1, low, top, number
        )
        if answer <= CALL:  # or FOLD
            worth += _unraised(outlook, answer, filled, size, likely, bottom, top)
        else:
            worth += likely * _stay(outlook, filled + size + answer, answer, bottom, top)
        top = after
    return worth


@compiled
def _size(rules: RulesTable, which: int) -> int:
    """The least, the middling or the largest raise: more sizes hardly matter further ahead."""
    if which == 1:
        return (rules.least_raise + rules.most_raise) // 2
    return rules.most_raise if which else rules.least_raise


@compiled
def _best_late(outlook: Outlook, pot: int, to_call: int, raised: int, low: int, high: int) -> float:
    """The best answer to the opponent's raise, if we raise at most once more."""
    best = _stay(outlook, pot, to_call, low, high)
    if raised < outlook.rules.raises:
        for which in range(3):
            size = _size(outlook.rules, which)
            best = max(best, _raise_late(outlook, pot, to_call, size, raised, low, high))
    return best


@compiled
def _raise(
    outlook: Outlook, pot: int, to_call: int, size: int, raised: int, low: int, high: int
) -> float:
    """Raise, and look at the replies; we may raise once more."""
    chips = to_call + size
    filled = pot + chips
    worth = -chips * _weight(outlook, low, high)
    top, number = high, 0
    while top >= low:
        answer, bottom, likely, after, number = _next_reply(
            outlook, filled, size, raised + 1, low, top, number
        )
        if answer <= CALL:  # or FOLD
            worth += _unraised(outlook, answer, filled, size, likely, bottom, top)
        else:
            more = filled + size + answer
            worth += likely * _best_late(outlook, more, answer, raised + 2, bottom, top)
        top = after
    return worth


@compiled
def _best(outlook: Outlook, pot: int, to_call: int, raised: int, low: int, high: int) -> float:
    """The best answer to the opponent's raise."""
    best = _stay(outlook, pot, to_call, low, high)
    if raised < outlook.rules.raises:
        for which in range(3):
            size = _size(outlook.rules, which)
            best = max(best, _raise(outlook, pot, to_call, size, raised, low, high))
    return best


@compiled
def _open_by_check(outlook: Outlook, pot: int) -> float:
    """Check where the opponent has still to bet."""
    worth = 0.0
    top, number = HIGHEST, 0
    while top >= 1:
        answer, bottom, likely, after, number = _next_reply(outlook, pot, 0, 0, 1, top, number)
        if answer <= CALL:
            worth += likely * _call(outlook, pot, 0, bottom, top)
        else:
            worth += likely * _best(outlook, pot + answer, answer, 1, bottom, top)
        top = after
    return worth


@compiled
def _bet_worth(
    outlook: Outlook, chips: int, pot: int, to_call: int, raised: int, opening: bool
) -> float:
    """What a bet is worth from now on, with weights."""
    if chips > to_call:
        return _raise(outlook, pot, to_call, chips - to_call, raised, 1, HIGHEST)
    if chips < to_call:
        return 0.0
    if to_call or not opening or outlook.rules.check_closes:
        return _call(outlook, pot, chips, 1, HIGHEST)
    return _open_by_check(outlook, pot)


@compiled
def weigh_by_odds(
    rules: RulesTable,
    lines: Integers,
    part: int,
    by_habit: bool,
    habits: Floats,
    unseen: Integers,
    fits: int,
    to_come: int,
    own: int,
    lead: int,
    pot: int,
    to_call: int,
    raised: int,
    opening: bool,
    bets: Integers,
    worths: Floats,
) -> int:
    """Fill in the legal bets and what each is worth from now on, in chips; return their number.

    We have a hidden card of ``own`` points; the opponent's is unseen, and in the set ``fits``.
    """
    shares = np.empty(HIGHEST + 1)
    fill_shares(unseen, to_come, own + lead, shares)
    weight_to, value_to = np.zeros(HIGHEST + 1), np.zeros(HIGHEST + 1)
    for card in range(1, HIGHEST + 1):
        weight = float(unseen[card]) if fits >> card & 1 else 0.0
        weight_to[card] = weight_to[card - 1] + weight
        value_to[card] = value_to[card - 1] + weight * shares[card]
    outlook = Outlook(rules, lines, part, by_habit, habits, lead, weight_to, value_to)
    count = 0
    for chips in range(to_call + rules.most_raise + 1):
        size = chips - to_call
        allowed = size >= rules.least_raise and raised < rules.raises
        if not chips or not size or allowed:
            worth = _bet_worth(outlook, chips, pot, to_call, raised, opening)
            bets[count] = chips
            worths[count] = worth / weight_to[HIGHEST]
            count += 1
    return count


@compiled
def may_be(unseen: Integers, fits: int) -> bool:
    """Whether a card of a set is unseen."""
    there = 0
    for card in range(1, HIGHEST + 1):
        there += unseen[card] * (fits >> card & 1)
    return there > 0


@lru_cache(maxsize=16)
def _known(rules: Rules) -> tuple[RulesTable, Integers, Integers]:
    """The rules, Alpha's lines and the numbers of cards in the deck as arrays."""
    return rules_table(rules), lines_table([THRESHOLDS["alpha"]])[0], whole_deck(rules.deck)


def unseen_by(view: View) -> Integers:
    """How many cards of 0, 1, … 10 points a player has not seen."""
    counts = _known(view.rules)[2].copy()
    for card in (*view.hand.cards, *view.visible[1 - view.seat].cards):
        counts[card.points] -= 1
    return counts


def worths_by_odds(view: View, fits: int, habits: Sequence[float] | None) -> dict[int, float]:
    """What each legal bet is worth in chips, if the opponent's hidden card is in a set.

    It answers by habit, if habits are known, or by Alpha's lines.
    """
    shown, other = (view.visible[seat].points for seat in (view.seat, 1 - view.seat))
    size = view.rules.most_raise - view.rules.least_raise + 3
    bets, worths = np.empty(size, np.int64), np.empty(size)
    count = weigh_by_odds(
        *_known(view.rules)[:2],
        int(view.last_street),
        habits is not None,
        np.array(habits or NO_HABITS),
        unseen_by(view),
        fits,
        view.rules.hand_size - len(view.hand.cards),
        view.hand.points - shown,
        shown - other,
        view.pot,
        view.to_call,
        sum(bet.raised > 0 for bet in view.bets),
        not view.bets,
        bets,
        worths,
    )
    return dict(zip(bets[:count].tolist(), worths[:count].tolist(), strict=True))
