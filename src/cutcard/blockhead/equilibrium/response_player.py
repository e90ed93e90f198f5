"""The player of a best response to a policy."""

from __future__ import annotations

from random import Random

from cutcard.blockhead.deal import Event, Tied, View, Won
from cutcard.blockhead.deal_so_far import DealSoFar
from cutcard.blockhead.equilibrium.nash import Nash, leads_of, unseen_of
from cutcard.blockhead.equilibrium.response import PolicyResponse
from cutcard.blockhead.equilibrium.response_course import (
    UNKNOWN,
    begin_known_deal,
    begin_known_round,
    bet_by_known_policy,
    follow_known_bet,
    new_response_course,
)


class PolicyExploiter:
    """Does what is worth most against the policy that its response was found for.

    In a deal with a carried pot, and as soon as the opponent has done what the policy never does,
    it plays as the policy itself would.
    """

    def __init__(self, response: PolicyResponse, random: Random) -> None:
        self._response = response
        self._random = random
        self._course = new_response_course()
        self.odds: dict[int, float] = {}
        self._begin()

    def _begin(self) -> None:
        self._seen: list[Event | tuple[View, int]] = []
        """What has happened in this deal; its own bets stand twice, the first time as it made
        them."""
        self._nash: Nash | None = None
        """Plays the rest of this deal."""
        self._deal = DealSoFar()

    def see(self, event: Event) -> None:
        if isinstance(event, Won | Tied):
            self._begin()
        else:
            self._seen.append(event)
            self._deal.see(event)
            if self._nash:
                self._nash.see(event)

    def act(self, view: View) -> int:
        self.odds = {}
        chips = None if self._nash else self._best(view)
        if chips is None:
            self._nash = self._nash or self._as_policy()
            chips = self._nash.act(view)
            self.odds = self._nash.odds
        else:
            self._seen.append((view, chips))
        return chips

    def _as_policy(self) -> Nash:
        """The policy as a player who has made the bets of this deal."""
        nash = Nash(self._response.blueprint, self._random)
        for event in self._seen:
            if isinstance(event, tuple):
                nash.follow(*event)
            else:
                nash.see(event)
        return nash

    def _best(self, view: View) -> int | None:
        """The bet that is worth most; None if that is not known."""
        table, course = self._response.table, self._course
        for street, bet in self._deal.news(view.street):
            if bet is not None:
                follow_known_bet(table, course, 0, bet.player == view.seat, bet.raised)
                continue
            if street == 0:
                pot, seat = view.pot - self._deal.chips_from(0), int(view.opener != view.seat)
                begin_known_deal(course, pot, view.rules.ante, seat)
            begin_known_round(table, course, 0, leads_of(view)[street])
        counts, hand = unseen_of(view), view.hand.cards[0].points - 1
        most = view.rules.most_raise if view.may_raise else 0
        kept = self._response.kept
        chips = bet_by_known_policy(table, kept, course, 0, counts, hand, view.to_call, most)
        return None if chips == UNKNOWN else chips
