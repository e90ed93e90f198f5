"""Hands that a chart gets wrong, because their cards matter and not only their total."""

from __future__ import annotations

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.advice import advise
from cutcard.blackjack.exact.chart_search import best_chart
from cutcard.blackjack.exact.composition import compose
from cutcard.blackjack.exact.exceptions import exceptional_hands
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.rules import Rules

ONE_DECK = Rules(decks=1, hit_soft_17=True, double_after_split=False)


def test_the_known_exceptions_of_one_deck_are_found_and_worth_what_advice_says() -> None:
    found = exceptional_hands(ONE_DECK, compose(ONE_DECK), best_chart(ONE_DECK))
    known = {(str(one.hand), str(one.dealer)): one for one in found}
    # The exceptions that every book on one deck has.
    assert known["2 T", "4"].best is Action.HIT
    assert known["2 6", "6"].best is Action.HIT
    assert known["4 5 7", "T"].best is Action.STAND
    for one in (known["2 T", "4"], known["2 6", "6"], known["4 5 7", "T"]):
        advised = advise(ONE_DECK, one.hand, one.dealer)
        values = {advice.action: advice.value for advice in advised}
        assert one.gain == pytest.approx(values[one.best] - values[one.charted], abs=1e-9)
    assert [one.edge for one in found] == sorted((one.edge for one in found), reverse=True)
    # What a chart costs is the sum over all hands that it gets wrong, larger ones included.
    cost = solve(ONE_DECK).edge - value_of(ONE_DECK, best_chart(ONE_DECK)).edge
    assert found[-1].edge > 0
    assert sum(one.edge for one in found) < cost


def test_from_an_endless_shoe_only_totals_matter() -> None:
    rules = Rules(decks="infinite")
    assert exceptional_hands(rules, compose(rules), best_chart(rules)) == []


def test_a_chart_for_another_game_has_more_of_them() -> None:
    best = exceptional_hands(ONE_DECK, compose(ONE_DECK), best_chart(ONE_DECK))
    other = exceptional_hands(ONE_DECK, compose(ONE_DECK), load_chart("vegas-strip"))
    assert len(other) > len(best)
    assert sum(one.edge for one in other) > sum(one.edge for one in best)
