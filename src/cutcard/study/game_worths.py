"""What one Blockhead player is worth against another, exactly: which pairs that is known for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cutcard.blockhead.beta import FUZZ, shipped_against_alpha
from cutcard.blockhead.players import EXPLOITER, FIXED_PLAYERS, PLAYERS, UnknownPlayer
from cutcard.blockhead.rules import Rules, TiedPot, Valuation
from cutcard.errors import Illegal
from cutcard.lab.strangers import check_class_named, is_file_name
from cutcard.rulebook import nearest

READERS: Final = ("beta", EXPLOITER)
"""Players who read Alpha's hidden card from its bets, and are known exactly against it."""

Show = Callable[[str, int, int], None]
"""Is told what is being done, and how much of how much is done."""

if TYPE_CHECKING:
    from cutcard.blockhead.exact.carried import GameWorth


def check_exact(first: str, second: str, rules: Rules) -> None:
    """Complain about players and rules for which no exact value is known."""
    check_rules(rules)
    for name in (first, second):
        check_class_named(name)
        if name not in (*PLAYERS, *READERS) and not is_file_name(name):
            known = [*PLAYERS, EXPLOITER]
            raise UnknownPlayer(f"there is no player {name!r}: {nearest(name, known)}")
    tables = {first, second} <= FIXED_PLAYERS
    if not tables and not (first in READERS and second == "alpha"):
        raise Illegal(
            f"no exact value of {first} against {second} is known: it takes two of"
            f" {', '.join(sorted(FIXED_PLAYERS))}, or {' or '.join(READERS)} and alpha"
            " ('cutcard duel' measures any two)"
        )
    if not tables and shipped_against_alpha(rules) is None:
        raise Illegal(f"{first} is solved for the rules of blockhead only, with compiled code")


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
    first: str,
    second: str,
    rules: Rules,
    show: Show = lambda *_: None,
    *,
    recompute: bool = False,
    workers: int = 1,
) -> GameWorth:
    """What a game is worth to the first player; ``show`` is told what is being looked at.

    What is shipped of Beta and the best response is found anew if it is to be recomputed.
    """
    check_exact(first, second, rules)
    if first in READERS:
        return _worth_of_reader(first, rules, show, recompute=recompute, workers=workers)
    from cutcard.blockhead.exact.table_values import value_of_tables

    return value_of_tables(first, second, rules, lambda what: show(what, 0, 1))


def _worth_of_reader(
    name: str, rules: Rules, show: Show, *, recompute: bool, workers: int
) -> GameWorth:
    """What the best response to Alpha is worth against it, or Beta, who mixes its best bets."""
    from cutcard.blockhead.exact.saved import (
        response_name,
        shipped_mixed_earnings,
        shipped_response,
    )

    found = shipped_response(response_name("alpha", rules))
    assert found is not None
    response, earnings = found
    fuzz = 0.0
    if name == "beta":
        fuzz, earnings = FUZZ, shipped_mixed_earnings("alpha", rules, FUZZ)
    if recompute or earnings is None:
        earnings = response.earnings(fuzz=fuzz, show=show, workers=workers)
    return response.game_worth(earnings, rules.deals)
