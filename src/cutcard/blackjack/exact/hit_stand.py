"""Games of hit or stand from one full deck, valued exactly.

Only values matter, so a hand is a tuple of counts: aces, twos, … tens. The dealer's draws are
listed once as sets of cards with the number of orders in which they can come; their odds then
follow from the cards that are left.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import DoubleOn, HoleCard, Naturals, Rules
from cutcard.cards import RANKS, Card
from cutcard.errors import Illegal

Counts = tuple[int, ...]
"""How many aces, twos, … tens."""

FULL: Final[Counts] = (4,) * 9 + (16,)

Wants = Callable[[Hand, Card], bool]
"""A way of playing: whether to take another card."""

Draws = list[tuple[tuple[tuple[int, int], ...], int, int, int]]
"""Sets of cards (which, how many), their number, the orders they can come in, the total then."""


def check_plain(rules: Rules) -> None:
    """Refuse rules that are not a plain game of hit or stand from one deck."""
    plain = (
        rules.decks == 1
        and rules.reshuffle == "every-round"
        and rules.naturals is Naturals.NONE
        and rules.hole_card is HoleCard.HIDDEN
        and rules.double_on is DoubleOn.NONE
        and rules.max_hands == 1
        and rules.charlie == "none"
    )
    if not plain:
        raise Illegal(
            "an exact value is known only for hit or stand from one full deck, as in cs50"
        )


class FullDeck:
    """The game from a full deck, dealer standing on 17."""

    def __init__(self, *, hit_soft_17: bool = False) -> None:
        self._draws = {up: _dealer_draws(up, hit_soft_17=hit_soft_17) for up in range(1, 11)}
        self._stand = cache(self._stand_value)

    def best(self) -> float:
        """What the best play is worth per round, each decision knowing all cards seen."""
        return self._value(None)

    def worth(self, wants: Wants) -> float:
        """What a way of playing is worth per round."""
        return self._value(wants)

    def _value(self, wants: Wants | None) -> float:
        """The mean over all up cards and first two cards."""
        value = 0.0
        for up in range(1, 11):
            play = _Play(self, up, wants)
            left = list(FULL)
            left[up - 1] -= 1
            for first in range(1, 11):
                for second in range(1, 11):
                    ways = left[first - 1] * (left[second - 1] - (first == second))
                    if ways:
                        hand = [0] * 10
                        hand[first - 1] += 1
                        hand[second - 1] += 1
                        value += FULL[up - 1] / 52 * ways / (51 * 50) * play.value(tuple(hand))
        return value

    def _stand_value(self, hand: Counts, up: int) -> float:
        """What standing is worth: wins less losses over all that the dealer may draw."""
        total = _total(hand)[0]
        left = [full - held for full, held in zip(FULL, hand, strict=True)]
        left[up - 1] -= 1
        # Ways to draw so many of a value, and so many cards in all, in order.
        ways = [_falling(count) for count in left]
        all_ways = _falling(sum(left))
        value = 0.0
        for cards, drawn, orders, dealer in self._draws[up]:
            if dealer == total:
                continue
            chance = orders / all_ways[drawn]
            for card, times in cards:
                chance *= ways[card][times]
            value += chance if dealer > 21 or dealer < total else -chance
        return value

    def stand(self, hand: Counts, up: int) -> float:
        """What standing on a hand is worth."""
        return self._stand(hand, up)


class _Play:
    """A player's hands against one up card."""

    def __init__(self, deck: FullDeck, up: int, wants: Wants | None) -> None:
        self._deck = deck
        self._up = up
        self._wants = wants
        self.value = cache(self._value)

    def _value(self, hand: Counts) -> float:
        total, soft = _total(hand)
        if total > 21:
            return -1.0
        if self._wants is not None:
            hits = self._wants(_as_hand(hand), RANKS[self._up - 1])
            return self._hit(hand) if hits else self._deck.stand(hand, self._up)
        if total < 12:
            return self._hit(hand)
        stand = self._deck.stand(hand, self._up)
        return stand if total == 21 and not soft else max(stand, self._hit(hand))

    def _hit(self, hand: Counts) -> float:
        size = 51 - sum(hand)
        value = 0.0
        for card in range(1, 11):
            left = FULL[card - 1] - hand[card - 1] - (card == self._up)
            if left > 0:
                after = (*hand[: card - 1], hand[card - 1] + 1, *hand[card:])
                value += left / size * self.value(after)
        return value


def _total(hand: Counts) -> tuple[int, bool]:
    points = sum(value * count for value, count in enumerate(hand, start=1))
    soft = hand[0] > 0 and points <= 11
    return (points + 10, True) if soft else (points, False)


def _as_hand(hand: Counts) -> Hand:
    return Hand(tuple(RANKS[value] for value, count in enumerate(hand) for _ in range(count)))


def _dealer_draws(up: int, *, hit_soft_17: bool) -> Draws:
    """All sets of cards that a dealer may draw to an up card."""
    found: dict[Counts, tuple[int, int]] = {}

    def draw(held: Counts, drawn: Counts) -> None:
        total, soft = _total(held)
        if sum(drawn) and (total > 17 or (total == 17 and not (soft and hit_soft_17))):
            orders = found.get(drawn, (0, total))[0]
            found[drawn] = (orders + 1, total)
            return
        for card in range(1, 11):
            if held[card - 1] < FULL[card - 1]:
                more = (*held[: card - 1], held[card - 1] + 1, *held[card:])
                after = (*drawn[: card - 1], drawn[card - 1] + 1, *drawn[card:])
                draw(more, after)

    start = [0] * 10
    start[up - 1] = 1
    draw(tuple(start), (0,) * 10)
    return [
        (
            tuple((card, times) for card, times in enumerate(drawn) if times),
            sum(drawn),
            orders,
            total,
        )
        for drawn, (orders, total) in found.items()
    ]


def _falling(count: int) -> list[int]:
    """1, n, n (n - 1), … : the ways to draw 0, 1, 2, … of n in order."""
    ways = [1]
    for drawn in range(12):
        ways.append(ways[-1] * max(0, count - drawn))
    return ways
