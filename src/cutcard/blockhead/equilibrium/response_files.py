"""Best responses to policies near an equilibrium in files, and the one that is shipped.

A file says by a digest which policy it answers. The policy itself is in the file, too, unless it is
the one that is shipped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from cutcard.blockhead.equilibrium.blueprint import Blueprint
from cutcard.blockhead.equilibrium.response import (
    ENDS_SHAPE,
    PARTS,
    TIES_SHAPE,
    Part,
    PolicyResponse,
    values_shape,
)
from cutcard.blockhead.equilibrium.response_player import PolicyExploiter
from cutcard.blockhead.equilibrium.saved import (
    blueprint_arrays,
    blueprint_header,
    policy_digest,
    read_blueprint,
    shipped_equilibrium,
)
from cutcard.blockhead.exact.response import Earnings
from cutcard.blockhead.exact.saved import SHIPPED
from cutcard.blockhead.game import Player
from cutcard.blockhead.players import is_policy_file
from cutcard.blockhead.policy_files import FORMAT, POLICY_RESPONSE, WHAT, check_rules, load_policy
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.sealed_arrays import Arrays, read_arrays, write_arrays

VERSION: Final = 1

_SIDES: Final = ("answering", "opening")


def policy_response_name(blueprint: Blueprint) -> str:
    """The name of the best response to a policy."""
    told = json.dumps([POLICY_RESPONSE, policy_digest(blueprint), VERSION])
    return sha256(told.encode()).hexdigest()[:16]


def save_policy_response(path: Path, response: PolicyResponse) -> None:
    """Write a response and what it earns, whole or not at all."""
    blueprint = response.blueprint
    own = not _is_shipped(blueprint)
    header = {
        "format": FORMAT,
        "kind": POLICY_RESPONSE,
        "version": VERSION,
        "game": "blockhead",
        "rules": blueprint.rules.plain(),
        "policy": policy_digest(blueprint),
        "blueprint": blueprint_header(blueprint) if own else None,
    }
    arrays: Arrays = blueprint_arrays(blueprint) if own else {}
    for part in PARTS:
        arrays[_name(part)] = response.values[part]
    for side, earned in zip(_SIDES, response.earnings, strict=True):
        arrays[f"{side}_ends"], arrays[f"{side}_ties"] = earned.ends, earned.ties
    write_arrays(path, header, arrays, WHAT)


def read_policy_response(header: dict[str, Any], arrays: Arrays) -> PolicyResponse:
    """The response that a file holds; ValueError, KeyError or Illegal if it makes no sense."""
    if (header["kind"], header["version"]) != (POLICY_RESPONSE, VERSION):
        raise ValueError(header)
    rules = Rules().changed(header["rules"])
    if header["blueprint"] is None:
        blueprint = shipped_equilibrium(rules).blueprint
    else:
        blueprint = read_blueprint(header["blueprint"], arrays)
    if policy_digest(blueprint) != header["policy"]:
        raise ValueError("a response to another policy")
    values = {part: arrays[_name(part)] for part in PARTS}
    for part, found in values.items():
        if found.shape != values_shape(part, blueprint) or found.dtype != np.float32:
            raise ValueError(found.shape)
        if not np.isfinite(found).all():
            raise ValueError("worths that are not numbers")
    answering, opening = (_earnings(arrays, side) for side in _SIDES)
    return PolicyResponse(blueprint, values, (answering, opening))


def _earnings(arrays: Arrays, side: str) -> Earnings:
    ends, ties = arrays[f"{side}_ends"], arrays[f"{side}_ties"]
    if (ends.shape, ties.shape) != (ENDS_SHAPE, TIES_SHAPE):
        raise ValueError(ends.shape)
    if not (np.isfinite(ends).all() and np.isfinite(ties).all()):
        raise ValueError("earnings that are not numbers")
    return Earnings.of_plain_deals(ends, ties)


def shipped_policy_response(blueprint: Blueprint) -> PolicyResponse | None:
    """The best response to a policy, as it is shipped; None if it is not."""
    path = SHIPPED / f"{policy_response_name(blueprint)}.npz"
    return _shipped(path) if path.exists() else None


@lru_cache(maxsize=1)
def _shipped(path: Path) -> PolicyResponse:
    return read_policy_response(*read_arrays(path, WHAT))


@dataclass(frozen=True, eq=False)
class PolicyResponsePolicy:
    """A best response to a policy as a policy that others can be played against."""

    response: PolicyResponse
    name: str

    def player(self, random: Random, rules: Rules) -> Player:
        """A player by this policy; Illegal if it was made for other rules."""
        check_rules(self.name, "blockhead", self.response.blueprint.rules, rules)
        return PolicyExploiter(self.response, random)


def policy_response_policy(name: str, rules: Rules) -> PolicyResponsePolicy | None:
    """The policy in a file, if it is such a response; Illegal if it was made for other rules."""
    policy = load_policy(name) if is_policy_file(name) else None
    if not isinstance(policy, PolicyResponsePolicy):
        return None
    check_rules(name, "blockhead", policy.response.blueprint.rules, rules)
    return policy


def _is_shipped(blueprint: Blueprint) -> bool:
    """Whether a policy is the one that is shipped for its rules."""
    try:
        known = shipped_equilibrium(blueprint.rules).blueprint
    except Illegal:
        return False
    return known is blueprint or policy_digest(known) == policy_digest(blueprint)


def _name(part: Part) -> str:
    lead, seat = part
    return f"values_{lead}_{seat}"
