"""Blackjack for one seat, written once more, naively, from the sentences of the rules alone.

It knows nothing of the engine: cards are their letters, rules are read as plain words, money is
fractions of the bet. It is here to disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Policy = Callable[[str], str]
"""Chooses one of the letters offered: S H D P R, and I (insure) or N (decline) on an offer."""


@dataclass
class Box:
    """One hand of the player."""

    cards: list[str]
    stake: Fraction
    from_split: bool = False
    doubled: bool = False
    state: str = "open"


@dataclass
class Outcome:
    """What came of a round."""

    net: Fraction
    used: int
    asked: list[str] = field(default_factory=list)
    dealer: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    states: list[str] = field(default_factory=list)


def value(card: str) -> int:
    return 10 if card in "TJQK" else 1 if card == "A" else int(card)


def total(cards: list[str]) -> int:
    hard = sum(map(value, cards))
    return hard + 10 if "A" in cards and hard + 10 <= 21 else hard


def is_soft(cards: list[str]) -> bool:
    return total(cards) != sum(map(value, cards))


def is_two_card_21(cards: list[str]) -> bool:
    return len(cards) == 2 and total(cards) == 21


def play(words: dict[str, Any], bet: int, cards: Iterable[str], policy: Policy) -> Outcome:
    """Play a round by these rules (as plain words) with these cards in this order."""
    rest = iter(cards)
    outcome = Outcome(Fraction(0), 0)

    def draw() -> str:
        outcome.used += 1
        return next(rest)

    def ask(letters: Iterable[str]) -> str:
        offered = "".join(sorted(letters))
        outcome.asked.append(offered)
        return policy(offered)

    # The first cards.
    up = hole = ""
    first = Box([], Fraction(bet))
    for letter in words["deal"]:
        if letter == "P":
            first.cards.append(draw())
        elif letter == "U":
            up = draw()
        elif words["hole_card"] != "none":
            hole = draw()
    boxes = [first]
    dealer = [up, hole] if hole else [up]
    outcome.dealer, outcome.hands = dealer, []

    dealer_may_have_blackjack = words["naturals"] == "both"
    blackjack = words["naturals"] != "none" and is_two_card_21(first.cards)
    paid_at_once = blackjack and (words["naturals"] == "player" or words["blackjack_tie"] == "win")
    up_allows_blackjack = dealer_may_have_blackjack and value(up) in (1, 10)

    # Insurance and early surrender, before the dealer looks for blackjack.
    insurance = Fraction(0)
    surrender_was_offered = False
    half = whole_chips(words, Fraction(bet, 2))
    offers = ""
    if words["insurance"] and up == "A" and half:
        offers += "I"
    if (
        words["surrender"] == "early"
        and words["hole_card"] == "peek"
        and up_allows_blackjack
        and not blackjack
    ):
        offers += "R"
        surrender_was_offered = True
    if offers:
        answer = ask(offers + "N")
        if answer == "I":
            insurance = half
        elif answer == "R":
            first.state = "surrendered"

    # The dealer looks, or everybody sees.
    seen = words["hole_card"] in ("peek", "open")
    shown_early = seen and dealer_may_have_blackjack and is_two_card_21(dealer)

    if blackjack:
        first.state = "blackjack"
    elif not shown_early:
        _play_hands(words, boxes, draw, ask, surrender_was_offered)

    # The dealer plays, as far as any bet hangs on it.
    waiting = [box for box in boxes if box.state == "stood"]
    dealer_blackjack = shown_early
    if not shown_early:
        hangs_on_blackjack = (
            bool(waiting)
            or (blackjack and not paid_at_once)
            or insurance > 0
            or (words["dealer_blackjack_takes"] == "original" and _spent(boxes) > bet)
        )
        if len(dealer) == 1 and (waiting or (hangs_on_blackjack and up_allows_blackjack)):
            dealer.append(draw())
        dealer_blackjack = (
            hangs_on_blackjack and dealer_may_have_blackjack and is_two_card_21(dealer)
        )
        if waiting and not dealer_blackjack:
            while total(dealer) < 17 or (
                words["hit_soft_17"] and total(dealer) == 17 and is_soft(dealer)
            ):
                dealer.append(draw())

    outcome.net = settle(words, bet, boxes, dealer, dealer_blackjack, insurance)
    outcome.hands = [box.cards for box in boxes]
    outcome.states = [box.state for box in boxes]
    return outcome


def settle(
    words: dict[str, Any],
    bet: int,
    boxes: list[Box],
    dealer: list[str],
    dealer_blackjack: bool,
    insurance: Fraction,
) -> Fraction:
    """What one seat gains."""
    net = Fraction(0)
    if insurance:
        net += 2 * insurance if dealer_blackjack else -insurance
    wins, per = map(int, words["blackjack_pays"].split(":"))
    lost_to_blackjack = Fraction(0)
    for box in boxes:
        if box.state == "blackjack":
            if not dealer_blackjack or words["blackjack_tie"] == "win":
                net += whole_chips(words, box.stake * Fraction(wins, per))
            elif words["blackjack_tie"] == "lose":
                net -= box.stake
        elif box.state == "charlie":
            net += box.stake
        elif box.state == "surrendered":
            net -= box.stake - whole_chips(words, box.stake / 2)
        elif dealer_blackjack:
            lost_to_blackjack += box.stake
        elif box.state == "bust" or total(box.cards) < total(dealer) <= 21:
            net -= box.stake
        elif total(dealer) == 22 and words["dealer_22"] == "push":
            pass
        elif total(dealer) > 21 or total(box.cards) > total(dealer):
            net += box.stake
        elif words["ties"] == "lose":
            net -= box.stake
    shows_late = words["hole_card"] in ("hidden", "none")
    if words["dealer_blackjack_takes"] == "original" and shows_late:
        lost_to_blackjack = min(lost_to_blackjack, Fraction(bet))
    return net - lost_to_blackjack


def whole_chips(words: dict[str, Any], money: Fraction) -> Fraction:
    """What is paid out of this much money."""
    return Fraction(money // 1) if words["rounding"] == "down" else money


def _spent(boxes: list[Box]) -> Fraction:
    return sum((box.stake for box in boxes if box.state != "charlie"), Fraction(0))


def _play_hands(
    words: dict[str, Any],
    boxes: list[Box],
    draw: Callable[[], str],
    ask: Callable[[Iterable[str]], str],
    surrender_was_offered: bool,
) -> None:
    at = 0
    while at < len(boxes):
        box = boxes[at]
        if box.state != "open":
            at += 1
            continue
        if len(box.cards) == 1:
            box.cards.append(draw())
        one_card_only = box.from_split and box.cards[0] == "A" and not words["hit_split_aces"]
        letters = _letters(words, boxes, box, one_card_only, surrender_was_offered)
        if total(box.cards) > 21:
            box.state = "bust"
        elif words["charlie"] != "none" and len(box.cards) >= words["charlie"]:
            box.state = "charlie"
        elif box.doubled or (total(box.cards) == 21 and words["stand_on_21"]) or letters == "S":
            box.state = "stood"
        else:
            match ask(letters):
                case "S":
                    box.state = "stood"
                case "H":
                    box.cards.append(draw())
                case "D":
                    box.stake *= 2
                    box.doubled = True
                    box.cards.append(draw())
                case "R":
                    box.state = "surrendered"
                case "P":
                    new = Box([box.cards.pop()], box.stake, from_split=True)
                    box.from_split = True
                    if words["split_order"] == "queue":
                        box.cards.append(draw())
                        new.cards.append(draw())
                        boxes.append(new)
                    else:
                        boxes.insert(at + 1, new)


def _letters(
    words: dict[str, Any],
    boxes: list[Box],
    box: Box,
    one_card_only: bool,
    surrender_was_offered: bool,
) -> str:
    letters = "S"
    first_two = len(box.cards) == 2
    if not one_card_only:
        letters += "H"
        hard = not is_soft(box.cards)
        may_double = {
            "any": True,
            "9-11": hard and 9 <= total(box.cards) <= 11,
            "10-11": hard and 10 <= total(box.cards) <= 11,
            "none": False,
        }[words["double_on"]]
        if first_two and may_double and (words["double_after_split"] or not box.from_split):
            letters += "D"
    if (
        first_two
        and value(box.cards[0]) == value(box.cards[1])
        and len(boxes) < words["max_hands"]
        and (not box.from_split or box.cards[0] != "A" or words["resplit_aces"])
    ):
        letters += "P"
    if (
        first_two
        and not box.from_split
        and words["surrender"] != "none"
        and not surrender_was_offered
    ):
        letters += "R"
    return letters
