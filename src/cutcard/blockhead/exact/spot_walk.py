"""All bidding rounds of a deal against a policy of spots, walked through to the end, compiled.

The response remembers every lead, and not which cards made it: after each way to close a bidding
round, every move of the lead is followed, as likely as the real deck makes it beside both hidden
cards. Where the policy comes with no card, nothing is looked at. Most of the work is in the last
bidding round, so those that the policy plays alike are looked at together.
"""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.spot_rounds import (
    Stand,
    Walk,
    after_cards,
    carry_reach,
    deal_out,
    fold_ends,
    judge,
    judge_round,
    moves_at,
    pick_up,
    put_down,
    rows_of,
    situation_of,
    weigh,
)
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.compilation import compiled_within
from cutcard.number_arrays import Floats, Integers


@compiled
def _last_rounds(
    table: Walk,
    stand: Stand,
    rows: Floats,
    reach: Floats,
    lanes: Floats,
    worths: Floats,
    closed: Floats,
) -> None:
    """What each way to close the last bidding round but one is worth.

    The last round, after the same cards, is played alike by the policy where pot and claim are of
    the same class: all of these are looked at together, side by side in ``lanes`` and ``worths``.
    """
    bidding, hands, last = table.bidding, table.hands, stand.street + 1
    folds, ends, closings = fold_ends(bidding), len(bidding.signs), len(bidding.claimed)
    moves = moves_at(table, last)
    deals, shown, halves = lanes[0], lanes[1], lanes[2, 0]
    reached = np.empty((closings, HIGHEST))
    alike, members = np.empty(closings, np.int64), np.empty(closings, np.int64)
    for closing in range(closings):
        alike[closing] = -1
        if carry_reach(rows, folds + closing, reach, reached[closing]):
            after = after_cards(table, stand, closing, 0)
            at_no_lead = Stand(last, 0, 0, after.half, after.least, after.most)
            alike[closing] = situation_of(table.spots, at_no_lead)
    for first in range(closings):
        kind = alike[first]
        if kind < 0:
            continue
        found = 0
        for closing in range(first, closings):
            if alike[closing] == kind:
                alike[closing] = -1
                members[found] = closing
                half = float(stand.half + bidding.paid[folds + closing])
                for own in range(hands):
                    halves[found * hands + own] = half
                found += 1
        many = found * hands
        for move in range(moves):
            after = after_cards(table, stand, first, move)
            cards = table.starts[last] + after.path
            if not table.possible[cards]:
                continue
            for at in range(found):
                deal_out(table, cards, reached[members[at]], deals, shown, at * hands)
            row, behind = rows_of(table, after)
            here = table.reaches[row:behind]
            weigh(bidding, here, 0, folds, deals, halves, many, worths)
            weigh(bidding, here, folds, ends, shown, halves, many, worths)
            judge(bidding, worths, many)
            for at in range(found):
                for own in range(hands):
                    closed[members[at], own] += worths[ends, at * hands + own]


@compiled_within
def next_cards(
    table: Walk, stand: Stand, rows: Floats, reach: Floats, after: Floats, step: Integers
) -> bool:
    """Go to the next cards after the next way to close a bidding round that the policy comes to.

    A step is that way, and how the lead moves; ``after`` is the reach there. Return whether there
    is one.
    """
    folds, closings = fold_ends(table.bidding), len(table.bidding.claimed)
    below = stand.street + 1
    moves = moves_at(table, below)
    while True:
        step[1] += 1
        if step[0] < 0 or step[1] == moves:
            step[1] = 0
            step[0] += 1
            while step[0] < closings and not carry_reach(rows, folds + step[0], reach, after):
                step[0] += 1
            if step[0] == closings:
                return False
        if table.possible[table.starts[below] + stand.path * moves + step[1]]:
            return True


@compiled_within
def _clear(closed: Floats) -> None:
    """Begin with ways to close a bidding round that are worth nothing yet."""
    for closing in range(len(closed)):
        for own in range(closed.shape[1]):
            closed[closing, own] = 0.0


@compiled
def walk(table: Walk, stand: Stand, reach: Floats, rows: Floats, kept: Floats) -> None:
    """Find what a deal is worth from the beginning of a bidding round on, for each of our cards.

    ``reach`` is how likely the policy is to be there with each of its cards, and ``rows`` how
    likely it comes to each end of this bidding round. ``kept`` receives what each way to close it
    is worth, and then the same of every later bidding round but the last, in the order of the ways
    and cards that lead there: `kept_rounds` says how many there are. Its last dimension is for
    the hidden cards of ours that are looked at.
    """
    bidding = table.bidding
    begin, last = stand.street, len(table.opened) - 1
    closings, ends = len(bidding.claimed), len(bidding.signs)
    lanes = np.empty((3, HIGHEST, closings * table.hands))
    worths = np.empty((ends + len(bidding.ours), closings * table.hands))
    # By bidding round on the way: what is known, how likely the policy is there, and where we are.
    stands = np.empty((last + 1, len(stand)), np.int64)
    put_down(stands[begin], stand)
    reached = np.empty((last + 1, HIGHEST))
    for card in range(HIGHEST):
        reached[begin, card] = reach[card]
    steps = np.empty((last + 1, 2), np.int64)
    places, firsts = np.zeros(last + 1, np.int64), np.zeros(last + 2, np.int64)
    rounds = 1
    for street in range(begin, last):
        firsts[street + 1] = firsts[street] + rounds
        rounds *= closings * moves_at(table, street + 1)
    at = begin
    steps[at, 0] = -1
    _clear(kept[0])
    while True:
        stand = pick_up(stands[at])
        row, behind = rows_of(table, stand)
        here = rows if at == begin else table.reaches[row:behind]
        closed = kept[firsts[at] + places[at]]
        if at == last - 1:
            _last_rounds(table, stand, here, reached[at], lanes, worths, closed)
        elif at < last and next_cards(table, stand, here, reached[at], reached[at + 1], steps[at]):
            closing, move = steps[at, 0], steps[at, 1]
            place = (places[at] * closings + closing) * moves_at(table, at + 1) + move
            at += 1
            put_down(stands[at], after_cards(table, stand, closing, move))
            places[at] = place
            steps[at, 0] = -1
            _clear(kept[firsts[at] + place])
            continue
        # All that may follow this bidding round is known.
        judge_round(table, stand, here, reached[at], closed, lanes, worths)
        if at == begin:
            return
        at -= 1
        above = kept[firsts[at] + places[at]]
        for own in range(table.hands):
            above[steps[at, 0], own] += worths[ends, own]


@compiled
def kept_rounds(table: Walk, street: int) -> int:
    """How many bidding rounds a walk from one of them on keeps."""
    last = len(table.opened) - 1
    rounds = kept = 1
    for later in range(street + 1, last):
        rounds *= len(table.bidding.claimed) * moves_at(table, later)
        kept += rounds
    return kept
