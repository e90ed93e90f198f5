"""What Alpha's bets reveal about its hidden card.

Alpha's table is known and uses no chance: for each bet it is certain with which hidden cards Alpha
would have made it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cutcard.blockhead.alpha import answer, lines_for
from cutcard.blockhead.deal import Bet, Dealt, Event
from cutcard.blockhead.rules import Rules


@dataclass(frozen=True, slots=True)
class Situation:
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
def hidden_cards(situation: Situation, chips: int) -> tuple[bool, ...]:
    """For hidden cards of 1, 2, … 10 points: whether Alpha would have bet ``chips`` chips."""
    pot_factor = situation.pot // 10
    lines = lines_for(
        last=situation.last,
        opening=situation.opening,
        to_call=situation.to_call,
        pot_factor=pot_factor,
    )
    return tuple(
        answer(lines, points + situation.lead, pot_factor, situation.to_call, situation.raises)
        == chips
        for points in range(1, 11)
    )


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
                raises = sum(bet.raised > 0 for bet in bets)
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


def hidden_range(
    events: Sequence[Event], rules: Rules, seat: int, pot: int
) -> tuple[int, int] | None:
    """The lowest and the highest hidden card with which Alpha would have bet as a seat has.

    All cards between them fit too. None if no card fits: it is not Alpha. The pot is the current
    one.
    """
    begun = pot - sum(event.chips for event in events if isinstance(event, Bet))
    fits = [True] * 10
    for situation, chips in situations(events, rules, seat, begun):
        here = hidden_cards(situation, chips)
        fits = [one and other for one, other in zip(fits, here, strict=True)]
    cards = [points for points, fit in enumerate(fits, start=1) if fit]
    return (cards[0], cards[-1]) if cards else None
