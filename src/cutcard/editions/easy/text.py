"""What the original prints of hands and money."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import View

_CHOICES = {
    Action.STAND: "Stand (S)",
    Action.HIT: "Hit (H)",
    Action.DOUBLE: "Double (D)",
    Action.SPLIT: "Split (P)",
    Action.SURRENDER: "Surrender (R)",
}

PRESS_ANY_KEY = "Press Any Key to Continue, (Q to Quit): "


def hand_text(hand: Hand, *, blackjack: bool = False) -> str:
    """A hand and its value, such as ``A 5 (soft 16)``."""
    if blackjack:
        value = "blackjack"
    elif hand.bust:
        value = "bust"
    else:
        value = f"soft {hand.total}" if hand.soft else f"{hand.total}"
    return f"{hand} ({value})"


def dealer_line(dealer: Hand) -> str:
    """The dealer's hand."""
    return f"Dealer: {hand_text(dealer, blackjack=dealer.two_card_21)}\n"


def choice_text(view: View) -> str:
    """The hands as they stand before a choice."""
    return f"{dealer_line(view.dealer)}Player: {hand_text(view.hand)}\n"


def prompt_text(view: View) -> str:
    """The choices that are legal now."""
    return " ".join(text for action, text in _CHOICES.items() if action in view.legal) + ": "


def box_line(number: int, hand: Hand, fate: Fate, doubled: bool) -> str:
    """A player's hand at the end of a round."""
    line = f"Hand {number}: {hand_text(hand, blackjack=fate is Fate.BLACKJACK)}"
    if doubled:
        line += " DOUBLE"
    if fate is Fate.SURRENDERED:
        line += " SURRENDER"
    return line + "\n"


def round_text(dealer: str, boxes: Sequence[str], net: int, balance: int, unit: int) -> str:
    """A round that is over, from the lines of its hands, and the balance after it."""
    return (
        f"{dealer}{''.join(boxes)}"
        f"Result: {money(net, unit)}\n"
        f"Current Balance: {money(balance, unit)}\n"
    )


def summary_text(hands: int, balance: int, unit: int) -> str:
    """All rounds together; hands here means rounds."""
    if not hands:
        return "Hands Played: 0\n"
    # The original divides in this order: it shows where the quotient is close to a half.
    advantage = balance / unit / hands * 100
    return (
        f"Hands Played: {hands}\n"
        f"Final Balance: {money(balance, unit)}\n"
        f"Player Advantage: {advantage:.4g}%\n"
    )


@lru_cache(maxsize=4096)
def money(units: int, unit: int) -> str:
    """Dollars and cents with a sign, zero without one."""
    sign = "+" if units > 0 else "-" if units < 0 else ""
    return f"{sign}${abs(units) / unit:.2f}"
