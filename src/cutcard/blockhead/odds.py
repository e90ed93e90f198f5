"""The odds of a showdown by points: how the lead moves with the cards to come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cutcard.blockhead.decks import cards_in

CARRY_VALUE: Final = 0.55
"""What a tied pot is worth to a player: a little more than half for the better one."""

REACH: Final = 18
"""How far two cards for each player can move the lead."""

Unseen = tuple[int, ...]
"""How many unseen cards there are of 1, 2, … 10 points."""


def unseen(deck: str, seen: Sequence[int]) -> Unseen:
    """What is left of a deck after cards with these points were seen."""
    counts = list(_whole(deck))
    for points in seen:
        counts[points - 1] -= 1
    return tuple(counts)


@lru_cache(maxsize=64)
def _whole(deck: str) -> Unseen:
    """A whole deck."""
    points = [card.points for card in cards_in(deck)]
    return tuple(points.count(pips) for pips in range(1, 11))


@lru_cache(maxsize=4096)
def share_of_pot(counts: Unseen, to_come: int) -> tuple[float, ...]:
    """The share of the pot that a lead is worth when both players get ``to_come`` unseen cards.

    The entry at REACH + lead is the chance of winning, with ties at what a carried pot is worth.
    """
    moves = _moves(counts, to_come)
    shares = []
    above = 0.0
    for chance in reversed(moves):  # no move at all saves a lead of -REACH, and so on
        shares.append(above + CARRY_VALUE * chance)
        above += chance
    return tuple(shares)


def share(shares: tuple[float, ...], lead: int) -> float:
    """The share that a lead is worth, including leads beyond reach."""
    return 0.0 if lead < -REACH else 1.0 if lead > REACH else shares[REACH + lead]


def _moves(counts: Unseen, to_come: int) -> list[float]:
    """The chances that the lead moves by -REACH … REACH."""
    moves = [0.0] * (2 * REACH + 1)
    if to_come == 0:
        moves[REACH] = 1.0
        return moves
    total = sum(counts)
    ways = total * (total - 1)
    sums = [0.0] * 21
    for one, many in enumerate(counts, start=1):
        for two, more in enumerate(counts, start=1):
            chance = many * (more - (one == two)) / ways
            if to_come == 1:
                moves[REACH + one - two] += chance
            else:
                sums[one + two] += chance
    if to_come == 2:
        # Within a player's pair no card comes twice; between the two pairs it might, which
        # moves the odds by far less than the opponent's hidden card does.
        for mine in range(2, 21):
            for other in range(2, 21):
                moves[REACH + mine - other] += sums[mine] * sums[other]
    return moves
