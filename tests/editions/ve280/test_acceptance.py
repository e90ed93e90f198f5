"""The original's abstractions pass the acceptance tests, and nothing that is broken does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest
from editions.ve280.acceptance import hand_of
from editions.ve280.catch import TESTS, broken_ones, caught_by, rows, table

from cutcard.cards import Card, Rank, Suit
from cutcard.editions.ve280.adts import (
    Counting,
    Deck,
    Hand,
    HandValue,
    Simple,
    get_counting,
    get_simple,
)
from cutcard.errors import Illegal

PAGE = Path(__file__).parents[3] / "docs" / "one-deck.md"


@pytest.mark.parametrize(
    ("implementation", "test"),
    [
        pytest.param(sound, test, id=f"{sound.__name__}-{name}")
        for sound, tests in TESTS.items()
        for name, test in tests.items()
    ],
)
def test_the_shipped_ones_pass(implementation: type, test: Callable[[Any], None]) -> None:
    test(implementation)


class AnyBust(Hand):
    """Counts an ace eleven in a bust, as the document leaves open."""

    def hand_value(self) -> HandValue:
        value = super().hand_value()
        ace = any(card.rank is Rank.ACE for card in self.cards.cards)
        return HandValue(value.count + 10, True) if value.count > 21 and ace else value


def by_suits(sound: type) -> type:
    """A player that is as right as this one, and looks at the suits that all cards have."""

    class BySuits(sound):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.seen: list[str] = []

        def expose(self, card: Card) -> None:
            self.seen.append(f"{card.rank} of {suit_of(card)}")
            super().expose(card)

        def draw(self, dealer: Card, player: Hand) -> bool:
            assert len({(card.rank, suit_of(card)) for card in (dealer, *player.cards.cards)}) == (
                1 + len(player.cards.cards)
            )
            return bool(super().draw(dealer, player))

    return BySuits


def suit_of(card: Card) -> Suit:
    if card.suit is None:
        raise TypeError(f"{card} has no suit")
    return card.suit


@pytest.mark.parametrize(
    ("right", "sound"),
    [(AnyBust, Hand), (by_suits(Simple), Simple), (by_suits(Counting), Counting)],
    ids=["any-bust", "simple-by-suits", "counting-by-suits"],
)
def test_what_the_document_leaves_open_is_not_refused(right: type, sound: type) -> None:
    assert caught_by(right, TESTS[sound]) == []


@pytest.mark.parametrize(
    ("get", "sound"), [(get_simple, Simple), (get_counting, Counting)], ids=["simple", "counting"]
)
def test_there_is_one_instance_of_each_player(get: Callable[[], Any], sound: type) -> None:
    assert get() is get()
    assert type(get()) is sound

    def shuffled_one() -> Any:
        get().shuffled()
        return get()

    assert caught_by(shuffled_one, TESTS[sound]) == []


@pytest.mark.parametrize(("broken", "sound"), list(broken_ones()), ids=lambda one: one.__name__)
def test_a_broken_one_is_caught(broken: type, sound: type) -> None:
    assert issubclass(broken, sound)
    assert caught_by(broken, TESTS[sound])


def test_there_are_broken_ones_of_every_kind() -> None:
    spoilt = [sound for _, sound in broken_ones()]
    for sound in TESTS:
        assert spoilt.count(sound) >= 10


def test_every_acceptance_test_catches_something() -> None:
    caught = {name for *_, tests in rows() for name in tests}
    assert caught == {name for tests in TESTS.values() for name in tests}


def test_the_page_shows_which_test_catches_what() -> None:
    assert table() in PAGE.read_text(encoding="utf-8")


def test_a_value_that_was_given_does_not_change() -> None:
    value = hand_of("As 6h").hand_value()
    with pytest.raises(FrozenInstanceError):
        value.count = 7  # type: ignore[misc]
    assert value == HandValue(17, True)


@pytest.mark.parametrize("cut", [-1, 53])
def test_a_deck_is_cut_from_0_to_52(cut: int) -> None:
    with pytest.raises(Illegal, match=f"a deck cannot be cut at {cut}: it takes 0 to 52"):
        Deck().shuffle(cut)
