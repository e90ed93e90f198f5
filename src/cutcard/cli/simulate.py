"""`cutcard simulate`: what a way of playing is worth, measured by playing it."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass

from cutcard.blackjack.presets import Preset, preset_names
from cutcard.cli.arguments import Parser, command_of, game_of, workers_of
from cutcard.cli.terminal import Ink, Progress
from cutcard.commandline import seed_of
from cutcard.errors import CutcardError
from cutcard.lab.simulate import simulate
from cutcard.lab.tally import Tally

EXAMPLES = """\
  cutcard simulate                               Easy Blackjack by its chart
  cutcard simulate vegas-strip --rounds 200k     a casino game
  cutcard simulate downtown --rule decks=1       with a rule changed
  cutcard simulate easy --chart my.txt --json    your own chart, for a program"""

_SHARES = (
    ("wins", "pushes", "losses"),
    ("blackjacks", "doubles", "splits", "surrenders", "busts"),
)


@dataclass(frozen=True)
class Finding:
    """What a simulation found, and how to find it again."""

    preset: Preset
    chart: str
    tally: Tally
    seed: int
    seconds: float
    command: str
    stopped: bool = False
    """Ctrl-C came before all rounds were played."""


def run(words: list[str]) -> int:
    """Simulate, and say what was found; Ctrl-C ends it with what is done so far."""
    about = "Measure what a way of playing is worth, by playing it."
    parser = Parser("simulate", about, EXAMPLES)
    parser.add_game(preset_names(), default="easy")
    parser.add_chart()
    parser.add_count("rounds", 100_000, "such as 1M (default: 100k)")
    parser.add_seed()
    parser.add_workers()
    parser.add_json()
    arguments = parser.parse_args(words)
    preset, chart = game_of(arguments)
    seed = seed_of(arguments)
    if arguments.rounds < 2:
        raise CutcardError("1 round tells nothing of the spread: a simulation takes 2 or more")
    tally = Tally(preset.rules.unit)
    progress = Progress(arguments.rounds)
    began = time.monotonic()
    status = 0
    try:
        for tally in simulate(preset.rules, chart, arguments.rounds, seed, workers_of(arguments)):
            progress.show(tally.rounds, _edge_text(tally))
    except KeyboardInterrupt:
        status = 130
    seconds = time.monotonic() - began
    progress.clear()
    if not tally.rounds:
        return status
    command = f"{command_of('simulate', arguments)} --rounds {tally.rounds} --seed {seed}"
    name = preset.chart if arguments.chart is None else arguments.chart
    finding = Finding(preset, name, tally, seed, seconds, command, stopped=bool(status))
    sys.stdout.write(_as_json(finding) if arguments.json else report(finding))
    return status


def _edge_text(tally: Tally) -> str:
    return f"{100 * tally.mean:+.3f}% ± {100 * 1.959964 * tally.stderr:.3f}%"


def report(finding: Finding) -> str:
    """The finding for a person."""
    ink = Ink(sys.stdout)
    tally = finding.tally
    low, high = tally.interval
    lines = [
        f"{ink('bold', finding.preset.title)}, chart {finding.chart}, {tally.rounds:,} rounds",
        "",
        f"  edge                 {ink('bold', f'{100 * tally.mean:+.3f}%')}"
        f"  (95% interval {100 * low:+.3f}% to {100 * high:+.3f}% of the bet)",
        f"  standard deviation   {tally.sd:.4f} bets a round",
    ]
    for names in _SHARES:
        lines.append("  " + "   ".join(f"{name} {100 * tally.share(name):.2f}%" for name in names))
    lines += ["", "  result, in bets", *_histogram(tally), ""]
    if finding.stopped:
        lines.append(ink("yellow", "  stopped before all rounds were played"))
    rate = tally.rounds / finding.seconds
    lines.append(f"  {finding.seconds:.1f} s, {rate:,.0f} rounds a second (engine)")
    lines.append(ink("dim", f"  again: {finding.command}"))
    return "\n".join(lines) + "\n"


def _histogram(tally: Tally) -> list[str]:
    most = max(tally.results.values())
    lines = []
    for result in sorted(tally.results, reverse=True):
        times = tally.results[result]
        bar = "█" * round(40 * times / most) or "▏"
        lines.append(f"  {result / tally.unit:+6.1f} {100 * times / tally.rounds:7.3f}%  {bar}")
    return lines


def _as_json(finding: Finding) -> str:
    tally = finding.tally
    return (
        json.dumps(
            {
                "rounds": tally.rounds,
                "edge": tally.mean,
                "stderr": tally.stderr,
                "interval": tally.interval,
                "sd": tally.sd,
                "net": tally.net / tally.unit,
                "histogram": {
                    str(result / tally.unit): tally.results[result]
                    for result in sorted(tally.results)
                },
                "shares": {name: tally.share(name) for names in _SHARES for name in names},
                "seconds": finding.seconds,
                "rounds_per_second": tally.rounds / finding.seconds,
                "seed": finding.seed,
                "rules": finding.preset.rules.words(),
                "chart": finding.chart,
                "kernel": "engine",
                "stopped": finding.stopped,
                "command": finding.command,
            },
            indent=2,
        )
        + "\n"
    )
