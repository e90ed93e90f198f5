"""What a dealer may draw: every set of cards, with the number of orders it can come in.

A set's odds follow from the cards that are left: its orders, times the ways to take these
cards one by one, over the ways to take as many of any kind.
"""

from __future__ import annotations

from functools import cache
from operator import add, mul
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.dealer import End, draws, end_at, end_of, has_blackjack
from cutcard.blackjack.exact.hands import ACE, BITS, ONE_OF, Counts, as_hand
from cutcard.blackjack.hand import Hand, total_of
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS

_POINTS: Final = range(1, 11)
_COUNT: Final = (1 << BITS) - 1
"""The bits of one value's count, the aces' as they lie."""


class Draws(NamedTuple):
    """A dealer's draws as a tree; ends in a bust are left out, for their odds are what remains.

    Stems are sets after which the dealer may draw on; stem 0 is nothing drawn. Ends are sets
    with which the dealer stands. Each is its parent, a stem, and one more card.
    """

    stem_parent: NDArray[np.uint32]
    stem_card: NDArray[np.uint32]
    stem_copies: NDArray[np.float64]
    """How many cards of that value the parent holds."""
    end_parent: NDArray[np.uint32]
    end_card: NDArray[np.uint32]
    end_copies: NDArray[np.float64]
    end_size: NDArray[np.uint32]
    end_orders: NDArray[np.float64]
    end_kind: NDArray[np.uint32]
    """What the dealer's hand has come to there."""
    fixed: int
    """What it has come to, if the dealer stands already; -1 otherwise."""


@cache
def draws_to(rules: Rules, cards: Counts) -> Draws:
    """The draws of a dealer who shows these cards.

    Ask with `dealers_rules`: what it takes long to find is then found once for many games.
    """
    if (end := _end(rules, cards)) is not None:
        return _tree({}, {}, fixed=int(end))
    by_points = [[_end_by(rules, points, ace=ace) for ace in (False, True)] for points in range(23)]
    stems: dict[int, int] = {}
    ends: dict[int, tuple[int, int, End]] = {}
    # Sets of cards drawn, with their orders and the points of the dealer's whole hand.
    layer = {0: (1, sum(map(mul, cards, _POINTS)))}
    drawn_cards = 0
    while layer:
        grown: dict[int, tuple[int, int]] = {}
        for drawn, (orders, points) in layer.items():
            if sum(cards) + drawn_cards == 2:
                end = _end(rules, tuple(map(add, cards, _counts(drawn))))
            else:
                end = by_points[points][cards[ACE] > 0 or drawn & _COUNT > 0]
            if end is None:
                stems[drawn] = orders
                # With more points than 22 it is a bust, whatever the rules.
                for card in range(min(10, 22 - points)):
                    more = drawn + ONE_OF[card]
                    others = grown[more][0] if more in grown else 0
                    grown[more] = orders + others, points + card + 1
            elif end is not End.BUST:
                ends[drawn] = drawn_cards, orders, end
        layer = grown
        drawn_cards += 1
    return _tree(stems, ends, fixed=-1)


def _tree(stems: dict[int, int], ends: dict[int, tuple[int, int, End]], *, fixed: int) -> Draws:
    """Hang every end on a stem, and every stem on another that lacks its highest card."""
    number = {drawn: at for at, drawn in enumerate(stems)}
    links = [_link(drawn, number) for drawn in stems if drawn]
    hung = [_link(drawn, number) for drawn in ends]
    return Draws(
        np.array([parent for parent, _, _ in links], dtype=np.uint32),
        np.array([card for _, card, _ in links], dtype=np.uint32),
        np.array([copies for _, _, copies in links], dtype=np.float64),
        np.array([parent for parent, _, _ in hung], dtype=np.uint32),
        np.array([card for _, card, _ in hung], dtype=np.uint32),
        np.array([copies for _, _, copies in hung], dtype=np.float64),
        np.array([size for size, _, _ in ends.values()], dtype=np.uint32),
        np.array([orders for _, orders, _ in ends.values()], dtype=np.float64),
        np.array([end for _, _, end in ends.values()], dtype=np.uint32),
        fixed,
    )


def _link(drawn: int, number: dict[int, int]) -> tuple[int, int, int]:
    """The stem, the card added to it and how many of these the stem has."""
    rest = drawn
    while rest:
        card = (rest.bit_length() - 1) // BITS
        copies = rest >> BITS * card
        stem = drawn - ONE_OF[card]
        if stem in number:
            return number[stem], card, copies - 1
        rest -= copies << BITS * card
    raise AssertionError(f"{_counts(drawn)} grew from nothing")


def _counts(drawn: int) -> Counts:
    return tuple(drawn >> BITS * value & _COUNT for value in range(10))


def _end(rules: Rules, held: Counts) -> End | None:
    """What a dealer's cards have come to; None if another is drawn."""
    if sum(held) == 2:
        return end_of(rules, as_hand(held))
    return _end_by(rules, sum(map(mul, held, _POINTS)), ace=held[ACE] > 0)


def _end_by(rules: Rules, points: int, *, ace: bool) -> End | None:
    """What any number of cards but two has come to, an ace among them counting 1."""
    total, soft = total_of(points, ace)
    return None if draws(rules, total, soft=soft) else end_at(rules, total)


def completing(rules: Rules, card: int) -> int:
    """The value of the card that makes a dealer's blackjack of this one; -1 if none does."""
    for other in range(10):
        if has_blackjack(rules, Hand((RANKS[card], RANKS[other]))):
            return other
    return -1
