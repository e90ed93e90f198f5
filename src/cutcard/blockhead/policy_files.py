"""Policies in files: players of Blockhead Poker that were made elsewhere and can be named here.

A file is an .npz of NumPy with a header, as `sealed_arrays` writes it. The header says of which
kind the policy is; each kind has its own arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import numpy as np

from cutcard.blockhead.game import Player
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spot_player import SpotPlayer
from cutcard.blockhead.spots import ACTIONS, CERTAIN, Odds, spots_of
from cutcard.errors import CutcardError, Illegal
from cutcard.rulebook import written
from cutcard.sealed_arrays import Arrays, InvalidArrays, read_arrays, write_arrays

FORMAT: Final = "cutcard policy"
SPOTS: Final = "spots"
"""The kind of a policy that has odds for its actions in every spot."""

BEST_RESPONSE: Final = "best response"
"""The kind of a policy that takes the most from a player that it knows."""

SPOT_RESPONSE: Final = "best response to spots"
"""The kind of a policy that takes the most from a policy of spots."""

EQUILIBRIUM: Final = "equilibrium"
"""The kind of a policy that nobody wins much from."""

POLICY_RESPONSE: Final = "policy response"
"""The kind of a policy that takes the most from one of the kind above."""

WHAT: Final = "the policy"
INDIFFERENT: Final = frozenset({"deals", "stake"})
"""Rules that decide nothing within a deal."""


class Policy(Protocol):
    """A policy that a file holds, of whatever kind."""

    def player(self, random: Random, rules: Rules) -> Player:
        """A player by this policy; Illegal if it was made for other rules."""


def check_rules(name: str, game: str, known: Rules, rules: Rules) -> None:
    """Refuse rules other than those that a policy was made for."""
    other = other_rule(known, rules)
    if other:
        theirs, ours = (written(one.plain()[other]) for one in (known, rules))
        raise Illegal(
            f"{name} plays {game} with {other} = {theirs}: {other} = {ours} does not go with it"
        )


def other_rule(known: Rules, rules: Rules) -> str:
    """The name of a rule by which deals differ; empty if there is none."""
    theirs = known.plain()
    for name, value in rules.plain().items():
        if name not in INDIFFERENT and theirs[name] != value:
            return name
    return ""


@dataclass(frozen=True, eq=False)
class SpotPolicy:
    """A policy that has odds for its actions in every spot."""

    game: str
    rules: Rules
    odds: Odds
    """Indexed by spot and action, in parts of CERTAIN."""
    made: Mapping[str, Any] = field(default_factory=dict)
    """How it was made: the version, the method, the seed, how much was played."""
    name: str = WHAT
    """What messages call it: its file."""

    def player(self, random: Random, rules: Rules) -> Player:
        """A player by this policy; Illegal if it was made for other rules."""
        check_rules(self.name, self.game, self.rules, rules)
        return SpotPlayer(self.odds, rules, random)

    def save(self, path: Path) -> None:
        """Write it to a file that can be named like a player."""
        header = {
            "format": FORMAT,
            "kind": SPOTS,
            "game": self.game,
            "rules": self.rules.plain(),
            **self.made,
        }
        write_arrays(path, header, {"odds": self.odds}, WHAT)


def load_policy(name: str) -> Policy:
    """The policy in a file; a file is read again only if it has changed."""
    path = Path(name)
    try:
        state = path.stat()
    except (OSError, ValueError):
        return _read(name, 0, 0)  # which says what is wrong with it
    return _read(name, state.st_mtime_ns, state.st_size)


def spot_policy(name: str) -> SpotPolicy | None:
    """The policy in a file, if it has odds for its actions in every spot."""
    policy = load_policy(name)
    return policy if isinstance(policy, SpotPolicy) else None


@lru_cache(maxsize=8)
def _read(name: str, changed: int, size: int) -> Policy:
    header, arrays = read_arrays(Path(name), WHAT)
    if header.get("format") != FORMAT:
        raise InvalidArrays(f"{name} holds no policy: 'cutcard train blockhead' makes one")
    reader = _READERS.get(str(header.get("kind")))
    if reader is None:
        raise InvalidArrays(
            f"the policy {name} is of the kind {header.get('kind')!r}: this version knows"
            f" {', '.join(_READERS)}"
        )
    try:
        return reader(name, header, arrays)
    except (AttributeError, KeyError, TypeError, ValueError, CutcardError) as error:
        raise InvalidArrays(f"the policy {name} makes no sense: make it anew") from error


def _read_spots(name: str, header: dict[str, Any], arrays: Arrays) -> SpotPolicy:
    rules = Rules().changed(header["rules"])
    odds = read_odds(rules, arrays)
    told = ("format", "kind", "game", "rules")
    made = {name: value for name, value in header.items() if name not in told}
    return SpotPolicy(str(header["game"]), rules, odds, made, name)


def read_odds(rules: Rules, arrays: Arrays) -> Odds:
    """The odds of a policy of spots; ValueError or KeyError if there are none for these rules."""
    odds = arrays["odds"]
    if odds.dtype != np.uint8 or odds.shape != (spots_of(rules).number, ACTIONS):
        raise ValueError(odds.shape)
    if (odds.sum(axis=1) != CERTAIN).any():
        raise ValueError("odds that do not add up")
    return odds


def _read_response(name: str, header: dict[str, Any], arrays: Arrays) -> Policy:
    from cutcard.blockhead.exact.saved import ResponsePolicy, read_response

    return ResponsePolicy(read_response(header, arrays)[0], name)


def _read_spot_response(name: str, header: dict[str, Any], arrays: Arrays) -> Policy:
    from cutcard.blockhead.exact.spot_saved import SpotResponsePolicy, read_spot_response

    return SpotResponsePolicy(read_spot_response(name, header, arrays), name)


def _read_equilibrium(name: str, header: dict[str, Any], arrays: Arrays) -> Policy:
    from cutcard.blockhead.equilibrium.saved import EquilibriumPolicy, read_blueprint

    return EquilibriumPolicy(read_blueprint(header, arrays), name)


def _read_policy_response(name: str, header: dict[str, Any], arrays: Arrays) -> Policy:
    from cutcard.blockhead.equilibrium.response_files import (
        PolicyResponsePolicy,
        read_policy_response,
    )

    return PolicyResponsePolicy(read_policy_response(header, arrays), name)


_READERS: Final[dict[str, Callable[[str, dict[str, Any], Arrays], Policy]]] = {
    SPOTS: _read_spots,
    BEST_RESPONSE: _read_response,
    SPOT_RESPONSE: _read_spot_response,
    EQUILIBRIUM: _read_equilibrium,
    POLICY_RESPONSE: _read_policy_response,
}
