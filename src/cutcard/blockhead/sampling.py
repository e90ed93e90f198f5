"""Betting by sampled showdowns: for more than two players and for real poker hands."""

from __future__ import annotations

from random import Random
from typing import Final

from cutcard.blockhead.deal import View
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.hand import worth_of

SAMPLES: Final = 100


def bet_by_sampling(view: View, random: Random) -> int:
    """Bet by the chance of winning the pot, with a bluff now and then."""
    chance = win_chance(view, random)
    live = sum(view.live)
    fair = 1 / live
    if view.may_raise and chance > fair:
        # The stronger the hand, the larger the raise; some raises are bluffs.
        size = round(view.rules.most_raise * min(1.0, (chance - fair) / (1 - fair) * 2))
        if size >= view.rules.least_raise and random.random() < 0.9:
            return view.to_call + size
    if not view.to_call:
        return 0
    price = view.to_call / (view.pot + view.to_call)
    return view.to_call if chance > price else 0


def win_chance(view: View, random: Random) -> float:
    """The chance of winning the showdown, from sampled hidden cards and cards to come."""
    known = set(view.hand.cards)
    for hand in view.visible:
        known.update(hand.cards)
    unseen = [card for card in cards_in(view.rules.deck) if card not in known]
    others = [
        view.visible[seat].cards
        for seat, live in enumerate(view.live)
        if live and seat != view.seat
    ]
    size, valuation = view.rules.hand_size, view.rules.valuation
    held = view.hand.cards
    own = size - len(held)
    drawing = own + sum(size - len(cards) for cards in others)
    won = 0.0
    for _ in range(SAMPLES):
        drawn = random.sample(unseen, drawing)
        mine = worth_of([*held, *drawn[:own]], valuation)
        at = own
        best = True
        ties = 1
        for cards in others:
            before, at = at, at + size - len(cards)
            worth = worth_of([*cards, *drawn[before:at]], valuation)
            if worth > mine:
                best = False
                break
            ties += worth == mine
        if best:
            won += 1 / ties
    return won / SAMPLES
