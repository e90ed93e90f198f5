"""Against a player that is known: its hidden cards by its own odds, and a look ahead.

Not every player can be solved: what Beta does depends on all that it has seen, in earlier deals as
well. But whoever tells the odds of its bets can be asked in thought what it would bet with each
hidden card. That says how likely each card is after the bets that were made, and what the answers
to a bet will be, whatever the player remembers. So the rest of a bidding round is looked through.
Where it closes and cards are still to come, the pot counts by its odds at the showdown.

That makes it no best response: what it wins, a best response wins at least.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np

from cutcard.blockhead.beta import STEPS, reads
from cutcard.blockhead.deal import Bet, Deal, Dealt, Event, Tied, View, Won
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.game import Player
from cutcard.blockhead.hand import Hand
from cutcard.blockhead.odds import CARRY_VALUE, fill_shares
from cutcard.blockhead.outlook import unseen_by
from cutcard.blockhead.players import AGAINST, EXPLOITER, make_player
from cutcard.blockhead.rules import Rules, TiedPot
from cutcard.blockhead.spot_player import SpotPlayer
from cutcard.cards import Card
from cutcard.driver import CHANCE, OVER
from cutcard.errors import Illegal

Weights = Sequence[float]
"""How likely each hidden card of the opponent's is, by its points, 0 to 10; up to a factor."""

READABLE = ("alpha", *STEPS, EXPLOITER, "random", "caller", "raiser")
"""The players whose odds follow from their hidden card and from what everybody has seen."""

_ANY: Weights = (0.0, *[1.0] * HIGHEST)


class LookAhead:
    """Makes the bet that is worth most against one player, as far as it looks ahead.

    If no hidden card fits what the opponent has bet, it takes every card for possible.
    """

    def __init__(self, foe: Player) -> None:
        self._foe = foe
        """The opponent, in thought: it has seen all that everybody has seen."""
        self._news: list[Event] = []
        self._view: View | None = None
        """What was seen when it was last asked for a bet in this deal."""
        self._deal: Deal | None = None
        """The deal as everybody sees it: any card stands for the one that the opponent hides."""
        self._fits = _ANY
        """By hidden card: how likely the opponent would have bet as it has."""

    def see(self, event: Event) -> None:
        self._news.append(event)
        if isinstance(event, Won | Tied):
            if self._view is None:  # asked for nothing in this deal
                self._foe = _having_seen(self._foe, self._news)
            else:
                self._follow(self._view)
            self._news, self._view, self._deal = [], None, None

    def act(self, view: View) -> int:
        worths = self.worths(view)
        return max(worths, key=worths.__getitem__)

    def worths(self, view: View) -> dict[int, float]:
        """What each legal bet is worth in chips from now on."""
        self._view = view
        deal = self._follow(view)
        unseen = unseen_by(view).tolist()
        weights = _product(self._fits, unseen)
        if not any(weights):
            self._fits, weights = _ANY, unseen
        ahead = _RestOfRound(view.seat, deal.staked[view.seat], _shares(view))
        total = sum(weights)
        return {bet: ahead.after(bet, deal, self._foe, weights) / total for bet in view.legal}

    def _follow(self, view: View) -> Deal:
        """Follow what has happened since the last bet, and return the deal."""
        news, self._news = self._news, []
        deal = self._deal
        if deal is None:
            bets = sum(event.chips for event in news if isinstance(event, Bet))
            antes = view.rules.ante * view.rules.seats
            deal = Deal.start(view.rules, view.opener, view.pot - bets - antes)
            self._fits = _ANY
        for event in news:
            if isinstance(event, Dealt):
                hidden = view.hand.cards[0]  # which stands for the opponent's, too
                deal = deal.apply(event.card or hidden)
            elif isinstance(event, Bet):
                if event.player != view.seat:
                    self._weigh(event, deal, unseen_by(view).tolist())
                deal = deal.apply(event.chips)
            self._foe = _having_seen(self._foe, [event])
        self._deal = deal
        return deal

    def _weigh(self, bet: Bet, deal: Deal, unseen: Sequence[int]) -> None:
        """Weigh hidden cards by a bet of the opponent's."""
        weights = _product(self._fits, unseen)
        asked = _ask(self._foe, deal.view(bet.player), weights if any(weights) else _ANY)
        likely = [0.0] * len(self._fits)
        for card, (odds, _) in asked.items():
            likely[card] = odds.get(bet.chips, 0.0)
        fits = _product(self._fits, likely)
        self._fits = fits if any(fits) else _ANY
        self._foe = asked[_likeliest(_product(weights, likely), asked)][1]


@dataclass(frozen=True)
class _RestOfRound:
    """The rest of a bidding round for one who knows the opponent: worths are times weights."""

    seat: int
    staked: int
    """What has been staked by now, and is not counted any more."""
    shares: Sequence[float]
    """The share of the pot at the showdown, by the opponent's hidden card."""

    def after(self, bet: int, deal: Deal, foe: Player, weights: Weights) -> float:
        """What it is worth if a bet is made by whoever's turn it is."""
        after = deal.apply(bet)
        if after.turn in (CHANCE, OVER):
            return self._closed(after, weights)
        foe = _having_seen(foe, after.events)
        if after.turn == self.seat:
            return max(self.after(one, after, foe, weights) for one in _some(after))
        return self._answered(after, foe, weights)

    def _answered(self, deal: Deal, foe: Player, weights: Weights) -> float:
        """What it is worth that it is the opponent's turn."""
        asked = _ask(foe, deal.view(1 - self.seat), weights)
        parts: dict[int, list[float]] = defaultdict(lambda: [0.0] * len(weights))
        for card, (odds, _) in asked.items():
            for bet, likely in odds.items():
                parts[bet][card] = weights[card] * likely
        return sum(
            self.after(bet, deal, asked[_likeliest(part, asked)][1], part)
            for bet, part in parts.items()
        )

    def _closed(self, deal: Deal, weights: Weights) -> float:
        """What it is worth that a bidding round is closed."""
        if all(deal.live):
            won = deal.pot * sum(_product(weights, self.shares))
        else:
            won = deal.pot * sum(weights) if deal.live[self.seat] else 0.0
        return won - (deal.staked[self.seat] - self.staked) * sum(weights)


def _shares(view: View) -> Weights:
    """The share of the pot at the showdown, by the opponent's hidden card."""
    ahead = view.hand.points - view.visible[1 - view.seat].points
    if view.last_street:
        tied = 0.5 if view.rules.tied_pot is TiedPot.SPLIT else CARRY_VALUE
        return [tied if card == ahead else float(card < ahead) for card in range(HIGHEST + 1)]
    shares = np.zeros(HIGHEST + 1)
    fill_shares(unseen_by(view), view.rules.hand_size - len(view.hand.cards), ahead, shares)
    found: list[float] = shares.tolist()
    return found


def _some(deal: Deal) -> list[int]:
    """The bets that are looked at later on: of raises the smallest, a middling and the largest."""
    call, rules = deal.to_call, deal.rules
    sizes = (rules.least_raise, (rules.least_raise + rules.most_raise) // 2, rules.most_raise)
    return [bet for bet in deal.legal if bet <= call or bet - call in sizes]


def _ask(
    foe: Player, view: View, weights: Weights
) -> dict[int, tuple[Mapping[int, float], Player]]:
    """By hidden card that may be: the odds of the opponent's bets, and the opponent after it."""
    found = {}
    for points, card in _hidden_cards(view.rules).items():
        if weights[points]:
            asked = _twin(foe)
            chips = asked.act(_imagined(view, card))
            found[points] = (getattr(asked, "odds", None) or {chips: 1.0}, asked)
    return found


def _imagined(view: View, card: Card) -> View:
    """What the opponent sees if a card lies face down before it."""
    hand = Hand((card, *view.hand.cards[1:]), view.hand.down)
    return View(
        view.rules,
        view.seat,
        view.opener,
        hand,
        view.visible,
        view.live,
        view.bets,
        view.street,
        view.to_call,
        view.may_raise,
        view.pot,
        view.legal,
    )


@lru_cache(maxsize=8)
def _hidden_cards(rules: Rules) -> dict[int, Card]:
    """A card of the deck for each number of points."""
    return {card.points: card for card in cards_in(rules.deck)}


def _having_seen(foe: Player, events: Sequence[Event]) -> Player:
    """The opponent after it has seen what everybody sees."""
    foe = _twin(foe)
    for event in events:
        foe.see(event)
    return foe


def _twin(player: Player) -> Player:
    """A player that remembers the same, and goes its own way from now on.

    Players keep what changes in lists, and lists of lists; all else is replaced when it changes.
    """
    twin: Player = object.__new__(type(player))
    kept = vars(twin)
    kept.update(vars(player))
    for name, value in kept.items():
        if isinstance(value, list):
            nested = value and isinstance(value[0], list)
            kept[name] = [list(one) for one in value] if nested else value[:]
    return twin


def _product(one: Sequence[float], two: Sequence[float]) -> list[float]:
    return [first * second for first, second in zip(one, two, strict=True)]


def _likeliest(weights: Weights, asked: Mapping[int, object]) -> int:
    """The likeliest of the hidden cards that were asked about."""
    return max(asked, key=weights.__getitem__)


def look_ahead_against(foe: str, random: Random, rules: Rules) -> LookAhead:
    """One who looks ahead against the player of this name; Illegal if its odds are not known."""
    player = make_player(foe, random, rules)
    if foe not in READABLE and not isinstance(player, SpotPlayer):
        raise Illegal(
            f"{AGAINST}{foe} is not possible: what {foe} bets does not follow from its hidden card"
            f" and what everybody sees; it takes {', '.join(READABLE)}, or a learnt policy's"
            " FILE.npz"
        )
    if not reads(rules):
        raise Illegal(
            f"{AGAINST}{foe} is for two players, hands compared by points, a hidden card that comes"
            " first, and at most two cards each after the first bidding round"
        )
    return LookAhead(player)
