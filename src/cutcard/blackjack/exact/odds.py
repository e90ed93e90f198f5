"""The odds of what a dealer ends with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.dealer import End, dealers_rules, totals
from cutcard.blackjack.exact.composition import compose
from cutcard.blackjack.exact.draws import Draws, draws_to
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import check_there
from cutcard.cards import Card
from cutcard.errors import Illegal


@dataclass(frozen=True)
class DealerOdds:
    """What a dealer who plays the hand out ends with."""

    totals: dict[int, float]
    """The odds of the totals that hands are compared with; a blackjack is none of these."""
    bust: float
    blackjack: float


def dealer_odds(rules: Rules, dealer: Hand, *, seen: Iterable[Card] = ()) -> DealerOdds:
    """The odds for a dealer who shows these cards, when others are seen too.

    >>> odds = dealer_odds(Rules(decks="infinite"), Hand.of("6"))
    >>> f"{odds.bust:.6f} {odds.totals[17]:.6f}"
    '0.423150 0.165438'
    """
    if not 1 <= len(dealer.cards) <= 2:
        raise Illegal(f"a dealer cannot show {len(dealer.cards)} cards: it takes one or two")
    others = tuple(seen)
    if rules.decks != "infinite":
        check_there(rules.decks, (*dealer.cards, *others))
    values = [card.points - 1 for card in dealer.cards]
    left = compose(rules, others).without(*values)
    held = tuple(values.count(value) for value in range(10))
    draws = draws_to(dealers_rules(rules), held)
    odds = end_odds(draws, np.array(left, float), infinite=rules.decks == "infinite")
    short = {total: float(odds[end]) for end, total in totals(rules).items()}
    return DealerOdds(short, float(odds[End.BUST]), float(odds[End.BLACKJACK]))


def end_odds(draws: Draws, left: NDArray[np.float64], *, infinite: bool) -> NDArray[np.float64]:
    """The odds of each end of the dealer's hand, from the cards left."""
    odds = np.zeros(len(End))
    if draws.fixed >= 0:
        odds[draws.fixed] = 1.0
        return odds
    step = 0.0 if infinite else 1.0
    ways = np.ones(len(draws.stem_parent) + 1)
    there = np.maximum(0.0, left[draws.stem_card] - step * draws.stem_copies)
    for stem, parent in enumerate(draws.stem_parent.tolist()):
        ways[stem + 1] = ways[parent] * there[stem]
    last = np.maximum(0.0, left[draws.end_card] - step * draws.end_copies)
    drawn = np.arange(draws.end_size.max())
    orders = np.cumprod(np.maximum(1.0, left.sum() - step * drawn))
    chance = ways[draws.end_parent] * last * draws.end_orders / orders[draws.end_size - 1]
    np.add.at(odds, draws.end_kind, chance)
    odds[End.BUST] = 1.0 - odds.sum()
    return odds
