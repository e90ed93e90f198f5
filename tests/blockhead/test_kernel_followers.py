"""Players that follow a policy near an equilibrium, compiled: every score is the engine's."""

from __future__ import annotations

import shutil
from itertools import product
from pathlib import Path

import pytest
from blockhead.equal_scores import assert_equal_scores

from cutcard.blockhead.equilibrium.saved import SHIPPED, blueprint_name
from cutcard.blockhead.players import EXPLOITER, NASH
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.pairs import play_on_kernel

FOES = ("alpha", "beta", "random", "caller", "raiser", EXPLOITER)


@pytest.mark.parametrize(
    ("first", "second"), [(NASH, NASH), *product([NASH], FOES), *product(FOES, [NASH])]
)
def test_every_pairing_scores_as_on_the_engine(first: str, second: str):
    assert_equal_scores(first, second, Rules(), 11, range(99, 102))


def test_raises_of_any_size_and_pots_of_any_size_are_read_as_on_the_engine():
    """In a long game ties carry pots of many sizes, and whoever bets anything raises by 1 to 10."""
    score = assert_equal_scores("random", NASH, Rules(deals=300), 2, range(2))
    assert score.ties > 10


def test_a_policy_from_a_file_scores_as_on_the_engine(tmp_path: Path):
    path = tmp_path / "mine.npz"
    shutil.copy(SHIPPED / f"{blueprint_name(Rules())}.npz", path)
    score = assert_equal_scores(str(path), "alpha", Rules(), 3, range(3))
    assert score == play_on_kernel(NASH, "alpha", Rules(), 3, range(3))
    for name in (str(path), NASH):
        with pytest.raises(Illegal, match=r"most_raise|the rules of blockhead only"):
            play_on_kernel(name, "alpha", Rules(most_raise=12), 3, range(2))
