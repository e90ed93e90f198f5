"""Solving for an equilibrium piece by piece: what is done is kept, and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.blockhead.equilibrium.blueprint import BEGINNINGS
from cutcard.blockhead.equilibrium.saved import load_blueprint
from cutcard.errors import Invalid
from cutcard.study import equilibria
from cutcard.study.equilibria import Goal, lead_odds, sampled_starts, solve_blueprint

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

    with pytest.raises(KeyboardInterrupt):
        solve_blueprint(path, QUICK, interrupted)
    assert list(load_blueprint(path).beginnings) == far[:2]
    whole = solve_blueprint(path, QUICK)
    assert list(load_blueprint(path).beginnings) == far
    assert whole.made["solved"].keys() == {"10 -18 0", "10 18 0"}
    with pytest.raises(Invalid, match=r"begun with --target 9\.0 --iterations 1"):
        solve_blueprint(path, Goal(target=8.0, iterations=1))


def test_samples_are_drawn_by_their_odds() -> None:
    samples = sampled_starts(1000, 1)
    assert samples == sampled_starts(1000, 1)
    assert samples != sampled_starts(1000, 2)
    for lead, likely in lead_odds().items():
        many = sum(made == lead for _, made in samples)
        # Drawn evenly: at most one more or less than expected.
        assert abs(many - 1000 * likely) <= 1 + 1e-9
