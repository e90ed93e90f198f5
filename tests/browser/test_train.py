"""Drills in the browser, by keyboard: marked as the terminal marks, and kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart
from cutcard.cards import Card
from cutcard.study.drills.logbook import logbook_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEYS = {"stand": "s", "hit": "h", "double": "d", "split": "p", "surrender": "r"}


def hands(page: Page) -> tuple[Hand, Hand]:
    """The dealer's and one's own cards, as they lie there."""
    dealer, own = page.locator(".board .hand-cards").evaluate_all(
        "rows => rows.map(row => [...row.children].map(card => card.dataset.card))"
    )
    return Hand((Card(dealer[0]),)), Hand(tuple(Card(card) for card in own))


def offered(page: Page) -> list[str]:
    return page.locator(".actions [data-action]").evaluate_all(
        "buttons => buttons.map(button => button.dataset.action)"
    )


def right_and_wrong(page: Page) -> tuple[str, str]:
    """What the chart plays, and something else."""
    dealer, own = hands(page)
    cell = load_chart("vegas-strip").cell(own, dealer)
    names = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
    legal = offered(page)
    right = next(names[letter] for letter in cell.upper() if names.get(letter) in legal)
    wrong = next(name for name in ("surrender", "hit", "stand") if name in legal and name != right)
    return right, wrong


def test_what_is_right_goes_on_at_once_and_a_mistake_is_shown_with_its_cost(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page("/train", viewport={"width": 1200, "height": 850})
    page.get_by_role("button", name="Begin").click()
    page.locator(".board").wait_for()
    right, _ = right_and_wrong(page)
    page.keyboard.press(KEYS[right])
    page.get_by_text("2 of 20; 1 right so far.").wait_for()
    _, wrong = right_and_wrong(page)
    page.keyboard.press(KEYS[wrong])
    page.get_by_role("button", name="Next").wait_for()
    assert page.locator(".marked .bad").inner_text().startswith("No: the chart says ")
    chosen = page.locator(".worths .chosen")
    assert chosen.locator("th").inner_text() == f"{wrong} (yours)"
    cost = float(chosen.locator("td").last.inner_text())
    assert cost > 0
    page.keyboard.press("Enter")
    page.get_by_text("3 of 20; 1 right so far.").wait_for()
    page.get_by_role("button", name="Finish").click()
    page.locator("main p", has_text=f"1 of 2 right. Mistakes cost {cost:.4f} bets").wait_for()
    assert "cutcard drill strategy vegas-strip --seed" in page.locator("code").inner_text()
    page.get_by_role("button", name="Practise more").click()
    page.get_by_role("cell", name="1 of 2").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Take it along").click()
    taken = tmp_path / "drills.json"
    download.value.save_as(taken)
    [kept] = logbook_in(json.loads(taken.read_text())).pages
    assert [entry.right for entry in kept.entries] == [True, False]

    other = new_page("/train")
    other.locator("input[type=file]").set_input_files(taken)
    other.locator("main [role=status]", has_text="1 sitting new of 1.").wait_for()
    other.get_by_role("cell", name="1 of 2").wait_for()


def test_a_running_count_is_kept_card_by_card(new_page: Callable[..., Page]) -> None:
    page = new_page("/train?drill=running")
    page.get_by_role("button", name="Begin").click()
    page.locator(".board").wait_for()
    cards = page.locator(".board .hand-cards > *").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )
    count = sum(
        1 if Card(card).points in range(2, 7) else -(Card(card).points in (1, 10)) for card in cards
    )
    page.get_by_label("Running count").fill(str(count))
    page.keyboard.press("Enter")
    page.get_by_text("2 of 20; 1 right so far.").wait_for()
    page.get_by_label("Running count").fill("99")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Next").wait_for()
    told = page.locator(".marked .bad").inner_text()
    assert re.fullmatch(rf"No: (-?\d+)\. It was {count}; .+\.", told), told


def test_the_address_names_the_drill_and_nonsense_is_told(new_page: Callable[..., Page]) -> None:
    page = new_page("/train?drill=decks&game=easy")
    assert page.get_by_role("radio", name="Deck estimation").is_checked()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("alert").filter(has_text="infinite").wait_for()
