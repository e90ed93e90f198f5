"""What is legal: a player's actions on a hand, and the offers before the dealer looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import DoubleOn, HoleCard, Rules, Surrender

# Two cards of a soft total count 12 at least, so that no soft hand is among these.
_HARD_TOTALS: Final = {
    DoubleOn.NINE_TO_ELEVEN: (9, 10, 11),
    DoubleOn.TEN_OR_ELEVEN: (10, 11),
    DoubleOn.NONE: (),
}


def plays(
    rules: Rules, dealer: Hand, boxes: Sequence[Box], at: int, purse: int | None = None
) -> tuple[Action, ...]:
    """The actions on the hand in play; `purse` is what the seat can still stake, in units.

    A purse of None is one that limits nobody.
    """
    box = boxes[at]
    first_two = len(box.hand.cards) == 2
    actions = [Action.STAND]
    if not limited_to_one_card(rules, box):
        actions.append(Action.HIT)
        if first_two and _may_double(rules, box) and (purse is None or purse >= box.units):
            actions.append(Action.DOUBLE)
    if may_split(rules, box, boxes, purse):
        actions.append(Action.SPLIT)
    if (
        first_two
        and not box.split
        and rules.surrender is not Surrender.NONE
        and not surrender_is_offered(rules, dealer)
    ):
        actions.append(Action.SURRENDER)
    return tuple(actions)


def offers(rules: Rules, dealer: Hand, box: Box, purse: int | None = None) -> tuple[Action, ...]:
    """What is offered before the dealer looks for blackjack; empty if nothing is."""
    offered = []
    if rules.insurance and dealer.cards[0].points == 1 and box.units >= 2:
        insurable = purse is None or purse >= price(Action.INSURE, box)
        offered += [Action.INSURE] if insurable else []
    if surrender_is_offered(rules, dealer) and box.fate is Fate.PLAYING:
        offered.append(Action.SURRENDER)
    return (Action.DECLINE, *offered) if offered else ()


def price(action: Action, box: Box) -> int:
    """What an action adds to what the seat has staked, in units."""
    if action is Action.DOUBLE or action is Action.SPLIT:
        return box.units
    return box.units // 2 if action is Action.INSURE else 0


def split_ace(box: Box) -> bool:
    """The hand grew from one ace of a split pair."""
    return box.split and box.hand.cards[0].points == 1


def limited_to_one_card(rules: Rules, box: Box) -> bool:
    """The hand is a split ace, which these rules give one card and no more."""
    return box.split and not rules.hit_split_aces and split_ace(box)


def may_split(rules: Rules, box: Box, boxes: Sequence[Box], purse: int | None = None) -> bool:
    """The hand is a pair that rules and purse still let a player split."""
    if not box.hand.pair or (split_ace(box) and not rules.resplit_aces):
        return False
    if purse is not None and purse < box.units:
        return False
    return sum([other.seat == box.seat for other in boxes]) < rules.max_hands


def _may_double(rules: Rules, box: Box) -> bool:
    if box.split and not rules.double_after_split:
        return False
    if rules.double_on is DoubleOn.ANY:
        return True
    return box.hand.total in _HARD_TOTALS[rules.double_on]


def surrender_is_offered(rules: Rules, dealer: Hand) -> bool:
    """Surrender comes before the dealer looks, and so not among the player's actions."""
    return (
        rules.surrender is Surrender.EARLY
        and rules.hole_card is HoleCard.PEEK
        and dealer.cards[0].points in (1, 10)
    )
