"""Checkpoints: what was played is believed, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.documents import sealed, unsealed
from cutcard.errors import CutcardError
from cutcard.lab.checkpoint import Checkpoint, seed_in
from cutcard.lab.kernel_choice import BLOCK_ROUNDS, Kernel
from cutcard.lab.pool import Pool
from cutcard.lab.simulate import Simulation
from cutcard.lab.tally import Tally

ROUNDS = BLOCK_ROUNDS[Kernel.ENGINE]
RULES = load_preset("vegas-strip").changed(["insurance=true", "blackjack_pays=6:5"]).rules
CHART = load_chart("vegas-strip")
STRATEGIES = {
    "flat": Strategy.flat(CHART),
    "counting": Strategy(IndexedChart((CHART,), insurance=1), HI_LO, read_ramp("1:2,2:7")),
    "watching": Strategy(IndexedChart((CHART,)), HI_LO, read_ramp("0:0,1:2x2")).at_table(
        1, 1, CHART
    ),
}


def simulation(strategy: str = "flat") -> Simulation:
    return Simulation(RULES, STRATEGIES[strategy], 7, ROUNDS, kernel=Kernel.ENGINE)


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    with Pool(1) as pool:
        return {strategy: list(simulation(strategy).run(pool))[-1] for strategy in STRATEGIES}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_is_kept_is_what_was_played(
    tmp_path: Path, tallies: dict[str, Tally], strategy: str
) -> None:
    checkpoint = Checkpoint(tmp_path / "kept.json", simulation(strategy))
    assert checkpoint.load() is None
    for tally in (Tally(RULES.unit), tallies[strategy]):
        checkpoint.save(tally)
        assert checkpoint.load() == tally
    assert seed_in(checkpoint.path) == 7


def with_tally(**changes: object) -> Callable[[dict[str, Any]], object]:
    """A checkpoint whose tally was invented, sealed as if it had been played."""
    return lambda kept: sealed({**unsealed(kept), "tally": {**kept["tally"], **changes}})


BAD = {
    "a list": lambda kept: [],
    "a number": lambda kept: 5,
    "no digest": unsealed,
    "a changed tally": lambda kept: {**kept, "tally": {**kept["tally"], "wagered": 5}},
    "asked is no table": lambda kept: {**kept, "asked": 5},
    "asked is no table, sealed": lambda kept: sealed({**unsealed(kept), "asked": 5}),
    "no tally, sealed": lambda kept: sealed({"asked": kept["asked"]}),
    "another unit": with_tally(unit=3),
    "a unit that is none": with_tally(unit=None),
    "wagered is invented": with_tally(wagered=10**9),
    "a happening that is none": with_tally(happenings={"miracles": 1}),
    "more blackjacks than rounds": with_tally(happenings={"blackjacks": ROUNDS + 1}),
    "a part of a blackjack": with_tally(happenings={"blackjacks": 0.5}),
    "true blackjacks": with_tally(happenings={"blackjacks": True}),
    "no counts": with_tally(by_count=5),
    "results in a list": with_tally(by_count={"0": [1]}),
    "a count without counting": with_tally(by_count={"1": {"0": ROUNDS}}, wagered=ROUNDS),
    "a result that nobody can win": with_tally(by_count={"0": {"1000": ROUNDS}}, wagered=ROUNDS),
    "less than no rounds": with_tally(by_count={"0": {"0": -ROUNDS}}, wagered=-ROUNDS),
    "a result of odd digits": with_tally(by_count={"0": {"٣": ROUNDS}}, wagered=ROUNDS),
    "watched by who never watches": with_tally(watched={"0": 1}),
    "rounds beyond measure": with_tally(by_count={"0": {"0": 10**100}}, wagered=10**100),
}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_what_was_not_played_is_refused(
    tmp_path: Path, tallies: dict[str, Tally], change: Callable[[dict[str, Any]], object]
) -> None:
    checkpoint = Checkpoint(tmp_path / "kept.json", simulation())
    checkpoint.save(tallies["flat"])
    bad = json.dumps(change(json.loads(checkpoint.path.read_text())))
    checkpoint.path.write_text(bad)
    seed_in(checkpoint.path)
    with pytest.raises(CutcardError, match=r"kept\.json .*name another file"):
        checkpoint.load()
    assert checkpoint.path.read_text() == bad


@pytest.mark.parametrize("text", ["", '{"asked": 5}', "[" * 100_000, "9" * 5000, "\xff", "{}"])
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kept.json"
    path.write_text(text, encoding="latin-1")
    assert seed_in(path) is None
    with pytest.raises(CutcardError, match=r"kept\.json "):
        Checkpoint(path, simulation()).load()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize("path", ["/dev/full", "/dev/zero", "/dev/null", "."])
def test_what_is_no_file_is_refused(path: str) -> None:
    assert seed_in(Path(path)) is None
    with pytest.raises(CutcardError, match="is not a file that can hold a checkpoint"):
        Checkpoint(Path(path), simulation()).load()


@pytest.mark.parametrize("players", [0, 2])
def test_other_company_is_another_simulation(
    tmp_path: Path, tallies: dict[str, Tally], players: int
) -> None:
    """Also where nobody else sits at the table now, or sat there then."""
    path = tmp_path / "kept.json"
    flat = STRATEGIES["flat"]
    company = flat.at_table(players, 1, CHART)
    other = Simulation(RULES, company, 7, ROUNDS, kernel=Kernel.ENGINE)
    Checkpoint(path, other).save(Tally(RULES.unit))
    wanted = Simulation(RULES, flat.at_table(1, 1, CHART), 7, ROUNDS, kernel=Kernel.ENGINE)
    with pytest.raises(CutcardError, match=f"with {players} other players: go on"):
        Checkpoint(path, wanted).load()
    if players:
        with pytest.raises(CutcardError, match=f"with {players} other players: go on"):
            Checkpoint(path, simulation()).load()
