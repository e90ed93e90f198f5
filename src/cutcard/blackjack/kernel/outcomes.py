"""Outcomes: all the ways in which a round of one seat can end, numbered for fast counting.

An outcome says what was won in bets rather than in units, so that one count of outcomes serves
every bet and every way of rounding.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.dealer import End
from cutcard.blackjack.legal import price
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.settlement import gain, insurance_gain


class Plain(IntEnum):
    """Outcomes without a split."""

    BLACKJACK = 0
    BLACKJACK_PUSHED = 1
    BLACKJACK_LOST = 2
    SURRENDERED = 3
    BUST = 4
    BUST_DOUBLED = 5
    CHARLIE = 6
    LOST = 7
    PUSHED = 8
    WON = 9
    LOST_DOUBLED = 10
    PUSHED_DOUBLED = 11
    WON_DOUBLED = 12
    LOST_ORIGINAL = 13
    """The dealer's blackjack gave the doubling back."""
    BUST_ORIGINAL = 14
    """The same, though the doubled hand had bust."""


SPLIT: Final = 16
"""The first outcome with a split: `SPLIT + SPAN * (doubled + 2 * bust) + MOST + bets won`."""

MOST: Final = 16
"""Bets that a round with splits can win or lose: eight doubled hands."""

SPAN: Final = 2 * MOST + 1

INSURED: Final = 160
"""Added to an outcome once if an insurance bet was lost, twice if it was won."""

OUTCOMES: Final = 3 * INSURED + 8
"""Numbers from 0 up to here are outcomes, or nothing. Rows of this many counters fill an odd number
of cache lines, so that the rows of a table do not crowd in the same part of the cache."""


class Ended(NamedTuple):
    """What an outcome means."""

    bets: int
    """Bets won, apart from blackjacks and surrenders, which are paid by their own rules."""
    happenings: tuple[str, ...]


_PLAIN: Final = {
    Plain.BLACKJACK: Ended(0, ("blackjacks",)),
    Plain.BLACKJACK_PUSHED: Ended(0, ("blackjacks",)),
    Plain.BLACKJACK_LOST: Ended(-1, ("blackjacks",)),
    Plain.SURRENDERED: Ended(0, ("surrenders",)),
    Plain.BUST: Ended(-1, ("busts",)),
    Plain.BUST_DOUBLED: Ended(-2, ("doubles", "busts")),
    Plain.CHARLIE: Ended(1, ()),
    Plain.LOST: Ended(-1, ()),
    Plain.PUSHED: Ended(0, ()),
    Plain.WON: Ended(1, ()),
    Plain.LOST_DOUBLED: Ended(-2, ("doubles",)),
    Plain.PUSHED_DOUBLED: Ended(0, ("doubles",)),
    Plain.WON_DOUBLED: Ended(2, ("doubles",)),
    Plain.LOST_ORIGINAL: Ended(-1, ("doubles",)),
    Plain.BUST_ORIGINAL: Ended(-1, ("doubles", "busts")),
}


def happenings(outcome: int) -> tuple[str, ...]:
    """What happened in a round that ended so."""
    outcome %= INSURED
    if outcome < SPLIT:
        return _PLAIN[Plain(outcome)].happenings
    marks = (outcome - SPLIT) // SPAN
    return ("splits", *(("doubles",) if marks & 1 else ()), *(("busts",) if marks & 2 else ()))


def net(outcome: int, rules: Rules, bet: int = 1) -> int:
    """What a round that ended so gained, in units.

    >>> net(Plain.BLACKJACK, Rules()), net(Plain.SURRENDERED, Rules()), Rules().unit
    (3, -1, 2)
    """
    insured, outcome = divmod(outcome, INSURED)
    stake = bet * rules.unit
    box = Box(0, stake)
    insurance = 0
    if insured:
        end = End.BLACKJACK if insured == 2 else None
        insurance = insurance_gain(price(Action.INSURE, box), end)
    if outcome == Plain.BLACKJACK:
        return gain(rules, box.meeting(Fate.BLACKJACK), None) + insurance
    if outcome == Plain.SURRENDERED:
        return gain(rules, box.meeting(Fate.SURRENDERED), None) + insurance
    if outcome < SPLIT:
        return _PLAIN[Plain(outcome)].bets * stake + insurance
    return ((outcome - SPLIT) % SPAN - MOST) * stake + insurance
