"""What one player that is a table is worth against another, exactly."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from cutcard.blockhead.exact.carried import DealWorth, GameWorth, play_out
from cutcard.blockhead.exact.lead_paths import HIGHEST, count_lead_paths, open_cards
from cutcard.blockhead.exact.table_deals import BOTH, NEITHER, no_laws, play_every_deal
from cutcard.blockhead.kernel_tables import THRESHOLDS, players_table, rules_table
from cutcard.blockhead.rules import Rules
from cutcard.number_arrays import Floats


@lru_cache(maxsize=4)
def _path_odds(deck: str, sizes: tuple[int, ...]) -> Floats:
    """By both hidden cards, street and path of the lead: how likely that is."""
    ways = count_lead_paths(deck, sizes)
    total = ways.sum()
    odds = np.zeros((HIGHEST + 1, HIGHEST + 1, len(sizes), ways.shape[2]))
    for street in range(len(sizes)):
        paths = int(np.prod([18 * size + 1 for size in sizes[: street + 1]]))
        odds[:, :, street, :paths] = (
            ways.reshape(HIGHEST + 1, HIGHEST + 1, paths, -1).sum(axis=3) / total
        )
    return odds


def value_of_tables(
    first: str, second: str, rules: Rules, show: Callable[[str], None] = lambda _: None
) -> GameWorth:
    """What a game is worth to the first of two players that are tables, over all deals."""
    found: dict[tuple[int, bool], DealWorth] = {}

    def deal(carry: int, we_open: bool) -> DealWorth:
        if (carry, we_open) not in found:
            show(f"deals with a carried pot of {carry}")
            found[carry, we_open] = deal_worth(first, second, rules, carry, we_open=we_open)
        return found[carry, we_open]

    return play_out(deal, rules.deals)


def deal_worth(first: str, second: str, rules: Rules, carry: int, *, we_open: bool) -> DealWorth:
    """What a deal is worth to the first of two players that are tables, over all cards."""
    sizes = tuple(open_cards(rules))
    table = rules_table(rules)
    known = table, players_table(first, second), int(not we_open)
    watching = [player for player, name in enumerate((first, second)) if _watches(name)]
    watched = BOTH if len(watching) == 2 else watching[0] if watching else NEITHER
    laws = no_laws(table, 1 if watched == BOTH else len(sizes))
    odds = _path_odds(rules.deck, sizes)
    begun = carry + 2 * rules.ante
    ties = np.zeros(len(sizes) * rules.raises * rules.most_raise + 1)
    gain = -float(rules.ante)
    for one in range(1, HIGHEST + 1):
        for two in range(1, HIGHEST + 1):
            here = odds[one, two]
            if here.any():
                gain += play_every_deal(
                    *known, (one, two), np.array(sizes), here, begun, watched, laws, ties
                )
    left = {begun + 2 * int(paid): float(ties[paid]) for paid in np.flatnonzero(ties)}
    return DealWorth(gain, left)


def _watches(name: str) -> bool:
    """Whether a player's bets depend on its delta, or are the same whatever it is."""
    parts = THRESHOLDS.get(name, ())
    lists = [(one.opening, one.checked, one.small_raise, one.large_raise) for one in parts]
    return any(len(lines) > 1 for part in lists for lines in part)
