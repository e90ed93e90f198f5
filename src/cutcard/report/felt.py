"""The felt: cards and hands drawn for a person, as pictures or in plain lines."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import Final

from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.dealer import End, end_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.cards import Card, Suit
from cutcard.folding import in_blocks, room
from cutcard.report.ink import PLAIN, Ink

_ENDS: Final = {End.BLACKJACK: "blackjack", End.TWENTY_TWO: "22, push"}
"""What the dealer's hand is called where its total does not say it."""


class Felt:
    """Draws what lies on the table; pictures on a terminal, words in a pipe."""

    def __init__(self, *, hands: int = 2, plain: bool = False) -> None:
        """Make a felt for stdout, or a plain one for text values: words without colours."""
        if plain:
            self.ink, self._suits, self._pictures = PLAIN, True, False
            return
        self.ink = Ink(sys.stdout)
        self._suits = sys.stdout.encoding.lower().startswith("utf")
        self._columns = room(sys.stdout)
        lines = shutil.get_terminal_size().lines
        self._pictures = sys.stdout.isatty() and self._suits and lines >= 8 * hands + 6

    def card(self, card: Card) -> str:
        """A card in a line of text."""
        if card.suit is None:
            return card.rank.value
        if not self._suits:
            return card.text
        text = ("10" if card.text[0] == "T" else card.text[0]) + card.suit.symbol
        return self.ink("red", text) if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else text

    def hand(self, who: str, hand: Hand, fate: Fate = Fate.PLAYING) -> str:
        """A player's hand with its owner and value."""
        value = "blackjack" if fate is Fate.BLACKJACK else self.value(hand)
        return self.cards(who, hand.cards, "", value)

    def dealer(self, rules: Rules, hand: Hand, *, hidden: bool = False) -> str:
        """The dealer's hand with its value; a hidden card shows its back."""
        value = self.dealer_value(rules, hand)
        if hidden and len(hand.cards) == 1 and hand.soft:
            value = "an ace"
        return self.cards("Dealer", hand.cards, "shows" if hidden else "", value, int(hidden))

    def cards(
        self,
        who: str,
        cards: Sequence[Card],
        verb: str,
        value: str,
        hidden: int = 0,
        own: Sequence[int] = (),
    ) -> str:
        """Cards with their owner, and what they are worth; hidden ones show their backs.

        The places in ``own`` are of cards that only their owner sees: they are marked.
        """
        said = f"{verb} {value}".strip() if value else ""
        if not self._pictures:
            open_cards = map(self.card, cards)
            faces = [f"[{face}]" if at in own else face for at, face in enumerate(open_cards)]
            shown = " ".join([*faces, *["▒▒" if self._suits else "??"] * hidden])
            return f"{who}: {shown}" + (f"  ({said})\n" if said else "\n")
        pictures = [self._picture(card, own=at in own) for at, card in enumerate(cards)]
        pictures += [["┌─────┐", *["│░░░░░│"] * 3, "└─────┘"]] * hidden
        rows = (
            "  " + " ".join(row)
            for block in in_blocks(len(pictures), 8, 1, self._columns)
            for row in zip(*pictures[block.start : block.stop], strict=True)
        )
        return f"{self.ink('bold', who)}  {said}\n" + "\n".join(rows) + "\n"

    def _picture(self, card: Card, *, own: bool = False) -> list[str]:
        rank = "10" if card.text[0] == "T" else card.text[0]
        symbol = card.suit.symbol if card.suit else " "
        style = "red" if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else "bold"
        inside = (f"{rank:<5}", f"  {symbol}  ", f"{rank:>5}")
        if own:
            return ["┌╌╌╌╌╌┐", *(f"┊{self.ink(style, row)}┊" for row in inside), "└╌╌╌╌╌┘"]
        return ["┌─────┐", *(f"│{self.ink(style, row)}│" for row in inside), "└─────┘"]

    @property
    def mark(self) -> str:
        """How a card that only its owner sees is marked, in words."""
        return "has a dashed edge" if self._pictures else "is in brackets"

    @staticmethod
    def value(hand: Hand) -> str:
        """What a hand counts, in words."""
        if hand.bust:
            return f"{hand.total}, bust"
        return f"soft {hand.total}" if hand.soft else str(hand.total)

    @staticmethod
    def dealer_value(rules: Rules, hand: Hand) -> str:
        """What the dealer's hand counts, or what it is called, in words."""
        end = end_of(rules, hand)
        return _ENDS[end] if end in _ENDS else Felt.value(hand)

    def outcome(self, box: Box, unit: int) -> str:
        """What became of a hand, and what it gained in chips."""
        if box.fate is Fate.BLACKJACK and box.net > 0:
            word = "blackjack!"
        elif box.fate is Fate.SURRENDERED:
            word = "surrendered"
        elif box.fate is Fate.BUST:
            word = "bust"
        elif box.fate is Fate.CHARLIE:
            word = f"{len(box.hand.cards)}-card Charlie!"
        else:
            word = "won" if box.net > 0 else "lost" if box.net < 0 else "push"
        style = "green" if box.net > 0 else "red" if box.net < 0 else "yellow"
        return self.ink(style, f"{word} {chips(box.net, unit, sign=True)}")

    def strong(self, text: str) -> str:
        """Emphasised text."""
        return self.ink("bold", text)

    def quiet(self, text: str) -> str:
        """Text of lesser importance."""
        return self.ink("dim", text)


def draw_round(state: Round) -> str:
    """A round as it lies on the table: the dealer, every hand, and what is legal or was gained."""
    felt = Felt(plain=True)
    hidden = state.hole is not None
    dealer = felt.dealer(state.rules, state.dealer, hidden=hidden)
    lines = [dealer.rstrip()] if state.dealer.cards else []
    for number, box in enumerate(state.boxes):
        whose = _whose(state, box, number)
        lines.append(felt.hand(whose, box.hand, box.fate).rstrip())
        if state.over:
            lines[-1] += f": {felt.outcome(box, state.rules.unit)}"
    if state.over and any(state.insurance):
        whole, unit = sum(state.nets), state.rules.unit
        insured = whole - sum(box.net for box in state.boxes)
        word = "won" if insured > 0 else "lost"
        lines.append(f"insurance: {word} {chips(insured, unit, sign=True)}")
        lines.append(f"in all {chips(whole, unit, sign=True)}")
    elif state.legal:
        lines.append(f"legal: {', '.join(map(str, state.legal))}")
    elif not state.over:
        lines.append("a card is to be dealt")
    return "\n".join(lines)


def _whose(state: Round, box: Box, number: int) -> str:
    """Whose hand it is, and which one of several."""
    who = "You" if len(state.bets) == 1 else f"Seat {box.seat}"
    mine = [at for at, other in enumerate(state.boxes) if other.seat == box.seat]
    turn = "*" if state.legal and number == state.at and len(state.boxes) > 1 else ""
    return f"{turn}{who}, hand {mine.index(number) + 1}" if len(mine) > 1 else f"{turn}{who}"


def chips(units: int, unit: int, *, sign: bool = False) -> str:
    """An amount in chips.

    >>> chips(3, 2), chips(4, 2, sign=True), chips(0, 2, sign=True)
    ('1.5', '+2', '0')
    """
    amount = f"{units / unit:.2f}".rstrip("0").rstrip(".")
    return f"+{amount}" if sign and units > 0 else amount
