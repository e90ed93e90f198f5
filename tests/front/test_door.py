"""The front door: one import, every name, loaded when it is asked for and seen by type checkers."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

import cutcard as cc

SOURCES = Path(cc.__file__).parent


class Standing(cc.Player):
    """Stands on everything."""

    def act(self, view: cc.View) -> cc.Action:
        return cc.Action.STAND


CALLS = {
    "advise": lambda: cc.advise("easy", "8 8", "T 7"),
    "best_chart": lambda: cc.best_chart(cc.Rules(decks="infinite")),
    "deal": lambda: cc.deal("vegas-strip", "8s 6d 8h Tc"),
    "duel": lambda: cc.duel("alpha", "caller", pairs=4, seed=1, workers=1),
    "game": lambda: cc.game("vegas-strip", hit_soft_17=True),
    "index": lambda: cc.index(
        "single-deck", plays="insurance", compositions=100, seed=1, workers=1
    ),
    "simulate": lambda: cc.simulate("easy", rounds=1000, seed=1, workers=1),
    "solve": lambda: cc.solve("easy"),
    "table": lambda: cc.table("easy", seed=1).play_round(),
    "value": lambda: cc.value("easy", cc.game("easy").chart),
}


@cache
def called(name: str) -> object:
    """What a call returns, found once for all that look at its class."""
    return CALLS[name]()


CLASSES = {
    "Action": lambda: cc.Action("H"),
    "Advised": lambda: isinstance(called("advise"), cc.Advised),
    "Card": lambda: cc.Card("As"),
    "Chart": lambda: isinstance(cc.game("easy").chart, cc.Chart),
    "CutcardError": lambda: cc.CutcardError("a sentence"),
    "DealtRound": lambda: isinstance(called("deal"), cc.DealtRound),
    "Duel": lambda: isinstance(called("duel"), cc.Duel),
    "Finding": lambda: isinstance(called("simulate"), cc.Finding),
    "Game": lambda: isinstance(called("game"), cc.Game),
    "Indices": lambda: isinstance(called("index"), cc.Indices),
    "Interrupted": lambda: cc.Interrupted(None),
    "Player": lambda: Standing(Random(1)),
    "PlayerFailed": lambda: cc.PlayerFailed("a sentence"),
    "Rules": lambda: cc.Rules(decks=1),
    "Solved": lambda: isinstance(called("solve"), cc.Solved),
    "Table": lambda: isinstance(cc.table("easy"), cc.Table),
    "View": lambda: isinstance(cc.deal("easy", "8s 6d 8h Tc").view, cc.View),
}


@pytest.mark.parametrize("name", cc.__all__)
def test_every_name_can_be_used_twice(name: str) -> None:
    use = {**CALLS, **CLASSES}[name]
    first = use()
    second = use()
    assert first is not None
    assert first is not False
    assert type(first) is type(second)
    assert name in dir(cc)
    assert "TYPE_CHECKING" not in dir(cc)


def test_every_name_is_tried() -> None:
    assert sorted({*CALLS, *CLASSES}) == sorted(cc.__all__)


def test_no_module_at_the_root_has_a_name_of_the_door() -> None:
    modules = {path.stem for path in SOURCES.iterdir()}
    assert not modules & set(cc.__all__)


def test_type_checkers_are_told_every_name() -> None:
    tree = ast.parse((SOURCES / "__init__.py").read_text())
    [told] = [
        node
        for node in tree.body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and not node.orelse
    ]
    names = {
        (node.module, alias.name)
        for node in ast.walk(told)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert names == {(room, name) for room, held in cc._ROOMS.items() for name in held}
    assert sorted(name for _, name in names) == sorted(cc.__all__)


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'cutcard' has no attribute 'gmae'"):
        _ = cc.gmae


def loaded_after(program: str) -> set[str]:
    """The modules that a program has loaded, but those of an empty one."""
    told = [
        subprocess.run(
            [sys.executable, "-c", f"{lines}\nimport sys; print(*sys.modules)"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for lines in ("", program)
    ]
    return set(told[1]) - set(told[0])


def test_the_import_loads_nothing_but_itself() -> None:
    assert loaded_after("import cutcard") == {"cutcard"}


def test_a_round_is_dealt_without_what_is_heavy() -> None:
    program = "import cutcard as cc; print(cc.deal('vegas-strip', '8s 6d 8h Tc'), file=sys.stderr)"
    loaded = loaded_after(f"import sys; {program}; cc.table('easy', seed=1).play_round()")
    assert "cutcard.front.playing" in loaded
    assert not loaded & {"numpy", "numba", "argparse"}


TYPED = """
from typing import assert_type
import cutcard as cc

strip = cc.game("vegas-strip", hit_soft_17=True)
assert_type(strip, cc.Game)
assert_type(strip.rules, cc.Rules)
found = cc.simulate(strip, count="hi-lo", ramp="1:2,2:4,3:8", indices="all", rounds="1e8")
assert_type(found, cc.Finding)
assert_type(found.edge, float)
assert_type(found.interval, tuple[float, float])
assert_type(found.counts, dict[str, int])
assert_type(cc.solve(strip).edge, float)
assert_type(cc.value(strip, strip.chart), float)
assert_type(cc.advise(strip, "8 8", "T").best, cc.Action)
cc.best_chart(strip).save("strip.svg")
own = cc.Chart(strip.chart.columns, {**strip.chart.cells, ("16", "10"): "S"}, "mine")
own.save("mine.svg")
assert_type(cc.best_chart(strip), cc.Chart)
assert_type(cc.table("easy", seed=1).play_round(), cc.DealtRound)
class Mine(cc.Player):
    def act(self, view: cc.View) -> cc.Action:
        return view.legal[0]
assert_type(cc.simulate(strip, player=Mine, rounds="1M"), cc.Finding)
state = cc.deal(strip, "8s 6d 8h Tc")
assert_type(state.legal, tuple[cc.Action, ...])
assert_type(cc.duel("beta", "alpha", pairs=200, seed=1), cc.Duel)
"""


def test_the_types_are_known_and_a_wrong_name_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "typed.py").write_text(TYPED)
    (tmp_path / "wrong.py").write_text("import cutcard as cc\ncc.simulat('easy')\n")
    words = ["-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path)]
    config = Path(__file__).parents[2] / "pyproject.toml"
    run = subprocess.run(
        [sys.executable, *words, "--config-file", str(config), "typed.py", "wrong.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    error, summary = run.stdout.splitlines()
    assert error.startswith('wrong.py:2: error: Module has no attribute "simulat"')
    assert summary == "Found 1 error in 1 file (checked 2 source files)"
    assert run.stderr == ""
