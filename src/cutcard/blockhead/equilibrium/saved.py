"""Policies near an equilibrium in files, and the one that is shipped."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from cutcard.blockhead.equilibrium.blueprint import (
    BEGINNINGS,
    Beginning,
    Blueprint,
    Stored,
    opening_of,
)
from cutcard.blockhead.equilibrium.nash import Nash
from cutcard.blockhead.game import Player
from cutcard.blockhead.players import NASH, is_policy_file
from cutcard.blockhead.policy_files import (
    EQUILIBRIUM,
    FORMAT,
    INDIFFERENT,
    WHAT,
    check_rules,
    load_policy,
    other_rule,
)
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.sealed_arrays import Arrays, read_arrays, write_arrays

SHIPPED: Final = Path(__file__).parents[1] / "data" / "equilibria"

VERSION: Final = 2

_ARRAYS: Final = ("first", "second", "third", "places")
_HEADER: Final = ("format", "kind", "version", "game", "rules", "name")


def blueprint_name(rules: Rules) -> str:
    """The name of the policy for these rules."""
    told = {name: value for name, value in rules.plain().items() if name not in INDIFFERENT}
    return sha256(json.dumps([told, VERSION]).encode()).hexdigest()[:16]


def save_blueprint(path: Path, blueprint: Blueprint) -> None:
    """Write a policy, or a part of one, whole or not at all."""
    write_arrays(path, blueprint_header(blueprint), blueprint_arrays(blueprint), WHAT)


def blueprint_header(blueprint: Blueprint) -> dict[str, Any]:
    """What a file says of a policy."""
    return {
        "format": FORMAT,
        "kind": EQUILIBRIUM,
        "version": VERSION,
        "game": "blockhead",
        "rules": blueprint.rules.plain(),
        "name": blueprint_name(blueprint.rules),
        **blueprint.made,
    }


def blueprint_arrays(blueprint: Blueprint) -> Arrays:
    """What a file holds of a policy."""
    return {
        f"{name}_{stake}_{lead}_{seat}": getattr(stored, name)
        for (stake, lead, seat), stored in blueprint.beginnings.items()
        for name in _ARRAYS
    }


def policy_digest(blueprint: Blueprint) -> str:
    """A digest of what a policy does, however it was made and whatever is known of it."""
    seal = sha256()
    for beginning, stored in sorted(blueprint.beginnings.items()):
        seal.update(repr(beginning).encode())
        for name in _ARRAYS:
            seal.update(getattr(stored, name).tobytes())
    return seal.hexdigest()


def load_blueprint(path: Path) -> Blueprint:
    """The policy in a file, or the part of one."""
    header, arrays = read_arrays(path, WHAT)
    return read_blueprint(header, arrays, _beginnings_in(arrays))


def read_blueprint(
    header: dict[str, Any], arrays: Arrays, beginnings: Iterable[Beginning] = BEGINNINGS
) -> Blueprint:
    """The policy that a file holds; ValueError or KeyError if it makes no sense."""
    if (header["kind"], header["version"]) != (EQUILIBRIUM, VERSION):
        raise ValueError(header)
    rules = Rules().changed(header["rules"])
    if other_rule(Rules(), rules):
        raise ValueError("a policy for other rules than those that are solved")
    stored = {
        (stake, lead, seat): Stored(
            seat,
            opening_of(stake, lead, seat),
            *(arrays[f"{name}_{stake}_{lead}_{seat}"] for name in _ARRAYS),
        ).checked()
        for stake, lead, seat in beginnings
    }
    made = {name: value for name, value in header.items() if name not in _HEADER}
    return Blueprint(rules, stored, made)


@dataclass(frozen=True, eq=False)
class EquilibriumPolicy:
    """A policy near an equilibrium that others can be played against."""

    blueprint: Blueprint
    name: str

    def player(self, random: Random, rules: Rules) -> Player:
        """A player by this policy; Illegal if it was made for other rules."""
        check_rules(self.name, "blockhead", self.blueprint.rules, rules)
        return Nash(self.blueprint, random)


def shipped_equilibrium(rules: Rules) -> EquilibriumPolicy:
    """The policy that is shipped for these rules; Illegal if there is none."""
    name = blueprint_name(rules)
    if not (SHIPPED / f"{name}.npz").exists():
        raise Illegal(f"{NASH} is shipped for the rules of blockhead only")
    return _shipped(name)


def equilibrium_policy(name: str, rules: Rules) -> EquilibriumPolicy | None:
    """The policy that a player of this name follows; None if it plays another way."""
    if name == NASH:
        return shipped_equilibrium(rules)
    policy = load_policy(name) if is_policy_file(name) else None
    if not isinstance(policy, EquilibriumPolicy):
        return None
    check_rules(name, "blockhead", policy.blueprint.rules, rules)
    return policy


@lru_cache(maxsize=1)
def _shipped(name: str) -> EquilibriumPolicy:
    return EquilibriumPolicy(load_blueprint(SHIPPED / f"{name}.npz"), NASH)


def _beginnings_in(arrays: Arrays) -> list[Beginning]:
    found = [name.split("_") for name in arrays if name.startswith("first_")]
    return [(int(stake), int(lead), int(seat)) for _, stake, lead, seat in found]
