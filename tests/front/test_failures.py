"""A player from a file that fails: what was found until then is not lost."""

from pathlib import Path

import pytest

import cutcard as cc

FAILING = """\
import cutcard as cc

class Later(cc.Player):
    def act(self, view):
        return cc.Action.STAND

class Draws(Later):
    \"\"\"Fails in the second block of rounds, in which its stream begins otherwise.\"\"\"

    def __init__(self, random):
        self.fails = round(random.random(), 6) != FIRST

    def act(self, view):
        assert not self.fails, "enough"
        return super().act(view)

class AtOnce(Later):
    def act(self, view):
        raise ValueError("never")

class Slow(Later):
    def act(self, view):
        while True:
            pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    firsts = []

    class Looks(cc.Player):
        def __init__(self, random):
            firsts.append(round(random.random(), 6))

        def act(self, view):
            return cc.Action.STAND

    cc.simulate("cs50", player=Looks, rounds=2500, seed=1, workers=1)
    path = tmp_path / "mine.py"
    path.write_text(FAILING.replace("FIRST", str(firsts[0])))
    return path


@pytest.mark.parametrize("workers", [1, 2])
def test_the_blocks_before_a_failure_are_found(file: Path, workers: int) -> None:
    with pytest.raises(cc.PlayerFailed, match="AssertionError: enough") as failed:
        cc.simulate("cs50", player=f"{file}:Draws", rounds=2500, seed=1, workers=workers)
    found = failed.value.finding
    assert isinstance(found, cc.Finding)
    assert found.rounds == 1000
    assert found.stopped
    assert "stopped before all rounds were played" in str(found)
    whole = cc.simulate("cs50", player=f"{file}:Later", rounds=1000, seed=1, workers=1)
    assert (found.histogram == whole.histogram).all()


def test_without_a_block_there_is_no_finding(file: Path) -> None:
    with pytest.raises(cc.PlayerFailed, match="ValueError: never") as failed:
        cc.simulate("cs50", player=f"{file}:AtOnce", rounds=2500, seed=1, workers=1)
    assert failed.value.finding is None
    assert isinstance(failed.value, cc.CutcardError)


def test_who_takes_too_long_is_told_without_an_option_of_the_command(file: Path) -> None:
    with pytest.raises(cc.PlayerFailed, match=r"Slow took longer than 0\.5 s \(") as failed:
        cc.simulate(
            "cs50", player=f"{file}:Slow", player_seconds=0.5, rounds=100, seed=1, workers=1
        )
    assert "--" not in str(failed.value)


DUELLING = """\
class Later:
    def __init__(self, random):
        self.fails = random.random() < 0.15

    def act(self, view):
        assert not self.fails, "enough"
        return view.to_call

    def see(self, event):
        pass
"""


def test_the_pairs_before_a_failure_are_found(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(DUELLING)
    with pytest.raises(cc.PlayerFailed, match="AssertionError: enough") as failed:
        cc.duel(f"{path}:Later", "alpha", pairs=50, seed=1, workers=1, deals=2)
    found = failed.value.finding
    assert isinstance(found, cc.Duel)
    assert 2 <= found.score.played < 50
    assert found.stopped
    assert f"--pairs {found.score.played} " in found.command
