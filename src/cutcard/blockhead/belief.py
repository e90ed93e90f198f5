"""What Alpha's bets reveal about its hidden card.

Alpha's table is known and uses no chance: for each bet it is certain with which hidden cards Alpha
would have made it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from cutcard.blockhead.alpha import answer, lines_for
from cutcard.blockhead.deal import Bet, Dealt, Event
from cutcard.blockhead.rules import Rules

ANY_CARD: Final = 0b111_1111_1110
"""All hidden cards as a set: bit 1 stands for a card of 1 point, bit 10 for one of 10."""


class Situation(NamedTuple):
    """What Alpha knew when it bet, except for its hidden card."""

    lead: int
    """Its open points minus the opponent's."""
    last: bool
    opening: bool
    to_call: int
    pot: int
    raises: tuple[int, int]
    """The least and the largest raise allowed; (0, 0) if none was."""


@lru_cache(maxsize=65536)
def hidden_cards(situation: Situation, chips: int) -> int:
    """The set of hidden cards with which Alpha would have bet ``chips`` chips."""
    pot_factor = situation.pot // 10
    lines = lines_for(
        last=situation.last,
        opening=situation.opening,
        to_call=situation.to_call,
        pot_factor=pot_factor,
    )
    fits = 0
    for points in range(1, 11):
        delta = points + situation.lead
        bet = answer(lines, delta, pot_factor, situation.to_call, situation.raises)
        fits |= (bet == chips) << points
    return fits


def situations(
    events: Sequence[Event], rules: Rules, seat: int, pot: int
) -> list[tuple[Situation, int]]:
    """What a seat knew at each of its bets in this deal, and what it bet.

    The pot is the one before the first bet of the deal.
    """
    found = []
    open_points = [0, 0]
    cards = 0
    paid = [0, 0]
    bets: list[Bet] = []
    for event in events:
        if isinstance(event, Dealt):
            if bets:
                paid, bets = [0, 0], []
            cards += 1
            if event.card is not None:
                open_points[event.seat] += event.card.points
        elif isinstance(event, Bet):
            player = event.player
            if player == seat:
                raises = sum([bet.raised > 0 for bet in bets])
                situation = Situation(
                    lead=open_points[seat] - open_points[1 - seat],
                    last=cards == 2 * rules.hand_size,
                    opening=not bets,
                    to_call=max(paid) - paid[seat],
                    pot=pot,
                    raises=(rules.least_raise, rules.most_raise)
                    if raises < rules.raises
                    else (0, 0),
                )
                found.append((situation, event.chips))
            paid[player] += event.chips
            pot += event.chips
            bets.append(event)
    return found


def hidden_set(events: Sequence[Event], rules: Rules, seat: int, pot: int) -> int:
    """The set of hidden cards with which Alpha would have bet as a seat has.

    None are in it if it is not Alpha. The pot is the current one.
    """
    begun = pot - sum([event.chips for event in events if isinstance(event, Bet)])
    fits = ANY_CARD
    for situation, chips in situations(events, rules, seat, begun):
        fits &= hidden_cards(situation, chips)
    return fits


def hidden_range(
    events: Sequence[Event], rules: Rules, seat: int, pot: int
) -> tuple[int, int] | None:
    """The lowest and the highest card of that set; all cards between them are in it, too."""
    cards = hidden_set(events, rules, seat, pot)
    return ((cards & -cards).bit_length() - 1, cards.bit_length() - 1) if cards else None
