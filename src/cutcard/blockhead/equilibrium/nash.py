"""Nash: plays a policy near an equilibrium, whoever the opponent is."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np

from cutcard.blockhead.deal import Bet, Dealt, Event, Kind, Tied, View, Won
from cutcard.blockhead.equilibrium.biddings import PLAIN, RAISE, Bidding
from cutcard.blockhead.equilibrium.blueprint import Blueprint, Stored
from cutcard.blockhead.equilibrium.first_bids import Neighbours, fold_share, read_upwards
from cutcard.blockhead.equilibrium.last_bids import answer_raise
from cutcard.blockhead.equilibrium.lead_tree import CARDS, DECIDED, FARTHEST, Counts, unseen
from cutcard.number_arrays import Floats


class Nash:
    """Follows the blueprint by chance.

    Its own raises are of one size. It reads another's raise as one of a size that it knows or as a
    check or call, by a coin of its own, and goes on as if that had been bet. In the last bidding
    round it answers by its hidden card instead.
    """

    def __init__(self, blueprint: Blueprint, random: Random) -> None:
        self._blueprint = blueprint
        self._random = random
        self.odds: dict[int, float] = {}
        self._begin()

    def _begin(self) -> None:
        self._news: list[Event] = []
        """What has happened since the last bet of its own."""
        self._bets = 0
        """All chips bet in this deal."""
        self._began = 0.0
        """What each player had staked when the deal began, half of a carried pot included."""
        self._ways: list[int] = []
        """How the bidding rounds were closed, as they were read."""
        self._staked = 0
        """What each player has staked in bidding rounds that are over."""
        self._read = 0
        """The same, as it was read."""
        self._known: dict[tuple[int, ...], Floats] = {}
        """The odds in bidding rounds of this deal, by the path that leads there."""
        self._open_round()

    def _open_round(self) -> None:
        self._at = 0
        """The decision in this bidding round, as it was read."""
        self._closed: int | None = None
        """How this bidding round was closed, as it was read."""
        self._paid = [0, 0]
        self._answer: Floats | None = None
        """The odds to fold, call and raise now, by hidden card, in the last bidding round."""
        self._raised: Floats | None = None
        """The odds with which it raised so."""

    def see(self, event: Event) -> None:
        if isinstance(event, Won | Tied):
            self._begin()
        else:
            self._news.append(event)
            self._bets += event.chips if isinstance(event, Bet) else 0

    def act(self, view: View) -> int:
        self.odds = {}
        leads = leads_of(view)
        if abs(leads[-1]) > DECIDED[view.street]:
            return self._act_decided(view, leads[-1])
        self._read_news(view, leads)
        if self._closed is not None:
            return view.to_call
        return self._choose(view, self._bidding(view, leads), self._blocks(view, leads)[-1])

    def follow(self, view: View, chips: int) -> None:
        """Go on as if it had made this bet, which somebody else makes in its place."""
        leads = leads_of(view)
        if abs(leads[-1]) > DECIDED[view.street]:
            return
        self._read_news(view, leads)
        if self._closed is None:
            bidding = self._bidding(view, leads)
            decision = bidding.decisions[self._at]
            choice = int(decision.folds) + (chips > view.to_call) - (chips < view.to_call)
            self._make(max(choice, 0), view, bidding)

    def _stored(self, view: View, leads: list[int]) -> tuple[int, Stored]:
        """The stake that this deal is taken to have begun with, and the policy after it."""
        seat = 0 if view.opener == view.seat else 1
        return self._blueprint.after(self._began, leads[0], seat)

    def _bidding(self, view: View, leads: list[int]) -> Bidding:
        """This bidding round."""
        return PLAIN if self._ways else self._stored(view, leads)[1].opening

    def _blocks(self, view: View, leads: list[int]) -> list[Floats]:
        """The odds in this bidding round and in those before it."""
        _, stored = self._stored(view, leads)
        steps = [now - lead + FARTHEST for lead, now in pairwise(leads)]
        path = tuple(part for pair in zip(self._ways, steps, strict=True) for part in pair)
        return [self._block(stored, path[: 2 * number]) for number in range(len(leads))]

    def _block(self, stored: Stored, path: tuple[int, ...]) -> Floats:
        """The odds in a bidding round, found once in a deal: every bet in it asks for them."""
        if path not in self._known:
            self._known[path] = stored.block(path)
        return self._known[path]

    def _choose(self, view: View, bidding: Bidding, block: Floats) -> int:
        """Make a bet by the odds of a block."""
        decision = bidding.decisions[self._at]
        rows = slice(decision.first, decision.first + decision.width)
        answer = self._answer
        by_card = block[rows] if answer is None else answer[: decision.width]
        odds = by_card[:, view.hand.cards[0].points - 1].tolist()
        bets = [0] * decision.folds + [view.to_call, view.to_call + RAISE * view.may_raise]
        for bet, likely in zip(bets, odds, strict=False):
            self.odds[bet] = self.odds.get(bet, 0.0) + likely
        return self._make(self._random.choices(range(decision.width), odds)[0], view, bidding)

    def _make(self, choice: int, view: View, bidding: Bidding) -> int:
        """Make a choice, and go on from there; the bet is returned."""
        decision = bidding.decisions[self._at]
        answer, self._answer = self._answer, None
        if decision.folds and choice == 0:
            return 0
        if choice == decision.folds:
            self._go_on(decision.called)
            return view.to_call
        (self._at,) = decision.raised
        self._raised = None if answer is None else answer[2]
        if view.may_raise:
            return view.to_call + RAISE
        # As if it had raised and been called.
        self._go_on(bidding.decisions[self._at].called)
        return view.to_call

    def _act_decided(self, view: View, lead: int) -> int:
        """Nothing can change any more who wins."""
        ahead = (lead > 0) == (view.opener == view.seat)
        if ahead and view.may_raise:
            return view.to_call + view.rules.most_raise
        return view.to_call if ahead else 0

    def _go_on(self, called: int) -> None:
        """Go on after a check or call."""
        if called >= 0:
            self._at = called
        else:
            self._closed = ~called

    def _read_news(self, view: View, leads: list[int]) -> None:
        """Read what has happened since the last own bet."""
        news, self._news = self._news, []
        self._began = (view.pot - self._bets) / 2
        for event in news:
            if isinstance(event, Dealt) and self._closed is not None:
                self._read += self._bidding(view, leads).paid[self._closed]
                self._ways.append(self._closed)
                self._staked += max(self._paid)
                self._open_round()
            elif isinstance(event, Bet):
                if event.player != view.seat and self._closed is None:
                    self._read_bet(event, view, leads)
                self._paid[event.player] += event.chips

    def _read_bet(self, bet: Bet, view: View, leads: list[int]) -> None:
        """Read a bet of the opponent's."""
        bidding = self._bidding(view, leads)
        decision = bidding.decisions[self._at]
        if bet.kind is not Kind.RAISE:
            self._go_on(decision.called)
            return
        begun, _ = self._stored(view, leads)
        real = self._began + self._staked + max(self._paid)
        read = float(begun + self._read + decision.paid)
        near = Neighbours.of(decision, bet.raised)
        at = decision.raised[near.above]
        first, width = bidding.decisions[at].first, bidding.decisions[at].width
        block = self._blocks(view, leads)[-1]
        come = self._come(bidding.paths[at], view, leads)
        if len(self._ways) == 2:
            # In the last bidding round.
            odds = np.zeros((3, CARDS))
            known, checked = np.zeros((3, CARDS)), np.zeros(CARDS)
            known[:width] = block[first : first + width]
            if decision.called >= 0:
                checked = block[bidding.decisions[decision.called].first + 1]
            answer_raise(unseen_of(view), come, known, checked, float(bet.raised), real, read, odds)
            self._at, self._answer = at, odds
            return
        folds = fold_share(unseen_of(view), come, block[first])
        likely = read_upwards(float(bet.raised), *near.sizes(decision), real, read, folds)
        number = near.above if self._random.random() < likely else near.below
        if number < 0:
            self._go_on(decision.called)
        else:
            self._at = decision.raised[number]

    def _come(self, path: tuple[int, ...], view: View, leads: list[int]) -> Floats:
        """How likely it comes where choices in this bidding round lead, by hidden card."""
        come = np.ones(CARDS)
        seat = 0 if view.opener == view.seat else 1
        before = [self._stored(view, leads)[1].opening, PLAIN][: len(self._ways)]
        paths = [one.closings[way] for one, way in zip(before, self._ways, strict=True)]
        for block, rows in zip(self._blocks(view, leads), [*paths, path], strict=True):
            own = rows[seat::2]
            if rows is path and self._raised is not None:
                come *= self._raised
                own = own[:-1]
            for row in own:
                come *= block[row]
        return come


def unseen_of(view: View) -> Counts:
    """The cards that everybody has not seen, by what they count."""
    return unseen(tuple(card.points - 1 for hand in view.visible for card in hand.cards))


def leads_of(view: View) -> list[int]:
    """The lead of the opener when each bidding round began."""
    hands = [view.visible[(view.opener + step) % 2].cards for step in (0, 1)]
    shown = [len(letters.replace("d", "")) for letters in view.rules.street_cards]
    leads = []
    many = 0
    for street in range(view.street + 1):
        many += shown[street]
        first, second = (sum(card.points for card in hand[:many]) for hand in hands)
        leads.append(first - second)
    return leads
