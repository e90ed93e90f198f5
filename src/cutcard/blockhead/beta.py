"""Beta: infers hidden cards, weighs the odds, and looks ahead to what Alpha will answer.

Against an opponent who has so far bet as Alpha would, Beta weighs every hidden card that fits
the bets, and plays through the rest of the bidding round with Alpha's own table. What comes after
it is worth what the best response to Alpha expects, where that is shipped for the rules, and the
odds of the showdown otherwise. Against anyone else Beta uses those odds and how often this opponent
has folded, called and raised. Of bets that are worth nearly the same it picks one at random.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from cutcard.blockhead.belief import Situation, hidden_cards, hidden_range, situations
from cutcard.blockhead.bidding import Bidding, Habits
from cutcard.blockhead.deal import Bet, Event, Shown, Tied, View, Won
from cutcard.blockhead.odds import share, share_of_pot, unseen
from cutcard.blockhead.rules import Rules, Valuation
from cutcard.blockhead.sampling import bet_by_sampling

if TYPE_CHECKING:
    from cutcard.blockhead.exact.response import Response

FUZZ: Final = 0.25
"""In chips: bets that are worth at most so much less than the best are mixed."""


def reads(rules: Rules) -> bool:
    """Whether Alpha's bets can be read: two players, points, and one hidden card each.

    After the first bidding round at most two more cards may come to each: the odds go no further.
    """
    return (
        rules.seats == 2
        and rules.valuation is Valuation.POINTS
        and rules.hand_size - len(rules.street_cards[0]) <= 2
        and rules.street_cards[0][0] == "d"
        and rules.streets.count("d") == 1
    )


class Beta:
    """Plays better than Alpha without cheating: all it knows comes from views and public events."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._seen: list[Event] = []
        self._rules: Rules | None = None
        self._response: Response | None = None
        self._seat = 0
        self._like_alpha = True
        self._habits = Habits()

    def see(self, event: Event) -> None:
        """Remember the deal; at its end, check what the opponent had."""
        self._seen.append(event)
        if isinstance(event, Bet) and event.player != self._seat:
            self._habits.note(event)
        if isinstance(event, Won | Tied):
            self._learn(event.pot)
            self._seen = []

    def act(self, view: View) -> int:
        self._sit_down(view)
        if not reads(view.rules):
            return bet_by_sampling(view, self._random)
        return self._pick(self.worths(view))

    def _sit_down(self, view: View) -> None:
        """Note where Beta sits, and by which rules it plays."""
        if self._rules is not view.rules:
            self._rules, self._response = view.rules, shipped_against_alpha(view.rules)
        self._seat = view.seat

    def worths(self, view: View) -> dict[int, float]:
        """What each legal bet is worth in chips from now on, as Beta sees it, where it `reads`."""
        self._sit_down(view)
        if self._like_alpha and self._response:
            found = hidden_range(self._seen, view.rules, 1 - view.seat, view.pot)
            if found and self._response.may_be(view, *found):
                return self._response.worths(view, *found)
            self._like_alpha = False
        mine = view.hand.points
        other = view.visible[1 - view.seat]
        counts = unseen(view.rules.deck, [card.points for card in (*view.hand.cards, *other.cards)])
        weights = self._belief(counts, view)
        to_come = view.rules.hand_size - len(view.hand.cards)
        shares = share_of_pot(counts, to_come)
        values = [share(shares, mine - other.points - hidden) for hidden in range(1, 11)]
        bidding = Bidding(
            view=view,
            weights=weights,
            values=values,
            lead=other.points - view.visible[view.seat].points,
            habits=None if self._like_alpha else self._habits,
        )
        return bidding.worths()

    def _belief(self, counts: tuple[int, ...], view: View) -> list[float]:
        """How likely each hidden card of the opponent is, up to a factor."""
        if self._like_alpha:
            weights = [float(count) for count in counts]
            for situation, chips in self._opponents_bets(view.pot):
                fits = hidden_cards(situation, chips)
                weights = [weight * fit for weight, fit in zip(weights, fits, strict=True)]
            if any(weights):
                return weights
            self._like_alpha = False
        return [float(count) for count in counts]

    def _learn(self, pot: int) -> None:
        """See whether the hand that was shown fits what Alpha would have bet with it."""
        if self._rules is None or not reads(self._rules):
            return
        for event in self._seen:
            if isinstance(event, Shown) and event.seat != self._seat:
                hidden = event.hand.cards[event.hand.down[0]].points
                for situation, chips in self._opponents_bets(pot):
                    if not hidden_cards(situation, chips)[hidden - 1]:
                        self._like_alpha = False

    def _opponents_bets(self, pot: int) -> list[tuple[Situation, int]]:
        """What the opponent knew at each of its bets; ``pot`` is the current one."""
        assert self._rules is not None
        bets = sum(event.chips for event in self._seen if isinstance(event, Bet))
        return situations(self._seen, self._rules, 1 - self._seat, pot - bets)

    def _pick(self, worths: dict[int, float]) -> int:
        """One of the best bets, at random."""
        least = max(worths.values()) - FUZZ
        close = [chips for chips, worth in worths.items() if worth >= least]
        return close[int(self._random.random() * len(close))]


def shipped_against_alpha(rules: Rules) -> Response | None:
    """The best response to Alpha by these rules, if it is shipped and compiled code can run."""
    from cutcard.compilation import nothing_compiled

    if not reads(rules) or nothing_compiled():
        return None
    # Imported here: whoever does not play by these rules need not load numpy.
    from cutcard.blockhead.exact.saved import response_name, shipped_response

    found = shipped_response(response_name("alpha", rules))
    return found[0] if found else None
