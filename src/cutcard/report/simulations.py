"""What a simulation found, for a person, for a program and for a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from cutcard.blackjack.presets import Preset, is_made_for_it
from cutcard.blackjack.strategy.index_fit import fit_notes
from cutcard.errors import Illegal
from cutcard.folding import unbroken
from cutcard.lab.risk import Winnings
from cutcard.lab.simulate import Simulation
from cutcard.lab.tally import Tally
from cutcard.report.counters import RARE, best_ramp_lines, counting_dict, counting_lines
from cutcard.report.ink import PLAIN, Ink, bar, by_itself
from cutcard.report.notebook import answer_html, bars_html, table_html
from cutcard.report.seats import mistake_lines, seats_dict, table_lines
from cutcard.study.best_ramp import BestRamp, RampQuestion, find_best_ramp

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SHARES: Final = (
    ("wins", "pushes", "losses"),
    ("blackjacks", "doubles", "splits", "surrenders", "busts"),
)

BANKROLL: Final = 1000
"""The default bankroll, in chips, for the risk of ruin."""
RISK: Final = 0.05
"""The default risk of ruin to name a bankroll for."""


@dataclass(frozen=True, repr=False)
class Finding:
    """What a simulation found, and how to repeat it."""

    preset: Preset
    chart: str
    indices: tuple[str, ...]
    """Names of the sets of index plays."""
    simulation: Simulation
    """What was simulated: the rules, the strategy and the seed."""
    _tally: Tally
    """The results in whole units, from which all else is computed."""
    seconds: float
    newly_played: int
    """Rounds seen in these seconds; others may have come from the checkpoint."""
    command: str
    """The command that repeats it; empty where no command can ask for it."""
    bankroll: int = BANKROLL
    risk: float = RISK
    best: RampQuestion | None = None
    """What is asked about the best ramp."""
    why_slow: str = ""
    """Why no faster kernel was used."""
    stopped: bool = False
    """Whether Ctrl-C came before all rounds were played."""
    go_on: str = ""
    """The command that plays the rest, if the rounds done were kept."""

    @property
    def rounds(self) -> int:
        """Rounds seen: all were played but those that a counter watched."""
        return self._tally.rounds

    @property
    def played(self) -> int:
        """Rounds that were bet on."""
        return self._tally.played

    @property
    def watched(self) -> int:
        """Rounds that a counter watched without a bet."""
        return self._tally.watched.total()

    @property
    def mean(self) -> float:
        """What a round that was bet on gained on average, in minimum bets."""
        return self._tally.mean

    @property
    def edge(self) -> float:
        """What was gained, as a fraction of the initial bets."""
        return self._tally.edge

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the edge, low and high."""
        return self._tally.interval

    @property
    def stderr(self) -> float:
        """The standard error of the edge."""
        return self._tally.stderr

    @property
    def sd(self) -> float:
        """The standard deviation of a round's gain, in minimum bets."""
        return self._tally.sd

    @property
    def seed(self) -> int:
        """The seed that repeats it."""
        return self.simulation.seed

    @property
    def counts(self) -> dict[str, int]:
        """How many rounds had each outcome: wins, pushes, losses, blackjacks and so on."""
        return {name: self._tally.times(name) for names in _SHARES for name in names}

    @property
    def histogram(self) -> NDArray[Any]:
        """A row for each result: its gain in bets, and how many rounds had it."""
        import numpy as np

        tally = self._tally
        rows = [(result / tally.unit, tally.results[result]) for result in sorted(tally.results)]
        return np.array(rows, [("gain", float), ("rounds", np.int64)])

    @property
    def by_count(self) -> NDArray[Any]:
        """A row for each value of the count: its rounds, edge, standard error and bet.

        It has no rows for a player that does not count; an unknown standard error is NaN.
        """
        import numpy as np

        told = [] if self.simulation.strategy.count is None else self.winnings.rows
        rows = [
            (row.count, row.rounds, row.edge, np.nan if row.stderr is None else row.stderr, row.bet)
            for row in told
        ]
        kinds = ("count", np.int64), ("rounds", np.int64), ("edge", float), ("stderr", float)
        return np.array(rows, [*kinds, ("bet", np.int64)])

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain values, as the command's --json prints it."""
        return as_dict(self)

    def __repr__(self) -> str:
        return f"<{self.preset.name}: edge {edge_text(self._tally)} in {self.rounds:,} rounds>"

    def __str__(self) -> str:
        return by_itself(as_text(self, PLAIN))

    def _repr_html_(self) -> str:
        return as_html(self)

    @property
    def winnings(self) -> Winnings:
        """What the bets earned, count by count."""
        tally, ramp = self._tally, self.simulation.strategy.ramp
        return Winnings.of(tally.by_count, tally.unit, ramp, tally.watched)

    @cached_property
    def chart_note(self) -> str:
        """What the chart loses under rules that it is not made for; empty if it is made for them.

        Charts that are not the game's were chosen by the caller, and have no note.
        """
        if self.chart != self.preset.chart or is_made_for_it(self.preset):
            return ""
        from cutcard.study.comparison import compare_games  # the solver is slow to load

        (compared,) = compare_games([(self.preset.name, self.preset)], lambda done, what: None)
        return (
            f"the chart {self.chart} is made for other rules: under these it loses"
            f" {100 * compared.cost:.4f}% of the bet\n  compared with the best play"
            " (--chart best plays the best chart)"
        )

    @property
    def notes(self) -> list[str]:
        """What a counter should know of these rules and of the index plays."""
        strategy, rules = self.simulation.strategy, self.simulation.rules
        if strategy.count is None:
            return []
        notes = fit_notes(
            (one for one in strategy.count.indices if one.name in self.indices), rules
        )
        if strategy.ramp.bets_the_count:
            most = strategy.ramp.spread
            notes.append(
                f"bets 1-{most} are the count itself; --spread 1-{most} finds the best bets within"
                " these bounds"
            )
        if strategy.charts.insurance is None and not rules.insurance:
            notes.append("insurance is not offered: insurance = false")
        return notes

    def best_ramp(
        self,
        spread: int,
        *,
        bankroll: int | None = None,
        risk: float | None = None,
        kelly: float = 1.0,
    ) -> BestRamp:
        """The best bets from 1 chip to ``spread`` on these rounds, without playing them anew.

        They are Kelly's for the bankroll, a share of them, or those within a risk of ruin.
        """
        if self.simulation.strategy.count is None:
            raise Illegal("the best ramp is for card counters: simulate with a count")
        asked = RampQuestion(spread, self.bankroll if bankroll is None else bankroll, risk, kelly)
        found = find_best_ramp(self.winnings, asked)
        if isinstance(found, str):
            raise Illegal(found)
        return found

    @property
    def rate(self) -> float:
        """Rounds a second."""
        return self.newly_played / self.seconds if self.seconds else 0.0


def only_watched(rounds: int) -> str:
    """Why there is nothing to tell of rounds in which the player only watched others."""
    return f"{rounds:,} rounds were watched, and none was played: there is no result"


def edge_text(tally: Tally) -> str:
    """The edge so far, in a few characters."""
    low, high = tally.interval
    return f"{100 * tally.edge:+.4f}% ± {50 * (high - low):.4f}%"


def as_text(finding: Finding, ink: Ink) -> str:
    """The finding for a person."""
    tally = finding._tally
    low, high = tally.interval
    lines = [
        f"{ink('bold', finding.preset.title)}, {_way_text(finding)}, {tally.rounds:,} rounds",
        *best_ramp_lines(finding),
        "",
        f"  edge                 {ink('bold', f'{100 * tally.edge:+.4f}%')}"
        f"  (95% interval {100 * low:+.4f}% to {100 * high:+.4f}% of the bet)",
        f"  standard deviation   {tally.sd:.4f} {_unit(finding)} a round",
        *table_lines(finding.simulation.strategy, tally),
    ]
    for names in _SHARES:
        lines.append("  " + "   ".join(f"{name} {100 * tally.share(name):.2f}%" for name in names))
    if finding.simulation.strategy.count is None:
        lines += ["", f"  result, in {_unit(finding)}", *_histogram(tally)]
    else:
        lines += counting_lines(finding)
    lines += mistake_lines(finding.simulation.strategy, tally, _unit(finding))
    lines += ["", ink("yellow", f"  {finding.chart_note}")] if finding.chart_note else []
    lines.append("")
    if finding.stopped:
        lines.append(ink("yellow", "  stopped before all rounds were played"))
    elif (wanted := finding.simulation.until_stderr) is not None and tally.stderr > wanted:
        lines.append(
            ink("yellow", f"  all rounds were played before the standard error reached {wanted:g}")
        )
    slow = f": {finding.why_slow}" if finding.why_slow else ""
    if finding.newly_played:
        lines.append(
            f"  {finding.seconds:.1f} s, {finding.rate:,.0f} rounds a second"
            f" ({finding.simulation.kernel}{slow})"
        )
    else:
        lines.append("  all rounds were played before")
    again = f"again: {unbroken(finding.command)}" if finding.command else f"seed {finding.seed}"
    lines.append(ink("dim", f"  {again}"))
    if finding.go_on:
        lines.append(ink("dim", f"  go on: {unbroken(finding.go_on)}"))
    return "\n".join(lines) + "\n"


def _unit(finding: Finding) -> str:
    ramp = finding.simulation.strategy.ramp
    flat = finding._tally.wagered == finding._tally.played * ramp.spots
    return "bets" if finding.simulation.strategy.count is None and flat else "chips"


def _way_text(finding: Finding) -> str:
    strategy = finding.simulation.strategy
    if strategy.guest is not None:
        return f"player {strategy.guest}"
    if strategy.count is None:
        return f"chart {finding.chart}"
    said = [f"chart {finding.chart}", f"{strategy.count.title or strategy.count.name} count"]
    said += [f"bets {strategy.ramp}"] if strategy.ramp.steps else ["flat bets"]
    said += [", ".join(finding.indices)] if finding.indices else []
    return ", ".join(said)


def _histogram(tally: Tally) -> list[str]:
    most = max(tally.results.values())
    lines = []
    for result in sorted(tally.results, reverse=True):
        times = tally.results[result]
        share = 100 * times / tally.played
        drawn = bar(times / most, beside=21)
        lines.append(f"  {result / tally.unit:+6.1f} {share:9.5f}%  {drawn}")
    return lines


def as_dict(finding: Finding) -> dict[str, Any]:
    """The finding for a program."""
    tally = finding._tally
    simulation = finding.simulation
    said: dict[str, Any] = {
        "rounds": tally.rounds,
        "edge": tally.edge,
        "stderr": tally.stderr,
        "interval": tally.interval,
        "sd": tally.sd,
        "net": tally.net / tally.unit,
        "histogram": {
            str(result / tally.unit): tally.results[result] for result in sorted(tally.results)
        },
        "shares": {name: tally.share(name) for names in _SHARES for name in names},
        "seconds": finding.seconds,
        "rounds_per_second": finding.rate,
        "seed": simulation.seed,
        "rules": finding.preset.rules.plain(),
        "chart": finding.chart,
        "chart_note": " ".join(finding.chart_note.split()),
        "kernel": str(simulation.kernel),
        "stopped": finding.stopped,
        "command": finding.command,
    }
    if simulation.strategy.guest is not None:
        said["player"] = str(simulation.strategy.guest)
    said |= seats_dict(simulation.strategy, tally)
    if simulation.strategy.count is not None:
        said["counting"] = counting_dict(finding)
    return said


def as_html(finding: Finding) -> str:
    """The finding for a notebook."""
    tally = finding._tally
    low, high = tally.interval
    figures = [
        ("edge", f"{tally.edge:+.4%} of the bet (95% interval {low:+.4%} to {high:+.4%})"),
        ("standard deviation", f"{tally.sd:.4f} {_unit(finding)} a round"),
    ]
    figures += [
        (", ".join(names), ", ".join(f"{tally.share(name):.2%}" for name in names))
        for names in _SHARES
    ]
    if finding.simulation.strategy.count is None:
        bars = [
            (f"{gain:+.1f}", times / tally.played) for gain, times in finding.histogram.tolist()
        ]
        shown = bars_html(f"result, in {_unit(finding)}", bars[::-1])
    else:
        rows = [
            (f"{row.count:+d}", f"{finding.winnings.share(row):.3%}", f"{row.edge:+.3%}", row.bet)
            for row in finding.winnings.rows
            if finding.winnings.share(row) >= RARE
        ]
        shown = table_html(("count", "rounds", "edge", "bet"), rows)
        figures.append(("win rate", f"{finding.winnings.per_100:+.3f} chips per 100 rounds"))
    title = f"{finding.preset.title}, {_way_text(finding)}, {tally.rounds:,} rounds"
    return answer_html(title, figures, shown, finding.command or f"seed {finding.seed}")
