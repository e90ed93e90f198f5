"""A bidding round against a policy of spots: what bets are worth with each hidden card, compiled.

A policy of spots goes by the bidding, its own hidden card, and the leads. At each place of the
bidding the policy's hidden card is a row of odds, its reach, and what we may hold is a row of
worths: where the decision is ours, the best for each of our cards is taken.

A worth is in chips, compared with having half of the pot back, times the odds of all that leads
there: what a bet is worth is its sum over the opponent's cards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutcard.blockhead import spots as numbering
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.spot_biddings import ILLEGAL, SpotBidding
from cutcard.blockhead.spots import ACTIONS, NODES, STAY, Spots
from cutcard.compilation import Number, compiled_into, compiled_within
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers

_spot_number = compiled_into(numbering.spot_number)
_least_claimed = compiled_into(numbering.least_claimed)
_most_claimed = compiled_into(numbering.most_claimed)


class Walk(NamedTuple):
    """All that a walk goes by."""

    spots: Spots
    bidding: SpotBidding
    reaches: Floats
    """By situation and end of a bidding round, and in columns by hidden card of the policy: how
    likely it comes there from the beginning of the round."""
    ways: Floats
    """By path of the lead, the policy's card and ours: how likely the cards come so. The paths of a
    bidding round follow those of the one before it."""
    shown: Floats
    """The same, of what is won less of what is lost if nobody bets any more."""
    possible: Integers
    """By path: whether any cards come so."""
    starts: Integers
    """By bidding round: the number of its first path."""
    opened: Integers
    """By bidding round: the cards that each gets face up before it."""
    hand: int
    """The first of our hidden cards that are looked at, counted from 0."""
    hands: int
    """How many are."""


class Stand(NamedTuple):
    """What everybody knows when a bidding round begins, but for what bets tell of hidden cards."""

    street: int
    path: int
    lead: int
    """Our open points less the policy's."""
    half: int
    """Half of the pot."""
    least: int
    """The least hidden points that our bets claim, as the policy reads them."""
    most: int


@compiled_within
def put_down(row: Integers, stand: Stand) -> None:
    """Keep what is known in a row of numbers."""
    row[0], row[1], row[2] = stand.street, stand.path, stand.lead
    row[3], row[4], row[5] = stand.half, stand.least, stand.most


@compiled_within
def pick_up(row: Integers) -> Stand:
    """What was kept in a row of numbers."""
    return Stand(row[0], row[1], row[2], row[3], row[4], row[5])


@compiled
def situation_of(spots: Spots, stand: Stand) -> int:
    """The number of what the policy goes by in a bidding round, besides card and bidding."""
    number = _spot_number(
        spots, stand.street, 2 * stand.half, stand.least, stand.most, -stand.lead, 0, 0
    )
    return int(number // ((spots.hidden + 1) * NODES))


@compiled_into
def rows_of(table: Walk, stand: Stand) -> tuple[Number, Number]:
    """The first row of how likely the policy comes to each end of a bidding round; where they end.

    A slice of them would be an array of its own, which only the caller can make.
    """
    ends, situation = len(table.bidding.signs), situation_of(table.spots, stand)
    return situation * ends, (situation + 1) * ends


@compiled_within
def weigh(
    bidding: SpotBidding,
    rows: Floats,
    first: Number,
    end: Number,
    deals: Floats,
    halves: Floats,
    many: Number,
    worths: Floats,
) -> None:
    """What some ends are worth: the deals with each card, as often as the policy comes with it.

    Deals and worths are rows over the ``many`` that are looked at together; ``halves`` are half of
    the pot of each.
    """
    for at in range(first, end):
        one, two, three = rows[at, 0], rows[at, 1], rows[at, 2]
        four, five, six = rows[at, 3], rows[at, 4], rows[at, 5]
        seven, eight = rows[at, 6], rows[at, 7]
        nine, ten = rows[at, 8], rows[at, 9]
        sign, paid = float(bidding.signs[at]), float(bidding.paid[at])
        for here in range(many):
            worths[at, here] = (sign * halves[here] + paid) * (
                one * deals[0, here]
                + two * deals[1, here]
                + three * deals[2, here]
                + four * deals[3, here]
                + five * deals[4, here]
                + six * deals[5, here]
                + seven * deals[6, here]
                + eight * deals[7, here]
                + nine * deals[8, here]
                + ten * deals[9, here]
            )


@compiled_within
def judge(bidding: SpotBidding, worths: Floats, many: Number) -> None:
    """What each decision is worth, from what the ends are worth."""
    ends = len(bidding.signs)
    for number in range(len(bidding.ours) - 1, -1, -1):
        here = worths[ends + number]
        there = worths[bidding.after[number, STAY]]
        for at in range(many):
            here[at] = there[at]
        for action in range(ACTIONS):
            after = bidding.after[number, action]
            if after == ILLEGAL or action == STAY:
                continue
            there = worths[after]
            if bidding.ours[number]:
                for at in range(many):
                    here[at] = there[at] if there[at] > here[at] else here[at]
            else:
                for at in range(many):
                    here[at] += there[at]


@compiled_within
def claim(
    table: Walk, closing: Number, lead: Number, least: Number, most: Number
) -> tuple[Number, Number]:
    """What we claim after a bidding round that was closed in this way, with this lead."""
    highest, lowest = table.bidding.claimed[closing, 0], table.bidding.claimed[closing, 1]
    if highest >= 0:
        least = max(least, _least_claimed(table.spots, -lead, highest))
        most = min(most, _most_claimed(table.spots, -lead, lowest))
    if table.bidding.claimed[closing, 2]:
        most = min(most, -lead)
    return least, most


@compiled_within
def carry_reach(rows: Floats, end: Number, reach: Floats, after: Floats) -> bool:
    """The policy's reach at the end of a bidding round; return whether it comes there at all."""
    found = False
    for card in range(HIGHEST):
        after[card] = reach[card] * rows[end, card]
        found = found or after[card] > 0.0
    return found


@compiled_within
def moves_at(table: Walk, street: Number) -> Number:
    """In how many ways the lead may move before a bidding round."""
    return 18 * table.opened[street] + 1


@compiled_within
def deal_out(
    table: Walk, cards: Number, reach: Floats, deals: Floats, shown: Floats, first: Number
) -> None:
    """The deals of a path, each as likely as the policy is to be there with its card."""
    for card in range(HIGHEST):
        for own in range(table.hands):
            hand = table.hand + own
            deals[card, first + own] = reach[card] * table.ways[cards, card, hand]
            shown[card, first + own] = reach[card] * table.shown[cards, card, hand]


@compiled_into
def fold_ends(bidding: SpotBidding) -> Number:
    """How many of the ends are folds; the others are ways to close the round."""
    return len(bidding.signs) - len(bidding.claimed)


@compiled_within
def after_cards(table: Walk, stand: Stand, closing: Number, move: Number) -> Stand:
    """What everybody knows in the next bidding round."""
    below = stand.street + 1
    least, most = claim(table, closing, stand.lead, stand.least, stand.most)
    return Stand(
        below,
        stand.path * moves_at(table, below) + move,
        stand.lead + move - 9 * table.opened[below],
        stand.half + table.bidding.paid[fold_ends(table.bidding) + closing],
        least,
        most,
    )


@compiled_within
def judge_round(
    table: Walk,
    stand: Stand,
    rows: Floats,
    reach: Floats,
    closed: Floats,
    lanes: Floats,
    worths: Floats,
) -> None:
    """What each decision of a bidding round is worth, for each of our cards.

    ``closed`` is what the ways to close it are worth; of the last round it is found here.
    """
    bidding, hands = table.bidding, table.hands
    folds, ends = fold_ends(bidding), len(bidding.signs)
    cards = table.starts[stand.street] + stand.path
    deal_out(table, cards, reach, lanes[0], lanes[1], 0)
    for own in range(hands):
        lanes[2, 0, own] = float(stand.half)
    weigh(bidding, rows, 0, folds, lanes[0], lanes[2, 0], hands, worths)
    if stand.street == len(table.opened) - 1:
        weigh(bidding, rows, folds, ends, lanes[1], lanes[2, 0], hands, worths)
        for closing in range(ends - folds):
            for own in range(hands):
                closed[closing, own] = worths[folds + closing, own]
    else:
        for closing in range(ends - folds):
            for own in range(hands):
                worths[folds + closing, own] = closed[closing, own]
    judge(bidding, worths, hands)


@compiled_within
def best_action(bidding: SpotBidding, worths: Floats, number: Number, own: Number) -> Number:
    """The first of the best actions at a decision of ours, with one of our cards."""
    best = worths[len(bidding.signs) + number, own]
    for action in range(ACTIONS):
        after = bidding.after[number, action]
        if after != ILLEGAL and worths[after, own] == best:
            return action
    return ILLEGAL


@compiled_within
def choose(bidding: SpotBidding, worths: Floats, actions: Integers) -> None:
    """The first of the best actions at each of our decisions, for each of our cards."""
    for number in range(len(bidding.ours)):
        for own in range(HIGHEST):
            actions[number, own] = ILLEGAL
            if bidding.ours[number]:
                actions[number, own] = best_action(bidding, worths, number, own)


@compiled
def worth_of_round(table: Walk, stand: Stand, reach: Floats, rows: Floats, closed: Floats) -> float:
    """What a bidding round is worth in all, from what the ways to close it are worth."""
    ends = len(table.bidding.signs)
    lanes = np.empty((3, HIGHEST, table.hands))
    worths = np.empty((ends + len(table.bidding.ours), table.hands))
    judge_round(table, stand, rows, reach, closed, lanes, worths)
    worth = 0.0
    for own in range(table.hands):
        worth += worths[ends, own]
    return worth
