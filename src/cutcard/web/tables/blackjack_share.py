"""A finished round of blackjack as one of its seats had it, to be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.blackjack.round import Round
from cutcard.web.tables.happenings import amount
from cutcard.web.tables.play import Share

if TYPE_CHECKING:
    from cutcard.web.tables.blackjack_play import BlackjackPlay


def share_of(play: BlackjackPlay, state: Round, seat: int) -> Share:
    """What is kept of a round for one of its seats."""
    number, unit = play.seated[seat], play.unit
    decisions = [one for one in play.decisions if one.place == number]
    hands = [
        {
            "cards": str(box.hand),
            "fate": box.fate.value,
            "stake": amount(box.units, unit),
            "gain": amount(box.net, unit, sign=True),
        }
        for box in state.boxes
        if box.seat == seat
    ]
    record = {
        "round": play.rounds,
        "place": number,
        "dealer": str(state.dealer),
        "hands": hands,
        "insurance": amount(state.insurance[seat], unit),
        "chart": [one.chart for one in decisions],
        "others": len(play.seated) - 1,
    }
    bet, gain = state.bets[seat] * unit, state.nets[seat]
    holder = play.places[number].holder
    return Share(play.rounds, number, holder, bet, gain, record, decisions)
