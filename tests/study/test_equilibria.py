"""Solving for an equilibrium piece by piece: what is done is kept, and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.blockhead.equilibrium.blueprint import BEGINNINGS
from cutcard.blockhead.equilibrium.saved import load_blueprint
from cutcard.errors import Invalid
from cutcard.lab.pool import Pool
from cutcard.study import equilibria
from cutcard.study.equilibria import Goal, solve_blueprint

QUICK = Goal(target=9.0, iterations=1)


def test_what_is_solved_is_kept_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The far leads, whose trees are small, stand for all."""
    far = [one for one in BEGINNINGS if one[:2] in ((10, -18), (10, 18))]
    monkeypatch.setattr(equilibria, "BEGINNINGS", far)
    path = tmp_path / "mine.npz"
    seen: list[str] = []

    def interrupted(what: str, done: float, of: float) -> None:
        seen.append(what)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with Pool(1) as pool, pytest.raises(KeyboardInterrupt):
        solve_blueprint(path, QUICK, pool, interrupted)
    assert list(load_blueprint(path).beginnings) == far[:2]
    with Pool(2) as pool:
        whole = solve_blueprint(path, QUICK, pool)
    assert list(load_blueprint(path).beginnings) == far
    assert whole.made["solved"].keys() == {"10 -18 0", "10 18 0"}
    with Pool(1) as pool, pytest.raises(Invalid, match=r"begun with --target 9\.0 --iterations 1"):
        solve_blueprint(path, Goal(target=8.0, iterations=1), pool)
