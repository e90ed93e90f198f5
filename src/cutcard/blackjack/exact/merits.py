"""What a count is good for: how closely its tags follow what each card does to the game.

A card that leaves the shoe changes the edge, and what each decision turns on, by its effect of
removal. A count sees of that what its tags are correlated with (P. Griffin, The Theory of
Blackjack): its betting correlation, its insurance correlation, and its playing efficiency, the
share of what perfect knowledge of the shoe gains by departing from the best play of a full one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erf, exp, pi, sqrt
from typing import Final

import numpy as np

from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import Composition, compose
from cutcard.blackjack.exact.effects import effects_of_removal
from cutcard.blackjack.exact.hands import TEN
from cutcard.blackjack.exact.showing import TWO
from cutcard.blackjack.exact.solution import Charted, openings
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS
from cutcard.number_arrays import Floats

DEPTHS: Final = 20
"""Depths of the shoe, evenly spaced down to the shuffle, over which gains are averaged."""

Show = Callable[[float, str], None]
"""Called with the share of the work that is done, and with what comes next."""


@dataclass(frozen=True)
class Merits:
    """How well a count does each of its three jobs, 1 being perfect."""

    betting: float
    playing: float
    insurance: float


@dataclass(frozen=True)
class Decisions:
    """The decisions with two cards: what other choices cost, and what cards do to that."""

    odds: Floats
    """How often each comes up."""
    cost: Floats
    """What other choices cost from a full shoe, by decision and choice; nan where there is none."""
    effects: Floats
    """By how much a card's removal lowers that cost, by decision, choice and card value."""


class CountMerits:
    """A game's effects of removal, by which any count can be judged."""

    def __init__(self, rules: Rules, way: Charted, show: Show) -> None:
        shoe = compose(rules)
        self._share = np.array(shoe.counts) / shoe.cards
        self._cards = shoe.cards
        self._depths = _depths(rules, shoe)
        show(0.0, "effects of removal")
        self.edge_effects: Final = np.array(list(effects_of_removal(rules, way).values()))
        self._decisions = _decisions(rules, show)
        self._perfect = self._gains(np.ones(self._decisions.cost.shape))

    def of(self, tags: Sequence[int]) -> Merits:
        """The merits of a count with these tags."""
        counted = np.array(tags, float)
        by_ten = np.where(np.arange(10) == TEN, -9.0, 4.0)
        seen = self._correlations(counted, self._decisions.effects)
        return Merits(
            betting=float(self._correlations(counted, self.edge_effects)),
            playing=self._total(self._gains(np.abs(seen))) / self._total(self._perfect),
            insurance=float(self._correlations(counted, by_ten)),
        )

    def _correlations(self, tags: Floats, effects: Floats) -> Floats:
        """The correlation of tags and effects over the cards of the shoe."""
        tags = tags - self._share @ tags
        effects = effects - (effects @ self._share)[..., None]
        spread = np.sqrt((tags**2 @ self._share) * (effects**2 @ self._share))
        found: Floats = np.divide(
            effects @ (self._share * tags), spread, out=np.zeros_like(spread), where=spread > 0
        )
        return found

    def _gains(self, seen: Floats) -> Floats:
        """What departures gain by decision and choice, where this much of each effect is seen.

        The cost of a choice with n of N cards left is its cost from a full shoe plus an error that
        is nearly normal, with a variance of (N - 1) (N - n) / n times the mean square effect.
        """
        effects = self._decisions.effects
        effects = effects - (effects @ self._share)[..., None]
        mean_square = (self._cards - 1) * (effects**2 @ self._share)
        total = np.zeros_like(mean_square)
        for dealt in self._depths:
            spread = np.abs(seen) * np.sqrt(mean_square * dealt / (1 - dealt))
            total += _mean_gain(self._decisions.cost, spread)
        return total / len(self._depths)

    def _total(self, gains: Floats) -> float:
        """The gain in all, each decision departed from for the choice that perfectly gains most."""
        choice = self._perfect.argmax(axis=1)
        return float(self._decisions.odds @ gains[np.arange(len(choice)), choice])


def _depths(rules: Rules, shoe: Composition) -> Floats:
    """Shares of the shoe that have been dealt, from little to the shuffle."""
    deepest = max(1 - rules.reshuffle_below / shoe.cards, 0.1)
    return deepest * (np.arange(DEPTHS) + 0.5) / DEPTHS


def _decisions(rules: Rules, show: Show) -> Decisions:
    """All decisions of the first two cards, against every dealer."""
    shoe = compose(rules)
    dealers = openings(rules, shoe)
    odds, costs, effects = [], [], []
    for done, opening in enumerate(dealers):
        against = Against(rules, shoe, opening.dealer)
        show((done + 1) / (len(dealers) + 1), f"the dealer's {against.hand}")
        if against.has_blackjack:
            continue
        worth = against.best().worth[TWO]
        asked = (np.isfinite(worth).sum(axis=1) > 1) & ~against.natural[TWO]
        best = np.nan_to_num(worth, nan=-np.inf).argmax(axis=1)
        cost = _costs(worth, best)
        less = [
            Against(rules, compose(rules, (card,)), opening.dealer).best().worth[TWO]
            for card in RANKS[:10]
        ]
        change = np.stack([cost - _costs(one, best) for one in less], axis=-1)
        odds.append(opening.odds * against.odds[TWO][asked])
        costs.append(cost[asked])
        effects.append(change[asked])
    return Decisions(
        np.concatenate(odds), np.concatenate(costs), np.nan_to_num(np.concatenate(effects))
    )


def _costs(worth: Floats, best: Floats) -> Floats:
    """What every other choice costs against the best of a full shoe; nan where there is none."""
    rows = np.arange(len(worth))
    cost: Floats = worth[rows, best][:, None] - worth
    cost[rows, best] = np.nan
    return cost


def _mean_gain(cost: Floats, spread: Floats) -> Floats:
    """The mean of what is above 0 in a normal variable around -cost: the normal loss integral."""
    found = np.zeros_like(cost)
    for at in np.flatnonzero(np.isfinite(cost) & (spread > 0)):
        deviation = float(spread.flat[at])
        z = float(cost.flat[at]) / deviation
        density = exp(-z * z / 2) / sqrt(2 * pi)
        found.flat[at] = deviation * (density - z * (1 - erf(z / sqrt(2))) / 2)
    return found
