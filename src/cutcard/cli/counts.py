"""`cutcard counts`: what card counts are good for in a game."""

from __future__ import annotations

import json
import shlex
import sys
import time
from typing import Final

from cutcard.blackjack.presets import preset_names
from cutcard.blackjack.strategy.count_files import count_names, load_count
from cutcard.cli.arguments import VerbParser, blackjack_game, chart_for
from cutcard.cli.terminal import say
from cutcard.progress import Progress
from cutcard.report.ink import Ink

EXAMPLES: Final = """\
  cutcard counts                                 all counts in a six-deck game
  cutcard counts single-deck                     in a game of one deck
  cutcard counts --count hi-lo --count mine.toml these two
  cutcard counts vegas-strip --json              for a program"""


def run(words: list[str]) -> int:
    """Compare counts in a game."""
    arguments = _parser().parse_args(words)
    # Imported here: whoever asks for help need not wait for the solver.
    from cutcard.report.counts_compared import counts_dict, counts_text
    from cutcard.study.count_comparison import compare_counts

    preset = blackjack_game(arguments.game, arguments.rule)
    chart = chart_for(preset, arguments.chart)
    counts = [load_count(name) for name in arguments.count or count_names()]
    began = time.monotonic()
    progress = Progress(1)
    try:
        found = compare_counts(
            preset, chart, arguments.chart or preset.chart, counts, progress.show
        )
    finally:
        progress.clear()
    if not arguments.json:
        say(counts_text(found, Ink(sys.stdout)))
        return 0
    said = {"game": arguments.game, **counts_dict(found), "seconds": time.monotonic() - began}
    said["command"] = shlex.join(["cutcard", "counts", *words])
    sys.stdout.write(json.dumps(said, indent=2) + "\n")
    return 0


def _parser() -> VerbParser:
    about = "Compare what card counts are good for in a game: betting, playing, insurance."
    parser = VerbParser("counts", about, EXAMPLES)
    parser.add_game(preset_names(), default="vegas-strip")
    parser.add_chart()
    parser.add_argument(
        "--count",
        action="append",
        default=[],
        metavar="NAME|FILE",
        help=f"{', '.join(count_names())}, or a FILE.toml; may be repeated (default: all)",
    )
    parser.add_json()
    return parser
