"""Known values: exact ones, and those that others have published."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from blackjack.kernel.judge import against_law, flat

from cutcard.blackjack.exact.results import results_of
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules
from cutcard.lab.kernel_choice import BLOCK_ROUNDS, Kernel, play_block
from cutcard.lab.tally import Tally

SIX_DECKS = {"standard deviation": 1.154, "edge": -0.00427}
"""Published for six decks, S17, DAS, split to four; the edge give or take 0.00001."""


def simulate(rules: Rules, chart: str, kernel: Kernel, blocks: int) -> Tally:
    strategy = flat(load_chart(chart))
    whole = Tally(rules.unit)
    for block in range(blocks):
        whole.add(play_block(rules, strategy, 1, block, BLOCK_ROUNDS[kernel], kernel))
    return whole


def variance_and_stderr(tally: Tally) -> tuple[float, float]:
    """The variance of a round's gain, and the standard error of that."""
    gains = {net / tally.unit: times for net, times in tally.results.items()}
    squares = sum((gain - tally.mean) ** 2 * times for gain, times in gains.items())
    fourths = sum((gain - tally.mean) ** 4 * times for gain, times in gains.items())
    variance = squares / tally.rounds
    return variance, sqrt((fourths / tally.rounds - variance**2) / tally.rounds)


def test_easy_blackjack_is_worth_what_is_known_exactly() -> None:
    tally = simulate(load_preset("easy").rules, "wizard", Kernel.WAVEFRONT, 50)
    assert tally.rounds == 200_000_000
    assert abs(tally.mean - 0.1024060123) < 4 * tally.stderr
    variance, stderr = variance_and_stderr(tally)
    assert abs(variance - 1.622565) < 4 * stderr


def test_results_of_easy_blackjack_follow_their_exact_law() -> None:
    preset = load_preset("easy")
    tally = simulate(preset.rules, "wizard", Kernel.WAVEFRONT, 2)
    exact = results_of(preset.rules, load_chart("wizard")).odds
    odds = {round(gain * preset.rules.unit): chance for gain, chance in exact.items()}
    assert set(tally.results) <= set(odds)
    # Results too rare for chi-square are thrown together.
    likely = [net for net, chance in odds.items() if chance * tally.rounds >= 20]
    found = Counter({net: tally.results[net] for net in likely})
    counts = [*(found[net] for net in likely), tally.rounds - found.total()]
    chances = [*(odds[net] for net in likely), 1 - sum(odds[net] for net in likely)]
    if chances[-1] * tally.rounds < 1:
        counts, chances = counts[:-1], chances[:-1]
    assert against_law(counts, chances).sigmas < 4


def test_six_decks_spread_as_is_published() -> None:
    """If cards were drawn anew for each hand, the standard deviation would be 1.137."""
    rules = Rules(surrender="none", reshuffle=78)
    tally = simulate(rules, "vegas-strip", Kernel.LANES, 5)
    variance, stderr = variance_and_stderr(tally)
    deviation = sqrt(variance)
    assert abs(deviation - SIX_DECKS["standard deviation"]) < 0.0005 + 4 * stderr / (2 * deviation)
    assert abs(tally.mean - SIX_DECKS["edge"]) < 0.00001 + 4 * tally.stderr
