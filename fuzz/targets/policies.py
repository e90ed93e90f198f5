"""Files of policies for Blockhead Poker."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import numpy as np

from cutcard.blockhead.policy_files import SpotPolicy, load_policy
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.spots import ACTIONS, CERTAIN, STAY, spots_of
from cutcard.errors import CutcardError
from cutcard.sealed_arrays import read_arrays, write_arrays
from fuzz.drawer import damaged_arrays, kept

RULES = SHELF.load("small").rules

SEEDS = [
    b"PK\x03\x04",
    b'{"format": "cutcard policy", "kind": "spots", "game": "small", "rules": {}}',
    b"\x93NUMPY\x01\x00v\x00{'descr': '|u1', 'fortran_order': False, 'shape': (3, 5), }",
]


@cache
def _whole() -> bytes:
    """The file of a policy that always stays."""
    path = kept(b"")
    odds = np.zeros((spots_of(RULES).number, ACTIONS), np.uint8)
    odds[:, STAY] = CERTAIN
    SpotPolicy("small", RULES, odds).save(path)
    return path.read_bytes()


def _opened(data: bytes) -> None:
    with suppress(CutcardError):
        load_policy(str(kept(data)))


def throw(data: bytes) -> None:
    """The bytes are a file, a part of one, its header, and odds sealed as if they were right."""
    whole = _whole()
    for damaged in damaged_arrays(data, whole):
        _opened(damaged)
    path = kept(whole)
    header, _ = read_arrays(path, "the policy")
    write_arrays(path, header, {"odds": np.frombuffer(data, np.uint8)}, "the policy")
    _opened(path.read_bytes())
