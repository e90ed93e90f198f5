"""The best ramp for a bankroll and a table's bounds, from results by count.

The bet that Kelly's criterion asks for at a count is proportional to the edge there, divided by
the mean square of what a chip gains. A share of Kelly's bets, or a risk of ruin that one is ready
to run, says how much of it is bet; the table's bounds and whole chips cut it to size.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log

from cutcard.blackjack.session import MOST_CHIPS
from cutcard.blackjack.strategy.ramp import LARGEST_MULTIPLE, Ramp
from cutcard.errors import Illegal, Invalid
from cutcard.lab.kelly import kelly_ramp, least_bankroll, least_rounds, ramp_within_risk
from cutcard.lab.risk import Winnings, check_risk
from cutcard.own_numbers import own_number
from cutcard.rulebook import whole
from cutcard.study.bets import HORIZON


@dataclass(frozen=True)
class RampQuestion:
    """Which bets are possible, from which bankroll, and at how much risk."""

    spread: int
    """The most chips that may be bet on a spot; the least is one."""
    bankroll: int
    risk: float | None = None
    """The risk of ruin that is not to be exceeded; None goes by the share of Kelly's bets."""
    kelly: float = 1.0
    """The share of Kelly's bets."""
    goal: int | None = None
    """Chips at which one stops; None stops at twice the bankroll."""
    trip: int = HORIZON
    """The rounds of a trip."""

    def __post_init__(self) -> None:
        for name in ("spread", "bankroll", "risk", "kelly"):
            value = own_number(getattr(self, name))
            object.__setattr__(self, name, value)
            if not isinstance(value, int | float) and (name, value) != ("risk", None):
                raise Invalid(f"{value!r} is not possible as the {name}: it takes a number")
            if name in ("spread", "bankroll") and value % 1:
                raise Invalid(
                    f"{value!r} is not possible as the {name}: it takes a whole number of chips"
                )
        if not 1 <= self.spread <= LARGEST_MULTIPLE:
            raise Illegal(
                f"a spread of 1 to {self.spread} is not possible: it takes 1 to {LARGEST_MULTIPLE}"
            )
        if not 1 <= self.bankroll <= MOST_CHIPS:
            raise Illegal(
                f"a bankroll of {self.bankroll} is not possible: it takes a whole number of chips"
                f" from 1 to {MOST_CHIPS:,}"
            )
        if self.risk is not None:
            check_risk(self.risk)
        if self.risk is not None and self.kelly != 1.0:
            raise Illegal("a risk and a share of Kelly's bets both say how much to bet: give one")
        if not 0 < self.kelly <= 1:
            raise Illegal(
                f"{self.kelly:g} of Kelly's bets are not possible: it takes more than 0, and 1 at"
                " most"
            )
        if self.stop <= self.bankroll:
            raise Illegal(
                f"a goal of {self.stop:,} chips is not possible: it takes more than the bankroll of"
                f" {self.bankroll:,}"
            )
        if self.trip < 1:
            raise Illegal(f"a trip of {self.trip} rounds is not possible: it takes 1 or more")

    @property
    def stop(self) -> int:
        """Chips at which one stops."""
        return 2 * self.bankroll if self.goal is None else self.goal

    @property
    def share(self) -> float:
        """The share of Kelly's bets; for a risk r, the share whose ruin has this chance, 2 / -ln r.

        Bets that nothing bounds lose a bankroll with the chance exp(-2 / share).
        """
        return self.kelly if self.risk is None else -2 / log(self.risk)


@dataclass(frozen=True, repr=False)
class BestRamp:
    """The best ramp, and what it earns on the rounds that were played."""

    question: RampQuestion
    ramp: Ramp
    winnings: Winnings

    @property
    def ruin(self) -> float:
        """The chance of ever losing the bankroll."""
        return self.winnings.risk_of_ruin(self.question.bankroll)

    @property
    def ruin_before_goal(self) -> float:
        """The chance of losing the bankroll before the goal is reached."""
        return self.winnings.ruin_before(self.question.bankroll, self.question.stop)

    @property
    def ruin_within_trip(self) -> float:
        """The chance of losing the bankroll within the rounds of a trip."""
        return self.winnings.ruin_within(self.question.bankroll, self.question.trip)

    @property
    def certainty_equivalent(self) -> float:
        """The sure gain per round, in chips, that is worth as much to this player."""
        return self.winnings.certainty_equivalent(self.question.share * self.question.bankroll)

    def __repr__(self) -> str:
        score = self.winnings.score
        told = "no advantage" if score is None else f"SCORE {score:.2f}"
        return f"<ramp {self.ramp}: {self.winnings.per_100:+.3f} chips per 100 rounds, {told}>"


def find_best_ramp(winnings: Winnings, question: RampQuestion) -> BestRamp | str:
    """The best ramp for rounds that were played, or a sentence that says why there is none."""
    if not all(row.bet for row in winnings.rows):
        return "some rounds were watched: what bets on them would have earned is not known"
    if winnings.spots is None:
        return "some counts were bet on with more hands than others: give all the same number"
    needed_rounds = least_rounds(winnings)
    if winnings.rounds < needed_rounds:
        return (
            f"{winnings.rounds:,} rounds are too few to tell which bets are best: it takes"
            f" {needed_rounds:,}, and more tell more"
        )
    spread, bankroll = question.spread, question.bankroll
    bounds = f"from 1 to {spread:,} chips"
    if question.risk is None:
        found = kelly_ramp(winnings, spread=spread, bankroll=question.kelly * bankroll)
        if found is None:
            return (
                f"no count has an edge that {winnings.rounds:,} rounds show: no bets win, and none"
                " are best"
            )
    else:
        found = ramp_within_risk(winnings, spread=spread, bankroll=bankroll, risk=question.risk)
        if found is None:
            needed = least_bankroll(winnings, spread=spread, risk=question.risk)
            if needed is None:
                return f"no bets {bounds} win: ruin is certain in the end"
            return (
                f"no bets {bounds} have a risk of ruin of {100 * question.risk:g}% or less with"
                f" {bankroll:,} chips: it takes {ceil(needed):,}"
            )
    return BestRamp(question, found.ramp, found.winnings)


def read_spread(text: str) -> int:
    """Read the bounds of a bet, as in 1-12: the most chips that may be bet.

    >>> read_spread("1-12")
    12
    """
    least, _, most = text.partition("-")
    try:
        whole(least.strip(), 1, 1)
        return whole(most.strip(), 1, LARGEST_MULTIPLE)
    except ValueError:
        raise Invalid(
            f"{text!r} is not a spread: write 1-12 for bets from 1 to 12 chips, of which the"
            f" smallest bet is one (at most 1-{LARGEST_MULTIPLE})"
        ) from None
