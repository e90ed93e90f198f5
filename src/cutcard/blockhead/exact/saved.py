"""Best responses in files, and those that are shipped, named by a digest of rules and player."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.exact.exploiter import Exploiter
from cutcard.blockhead.exact.foresight import RANGES, range_place
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.prospects import Prospects, Table
from cutcard.blockhead.exact.response import Earnings, Response
from cutcard.blockhead.game import Player
from cutcard.blockhead.kernel_tables import THRESHOLDS
from cutcard.blockhead.players import EXPLOITER, is_policy_file
from cutcard.blockhead.policy_files import (
    BEST_RESPONSE,
    FORMAT,
    INDIFFERENT,
    WHAT,
    check_rules,
    load_policy,
)
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal, Invalid
from cutcard.sealed_arrays import Arrays, read_arrays, write_arrays

SHIPPED: Final = Path(__file__).parents[1] / "data" / "responses"

VERSION: Final = 1

_SIDES: Final = ("answering", "opening")

Bytes = NDArray[np.uint8]

Saved = tuple[Response, tuple[Earnings, Earnings] | None]
"""A response and what it earns, if that has been computed."""


def response_name(foe: str, rules: Rules) -> str:
    """The name of the best response to a player by these rules."""
    told = {name: value for name, value in rules.plain().items() if name not in INDIFFERENT}
    plays = repr(THRESHOLDS.get(foe, foe))
    return sha256(json.dumps([foe, plays, told, VERSION]).encode()).hexdigest()[:16]


def shipped_response(name: str) -> Saved | None:
    """The response of this name, as it is shipped; None if it is not."""
    path = SHIPPED / f"{name}.npz"
    return _kept_response(path) if path.exists() else None


@lru_cache(maxsize=4)
def _kept_response(path: Path) -> Saved:
    return load_response(path)


def shipped_file(foe: str, rules: Rules) -> str:
    """The file of the best response to a player that is shipped for these rules; empty if none."""
    path = SHIPPED / f"{response_name(foe, rules)}.npz"
    return str(path) if path.exists() else ""


def save_response(
    path: Path, response: Response, earnings: tuple[Earnings, Earnings] | None
) -> None:
    """Write a response and what it earns, whole or not at all."""
    header = {
        "format": FORMAT,
        "kind": BEST_RESPONSE,
        "version": VERSION,
        "game": "blockhead",
        "foe": response.foe,
        "rules": response.rules.plain(),
        "name": response_name(response.foe, response.rules),
    }
    arrays: Arrays = {}
    for side, prospects in zip(_SIDES, response.prospects, strict=True):
        for street, values in enumerate(prospects):
            kept = values if response.foe == "alpha" else _of_any_card(values)
            arrays[f"{side}_{street}"] = _packed(kept)
    write_arrays(path, header, arrays | (_in_arrays(earnings) if earnings else {}), WHAT)


@lru_cache(maxsize=2)
def shipped_mixed_earnings(foe: str, rules: Rules, fuzz: float) -> tuple[Earnings, Earnings] | None:
    """What a response earns if it mixes close bets, as it is shipped; None if it is not."""
    path = SHIPPED / f"{mixed_name(foe, rules, fuzz)}.npz"
    if not path.exists():
        return None
    _, arrays = read_arrays(path, WHAT)
    return _earnings(arrays, "answering"), _earnings(arrays, "opening")


def mixed_name(foe: str, rules: Rules, fuzz: float) -> str:
    """The name of what a response earns that mixes bets worth up to ``fuzz`` chips less."""
    told = json.dumps([response_name(foe, rules), fuzz])
    return f"mixed-{sha256(told.encode()).hexdigest()[:16]}"


def save_earnings(path: Path, earnings: tuple[Earnings, Earnings]) -> None:
    """Write what a response earns, whole or not at all."""
    header = {"format": FORMAT, "kind": "earnings", "version": VERSION, "game": "blockhead"}
    write_arrays(path, header, _in_arrays(earnings), WHAT)


def _in_arrays(earnings: tuple[Earnings, Earnings]) -> Arrays:
    arrays: Arrays = {}
    for side, earned in zip(_SIDES, earnings, strict=True):
        arrays[f"{side}_ends"] = earned.ends
        arrays[f"{side}_ties"] = earned.ties
        arrays[f"{side}_carried"] = earned.carried
    return arrays


def load_response(path: Path) -> Saved:
    """The response in a file; Invalid if there is none in it."""
    header, arrays = read_arrays(path, WHAT)
    try:
        return read_response(header, arrays)
    except (KeyError, TypeError, ValueError, Invalid):
        raise Invalid(f"{WHAT} {path} is not a {BEST_RESPONSE} of version {VERSION}") from None


def read_response(header: dict[str, Any], arrays: Arrays) -> Saved:
    """The response that a file holds, and what it earns."""
    if (header["kind"], header["version"]) != (BEST_RESPONSE, VERSION):
        raise ValueError(header)
    rules = Rules().changed(header["rules"])
    table = Table.against(header["foe"], rules)
    answering, opening = (_prospects(arrays, side, table) for side in _SIDES)
    earnings = None
    if "opening_ends" in arrays:
        earnings = _earnings(arrays, "answering"), _earnings(arrays, "opening")
    return Response(header["foe"], rules, table, (answering, opening)), earnings


@dataclass(frozen=True, eq=False)
class ResponsePolicy:
    """A best response as a policy that others can be played against."""

    response: Response
    name: str

    def player(self, random: Random, rules: Rules) -> Player:
        """A player by this policy; Illegal if it was made for other rules."""
        check_rules(self.name, "blockhead", self.response.rules, rules)
        return Exploiter(self.response)


def shipped_policy(foe: str, rules: Rules) -> ResponsePolicy:
    """The best response to a player that is shipped for these rules; Illegal if there is none."""
    found = shipped_response(response_name(foe, rules))
    if found is None:
        raise Illegal(
            f"{EXPLOITER} is shipped for the rules of blockhead only: 'cutcard exploit {foe}"
            " --rule … --out FILE.npz' finds a best response by other rules"
        )
    return ResponsePolicy(found[0], EXPLOITER)


def response_policy(name: str, rules: Rules) -> ResponsePolicy | None:
    """The best response that a player of this name plays; None if it plays another way."""
    if name == EXPLOITER:
        return shipped_policy("alpha", rules)
    policy = load_policy(name) if is_policy_file(name) else None
    if not isinstance(policy, ResponsePolicy):
        return None
    check_rules(name, "blockhead", policy.response.rules, rules)
    return policy


def _prospects(arrays: Arrays, side: str, table: Table) -> Prospects:
    prospects = []
    for street in range(len(table.streets) - 1):
        planes = arrays[f"{side}_{street}"]
        leads = 2 * table.reach(street) + 1
        # All of it: compiled code looks no further.
        if planes.shape != (2, HIGHEST, len(table.pots.sizes), RANGES, leads):
            raise ValueError(planes.shape)
        if planes.dtype != np.uint8:
            raise ValueError(planes.dtype)
        prospects.append(_unpacked(planes))
    return tuple(prospects)


def _earnings(arrays: Arrays, side: str) -> Earnings:
    ends, ties, carried = (arrays[f"{side}_{name}"] for name in ("ends", "ties", "carried"))
    return Earnings(ends, ties, carried)


def _of_any_card(values: NDArray[np.int16]) -> NDArray[np.int16]:
    """Prospects without those of narrower ranges: looking at no card tells nothing of it."""
    kept = np.zeros_like(values)
    begin = range_place(1, HIGHEST)
    kept[..., begin : begin + HIGHEST] = values[..., begin : begin + HIGHEST]
    return kept


def _packed(values: NDArray[np.int16]) -> Bytes:
    """Numbers as two planes of bytes that pack well: steps from pot to pot, leads side by side."""
    steps = np.diff(values, axis=2, prepend=values.dtype.type(0))
    whole = np.ascontiguousarray(steps.transpose(0, 2, 3, 1)).view(np.uint16)
    return np.stack([whole & 0xFF, whole >> 8]).astype(np.uint8)


def _unpacked(planes: Bytes) -> NDArray[np.int16]:
    """The numbers in planes of bytes."""
    values = (planes[0] | planes[1].astype(np.uint16) << 8).view(np.int16)
    # Pot by pot: NumPy's own sums go number by number along an axis that is not the last.
    for pot in range(1, values.shape[1]):
        values[:, pot] += values[:, pot - 1]
    return np.ascontiguousarray(values.transpose(0, 3, 1, 2))
