"""`cutcard train`: let a player learn from many rounds, and measure what it has learnt."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from cutcard.blackjack.presets import load_preset
from cutcard.cli.arguments import VerbParser, workers_of
from cutcard.cli.terminal import say, tell
from cutcard.files import check_folder, written_alone
from cutcard.learn.course import Course
from cutcard.learn.training import in_whole_batches
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.training import training_text
from cutcard.study.learnt import worth_of_training

EXAMPLES = """\
  cutcard train cs50 --rounds 1M --q qInfo       learn from a million rounds
  cutcard train cs50 --rounds 10M --q qInfo      the same file again: continues where it stopped"""


def run(words: list[str]) -> int:
    """Train, and print how far the policy is from the best; Ctrl-C keeps what is learnt."""
    parser = VerbParser("train", "Let a player learn from many rounds.", EXAMPLES)
    parser.add_argument("game", metavar="GAME", help="cs50")
    parser.add_rule()
    rounds = "total rounds, rounded up to whole batches, which is announced (default: 1M)"
    parser.add_count("rounds", 1_000_000, rounds)
    parser.add_argument("--q", required=True, metavar="FILE", help="the Q-table's file")
    parser.add_seed("0, so that the same command continues")
    parser.add_workers()
    parser.add_json()
    arguments = parser.parse_args(words)
    preset = load_preset(arguments.game).changed(arguments.rule)
    seed = arguments.seed or 0
    path = Path(arguments.q)
    check_folder(path, "the Q-table")
    planned = in_whole_batches(arguments.rounds)
    progress = Progress(planned)
    status = 0
    with written_alone(path, "the Q-table"):
        course = Course(path, preset.rules, arguments.rounds, seed)
        before = course.done
        if before < arguments.rounds < planned:
            tell(
                f"{planned:,} rounds are played, not {arguments.rounds:,}: the player learns after"
                " whole batches, so that training that is continued comes to the same"
            )
        began = time.monotonic()
        try:
            for done in course.run(workers_of(arguments)):
                progress.show(done, f"{done:,} rounds")
        except KeyboardInterrupt:
            status = 130
        seconds = time.monotonic() - began
        progress.clear()
    finding = worth_of_training(course.table, preset.rules)
    finding |= {
        "rounds": course.done,
        "seed": seed,
        "seconds": seconds,
        "rounds_per_second": (course.done - before) / seconds,
        "q": arguments.q,
    }
    if arguments.json:
        sys.stdout.write(json.dumps(finding, indent=2) + "\n")
    else:
        say(training_text(finding, Ink(sys.stdout)))
        if status:
            say("  stopped before all rounds were played; the same command continues\n")
    return status
