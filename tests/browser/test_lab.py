"""The lab in the browser: charts, edits, live simulations, sliders, comparisons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

import cutcard as cc
from cutcard.blackjack.strategy.chart import Chart

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    NewPage = Callable[..., Page]

WIDE = {"width": 1200, "height": 900}
PHONE = {"width": 360, "height": 740}

COUNTER = "/lab?view=simulate&chart=&count=hi-lo&ramp=1:2,2:4,3:8&indices=all"


def figure(place: Page | Locator, name: str) -> float:
    """A figure as the page holds it, without rounding."""
    return float(place.locator(f"[data-figure={name}]").get_attribute("data-value") or "nan")


def settled(page: Page) -> None:
    """Wait until an experiment is finished and can be repeated."""
    page.locator(".lab-repeat a").wait_for()


def test_a_solved_chart_shows_every_cell_and_its_values(new_page: NewPage) -> None:
    page = new_page("/lab?game=vegas-strip&chart=best", viewport=WIDE)
    page.locator("[data-cell='16 10']").click()
    best = cc.best_chart("vegas-strip")
    shown = page.locator(".chart-grid td").evaluate_all(
        "cells => cells.map(cell => [cell.dataset.cell, cell.textContent, cell.className[0]])"
    )
    assert {place: letters for place, letters, _ in shown} == {
        f"{row} {column}": letters for (row, column), letters in best.cells.items()
    }
    assert all(letters[0] == colour for _, letters, colour in shown)
    rows = page.locator(".lab-values tbody tr").all_inner_texts()
    assert [row.split("\t")[:2] for row in rows] == [
        ["surrender", "−0.500000"],
        ["hit", "−0.534820"],
        ["stand", "−0.540118"],
        ["double", "−1.069640"],
    ]


def test_an_edited_cell_costs_what_cutcard_says(new_page: NewPage) -> None:
    page = new_page("/lab?game=vegas-strip&chart=", viewport=WIDE)
    page.locator("[data-cell='16 10']").click()
    page.locator("label[for=edit-S]").click()
    cost = page.locator(".lab-cost")
    cost.wait_for()
    chart = cc.game("vegas-strip").chart
    edited = Chart(chart.columns, {**chart.cells, ("16", "10"): "S"})
    told = float(cost.get_attribute("data-cost") or "nan")
    assert told == cc.value("vegas-strip", "vegas-strip") - cc.value("vegas-strip", edited)
    assert f"{100 * told:.7f}% of the bet" in cost.inner_text()
    assert parse_qs(urlsplit(page.url).query)["cells"] == ["16.10:S"]
    # The address holds the edit: whoever opens it sees the same.
    other = new_page(urlsplit(page.url)._replace(scheme="", netloc="").geturl(), viewport=WIDE)
    other.locator(".lab-cost").wait_for()
    assert other.locator("[data-cell='16 10'].edited").inner_text() == "S"
    page.get_by_role("button", name="Undo all").click()
    page.locator(".lab-cost").wait_for(state="detached")
    assert page.locator(".edited").count() == 0


def test_the_chart_is_walked_through_by_keyboard(new_page: NewPage) -> None:
    page = new_page("/lab?game=vegas-strip&chart=", viewport=WIDE)
    page.locator("[data-cell='4 2']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "End", "ArrowUp", "Home", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.cell") == "5 2"
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="5 against 2").wait_for()
    # The arrows moved one place to stop at; Tab leaves the chart.
    assert page.locator(".chart-grid td[tabindex='0']").count() == 1
    assert page.evaluate("document.activeElement.dataset.cell") == "5 2"


def test_a_changed_rule_solves_the_chart_again(new_page: NewPage) -> None:
    page = new_page("/lab?game=vegas-strip&chart=best", viewport=WIDE)
    page.locator("[data-cell='11 A']").wait_for()
    before = page.locator("[data-cell='11 A']").inner_text()
    page.locator("summary", has_text="Change the rules").click()
    page.locator("#rule-hit_soft_17").check()
    expected = cc.best_chart(cc.game("vegas-strip", hit_soft_17=True)).cells["11", "A"]
    assert expected != before
    page.wait_for_function(
        "letters => document.querySelector(\"[data-cell='11 A']\")?.textContent === letters",
        arg=expected,
    )
    assert "rule=hit_soft_17=true" in page.url


def test_a_stopped_simulation_is_repeated_by_its_address(new_page: NewPage) -> None:
    page = new_page(f"{COUNTER}&rounds=1000000000", viewport=WIDE)
    page.get_by_role("button", name="Simulate").click()
    page.locator("[data-figure=edge]").wait_for()
    page.get_by_role("button", name="Stop").click()
    settled(page)
    asked = {name: value[0] for name, value in parse_qs(urlsplit(page.url).query).items()}
    rounds, seed = int(asked["rounds"]), int(asked["seed"])
    assert 0 < rounds < 1_000_000_000
    found = cc.simulate(
        "vegas-strip",
        count="hi-lo",
        ramp="1:2,2:4,3:8",
        indices="all",
        rounds=rounds,
        seed=seed,
    )
    assert figure(page, "edge") == found.edge
    assert found.command in page.locator(".lab-command").inner_text()
    # Somebody else opens the address: the same is played to the same figures.
    other = new_page(urlsplit(page.url)._replace(scheme="", netloc="").geturl(), viewport=WIDE)
    settled(other)
    assert figure(other, "edge") == found.edge
    assert figure(other, "n0") == figure(page, "n0")


def test_a_chart_chosen_elsewhere_is_named_and_played(new_page: NewPage) -> None:
    page = new_page("/lab?game=vegas-strip&chart=downtown", viewport=WIDE)
    page.locator(".chart-grid").wait_for()
    page.get_by_role("link", name="Simulation").click()
    assert page.locator("#lab-sim-chart").input_value() == "downtown"
    page.locator("#lab-rounds").select_option("1000000")
    page.get_by_role("button", name="Simulate").click()
    settled(page)
    assert "--chart downtown" in page.locator(".lab-command").inner_text()


def test_sliders_show_what_a_simulation_with_these_bets_finds(new_page: NewPage) -> None:
    page = new_page(f"{COUNTER}&rounds=8000000&seed=7&run=1", viewport=WIDE)
    settled(page)
    page.locator("[data-figure=n0]").wait_for()
    before = page.locator(".line.median").last.get_attribute("points")
    move(page, "lab-bet-2", 6)
    move(page, "lab-bet-3", 12)
    move(page, "lab-spread", 16)
    move(page, "lab-bankroll", 54)
    page.locator("dd", has_text="with 500 chips").wait_for()
    ramp = parse_qs(urlsplit(page.url).query)["ramp"][0]
    assert ramp.endswith("16")
    found = cc.simulate(
        "vegas-strip",
        count="hi-lo",
        ramp=ramp,
        indices="all",
        rounds=8_000_000,
        seed=7,
        bankroll=500,
    ).as_dict()["counting"]
    page.wait_for_function(
        "rate => document.querySelector('[data-figure=win_rate_per_100]').dataset.value === rate",
        arg=page.evaluate("rate => String(rate)", found["win_rate_per_100"]),
    )
    for name in ("win_rate_per_100", "risk_of_ruin", "n0", "score", "average_bet"):
        assert figure(page, name) == found[name]
    assert page.locator(".line.median").last.get_attribute("points") != before


def test_leaving_the_table_leaves_the_lower_counts_alone(new_page: NewPage) -> None:
    page = new_page(f"{COUNTER}&rounds=4000000&seed=7&run=1", viewport=WIDE)
    settled(page)
    page.locator("[data-figure=n0]").wait_for()
    move(page, "lab-leave", 0)
    page.locator("dd", has_text="of the rounds are played").wait_for()
    found = cc.simulate(
        "vegas-strip",
        count="hi-lo",
        ramp="1:2,2:4,3:8",
        indices="all",
        rounds=4_000_000,
        seed=7,
    )
    left = found.winnings.leaving(0)
    assert figure(page, "win_rate_per_100") == left.per_100
    assert figure(page, "n0") == left.n0
    assert left.per_100 > found.winnings.per_100


def test_a_duel_shows_its_interval_and_histogram(new_page: NewPage) -> None:
    page = new_page("/lab?view=duel&first=alpha&second=caller&pairs=3000&seed=1", viewport=WIDE)
    page.get_by_role("button", name="Play the duel").click()
    settled(page)
    duel = cc.duel("alpha", "caller", pairs=3000, seed=1, workers=1)
    assert figure(page, "mean") == duel.gain
    assert page.locator(".bar").count() > 10
    page.locator("summary", has_text="Gains of pairs as a table").click()
    rows = page.locator(".figure-box", has_text="Gains of pairs").locator("tbody tr")
    counted = rows.evaluate_all("rows => rows.map(row => row.lastChild.textContent)")
    assert sum(int(text.replace(",", "")) for text in counted) == 3000


def test_rules_are_compared_side_by_side(new_page: NewPage) -> None:
    page = new_page("/lab?view=compare&beside=european&beside=downtown", viewport=WIDE)
    page.locator(".lab-compared").wait_for()
    page.locator("summary", has_text="Change the rules").click()
    page.locator("#rule-decks").select_option("1")
    page.get_by_role("button", name="Put these rules").click()
    page.locator(".lab-compared thead th").nth(2).wait_for()
    shown = page.locator(".lab-compared strong").evaluate_all(
        "edges => edges.map(edge => Number(edge.dataset.value))"
    )
    one_deck = cc.game("vegas-strip", decks=1)
    assert shown == [cc.solve(what).edge for what in ("european", "downtown", one_deck)]
    page.get_by_role("button", name="Take European away").click()
    page.wait_for_function("() => document.querySelectorAll('thead th').length < 3")
    assert "european" not in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "/lab?game=vegas-strip",
        "/lab?game=double-exposure&chart=best",
        f"{COUNTER}&rounds=4000000&seed=7&run=1",
        "/lab?view=compare",
        "/lab?view=duel&pairs=2000&seed=1&run=1",
    ],
)
def test_nothing_runs_out_of_a_phones_screen(new_page: NewPage, path: str, scheme: str) -> None:
    page = new_page(path, viewport=PHONE, color_scheme=scheme)
    ready = ".chart-grid, .lab-compared, .lab-repeat a"
    page.locator(ready).first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_page_tells_what_it_has_found(new_page: NewPage) -> None:
    page = new_page(f"{COUNTER}&rounds=1000000&seed=7&run=1", viewport=WIDE)
    settled(page)
    page.wait_for_function("() => told.join(' ').includes('The simulation is done: edge')")


def move(page: Page, slider: str, to: int) -> None:
    """Move a slider as a person does: it tells every value on its way."""
    page.locator(f"#{slider}").evaluate(
        """(input, to) => {
            const step = Math.sign(to - Number(input.value));
            while (step && Number(input.value) !== to) {
                input.value = Number(input.value) + step;
                input.dispatchEvent(new Event("input", { bubbles: true }));
            }
        }""",
        to,
    )
