"""Plays that are worth the same: the first of them is played, however sums are rounded."""

from __future__ import annotations

import pytest

from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import compose
from cutcard.blackjack.exact.hands import number_of
from cutcard.blackjack.exact.policy import STAND, TIE
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset


@pytest.mark.parametrize("dealer", [(7, 7), (6, 8)])
def test_a_soft_18_that_may_as_well_hit_stands(dealer: tuple[int, int]) -> None:
    rules = load_preset("double-exposure").rules
    against = Against(rules, compose(rules), dealer)
    best, at = against.best(), number_of(Hand.of("A 3 4"))
    hit = against.hit(at, best.values, split=False)
    assert abs(hit - best.stands[at]) < TIE
    assert best.plays.later[at] == STAND
    # A tie is a matter of one composition: without one of its cards it is none.
    other = Against(rules, compose(rules, (Hand.of("5").cards)), dealer)
    values = other.best()
    assert abs(other.hit(at, values.values, split=False) - values.stands[at]) > TIE
