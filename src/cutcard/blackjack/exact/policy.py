"""Policies, and what is played by them, as the arrays that hands are valued by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate, fate_with
from cutcard.blackjack.exact.hands import Codes, all_hands, hand_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.legal import offers, plays
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS
from cutcard.number_arrays import Floats

Policy = Callable[[View], Action]
"""What to do, decided by the cards in view alone: the action of a chart, for one."""

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
CODES: Final = {
    Action.STAND: STAND,
    Action.HIT: HIT,
    Action.DOUBLE: DOUBLE,
    Action.SPLIT: SPLIT,
    Action.SURRENDER: SURRENDER,
}
ACTIONS: Final = {code: action for action, code in CODES.items()}

DECLINE, INSURE, GIVE_UP = range(3)
OFFERS: Final = {
    Action.DECLINE: DECLINE,
    Action.INSURE: INSURE,
    Action.SURRENDER: GIVE_UP,
}
ANSWERS: Final = {code: action for action, code in OFFERS.items()}

TIE: Final = 1e-12
"""Plays whose worths differ by no more are worth the same, and the first of them is played.

Soft 18 of A 3 4 against two open eights is such a tie. What a split is worth depends on which of
equal plays its hands take, and that must not depend on how sums are rounded.
"""

TWO_CARDS: Final = [(first, second) for first in range(10) for second in range(first, 10)]


@dataclass(frozen=True)
class Plays:
    """What is played against one dealer."""

    answers: Codes
    """The answer to an offer, by hand of two cards."""
    firsts: Codes
    """The first action, by hand of two cards."""
    afters: Codes
    """The action with two cards after a split that cannot be split again: by the pair's card and
    the second one."""
    later: Codes
    """The action by hand of three cards or more: stand or hit."""
    resplits: NDArray[np.bool_]
    """Whether a pair is split again, by its card."""


@dataclass(frozen=True)
class Best:
    """The best play against one dealer, and what every first action is worth.

    Values are means weighed with the odds that the hand is played at all.
    """

    plays: Plays
    worth: Floats
    """By hand and action, nan where it is not legal."""
    values: Floats
    """The best of standing and hitting, by hand."""
    stands: Floats


@dataclass(frozen=True)
class Leaning:
    """What other plays would gain or lose, hand by hand, times the odds of coming there."""

    later: Floats
    """What hitting gains over standing, by hand of three cards or more."""
    firsts: Floats
    """What each first action is worth, by hand of two cards; minus infinity if not legal."""
    afters: Floats
    """What standing, hitting and doubling are worth in the splits that are made, by the pair's
    card and the second one."""


@dataclass(frozen=True)
class Freedom:
    """What is legal with two cards against one dealer, as the engine has it."""

    offers: tuple[Action, ...]
    natural_offers: tuple[Action, ...]
    """What is offered to a player's blackjack."""
    firsts: NDArray[np.bool_]
    """By hand of two cards and action."""
    afters: NDArray[np.bool_]
    """After a split, with as many hands as may be: by pair card, second card and action."""
    max_hands: NDArray[np.int64]
    """Hands that a pair may come to, by its card; 1 where it cannot be split."""


@lru_cache(maxsize=1024)
def freedom(rules: Rules, dealer: Hand) -> Freedom:
    """What the engine allows against a dealer who shows these cards."""
    hands, asked = all_hands(), _asked(rules)
    firsts = np.zeros((len(hands.size), 5), dtype=np.bool_)
    for at, boxes in asked.twos:
        for action in _legal(rules, dealer, boxes):
            firsts[at, CODES[action]] = True
    afters = np.zeros((10, 10, 5), dtype=np.bool_)
    for (first, second), boxes in asked.afters.items():
        for action in _legal(rules, dealer, boxes):
            afters[first, second, CODES[action]] = True
    again = [Action.SPLIT in _legal(rules, dealer, boxes) for boxes in asked.pairs]
    most = np.where(firsts[np.diag(hands.pair), SPLIT], np.where(again, rules.max_hands, 2), 1)
    playing = Box.dealt(rules, _two(9, 8))
    natural = Box.dealt(rules, _two(0, 9))
    return Freedom(
        offers(rules, dealer, playing), offers(rules, dealer, natural), firsts, afters, most
    )


@dataclass(frozen=True)
class _Asked:
    """The hands of a seat that a way to play is asked about, whatever the dealer shows."""

    twos: tuple[tuple[int, tuple[Box, ...]], ...]
    """Hands of two cards, by number."""
    afters: dict[tuple[int, int], tuple[Box, ...]]
    """As many hands as may be after a split, by the pair's card and the second one."""
    pairs: tuple[tuple[Box, ...], ...]
    """A pair once more after a split, by its card."""
    later: tuple[tuple[NDArray[np.int64], tuple[Box, ...]], ...]
    """Hands of three cards or more that only their total tells apart, and one of them."""


@lru_cache(maxsize=16)
def _asked(rules: Rules) -> _Asked:
    """The hands that are asked about by these rules."""
    hands = all_hands()
    numbers = [int(hands.pair[first, second]) for first, second in TWO_CARDS]
    several = (hands.size >= 3) & (hands.size < rules.charlie_at)
    groups = [
        np.flatnonzero(several & (hands.total == total) & (hands.soft == soft))
        for total in range(4, 22)
        for soft in (False, True)
    ]
    return _Asked(
        tuple((at, (Box.dealt(rules, hand_of(at)),)) for at in numbers),
        {
            (first, second): Box.of_split(rules, _two(first, second), hands=rules.max_hands)
            for first in range(10)
            for second in range(10)
        },
        tuple(Box.of_split(rules, _two(first, first), hands=2) for first in range(10)),
        tuple(
            (group, (Box.dealt(rules, hand_of(int(group[0]))),)) for group in groups if len(group)
        ),
    )


@dataclass(frozen=True)
class _Questions:
    """What a way to play is asked against one dealer; with all other hands it stands."""

    answers: tuple[tuple[int, View], ...]
    firsts: tuple[tuple[int, View], ...]
    afters: tuple[tuple[int, int, View], ...]
    resplits: tuple[tuple[int, View], ...]
    later: tuple[tuple[NDArray[np.int64], View], ...]
    """By groups of hands that only their total tells apart."""


@lru_cache(maxsize=128)
def _questions(rules: Rules, dealer: Hand) -> _Questions:
    """The questions against a dealer: the same for every draft of a chart."""
    free = freedom(rules, dealer)
    asked = _asked(rules)
    answers = []
    for at, boxes in asked.twos:
        natural = boxes[0].fate is Fate.BLACKJACK
        if offered := free.natural_offers if natural else free.offers:
            answers.append((at, View(rules, 0, dealer, boxes, 0, offered)))
    afters = [
        (first, second, view)
        for (first, second), boxes in asked.afters.items()
        if free.max_hands[first] > 1 and free.afters[first, second, HIT]
        if (view := _question(rules, dealer, boxes))
    ]
    resplits = [
        (first, view)
        for first, boxes in enumerate(asked.pairs)
        if free.max_hands[first] > 2
        if (view := _question(rules, dealer, boxes))
    ]
    return _Questions(
        tuple(answers),
        tuple((at, view) for at, boxes in asked.twos if (view := _question(rules, dealer, boxes))),
        tuple(afters),
        tuple(resplits),
        tuple(
            (group, view)
            for group, boxes in asked.later
            if (view := _question(rules, dealer, boxes))
        ),
    )


def plays_of(rules: Rules, dealer: Hand, way: Policy, *, by_total: bool) -> Plays:
    """What a way to play does with every hand against this dealer, asked through its view.

    `by_total` says that with three cards or more only the total counts, which spares questions.
    """
    size = len(all_hands().size)
    asked = _questions(rules, dealer)
    answers = np.zeros(size, dtype=np.int8)
    for at, view in asked.answers:
        answers[at] = OFFERS[way(view)]
    firsts = np.zeros(size, dtype=np.int8)
    for at, view in asked.firsts:
        firsts[at] = CODES[way(view)]
    afters = np.zeros((10, 10), dtype=np.int8)
    for first, second, view in asked.afters:
        afters[first, second] = CODES[way(view)]
    resplits = np.zeros(10, dtype=np.bool_)
    for first, view in asked.resplits:
        resplits[first] = way(view) is Action.SPLIT
    later = np.zeros(size, dtype=np.int8)
    for group, view in asked.later if by_total else _one_by_one(rules, dealer):
        later[group] = CODES[way(view)]
    return Plays(answers, firsts, afters, later, resplits)


def _one_by_one(rules: Rules, dealer: Hand) -> Iterator[tuple[int, View]]:
    """Every hand of three cards or more that there is something to ask about."""
    hands = all_hands()
    for at in np.flatnonzero((hands.size >= 3) & (hands.size < rules.charlie_at)).tolist():
        if view := _question(rules, dealer, (Box.dealt(rules, hand_of(at)),)):
            yield at, view


def _question(rules: Rules, dealer: Hand, boxes: tuple[Box, ...]) -> View | None:
    """What a player sees when asked about the first of these hands; none if it can only stand."""
    legal = _legal(rules, dealer, boxes)
    return View(rules, 0, dealer, boxes, 0, legal) if len(legal) > 1 else None


def _legal(rules: Rules, dealer: Hand, boxes: tuple[Box, ...]) -> tuple[Action, ...]:
    """What may be done with the first of these hands; some stand unasked."""
    hand = boxes[0].hand
    if fate_with(rules, hand.total, len(hand.cards)) is Fate.STOOD:
        return (Action.STAND,)
    return plays(rules, dealer, boxes, 0)


def _two(first: int, second: int) -> Hand:
    return Hand((RANKS[first], RANKS[second]))
