"""The dealer's part: when to draw, what the hand comes to, and what counts as a blackjack."""

from __future__ import annotations

import pytest

from cutcard.blackjack.dealer import (
    End,
    dealers_rules,
    draws,
    end_at,
    end_of,
    has_blackjack,
    may_have_blackjack,
    totals,
)
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset, preset_names
from cutcard.blackjack.rules import Rules

BOTH = Rules()
PLAYER = Rules(hole_card="hidden", naturals="player")
NONE = Rules(hole_card="hidden", naturals="none")
HITS = Rules(hit_soft_17=True)
STANDS = Rules(hit_soft_17=False)
PUSHES = Rules(dealer_22="push")


@pytest.mark.parametrize(
    ("total", "soft", "hits", "stands"),
    [
        (4, False, True, True),
        (12, True, True, True),
        (16, False, True, True),
        (16, True, True, True),
        (17, False, False, False),
        (17, True, True, False),
        (18, False, False, False),
        (18, True, False, False),
        (21, True, False, False),
        (22, False, False, False),
    ],
)
def test_the_dealer_draws_below_17_and_by_the_rules_at_a_soft_17(
    total: int, soft: bool, hits: bool, stands: bool
) -> None:
    assert draws(HITS, total, soft=soft) is hits
    assert draws(STANDS, total, soft=soft) is stands


def test_a_soft_total_is_told_by_name() -> None:
    with pytest.raises(TypeError):
        draws(HITS, 17, True)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("total", "end", "pushing"),
    [
        (17, End.SEVENTEEN, End.SEVENTEEN),
        (18, End.EIGHTEEN, End.EIGHTEEN),
        (19, End.NINETEEN, End.NINETEEN),
        (20, End.TWENTY, End.TWENTY),
        (21, End.TWENTY_ONE, End.TWENTY_ONE),
        (22, End.BUST, End.TWENTY_TWO),
        (23, End.BUST, End.BUST),
        (26, End.BUST, End.BUST),
    ],
)
def test_a_hand_ends_at_its_total_or_bust(total: int, end: End, pushing: End) -> None:
    assert end_at(BOTH, total) is end
    assert end_at(PUSHES, total) is pushing


def test_the_totals_short_of_a_bust_are_those_of_their_ends() -> None:
    plain = {
        End.SEVENTEEN: 17,
        End.EIGHTEEN: 18,
        End.NINETEEN: 19,
        End.TWENTY: 20,
        End.TWENTY_ONE: 21,
    }
    assert totals(BOTH) == plain
    assert totals(PUSHES) == plain | {End.TWENTY_TWO: 22}


def test_ends_are_numbered_as_the_kernels_number_them() -> None:
    assert [end.name for end in sorted(End)] == [
        *("SEVENTEEN", "EIGHTEEN", "NINETEEN", "TWENTY", "TWENTY_ONE"),
        *("BUST", "BLACKJACK", "TWENTY_TWO"),
    ]
    assert sorted(End) == list(range(8))


@pytest.mark.parametrize(
    ("rules", "dealer", "end"),
    [
        (STANDS, "T", None),
        (STANDS, "T 6", None),
        (STANDS, "A 5", None),
        (STANDS, "A 6", End.SEVENTEEN),
        (HITS, "A 6", None),
        (HITS, "T 7", End.SEVENTEEN),
        (HITS, "A 6 T", End.SEVENTEEN),
        (HITS, "A 6 A", End.EIGHTEEN),
        (BOTH, "A T", End.BLACKJACK),
        (BOTH, "7 7 7", End.TWENTY_ONE),
        (PLAYER, "A T", End.TWENTY_ONE),
        (NONE, "A T", End.TWENTY_ONE),
        (BOTH, "T 6 6", End.BUST),
        (PUSHES, "T 6 6", End.TWENTY_TWO),
        (PUSHES, "T 6 7", End.BUST),
    ],
)
def test_a_hand_that_is_played_out_has_an_end(rules: Rules, dealer: str, end: End | None) -> None:
    assert end_of(rules, Hand.of(dealer)) is end


@pytest.mark.parametrize(
    ("rules", "dealer", "has", "may_have"),
    [
        (BOTH, "", False, False),
        (BOTH, "A", False, True),
        (BOTH, "T", False, True),
        (BOTH, "K", False, True),
        (BOTH, "9", False, False),
        (BOTH, "2", False, False),
        (BOTH, "A T", True, False),
        (BOTH, "K A", True, False),
        (BOTH, "A 9", False, False),
        (BOTH, "T T", False, False),
        (BOTH, "T 6 5", False, False),
        (PLAYER, "A", False, False),
        (PLAYER, "A T", False, False),
        (NONE, "T", False, False),
        (NONE, "A T", False, False),
    ],
)
def test_a_dealer_has_a_blackjack_or_may_have_one(
    rules: Rules, dealer: str, has: bool, may_have: bool
) -> None:
    assert has_blackjack(rules, Hand.of(dealer)) is has
    assert may_have_blackjack(rules, Hand.of(dealer)) is may_have


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        (Rules(), Rules(hole_card="hidden")),
        (Rules(decks=1, charlie=5, surrender="late"), Rules(hole_card="hidden")),
        (Rules(hole_card="none"), Rules(hole_card="hidden")),
        (Rules(hit_soft_17=True), Rules(hole_card="hidden", hit_soft_17=True)),
        (PLAYER, Rules(hole_card="hidden", naturals="player")),
        (NONE, Rules(hole_card="hidden", naturals="none")),
        (PUSHES, Rules(hole_card="hidden", dealer_22="push")),
    ],
    ids=str,
)
def test_a_dealers_rules_are_what_the_hand_depends_on_and_no_more(
    rules: Rules, kept: Rules
) -> None:
    assert dealers_rules(rules) == kept


@pytest.mark.parametrize("name", preset_names())
def test_a_dealer_plays_alike_by_the_dealers_rules_alone(name: str) -> None:
    rules = load_preset(name).rules
    own = dealers_rules(rules)
    assert totals(own) == totals(rules)
    for dealer in ("A T", "A 6", "T 6", "T 7", "T 6 6", "T 6 7", "A T T"):
        assert end_of(own, Hand.of(dealer)) is end_of(rules, Hand.of(dealer))


def test_equal_rules_share_one_dealer() -> None:
    assert dealers_rules(Rules(decks=2)) is dealers_rules(Rules(decks=2))
