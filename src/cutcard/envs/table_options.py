"""What an environment is made with: a game, what is observed, and how actions are taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cutcard.blackjack.kernel.choices import ACTIONS, Choices, compile_choices
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.errors import Illegal, Invalid
from cutcard.front.choice import AnyGame, game

MOST_BETS = 16
"""The most bets to choose from."""


@dataclass(frozen=True)
class TableOptions:
    """A game to be stepped, and what its observations hold."""

    observed: Observed

    @staticmethod
    def of(
        what: AnyGame,
        *,
        seen: bool,
        count: Count | str | None,
        bets: Sequence[int] | None,
        changes: dict[str, Any],
    ) -> TableOptions:
        """The options that the keywords of `gym.make` name."""
        rules = game(what, **changes).rules
        system = load_count(count) if isinstance(count, str) else count
        if system is not None:
            system.check_fits(rules)
        if seen and rules.decks == "infinite":
            raise Illegal(
                "seen = True does not go with decks = infinite: what was dealt says nothing of"
                " what comes (decks = 1 to 8 does)"
            )
        return TableOptions(Observed(rules, _checked(bets), seen, system))

    @cached_property
    def choices(self) -> Choices:
        """The game's arrays."""
        return compile_choices(self.observed.rules, self.observed.bets)

    @property
    def chooses_bet(self) -> bool:
        """A round begins with a bet to choose."""
        return len(self.observed.bets) > 1

    @property
    def actions(self) -> int:
        """How many actions there are, bets included."""
        return max(len(ACTIONS), len(self.observed.bets))

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """The space of one table's observations."""
        small: Any = np.int16  # which its signature does not foresee
        return spaces.MultiDiscrete(list(self.observed.sizes.values()), dtype=small)

    @property
    def action_space(self) -> spaces.Discrete[np.int64]:
        """The space of one table's actions."""
        return spaces.Discrete(self.actions)


def _checked(bets: Sequence[int] | None) -> tuple[int, ...]:
    if bets is None:
        return (1,)
    chips = tuple(bets)
    whole = all(isinstance(bet, int | np.integer) and 1 <= bet <= 1000 for bet in chips)
    if not 2 <= len(chips) <= MOST_BETS or not whole or list(chips) != sorted(set(chips)):
        raise Invalid(
            f"bets = {bets!r} cannot be chosen from: it takes 2 to {MOST_BETS} whole numbers of"
            " chips, from 1 to 1000, rising, as in (1, 2, 4, 8)"
        )
    return tuple(int(bet) for bet in chips)


class Masks(dict[int, NDArray[np.int8]]):
    """Legal actions as masks that a space samples by, by their bits; hand out copies of them."""

    def __init__(self, actions: int) -> None:
        self._actions = actions

    def __missing__(self, legal: int) -> NDArray[np.int8]:
        mask = np.array([legal >> action & 1 for action in range(self._actions)], np.int8)
        self[legal] = mask
        return mask
