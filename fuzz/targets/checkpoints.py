"""Checkpoints of simulations, as they are and sealed again."""

from __future__ import annotations

import json
from contextlib import suppress

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.documents import sealed
from cutcard.errors import CutcardError
from cutcard.lab.checkpoint import Checkpoint, seed_in
from cutcard.lab.kernel_choice import Kernel
from cutcard.lab.simulate import Simulation
from fuzz.drawer import kept

RULES = load_preset("vegas-strip").rules
WAY = Strategy(IndexedChart((load_chart("vegas-strip"),)), HI_LO, read_ramp("1:2,2:7"))
SIMULATION = Simulation(RULES, WAY, 7, 1000, kernel=Kernel.ENGINE)


def _seeds() -> list[bytes]:
    path = kept(b"")
    checkpoint = Checkpoint(path, SIMULATION)
    tally = {
        "unit": RULES.unit,
        "wagered": 12,
        "happenings": {"busts": 1, "doubles": 2},
        "by_count": {"-1": {"2": 3, "-2": 1}, "1": {"4": 4}},
    }
    said = sealed({"asked": checkpoint._asked(), "tally": tally})
    return [json.dumps(said).encode(), b'{"asked": 5, "tally": {}}', b"[[[]]]", b'{"digest": ""}']


SEEDS = _seeds()


def throw(data: bytes) -> None:
    """What is believed holds together."""
    _load(data)
    with suppress(ValueError, RecursionError):
        found = json.loads(data)
        if isinstance(found, dict):
            found.pop("digest", None)
            _load(json.dumps(sealed(found)).encode())


def _load(data: bytes) -> None:
    path = kept(data)
    seed_in(path)
    with suppress(CutcardError):
        tally = Checkpoint(path, SIMULATION).load()
        assert tally is not None
        assert tally.rounds <= 1000
        assert tally.wagered >= tally.rounds
