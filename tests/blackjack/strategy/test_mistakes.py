"""Mistakes as data: what is read, what is refused, and how often something goes wrong."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.chart import ROWS, UP_CARD
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.mistakes import (
    InvalidMistakes,
    Mistakes,
    Slips,
    judged,
    misread,
    read_mistakes,
)
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.errors import Invalid

VEGAS = load_chart("vegas-strip")


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("play=1%", Mistakes(play=0.01)),
        ("play=0.01", Mistakes(play=0.01)),
        ("decks=0.5", Mistakes(decks=0.5)),
        ("bets=2%,decks=1", Mistakes(decks=1, bets=0.02)),
        (" play = 2.5% , bets = 100% ", Mistakes(play=0.025, bets=1)),
        ("play=0%,decks=0,bets=0", Mistakes()),
    ],
)
def test_mistakes_can_be_read(text: str, mistakes: Mistakes) -> None:
    found = read_mistakes(text)
    assert found == mistakes
    if found:
        assert read_mistakes(str(found)) == found


def test_mistakes_can_be_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tired.toml"
    path.write_text('play = "1.5%"\ndecks = 0.5\nbets = 0.02\n')
    assert read_mistakes(str(path)) == Mistakes(0.015, 0.5, 0.02)
    path.write_text("plays = 1\n")
    with pytest.raises(InvalidMistakes, match="tells no mistakes: it takes play=1%, decks="):
        read_mistakes(str(path))
    with pytest.raises(Invalid):
        read_mistakes(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' tells no mistakes: it takes play=1%, decks=0.5 and bets=2%, once each"),
        ("luck=1%", "'luck=1%' tells no mistakes: it takes"),
        ("play=1%,play=2%", "tells no mistakes: it takes"),
        ("play", "play = '' is not a mistake: it takes 0% to 100%, as in 1%"),
        ("play=-1%", "play = '-1%' is not a mistake: it takes 0% to 100%, as in 1%"),
        ("play=nan", "play = 'nan' is not a mistake"),
        ("play=101%", "play = 1.01 is not a share of mistakes: it takes 0% to 100%"),
        ("bets=2", "bets = 2 is not a share of mistakes: it takes 0% to 100%"),
        ("decks=50%", "decks = '50%' is not a mistake: it takes 0 to 4"),
        ("decks=5", "decks = 5 cannot be misjudged: it takes 0 to 4"),
    ],
)
def test_what_tells_no_mistakes_gets_a_sentence(text: str, says: str) -> None:
    with pytest.raises(InvalidMistakes) as caught:
        read_mistakes(text)
    assert says in str(caught.value)


def test_only_a_counter_misjudges_decks_and_bets() -> None:
    flat = Strategy.flat(VEGAS)
    counting = Strategy(IndexedChart((VEGAS,)), HI_LO)
    unbalanced = Strategy(IndexedChart((VEGAS,)), load_count("ko"))
    assert flat.erring(Mistakes(play=0.1)).mistakes == Mistakes(play=0.1)
    assert counting.erring(Mistakes(decks=1)).mistakes == Mistakes(decks=1)
    with pytest.raises(InvalidMistakes, match="without a count only play can go wrong"):
        flat.erring(Mistakes(bets=0.1))
    with pytest.raises(InvalidMistakes, match="cannot be misjudged with ko, which is unbalanced"):
        unbalanced.erring(Mistakes(decks=1))


def test_things_go_wrong_as_often_as_is_said() -> None:
    slips = Slips(Mistakes(play=0.2, decks=0.5, bets=0.3), key=7)
    rounds = 20_000
    hands, bets, many = [], [], 0
    for _ in range(rounds):
        slips.round_began()
        hands.append(slips.misread(1, 2))
        bets.append(slips.bet)
        assert abs(slips.misjudged) == 26
        many += slips.misjudged > 0
    for times, share in (
        (sum(way is not None for way in hands), 0.2),
        *((hands.count(way), 0.05) for way in range(4)),
        *((bets.count(side), 0.15) for side in (-1, 1)),
        (many, 0.5),
    ):
        assert abs(times - rounds * share) < 4 * sqrt(rounds * share * (1 - share))


def test_a_misread_hand_is_played_by_a_cell_next_to_its_own() -> None:
    up, down, left, right = misread(VEGAS)
    assert up.cells["16", "10"] == VEGAS.cells["15", "10"]
    assert down.cells["16", "10"] == VEGAS.cells["17", "10"]
    assert left.cells["16", "10"] == VEGAS.cells["16", "9"]
    assert right.cells["16", "10"] == VEGAS.cells["16", "A"]
    # Rows of another kind are no neighbours, and at an edge there is one for both sides.
    assert down.cells["20", "6"] == VEGAS.cells["19", "6"] == up.cells["20", "6"]
    assert up.cells["A2", "6"] == VEGAS.cells["A3", "6"]
    assert right.cells["88", "A"] == VEGAS.cells["88", "10"] == left.cells["88", "A"]
    for chart in (up, down, left, right):
        assert set(chart.cells) == {(row, column) for row in ROWS for column in UP_CARD}


@pytest.mark.parametrize(
    ("left", "slip", "taken"),
    [(100, 26, 126), (100, -26, 74), (300, 26, 312), (40, -52, 26), (10, -52, 10), (-3, 0, -3)],
)
def test_no_shoe_is_taken_for_fuller_than_it_was_nor_for_empty(
    left: int, slip: int, taken: int
) -> None:
    assert judged(left, slip, 312) == taken
