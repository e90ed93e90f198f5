"""Fair cards: the page takes part in every shuffle and checks the dealer itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from blackjack.made_up_games import any_cards, any_choices, any_rules, chooser, endless, play_out
from browser.table_pages import open_table, wait_to_hear
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cutcard.blackjack.rules import Rules
from cutcard.cards import Card

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    NewPage = Callable[..., Page]
    Tamper = Callable[[dict[str, Any]], None]

OVER = re.compile("You (won|lost)|Even")
STANDING = re.compile("Your turn|You (won|lost)|Even")


def sit_down(new_page: NewPage, **asked: object) -> Page:
    """A new person at a fair table."""
    page = new_page("/", reduced_motion="reduce")
    open_table(page, fair=True, **asked)
    return page


def play_round(page: Page, number: int) -> None:
    """Bet and stand, in the table's round of this number."""
    page.keyboard.press("Enter")
    page.locator(".fair-badge", has_text=f"round {number}").wait_for()
    page.locator(".status", has_text=STANDING).wait_for()
    if page.locator(".status", has_text="Your turn").count():
        page.keyboard.press("s")
    page.locator(".status", has_text=OVER).wait_for()


def save(page: Page, path: Path) -> Path:
    """Save the proof as a person does."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the proof").click()
    saved.value.save_as(path)
    return path


def verify(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cutcard", "verify", *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_rounds_are_proven_by_the_page_and_by_verify(new_page: NewPage, tmp_path: Path) -> None:
    page = sit_down(new_page)
    for number in (1, 2, 3):
        play_round(page, number)
        page.locator(".fair-state", has_text=f"Round {number} is proven.").wait_for()
    assert page.locator(".step-mark").all_inner_texts() == ["✓"] * 4
    assert "cannot vouch for the dealer" in page.locator(".fair").inner_text()
    saved = save(page, tmp_path / "mine.jsonl")
    found = verify(saved)
    assert found.returncode == 0, found.stderr
    assert "3 rounds of 1 table" in found.stdout

    changed = tmp_path / "changed.jsonl"
    changed.write_text(saved.read_text().replace('"round":2', '"round":4'))
    assert verify(changed).returncode == 1


def test_without_a_secure_context_the_page_computes_its_own_digests(new_page: NewPage) -> None:
    page = new_page("/", reduced_motion="reduce")
    page.context.add_init_script(
        "Object.defineProperty(Crypto.prototype, 'subtle', { value: null })"
    )
    open_table(page, fair=True)
    assert page.evaluate("crypto.subtle") is None
    play_round(page, 1)
    page.locator(".fair-state", has_text="Round 1 is proven.").wait_for()


def test_two_browsers_and_a_second_tab_prove_the_same_round(
    new_page: NewPage, tmp_path: Path
) -> None:
    ann = sit_down(new_page, open=True, seats=2)
    bob = new_page(ann.url, reduced_motion="reduce")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit at seat 2").click()
    bob.locator(".seat.you").wait_for()
    again = ann.context.new_page()
    again.goto(ann.url)
    again.locator(".seat.you").wait_for()
    ann.locator(".status", has_text="Place your bet").wait_for()
    ann.keyboard.press("Enter")
    bob.keyboard.press("Enter")
    for page, seen in ((ann, f"{STANDING.pattern}|is playing"), (bob, STANDING.pattern)):
        page.locator(".status", has_text=re.compile(seen)).wait_for()
        if page.locator(".status", has_text="Your turn").count():
            page.keyboard.press("s")
    for page in (ann, bob, again):
        page.locator(".fair-state", has_text="Round 1 is proven.").wait_for()
    found = verify(save(ann, tmp_path / "ann.jsonl"), save(bob, tmp_path / "bob.jsonl"))
    assert found.returncode == 0, found.stderr


def test_a_page_loaded_anew_in_a_round_still_proves_it(new_page: NewPage) -> None:
    page = sit_down(new_page)
    number = 0
    while not page.locator(".status", has_text="Your turn").count():
        number += 1
        page.keyboard.press("Enter")
        page.locator(".fair-badge", has_text=f"round {number}").wait_for()
        page.locator(".status", has_text=STANDING).wait_for()
    page.reload()
    page.locator(".status", has_text="Your turn").wait_for()
    page.keyboard.press("s")
    page.locator(".fair-state", has_text=f"Round {number} is proven.").wait_for()


def between(page: Page, tamper: Tamper) -> None:
    """Stand between the page and the server, and change what the server says."""

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(text: str) -> None:
            message = json.loads(text)
            tamper(message)
            line.send(json.dumps(message))

        server.on_message(pass_on)

    page.route_web_socket("**/ws/table/*", connect)


def other_digit(text: str) -> str:
    """The same hexadecimal digits, but for the last."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def other_card(card: str) -> str:
    return "2c" if card != "2c" else "3c"


def wrong_secret(message: dict[str, Any]) -> None:
    if message.get("step") == "reveal":
        message["secret"] = other_digit(message["secret"])


def wrong_digest(message: dict[str, Any]) -> None:
    if message.get("step") == "digests":
        message["digests"][0] = other_digit(message["digests"][0])


def wrong_nonce(message: dict[str, Any]) -> None:
    if message.get("step") == "nonces":
        message["nonces"][0] = other_digit(message["nonces"][0])


def wrong_first_card(message: dict[str, Any]) -> None:
    """Another first card, in everything that is said of it."""
    if message["type"] == "view":
        for hand in message["seats"][0]["hands"]:
            hand["cards"][0] = other_card(hand["cards"][0])
    elif message.get("step") == "reveal":
        first, *others = message["hands"][0][0].split()
        message["hands"][0][0] = " ".join([other_card(first), *others])


def cards_in_another_order(message: dict[str, Any]) -> None:
    """The first two cards exchanged, in everything that is said of them."""
    if message["type"] == "view":
        for hand in message["seats"][0]["hands"]:
            hand["cards"][:2] = hand["cards"][1::-1]
        mine = [one for one in message["happened"] if one["what"] == "dealt" and one["to"] == "0"]
        if len(mine) > 1:
            mine[0]["card"], mine[1]["card"] = mine[1]["card"], mine[0]["card"]
    elif message.get("step") == "reveal":
        cards = message["hands"][0][0].split()
        message["hands"][0][0] = " ".join([*cards[1::-1], *cards[2:]])


def wrong_dealer_card(message: dict[str, Any]) -> None:
    if message["type"] == "view" and message["dealer"]["cards"]:
        message["dealer"]["cards"][0] = other_card(message["dealer"]["cards"][0])
    elif message.get("step") == "reveal":
        first, *others = message["dealer"].split()
        message["dealer"] = " ".join([other_card(first), *others])


def wrong_gain(message: dict[str, Any]) -> None:
    """A chip less, in everything that is said of it."""
    if message["type"] == "view" and message["seats"] and message["seats"][0]["gain"] is not None:
        message["seats"][0]["gain"] = str(float(message["seats"][0]["gain"]) - 1)
    elif message.get("step") == "reveal":
        message["gains"][0] -= 2


def other_seconds(message: dict[str, Any]) -> None:
    if message.get("step") == "commit":
        message["seconds"] += 1


@pytest.mark.parametrize(
    ("tamper", "sentence"),
    [
        (wrong_secret, "the secret is not the one that the dealer was bound to"),
        (wrong_digest, "the dealer shows another digest in the place of yours"),
        (wrong_nonce, "the nonce of seat 1 is not the one that it was bound to"),
        (wrong_first_card, "card 1 of|are not those of their places"),
        (cards_in_another_order, "card 1 of .* was .., but should have been .."),
        (wrong_dealer_card, "card 1 of the dealer was"),
        (wrong_gain, "was told a gain of .*, but the cards give"),
        (other_seconds, "the secret is not the one that the dealer was bound to"),
    ],
)
def test_a_crooked_dealer_is_caught(new_page: NewPage, tamper: Tamper, sentence: str) -> None:
    page = new_page("/", reduced_motion="reduce")
    between(page, tamper)
    open_table(page, fair=True)
    # Equal first cards could be exchanged unseen: a round in which they differ comes soon.
    failed = page.locator(".fair-state", has_text="has failed a check")
    for number in range(1, 9):
        page.keyboard.press("Enter")
        page.locator(".fair-badge", has_text=f"round {number}").wait_for()
        page.locator(".status", has_text=STANDING).or_(failed).first.wait_for()
        if page.locator(".status", has_text="Your turn").count():
            page.keyboard.press("s")
        page.locator(".fair-state", has_text=re.compile("is proven|failed")).wait_for()
        if failed.count():
            break
    assert re.search(sentence, failed.inner_text())


def cut_at(page: Page, step: str, tamper: Tamper = lambda message: None) -> list[str]:
    """Cut the page's line once, at a step of the shuffle; from then on change what is said."""
    cut: list[str] = []

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(text: str) -> None:
            message = json.loads(text)
            if message.get("step") == step and not cut:
                cut.append(text)
                line.close(code=1001)
                server.close(code=1001)
                return
            if cut:
                tamper(message)
            line.send(json.dumps(message))

        server.on_message(pass_on)

    page.route_web_socket("**/ws/table/*", connect)
    return cut


@pytest.mark.parametrize("step", ["commit", "digests", "nonces", "reveal"])
def test_a_line_that_is_cut_in_a_fair_round_is_no_accusation(new_page: NewPage, step: str) -> None:
    page = new_page("/", reduced_motion="reduce")
    cut = cut_at(page, step)
    open_table(page, fair=True)
    page.keyboard.press("Enter")
    page.locator(".status", has_text=STANDING).wait_for()
    if page.locator(".status", has_text="Your turn").count():
        page.keyboard.press("s")
    wait_to_hear(page, "Connected again.")
    page.locator(".status", has_text=STANDING).wait_for()
    if page.locator(".status", has_text="Your turn").count():
        page.keyboard.press("s")
    page.locator(".status", has_text=OVER).wait_for()
    assert len(cut) == 1
    page.locator(".fair-state", has_text=re.compile("Round 1 is (proven|void)")).wait_for()


def back_to_bets(message: dict[str, Any]) -> None:
    """The cards taken off the table before anybody who comes back sees how the round ended."""
    if message["type"] == "view":
        message["phase"] = "betting"
        message["dealer"] = {**message["dealer"], "cards": []}
        for seat in message["seats"]:
            seat["hands"] = []


def other_cards_at_the_end(message: dict[str, Any]) -> None:
    """Another first card of the player's, said of the end of a round that could not be seen."""
    back_to_bets(message)
    if message.get("step") == "reveal":
        first, *others = message["hands"][0][0].split()
        message["hands"][0][0] = " ".join([other_card(first), *others])
        message["shown"]["seats"][0]["hands"][0]["cards"][0] = other_card(first)


@pytest.mark.parametrize(
    ("tamper", "sentence"),
    [
        (back_to_bets, "Round 1 is proven."),
        (other_cards_at_the_end, "were others before your line was cut"),
    ],
)
def test_the_end_of_a_round_that_was_missed_goes_on_from_what_was_seen(
    new_page: NewPage, tamper: Tamper, sentence: str
) -> None:
    page = new_page("/", reduced_motion="reduce")
    cut = cut_at(page, "reveal", tamper)
    open_table(page, fair=True)
    page.keyboard.press("Enter")
    page.locator(".status", has_text=STANDING).wait_for()
    if page.locator(".status", has_text="Your turn").count():
        page.keyboard.press("s")
    wait_to_hear(page, "Connected again.")
    page.locator(".fair-state", has_text=sentence).wait_for()
    assert len(cut) == 1


GAINS = """async rounds => {
    const { gainDue, misdrawn } = await import("/static/fair/payments.js");
    return rounds.map(({ rules, seats, dealer }) => [
        seats.map(seat => gainDue(rules, seat, dealer)),
        misdrawn(rules, dealer, seats.flatMap(seat => seat.hands)),
    ]);
}"""


def test_the_pages_payments_are_the_engines_by_any_rules(new_page: NewPage) -> None:
    page = new_page("/")

    @settings(
        max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
    )
    @given(
        any_rules(),
        st.lists(st.integers(1, 9), min_size=1, max_size=3).map(tuple),
        any_cards(),
        any_choices(),
        st.integers(0, 2**32),
    )
    def compare(
        rules: Rules, bets: tuple[int, ...], first: tuple[Card, ...], choices: list[int], seed: int
    ) -> None:
        end = play_out(rules, bets, endless(first, seed), chooser(choices)).last
        seats = [
            {
                "bet": bet,
                "insurance": end.insurance[seat],
                "hands": [
                    {
                        "cards": [card.text for card in box.hand.cards],
                        "stake": box.units,
                        "fate": box.fate.value,
                        "split": box.split,
                    }
                    for box in end.boxes
                    if box.seat == seat
                ],
            }
            for seat, bet in enumerate(bets)
        ]
        dealer = [card.text for card in end.dealer.cards]
        found = page.evaluate(GAINS, [{"rules": rules.plain(), "seats": seats, "dealer": dealer}])
        assert found == [[list(end.nets), ""]]

    compare()


def test_the_pages_own_digest_is_sha_256(new_page: NewPage) -> None:
    import hashlib

    page = new_page("/")
    texts = ["a" * size for size in (*range(0, 130), 1000)]
    found = page.evaluate(
        """async texts => {
            const { plainSha256 } = await import("/static/fair/sha256.js");
            const { bytesOf, hex } = await import("/static/fair/arithmetic.js");
            return texts.map(text => hex(plainSha256(bytesOf(text))));
        }""",
        texts,
    )
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_a_game_whose_hands_do_not_fit_is_refused_with_the_count(new_page: NewPage) -> None:
    page = new_page("/play?game=single-deck")
    page.locator(".rules-edge", has_text="Edge").wait_for()
    page.locator("summary", has_text="Seed and fair cards").click()
    page.get_by_label("fair", exact=True).check()
    page.get_by_role("button", name="Sit down").click()
    refusal = page.get_by_role("alert").filter(has_text="places for each of 2 parties")
    refusal.wait_for()
    assert re.search(r"a seat may take \d+ cards", refusal.inner_text())
