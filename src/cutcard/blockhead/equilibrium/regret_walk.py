"""A walk through a public tree, compiled: for one player, with all hidden hands at once."""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blockhead.equilibrium.public_tree import CHANCE, ENDING, PublicTree, Table
from cutcard.compilation import compiled_making_arrays as compiled

PLAY: Final = 0
"""The player follows the strategy."""
BEST: Final = 1
"""The player makes the best choice with each hand, against the other's strategy."""
LEARN: Final = 2
"""The player follows the strategy, and changes it by what is regretted."""


@compiled
def _learn(
    first: int,
    width: int,
    reach: Table,
    worths: Table,
    strategy: Table,
    regrets: Table,
    sums: Table,
    gains: float,
    losses: float,
    floor: bool,
    weight: float,
    foresight: float,
    total: Table,
) -> None:
    """Add up what was done in a decision and what is regretted, and choose anew."""
    hands = strategy.shape[1]
    zero = strategy.dtype.type(0)
    norm = np.zeros(hands, strategy.dtype)
    for turn in range(width):
        row = first + turn
        for hand in range(hands):
            sums[row, hand] += weight * reach[hand] * strategy[row, hand]
            regret = worths[turn, hand] - total[hand]
            kept = regrets[row, hand]
            kept = kept * (gains if kept > zero else losses) + regret
            if floor:
                kept = max(kept, zero)
            regrets[row, hand] = kept
            if foresight >= 0.0:
                kept = kept * foresight + regret
            strategy[row, hand] = max(kept, zero)
            norm[hand] += strategy[row, hand]
    for turn in range(width):
        row = first + turn
        for hand in range(hands):
            if norm[hand] > zero:
                strategy[row, hand] /= norm[hand]
            else:
                strategy[row, hand] = 1.0 / width


@compiled
def walk(
    tree: PublicTree,
    odds: Table,
    player: int,
    mode: int,
    reach: Table,
    strategy: Table,
    regrets: Table,
    sums: Table,
    gains: float,
    losses: float,
    floor: bool,
    weight: float,
    foresight: float,
    result: Table,
) -> None:
    """Walk through a tree: what each hand of a player is worth against all that the other hides.

    ``odds`` are tables for both sides; ``reach`` is how likely each player has come to the root, by
    hand. What hands are worth is written to ``result``.
    """
    hands = strategy.shape[1]
    deepest = widest = 1
    for node in range(len(tree.kinds)):
        deepest = max(deepest, tree.depths[node] + 1)
        widest = max(widest, tree.widths[node])
    own = np.empty((deepest, hands), strategy.dtype)
    other = np.empty((deepest, hands), strategy.dtype)
    worths = np.zeros((deepest, widest, hands), strategy.dtype)
    total = np.empty(hands, strategy.dtype)
    opened = np.zeros(deepest, np.int64)
    nodes = len(tree.kinds)
    for node in range(nodes):
        depth, kind, turn = tree.depths[node], tree.kinds[node], tree.turns[node]

        # How both players have come here.
        if depth == 0:
            for hand in range(hands):
                own[0, hand] = reach[player, hand]
                other[0, hand] = reach[1 - player, hand]
        else:
            above = opened[depth - 1]
            row = tree.places[above] + turn
            for hand in range(hands):
                own[depth, hand] = own[depth - 1, hand]
                other[depth, hand] = other[depth - 1, hand]
            if tree.kinds[above] == player:
                for hand in range(hands):
                    own[depth, hand] *= strategy[row, hand]
            elif tree.kinds[above] != CHANCE:
                for hand in range(hands):
                    other[depth, hand] *= strategy[row, hand]
        if kind != ENDING:
            opened[depth] = node
            continue

        # What an ending is worth.
        table = odds[player, tree.places[node]]
        for hand in range(hands):
            total[hand] = 0
        for hidden in range(hands):
            likely = other[depth, hidden] * tree.stakes[node]
            for hand in range(hands):
                total[hand] += table[hidden, hand] * likely
        for hand in range(hands):
            worths[depth - 1, turn, hand] = total[hand]

        # Close all nodes above that nothing more follows.
        after = tree.depths[node + 1] if node + 1 < nodes else 0
        for level in range(depth - 1, after - 1, -1):
            above = opened[level]
            width, first = tree.widths[above], tree.places[above]
            mine = tree.kinds[above] == player
            if mine and mode == BEST:
                for hand in range(hands):
                    total[hand] = worths[level, 0, hand]
                for choice in range(1, width):
                    for hand in range(hands):
                        total[hand] = max(total[hand], worths[level, choice, hand])
            else:
                for hand in range(hands):
                    total[hand] = 0
                for choice in range(width):
                    for hand in range(hands):
                        part = worths[level, choice, hand]
                        total[hand] += part * strategy[first + choice, hand] if mine else part
            if mine and mode == LEARN:
                _learn(
                    first,
                    width,
                    own[level],
                    worths[level],
                    strategy,
                    regrets,
                    sums,
                    gains,
                    losses,
                    floor,
                    weight,
                    foresight,
                    total,
                )
            for hand in range(hands):
                if level == 0:
                    result[hand] = total[hand]
                else:
                    worths[level - 1, tree.turns[above], hand] = total[hand]
