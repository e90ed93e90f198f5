"""What happens at a blackjack table, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cutcard.blackjack.actions import (
    DEALER,
    HOLE,
    Acted,
    Action,
    Dealt,
    InsuranceSettled,
    Settled,
    Turned,
)
from cutcard.blackjack.box import Fate
from cutcard.blackjack.round import Round
from cutcard.cards import Card
from cutcard.report.felt import Felt
from cutcard.web.tables.happenings import Happening, chips_in_words, in_words

_DONE: Final = {
    Action.STAND: ("stand", "stands"),
    Action.HIT: ("hit", "hits"),
    Action.DOUBLE: ("double", "doubles"),
    Action.SPLIT: ("split", "splits"),
    Action.SURRENDER: ("surrender", "surrenders"),
    Action.INSURE: ("take insurance", "takes insurance"),
    Action.DECLINE: ("decline", "declines"),
}


def happened(state: Round, places: Sequence[int], names: Sequence[str]) -> Iterator[Happening]:
    """What the last move made happen; places and names are those of the round's seats."""
    for event in state.events:
        match event:
            case Dealt(to, card):
                yield _dealt(state, to, card, places, names)
            case Turned(card):
                value = Felt.dealer_value(state.rules, state.dealer)
                words = f"The dealer turns over {in_words(card)}; {value}."
                yield Happening("turned", words, more={"to": "dealer", "card": card.text})
            case Acted(seat, hand, action):
                you, other = _DONE[action]
                more = {"hand": hand_of(state, hand), "action": str(action)}
                yield _told("acted", places[seat], names[seat], you, other, more)
            case Settled(seat, hand, net):
                yield _settled(state, places[seat], names[seat], hand, net)
            case InsuranceSettled(seat, net):
                amount = chips_in_words(net, state.rules.unit)
                yield Happening(
                    "settled",
                    f"{names[seat]}'s insurance {'wins' if net > 0 else 'loses'} {amount}.",
                    places[seat],
                    f"Your insurance {'wins' if net > 0 else 'loses'} {amount}.",
                )


def hand_of(state: Round, number: int) -> int:
    """Which of its seat's hands this hand of the round is, counted from 0."""
    if number == 0 or number >= len(state.boxes):
        return 0
    seat = state.boxes[number].seat
    return sum(box.seat == seat for box in state.boxes[:number])


def _told(
    what: str, place: int, name: str, you: str, other: str, more: dict[str, object]
) -> Happening:
    return Happening(what, f"{name} {other}.", place, f"You {you}.", more)


def _dealt(
    state: Round, to: int, card: Card | None, places: Sequence[int], names: Sequence[str]
) -> Happening:
    if to == HOLE or card is None:
        words = "The dealer takes a card face down."
        return Happening("dealt", words, more={"to": "dealer", "card": "??"})
    spoken = in_words(card)
    if to == DEALER:
        value = Felt.dealer_value(state.rules, state.dealer)
        first = len(state.dealer.cards) == 1
        words = f"The dealer shows {spoken}." if first else f"The dealer draws {spoken}; {value}."
        return Happening("dealt", words, more={"to": "dealer", "card": card.text})
    box = state.boxes[to]
    value = "blackjack" if box.fate is Fate.BLACKJACK else Felt.value(box.hand)
    more = {"card": card.text, "hand": hand_of(state, to)}
    you, other = f"are dealt {spoken}; {value}", f"is dealt {spoken}; {value}"
    return _told("dealt", places[box.seat], names[box.seat], you, other, more)


def _settled(state: Round, place: int, name: str, number: int, net: int) -> Happening:
    box = state.boxes[number]
    several = sum(other.seat == box.seat for other in state.boxes) > 1
    which = f" with hand {hand_of(state, number) + 1}" if several else ""
    amount = chips_in_words(net, state.rules.unit)
    if net == 0:
        you, other = f"get your bet back{which}", f"gets the bet back{which}"
    else:
        verb = "win" if net > 0 else "lose"
        you, other = f"{verb} {amount}{which}", f"{verb}s {amount}{which}"
    return _told("settled", place, name, you, other, {"hand": hand_of(state, number)})
