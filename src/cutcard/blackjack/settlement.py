"""The settlement: what every hand and every insurance bet gains, in units."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Naturals, Rules, Takes, Tie


def has_blackjack(rules: Rules, dealer: Hand) -> bool:
    """The dealer holds a blackjack, where the rules give the dealer one."""
    return dealer.two_card_21 and rules.naturals is Naturals.BOTH


def may_have_blackjack(rules: Rules, dealer: Hand) -> bool:
    """The dealer's only open card may be half a blackjack."""
    return (
        rules.naturals is Naturals.BOTH
        and len(dealer.cards) == 1
        and dealer.cards[0].points in (1, 10)
    )


def gain(rules: Rules, box: Box, dealer: Hand) -> int:
    """What a hand gains against the dealer's."""
    match box.fate:
        case Fate.BUST:
            return -box.stake
        case Fate.SURRENDERED:
            return box.stake // 2 - box.stake  # half comes back, rounded down
        case Fate.CHARLIE:
            return box.stake
        case Fate.BLACKJACK:
            tie = rules.blackjack_tie if has_blackjack(rules, dealer) else Tie.WIN
            won = rules.blackjack_pays.of(box.stake)
        case Fate.STOOD | Fate.PLAYING:
            # A hand still in play at the settlement never had its turn: the dealer has blackjack.
            won = box.stake
            if has_blackjack(rules, dealer):
                tie = Tie.LOSE
            elif dealer.bust or box.hand.total > dealer.total:
                tie = Tie.WIN
            elif box.hand.total < dealer.total:
                tie = Tie.LOSE
            else:
                tie = rules.ties
    if tie is Tie.WIN:
        return won
    return 0 if tie is Tie.PUSH else -box.stake


def settle(
    rules: Rules, bets: Sequence[int], boxes: Sequence[Box], dealer: Hand
) -> tuple[Box, ...]:
    """The hands after they are paid."""
    nets = [gain(rules, box, dealer) for box in boxes]
    if rules.dealer_blackjack_takes is Takes.ORIGINAL and has_blackjack(rules, dealer):
        _return_all_but_original(rules, bets, boxes, nets)
    return tuple(box.paid(net) for box, net in zip(boxes, nets, strict=True))


def _return_all_but_original(
    rules: Rules, bets: Sequence[int], boxes: Sequence[Box], nets: list[int]
) -> None:
    """Let a dealer's blackjack take one original bet from each seat, busted hands included."""
    taken = set()
    for number, box in enumerate(boxes):
        if box.fate in (Fate.BUST, Fate.STOOD, Fate.PLAYING):
            nets[number] = 0 if box.seat in taken else -bets[box.seat] * rules.unit
            taken.add(box.seat)


def insurance_gain(rules: Rules, stake: int, dealer: Hand) -> int:
    """What an insurance bet gains; it pays 2:1."""
    return 2 * stake if has_blackjack(rules, dealer) else -stake
