"""Risk and reward of a counter: what the bets earn, how certainly, and what to bet instead.

Money is in chips, and a chip is the minimum bet. Sums are exact up to the last division; rounds
are assumed to be independent. Gains at a count are assumed proportional to the bet, as they are
wherever payments are not rounded to whole chips.

The figures are those of Don Schlesinger's Blackjack Attack (third edition, chapters 8 to 10);
N0 and the ramp that minimises it are Brett Harris's (The Theory of Optimal Betting Spreads).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, expm1, log, sqrt
from statistics import NormalDist

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.errors import Illegal, Invalid
from cutcard.lab.estimate import Z95, Interval

ResultsByCount = Mapping[int, Mapping[int, int]]
"""How often each result came, in units and at the bet made, by the count at the bet."""


class IllegalRisk(Illegal):
    """A bankroll, a risk or a spread that is not possible."""


@dataclass(frozen=True)
class CountRow:
    """The results of the rounds bet on at one count, or at several together."""

    count: int
    """The least of the counts."""
    rounds: int
    bet: int
    """Chips bet on each round; 0 for rounds that were watched, not played."""
    net: Fraction
    """Total chips gained."""
    squares: Fraction
    """The sum of the squares of the rounds' gains."""

    @property
    def edge(self) -> float:
        """Gain per chip of the initial bet: net / (rounds * bet); 0 where nothing was bet."""
        return float(self.net / (self.rounds * self.bet)) if self.bet else 0.0

    @property
    def variance(self) -> float:
        """Variance of a round's gain, estimated with n - 1."""
        return _variance(self.rounds, self.net, self.squares)

    @property
    def stderr(self) -> float | None:
        """Standard error of the edge, sd / (bet * sqrt(rounds)); None for a single round."""
        if self.rounds < 2 or not self.bet:
            return None
        return sqrt(self.variance / self.rounds) / self.bet

    def betting(self, bet: int) -> CountRow:
        """The same rounds at another bet."""
        if not self.bet:
            return self  # what rounds would have brought that were watched is not known
        times = Fraction(bet, self.bet)
        return CountRow(
            self.count, self.rounds, bet, self.net * times, self.squares * times * times
        )


@dataclass(frozen=True, repr=False)
class Winnings:
    """What a counter's bets earned, count by count, and the figures that follow from it."""

    rows: tuple[CountRow, ...]
    """In rising order of the count."""
    spots: int | None = 1
    """The hands that were bet on in each round, each alike; None if that depends on the count."""

    @staticmethod
    def of(
        results: ResultsByCount,
        unit: int,
        bets: Mapping[int, int] | Ramp,
        watched: Mapping[int, int] | None = None,
    ) -> Winnings:
        """The winnings of results in units, at the chips bet on each count, on all spots together.

        Rounds that were watched, by count, passed without a bet.
        """
        rows = []
        passed = {} if watched is None else watched
        for count in sorted({*results, *passed}):
            if passed.get(count):
                rows.append(CountRow(count, passed[count], 0, Fraction(), Fraction()))
            hist = results.get(count, {})
            rounds = sum(hist.values())
            if not rounds:
                continue
            bet = bets.staked(count) if isinstance(bets, Ramp) else bets[count]
            net = sum(result * times for result, times in hist.items())
            squares = sum(result * result * times for result, times in hist.items())
            rows.append(
                CountRow(count, rounds, bet, Fraction(net, unit), Fraction(squares, unit * unit))
            )
        if not rows:
            raise Invalid("no round was played: there is nothing to calculate with")
        spots = (bets.spots if not bets.spots_at else None) if isinstance(bets, Ramp) else 1
        return Winnings(tuple(rows), spots)

    def __repr__(self) -> str:
        rounds = sum(row.rounds for row in self.rows)
        return f"<winnings of {rounds:,} rounds: {self.per_100:+.3f} chips per 100 rounds>"

    def betting(self, ramp: Ramp) -> Winnings:
        """What the same rounds would have earned with another ramp."""
        rows = (row.betting(ramp.staked(row.count)) for row in self.rows)
        return Winnings(tuple(rows), self.spots)

    def leaving(self, below: int) -> Winnings:
        """What the same bets earn if rounds at lower counts are watched, not played.

        These rounds still pass, so that rates are per round seen; the cards are assumed to fall as
        they did, whoever sits at the table.
        """
        nothing = Fraction()
        return Winnings(
            tuple(
                row if row.count >= below else CountRow(row.count, row.rounds, 0, nothing, nothing)
                for row in self.rows
            ),
            self.spots,
        )

    @property
    def rounds(self) -> int:
        """Rounds seen, with a bet or without."""
        return sum(row.rounds for row in self.rows)

    @property
    def played(self) -> int:
        """Rounds that were bet on."""
        return sum(row.rounds for row in self.rows if row.bet)

    @property
    def net(self) -> Fraction:
        """Total chips gained."""
        return sum((row.net for row in self.rows), Fraction())

    @property
    def squares(self) -> Fraction:
        """The sum of the squares of the rounds' gains."""
        return sum((row.squares for row in self.rows), Fraction())

    def share(self, row: CountRow) -> float:
        """The share of all rounds that a row holds."""
        return row.rounds / self.rounds

    @property
    def average_bet(self) -> float:
        """The mean initial bet: sum of rounds * bet over the counts, divided by all rounds."""
        return sum(row.rounds * row.bet for row in self.rows) / self.rounds

    @property
    def win_rate(self) -> float:
        """EV: the mean gain per round."""
        return float(self.net / self.rounds)

    @property
    def per_100(self) -> float:
        """The win rate per 100 rounds: 100 * EV."""
        return float(100 * self.net / self.rounds)

    @property
    def per_100_played(self) -> float:
        """The win rate per 100 rounds that were bet on; 0 where none was."""
        return float(100 * self.net / self.played) if self.played else 0.0

    @property
    def edge(self) -> float:
        """Gain per chip of the initial bets: EV / average bet; 0 where nothing was bet."""
        wagered = sum(row.rounds * row.bet for row in self.rows)
        return float(self.net / wagered) if wagered else 0.0

    @property
    def variance(self) -> float:
        """Var: the variance of a round's gain over all counts, estimated with n - 1."""
        return _variance(self.rounds, self.net, self.squares)

    @property
    def sd(self) -> float:
        """SD: the standard deviation of a round's gain, sqrt(Var)."""
        return sqrt(self.variance)

    @property
    def stderr(self) -> float:
        """Standard error of the win rate: SD / sqrt(rounds)."""
        return sqrt(self.variance / self.rounds)

    @property
    def interval(self) -> Interval:
        """The 95% interval of the win rate."""
        half = Z95 * self.stderr
        return self.win_rate - half, self.win_rate + half

    @property
    def advantage(self) -> bool:
        """The player gained: EV > 0. Without it N0 is infinite and ruin is certain."""
        return self.net > 0

    @property
    def n0(self) -> float | None:
        """N0 = Var / EV^2: rounds until the expected gain is one standard deviation (Harris).

        None without an advantage: no number of rounds is enough.
        """
        return self.variance / self.win_rate**2 if self.advantage else None

    @property
    def desirability(self) -> float | None:
        """DI = 1000 * EV / SD per round (Schlesinger); None without an advantage."""
        if not self.advantage or not self.variance:
            return None
        return 1000 * self.win_rate / self.sd

    @property
    def score(self) -> float | None:
        """SCORE = DI^2 = 1,000,000 / N0 of the bets made; None without an advantage.

        It is the gain in dollars per 100 rounds with $10,000 and bets sized so that the risk of
        ruin is exp(-2) = 13.5%. Schlesinger defines it for the best bets of a spread:
        that is the SCORE of the winnings of `kelly_ramp`.
        """
        desirability = self.desirability
        return None if desirability is None else desirability**2

    @property
    def score_interval(self) -> Interval | None:
        """The 95% interval of SCORE, by that of the win rate; None without an advantage.

        The variance is far better known than the win rate, and is taken as it is.
        """
        if self.score is None:
            return None
        low, high = (1_000_000 * max(0.0, end) ** 2 / self.variance for end in self.interval)
        return low, high

    def risk_of_ruin(self, bankroll: float) -> float:
        """RoR = exp(-2 * EV * B / Var): the chance of ever losing B chips (Schlesinger).

        It is that of Brownian motion with this drift and variance, and close to the truth where
        the bankroll is large compared with the bets. Without an advantage ruin is certain.
        """
        check_bankroll(bankroll)
        if not self.advantage:
            return 1.0
        return exp(-2 * self.win_rate * bankroll / self.variance) if self.variance else 0.0

    def ruin_before(self, bankroll: float, goal: float) -> float:
        """The chance of losing B chips before there are G of them: (r^B - r^G) / (1 - r^G).

        With r = exp(-2 * EV / Var), by Brownian motion as `risk_of_ruin`; 1 - B / G without drift.
        """
        check_bankroll(bankroll)
        if not bankroll < goal < float("inf"):
            raise IllegalRisk(
                f"a goal of {goal:g} chips is not possible: it takes more than the bankroll of"
                f" {bankroll:g}"
            )
        if not self.variance:
            return 0.0 if self.advantage else 1.0
        drift = 2 * self.win_rate / self.variance
        if abs(drift * goal) < 1e-12:
            return 1 - bankroll / goal
        if drift < 0:  # the same divided by r^G, which may be too large a number
            return expm1(drift * (goal - bankroll)) / expm1(drift * goal)
        return (exp(-drift * bankroll) - exp(-drift * goal)) / -expm1(-drift * goal)

    def ruin_within(self, bankroll: float, rounds: int) -> float:
        """The chance of losing B chips within N rounds.

        It is that of Brownian motion: F((-B - m) / s) + exp(-2 * EV * B / Var) * F((m - B) / s),
        with m = N * EV, s = sqrt(N * Var), and F the normal distribution.
        """
        check_bankroll(bankroll)
        if rounds < 1:
            raise IllegalRisk(f"a trip of {rounds} rounds is not possible: it takes 1 or more")
        gained, spread = rounds * self.win_rate, sqrt(rounds * self.variance)
        if not spread:
            return float(gained <= -bankroll)
        below = NormalDist().cdf
        reflected = below((gained - bankroll) / spread)
        if reflected:  # multiplied as logarithms: the factor may be too large a number
            reflected = exp(log(reflected) - 2 * self.win_rate * bankroll / self.variance)
        return min(1.0, below((-bankroll - gained) / spread) + reflected)

    def certainty_equivalent(self, bankroll: float) -> float:
        """CE = EV - E[X^2] / (2 * B): the sure gain per round that is worth as much as the bets.

        To a player with Kelly's love of risk; with a share k of it, B is k times the bankroll.
        """
        check_bankroll(bankroll)
        return float((self.net - self.squares / (2 * Fraction(bankroll))) / self.rounds)

    def bankroll_for(self, risk: float) -> float | None:
        """B = -ln(RoR) * Var / (2 * EV): chips that bring the risk of ruin down to this.

        None without an advantage: no bankroll is enough.
        """
        check_risk(risk)
        return -log(risk) * self.variance / (2 * self.win_rate) if self.advantage else None


def check_bankroll(bankroll: float) -> None:
    """Complain about a bankroll that is not possible."""
    if not 0 < bankroll < float("inf"):
        raise IllegalRisk(f"a bankroll of {bankroll:g} is not possible: it takes more than 0 chips")


def check_risk(risk: float) -> None:
    """Complain about a risk of ruin that is not possible."""
    if not 0 < risk < 1:
        raise IllegalRisk(
            f"a risk of ruin of {risk:g} is not possible: it takes a share between 0 and 1, as in"
            " 0.05"
        )


def _variance(rounds: int, net: Fraction, squares: Fraction) -> float:
    if rounds < 2:
        return 0.0
    # Exact up to this division, so that nothing cancels.
    return float((squares * rounds - net * net) / (rounds * (rounds - 1)))
