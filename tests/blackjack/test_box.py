"""A box: the hand, the stake and what becomes of them, each changed by itself."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from cutcard.blackjack.box import Box, Fate, fate_when_dealt, fate_with
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Rules

MINE = Box(1, 6, Hand.of("8 3"), Fate.PLAYING, doubled=True, split=True)


def test_a_change_leaves_the_rest_as_it_is() -> None:
    more = Hand.of("8 3 T")
    assert MINE.holding(more, Fate.STOOD) == replace(MINE, hand=more, fate=Fate.STOOD)
    assert MINE.meeting(Fate.SURRENDERED) == replace(MINE, fate=Fate.SURRENDERED)
    assert MINE.paid(-6) == replace(MINE, net=-6)


def test_a_box_is_never_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        MINE.units = 12  # type: ignore[misc]


@pytest.mark.parametrize("naturals", ["both", "player"])
def test_a_first_hand_of_21_is_a_blackjack(naturals: str) -> None:
    rules = Rules(naturals=naturals, hole_card="hidden")
    assert Box.dealt(rules, Hand.of("A K")).fate is Fate.BLACKJACK
    for other in ("T 9", "7 7 7", "A 9"):
        assert Box.dealt(rules, Hand.of(other)).fate is Fate.PLAYING


def test_without_naturals_no_hand_is_a_blackjack() -> None:
    rules = Rules(naturals="none", hole_card="hidden")
    assert fate_when_dealt(rules, Hand.of("A K")) is Fate.PLAYING


def test_a_first_hand_has_one_chip_on_it() -> None:
    rules = Rules(blackjack_pays="6:5")
    assert Box.dealt(rules, Hand.of("T 6")) == Box(0, rules.unit, Hand.of("T 6"))


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_a_split_leaves_hands_of_its_first_card(hands: int) -> None:
    rules = Rules()
    first, *others = Box.of_split(rules, Hand.of("8 3"), hands=hands)
    assert first == Box(0, rules.unit, Hand.of("8 3"), split=True)
    assert others == [Box(0, rules.unit, Hand.of("8"), split=True)] * (hands - 1)


def test_boxes_are_made_alike_whichever_box_is_asked() -> None:
    rules, hand = Rules(), Hand.of("8 3")
    assert MINE.dealt(rules, hand) == Box.dealt(rules, hand)
    assert MINE.of_split(rules, hand, hands=2) == Box.of_split(rules, hand, hands=2)


def test_the_number_of_hands_and_a_double_are_told_by_name() -> None:
    with pytest.raises(TypeError):
        Box.of_split(Rules(), Hand.of("8 3"), 2)  # type: ignore[misc]
    with pytest.raises(TypeError):
        fate_with(Rules(), 18, 3, True)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("rules", "total", "cards", "doubled", "fate"),
    [
        ({}, 20, 3, False, Fate.PLAYING),
        ({}, 22, 3, False, Fate.BUST),
        ({}, 22, 3, True, Fate.BUST),
        ({}, 12, 3, True, Fate.STOOD),
        ({"stand_on_21": True}, 21, 3, False, Fate.STOOD),
        ({"stand_on_21": True}, 20, 3, False, Fate.PLAYING),
        ({"stand_on_21": False}, 21, 3, False, Fate.PLAYING),
        ({"charlie": 5}, 18, 4, False, Fate.PLAYING),
        ({"charlie": 5}, 18, 5, False, Fate.CHARLIE),
        ({"charlie": 5}, 18, 6, False, Fate.CHARLIE),
        ({"charlie": 5}, 22, 5, False, Fate.BUST),
        ({"charlie": 5, "stand_on_21": True}, 21, 5, False, Fate.CHARLIE),
    ],
    ids=str,
)
def test_a_card_decides_what_becomes_of_a_hand(
    rules: dict[str, object], total: int, cards: int, doubled: bool, fate: Fate
) -> None:
    assert fate_with(Rules(**rules), total, cards, doubled=doubled) is fate


def test_a_hand_is_not_doubled_unless_that_is_said() -> None:
    assert fate_with(Rules(), 12, 3) is Fate.PLAYING


def test_a_fate_prints_as_it_is_written() -> None:
    assert eval(repr(Fate.CHARLIE)) is Fate.CHARLIE
