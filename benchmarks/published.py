"""Published figures beside cutcard's: exact ones one by one, and how many the tests check in all.

The figures are those of the tests, each counted once, wherever it is tested.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cutcard.blackjack.exact.advice import advise
from cutcard.blackjack.exact.results import results_of
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count_files import load_count

TESTS: Final = Path(__file__).parents[1] / "tests"


def exact(figures: Any) -> Iterator[tuple[str, float, float]]:
    """Each exact figure: its name, as it was published, and as it is computed here."""
    for name, rules, percent in figures.BEST:
        yield f"edge, {name}, optimal strategy", percent, 100 * solve(rules).edge
    for name, rules, chart, percent, _ in figures.CHARTS:
        yield f"edge, {name}, chart {chart}", percent, 100 * value_of(rules, load_chart(chart)).edge
    six_to_five = solve(Rules()).edge - solve(Rules(blackjack_pays="6:5")).edge
    yield "6:5 instead of 3:2, six decks", figures.SIX_TO_FIVE, 100 * six_to_five
    for name, rules, hand, dealer, values, _ in figures.HANDS:
        found = {one.action: one.value for one in advise(rules, Hand.of(hand), Hand.of(dealer))}
        for action, value in values.items():
            yield f"EV of {action.name.lower()}, {name}", value, found[action]
    deviation = results_of(Rules(max_hands=2)).deviation
    yield "standard deviation, six decks, one split", figures.DEVIATION, deviation


def others() -> Iterator[tuple[str, int, str]]:
    """How many more figures the tests check: what they are, how many, how closely."""
    indices = load_count("hi-lo").indices
    plays = sum(len(one.plays) + (one.insurance is not None) for one in indices)
    yield "Illustrious 18 and Fab 4, index numbers", plays, "within 1"
    dealer_hits = len(_tests("study.test_index_numbers").HIT_SOFT_17)
    yield "index numbers where the dealer hits soft 17", dealer_hits, "within 1"
    merits = sum(map(len, _tests("blackjack.exact.test_merits").PUBLISHED.values()))
    yield "betting, playing, insurance: seven counts", merits, "within 0.02, 0.05, 0.006"
    simulated = len(_tests("blackjack.kernel.test_known").SIX_DECKS)
    yield "simulated edge and standard deviation", simulated, "within 4 standard errors"


def _tests(name: str) -> Any:
    return import_module(name)


def main() -> None:
    """Print the exact figures side by side, then the numbers of all."""
    sys.path.insert(0, str(TESTS))
    print("published: exact figures (edges in percent of the bet, EVs in bets)")
    print(f"  {'':55} {'published':>16} {'cutcard':>18}")
    rows = list(exact(_tests("blackjack.exact.test_published")))
    for name, percent, computed in rows:
        print(f"  {name:55} {percent:+16.12g} {computed:+18.12f}")
    print("published: how many figures of others the tests check")
    print(f"  {'those above':45} {len(rows):4}   to the last place printed or 1e-9")
    total = len(rows)
    for name, number, closeness in others():
        print(f"  {name:45} {number:4}   {closeness}")
        total += number
    print(f"  {'in all':45} {total:4}")
