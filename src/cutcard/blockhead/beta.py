"""Beta: infers hidden cards, weighs the odds, and looks ahead to what Alpha will answer.

Against an opponent who has so far bet as Alpha would, Beta weighs every hidden card that fits
the bets, and plays through the rest of the bidding round with Alpha's own table. What comes after
it is worth what the best response to Alpha expects, where that is shipped for the rules, and the
odds of the showdown otherwise. Against anyone else Beta uses those odds and how often this opponent
has folded, called and raised when it was as far ahead or behind. Of bets that are worth nearly the
same it picks one at random.

Two steps on the way to it play, too: one that knows the odds only, and one that also infers hidden
cards; both expect to be called.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from cutcard.blockhead.belief import ANY_CARD, hidden_range, hidden_set
from cutcard.blockhead.deal import Bet, Dealt, Event, Shown, Tied, View, Won
from cutcard.blockhead.habits import CALLED, LEADS, habit_of, lead_class
from cutcard.blockhead.rules import Rules, Valuation
from cutcard.blockhead.sampling import bet_by_sampling

if TYPE_CHECKING:
    from cutcard.blockhead.exact.response import Response

FUZZ: Final = 0.25
"""In chips: bets that are worth at most this much less than the best are mixed."""


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


class Step(NamedTuple):
    """How far a Beta goes."""

    reads: bool
    """Whether it infers hidden cards from bets."""
    foresees: bool
    """Whether it looks ahead to answers; otherwise it expects to be called."""


STEPS: Final = {
    "beta": Step(reads=True, foresees=True),
    "beta-belief": Step(reads=True, foresees=False),
    "beta-pot-odds": Step(reads=False, foresees=False),
}
"""All of Beta, and the steps towards it, by name."""


class Beta:
    """Plays better than Alpha without cheating: all it knows comes from views and public events."""

    def __init__(self, random: Random, step: Step = STEPS["beta"]) -> None:
        self._random = random
        self._step = step
        self.odds: dict[int, float] = {}
        self._seen: list[Event] = []
        self._rules: Rules | None = None
        self._response: Response | None = None
        self._seat = 0
        """Where it sits, which it knows when it is first asked for a bet."""
        self._like_alpha = True
        self._open = [0, 0]
        """The open points of each seat in this deal."""
        self._habits = [list(CALLED) for _ in range(LEADS)]
        """What the opponent has done, by the class of its lead."""

    def see(self, event: Event) -> None:
        """Remember the deal; at its end, check what the opponent had."""
        self._seen.append(event)
        match event:  # habits are for tables of two: at others Beta samples
            case Dealt(seat, card) if card is not None and seat < 2:
                self._open[seat] += card.points
            case Bet(player) if player < 2 and player != self._seat and self._step.foresees:
                lead = self._open[player] - self._open[1 - player]
                self._habits[lead_class(lead)][habit_of(event)] += 1
            case Won(_, pot) | Tied(_, pot):
                self._learn(pot)
                self._seen, self._open = [], [0, 0]

    def act(self, view: View) -> int:
        self.sit_down(view)
        if not reads(view.rules):
            return bet_by_sampling(view, self._random)
        return self._pick(self.worths(view))

    @property
    def expects_alpha(self) -> bool:
        """Whether the opponent has so far bet as Alpha would, and is expected to go on so."""
        return self._like_alpha and self._step.foresees

    def sit_down(self, view: View) -> None:
        """Note where Beta sits, and by which rules it plays."""
        if self._rules is not view.rules:
            self._rules = view.rules
            self._response = shipped_against_alpha(view.rules) if self._step.foresees else None
        self._seat = view.seat

    def worths(self, view: View) -> dict[int, float]:
        """What each legal bet is worth in chips from now on, as Beta sees it, where it `reads`."""
        self.sit_down(view)
        if self._like_alpha and self._response:
            found = hidden_range(self._seen, view.rules, 1 - view.seat, view.pot)
            if found and self._response.may_be(view, *found):
                return self._response.worths(view, *found)
            self._like_alpha = False
        # Imported here: whoever does not play by these rules need not load numpy.
        from cutcard.blockhead.outlook import may_be, unseen_by, worths_by_odds

        fits = self._fitting(view.pot) if self._like_alpha else ANY_CARD
        if not may_be(unseen_by(view), fits):
            self._like_alpha, fits = False, ANY_CARD
        if self._like_alpha and self._step.foresees:
            return worths_by_odds(view, fits, None)
        lead = view.visible[1 - view.seat].points - view.visible[view.seat].points
        return worths_by_odds(view, fits, self._habits[lead_class(lead)])

    def _fitting(self, pot: int) -> int:
        """The hidden cards that go with the bets that the opponent made in this deal."""
        assert self._rules is not None
        if not self._step.reads:
            return ANY_CARD
        return hidden_set(self._seen, self._rules, 1 - self._seat, pot)

    def _learn(self, pot: int) -> None:
        """See whether the hand that was shown fits what Alpha would have bet with it."""
        if self._rules is None or not reads(self._rules):
            return
        for event in self._seen:
            if isinstance(event, Shown) and event.seat != self._seat:
                hidden = event.hand.cards[event.hand.down[0]].points
                if not self._fitting(pot) >> hidden & 1:
                    self._like_alpha = False

    def _pick(self, worths: dict[int, float]) -> int:
        """One of the best bets, at random."""
        least = max(worths.values()) - FUZZ
        close = [chips for chips, worth in worths.items() if worth >= least]
        self.odds = dict.fromkeys(close, 1 / len(close))
        return close[int(self._random.random() * len(close))]


def shipped_against_alpha(rules: Rules) -> Response | None:
    """The best response to Alpha by these rules, if it is shipped and compiled code can run."""
    return shipped_against("alpha", rules)


def shipped_against(foe: str, rules: Rules) -> Response | None:
    """The best response to a player by these rules, if it is shipped and compiled code can run."""
    from cutcard.compilation import nothing_compiled

    if not reads(rules) or nothing_compiled("poker-players"):
        return None
    # Imported here: whoever does not play by these rules need not load numpy.
    from cutcard.blockhead.exact.saved import response_name, shipped_response

    found = shipped_response(response_name(foe, rules))
    return found[0] if found else None
