"""One deal between two players that are tables, over all cards and all they may bet, compiled."""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blockhead.kernel_lines import bet_by_lines
from cutcard.blockhead.kernel_tables import (
    CHECKED,
    LARGE_RAISE,
    OPENING,
    SMALL_RAISE,
    UNIFORM,
    PlayersTable,
    RulesTable,
)
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers

NEITHER: Final = -1
BOTH: Final = 2

_OFFSET: Final = 64
"""More than any delta is below zero."""

_DEEPEST: Final = 1024
"""More bets than can ever wait to be looked at."""


def no_laws(rules: RulesTable, streets: int) -> Floats:
    """Room for the laws of bidding rounds: by part, delta and chips paid before; none is known."""
    dearest = rules.raises * rules.most_raise
    return np.full((2, 2 * _OFFSET, streets * dearest + 1, dearest + 2), np.nan)


@compiled
def _push(
    stack: Integers, at: int, seat: int, pot: int, to_call: int, raised: int, bets: int, paid: int
) -> None:
    """Write down a decision that is to be looked at."""
    stack[at, 0], stack[at, 1], stack[at, 2] = seat, pot, to_call
    stack[at, 3], stack[at, 4], stack[at, 5] = raised, bets, paid


@compiled
def bid_in_every_way(
    rules: RulesTable,
    players: PlayersTable,
    opener: int,
    part: int,
    deltas: tuple[int, int],
    pot: int,
    stays: Floats,
    stack: Integers,
    odds: Floats,
) -> float:
    """Play a bidding round in every way; return what the first player gains where one folds.

    ``stays`` receives the odds that the round closes after each has paid 0, 1, 2 … chips.
    """
    kinds, lines = players
    for paid in range(len(stays)):
        stays[paid] = 0.0
    gained = 0.0
    _push(stack, 0, opener, pot, 0, 0, 0, 0)
    odds[0] = 1.0
    depth = 1
    while depth:
        depth -= 1
        seat, filled, to_call = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        raised, bets, paid = stack[depth, 3], stack[depth, 4], stack[depth, 5]
        chance = odds[depth]
        most = rules.most_raise if raised < rules.raises else 0
        if kinds[seat] == UNIFORM:
            least, largest = 0, to_call + most
            staying = 2 if to_call else 1
            share = chance / (staying + (most - rules.least_raise + 1 if most else 0))
        else:
            if not bets:
                situation = OPENING
            elif not to_call:
                situation = CHECKED
            else:
                situation = SMALL_RAISE if to_call < 1 + 2 * (filled // 10) else LARGE_RAISE
            least = largest = bet_by_lines(
                rules, lines, seat, part, situation, deltas[seat], filled, to_call, most
            )
            share = chance
        for chips in range(least, largest + 1):
            if chips and chips != to_call and chips < to_call + rules.least_raise:
                continue
            own = paid + chips if seat == 0 else paid
            if chips < to_call:
                gained += share * ((filled if seat == 1 else 0) - own)
            elif chips == to_call and (to_call or bets or rules.check_closes):
                stays[(filled + chips - pot) >> 1] += share
            else:
                after = raised + 1 if chips > to_call else raised
                size = chips - to_call
                _push(stack, depth, 1 - seat, filled + chips, size, after, bets + 1, own)
                odds[depth] = share
                depth += 1
    return gained


@compiled
def _round_law(
    rules: RulesTable,
    players: PlayersTable,
    opener: int,
    part: int,
    deltas: tuple[int, int],
    pot: int,
    paid: int,
    watched: int,
    laws: Floats,
    stack: Integers,
    odds: Floats,
    law: Floats,
) -> None:
    """How a bidding round closes, and as the last number what the first player gains by folds.

    If the bets depend on the delta of one player at most, rounds that are alike are looked up.
    """
    last = len(law) - 1
    if watched == BOTH:
        gain = bid_in_every_way(rules, players, opener, part, deltas, pot, law[:last], stack, odds)
        law[last] = gain
        return
    place = deltas[watched] + _OFFSET if watched != NEITHER else 0
    kept = laws[part, place, paid]
    if np.isnan(kept[last]):
        kept[last] = bid_in_every_way(
            rules, players, opener, part, deltas, pot, kept[:last], stack, odds
        )
    for at in range(last + 1):
        law[at] = kept[at]


@compiled
def play_every_deal(
    rules: RulesTable,
    players: PlayersTable,
    opener: int,
    hidden: tuple[int, int],
    sizes: Integers,
    odds: Floats,
    begun: int,
    watched: int,
    laws: Floats,
    ties: Floats,
) -> float:
    """Play all deals with these hidden cards; return what the first player gains by them.

    ``odds`` has a row for each street: how likely each path of the lead is up to there. The pot
    before the first card is ``begun``. ``watched`` is the player whose delta its bets depend on,
    NEITHER or BOTH; ``laws`` keeps bidding rounds for other hidden cards, as `no_laws` makes them.
    ``ties`` receives how often a tie leaves the pot with each player having paid 0, 1, 2 … chips
    in bets.
    """
    streets = len(sizes)
    dearest = rules.raises * rules.most_raise
    wide = streets * dearest + 1
    reached = np.zeros((1, wide))
    reached[0, 0] = 1.0
    leads = np.zeros(1, dtype=np.int64)
    law = np.empty(dearest + 2)
    stack = np.empty((_DEEPEST, 6), dtype=np.int64)
    likely = np.empty(_DEEPEST)
    gained = 0.0
    for street in range(streets - 1):
        moves = 18 * sizes[street] + 1
        after = np.zeros((len(leads) * moves, wide))
        after_leads = np.empty(len(after), dtype=np.int64)
        for path in range(len(after)):
            lead = leads[path // moves] + path % moves - moves // 2
            after_leads[path] = lead
            deltas = (hidden[0] + lead, hidden[1] - lead)
            for paid in range(wide):
                mass = odds[street, path] * reached[path // moves, paid]
                if mass > 0.0:
                    pot = begun + 2 * paid
                    _round_law(
                        rules,
                        players,
                        opener,
                        0,
                        deltas,
                        pot,
                        paid,
                        watched,
                        laws,
                        stack,
                        likely,
                        law,
                    )
                    gain = law[dearest + 1]
                    for more in range(dearest + 1):
                        if law[more] > 0.0:
                            after[path, paid + more] += reached[path // moves, paid] * law[more]
                            gain -= law[more] * more
                    gained += mass * gain
        reached, leads = after, after_leads
    # In the last street only the lead matters, however it came about.
    last = streets - 1
    moves = 18 * sizes[last] + 1
    farthest = 0
    for street in range(streets):
        farthest += 9 * sizes[street]
    met = np.zeros((2 * farthest + 1, wide))
    for before in range(len(leads)):
        for paid in range(wide):
            if reached[before, paid] > 0.0:
                for move in range(moves):
                    lead = leads[before] + move - moves // 2
                    met[lead + farthest, paid] += (
                        odds[last, before * moves + move] * reached[before, paid]
                    )
    for lead in range(-farthest, farthest + 1):
        deltas = (hidden[0] + lead, hidden[1] - lead)
        for paid in range(wide):
            mass = met[lead + farthest, paid]
            if mass > 0.0:
                pot = begun + 2 * paid
                _round_law(
                    rules,
                    players,
                    opener,
                    1,
                    deltas,
                    pot,
                    paid,
                    watched,
                    laws,
                    stack,
                    likely,
                    law,
                )
                gain = law[dearest + 1]
                for more in range(dearest + 1):
                    if law[more] > 0.0:
                        gain -= law[more] * more
                        if hidden[0] + lead > hidden[1]:
                            gain += law[more] * (pot + 2 * more)
                        elif hidden[0] + lead == hidden[1]:
                            ties[paid + more] += mass * law[more]
                gained += mass * gain
    return gained
