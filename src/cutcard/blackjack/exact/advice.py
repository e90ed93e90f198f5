"""Advice: what every legal action is worth with the cards in view, the best first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate, fate_with
from cutcard.blackjack.dealer import has_blackjack
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import check_enough, compose
from cutcard.blackjack.exact.hands import number_of
from cutcard.blackjack.exact.policy import DOUBLE
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.legal import offers, plays, split_ace
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.shoe import check_there
from cutcard.cards import Card
from cutcard.errors import Illegal, Invalid


class InvalidHand(Invalid):
    """Cards that are not a hand to decide about."""


class NothingToDecide(Illegal):
    """The hand stands, has won or has lost already."""


@dataclass(frozen=True)
class Advice:
    """An action and what it is worth: the mean gain, in initial bets, with best play after it."""

    action: Action
    value: float


def advise(
    rules: Rules, hand: Hand, dealer: Hand, *, seen: Iterable[Card] = (), hands: int = 1
) -> list[Advice]:
    """What every legal action on a hand is worth, the best first.

    `seen` are other cards known to have left the shoe, those of other hands among them; `hands`
    is how many hands the player has, more than one after a split. Where the dealer has looked for
    blackjack, values are those of a round that goes on. After a split they are those of this
    hand, and of this hand's further splits.

    >>> [best, *_] = advise(Rules(decks="infinite"), Hand.of("T 6"), Hand.of("T"))
    >>> best.action, round(best.value, 10)
    (Action.HIT, -0.5398263463)
    """
    boxes = _boxes(rules, hand, hands)
    _check(rules, boxes[0], dealer)
    against = _against(rules, boxes[0].hand, dealer, tuple(seen))
    _check_undecided(rules, boxes, dealer)
    at = number_of(hand)
    best = against.best(pairs=(), split=hands > 1)
    found = []
    for action in plays(rules, dealer, boxes, 0):
        match action:
            case Action.STAND:
                value = float(best.stands[at])
            case Action.HIT:
                value = against.hit(at, best.values, split=hands > 1)
            case Action.DOUBLE:
                value = float(best.worth[at, DOUBLE])
            case Action.SPLIT:
                most = rules.max_hands - hands + 1
                value = against.split_value(best.plays, hand.cards[0].points - 1, most=most)
            case _:
                value = float(against.surrendered[at])
        found.append(Advice(action, against.given_play(at, value, split=hands > 1)))
    return sorted(found, key=lambda advice: -advice.value)


def advise_offer(
    rules: Rules, hand: Hand, dealer: Hand, *, seen: Iterable[Card] = ()
) -> list[Advice]:
    """What each answer to an offer is worth, the best first; empty if nothing is offered."""
    [box] = _boxes(rules, hand, 1)
    _check(rules, box, dealer)
    if len(hand.cards) != 2:
        raise NothingToDecide(f"{hand} is offered nothing: offers come with the first two cards")
    asked = offers(rules, dealer, box)
    if not asked:
        return []
    against = _against(rules, hand, dealer, tuple(seen))
    at = number_of(hand)
    if box.fate is Fate.BLACKJACK:
        declined = against.paid_natural(at)
    else:
        best = against.best(pairs=(hand.cards[0].points - 1,) if hand.pair else ())
        declined = float(best.worth[at, best.plays.firsts[at]]) - float(against.loss[at])
    worth = {
        Action.DECLINE: declined,
        Action.INSURE: declined + against.insured(at),
        Action.SURRENDER: against.given_up,
    }
    found = [Advice(action, worth[action]) for action in asked]
    return sorted(found, key=lambda advice: -advice.value)


def advise_view(view: View, *, seen: Iterable[Card] = ()) -> list[Advice]:
    """What every legal action is worth to a player at the table, the best first.

    The cards of all other hands in view count as seen.
    """
    box = view.boxes[view.at]
    others = [
        card for at, other in enumerate(view.boxes) if at != view.at for card in other.hand.cards
    ]
    gone = (*seen, *others)
    if Action.DECLINE in view.legal:
        return advise_offer(view.rules, box.hand, view.dealer, seen=gone)
    hands = sum(other.seat == box.seat for other in view.boxes)
    return advise(view.rules, box.hand, view.dealer, seen=gone, hands=hands)


def _boxes(rules: Rules, hand: Hand, hands: int) -> tuple[Box, ...]:
    if not 1 <= hands <= rules.max_hands:
        raise InvalidHand(
            f"{hands} hands are not possible: max_hands = {rules.max_hands} allows"
            f" 1 to {rules.max_hands}"
        )
    if hands > 1:
        return Box.of_split(rules, hand, hands=hands)
    return (Box.dealt(rules, hand),)


def _check(rules: Rules, box: Box, dealer: Hand) -> None:
    """Complain about cards that cannot be a player's hand, or the dealer's open cards."""
    hand = box.hand
    if len(hand.cards) < 2:
        raise InvalidHand(
            f"a hand of {_cards(len(hand.cards))} cannot be played: it takes two at least"
        )
    if hand.bust:
        raise InvalidHand(f"{hand} counts {hand.total}: a hand over 21 has lost already")
    both = rules.hole_card is HoleCard.OPEN
    if len(dealer.cards) != 1 + both:
        wanted = "both cards, as in T 7" if both else "one card, as in T"
        raise InvalidHand(
            f"the dealer cannot show {_cards(len(dealer.cards))}: with hole_card ="
            f" {rules.hole_card} it takes {wanted}"
        )
    if has_blackjack(rules, dealer):
        raise NothingToDecide(f"the dealer's {dealer} is a blackjack: the round is over")


def _check_undecided(rules: Rules, boxes: tuple[Box, ...], dealer: Hand) -> None:
    hand = boxes[0].hand
    if boxes[0].fate is Fate.BLACKJACK:
        raise NothingToDecide(f"{hand} is a blackjack: there is nothing to decide")
    fate = fate_with(rules, hand.total, len(hand.cards))
    if fate is Fate.CHARLIE:
        raise NothingToDecide(f"{hand} has won already: charlie = {rules.charlie}")
    if fate is Fate.STOOD:
        raise NothingToDecide(f"{hand} counts 21 and stands by itself: stand_on_21 = true")
    if split_ace(boxes[0]) and len(plays(rules, dealer, boxes, 0)) == 1:
        raise NothingToDecide(f"{hand} stands by itself: hit_split_aces = false")


def _against(rules: Rules, hand: Hand, dealer: Hand, seen: tuple[Card, ...]) -> Against:
    if rules.decks != "infinite":
        check_there(rules.decks, (*hand.cards, *dealer.cards, *seen))
    shoe = compose(rules, seen)
    check_enough(rules, shoe)
    return Against(rules, shoe, tuple(sorted(card.points - 1 for card in dealer.cards)))


def _cards(count: int) -> str:
    return f"{count or 'no'} card{'' if count == 1 else 's'}"
