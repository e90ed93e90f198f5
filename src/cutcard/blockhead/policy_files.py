"""Policies in files: players of Blockhead Poker that were made elsewhere and can be named here.

A file is an .npz of NumPy with a header, as `sealed_arrays` writes it. The header says of which
kind the policy is; each kind has its own arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

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

_WHAT: Final = "the policy"
_INDIFFERENT: Final = frozenset({"deals", "stake"})
"""Rules that decide nothing within a deal."""


@dataclass(frozen=True, eq=False)
class SpotPolicy:
    """A policy that has odds for its actions in every spot."""

    game: str
    rules: Rules
    odds: Odds
    """Indexed by spot and action, in parts of CERTAIN."""
    made: Mapping[str, Any] = field(default_factory=dict)
    """How it was made: the version, the method, the seed, how much was played."""
    name: str = "the policy"
    """What messages call it: its file."""

    def player(self, random: Random, rules: Rules) -> Player:
        """A player by this policy; Illegal if it was made for other rules."""
        self._check(rules)
        return SpotPlayer(self.odds, rules, random)

    def _check(self, rules: Rules) -> None:
        """Refuse rules that it was not made for."""
        theirs = self.rules.plain()
        for name, value in rules.plain().items():
            if name not in _INDIFFERENT and theirs[name] != value:
                raise Illegal(
                    f"{self.name} plays {self.game} with {name} = {written(theirs[name])}:"
                    f" {name} = {written(value)} does not go with it"
                )

    def save(self, path: Path) -> None:
        """Write it to a file that can be named like a player."""
        header = {
            "format": FORMAT,
            "kind": SPOTS,
            "game": self.game,
            "rules": self.rules.plain(),
            **self.made,
        }
        write_arrays(path, header, {"odds": self.odds}, _WHAT)


def load_policy(name: str) -> SpotPolicy:
    """The policy in a file; a file is read again only if it has changed."""
    path = Path(name)
    try:
        state = path.stat()
    except (OSError, ValueError):
        return _read(name, 0, 0)  # which says what is wrong with it
    return _read(name, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=8)
def _read(name: str, changed: int, size: int) -> SpotPolicy:
    header, arrays = read_arrays(Path(name), _WHAT)
    if header.get("format") != FORMAT:
        raise InvalidArrays(f"{name} holds no policy: 'cutcard train blockhead' makes one")
    reader = _READERS.get(str(header.get("kind")))
    if reader is None:
        raise InvalidArrays(
            f"the policy {name} is of the kind {header.get('kind')!r}: this version knows"
            f" {', '.join(_READERS)}"
        )
    try:
        return replace(reader(header, arrays), name=name)
    except (AttributeError, KeyError, TypeError, ValueError, CutcardError) as error:
        raise InvalidArrays(f"the policy {name} makes no sense: make it anew") from error


def _read_spots(header: dict[str, Any], arrays: Arrays) -> SpotPolicy:
    rules = Rules().changed(header["rules"])
    odds = arrays["odds"]
    if odds.dtype != np.uint8 or odds.shape != (spots_of(rules).number, ACTIONS):
        raise ValueError(odds.shape)
    if (odds.sum(axis=1) != CERTAIN).any():
        raise ValueError("odds that do not add up")
    told = ("format", "kind", "game", "rules")
    made = {name: value for name, value in header.items() if name not in told}
    return SpotPolicy(str(header["game"]), rules, odds, made)


_READERS: Final[dict[str, Callable[[dict[str, Any], Arrays], SpotPolicy]]] = {SPOTS: _read_spots}
