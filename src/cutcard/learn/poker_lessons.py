"""Lessons in Blockhead Poker: deals played by a table, and what each decision brought, compiled.

At most one decision of a deal is taken at random. Which one it will be is drawn before the deal
begins, so that what is learnt from the rest does not depend on accidents of the deal.

What a decision brought is what the deal paid in the end, less the chips put in from this decision
on; so a fold brings nothing. A tied pot counts half.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.random import Bits, below, shuffle_part
from cutcard.blockhead.kernel_lines import bet_by_lines, situation_of
from cutcard.blockhead.kernel_spots import (
    action_by_odds,
    begin_bidding,
    chips_of,
    forget_deal,
    note_bet,
    spot_at,
)
from cutcard.blockhead.kernel_tables import LINES, UNIFORM, CardsTable, RulesTable
from cutcard.blockhead.spots import ACTIONS, CERTAIN, FOLD, RAISE, STAY, Odds, Spots
from cutcard.compilation import Number, compiled, compiled_into
from cutcard.number_arrays import Integers

LEARNER: Final = 0
"""The learner's seat; the opponent has the other, and they open deals in turn."""

# The columns of the log of a deal.
SPOT: Final = 0
ACTION: Final = 1
STAKED: Final = 2
"""What the learner had put in before the decision."""
LOG: Final = 3

MOST_DECISIONS: Final = 5 * 12
"""More than any deal has: five bidding rounds, each with twenty raises at most."""

MONTE_CARLO: Final = 0
"""A decision brought what the deal paid in the end."""
Q_LEARNING: Final = 1
"""It brought what the learner's next spot is worth, by what is known of that."""

_NEVER: Final = MOST_DECISIONS


class Table(NamedTuple):
    """What a deal is played with: rules, cards, and an opponent who is one of three kinds."""

    rules: RulesTable
    cards: CardsTable
    spots: Spots
    kind: int
    lines: Integers
    odds: Odds


class Seats(NamedTuple):
    """What is known of both seats while a deal is played."""

    points: Integers
    shown: Integers
    staked: Integers
    memory: Integers


@compiled
def _explored(random: Bits) -> Number:
    """Which decision of a deal is taken at random: mostly an early one, or none."""
    lot = below(random, 16)
    if lot < 8:
        return lot >> 2
    if lot < 14:
        return 2 + (lot - 8) // 3
    return 4 if lot == 14 else _NEVER


@compiled
def _opponents_chips(
    table: Table,
    seats: Seats,
    random: Bits,
    seat: Number,
    spot: Number,
    last: Number,
    bets: Number,
    to_call: Number,
    pot: Number,
    most: Number,
) -> Number:
    """What the opponent puts in."""
    rules = table.rules
    if table.kind == LINES:
        delta = seats.points[seat] - seats.shown[1 - seat]
        situation = situation_of(bets, to_call, pot)
        return bet_by_lines(
            rules, table.lines, 0, 1 if last else 0, situation, delta, pot, to_call, most
        )
    if table.kind == UNIFORM:
        staying = 2 if to_call else 1
        raises = most - rules.least_raise + 1 if most else 0
        choice = below(random, staying + raises)
        if choice < staying:
            return choice * to_call
        return to_call + rules.least_raise + choice - staying
    action = action_by_odds(table.odds, spot, below(random, CERTAIN))
    return chips_of(table.spots, action, to_call, most)


@compiled
def _play_deal(
    table: Table,
    seats: Seats,
    random: Bits,
    deck: NDArray[np.uint8],
    odds: Odds,
    opener: Number,
    carry: Number,
    explored: Number,
    log: Integers,
) -> tuple[Number, Number, Number]:
    """Play a deal; return the learner's decisions, what it takes in half chips, and a pot left."""
    rules, spots = table.rules, table.spots
    points, shown, staked, memory = seats
    street_cards, down, card_points = table.cards.street_cards, table.cards.down, table.cards.points
    streets = len(street_cards)
    shuffle_part(random, deck, 0, 2 * len(down), len(card_points))
    for seat in range(2):
        points[seat] = shown[seat] = 0
        staked[seat] = rules.ante
    forget_deal(spots, memory)
    pot = carry + 2 * rules.ante
    made = held = 0
    for street in range(streets):
        dealt = street_cards[street]
        for at in range(2 * dealt):
            seat = opener if at < dealt else 1 - opener
            value = card_points[deck[2 * held + at]]
            points[seat] += value
            if not down[held + at % dealt]:
                shown[seat] += value
        held += dealt
        begin_bidding(memory)
        begun = pot
        seat = opener
        to_call = np.int64(0)
        raised = bets = 0
        while True:
            most = rules.most_raise if raised < rules.raises else 0
            spot = np.int64(0)
            if seat == LEARNER or table.kind > UNIFORM:
                spot = np.int64(
                    spot_at(
                        spots, memory, seat, street, begun, points, shown, bets, raised, to_call
                    )
                )
            if seat == LEARNER:
                if made == explored:
                    first = FOLD if to_call else STAY
                    end = RAISE + spots.sizes if most else STAY + 1
                    action = first + below(random, end - first)
                else:
                    action = action_by_odds(odds, spot, below(random, CERTAIN))
                log[made, SPOT] = spot
                log[made, ACTION] = action
                log[made, STAKED] = staked[LEARNER]
                made += 1
                chips = chips_of(spots, action, to_call, most)
            else:
                last = street == streets - 1
                chips = _opponents_chips(
                    table, seats, random, seat, spot, last, bets, to_call, pot, most
                )
            pot += chips
            staked[seat] += chips
            if chips < to_call:
                return made, 0 if seat == LEARNER else 2 * pot, 0
            note_bet(spots, memory, seat, shown, chips, to_call)
            if chips > to_call:
                raised += 1
                to_call = chips - to_call
            elif to_call or bets or rules.check_closes:
                break
            bets += 1
            seat = 1 - seat
    if points[0] == points[1]:
        return made, pot, 0 if rules.split else pot
    return made, 2 * pot if points[LEARNER] > points[1 - LEARNER] else 0, 0


@compiled_into
def _untried(times: Integers, spot: Number) -> Number:
    """Whether nothing was tried in a spot yet."""
    tried = 0
    for action in range(ACTIONS):
        tried += times[spot, action]
    return tried == 0


@compiled
def play_lessons(
    table: Table,
    seats: Seats,
    random: Bits,
    deck: NDArray[np.uint8],
    odds: Odds,
    worths: Integers,
    method: Number,
    parts: Number,
    deals: Number,
    log: Integers,
    times: Integers,
    totals: Integers,
    met: Integers,
) -> Number:
    """Play `deals` deals by `odds`, add up what was brought, and return how many spots were met.

    `times` and `totals` are by spot and action; a total has `parts` parts to a chip. The spots
    that were met are listed in `met`.
    """
    several = 0
    carry = 0
    for deal in range(deals):
        if deal % table.rules.deals == 0:
            carry = 0
        explored = _explored(random)
        made, takings, carry = _play_deal(
            table, seats, random, deck, odds, deal & 1, carry, explored, log
        )
        paid = parts // 2 * takings
        staked = seats.staked[LEARNER]
        # What follows a random decision was played by the table; what came before it was not.
        first = explored if method == MONTE_CARLO and explored < made else 0
        for at in range(first, made):
            if _untried(times, log[at, SPOT]):
                met[several] = log[at, SPOT]
                several += 1
            brought = paid - parts * (staked - log[at, STAKED])
            if method == Q_LEARNING and at + 1 < made:
                put_in = log[at + 1, STAKED] - log[at, STAKED]
                brought = worths[log[at + 1, SPOT]] - parts * put_in
            times[log[at, SPOT], log[at, ACTION]] += 1
            totals[log[at, SPOT], log[at, ACTION]] += brought
    return several
