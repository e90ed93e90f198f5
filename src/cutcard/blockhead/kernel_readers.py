"""Players that read the opponent's bets, in compiled games: Beta, its steps, and best responses.

What they think is what the engine's players think: `exact.foresight` and `outlook` weigh bets for
both. Here is what they remember from bet to bet and from deal to deal, as arrays.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.belief import ANY_CARD
from cutcard.blockhead.beta import FUZZ, STEPS, shipped_against_alpha
from cutcard.blockhead.exact.foresight import RANGES, Foe, Pots, Spot, keep_close, weigh_bets
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.prospects import UNIT, Table
from cutcard.blockhead.exact.response import Response
from cutcard.blockhead.exact.saved import response_policy
from cutcard.blockhead.habits import (
    CALLED,
    CALLS,
    CHECKS,
    FOLDS,
    LEADS,
    OPENING_RAISES,
    RAISES,
    lead_class,
)
from cutcard.blockhead.kernel_decks import StreamStates, draw
from cutcard.blockhead.kernel_lines import bet_by_lines, situation_of
from cutcard.blockhead.kernel_tables import THRESHOLDS, RulesTable, lines_table
from cutcard.blockhead.outlook import may_be, weigh_by_odds
from cutcard.blockhead.rules import Rules
from cutcard.compilation import compiled_into
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers

Chips = NDArray[np.int16]
"""Prospects, in parts of a chip."""

# The columns of what a reader has in mind.
FITS: Final = 0
"""The hidden cards of the opponent that go with its bets in this deal, as a set."""
LIKE_ALPHA: Final = 1
"""Whether the opponent has bet as Alpha would, in this game."""
SEATED: Final = 2
"""Whether the player has been asked for a bet in this game; before, it does not know its seat."""
MIND: Final = 3

HABITS: Final = len(CALLED)

_lead_class = compiled_into(lead_class)

NO_PROSPECTS: Final = (np.zeros((1, RANGES), np.int16), np.zeros((2, 1), np.int64))


class Reader(NamedTuple):
    """A player that reads bets, as arrays."""

    reads: bool
    """Whether bets tell it something of the hidden card: the opponent is taken for Alpha."""
    foresees: bool
    """Whether it looks ahead to the opponent's answers; otherwise it expects to be called."""
    responds: bool
    """Whether it has prospects."""
    steadfast: bool
    """Whether it plays its response whatever the opponent does."""
    fuzz: float
    """In chips: bets that are worth at most this much less than the best are mixed."""
    alphas: Integers
    """Alpha's lines, as those of a single player."""
    foe: Foe
    pots: Pots
    tied: Floats
    """What a tied pot is worth when answering and when opening, for each size of the pots."""
    prospects: Chips
    """All prospects, a row for each bidding round, own card, lead and pot, in this order."""
    starts: Integers
    """The row that they begin in, answering and opening, for each bidding round but the last."""
    reaches: Integers
    """The largest lead that they are kept for, for each bidding round."""


class ReadersTable(NamedTuple):
    """Two players that read bets, in the order named; players of other kinds read nothing."""

    first: Reader
    second: Reader


@compiled
def forget_game(minds: Integers, habits: Floats) -> None:
    """Begin a game: the opponent may be Alpha."""
    for player in range(2):
        minds[player, LIKE_ALPHA] = 1
        minds[player, SEATED] = 0
        for lead in range(LEADS):
            for habit in range(HABITS):
                habits[player, lead, habit] = CALLED[habit]


@compiled
def forget_deal_of_readers(points: Integers, minds: Integers, unseen: Integers) -> None:
    """Begin a deal: no card of the deck has been seen, and nobody has bet."""
    for seat in range(2):
        minds[seat, FITS] = ANY_CARD
        for card in range(unseen.shape[1]):
            unseen[seat, card] = 0
        for card in range(len(points)):
            unseen[seat, points[card]] += 1


@compiled
def _habit_of(chips: int, to_call: int) -> int:
    """The place where a bet is counted."""
    if chips > to_call:
        return RAISES if to_call else OPENING_RAISES
    if not to_call:
        return CHECKS
    return CALLS if chips else FOLDS


@compiled
def watch_bet(
    rules: RulesTable,
    reader: Reader,
    mind: Integers,
    habits: Floats,
    seat: int,
    part: int,
    bets: int,
    lead: int,
    pot: int,
    to_call: int,
    most: int,
    chips: int,
) -> None:
    """See the opponent bet from its seat, with a lead in open points and the pot before the bet."""
    # A player who has not been asked yet takes itself to sit in the first seat.
    if reader.foresees and (mind[SEATED] or seat):
        habits[_lead_class(lead), _habit_of(chips, to_call)] += 1.0
    if reader.reads:
        situation = situation_of(bets, to_call, pot)
        for card in range(1, HIGHEST + 1):
            bet = bet_by_lines(
                rules, reader.alphas, 0, part, situation, card + lead, pot, to_call, most
            )
            if bet != chips:
                mind[FITS] &= ~(1 << card)


@compiled
def see_hidden_card(mind: Integers, card: int) -> None:
    """See at the showdown whether the opponent's hidden card goes with its bets."""
    if mind[SEATED] and not mind[FITS] >> card & 1:
        mind[LIKE_ALPHA] = 0


@compiled
def _weigh_by_response(
    reader: Reader,
    unseen: Integers,
    fits: int,
    street: int,
    last: bool,
    we_open: int,
    own: int,
    lead: int,
    pot: int,
    to_call: int,
    raised: int,
    opening: bool,
    bets: Integers,
    worths: Floats,
) -> int:
    """Fill in the legal bets and what each is worth by the response; return their number."""
    low, high = 1, HIGHEST
    while not fits >> low & 1:
        low += 1
    while not fits >> high & 1:
        high -= 1
    to_here = np.zeros(HIGHEST + 1)
    for card in range(1, HIGHEST + 1):
        to_here[card] = to_here[card - 1] + unseen[card]
    start, rows = 0, 1
    if not last:
        reach = reader.reaches[street]
        near = min(max(lead, -reach), reach) + reach
        rows = len(reader.pots.sizes)
        start = reader.starts[we_open, street] + ((own - 1) * (2 * reach + 1) + near) * rows
    prospects = reader.prospects[start : start + rows]
    part = 1 if last else 0
    spot = Spot(part, lead, own, to_here, reader.tied[we_open], prospects, UNIT)
    return weigh_bets(
        reader.foe, reader.pots, spot, pot, to_call, raised, opening, low, high, bets, worths
    )


@compiled
def bet_by_reading(
    rules: RulesTable,
    reader: Reader,
    mind: Integers,
    habits: Floats,
    unseen: Integers,
    chance: StreamStates,
    player: int,
    drawn: Integers,
    street: int,
    to_come: int,
    we_open: int,
    own: int,
    lead: int,
    pot: int,
    to_call: int,
    raised: int,
    opening: bool,
) -> int:
    """The chips of a player that reads bets, from its hidden card and its lead in open points."""
    mind[SEATED] = 1
    last = to_come == 0
    bets = np.empty(rules.most_raise - rules.least_raise + 3, dtype=np.int64)
    worths = np.empty(len(bets))
    fits = ANY_CARD
    if mind[LIKE_ALPHA] or reader.steadfast:
        fits = mind[FITS]
        if not may_be(unseen, fits):
            fits = ANY_CARD
            mind[LIKE_ALPHA] = 0
    if reader.responds and (mind[LIKE_ALPHA] or reader.steadfast):
        count = _weigh_by_response(
            reader,
            unseen,
            fits,
            street,
            last,
            we_open,
            own,
            lead,
            pot,
            to_call,
            raised,
            opening,
            bets,
            worths,
        )
    else:
        by_habit = not (reader.foresees and mind[LIKE_ALPHA])
        count = weigh_by_odds(
            rules,
            reader.alphas[0],
            1 if last else 0,
            by_habit,
            habits[_lead_class(-lead)],
            unseen,
            fits,
            to_come,
            own,
            lead,
            pot,
            to_call,
            raised,
            opening,
            bets,
            worths,
        )
    close = keep_close(bets, worths, count, reader.fuzz)
    if reader.fuzz <= 0.0:
        return int(bets[0])
    choice = draw(chance, player, drawn[player], close)
    drawn[player] += 1
    return int(bets[choice])


@lru_cache(maxsize=1)
def nobody_reads() -> ReadersTable:
    """For a game in which nobody reads bets."""
    table = Table.against("alpha", Rules())
    nobody = _in_arrays(table, None, reads=False, foresees=False, steadfast=False, fuzz=0.0)
    return ReadersTable(nobody, nobody)


def readers_table(first: str, second: str, rules: Rules) -> ReadersTable:
    """The players among these two that read bets, as the compiled game sees them."""
    return ReadersTable(_reader(first, rules), _reader(second, rules))


def _reader(name: str, rules: Rules) -> Reader:
    if name in STEPS:
        step = STEPS[name]
        response = shipped_against_alpha(rules) if step.foresees else None
        table = response.table if response else Table.against("alpha", rules)
        return _in_arrays(
            table, response, reads=step.reads, foresees=step.foresees, steadfast=False, fuzz=FUZZ
        )
    policy = response_policy(name, rules)
    if policy is None:
        return nobody_reads().first
    response = policy.response
    return _in_arrays(
        response.table,
        response,
        reads=response.foe == "alpha",
        foresees=False,
        steadfast=True,
        fuzz=0.0,
    )


def _in_arrays(
    table: Table,
    response: Response | None,
    *,
    reads: bool,
    foresees: bool,
    steadfast: bool,
    fuzz: float,
) -> Reader:
    prospects, starts = response.prospects_in_rows if response else NO_PROSPECTS
    return Reader(
        reads=reads,
        foresees=foresees,
        responds=response is not None,
        steadfast=steadfast,
        fuzz=fuzz,
        alphas=lines_table([THRESHOLDS["alpha"]]),
        foe=table.foe,
        pots=table.pots,
        tied=np.array([table.tied(we_open=False), table.tied(we_open=True)]),
        prospects=prospects,
        starts=starts,
        reaches=np.array([table.reach(street) for street in range(len(table.streets))]),
    )
