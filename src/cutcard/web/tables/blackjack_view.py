"""What a person at a blackjack table, or a spectator, may see: only what lies face up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import Phase, Round
from cutcard.report.felt import Felt
from cutcard.web.tables.happenings import amount

if TYPE_CHECKING:
    from cutcard.web.tables.blackjack_play import BlackjackPlay

_PHASES: Final = {
    Phase.DEAL: "dealing",
    Phase.OFFERS: "offers",
    Phase.PLAYERS: "players",
    Phase.DEALER: "dealer",
    Phase.OVER: "over",
}


def view_of(play: BlackjackPlay, you: int | None) -> dict[str, Any]:
    """The table for the person at this place; None for a spectator."""
    state, turn = play.round, play.turn
    decks = play.rules.finite_decks
    left = play.shoe.cards_left
    return {
        "kind": "blackjack",
        "game": play.shown,
        "phase": "betting" if state is None else _PHASES[state.phase],
        "dealer": _dealer(state),
        "seats": [_seat(play, number, you) for number in sorted(play.places)],
        "empty": play.empty,
        "you": you,
        "turn": turn,
        "legal": [] if state is None or turn != you else [str(one) for one in state.legal],
        "betting": _betting(play, you),
        "left": None if decks is None else {"cards": left, "of": 52 * decks},
        "rounds": play.rounds,
        "happened": [one.told(you) for one in play.happened],
    }


def _dealer(state: Round | None) -> dict[str, Any]:
    if state is None or not (state.dealer.cards or state.hole):
        return {"cards": [], "value": "", "soft": False, "words": ""}
    hidden = ["??"] if state.hole is not None else []
    words = Felt.dealer_value(state.rules, state.dealer)
    if hidden and len(state.dealer.cards) == 1 and state.dealer.soft:
        words = "an ace"
    return {**_cards(state.dealer, words), "cards": [*_texts(state.dealer), *hidden]}


def _seat(play: BlackjackPlay, number: int, you: int | None) -> dict[str, Any]:
    place, state, unit = play.places[number], play.round, play.rules.unit
    in_round = play.in_round
    chips = place.chips - (0 if in_round else place.bet or 0) * unit
    shown = {
        "seat": number,
        "name": place.name,
        "you": number == you,
        "bet": place.bet,
        "insurance": "0",
        "hands": [],
        "gain": None,
    }
    if state is not None and number in play.seated:
        seat = play.seated.index(number)
        if in_round:
            assert state.purses is not None
            chips = state.purses[seat]
        else:
            shown["gain"] = amount(state.nets[seat], unit, sign=True)
        shown["bet"] = state.bets[seat]
        shown["insurance"] = amount(state.insurance[seat], unit)
        shown["hands"] = [
            _hand(play, state, at, box) for at, box in enumerate(state.boxes) if box.seat == seat
        ]
    return {**shown, "chips": amount(chips, unit)}


def _hand(play: BlackjackPlay, state: Round, at: int, box: Box) -> dict[str, Any]:
    unit = play.rules.unit
    words = "blackjack" if box.fate is Fate.BLACKJACK else Felt.value(box.hand)
    return {
        **_cards(box.hand, words),
        "cards": _texts(box.hand),
        "stake": amount(box.units, unit),
        "fate": box.fate.value,
        "doubled": box.doubled,
        "split": box.split,
        "turn": play.turn is not None and state.at == at,
        "gain": amount(box.net, unit, sign=True) if state.over else None,
    }


def _betting(play: BlackjackPlay, you: int | None) -> dict[str, int] | None:
    if you is None or not play.may_bet(you):
        return None
    place = play.places[you]
    most = place.chips // play.rules.unit
    return {"least": 1, "most": most, "last": min(place.last, most)}


def _cards(hand: Hand, words: str) -> dict[str, Any]:
    return {"value": str(hand.total), "soft": hand.soft, "words": words}


def _texts(hand: Hand) -> list[str]:
    return [card.text for card in hand.cards]
