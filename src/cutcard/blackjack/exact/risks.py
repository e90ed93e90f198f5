"""How far the results of actions scatter: the mean square of what each brings.

Squares are weighed as values are: with the odds that a hand is played at all, and without what a
dealer's blackjack takes from every way to play alike. The hands of a split are taken to be
independent of each other once the dealer's end is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from cutcard.blackjack.actions import Action
from cutcard.blackjack.dealer import End
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.hands import all_hands, holding, of_two_or_more
from cutcard.blackjack.exact.payoffs import CardsLeft
from cutcard.blackjack.exact.policy import SPLIT, SURRENDER, Best, Plays
from cutcard.blackjack.exact.results import CLASSES, class_gain
from cutcard.blackjack.exact.showing import TWO
from cutcard.blackjack.exact.splits import numbers_of_hands
from cutcard.blackjack.rules import HoleCard
from cutcard.number_arrays import Floats, Integers


class Squares(NamedTuple):
    """Mean squares of what actions bring."""

    firsts: Floats
    """By hand of two cards and action; nan where it is not legal."""
    stands: Floats
    hits: Floats
    """Of standing and hitting, by hand."""


def squares_of(
    against: Against,
    best: Best,
    pairs: Iterable[int] = range(10),
    wanted: Integers | None = None,
) -> Squares:
    """The mean squares of all actions, followed by the best play, with the hands `wanted`."""
    from cutcard.blackjack.exact.squares import square_plays

    hands = all_hands()
    size = len(hands.size)
    stands, hits, doubles = np.full(size, np.nan), np.zeros(size), np.full(size, np.nan)
    square_plays(
        hands,
        against.draws,
        against.payoffs._replace(signs=against.payoffs.signs**2),
        against.shoe,
        of_two_or_more() if wanted is None else wanted,
        best.plays.later,
        stands,
        hits,
        doubles,
    )
    found = np.full((size, 5), np.nan)
    found[:, :3] = np.stack((stands, hits, doubles), axis=1)
    for card in pairs:
        if against.free.max_hands[card] > 1:
            found[hands.pair[card, card], SPLIT] = _split_square(against, best.plays, card)
    looked = against.rules.hole_card is HoleCard.PEEK
    early = Action.SURRENDER in against.free.offers
    for at in TWO.tolist():
        loss = float(against.loss[at])
        square = against.given_up**2
        found[at, SURRENDER] = square * (1 - loss) if looked and not early else square - loss
    return Squares(found, stands, hits)


def _split_square(against: Against, plays: Plays, card: int) -> float:
    """The mean square of what the hands of a split bring together."""
    from cutcard.blackjack.exact.joint import deal_second, joint_of_one

    hands = all_hands()
    step = against.step
    there = float(against.left[card] - 2 * step)
    if there < 0:
        return 0.0
    left = against.left.copy()
    left[card] -= step
    shoe = CardsLeft(left, against.shoe.cards - step, step)
    after = plays.later.copy()
    after[hands.pair[card]] = plays.afters[card]
    weights = np.zeros(len(hands.size))
    deal_second(hands, shoe, card, weights)
    joint = np.zeros((CLASSES, len(End)))
    charlie = against.rules.charlie_at
    joint_of_one(hands, against.draws, shoe, holding(card), after, weights, charlie, joint)
    gains = np.array(
        [[class_gain(against.rules, kind, end) for end in End] for kind in range(CLASSES)]
    )
    if against.payoffs.target >= 0:
        gains[:, End.BLACKJACK] = 0.0
    odds, means = joint.sum(axis=0), (joint * gains).sum(axis=0)
    alone = float((joint * gains**2).sum())
    together = float((means[odds > 0] ** 2 / odds[odds > 0]).sum())
    most = int(against.free.max_hands[card]) if plays.resplits[card] else 2
    made = numbers_of_hands(there, against.shoe.cards - 2 * step, most, infinite=step == 0)
    return sum(
        chance * (number * alone + number * (number - 1) * together)
        for number, chance in made.items()
    )
