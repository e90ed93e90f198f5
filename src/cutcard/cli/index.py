"""`cutcard index`: the counts from which plays are better."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cutcard.blackjack.presets import Preset, preset_names
from cutcard.blackjack.strategy.count_files import count_names
from cutcard.blackjack.strategy.index_files import index_file
from cutcard.blackjack.strategy.ramp import Ramp, read_plain_ramp
from cutcard.cli.arguments import (
    VerbParser,
    blackjack_game,
    chart_for,
    check_printing,
    count_of,
    ramp_joined,
    read_chips,
    workers_of,
)
from cutcard.cli.best_ramp import read_kelly
from cutcard.cli.terminal import say, tell
from cutcard.commandline import read_count, seed_of, typed
from cutcard.documents import read_toml
from cutcard.errors import CutcardError, Invalid
from cutcard.files import check_folder, write_whole, written_alone
from cutcard.lab.pool import Pool
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.study.plays_wanted import EIGHTEEN, read_plays

if TYPE_CHECKING:
    from cutcard.study.index_numbers import IndexNumbers, IndexQuestion, IndexWork
    from cutcard.study.index_progress import IndexProgress

EXAMPLES: Final = """\
  cutcard index                                    the eighteen and four of Hi-Lo, six decks
  cutcard index vegas-strip --rule hit_soft_17=true --chart best --plays all
                                                   every play there is, other rules
  cutcard index downtown --count ko --plays 16vT,12v3,insurance
                                                   some plays, another count
  cutcard index --convention truncate --divisor half-decks
                                                   as other players divide
  cutcard index --risk-averse --ramp 1:2,2:4,3:8,4:12 --bankroll 1000
                                                   where risk counts
  cutcard index --plays all --out my.toml --check  a file for simulate --indices my.toml"""

_SAVE_EVERY: Final = 20.0
"""Seconds from one writing of the progress to the next."""

_CHECK_ROUNDS: Final = 100_000_000


def run(words: list[str]) -> int:
    """Find index numbers; Ctrl-C ends it with the samples done so far."""
    arguments = _parser().parse_args(ramp_joined(words))
    _check_together(arguments)
    preset = blackjack_game(arguments.game, arguments.rule)
    arguments.seed = seed_of(arguments)
    # Imported here: whoever asks for help need not wait for the solver.
    from cutcard.report.index_numbers import index_csv, index_dict, index_text
    from cutcard.study.index_numbers import SAMPLES

    question = _question(arguments, preset)
    if arguments.out is not None:
        _check_out(Path(arguments.out))
    began = time.monotonic()
    found, status = _find(question, arguments)
    if found is None:
        tell("stopped before there were enough samples: there is no result yet")
        return status
    if status:
        tell(f"stopped after {found.samples} of {SAMPLES} samples: the result is of these")
    name = arguments.chart or preset.chart
    if arguments.csv:
        sys.stdout.write(index_csv(found))
    elif not arguments.json:
        say(index_text(found, preset, name, Ink(sys.stdout), _command(arguments)))
    said: dict[str, Any] = {"game": arguments.game, "chart": name, **index_dict(found)}
    said |= {"stopped": bool(status), "command": _command(arguments)}
    if arguments.out is not None:
        source = _command(arguments)
        if status:
            source += f" (stopped after {found.samples} of {SAMPLES} samples)"
        _write(found, preset, Path(arguments.out), source)
    if arguments.check and not status:
        checked = _check(found, arguments)
        if checked is None:
            return 130
        said["check"] = checked
    if arguments.json:
        said["seconds"] = time.monotonic() - began
        sys.stdout.write(json.dumps(said, indent=2) + "\n")
    return status


def _parser() -> VerbParser:
    about = "Find index numbers: the counts from which other plays are better, exactly computed."
    parser = VerbParser("index", about, EXAMPLES)
    parser.add_game(preset_names(), default="vegas-strip")
    parser.add_chart()
    parser.add_argument(
        "--count",
        default="hi-lo",
        metavar="NAME|FILE",
        help=f"{', '.join(count_names())}, or a FILE.toml (default: hi-lo)",
    )
    parser.add_convention(parser)
    parser.add_argument(
        "--plays",
        default=EIGHTEEN,
        metavar="PLAYS",
        help="all, i18 for the eighteen and four of Hi-Lo, or hands and up cards with commas, as"
        " in 16vT,TTv5,A7v9,insurance (default: i18)",
    )
    parser.add_argument(
        "--risk-averse",
        action="store_true",
        help="weigh gain against risk, by the certainty equivalent E - V/(2 k bankroll)",
    )
    parser.add_argument(
        "--ramp", metavar="STEPS", help="chips bet from each count on, as in 1:2,2:4,3:8"
    )
    parser.add_argument(
        "--bankroll",
        type=typed(read_chips),
        metavar="CHIPS",
        help="what a --risk-averse player has",
    )
    parser.add_argument(
        "--kelly",
        type=typed(read_kelly),
        metavar="K",
        help="the share of Kelly's bets that a --risk-averse player bets (default: 1)",
    )
    parser.add_argument(
        "--compositions",
        type=typed(read_count),
        metavar="N",
        help="shoes that worths are computed from (default: 2000)",
    )
    parser.add_argument("--out", metavar="FILE", help="write an index file for simulate --indices")
    parser.add_argument(
        "--progress",
        metavar="FILE",
        help="keep what is done in this file; the same command continues from there",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="simulate the chart alone, the count's own index plays, and these; --risk-averse ones"
        " beside those that gain most",
    )
    parser.add_count("rounds", None, "rounds that --check plays of each (default: 100M)")
    parser.add_seed()
    parser.add_workers()
    parser.add_json()
    parser.add_csv()
    return parser


def _check_together(arguments: argparse.Namespace) -> None:
    """Complain about options that do not go together."""
    check_printing(arguments)
    if arguments.rounds is not None and not arguments.check:
        raise Invalid("--rounds is for --check: give both")
    if arguments.risk_averse:
        for option in ("ramp", "bankroll"):
            if getattr(arguments, option) is None:
                raise Invalid(f"--risk-averse needs a --{option}: what is at risk depends on it")
        return
    for option in ("bankroll", "kelly"):
        if getattr(arguments, option) is not None:
            raise Invalid(f"--{option} is for those who are --risk-averse: give both")


def _question(arguments: argparse.Namespace, preset: Preset) -> IndexQuestion:
    from cutcard.study.index_numbers import COMPOSITIONS, IndexQuestion, insured
    from cutcard.study.sampled_shoes import CountedBet

    ramp = Ramp() if arguments.ramp is None else read_plain_ramp(arguments.ramp)
    bankroll = (arguments.bankroll or 0) * (arguments.kelly or 1.0)
    return IndexQuestion(
        insured(preset.rules),
        chart_for(preset, arguments.chart),
        count_of(arguments),
        read_plays(arguments.plays),
        CountedBet(ramp, bankroll),
        arguments.seed,
        arguments.compositions or COMPOSITIONS,
    )


def _find(
    question: IndexQuestion, arguments: argparse.Namespace
) -> tuple[IndexNumbers | None, int]:
    """The index numbers, none if too little was done, and the exit status."""
    from cutcard.study.index_numbers import LEAST_SAMPLES, IndexWork
    from cutcard.study.index_progress import WHAT, IndexProgress

    kept = None
    if arguments.progress is not None:
        kept = IndexProgress(Path(arguments.progress), question)
        check_folder(kept.path, WHAT)
    progress = Progress(1)
    status, work = 0, None
    try:
        with (
            nullcontext() if kept is None else written_alone(kept.path, WHAT),
            Pool(workers_of(arguments), threads=True) as pool,
        ):
            if kept is not None:
                kept.check()
            Progress(1).show(0, "playing shoes")  # at a pace of its own
            work = IndexWork(question, pool)
            _run(work, pool, kept, progress)
    except KeyboardInterrupt:
        status = 130
    finally:
        progress.clear()
    if work is None or work.whole_samples < LEAST_SAMPLES:
        return None, status
    return work.answer(), status


def _run(work: IndexWork, pool: Pool, kept: IndexProgress | None, progress: Progress) -> None:
    """Do the work, and keep what is done."""
    if kept is not None:
        kept.load(work)
    saved, before = time.monotonic(), len(work.done)
    progress.show(before / work.blocks, "computing worths")
    try:
        for done in work.run(pool):
            progress.show(done / work.blocks, f"{done} of {work.blocks} blocks")
            now = time.monotonic()
            if kept is not None and now - saved > _SAVE_EVERY:
                kept.save(work)
                saved = now
    finally:
        if kept is not None and len(work.done) > before:
            kept.save(work)


def _check_out(path: Path) -> None:
    """Complain about a file that cannot be written, or that would be lost if it were."""
    check_folder(path, "the index file")
    if path.is_file() and path.stat().st_size:
        try:
            known = {"count", "tags"} <= read_toml(path).keys()
        except CutcardError:
            known = False
        if not known:
            raise Invalid(f"{path} is there and is not an index file: name another with --out")


def _write(found: IndexNumbers, preset: Preset, path: Path, source: str) -> None:
    count = found.question.count
    title = f"{preset.title}: index plays of {count.title or count.name}"
    plays = found.index_set(path.stem, title, source)
    write_whole(path, index_file(count, plays), "the index file")
    sys.stderr.write(f"written to {path}\n")


def _check(found: IndexNumbers, arguments: argparse.Namespace) -> list[dict[str, Any]] | None:
    """Simulate what was found beside what was known; None if Ctrl-C came first."""
    from cutcard.report.index_check import check_dict, check_text
    from cutcard.study.index_check import check_sets

    asked = found.question
    gaining_most = None
    if arguments.risk_averse:
        arguments.progress = None  # which is that of the other question
        gaining_most, status = _find(
            replace(asked, bet=replace(asked.bet, bankroll=0.0)), arguments
        )
        if status:
            return None
    rounds = arguments.rounds or _CHECK_ROUNDS
    ways = 2 + bool(asked.count.indices) + (gaining_most is not None)
    progress = Progress(ways * rounds)
    try:
        with Pool(workers_of(arguments), threads=True) as pool:
            checked = check_sets(found, rounds, pool, progress.show, gaining_most)
    except KeyboardInterrupt:
        return None
    finally:
        progress.clear()
    if not arguments.json and not arguments.csv:
        say("\n" + check_text(checked, asked.bet, Ink(sys.stdout)))
    return check_dict(checked, asked.bet)


def _command(arguments: argparse.Namespace) -> str:
    """The command that finds the same."""
    words = ["cutcard", "index", arguments.game]
    for change in arguments.rule:
        words += ["--rule", change]
    for option in ("chart", "count", "convention", "divisor", "plays"):
        if getattr(arguments, option) is not None:
            words += [f"--{option}", getattr(arguments, option)]
    if arguments.risk_averse:
        words.append("--risk-averse")
    for option in ("ramp", "bankroll", "kelly", "compositions", "seed"):
        if getattr(arguments, option) is not None:
            words += [f"--{option}", str(getattr(arguments, option))]
    return shlex.join(words)
