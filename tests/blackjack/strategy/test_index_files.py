"""Index files: written, read, played by, and refused by another count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.index_files import index_file, with_index_file
from cutcard.blackjack.strategy.indices import IndexPlay, IndexSet
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.blackjack.strategy.true_count import Convention, Divisor
from cutcard.errors import Invalid

HI_LO = load_count("hi-lo")
PLAYS = IndexSet(
    "mine",
    (
        IndexPlay("16", "10", Action.STAND, 1),
        IndexPlay("TT", "6", Action.SPLIT, -4),
        IndexPlay("17", "A", Action.SURRENDER, -6, below=True),
    ),
    insurance=2,
    title='My "own"',
    source="a back\\slash",
    made_for=(("decks", (6, 8)), ("hit_soft_17", (False,)), ("hole_card", ("peek",))),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(index_file(HI_LO, PLAYS))
    return path


def test_what_is_written_is_read_again(path: Path) -> None:
    read = with_index_file(HI_LO, str(path)).indices[-1]
    assert replace(read, name="mine") == PLAYS


def test_a_file_is_played_by_beside_named_sets(path: Path) -> None:
    chart = load_chart("vegas-strip")
    strategy, names = Strategy.counting(chart, HI_LO, indices=str(path))
    assert names == (str(path),)
    assert strategy.charts.insurance == 2
    assert strategy.charts.thresholds == (-6, -4, 1)
    with pytest.raises(Invalid, match="disagree on insurance: they say 2 and 3"):
        Strategy.counting(chart, HI_LO, indices=f"illustrious-18,{path}")


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (load_count("ko"), "for hi-lo with tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1], but ko has"),
        (
            replace(HI_LO, whole=Convention.TRUNCATE),
            'with convention = "floor", but hi-lo has "truncate"',
        ),
        (replace(HI_LO, divisor=Divisor.DECKS), 'divisor = "cards", but hi-lo has "decks"'),
    ],
)
def test_another_count_or_convention_is_refused(path: Path, other: object, says: str) -> None:
    with pytest.raises(Invalid) as refused:
        with_index_file(other, str(path))  # type: ignore[arg-type]
    assert says in str(refused.value)
    assert str(refused.value).startswith(str(path))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            ("count =", "county ="),
            "'county' is unknown: an index file has title, source, made_for, count",
        ),
        (("scale = 1\n", ""), "there is no scale: an index file says which count it is for"),
        (('"16"', '"61"'), "'61' is not a hand"),
        (("at = 1 ", 'at = "x" '), "the index of 16 v 10 is 'x': it takes a whole number"),
        (("plays = [", "plays = 5 #"), "is not a TOML file"),
    ],
)
def test_a_file_that_is_none_gets_a_sentence(
    path: Path, change: tuple[str, str], says: str
) -> None:
    path.write_text(path.read_text().replace(*change))
    with pytest.raises(Invalid) as refused:
        with_index_file(HI_LO, str(path))
    assert says in str(refused.value)
    assert str(path) in str(refused.value)
