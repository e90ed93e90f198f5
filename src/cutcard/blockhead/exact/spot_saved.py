"""Best responses to policies of spots, in files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from cutcard.blockhead.exact.lead_paths import HIGHEST, open_cards
from cutcard.blockhead.exact.limits import check_raises
from cutcard.blockhead.exact.spot_biddings import bidding_of
from cutcard.blockhead.exact.spot_exploiter import SpotExploiter
from cutcard.blockhead.exact.spot_response import POTS, SpotResponse
from cutcard.blockhead.game import Player
from cutcard.blockhead.players import is_policy_file
from cutcard.blockhead.policy_files import (
    FORMAT,
    SPOT_RESPONSE,
    WHAT,
    SpotPolicy,
    check_rules,
    load_policy,
    read_odds,
)
from cutcard.blockhead.rules import Rules
from cutcard.sealed_arrays import Arrays, write_arrays

VERSION: Final = 1

_SIDES: Final = (("answering", False), ("opening", True))


def save_spot_response(path: Path, response: SpotResponse) -> None:
    """Write a response, and the policy that it is the response to, whole or not at all."""
    header = {
        "format": FORMAT,
        "kind": SPOT_RESPONSE,
        "version": VERSION,
        "game": response.policy.game,
        "rules": response.rules.plain(),
    }
    arrays: Arrays = {"odds": response.policy.odds}
    for side, we_open in _SIDES:
        for pot in range(len(POTS)):
            arrays[f"{side}_{pot}"] = response.closed[pot, we_open]
    write_arrays(path, header, arrays, WHAT)


def read_spot_response(name: str, header: dict[str, Any], arrays: Arrays) -> SpotResponse:
    """The response that a file holds; ValueError, KeyError or Illegal if it makes no sense."""
    if header["version"] != VERSION:
        raise ValueError(header)
    rules = Rules().changed(header["rules"])
    if rules.streets.count("d") != 1:
        raise ValueError(rules.streets)  # players go by one hidden card
    check_raises(rules)  # a file cannot ask for more than was ever computed
    policy = SpotPolicy(str(header["game"]), rules, read_odds(rules, arrays), {}, name)
    closed = {}
    for side, we_open in _SIDES:
        for pot in range(len(POTS)):
            values = arrays[f"{side}_{pot}"]
            bidding = bidding_of(rules, we_open=we_open, all_sizes=pot == 0)
            leads = 18 * open_cards(rules)[0] + 1
            if values.shape != (leads, len(bidding.claimed), HIGHEST):
                raise ValueError(values.shape)
            if values.dtype != np.float64 or not np.isfinite(values).all():
                raise ValueError(values.dtype)
            closed[pot, we_open] = values
    return SpotResponse(policy, closed)


@dataclass(frozen=True, eq=False)
class SpotResponsePolicy:
    """A best response to a policy of spots, as a policy that others can be played against."""

    response: SpotResponse
    name: str

    def player(self, random: Random, rules: Rules) -> Player:
        """A player by this policy; Illegal if it was made for other rules."""
        check_rules(self.name, self.response.policy.game, self.response.rules, rules)
        return SpotExploiter(self.response)


def spot_response_policy(name: str, rules: Rules) -> SpotResponsePolicy | None:
    """The policy in a file, if it is such a response; Illegal if it was made for other rules."""
    policy = load_policy(name) if is_policy_file(name) else None
    if not isinstance(policy, SpotResponsePolicy):
        return None
    check_rules(policy.name, policy.response.policy.game, policy.response.rules, rules)
    return policy
