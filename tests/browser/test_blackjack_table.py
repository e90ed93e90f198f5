"""A blackjack table, seen and played in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.seeded import find_seed, split_and_double
from browser.table_pages import at_table, bet, cards, open_table, positions, press, wait_to_hear

if TYPE_CHECKING:
    from playwright.sync_api import Page

    NewPage = Callable[..., Page]


def test_a_pair_is_split_one_hand_doubled_and_both_are_paid(new_page: NewPage) -> None:
    seed, end = split_and_double()
    page = at_table(new_page, seed)
    bet(page, 2)
    press(page, "Split")
    page.get_by_label(re.compile("^Your hand 1 of 2, in play")).wait_for()
    assert page.locator(".hand.in-play", has_text="▶").count() == 1
    assert "Your turn: hand 1 of 2." in page.locator(".status").inner_text()
    press(page, "Double")
    page.get_by_label(re.compile("^Your hand 2 of 2, in play")).wait_for()
    press(page, "Stand")
    page.locator(".outcome.won, .outcome.lost").first.wait_for()

    mine = end["seats"][0]
    assert cards(page, ".seat.you") == [hand["cards"] for hand in mine["hands"]]
    assert cards(page, ".dealer") == [end["dealer"]["cards"]]
    assert page.locator(".hand .stake").all_inner_texts() == ["4", "2"]
    outcomes = page.locator(".hand .outcome").all_inner_texts()
    for outcome, hand in zip(outcomes, mine["hands"], strict=True):
        assert outcome.replace("−", "-").endswith(hand["gain"] if hand["gain"] != "0" else "push")
    assert f"{mine['chips']} left" in page.locator(".seat-chips").inner_text()
    wait_to_hear(page, "with hand 2")
    wait_to_hear(page, "You double.")
    wait_to_hear(page, "The dealer turns over")


def test_insurance_is_offered_taken_and_paid(new_page: NewPage) -> None:
    rules = {"insurance": True}
    seed, end = find_seed(
        lambda view: view["phase"] == "over" and view["dealer"]["words"] == "blackjack",
        "insure",
        changes=rules,
    )
    page = at_table(new_page, seed, changes=rules)
    bet(page, 2)
    page.locator(".status", has_text="Insurance?").wait_for()
    assert cards(page, ".dealer") == [[end["dealer"]["cards"][0], "??"]]
    page.keyboard.press("i")
    page.locator(".in-all", has_text="In all: even").wait_for()
    assert page.locator(".insurance").inner_text() == "Insured for 1"
    assert cards(page, ".dealer") == [end["dealer"]["cards"]]
    wait_to_hear(page, "Your insurance wins 2 chips.")


def test_advice_is_exact_and_a_mistake_is_priced(new_page: NewPage) -> None:
    # Twenty against a dealer's six: hitting it is dear.
    seed, _ = find_seed(
        lambda view: (
            view["dealer"]["value"] == "6"
            and view["seats"][0]["hands"][0]["words"] == "20"
            and "stand" in view["legal"]
        )
    )
    page = at_table(new_page, seed)
    bet(page, 2)
    page.locator(".status", has_text="Your turn").wait_for()
    page.keyboard.press("?")
    page.locator(".advice-worths td").first.wait_for()
    worths = dict(
        zip(
            (words.split()[0] for words in page.locator(".advice-worths th").all_inner_texts()),
            (
                float(text.replace("−", "-"))
                for text in page.locator(".advice-worths td").all_inner_texts()
            ),
            strict=True,
        )
    )
    assert max(worths, key=worths.__getitem__) == "stand"
    on_buttons = page.locator(".table-actions .worth").all_inner_texts()
    told = page.locator(".advice-worths td").all_inner_texts()
    assert sorted(text.removeprefix("★ ") for text in on_buttons if text) == sorted(told)
    assert page.locator(".table-actions .best").inner_text().startswith("Stand")
    page.keyboard.press("h")
    page.locator(".cost", has_text="Hit cost").wait_for()
    cost = re.search(r"cost ([\d.]+) of a bet: stand was best", page.locator(".cost").inner_text())
    assert cost is not None
    # Both are rounded to four places, so that their difference may be off by one in the last.
    assert abs(float(cost.group(1)) - (worths["stand"] - worths["hit"])) < 0.00011

    if page.locator(".status", has_text="Your turn").count():
        page.keyboard.press("s")
    page.locator(".outcome.won, .outcome.lost").first.wait_for()
    page.get_by_text("Your session so far").click()
    page.locator(".costliest", has_text=f"hit instead of stand: {cost.group(1)}").wait_for()
    assert page.locator(".facts", has_text="Mistakes").count() == 1


def test_a_round_is_played_by_keyboard_alone_and_the_focus_stays(new_page: NewPage) -> None:
    page = new_page("/play", viewport={"width": 1000, "height": 800})
    page.locator(".rules-edge", has_text="Edge").wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Sit down":
            break
    page.keyboard.press("Enter")
    page.locator(".status", has_text="Place your bet").wait_for()
    page.keyboard.press("Tab")
    before = page.evaluate("document.activeElement.outerHTML.slice(0, 60)")
    page.keyboard.press("0")
    page.keyboard.press("2")
    page.keyboard.press("1")
    assert page.get_by_label("Your bet in chips").input_value() == "6"
    for _ in range(3):
        page.evaluate("window.told = []")
        page.keyboard.press("Space")
        wait_to_hear(page, "The dealer shows")
        while page.locator(".status", has_text="Your turn").count():
            page.keyboard.press("s")
            page.locator(".status", has_text=re.compile("You (won|lost)|Even")).wait_for()
        assert page.evaluate("document.activeElement.outerHTML.slice(0, 60)") == before
        page.wait_for_function("() => /You (win|lose|get)/.test(window.told.join(' '))")


def test_letters_can_be_switched_off(new_page: NewPage) -> None:
    seed, _ = find_seed(lambda view: "stand" in view["legal"])
    page = at_table(new_page, seed)
    bet(page, 2)
    page.locator(".status", has_text="Your turn").wait_for()
    page.locator("summary", has_text="Keys").click()
    page.get_by_label("Letters and digits act").uncheck()
    page.locator("h1").click()
    page.keyboard.press("s")
    page.get_by_label("Letters and digits act").check()
    assert page.locator(".status", has_text="Your turn").count() == 1
    page.locator("h1").click()
    page.keyboard.press("s")
    page.locator(".status", has_text=re.compile("You (won|lost)|Even")).wait_for()


def test_buttons_keep_their_place_through_a_round(new_page: NewPage) -> None:
    seed, _ = split_and_double()
    page = at_table(new_page, seed)
    before = positions(page)
    bet(page, 2)
    page.locator(".status", has_text="Your turn").wait_for()
    page.keyboard.press("?")
    page.locator(".advice-worths td").first.wait_for()
    assert positions(page) == before
    press(page, "Split")
    page.get_by_label(re.compile("^Your hand 1 of 2, in play")).wait_for()
    press(page, "Double")
    page.get_by_label(re.compile("^Your hand 2 of 2, in play")).wait_for()
    press(page, "Stand")
    page.locator(".outcome.won, .outcome.lost").first.wait_for()
    page.locator(".cost", has_text=re.compile("cost|best")).wait_for()
    assert positions(page) == before


def test_a_bet_beyond_the_chips_is_explained_and_not_sent(new_page: NewPage) -> None:
    page = at_table(new_page, None)
    page.get_by_label("Your bet in chips").fill("101")
    assert page.locator(".bet-complaint").inner_text() == "A bet is 1 to 100."
    assert page.get_by_role("button", name="Deal").get_attribute("aria-disabled") == "true"


def test_a_phone_holds_the_table_and_fingers_find_every_button(new_page: NewPage) -> None:
    seed, end = split_and_double()
    phone = {"width": 360, "height": 640}
    page = new_page("/", viewport=phone, has_touch=True, is_mobile=True, reduced_motion="reduce")
    open_table(page, seed=seed)
    page.get_by_label("Your bet in chips").fill("2")
    page.get_by_role("button", name="Deal").tap()
    for name in ("Split", "Double", "Stand"):
        page.locator(f".controls button:not([aria-disabled=true]):has-text('{name}')").tap()
    page.locator(".outcome.won, .outcome.lost").first.wait_for()
    assert cards(page, ".seat.you") == [hand["cards"] for hand in end["seats"][0]["hands"]]
    assert page.evaluate("document.documentElement.scrollWidth") == phone["width"]
    sizes = page.locator(".controls button:visible, header a:visible").evaluate_all(
        "all => all.map(one => [one.textContent, one.getBoundingClientRect().height])"
    )
    assert [name for name, height in sizes if height < 44] == []
    overhang = page.locator(".controls button:visible").evaluate_all(
        """all => all.filter(one => one.scrollWidth > one.clientWidth + 1)
            .map(one => one.textContent)"""
    )
    assert overhang == []


def test_a_lost_connection_is_told_and_mended(new_page: NewPage) -> None:
    seed, _ = find_seed(lambda view: "stand" in view["legal"])
    page = new_page("/", reduced_motion="reduce")
    lines = []

    def connect(line: object) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket("**/ws/table/*", connect)
    open_table(page, seed=seed)
    bet(page, 2)
    page.locator(".status", has_text="Your turn").wait_for()
    lying = cards(page, ".felt")
    lines[-1].close(code=1001)
    page.locator(".table-rules", has_text="The connection is lost").wait_for()
    wait_to_hear(page, "Connected again.")
    assert cards(page, ".felt") == lying
    assert "The connection is lost" not in page.locator(".table-rules").inner_text()
    page.keyboard.press("s")
    page.locator(".status", has_text=re.compile("You (won|lost)|Even")).wait_for()
    assert len(lines) == 2


def test_a_table_that_is_not_there_is_told(new_page: NewPage) -> None:
    page = new_page("/table/nowhere")
    page.locator(".table-rules", has_text="there is no such table").wait_for()


def test_who_has_lost_all_is_told_what_to_do(new_page: NewPage) -> None:
    seed, _ = find_seed(
        lambda view: view["phase"] == "over" and view["seats"][0]["gain"] == "-1", "stand", bet=1
    )
    page = at_table(new_page, seed, chips=1)
    bet(page, 1)
    press(page, "Stand")
    page.locator(".status", has_text="You have no chips left: open another table.").wait_for()
