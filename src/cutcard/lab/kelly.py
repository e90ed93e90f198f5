"""The Kelly-optimal ramp: a counter's best bets, from the results of the rounds at each count.

Kelly's bet at a count is B * EV / E[X^2], with EV and E[X^2] of a chip bet at that count and B
the bankroll. Within the bounds of a table, from one chip to a spread, the ramp of that shape
with the right B has the least N0, and so the highest SCORE, of all ramps (Brett Harris, The
Theory of Optimal Betting Spreads). On several spots, bets and spreads are those of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, log
from typing import Final

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.lab.risk import CountRow, IllegalRisk, Winnings, check_bankroll

SURE: Final = 0.005
"""Counts share a bet until the standard error of their edge is no more than this.

A point of true count is worth about half a percent: a bet on anything less certain would be
guided by luck. A count seen in only a handful of rounds gets its neighbours' bet.
"""

MARGIN: Final = 1e-6
"""The share by which other bets within a risk may win more than those found."""
MOST_TRIED: Final = 100_000
"""The bets, and beginnings of bets, that are tried within a risk."""


@dataclass(frozen=True)
class Kelly:
    """A Kelly-optimal ramp and what it earns."""

    ramp: Ramp
    bankroll: float | None
    """Chips for which it is Kelly's bet: those given, or Var / EV; None without an advantage."""
    winnings: Winnings
    """What the rounds would have earned with it."""


def kelly_ramp(
    winnings: Winnings, *, spread: int | None = None, bankroll: float | None = None
) -> Kelly | None:
    """The best ramp in whole chips, for a bankroll, for a spread from 1, or for both.

    With a bankroll B the bet at each count is B * EV / E[X^2], rounded, from 1 to the spread.
    With a spread alone, B is the one that minimises N0: Var / EV of the ramp that it leads to.
    Rounds that were watched stay watched.
    None if there is no such ramp: no count has an edge, the spread is too small to win, or rounds
    are too few to tell.
    """
    if spread is None and bankroll is None:
        raise IllegalRisk("Kelly's ramp takes a bankroll or a spread")
    if spread is not None and spread < 1:
        raise IllegalRisk(f"a spread of {spread} is not possible: it takes 1 or more")
    if bankroll is not None:
        check_bankroll(bankroll)
    groups = group_counts(winnings)
    if winnings.rounds < least_rounds(winnings) or all(group.net <= 0 for group in groups):
        return None
    most = float("inf") if spread is None else float(spread)
    base = _best_bankroll(groups, most) if bankroll is None else bankroll
    if base is None:
        return None
    bets = [int(min(most, max(1.0, base * _appetite(group))) + 0.5) for group in groups]
    ramp = _ramp_of(groups, bets, winnings)
    gained = winnings.betting(ramp)
    fitting = gained.variance / gained.win_rate if gained.advantage else None
    return Kelly(ramp, fitting if bankroll is None else bankroll, gained)


def ramp_within_risk(
    winnings: Winnings, *, spread: int, bankroll: float, risk: float
) -> Kelly | None:
    """The rising ramp in whole chips that wins most with no higher risk of losing the bankroll.

    No other such ramp of the groups of counts wins more by `MARGIN`, unless `MOST_TRIED` ends the
    search, as it may where spreads are of hundreds of chips. None if every ramp of the spread risks
    more: `least_bankroll` is what it takes.
    """
    groups = group_counts(winnings)
    within = _Within(groups, winnings.rounds, spread, bankroll, risk)
    found = within.most()
    if found is None:
        return None
    ramp = _ramp_of(groups, found, winnings)
    return Kelly(ramp, bankroll, winnings.betting(ramp))


def least_bankroll(winnings: Winnings, *, spread: int, risk: float) -> float | None:
    """The fewest chips with which a ramp of the spread has this risk of ruin; None if none wins."""
    groups = group_counts(winnings)
    needed = (
        _bankroll_for(risk, winnings.rounds, gain, squares)
        for _, gain, squares in _chip_by_chip(groups, spread)
    )
    return min((chips for chips in needed if chips is not None), default=None)


def least_rounds(winnings: Winnings) -> int:
    """The rounds that it takes to be certain of an edge, as `SURE` says."""
    # Of a few equal results the variance is nothing; that of an even bet is one.
    return ceil(max(_flat(winnings).variance, 1.0) / SURE**2)


def _flat(winnings: Winnings) -> Winnings:
    """The same rounds at a bet of one chip on each spot."""
    if winnings.spots is None:
        raise IllegalRisk("bets on more spots at some counts than at others are not compared")
    return winnings.betting(Ramp(spots=winnings.spots))


def group_counts(winnings: Winnings) -> list[CountRow]:
    """Rows at a bet of one chip a spot, neighbours merged until edges are certain and rise.

    From the highest count down, counts are merged until they have enough rounds for a standard
    error of `SURE`; then groups are merged where the higher has the lower edge, as in isotonic
    regression by pooling adjacent violators. Rounds that were watched are in no group.
    """
    flat = _flat(winnings)
    # Use the variance of all rounds: by their own, a few equal results would seem certain.
    enough = flat.variance / SURE**2
    groups: list[CountRow] = []  # from the highest down
    for row in reversed([row for row in flat.rows if row.bet]):
        groups.append(row)
        if len(groups) > 1 and groups[-2].rounds < enough:
            _join_last_two(groups)
    if len(groups) > 1 and groups[-1].rounds < enough:
        _join_last_two(groups)
    rising: list[CountRow] = []
    for group in groups:
        rising.append(group)
        while len(rising) > 1 and rising[-1].edge >= rising[-2].edge:
            _join_last_two(rising)
    return rising[::-1]


def _join_last_two(groups: list[CountRow]) -> None:
    low, high = groups.pop(), groups.pop()
    groups.append(
        CountRow(
            low.count,
            low.rounds + high.rounds,
            low.bet,
            low.net + high.net,
            low.squares + high.squares,
        )
    )


def _ramp_of(groups: list[CountRow], bets: list[int], winnings: Winnings) -> Ramp:
    """The ramp with these bets from the first count of each group on, on as many spots."""
    steps: list[tuple[int, int]] = []
    before = 1
    for group, bet in zip(groups, bets, strict=True):
        if bet != before:
            steps.append((group.count, bet))
            before = bet
    return Ramp(tuple(steps), spots=winnings.spots or 1)


def _chip_by_chip(groups: list[CountRow], spread: int) -> Iterator[tuple[int | None, float, float]]:
    """Kelly's ramps in whole chips for a growing bankroll, the smallest bets first.

    Each adds a chip at the group of this number; with it come the gain in all and the sum of its
    squares. A chip is due where the bet of the bankroll is half-way to it. So what a chip gains for
    the squares that it adds falls from chip to chip.
    """
    gain = float(sum(group.net for group in groups))
    squares = float(sum(group.squares for group in groups))
    yield None, gain, squares
    due = sorted(
        ((bet + 0.5) / _appetite(group), at, bet)
        for at, group in enumerate(groups)
        if _appetite(group)
        for bet in range(1, spread)
    )
    for _, at, bet in due:
        gain += float(groups[at].net)
        squares += (2 * bet + 1) * float(groups[at].squares)
        yield at, gain, squares


class _Within:
    """A search for the bets that win most while the risk of ruin stays within a bound.

    The sum of squares S and the gain G of the bets keep the risk where S <= c * G, with c almost
    constant. With a multiplier m for this constraint no bets within it gain more than the sum, over
    the groups, of the largest g * b - m * (s * b**2 - c * g * b). The best bets are those of Kelly
    for some bankroll, and every other bet loses from this sum, so that few bets have to be tried.
    """

    def __init__(
        self, groups: list[CountRow], rounds: int, spread: int, bankroll: float, risk: float
    ) -> None:
        self._groups = groups
        self._gains = [float(group.net) for group in groups]
        self._squares = [float(group.squares) for group in groups]
        self._rounds, self._spread = rounds, spread
        self._bankroll, self._risk = bankroll, risk

    def most(self) -> list[int] | None:
        """The bets at the groups; None if all bets risk more."""
        bets = [1 for _ in self._groups]
        best: list[int] | None = None
        after: int | None = None
        for at, gain, squares in _chip_by_chip(self._groups, self._spread):
            if at is not None:
                bets[at] += 1
            if self._keeps(gain, squares):
                best, after = list(bets), None
            elif after is None:
                after = at
        if best is None or after is None:
            return best
        return self._better_than(best, (best[after] + 0.5) / _appetite(self._groups[after]))

    def _keeps(self, gain: float, squares: float) -> bool:
        needed = _bankroll_for(self._risk, self._rounds, gain, squares)
        return needed is not None and needed <= self._bankroll

    def _better_than(self, best: list[int], base: float) -> list[int]:
        """The best bets, from bets within the risk and the Kelly bankroll of a chip beyond it."""
        most_gain = sum(max(gain, gain * self._spread) for gain in self._gains)
        factor = most_gain / self._rounds + 2 * self._bankroll * (self._rounds - 1) / (
            -log(self._risk) * self._rounds
        )
        if 2 * base <= factor:
            return best
        multiplier = 1 / (2 * base - factor)
        choices: list[list[tuple[float, int]]] = []  # what each bet loses, the least first
        bound = 0.0
        for gain, squares in zip(self._gains, self._squares, strict=True):
            bets = range(1, self._spread + 1) if gain > 0 else (1,)
            merits = [
                (gain * bet - multiplier * (squares * bet * bet - factor * gain * bet), bet)
                for bet in bets
            ]
            top = max(merits)[0]
            bound += top
            choices.append(sorted((top - merit, bet) for merit, bet in merits))
        won = sum(bet * gain for bet, gain in zip(best, self._gains, strict=True))
        open_bets: list[tuple[list[int], float, float, float]] = [([], 0.0, 0.0, 0.0)]
        for _ in range(MOST_TRIED):
            if not open_bets:
                break
            bets_now, lost, gain, squares = open_bets.pop()
            at = len(bets_now)
            if at == len(choices):
                if gain > won and self._keeps(gain, squares):
                    best, won = bets_now, gain
                continue
            following = []
            for loss, bet in choices[at]:
                if lost + loss >= bound - won * (1 + MARGIN):
                    break
                if not bets_now or bet >= bets_now[-1]:
                    following.append(
                        (
                            [*bets_now, bet],
                            lost + loss,
                            gain + bet * self._gains[at],
                            squares + bet * bet * self._squares[at],
                        )
                    )
            open_bets += reversed(following)
        return best


def _bankroll_for(risk: float, rounds: int, gain: float, squares: float) -> float | None:
    """The chips that bring the risk of ruin down to this, as `Winnings.bankroll_for`."""
    if gain <= 0:
        return None
    variance = (squares * rounds - gain * gain) / (rounds * (rounds - 1))
    return -log(risk) * variance * rounds / (2 * gain)


def _appetite(group: CountRow) -> float:
    """EV / E[X^2] at a bet of one chip: the share of the bankroll that Kelly bets."""
    return float(group.net / group.squares) if group.net > 0 else 0.0


def _best_bankroll(groups: list[CountRow], most: float) -> float | None:
    """The bankroll whose Kelly bets, from 1 to the most, have the least N0; None if none wins.

    With the bets b = B * EV / E[X^2] at the counts that are not at a bound, the derivative of
    N0 vanishes where B is the sum of squares over the net gain of those that are. So between
    two bankrolls at which a bet reaches a bound there is at most one candidate.
    """
    appetites = [_appetite(group) for group in groups]
    gains = [float(group.net) for group in groups]
    squares = [float(group.squares) for group in groups]
    bounds = sorted(
        {bound / appetite for appetite in appetites if appetite for bound in (1.0, most)}
    )
    candidates = list(bounds)
    for low, high in pairwise(bounds):
        middle = (low + high) / 2
        gain = square = 0.0
        for appetite, net, squared in zip(appetites, gains, squares, strict=True):
            bet = middle * appetite
            if not 1 < bet < most:
                bet = min(most, max(1.0, bet))
                gain += bet * net
                square += bet * bet * squared
        if gain > 0 and low < square / gain < high:
            candidates.append(square / gain)
    best: float | None = None
    best_merit = 0.0
    for base in sorted(candidates):
        bets = [min(most, max(1.0, base * appetite)) for appetite in appetites]
        gain = sum(bet * net for bet, net in zip(bets, gains, strict=True))
        square = sum(bet * bet * squared for bet, squared in zip(bets, squares, strict=True))
        if gain > 0 and gain * gain / square > best_merit:
            best, best_merit = base, gain * gain / square
    return best
