"""The settlement: what every hand and every insurance bet gains, in units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.dealer import TOTALS, End, end_of, may_have_blackjack
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import HoleCard, Rules, Takes, Tie

_SIGNS: Final = {Tie.WIN: 1, Tie.PUSH: 0, Tie.LOSE: -1}


def verdict(rules: Rules, fate: Fate, total: int, end: End | None) -> int:
    """1 if a hand wins against this end of the dealer's, 0 if it gets its stake back, -1 if not."""
    match fate:
        case Fate.STOOD | Fate.PLAYING:
            # A hand still in play at the settlement never had its turn: the dealer has blackjack.
            if end is End.BUST:
                return 1
            if end is End.BLACKJACK:
                return -1
            if end is End.TWENTY_TWO:
                return 0
            assert end is not None, "the dealer plays on for a hand that stands"
            ahead = total - TOTALS[end]
            return _SIGNS[rules.ties] if ahead == 0 else 1 if ahead > 0 else -1
        case Fate.BUST | Fate.SURRENDERED:
            return -1
        case Fate.BLACKJACK:
            return _SIGNS[rules.blackjack_tie] if end is End.BLACKJACK else 1
        case Fate.CHARLIE:
            return 1


def gain(rules: Rules, box: Box, end: End | None) -> int:
    """What a hand gains by itself against this end of the dealer's."""
    if box.fate is Fate.SURRENDERED:
        return box.units // 2 - box.units  # half comes back, rounded down
    won = verdict(rules, box.fate, box.hand.total, end)
    if won > 0 and box.fate is Fate.BLACKJACK:
        return rules.blackjack_pays.of(box.units)
    return won * box.units


def settle(
    rules: Rules, bets: Sequence[int], boxes: Sequence[Box], dealer: Hand
) -> tuple[Box, ...]:
    """The hands after they are paid."""
    end = end_of(rules, dealer)
    nets = [gain(rules, box, end) for box in boxes]
    if end is End.BLACKJACK and takes_original_only(rules):
        _return_all_but_original(rules, bets, boxes, nets)
    return tuple(box.paid(net) for box, net in zip(boxes, nets, strict=True))


def takes_original_only(rules: Rules) -> bool:
    """A dealer's blackjack takes no more than the original bet."""
    return rules.dealer_blackjack_takes is Takes.ORIGINAL


def _return_all_but_original(
    rules: Rules, bets: Sequence[int], boxes: Sequence[Box], nets: list[int]
) -> None:
    """Let a dealer's blackjack take one original bet from each seat, busted hands included."""
    taken = set()
    for number, box in enumerate(boxes):
        if box.fate in (Fate.BUST, Fate.STOOD, Fate.PLAYING):
            nets[number] = 0 if box.seat in taken else -bets[box.seat] * rules.unit
            taken.add(box.seat)


def insurance_gain(stake: int, end: End | None) -> int:
    """What an insurance bet gains; it pays 2:1."""
    return 2 * stake if end is End.BLACKJACK else -stake


def most_at_stake(rules: Rules, bet: int) -> int:
    """Units that a hand with this bet, and those that it is split into, cannot gain or lose beyond.

    Every hand doubled, and insurance lost; or a blackjack paid, and insurance won.
    """
    return bet * rules.unit * (1 + max(2 * rules.max_hands, rules.blackjack_pays.wins))


def must_look(
    rules: Rules,
    bets: Sequence[int],
    boxes: Sequence[Box],
    insurance: Sequence[int],
    dealer: Hand,
) -> bool:
    """Some bet hangs on whether the dealer has blackjack, though none on the total."""
    if rules.hole_card is HoleCard.PEEK or not may_have_blackjack(rules, dealer):
        return False
    if any(insurance):
        return True
    if rules.blackjack_tie is not Tie.WIN and any(box.fate is Fate.BLACKJACK for box in boxes):
        return True
    if not takes_original_only(rules):
        return False
    # A dealer's blackjack would give back what was lost beyond the original bet.
    lost = [0] * len(bets)
    for box in boxes:
        if box.fate is Fate.BUST:
            lost[box.seat] += box.units
    return any(stake > bet * rules.unit for stake, bet in zip(lost, bets, strict=True))
