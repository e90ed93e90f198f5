"""What tests do at a table in the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def open_table(page: Page, **asked: object) -> None:
    """Open a table for the browser's seat and go there."""
    answer = page.evaluate(
        """asked => fetch("/api/tables", { method: "POST", body: JSON.stringify(asked),
            headers: { "content-type": "application/json" } }).then(answer => answer.json())""",
        {"game": "vegas-strip", **asked},
    )
    page.goto(answer["path"])
    page.locator(".status", has_text=re.compile("bet|watching|turn")).wait_for()


def at_table(new_page: Callable[..., Page], seed: int | None, **options: object) -> Page:
    """A new person's page at a table of their own."""
    page = new_page("/", viewport={"width": 1200, "height": 850}, reduced_motion="reduce")
    open_table(page, seed=seed, **options)
    return page


def bet(page: Page, chips: int) -> None:
    """Type a bet and deal."""
    page.get_by_label("Your bet in chips").fill(str(chips))
    page.get_by_role("button", name="Deal").click()


def press(page: Page, name: str) -> None:
    """Press an action's button, once it is possible."""
    page.locator(f".controls button:not([aria-disabled=true]):has-text('{name}')").click()


def cards(page: Page, within: str) -> list[list[str]]:
    """The cards of every hand within a part of the felt."""
    return page.locator(f"{within} .hand-cards").evaluate_all(
        "rows => rows.map(row => [...row.children].map(card => card.dataset.card))"
    )


def wait_to_hear(page: Page, words: str) -> None:
    """Wait until the page's live region has told these words."""
    page.wait_for_function("words => window.told.join(' ').includes(words)", arg=words)


def positions(page: Page) -> dict[str, tuple[float, ...]]:
    """Where every button of the controls stands."""
    found = page.locator(".controls button").evaluate_all(
        """buttons => buttons.map(button => {
            const box = button.getBoundingClientRect();
            return [button.textContent, box.x, box.y, box.width, box.height];
        })"""
    )
    return {re.sub(r"[★+−\d.\s]+$", "", name): tuple(box) for name, *box in found}
