"""Numbers of NumPy's are taken wherever Python's own are."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

import cutcard as cc
from cutcard.blockhead.deal import Deal
from cutcard.blockhead.rules import Rules
from cutcard.cards import read_cards
from cutcard.own_numbers import own_number


@pytest.mark.parametrize(
    ("number", "own"),
    [(np.int64(3), 3), (np.uint8(3), 3), (np.float64(0.5), 0.5), (np.True_, True)],
)
def test_a_single_number_becomes_pythons_own(number: np.generic, own: object) -> None:
    assert own_number(number) == own
    assert type(own_number(number)) is type(own)


def test_an_array_without_dimensions_is_a_single_number() -> None:
    assert own_number(np.array(3)) == 3
    with pytest.raises(cc.CutcardError, match=r"array\(2\) is not a sequence of bets"):
        cc.deal("easy", "8s", bets=np.array(2))  # type: ignore[arg-type]
    assert cc.deal("easy", np.array("8s")) == cc.deal("easy", "8s")  # type: ignore[arg-type]


def test_numpy_that_another_thread_is_loading_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))
    assert cc.Rules(decks=2).decks == 2


@pytest.mark.parametrize("value", [3, "3", None, [3]])
def test_anything_else_stays_as_it_is(value: object) -> None:
    assert own_number(value) is value


def test_several_numbers_are_not_one() -> None:
    several = np.array([3])
    assert own_number(several) is several


def test_rules_are_the_same_with_them() -> None:
    assert cc.Rules(decks=np.int64(2), hit_soft_17=np.True_) == cc.Rules(decks=2, hit_soft_17=True)
    changed = cc.game("vegas-strip", decks=np.int64(2))
    assert changed == cc.game("vegas-strip", decks=2)
    assert repr(changed) == "game('vegas-strip', decks=2)"


def test_a_simulation_is_the_same_with_them() -> None:
    with_numpy = cc.simulate(
        "vegas-strip",
        rounds=np.int64(1000),
        seed=np.int64(7),
        workers=np.int32(1),
        spots=np.int64(2),
        bankroll=np.float64(2e3),
        count="hi-lo",
    )
    assert with_numpy.command.endswith("--spots 2 --rounds 1000 --seed 7 --bankroll 2000")
    plain = cc.simulate("vegas-strip", rounds=1000, seed=7, workers=1, spots=2, count="hi-lo")
    assert (with_numpy.histogram == plain.histogram).all()


def test_bets_may_be_of_that_kind() -> None:
    class Bold(cc.Player):
        def bet(self, bankroll: int, minimum: int) -> int:
            return np.int64(5)  # type: ignore[return-value]

        def act(self, view: cc.View) -> cc.Action:
            return cc.Action.STAND

    played = cc.table("cs50", player=Bold(Random(1)), seed=1).play_round()
    assert played.hands[0].stake == 5
    assert cc.deal("easy", "8s", bets=np.array([2])) == cc.deal("easy", "8s", bets=(2,))


def test_so_may_those_of_a_player_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bold.py"
    path.write_text(
        "import cutcard as cc\n"
        "import numpy as np\n\n\n"
        "class Bold(cc.Player):\n"
        "    def bet(self, bankroll, minimum):\n"
        "        return np.int64(5)\n\n"
        "    def act(self, view):\n"
        "        return cc.Action.STAND\n"
    )
    found = cc.simulate("cs50", player=f"{path}:Bold", rounds=20, seed=1, workers=1)
    assert found.rounds == 20


def test_so_may_bets_of_blockhead() -> None:
    deal = Deal.start(Rules())
    for card in read_cards("2c 3c 4c 5c 6c 7c"):
        deal = deal.apply(card)
    assert deal.apply(np.int64(5)) == deal.apply(5)
