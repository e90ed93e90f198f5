"""What one Blockhead player is worth against another, exactly: which pairs that is known for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cutcard.blockhead.kernel_tables import KNOWN_PLAYERS
from cutcard.blockhead.players import PLAYERS, UnknownPlayer
from cutcard.blockhead.rules import Rules, TiedPot, Valuation
from cutcard.errors import Illegal
from cutcard.rulebook import nearest

if TYPE_CHECKING:
    from cutcard.blockhead.exact.carried import GameWorth


def check_exact(first: str, second: str, rules: Rules) -> None:
    """Complain about players and rules for which no exact value is known."""
    check_rules(rules)
    for name in (first, second):
        if name not in PLAYERS:
            raise UnknownPlayer(f"there is no player {name!r}: {nearest(name, list(PLAYERS))}")
        if name not in KNOWN_PLAYERS:
            raise Illegal(
                f"no exact value of {first} against {second} is known: it takes two of"
                f" {', '.join(sorted(KNOWN_PLAYERS))} ('cutcard duel' measures any two)"
            )


def check_rules(rules: Rules) -> None:
    """Complain about rules that are not solved: all but two players, points, one hidden card."""
    if rules.seats != 2:
        raise Illegal(f"seats = {rules.seats} is not solved: exact values are for two players")
    if rules.valuation is not Valuation.POINTS:
        raise Illegal(f"valuation = {rules.valuation} is not solved: exact values are for points")
    if rules.streets.count("d") != 1 or not rules.streets.startswith("d"):
        raise Illegal(
            f"streets = {rules.streets} is not solved: exact values are for one hidden card, the"
            " first dealt"
        )
    if rules.tied_pot is not TiedPot.CARRY:
        raise Illegal(f"tied_pot = {rules.tied_pot} is not solved: a tied pot must be carried")


def worth_against(
    first: str, second: str, rules: Rules, show: Callable[[str], None] = lambda _: None
) -> GameWorth:
    """What a game is worth to the first player; ``show`` is told what is being looked at."""
    from cutcard.blockhead.exact.table_values import value_of_tables

    check_exact(first, second, rules)
    return value_of_tables(first, second, rules, show)
