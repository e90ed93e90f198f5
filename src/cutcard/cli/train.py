"""`cutcard train`: let a player learn from many rounds, and measure what it has learnt."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from cutcard.blackjack.exact.hit_stand import FullDeck, check_plain
from cutcard.blackjack.presets import load_preset
from cutcard.cli.arguments import Parser, workers_of
from cutcard.cli.terminal import say, tell
from cutcard.files import check_folder, written_alone
from cutcard.learn.course import Course
from cutcard.learn.qtable import QTable
from cutcard.learn.train import in_whole_batches
from cutcard.progress import Progress
from cutcard.report.ink import Ink

EXAMPLES = """\
  cutcard train cs50 --rounds 1M --q qInfo       learn from a million rounds
  cutcard train cs50 --rounds 10M --q qInfo      the same file again: goes on where it stopped"""


def run(words: list[str]) -> int:
    """Train, and say how far the policy is from the best; Ctrl-C keeps what is learnt."""
    parser = Parser("train", "Let a player learn from many rounds.", EXAMPLES)
    parser.add_argument("game", metavar="GAME", help="cs50")
    parser.add_rule()
    rounds = "rounds in all, rounded up to whole batches, as it says then (default: 1M)"
    parser.add_count("rounds", 1_000_000, rounds)
    parser.add_argument("--q", required=True, metavar="FILE", help="the Q-table's file")
    parser.add_seed("0, so that the same command goes on")
    parser.add_workers()
    parser.add_json()
    arguments = parser.parse_args(words)
    preset = load_preset(arguments.game).changed(arguments.rule)
    check_plain(preset.rules)
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
            tell(f"batches are played whole: {planned:,} rounds in place of {arguments.rounds:,}")
        began = time.monotonic()
        try:
            for done in course.run(workers_of(arguments)):
                progress.show(done, f"{done:,} rounds")
        except KeyboardInterrupt:
            status = 130
        seconds = time.monotonic() - began
        progress.clear()
    finding = _measure(course.table, hit_soft_17=preset.rules.hit_soft_17)
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
        say(_report(finding))
        if status:
            say("  stopped before all rounds were played; the same command goes on\n")
    return status


def _measure(table: QTable, *, hit_soft_17: bool) -> dict[str, object]:
    """The exact worth of the policy, of the seed's player with it, and of the best play."""
    deck = FullDeck(hit_soft_17=hit_soft_17)
    return {
        "best": deck.best(),
        "policy": deck.worth(
            lambda hand, up: hand.total < 12 or (hand.total < 21 and table.better_to_hit(hand, up))
        ),
        "seed_player": deck.worth(table.hits),
    }


def _report(finding: dict[str, object]) -> str:
    ink = Ink(sys.stdout)
    best, policy, player = (float(str(finding[key])) for key in ("best", "policy", "seed_player"))
    gap = f"{100 * (best - policy):.4f}%"
    return (
        f"{finding['rounds']:,} rounds in {float(str(finding['seconds'])):.1f} s,"
        f" {float(str(finding['rounds_per_second'])):,.0f} a second; the table is in"
        f" {finding['q']}\n\n"
        f"  the learnt policy is worth   {100 * policy:+.4f}% of a bet, exactly computed\n"
        f"  the best hit/stand play      {100 * best:+.4f}%, knowing every card seen\n"
        f"  so the policy falls short by {ink('bold', gap)}\n"
        f"  the seed's player with it    {100 * player:+.4f}%, who stands on every 12\n"
    )
