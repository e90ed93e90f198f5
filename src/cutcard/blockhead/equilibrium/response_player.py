"""The player of a best response to a policy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Final

import numpy as np

from cutcard.blockhead.deal import Bet, Event, Kind, Tied, View, Won
from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PLAIN, RAISE, Bidding
from cutcard.blockhead.equilibrium.blueprint import Stored
from cutcard.blockhead.equilibrium.lead_tree import CARDS, DECIDED, FARTHEST
from cutcard.blockhead.equilibrium.nash import Nash, leads_of, unseen_of
from cutcard.blockhead.equilibrium.public_tree import Numbers
from cutcard.blockhead.equilibrium.response import PolicyResponse
from cutcard.blockhead.equilibrium.response_walk import choose_last, choose_second, weigh_second
from cutcard.blockhead.equilibrium.tens import Done, arrivals

_ANSWERS: Final = {0: 1, 1: 1, 2: 2, 5: 2, 4: 3, 7: 3, 3: 4, 6: 4}
"""Which part of what is done in a plain round belongs to each decision."""


class PolicyExploiter:
    """Does what is worth most against the policy that its response was found for.

    In a deal with a carried pot, and as soon as the opponent has done what the policy never does,
    it plays as the policy itself would.
    """

    def __init__(self, response: PolicyResponse, random: Random) -> None:
        self._response = response
        self._random = random
        self.odds: dict[int, float] = {}
        self._begin()

    def _begin(self) -> None:
        self._seen: list[Event | tuple[View, int]] = []
        """What has happened in this deal; its own bets stand twice, the first time as it made
        them."""
        self._nash: Nash | None = None
        """Plays the rest of this deal."""
        self._answers: dict[int, Done] = {}
        """By bidding round, what is done in it."""

    def see(self, event: Event) -> None:
        if isinstance(event, Won | Tied):
            self._begin()
        else:
            self._seen.append(event)
            if self._nash:
                self._nash.see(event)

    def act(self, view: View) -> int:
        self.odds = {}
        chips = None if self._nash else self._best(view)
        if chips is None:
            self._nash = self._nash or self._followed()
            chips = self._nash.act(view)
            self.odds = self._nash.odds
        else:
            self._seen.append((view, chips))
        return chips

    def _followed(self) -> Nash:
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
        ante = self._response.blueprint.rules.ante
        bets = [event for event in self._seen if isinstance(event, Bet)]
        if view.pot - sum(bet.chips for bet in bets) != 2 * ante:
            return None
        seat = 0 if view.opener == view.seat else 1
        leads = leads_of(view)
        if abs(leads[-1]) > DECIDED[view.street]:
            ahead = (leads[-1] > 0) == (seat == 0)
            return view.to_call + RAISE * view.may_raise if ahead else 0
        stored = self._response.blueprint.beginnings[ante, leads[0], 1 - seat]
        path, at = _followed_by(bets, stored.opening, leads)
        if at is None:
            return None
        bidding = PLAIN if path else stored.opening
        if not _may_come(view, stored, path, bidding.paths[at]):
            return None
        if path:
            choice = int(self._answer(view, stored, path, leads)[_ANSWERS[at]])
        else:
            cards = tuple(sorted(_open_cards(view)))
            bids = self._response.first_bids(cards, leads[0], seat)
            choice = int(bids.choices(at)[_hidden(view)])
        return _chips(view, bidding, at, choice)

    def _answer(
        self, view: View, stored: Stored, path: tuple[int, ...], leads: Sequence[int]
    ) -> Done:
        """What is done in a bidding round after the first one."""
        if view.street not in self._answers:
            counts = unseen_of(view).astype(np.float64)
            seat = 1 - stored.seat
            stake = float(self._response.blueprint.rules.ante + _paid(stored.opening, path))
            come = _come(stored, path)
            rows = arrivals(stored.block(path), stored.seat, come)
            hand = _hidden(view)
            if view.last_street:
                lead = leads[-1] if seat == 0 else -leads[-1]
                found = choose_last(counts, hand, lead, seat, stake, rows)
            else:
                worths = _worths_after(stored, path, counts, leads[-1], stake, rows)
                found = choose_second(counts, hand, seat, stake, rows, worths)
            self._answers[view.street] = found
        return self._answers[view.street]


def _worths_after(
    stored: Stored,
    path: tuple[int, ...],
    counts: Numbers,
    lead: int,
    stake: float,
    rows: Numbers,
) -> Numbers:
    """What the ways to close a second bidding round are worth, by hidden card."""
    way, step = path
    closed = rows[:, :CLOSINGS].T
    third = arrivals(stored.last_blocks(way, step), stored.seat, closed[:, None])
    worths = np.zeros((1, CARDS, CLOSINGS))
    weigh_second(
        counts,
        lead,
        1 - stored.seat,
        np.array([stake]),
        rows[None],
        np.ascontiguousarray(third.swapaxes(0, 1)[:, None]),
        worths,
    )
    return np.asarray(worths[0])


def _followed_by(
    bets: Sequence[Bet], opening: Bidding, leads: Sequence[int]
) -> tuple[tuple[int, ...], int | None]:
    """Ways to close and steps of the lead so far, in turn, and the decision; None if unknown."""
    path: tuple[int, ...] = ()
    bidding, at = opening, 0
    steps = [now - lead + FARTHEST for lead, now in pairwise(leads)]
    for bet in bets:
        decision = bidding.decisions[at]
        if bet.kind is not Kind.RAISE:
            at = decision.called
        elif bet.raised in decision.sizes:
            at = decision.raised[decision.sizes.index(bet.raised)]
        else:
            return path, None
        if at < 0:
            path = (*path, ~at, steps[len(path) // 2])
            bidding, at = PLAIN, 0
    return path, at


def _rounds(stored: Stored, path: tuple[int, ...]) -> list[tuple[Bidding, int, Numbers]]:
    """The bidding rounds that are over: how each was closed, and the odds in it."""
    biddings = [stored.opening, PLAIN][: len(path) // 2]
    return [
        (bidding, path[2 * number], stored.block(path[: 2 * number]))
        for number, bidding in enumerate(biddings)
    ]


def _come(stored: Stored, path: tuple[int, ...]) -> Numbers:
    """How likely the policy comes to a bidding round, by its hidden card."""
    come = np.ones(CARDS)
    for bidding, way, block in _rounds(stored, path):
        for row in bidding.closings[way][stored.seat :: 2]:
            come *= block[row]
    return come


def _may_come(view: View, stored: Stored, path: tuple[int, ...], choices: tuple[int, ...]) -> bool:
    """Whether the policy ever comes where some choices in this bidding round lead."""
    come = _come(stored, path)
    block = stored.block(path)
    for row in choices[stored.seat :: 2]:
        come *= block[row]
    left = unseen_of(view)
    left[_hidden(view)] -= 1
    return bool((left * come).sum() > 0)


def _paid(opening: Bidding, path: tuple[int, ...]) -> int:
    """What each player has bet in bidding rounds that are over."""
    biddings = [opening, PLAIN][: len(path) // 2]
    return sum(bidding.paid[way] for bidding, way in zip(biddings, path[::2], strict=True))


def _chips(view: View, bidding: Bidding, at: int, choice: int) -> int:
    """The bet that a choice is."""
    decision = bidding.decisions[at]
    number = choice - decision.folds
    if number < 0:
        return 0
    return view.to_call + (decision.sizes[number - 1] if number else 0)


def _open_cards(view: View) -> list[int]:
    return [card.points - 1 for hand in view.visible for card in hand.cards]


def _hidden(view: View) -> int:
    return view.hand.cards[0].points - 1
