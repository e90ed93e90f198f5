"""Work that all cores share: the same results in the same order, by any number of threads."""

from __future__ import annotations

from threading import current_thread

import pytest

from cutcard.blackjack.exact.chart_search import best_chart
from cutcard.blackjack.exact.results import results_of
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules
from cutcard.cores import on_all_cores, usable_cores
from cutcard.errors import Illegal


def with_cores(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr("cutcard.cores.usable_cores", lambda: number)


def test_there_is_at_least_one_core() -> None:
    assert usable_cores() >= 1


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("items", [0, 1, 2, 30])
def test_results_come_in_the_order_of_the_items(
    monkeypatch: pytest.MonkeyPatch, number: int, items: int
) -> None:
    with_cores(monkeypatch, number)
    assert on_all_cores(lambda item: item**2, range(items)) == [n**2 for n in range(items)]


def test_one_core_needs_no_other_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    with_cores(monkeypatch, 1)
    assert set(on_all_cores(lambda _: current_thread(), range(3))) == {current_thread()}
    with_cores(monkeypatch, 2)
    assert current_thread() not in on_all_cores(lambda _: current_thread(), range(3))


def test_what_goes_wrong_is_told_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def fragile(item: int) -> int:
        if item == 3:
            raise Illegal("three is not allowed")
        return item

    with_cores(monkeypatch, 2)
    with pytest.raises(Illegal, match="three is not allowed"):
        on_all_cores(fragile, range(9))


def test_exact_values_have_the_same_digits_on_any_number_of_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    once, easy = Rules(decks=1, max_hands=2), load_preset("easy").rules

    def answers() -> list[object]:
        return [
            repr(solve(once)),
            repr(solve(easy)),
            repr(value_of(once, load_chart("vegas-strip"))),
            str(best_chart(Rules(decks=2))),
            repr(results_of(once)),
        ]

    with_cores(monkeypatch, 1)
    alone = answers()
    for number in (2, 7):
        with_cores(monkeypatch, number)
        assert answers() == alone
