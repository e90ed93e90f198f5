"""Looking ahead in a bidding round: what a bet is worth when the opponent's answers are known.

An opponent answers by a table (Alpha's, by its hidden card) or by habit (how often it has
folded, called and raised). When the bidding closes, the pot is worth its odds at the showdown;
later bidding rounds are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from cutcard.blockhead.alpha import fitting, lines_for
from cutcard.blockhead.deal import Bet, Kind, View

Reply = tuple[int, int, int, float]
"""What an opponent answers (a raise's size, CALL or FOLD), the lowest and highest hidden card that
answer so, and how likely the answer is with each of them."""

LOOK_AHEAD: Final = 4
"""How many raises to look ahead; more are seldom allowed, and hardly matter."""

CALL: Final = 0
FOLD: Final = -1


@dataclass
class Habits:
    """How often an opponent has folded, called and raised, starting from a cautious prior."""

    folds: float = 1.0
    calls: float = 2.0
    raises: float = 1.0
    checks: float = 2.0
    opening_raises: float = 1.0

    def note(self, bet: Bet) -> None:
        """Count a bet that the opponent made."""
        match bet.kind:
            case Kind.FOLD:
                self.folds += 1
            case Kind.CALL:
                self.calls += 1
            case Kind.CHECK:
                self.checks += 1
            case Kind.RAISE if bet.chips > bet.raised:
                self.raises += 1
            case Kind.RAISE:
                self.opening_raises += 1

    def answers(self, to_call: int, most: int) -> Iterator[Reply]:
        """The expected answers, whatever the hidden card."""
        if to_call:
            total = self.folds + self.calls + self.raises
            yield FOLD, 1, 10, self.folds / total
            raising = self.raises / total
        else:
            total = self.checks + self.opening_raises
            raising = self.opening_raises / total
        if not most:
            yield CALL, 1, 10, 1 - (self.folds / total if to_call else 0)
        else:
            yield most, 1, 10, raising
            yield CALL, 1, 10, 1 - raising - (self.folds / total if to_call else 0)


@dataclass
class Bidding:
    """The rest of a bidding round between two players, seen from one side."""

    view: View
    weights: list[float]
    """How likely hidden cards of 1, 2, … 10 points are."""
    values: list[float]
    """Our share of the pot at the showdown against each of them."""
    lead: int
    """The opponent's open points minus ours."""
    habits: Habits | None = None
    """How the opponent answers; None if it is by Alpha's table."""
    _deepest: int = field(init=False, default=0)
    _weight_to: list[float] = field(init=False)
    _value_to: list[float] = field(init=False)

    def __post_init__(self) -> None:
        # Prefix sums over hidden cards, so that any range of them takes one subtraction.
        self._weight_to = [0.0, *accumulate(self.weights)]
        won = (weight * value for weight, value in zip(self.weights, self.values, strict=True))
        self._value_to = [0.0, *accumulate(won)]

    def worths(self) -> dict[int, float]:
        """What each legal bet is worth from now on, in chips."""
        view = self.view
        raised = sum(bet.raised > 0 for bet in view.bets)
        self._deepest = raised + LOOK_AHEAD
        total = self._weight_to[10]
        worths = {}
        for chips in view.legal:
            if chips > view.to_call:
                size = chips - view.to_call
                worth = self._raise(view.pot, view.to_call, size, raised, 1, 10)
            elif view.to_call:
                worth = self._call(view.pot, chips, 1, 10) if chips else 0.0
            else:
                worth = self._check(view.pot, opening=not view.bets)
            worths[chips] = worth / total
        return worths

    def _call(self, pot: int, chips: int, low: int, high: int) -> float:
        """Put in what there is to call; the bidding round closes."""
        weight = self._weight_to[high] - self._weight_to[low - 1]
        value = self._value_to[high] - self._value_to[low - 1]
        return (pot + chips) * value - chips * weight

    def _check(self, pot: int, *, opening: bool) -> float:
        if not opening or self.view.rules.check_closes:
            return self._call(pot, 0, 1, 10)
        worth = 0.0
        for answer, low, high, likely in self._answers(pot, 0, 0):
            if answer == CALL:
                worth += likely * self._call(pot, 0, low, high)
            else:
                worth += likely * self._best(pot + answer, answer, 1, low, high)
        return worth

    def _raise(self, pot: int, to_call: int, size: int, raised: int, low: int, high: int) -> float:
        """Raise, and look at the answers."""
        chips = to_call + size
        pot += chips
        worth = -chips * (self._weight_to[high] - self._weight_to[low - 1])
        for answer, lowest, highest, likely in self._answers(pot, size, raised + 1):
            bottom, top = max(low, lowest), min(high, highest)
            if bottom > top:
                continue
            if answer == FOLD:
                worth += likely * pot * (self._weight_to[top] - self._weight_to[bottom - 1])
            elif answer == CALL:
                share = self._value_to[top] - self._value_to[bottom - 1]
                worth += likely * (pot + size) * share
            else:
                after = pot + size + answer
                worth += likely * self._best(after, answer, raised + 2, bottom, top)
        return worth

    def _best(self, pot: int, to_call: int, raised: int, low: int, high: int) -> float:
        """The best answer to the opponent's raise: fold, call or raise again."""
        best = max(0.0, self._call(pot, to_call, low, high))
        rules = self.view.rules
        if raised < min(rules.raises, self._deepest):
            middle = (rules.least_raise + rules.most_raise) // 2
            for size in (rules.least_raise, middle, rules.most_raise):
                best = max(best, self._raise(pot, to_call, size, raised, low, high))
        return best

    def _answers(self, pot: int, to_call: int, raised: int) -> Iterator[Reply]:
        """What the opponent answers to a raise of this size, or to a check."""
        rules = self.view.rules
        most = rules.most_raise if raised < rules.raises else 0
        if self.habits:
            yield from self.habits.answers(to_call, most)
            return
        pot_factor = pot // 10
        top = 10
        for line in lines_for(
            last=self.view.last_street, opening=False, to_call=to_call, pot_factor=pot_factor
        ):
            low = 1
            if line.above is not None:
                above = line.above - (pot_factor if line.less_pot else 0)
                low = max(1, above - self.lead + 1)
            if low > top:
                continue
            if line.bet == "fold":
                yield FOLD, low, top, 1.0
            elif line.bet == "call" or not most:
                yield CALL, low, top, 1.0
            else:
                yield fitting(int(line.bet), (rules.least_raise, most)), low, top, 1.0
            top = low - 1
            if top < 1:
                return
