"""Hands that a chart gets wrong: where the best play depends on the cards, not on their total."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import Composition, check_enough
from cutcard.blackjack.exact.hands import all_hands, hand_of
from cutcard.blackjack.exact.policy import ACTIONS, GIVE_UP, HIT, STAND, Best, Plays
from cutcard.blackjack.exact.showing import TWO
from cutcard.blackjack.exact.solution import Charted, Plan, openings
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import HoleCard, Rules

MOST_CARDS = 3
"""Hands of more cards than this are not looked at."""

_EQUAL = 1e-12
"""Worths that differ by less are the same but for rounding."""


@dataclass(frozen=True)
class ExceptionalHand:
    """A hand with which the best play is not the chart's."""

    hand: Hand
    dealer: Hand
    charted: Action
    best: Action
    gain: float
    """What the best play gains each time, in bets; all else is played as well as can be."""
    edge: float
    """What it gains a round."""


def exceptional_hands(rules: Rules, shoe: Composition, chart: Charted) -> list[ExceptionalHand]:
    """The hands of two and three cards that a chart gets wrong, what costs most first."""
    check_enough(rules, shoe)
    plan = Plan(rules, chart)
    found: list[ExceptionalHand] = []
    for opening in openings(rules, shoe):
        against = Against(rules, shoe, opening.dealer)
        if not against.has_blackjack:
            plays, best = plan.against(opening.hand), against.best()
            found += _of_two(against, opening.odds, plays, best)
            found += _of_three(against, opening.odds, plays, best)
    return sorted(found, key=lambda one: -one.edge)


def _of_two(against: Against, odds: float, plays: Plays, best: Best) -> list[ExceptionalHand]:
    found = []
    for at in TWO.tolist():
        answered = GIVE_UP in (plays.answers[at], best.plays.answers[at])
        if against.natural[at] or against.odds[at] == 0 or answered:
            continue
        mine, theirs = int(plays.firsts[at]), int(best.plays.firsts[at])
        worth = float(best.worth[at, theirs] - best.worth[at, mine])
        if mine != theirs and worth > _EQUAL:
            coming = odds * float(against.odds[at])
            found.append(_exception(against, at, mine, theirs, worth, coming))
    return found


def _of_three(against: Against, odds: float, plays: Plays, best: Best) -> list[ExceptionalHand]:
    from cutcard.blackjack.exact import valuation

    hands = all_hands()
    reached = against.reached(plays)
    few = (hands.size > 2) & (hands.size <= MOST_CARDS) & (hands.total < 21)
    here = np.flatnonzero(few & (reached > 0) & (plays.later != best.plays.later))
    hits = np.zeros(len(reached))
    valuation.fill_hits(hands, against.payoffs, against.shoe, here, best.values, hits)
    found = []
    for at in here.tolist():
        worth = abs(float(hits[at] - best.stands[at]))
        if worth > _EQUAL:
            mine = HIT if plays.later[at] == HIT else STAND
            theirs = STAND if mine == HIT else HIT
            coming = odds * float(reached[at])
            found.append(_exception(against, at, mine, theirs, worth, coming))
    return found


def _exception(
    against: Against, at: int, mine: int, theirs: int, worth: float, coming: float
) -> ExceptionalHand:
    alive = 1.0
    if against.rules.hole_card is HoleCard.PEEK:
        alive -= against.blackjack_odds(at)
    return ExceptionalHand(
        hand_of(at), against.hand, ACTIONS[mine], ACTIONS[theirs], worth / alive, worth * coming
    )
