"""Pages that everybody can use: axe-core finds nothing serious, light or dark, phone or desktop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.table_pages import bet, open_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = pytest.mark.skipif(
    not AXE.exists(), reason="axe-core is not installed: npm ci --prefix tests/browser/axe"
)

LOOKS = {
    "desktop": {"viewport": {"width": 1200, "height": 850}, "color_scheme": "light"},
    "phone": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
}


def findings(page: Page) -> list[str]:
    """What axe-core calls serious or critical, each with the first element it is about."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['impact']}: {one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def sideways(page: Page) -> bool:
    """Whether the page is wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", ["/", "/play", "/blockhead", "/train", "/lab", "/tables"])
def test_a_page_has_no_serious_finding(new_page: Callable[..., Page], path: str, look: str) -> None:
    page = new_page(path, reduced_motion="reduce", **LOOKS[look])
    page.locator("main h1").wait_for()
    page.wait_for_load_state("networkidle")
    assert findings(page) == []
    assert not sideways(page)


@pytest.mark.parametrize("look", LOOKS)
def test_a_table_in_play_has_no_serious_finding(new_page: Callable[..., Page], look: str) -> None:
    page = new_page("/", reduced_motion="reduce", **LOOKS[look])
    open_table(page, seed=3)
    assert findings(page) == []
    bet(page, 2)
    page.locator(".status", has_text="Your turn").wait_for()
    assert findings(page) == []
    assert not sideways(page)


@pytest.mark.parametrize("look", LOOKS)
def test_an_exercise_has_no_serious_finding(new_page: Callable[..., Page], look: str) -> None:
    page = new_page("/train", reduced_motion="reduce", **LOOKS[look])
    page.get_by_role("button", name="Begin").click()
    page.locator(".board").wait_for()
    assert findings(page) == []
    assert not sideways(page)
