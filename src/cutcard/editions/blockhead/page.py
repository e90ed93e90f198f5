"""The experiment as one page: plan, results and a ladder of players, as the document asks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cutcard.blockhead.players import WAYS
from cutcard.blockhead.rules import Rules
from cutcard.editions.blockhead.text import table_text
from cutcard.lab.contestants import title
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_duel

LADDER = ("beta", "beta-belief", "beta-pot-odds", "alpha", "caller", "raiser", "random")
"""Versions of Beta, and what they are measured by."""

Match = tuple[list[str], list[list[int]]]
"""The names of the players, and what they had at the end of each game."""

_PAGE = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Blockhead Poker</title>
<style>body {{ max-width: 46rem; margin: 2rem auto; font: 1rem/1.5 sans-serif }}
td, th {{ padding: .1rem .8rem .1rem 0; text-align: left }}</style>
<h1>Blockhead Poker: a Monte Carlo experiment</h1>
<h2>Test plan</h2>
<ol>
<li>The game: after each of {games:,} games the chips must add up to {total:,}.
<li>The control: two Alpha players have the same chances, so that each must end with {stake:,} chips
on average.
<li>The claim: a player is better than the other if the whole 95% interval of its mean lies above
the {stake:,} chips that it began with.
<li>The ladder: each player plays {games:,} pairs of games against Alpha. In the second game of a
pair they exchange cards, so that luck with cards cancels out.
</ol>
<h2>Results</h2>
<p>Chips added up to {total:,} in {sound:,} of {played:,} games.
{results}
<h2>Ladder</h2>
<table><tr><th>Player<th>How it plays<th>Net chips a game against Alpha<th>95% interval
{rungs}</table>
<h2>Alpha's rules</h2>
<pre>{alpha}</pre>
<p>Reproduce: <code>{command}</code>
</html>
"""


def ladder(rules: Rules, pairs: int, seed: int) -> list[tuple[str, Mean]]:
    """What each player wins from Alpha, the best first."""
    rungs = []
    for name in LADDER:
        *_, score = play_duel(name, "alpha", rules, pairs=pairs, seed=seed)
        rungs.append((name, Mean.of(score.pairs)))
    return sorted(rungs, key=lambda rung: -rung[1].value)


def page(
    matches: Sequence[Match], rungs: Sequence[tuple[str, Mean]], rules: Rules, command: str
) -> str:
    """The page in HTML."""
    return _PAGE.format(
        games=len(matches[0][1]),
        sound=sum(sum(ended) == 2 * rules.stake for _, chips in matches for ended in chips),
        played=sum(len(chips) for _, chips in matches),
        total=2 * rules.stake,
        stake=rules.stake,
        results="\n".join(_result(*match, rules.stake) for match in matches),
        rungs="".join(
            f"<tr><td>{name}<td>{WAYS[name]}<td>{mean.value:+.1f}<td>{_interval(mean, '+.1f')}\n"
            for name, mean in rungs
        ),
        alpha=escape(table_text()),
        command=escape(command),
    )


def _result(names: list[str], chips: list[list[int]], stake: int) -> str:
    means = [Mean.of([ended[seat] for ended in chips]) for seat in range(len(names))]
    low, high = means[0].interval
    first, second = (escape(title(name)) for name in names)
    verdict = (
        f"{first} is better than {second}"
        if low > stake
        else f"{second} is better than {first}"
        if high < stake
        else f"neither is shown to be better in {len(chips):,} games"
    )
    rows = "".join(
        f"<tr><td>Player {seat} ({escape(title(name))})<td>{mean.value:,.1f}"
        f"<td>{_interval(mean, ',.1f')}\n"
        for seat, (name, mean) in enumerate(zip(names, means, strict=True))
    )
    return (
        f"<h3>{first} against {second}: {verdict}</h3>\n"
        f"<table><tr><th>Player<th>Mean chips at the end<th>95% interval\n{rows}</table>"
    )


def _interval(mean: Mean, form: str) -> str:
    low, high = mean.interval
    return f"{low:{form}} to {high:{form}}"
