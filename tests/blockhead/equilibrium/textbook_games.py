"""Kuhn's and Leduc poker as public trees: games whose values are known, to check a solver with."""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.equilibrium.public_tree import Planter, PublicTree
from cutcard.number_arrays import Floats

Game = tuple[PublicTree, Floats]


def kuhn() -> Game:
    """Three cards, one each, an ante of 1 and one bet of 1."""
    odds = (1 - np.eye(3)) / 6
    cards = np.arange(3)
    tables = np.array([odds, odds * np.sign(np.subtract.outer(cards, cards))])
    planter = Planter()
    planter.decision(0, 2)
    planter.decision(1, 2)  # after a check
    planter.ending(1, 1)
    planter.decision(0, 2)  # after a check and a bet
    planter.ending(0, -1)
    planter.ending(1, 2)
    planter.decision(1, 2)  # after a bet
    planter.ending(0, 1)
    planter.ending(1, 2)
    return planter.tree(), tables


def leduc() -> Game:
    """Six cards of three ranks, one each and one for both, and at most two raises a round."""
    ranks = np.arange(3)
    before = (np.full((3, 3), 4) - 2 * np.eye(3)) / 30
    tables = [before]
    for shown in range(3):
        left = np.full(3, 2) - (ranks == shown)
        dealt = (np.outer(left, left) - np.diag(left)) * 2 / 120
        strength = ranks + 3 * (ranks == shown)
        tables += [dealt, dealt * np.sign(np.subtract.outer(strength, strength))]
    planter = Planter()
    _leduc_round(planter, [1, 1], 0, 0, 0, shown=None)
    return planter.tree(), np.array(tables)


def _leduc_round(
    planter: Planter, paid: list[int], player: int, raises: int, acted: int, shown: int | None
) -> None:
    """What may follow in a bidding round: fold if there is something to call, call, raise."""
    fold, may_raise = paid[player] < paid[1 - player], raises < 2
    planter.decision(player, fold + 1 + may_raise)
    table = 0 if shown is None else 1 + 2 * shown
    if fold:
        planter.ending(table, paid[player] * (1 if player else -1))
    called = list(paid)
    called[player] = paid[1 - player]
    if not fold and not acted:
        _leduc_round(planter, called, 1 - player, raises, 1, shown)
    elif shown is None:
        planter.chance(3)
        for card in range(3):
            _leduc_round(planter, called, 0, 0, 0, card)
    else:
        planter.ending(table + 1, called[0])
    if may_raise:
        raised = list(called)
        raised[player] += 2 if shown is None else 4
        _leduc_round(planter, raised, 1 - player, raises + 1, 1, shown)
