"""How a bidding round between us and a player of lines may end, compiled."""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blockhead.exact.foresight import (
    Foe,
    Pots,
    Spot,
    closed_against,
    keep_close,
    next_answer,
    range_place,
    weigh_bets,
)
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.habits import CALL, FOLD
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers

WE_FOLD: Final = 0
FOE_FOLDS: Final = 1
CLOSED: Final = 2

MOST_ENDINGS: Final = 4096
_DEEPEST: Final = 512
_LEAST_ODDS: Final = 1e-9


@compiled
def _note(rows: Integers, at: int, kind: int, pot: int, paid: int, low: int, high: int) -> None:
    """Write down an ending."""
    rows[at, 0], rows[at, 1], rows[at, 2] = kind, pot, paid
    rows[at, 3], rows[at, 4] = low, high


@compiled
def _push(
    stack: Integers,
    at: int,
    pot: int,
    to_call: int,
    raised: int,
    opening: int,
    paid: int,
    low: int,
    high: int,
) -> None:
    """Write down a decision of ours that is to be looked at."""
    stack[at, 0], stack[at, 1], stack[at, 2], stack[at, 3] = pot, to_call, raised, opening
    stack[at, 4], stack[at, 5], stack[at, 6] = paid, low, high


@compiled
def round_endings(
    foe: Foe,
    pots: Pots,
    spot: Spot,
    we_open: bool,
    fuzz: float,
    pot: int,
    low: int,
    high: int,
    rows: Integers,
    odds: Floats,
) -> int:
    """How a bidding round may end against the cards of a range: rows, and how likely each is.

    A row is (WE_FOLD, FOE_FOLDS or CLOSED, the pot, what we paid in this round, low, high). A row
    counts for each card of its range, and its odds are the same for each. Without fuzz we make the
    best bet; with fuzz, one of those worth at most this many chips less, all equally likely.
    """
    stack = np.empty((_DEEPEST, 7), dtype=np.int64)
    likely = np.empty(_DEEPEST)
    depth = found = 0
    rules = foe.rules
    if we_open:
        _push(stack, 0, pot, 0, 0, 1, 0, low, high)
        likely[0] = 1.0
        depth = 1
    else:
        top, number = high, 0
        while top >= low:
            size, bottom, chance, after = next_answer(foe, spot, pot, 0, 0, True, low, top, number)
            size = max(size, 0)  # a fold where there is nothing to call is a check
            if size or not rules.check_closes:
                _push(stack, depth, pot + size, size, 1 if size else 0, 0, 0, bottom, top)
                likely[depth] = chance
                depth += 1
            else:
                _note(rows, found, CLOSED, pot, 0, bottom, top)
                odds[found] = chance
                found += 1
            top, number = after, number + 1
    choices = np.empty(rules.most_raise - rules.least_raise + 3, dtype=np.int64)
    worths = np.empty(len(choices))
    while depth:
        depth -= 1
        pot, to_call, raised = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        opening, paid = stack[depth, 3], stack[depth, 4]
        low, high = stack[depth, 5], stack[depth, 6]
        chance = likely[depth]
        weight = spot.to_here[high] - spot.to_here[low - 1]
        if weight <= 0.0 or chance < _LEAST_ODDS:
            continue
        count = weigh_bets(
            foe, pots, spot, pot, to_call, raised, opening == 1, low, high, choices, worths
        )
        close = keep_close(choices, worths, count, fuzz)
        for at in range(close):
            chips = choices[at]
            share = chance / close
            if chips < to_call:
                _note(rows, found, WE_FOLD, pot, paid, low, high)
                odds[found] = share
                found += 1
                continue
            if chips == to_call and (to_call or not opening or rules.check_closes):
                _note(rows, found, CLOSED, pot + chips, paid + chips, low, high)
                odds[found] = share
                found += 1
                continue
            size = chips - to_call
            raises = raised + 1 if size else raised
            filled, spent = pot + chips, paid + chips
            top, number = high, 0
            while top >= low:
                answer, bottom, part, after = next_answer(
                    foe, spot, filled, size, raises, False, low, top, number
                )
                part *= share
                if answer == FOLD:
                    _note(rows, found, FOE_FOLDS, filled, spent, bottom, top)
                    odds[found] = part
                    found += 1
                elif answer == CALL:
                    _note(rows, found, CLOSED, filled + size, spent, bottom, top)
                    odds[found] = part
                    found += 1
                else:
                    more = filled + size + answer
                    _push(stack, depth, more, answer, raises + 1, 0, spent, bottom, top)
                    likely[depth] = part
                    depth += 1
                top, number = after, number + 1
    return found


@compiled
def round_worths(foe: Foe, pots: Pots, spot: Spot, we_open: bool, worths: Floats) -> None:
    """What a bidding round about to begin is worth, by pot and by place of range and card."""
    rows = np.empty((MOST_ENDINGS, 5), dtype=np.int64)
    odds = np.empty(MOST_ENDINGS)
    gains = np.empty(HIGHEST + 1)
    for at in range(len(pots.sizes)):
        for low in range(1, HIGHEST + 1):
            for high in range(low, HIGHEST + 1):
                place = range_place(low, high) - low
                if spot.to_here[high] - spot.to_here[low - 1] <= 0.0:
                    for card in range(low, high + 1):
                        worths[at, place + card] = 0.0
                    continue
                for card in range(low, high + 1):
                    gains[card] = 0.0
                count = round_endings(
                    foe, pots, spot, we_open, 0.0, int(pots.sizes[at]), low, high, rows, odds
                )
                for row in range(count):
                    kind, pot, paid = rows[row, 0], rows[row, 1], rows[row, 2]
                    for card in range(rows[row, 3], rows[row, 4] + 1):
                        gain = -float(paid)
                        if kind == FOE_FOLDS:
                            gain += pot
                        elif kind == CLOSED:
                            gain += closed_against(
                                pots, spot, pot, rows[row, 3], rows[row, 4], card
                            )
                        gains[card] += odds[row] * gain
                for card in range(low, high + 1):
                    worths[at, place + card] = gains[card]


@compiled
def endings_worth(pots: Pots, spot: Spot, rows: Integers, odds: Floats, count: int) -> float:
    """What the endings of a bidding round are worth together, with weights."""
    total = 0.0
    for row in range(count):
        for card in range(rows[row, 3], rows[row, 4] + 1):
            gain = -float(rows[row, 2])
            if rows[row, 0] == FOE_FOLDS:
                gain += rows[row, 1]
            elif rows[row, 0] == CLOSED:
                gain += closed_against(pots, spot, rows[row, 1], rows[row, 3], rows[row, 4], card)
            total += odds[row] * (spot.to_here[card] - spot.to_here[card - 1]) * gain
    return total
