"""The rules of Gymnasium's own Blackjack-v1, in all three of its modes, for comparison.

The table's hands, the dealer and the infinite shoe are the engine's. What the engine's rules do
not know is what Blackjack-v1 makes of a natural, so that is written here, into the gains:
`natural` pays 1.5 for one that wins, but lets any 21 tie with it; `sab` (Sutton and Barto) lets
it win against everything but another natural, at 1:1.

    python -m cutcard.envs.gymnasium_blackjack

prints what the best play and hitting below 17 are worth in each mode, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel.choices import (
    BUST,
    CARDS,
    DRAWS,
    HIT,
    PLAYING,
    SOFT,
    STAND,
    TOTAL,
    Choices,
    compile_choices,
)
from cutcard.blackjack.kernel.table_shoes import TableShoe
from cutcard.blackjack.rules import DoubleOn, HoleCard, Naturals, Rules
from cutcard.errors import Illegal, Invalid

RULES: Final = Rules(
    decks="infinite",
    deal="UHPP",
    hole_card=HoleCard.HIDDEN,
    naturals=Naturals.NONE,
    stand_on_21=False,
    double_on=DoubleOn.NONE,
    max_hands=1,
)
"""Blackjack-v1 without `natural` and `sab`."""

MODES: Final = {
    "sab=True": (False, True),
    "natural=False, sab=False": (False, False),
    "natural=True, sab=False": (True, False),
}
"""The values of `natural` and `sab` in each mode, the one that `gym.make` chooses first."""

Observation = tuple[int, int, int]
"""The player's total, the dealer's up card, and whether an ace counts eleven."""


@lru_cache(maxsize=4)
def choices_of(*, natural: bool, sab: bool) -> Choices:
    """The arrays of Blackjack-v1 in this mode; `natural` says nothing if `sab` does."""
    plain = compile_choices(RULES)
    gains, ends = plain.gains.copy(), plain.dealer_end.copy()
    # A dealer's natural is any other 21, unless a player's natural makes the difference.
    gains[:, :, End.BLACKJACK] = gains[:, :, End.TWENTY_ONE]
    two_cards = np.unique(plain.dealer_take[:10, :10])
    ends[two_cards[plain.dealer[two_cards, TOTAL] == 21]] = End.BLACKJACK
    hands = plain.hands
    mine = (hands[:, TOTAL] == 21) & (hands[:, CARDS] == 2) & (hands[:, PLAYING] == 0)
    if sab:
        gains[:, mine] = plain.unit
        gains[:, mine, End.BLACKJACK] = 0
    elif natural:
        gains[:, mine] += gains[:, mine] // 2 * (gains[:, mine] > 0)
    return plain._replace(gains=gains, dealer_end=ends)


class GymnasiumBlackjackEnv(gym.Env[Observation, np.int64]):
    """Blackjack-v1 with the same spaces, observations and rewards; 0 sticks and 1 hits."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self, render_mode: str | None = None, natural: bool = False, sab: bool = False
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise Invalid(f"{render_mode!r} is not a way to render: it takes 'ansi', or None")
        self.render_mode = render_mode
        self.natural, self.sab = natural, sab
        self.action_space = spaces.Discrete(2)
        self.observation_space = observation_space()
        made = choices_of(natural=natural, sab=sab)
        facts = made.hands
        self._first: list[int] = made.first.tolist()
        self._take: list[list[int]] = made.take.tolist()
        self._stood: list[int] = made.act[STAND].tolist()
        self._bust: list[int] = facts[:, BUST].tolist()
        self._shown: list[list[Observation]] = [
            [(total, up, soft) for up in range(1, 11)]
            for total, soft in facts[:, [TOTAL, SOFT]].tolist()
        ]
        self._dealer_take: list[list[int]] = made.dealer_take.tolist()
        self._ends: list[int] = made.dealer_end.tolist()
        self._gains: list[list[float]] = (made.gains[0] / made.unit).tolist()
        self._shoe: TableShoe | None = None
        self._hand = self._up = self._hole = 0
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal two cards to the dealer and two to the player."""
        shoe = self._shoe
        if shoe is None or seed is not None:
            super().reset(seed=seed)
            known = self.np_random_seed
            assert known is not None
            shoe = self._shoe = TableShoe(RULES, known)
        self._up, self._hole, one, other = shoe.draw_many(4)
        self._hand = hand = self._first[10 * one + other]
        self._playing = True
        return self._shown[hand][self._up], {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Hit, or stick and let the dealer draw to 17."""
        if not self._playing:
            raise Illegal("no round is being played: reset begins the next one")
        shoe = self._shoe
        assert shoe is not None
        hand = self._hand
        if action == HIT:
            self._hand = hand = self._take[hand][shoe.draw()]
            if not self._bust[hand]:
                return self._shown[hand][self._up], 0.0, False, False, {}
            self._playing = False
            return self._shown[hand][self._up], -1.0, True, False, {}
        if action != STAND:
            raise Invalid(f"{action!r} is not an action: it takes 0 or 1")
        take, ends = self._dealer_take, self._ends
        dealer = take[self._up][self._hole]
        while ends[dealer] == DRAWS:
            dealer = take[dealer][shoe.draw()]
        self._playing = False
        reward = self._gains[self._stood[hand]][ends[dealer]]
        return self._shown[hand][self._up], reward, True, False, {}

    def render(self) -> str | None:
        """The table in a line, for ``render_mode="ansi"``."""
        if self.render_mode is None or self._shoe is None:
            return None
        total, up, soft = self._shown[self._hand][self._up]
        return f"dealer shows {up}, player has {'soft ' if soft else ''}{total}"


def observation_space() -> spaces.Tuple[Any]:
    """The space of Blackjack-v1's observations."""
    return spaces.Tuple((spaces.Discrete(32), spaces.Discrete(11), spaces.Discrete(2)))


def worth(
    hits: Callable[[Observation], bool] | None = None, *, natural: bool = False, sab: bool = False
) -> float:
    """What a way to play is worth, exactly; by default the best one.

    >>> round(worth(sab=True), 8), round(worth(lambda seen: seen[0] < 17, sab=True), 8)
    (-0.04311311, -0.07585166)
    """
    made = choices_of(natural=natural, sab=sab)
    odds = np.array([1] * 9 + [4]) / 13
    ends = _dealer_odds(made, odds)
    stands = (made.gains[0] / made.unit) @ ends.T  # by hand and up card
    values = np.full(stands.shape, np.nan)
    points = made.hands[:, TOTAL].astype(int) - 10 * made.hands[:, SOFT]
    for hand in np.argsort(-points):  # every card makes more of them
        if made.hands[hand, BUST]:
            values[hand] = -1.0
        elif made.hands[hand, PLAYING] and made.hands[hand, CARDS] >= 2:
            hit = odds @ values[made.take[hand, :10]]
            stood = stands[made.act[STAND, hand]]
            if hits is None:
                values[hand] = np.maximum(hit, stood)
                continue
            total, soft = int(made.hands[hand, TOTAL]), int(made.hands[hand, SOFT])
            chosen = [hits((total, up, soft)) for up in range(1, 11)]
            values[hand] = np.where(chosen, hit, stood)
    first = values[made.first].reshape(10, 10, 10)
    return float(np.einsum("abu,a,b,u->", first, odds, odds, odds))


def _dealer_odds(made: Choices, odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """The odds of the dealer's ends, by up card."""
    found = np.zeros((len(made.dealer_end), made.gains.shape[2]))
    points = made.dealer[:, TOTAL].astype(int) - 10 * made.dealer[:, SOFT]
    for dealer in np.argsort(-points):  # every card makes more of them
        end = made.dealer_end[dealer]
        if end == DRAWS:
            found[dealer] = odds @ found[made.dealer_take[dealer, :10]]
        else:
            found[dealer, end] = 1.0
    return found[:10]


def main() -> None:
    """Print the exact worths."""
    print(f"{'Blackjack-v1':26} {'best':>12} {'hit below 17':>14}")
    for name, (natural, sab) in MODES.items():
        best = worth(natural=natural, sab=sab)
        simple = worth(lambda seen: seen[0] < 17, natural=natural, sab=sab)
        print(f"{name:26} {best:+12.8f} {simple:+14.8f}")


if __name__ == "__main__":
    main()
