"""Blockhead Poker against a machine, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.table_pages import cards, wait_to_hear

if TYPE_CHECKING:
    from playwright.sync_api import Page

    NewPage = Callable[..., Page]

MOVING = re.compile("Your turn|Press Deal|You (won|lost)|Nobody won|game;|tie;")


def sit_down(new_page: NewPage, opponent: str, **options: object) -> Page:
    """A new person at a table with a machine."""
    page = new_page("/blockhead?seed=7", reduced_motion="reduce", **options)
    page.locator("#rules-game option").first.wait_for(state="attached")
    page.get_by_label("Opponent").select_option(opponent)
    page.get_by_role("button", name="Sit down").click()
    page.locator(".status", has_text="Press Deal").wait_for()
    return page


def test_a_whole_game_is_played_by_keyboard_and_no_chip_is_lost(new_page: NewPage) -> None:
    page = sit_down(new_page, "caller")
    deals = 0
    while not re.search("game;|tie;", said := page.locator(".status").inner_text()):
        moment = page.locator(".table-inside").get_attribute("data-moment")
        if "Your turn" in said:
            hidden = cards(page, ".others")[0]
            assert hidden[0] == "??"
            assert all(card != "??" for card in hidden[1:])
            assert "??" not in cards(page, ".places:not(.others)")[0]
            page.keyboard.press("c")
        else:
            deals += 1
            page.keyboard.press("Enter")
        page.locator(f".table-inside:not([data-moment='{moment}'])").wait_for()
        page.locator(".status", has_text=MOVING).wait_for()
    assert deals == 20
    chips = page.locator(".seat-chips").all_inner_texts()
    assert sum(int(text.split()[0]) for text in chips) == 2000
    # The last deal was called to its end, so that both hands lie open.
    assert "??" not in str(cards(page, ".felt"))
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Blockhead Poker").wait_for()
    assert page.url.endswith("/blockhead?game=blockhead")


def test_a_raise_of_a_chosen_size_goes_into_the_pot(new_page: NewPage) -> None:
    page = sit_down(new_page, "caller")
    page.keyboard.press("Enter")
    page.locator(".status", has_text="nothing to call").wait_for()
    page.locator(".pot-words", has_text="Pot 20 chips").wait_for()
    page.keyboard.press("7")
    assert page.get_by_label("Chips to raise by").input_value() == "7"
    page.keyboard.press("r")
    page.locator(".pot-words", has_text="Pot 34 chips").wait_for()
    wait_to_hear(page, "You raise by 7.")
    wait_to_hear(page, "Caller calls.")


def test_folding_shows_no_hidden_card(new_page: NewPage) -> None:
    page = sit_down(new_page, "raiser")
    page.keyboard.press("Enter")
    page.locator(".status", has_text="nothing to call").wait_for()
    page.keyboard.press("c")
    page.locator(".status", has_text="10 chips to call").wait_for()
    page.keyboard.press("f")
    page.locator(".status", has_text="You lost").wait_for()
    assert cards(page, ".others")[0][0] == "??"


def test_a_strong_player_advises(new_page: NewPage) -> None:
    page = sit_down(new_page, "alpha", viewport={"width": 360, "height": 640})
    page.keyboard.press("Enter")
    page.locator(".status", has_text="Your turn").wait_for()
    page.keyboard.press("?")
    page.locator(".cost", has_text="Beta would").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    bets = page.locator(".advice-worths th").all_inner_texts()
    assert len(bets) == len(set(bets)) == 11
    assert bets[0].endswith("best")
    assert page.locator(".advice-worths caption").inner_text() == "Worth of each action, in chips"
    wait_to_hear(page, "Worth in chips:")
    page.keyboard.press("c")
    page.locator(".advice-worths th").first.wait_for(state="detached")


def test_the_session_is_reported_deal_by_deal_and_beta_named(new_page: NewPage) -> None:
    page = sit_down(new_page, "raiser")
    page.get_by_text("Your session so far").click()
    for deal in (1, 2):
        said = "Press Deal"
        while not (said.startswith(("You ", "Nobody")) and deal_shown(page) == deal):
            moment = page.locator(".table-inside").get_attribute("data-moment")
            if "Your turn" not in said:
                page.get_by_role("button", name="Deal").click()
            else:
                page.keyboard.press("f" if deal == 2 and "nothing" not in said else "c")
            page.locator(f".table-inside:not([data-moment='{moment}'])").wait_for()
            page.locator(".status", has_text=MOVING).wait_for()
            said = page.locator(".status").inner_text()
        page.locator(".facts", has_text=re.compile(rf"Deals\s*{deal}")).wait_for()
    facts = page.locator(".facts").inner_text().split("\n")
    assert facts[facts.index("You folded") + 1] == "1"
    assert facts[facts.index("Showdowns won") + 1] in ("0 of 1", "1 of 1")
    page.get_by_role("heading", name="What Beta thinks of your bets").wait_for()
    assert "its own estimates" in page.locator(".report").inner_text()


def deal_shown(page: Page) -> int:
    """The number of the deal on the table."""
    found = re.search(r"Deal (\d+) of", page.locator(".pot-words").inner_text())
    return int(found[1]) if found else 0
