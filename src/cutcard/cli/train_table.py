"""`cutcard train --q`: learn a table of hit and stand, in the file of the original's player."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from cutcard.blackjack.presets import Preset
from cutcard.cli.arguments import workers_of
from cutcard.cli.terminal import say, tell
from cutcard.files import check_folder, written_alone
from cutcard.learn.course import Course
from cutcard.learn.training import in_whole_batches
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.training import training_text
from cutcard.study.learnt import worth_of_training


def learn_table(arguments: argparse.Namespace, preset: Preset) -> int:
    """Train, and print how far the policy is from the best; Ctrl-C keeps what is learnt."""
    seed = arguments.seed or 0
    path = Path(arguments.q)
    check_folder(path, "the Q-table")
    planned = in_whole_batches(arguments.rounds)
    progress = Progress(planned)
    status = 0
    with written_alone(path, "the Q-table"):
        course = Course(path, preset.rules, arguments.rounds, seed, arguments.original)
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
        "original": arguments.original,
    }
    if arguments.json:
        sys.stdout.write(json.dumps(finding, indent=2) + "\n")
    else:
        say(training_text(finding, Ink(sys.stdout)))
        if status:
            say("  stopped before all rounds were played; the same command continues\n")
    return status
