"""Several people at one table, each in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.table_pages import cards, wait_to_hear

if TYPE_CHECKING:
    from playwright.sync_api import Page

    NewPage = Callable[..., Page]


def host(new_page: NewPage, name: str) -> Page:
    """Somebody who names themselves in the lobby and opens a table."""
    page = new_page("/tables", reduced_motion="reduce")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Keep it").click()
    page.get_by_text(f"You are {name}.").wait_for()
    page.locator(".rules-edge", has_text="Edge").wait_for()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".status", has_text="Place your bet").wait_for()
    return page


def guest(new_page: NewPage, opener: str, name: str) -> Page:
    """Somebody who finds the opener's table in the lobby and sits down there."""
    page = new_page("/tables", reduced_motion="reduce")
    page.locator(".lobby li", has_text=opener).get_by_role("link").click()
    page.locator(".status", has_text="You are watching").wait_for()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit at seat 2").click()
    page.locator(".seat.you", has_text=name).wait_for()
    return page


def test_two_people_play_one_round_at_one_table(new_page: NewPage) -> None:
    ann = host(new_page, "Ann")
    bob = guest(new_page, "Ann", "Bob")
    ann.locator(".seat", has_text="Bob").wait_for()
    ann.keyboard.press("Enter")
    ann.locator(".status", has_text="waiting for the others").wait_for()
    bob.keyboard.press("Enter")
    for page in (ann, bob):
        page.locator(".dealer .card").first.wait_for()
        page.locator(".seat .card").nth(3).wait_for()
    # Seats play in their order; either may have a blackjack and nothing to decide.
    standing = "Your turn|You (won|lost)|Even"
    for page, other, seen in ((ann, bob, f"{standing}|is playing"), (bob, ann, standing)):
        page.locator(".status", has_text=re.compile(seen)).wait_for()
        if page.locator(".status", has_text="Your turn").count():
            other.locator(".status", has_text="is playing").wait_for()
            assert other.locator(".table-actions button:not([aria-disabled=true])").count() == 0
            page.keyboard.press("s")
    for page in (ann, bob):
        page.locator(".status", has_text=re.compile("You (won|lost)|Even")).wait_for()
    assert cards(ann, ".felt") == cards(bob, ".felt")
    wait_to_hear(ann, "Bob bets")
    wait_to_hear(bob, "Ann bets")


def test_a_spectator_sees_the_table_and_can_do_nothing(new_page: NewPage) -> None:
    cid = host(new_page, "Cid")
    page = new_page(cid.url)
    page.locator(".status", has_text="You are watching").wait_for()
    cid.keyboard.press("Enter")
    page.locator(".dealer .card").first.wait_for()
    assert page.locator(".controls button:not([aria-disabled=true])").count() == 0


def test_two_tabs_of_one_browser_are_one_seat(new_page: NewPage) -> None:
    first = host(new_page, "Dora")
    second = first.context.new_page()
    second.goto(first.url)
    second.locator(".seat.you", has_text="Dora").wait_for()
    first.keyboard.press("Enter")
    second.locator(".dealer .card").first.wait_for()
    second.locator(".status", has_text=re.compile("Your turn|You (won|lost)|Even")).wait_for()
    moment = second.locator(".table-inside").get_attribute("data-moment")
    first.locator(f".table-inside[data-moment='{moment}']").wait_for()
    assert cards(first, ".felt") == cards(second, ".felt")


def test_a_name_is_shown_as_text_whatever_it_holds(new_page: NewPage) -> None:
    name = "<b>&amp;</b> <img src=x>"
    page = host(new_page, name)
    other = new_page("/tables")
    other.locator(".lobby li", has_text=name).wait_for()
    assert name in page.locator(".seat.you .owner").inner_text()
    assert page.locator("main img, main b").count() == 0
