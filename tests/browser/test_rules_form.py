"""The rules as a form: every field explained, contradictions beside it, the edge at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.table_pages import wait_to_hear

import cutcard
from cutcard.blackjack.rules import Rules
from cutcard.report.solutions import percent

if TYPE_CHECKING:
    from playwright.sync_api import Page

    NewPage = Callable[..., Page]


def opened(new_page: NewPage, path: str = "/play") -> Page:
    """The form with all its fields open."""
    page = new_page(path, viewport={"width": 1100, "height": 900})
    page.locator(".rules-edge", has_text="Edge").wait_for()
    if not page.locator("details.rules-details[open]").count():
        page.locator("summary", has_text="Change the rules").click()
    return page


def edge_shown(game: str, **changes: object) -> str:
    """The edge as the form should show it, solved here."""
    return percent(cutcard.solve(cutcard.game(game, **changes)).edge, 4).replace("-", "−")


def test_every_field_of_the_rulebook_has_its_sentence_and_its_value(new_page: NewPage) -> None:
    page = opened(new_page)
    for field in Rules.fields():
        control = page.locator(f"#rule-{field.name}")
        said = page.locator(f"#rule-{field.name}-says").inner_text()
        assert said == field.metadata["says"]
        assert f"rule-{field.name}-says" in control.get_attribute("aria-describedby")


def test_a_contradiction_is_explained_beside_the_field_that_was_changed(new_page: NewPage) -> None:
    page = opened(new_page)
    page.get_by_label("naturals").select_option("player")
    complaint = page.locator("#rule-naturals-complaint")
    complaint.filter(has_text="does not go with").wait_for()
    assert complaint.inner_text() == (
        "hole_card = peek does not go with naturals = player:"
        " the dealer would have no blackjack to look for (hole_card = hidden does)"
    )
    assert page.locator("#rule-hole_card").get_attribute("aria-invalid") == "true"
    assert page.get_by_role("button", name="Sit down").is_disabled()
    wait_to_hear(page, "the dealer would have no blackjack")
    page.get_by_label("naturals").select_option("both")
    page.locator(".rules-edge", has_text="Edge").wait_for()
    assert complaint.inner_text() == ""
    assert page.get_by_role("button", name="Sit down").is_enabled()


def test_a_value_that_cannot_be_read_is_explained(new_page: NewPage) -> None:
    page = opened(new_page)
    page.get_by_label("blackjack pays").fill("3")
    page.locator("#rule-blackjack_pays-complaint", has_text="such as 3:2").wait_for()


def test_the_edge_follows_every_change_and_equals_the_solvers(new_page: NewPage) -> None:
    page = opened(new_page)
    page.locator(".rules-edge", has_text=edge_shown("vegas-strip")).wait_for()
    page.get_by_label("hit soft 17").check()
    page.get_by_label("decks").select_option("2")
    changed = edge_shown("vegas-strip", hit_soft_17=True, decks=2)
    page.locator(".rules-edge", has_text=changed).wait_for()
    assert page.locator(".rule.differs").count() == 2
    assert page.url.endswith("rule=decks%3D2&rule=hit_soft_17%3Dtrue")


def test_a_later_change_cancels_the_question_before_it(new_page: NewPage) -> None:
    page = opened(new_page)
    given_up = []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    # The first question is held back until the second has been answered.
    held = []

    def hold(route: object) -> None:
        held.append(route)

    page.route("**/api/edge", hold, times=1)
    page.get_by_label("hit soft 17").check()
    page.get_by_label("resplit aces").check()
    changed = edge_shown("vegas-strip", hit_soft_17=True, resplit_aces=True)
    page.locator(".rules-edge", has_text=changed).wait_for()
    assert len(held) == 1
    assert [re.sub(".*/api", "/api", url) for url in given_up] == ["/api/edge"]


def test_rules_in_the_address_are_those_of_the_table(new_page: NewPage) -> None:
    page = opened(new_page, "/play?game=european&rule=surrender=early&rule=decks=2")
    assert page.get_by_label("surrender").input_value() == "early"
    page.get_by_role("button", name="Sit down").click()
    page.locator(".status", has_text="Place your bet").wait_for()
    rules = page.locator(".table-rules").inner_text()
    assert "2 decks" in rules
    assert "early surrender" in rules


def test_a_busy_server_forbids_no_rules(new_page: NewPage) -> None:
    page = opened(new_page)

    def busy(route: object) -> None:
        route.fulfill(status=503, json={"error": "too much is asked for"})

    page.route("**/api/edge", busy)
    page.get_by_label("hit soft 17").check()
    page.locator(".rules-edge", has_text="not known now: too much is asked for").wait_for()
    assert page.get_by_role("button", name="Sit down").is_enabled()


def test_pokers_rules_are_explained_when_a_table_is_refused(new_page: NewPage) -> None:
    page = new_page("/blockhead")
    page.locator("summary", has_text="Change the rules").click()
    page.get_by_label("least raise").fill("11")
    page.get_by_role("button", name="Sit down").click()
    complaint = page.locator("#rule-least_raise-complaint", has_text="no raise would be allowed")
    complaint.wait_for()
    assert page.get_by_label("least raise").get_attribute("aria-invalid") == "true"
