"""The longest hands: how many cards a seat and the dealer may take in a round."""

from __future__ import annotations

from cutcard.blackjack.box import Fate, fate_with
from cutcard.blackjack.dealer import LEAST
from cutcard.blackjack.rules import Rules


def most_cards(rules: Rules, decks: int) -> int:
    """Cards that one seat may take in a round from this many decks, all hands of a split together.

    Every hand takes its last card at 20, or at 21 where the rules let it, and those before are
    the smallest that the decks have. Splits ask for pairs, so that fewer may be the most.

    >>> most_cards(Rules(max_hands=1, stand_on_21=False), 1)
    12
    """
    highest = max(total for total in range(22) if fate_with(rules, total, 2) is Fate.PLAYING)
    return min(
        _cards_within(rules.max_hands * highest, decks) + rules.max_hands,
        rules.max_hands * rules.charlie_at,
    )


def dealers_most_cards(decks: int) -> int:
    """Cards that the dealer may take in a round from this many decks.

    >>> dealers_most_cards(1)
    10
    """
    return _cards_within(LEAST - 1, decks) + 1


def _cards_within(points: int, decks: int) -> int:
    """The most cards of this many decks that count no more than this, an ace being 1."""
    cards = 0
    for pips in range(1, 10):
        taken = min(4 * decks, points // pips)
        cards, points = cards + taken, points - taken * pips
    return cards + min(16 * decks, points // 10)
