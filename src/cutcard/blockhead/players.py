"""Simple players to measure others against, and all players by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from cutcard.blockhead.alpha import Alpha, check_points
from cutcard.blockhead.beta import STEPS, Beta
from cutcard.blockhead.deal import Event, View
from cutcard.blockhead.game import Player
from cutcard.blockhead.regular import Regular
from cutcard.blockhead.rules import Rules, Valuation
from cutcard.errors import Invalid
from cutcard.rulebook import nearest


class UnknownPlayer(Invalid):
    """A name that no player has."""


class _Unseeing:
    """Ignores what happens."""

    def see(self, event: Event) -> None:
        pass


class RandomPlayer(_Unseeing):
    """Makes any legal bet, all equally likely."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.odds: dict[int, float] = {}

    def act(self, view: View) -> int:
        self.odds = dict.fromkeys(view.legal, 1 / len(view.legal))
        return view.legal[int(self._random.random() * len(view.legal))]


class Caller(_Unseeing):
    """Never folds and never raises."""

    def act(self, view: View) -> int:
        return view.to_call


class Raiser(_Unseeing):
    """Raises as much as it may, as often as it may."""

    def act(self, view: View) -> int:
        return view.legal[-1]


def _nash(random: Random) -> Player:
    return _shipped_nash(random, Rules())


def _shipped_nash(random: Random, rules: Rules) -> Player:
    from cutcard.blockhead.equilibrium.saved import shipped_equilibrium  # it takes NumPy

    return shipped_equilibrium(rules).player(random, rules)


PLAYERS: Final[dict[str, Callable[[Random], Player]]] = {
    "alpha": lambda _: Alpha(),
    "beta": Beta,
    "beta-belief": lambda random: Beta(random, STEPS["beta-belief"]),
    "beta-pot-odds": lambda random: Beta(random, STEPS["beta-pot-odds"]),
    "nash": _nash,
    "regular": Regular,
    "random": RandomPlayer,
    "caller": lambda _: Caller(),
    "raiser": lambda _: Raiser(),
}
"""Players by name; each is made with its own random stream."""

WAYS: Final = {
    "alpha": "plays by a fixed table",
    "beta": "weighs its chances, and is strong",
    "beta-belief": "reads what bets tell, and goes by its odds",
    "beta-pot-odds": "goes by its odds alone",
    "nash": "plays near an equilibrium: nobody wins much from it",
    "regular": "gets to know its opponent, and takes what it can",
    "random": "bets anything",
    "caller": "never folds and never raises",
    "raiser": "raises as much as it may",
}
"""How each of them plays, in a few words."""

FIXED_PLAYERS: Final = frozenset({"alpha", "caller", "raiser", "random"})
"""Players whose way to bet in a situation is fixed: by lines, or by chance alone."""

EXPLOITER: Final = "exploiter"
"""The name of the best response to Alpha, which is shipped."""

NASH: Final = "nash"
"""The name of the player near an equilibrium, which is shipped."""

AGAINST: Final = "against:"
"""What the name begins with of one who knows the player named after it, and looks ahead."""


def usual_opponent(rules: Rules) -> str:
    """Whom a person plays against unless it names somebody: Alpha where it can play, or Beta."""
    return "alpha" if rules.valuation is Valuation.POINTS else "beta"


def is_policy_file(name: str) -> bool:
    """Whether a player's name is that of a file which holds a policy."""
    return name.endswith(".npz") and not name.startswith(AGAINST)


def make_player(name: str, random: Random, rules: Rules) -> Player:
    """The player of this name or of the policy in this file, if it can play by these rules."""
    if is_policy_file(name):
        from cutcard.blockhead.policy_files import load_policy  # imported here: it takes NumPy

        return load_policy(name).player(random, rules)
    if name.startswith(AGAINST):
        from cutcard.blockhead.look_ahead import look_ahead_against

        return look_ahead_against(name.removeprefix(AGAINST), random, rules)
    if name == EXPLOITER:
        from cutcard.blockhead.exact.saved import shipped_policy

        return shipped_policy("alpha", rules).player(random, rules)
    if name not in PLAYERS:
        known = [*PLAYERS, EXPLOITER]
        raise UnknownPlayer(f"there is no player {name!r}: {nearest(name, known)}")
    if name == NASH:
        return _shipped_nash(random, rules)
    if name == "alpha":
        check_points(rules)
    return PLAYERS[name](random)
