"""Players of lines in compiled games: what a table of thresholds bets."""

from __future__ import annotations

from cutcard.blockhead.habits import CALL, FOLD
from cutcard.blockhead.kernel_tables import (
    CHECKED,
    LARGE_RAISE,
    OPENING,
    SMALL_RAISE,
    RulesTable,
)
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Integers


@compiled
def situation_of(bets: int, to_call: int, pot: int) -> int:
    """What a player of lines answers to."""
    if not bets:
        return OPENING
    if not to_call:
        return CHECKED
    return SMALL_RAISE if to_call < 1 + 2 * (pot // 10) else LARGE_RAISE


@compiled
def bet_by_lines(
    rules: RulesTable,
    lines: Integers,
    player: int,
    part: int,
    situation: int,
    delta: int,
    pot: int,
    to_call: int,
    most: int,
) -> int:
    """The chips of a player of lines; ``most`` is the largest raise, 0 where none is allowed."""
    line = 0
    while delta <= (
        lines[player, part, situation, line, 0]
        - lines[player, part, situation, line, 2] * (pot // 10)
    ):
        line += 1
    bet = int(lines[player, part, situation, line, 1])
    if bet == FOLD:
        return 0
    if bet == CALL or not most:
        return to_call
    return to_call + min(max(bet, rules.least_raise), most)
