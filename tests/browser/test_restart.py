"""A server that is killed in the middle of play, seen from the browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.seeded import seat_down
from browser.table_pages import at_table, bet, cards, wait_to_hear

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from web.serving import Served

    NewPage = Callable[..., Page]

OVER = re.compile("You (won|lost)|Even")


def two_rounds_with_a_decision() -> int:
    """A seed by which somebody who stands has something to decide in both rounds."""
    for seed in range(1000):
        play = seat_down(seed, 2)
        if "stand" not in play.view(0)["legal"]:
            continue
        play.act(0, {"action": "stand"})
        play.bet(0, 3)
        if "stand" in play.view(0)["legal"]:
            return seed
    raise AssertionError("there is such a seed")


def test_after_a_kill_the_page_goes_on_by_itself_with_every_chip(
    new_page: NewPage, served: Served
) -> None:
    page = at_table(new_page, two_rounds_with_a_decision())
    bet(page, 2)
    page.locator(".status", has_text="Your turn").wait_for()
    page.keyboard.press("s")
    page.locator(".status", has_text=OVER).wait_for()
    bet(page, 3)
    page.locator(".status", has_text="Your turn").wait_for()
    lying, left = cards(page, ".felt"), page.locator(".seat-chips").inner_text()

    served.kill()
    page.locator(".table-rules", has_text="The connection is lost").wait_for()
    served.start()
    wait_to_hear(page, "Connected again.")
    assert cards(page, ".felt") == lying
    assert page.locator(".seat-chips").inner_text() == left

    page.keyboard.press("s")
    page.locator(".status", has_text=OVER).wait_for()
    page.get_by_text("Your session so far").click()
    page.locator(".facts div", has_text=re.compile(r"^Rounds\s*2$")).wait_for()
