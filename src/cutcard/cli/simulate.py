"""`cutcard simulate`: what a way to play is worth, by playing it many times."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from cutcard.blackjack.presets import preset_names
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count_files import count_names
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.cli.arguments import (
    VerbParser,
    check_printing,
    command_of,
    count_of,
    game_of,
    ramp_joined,
    workers_of,
)
from cutcard.cli.best_ramp import add_bankroll, ramp_question, ramp_words
from cutcard.cli.seating import OPTIONS, add_seating, seated
from cutcard.cli.terminal import say, tell
from cutcard.commandline import seed_of, typed
from cutcard.errors import CutcardError, Invalid
from cutcard.files import written_alone
from cutcard.lab.checkpoint import Checkpoint, seed_in
from cutcard.lab.guests import Guest
from cutcard.lab.kernel_choice import Kernel, kernel_for
from cutcard.lab.pool import Pool
from cutcard.lab.simulate import MOST_ROUNDS, Simulation
from cutcard.lab.strangers import PlayerFailed, seconds_of
from cutcard.lab.stretches import Workers
from cutcard.lab.tally import Tally
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.simulation_csv import as_csv
from cutcard.report.simulation_pictures import draw_counts, draw_paths
from cutcard.report.simulations import (
    BANKROLL,
    RISK,
    Finding,
    as_dict,
    as_text,
    edge_text,
    only_watched,
)

EXAMPLES = """\
  cutcard simulate                                 Easy Blackjack by its chart
  cutcard simulate vegas-strip --rounds 1e9        a casino game, a billion rounds
  cutcard simulate downtown --rule decks=1         with a rule changed
  cutcard simulate easy --chart my.txt --json      your own chart, for a program
  cutcard simulate vegas-strip --until-stderr 1e-5 until the edge is that certain
  cutcard simulate vegas-strip --count hi-lo --ramp 1:2,2:4,3:8 --indices all
                                                   a card counter
  cutcard simulate vegas-strip --count hi-lo --best-ramp --spread 1-12 --bankroll 1000
                                                   the best bets for a bankroll
  cutcard simulate vegas-strip --count hi-lo --ramp 0:0,1:2,3:8x2 --players 2
                                                   watching below a count of 1
  cutcard simulate vegas-strip --count hi-lo --ramp 1-8 --mistakes play=1%,bets=2%
                                                   what a counter's mistakes cost
  cutcard simulate easy --rounds 1e11 --out e.json stop with Ctrl-C, go on later
  cutcard simulate vegas-strip --player mine.py:Mine
                                                   a player of your own
  cutcard simulate --cluster local:4               on a Dask cluster"""

_SAVE_EVERY = 2.0
"""Seconds from one checkpoint to the next."""


def run(words: list[str]) -> int:
    """Simulate, and print the finding; Ctrl-C ends it with the rounds done so far."""
    arguments = _parser().parse_args(ramp_joined(words))
    check_printing(arguments)
    arguments.best = ramp_question(arguments)
    _settle_bankroll(arguments)
    _check_together(arguments)
    preset, chart = game_of(arguments)
    try:
        strategy, indices = _strategy_of(arguments, chart)
        strategy = seated(strategy, arguments, chart)
    except PlayerFailed as failure:
        return _complain(failure, arguments)
    kernel, why = kernel_for(preset.rules, strategy)
    if arguments.kernel == "engine":
        kernel, why = Kernel.ENGINE, "asked for"
    usual = 100_000 if kernel is Kernel.ENGINE else 10_000_000
    if arguments.rounds is None:
        arguments.rounds = MOST_ROUNDS if arguments.until_stderr is not None else usual
    simulation = Simulation(
        preset.rules,
        strategy,
        _seed_of(arguments),
        arguments.rounds,
        arguments.until_stderr,
        kernel,
    )
    for picture in (arguments.plot, arguments.plot_counts):
        if picture is not None:
            from cutcard.report.plot import check_picture

            check_picture(Path(picture))
    with (
        nullcontext()
        if arguments.out is None
        else written_alone(Path(arguments.out), "the checkpoint")
    ):
        tally, before, seconds, status = _simulate(simulation, arguments)
    if tally.played < 2:
        if status == 130:
            tell("stopped before a block of rounds was done: there is no result yet")
        elif tally.watched:
            tell(only_watched(tally.rounds))
        return status or int(bool(tally.watched))
    name = preset.chart if arguments.chart is None else arguments.chart
    name = "" if strategy.guest else name
    finding = Finding(
        preset=preset,
        chart=name,
        indices=indices,
        simulation=simulation,
        _tally=tally,
        seconds=seconds,
        newly_played=tally.rounds - before,
        command=_command(arguments, tally.rounds, simulation.seed),
        best=arguments.best,
        bankroll=arguments.bankroll,
        risk=arguments.risk,
        why_slow=why,
        stopped=status == 130 or (bool(status) and not simulation.finished(tally)),
        go_on=_go_on(arguments, simulation.seed) if status == 130 else "",
    )
    if arguments.json:
        sys.stdout.write(json.dumps(as_dict(finding), indent=2) + "\n")
    elif arguments.csv:
        sys.stdout.write(as_csv(finding))
        if finding.stopped:
            tell(f"stopped after {tally.rounds:,} rounds: the table is of these")
    else:
        say(as_text(finding, Ink(sys.stdout)))
    for picture, draw in ((arguments.plot, draw_paths), (arguments.plot_counts, draw_counts)):
        if picture is not None:
            draw(finding, Path(picture))
            sys.stderr.write(f"drawn to {picture}\n")
    return status


def _parser() -> VerbParser:
    about = "Measure what a way to play is worth, by playing it."
    parser = VerbParser("simulate", about, EXAMPLES)
    parser.add_game(preset_names(), default="easy")
    parser.add_chart()
    parser.add_count("rounds", None, "such as 1e9 or 10M (default: 10M; on the engine 100k)")
    parser.add_argument(
        "--until-stderr",
        type=typed(_read_stderr),
        metavar="X",
        help="play until the standard error of the edge is this small, such as 1e-5, or until all"
        " --rounds are played",
    )
    parser.add_seed()
    parser.add_workers()
    parser.add_cluster()
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="keep the results in this file; the same command continues from there",
    )
    parser.add_argument(
        "--kernel",
        choices=("fastest", "engine"),
        default="fastest",
        help="what plays: the fastest that can, or the readable engine",
    )
    parser.add_json()
    parser.add_csv()
    own = parser.add_argument_group("a player of your own")
    own.add_argument(
        "--player", metavar="FILE.py:CLASS", help="who plays, on the engine, instead of a chart"
    )
    parser.add_own_players()
    counting = parser.add_argument_group("card counting")
    counting.add_argument(
        "--count", metavar="NAME|FILE", help=f"{', '.join(count_names())}, or a FILE.toml"
    )
    counting.add_argument(
        "--ramp",
        metavar="STEPS",
        help="chips bet from each count on, as in 1:2,2:4,3:8, or 1-8 to bet the count itself,"
        " which is not the best bets of a spread from 1 to 8 (see --spread);"
        " 0:0,1:2 watches below 1, 0:0,1:2,sit:2 sits down at 2 only, 3:8x2 is 8 on each of two"
        " spots",
    )
    counting.add_argument(
        "--indices",
        metavar="SETS",
        help="index plays of the count: all, none, or names and FILE.toml with commas (default:"
        " none)",
    )
    parser.add_convention(counting)
    add_bankroll(counting)
    add_seating(parser)
    parser.add_argument("--plot", metavar="FILE", help="draw bankrolls: .png, .svg or .pdf")
    counting.add_argument(
        "--plot-counts", metavar="FILE", help="draw edge, bet and share of rounds by count"
    )
    return parser


def _settle_bankroll(arguments: argparse.Namespace) -> None:
    """Refuse a bankroll or a risk that would not be used; otherwise fill in the defaults."""
    if arguments.count is None:
        if arguments.risk is not None:
            raise Invalid("--risk is for card counters: name a count with --count")
        if arguments.bankroll is not None and arguments.plot is None:
            raise Invalid(
                "--bankroll is for card counters and for a picture: name a count with --count,"
                " or a file with --plot"
            )
    arguments.bankroll = BANKROLL if arguments.bankroll is None else arguments.bankroll
    arguments.risk = RISK if arguments.risk is None else arguments.risk


def _check_together(arguments: argparse.Namespace) -> None:
    """Complain about options that do not go with the user's own player."""
    if arguments.player is None:
        return
    for option in ("chart", "count"):
        if getattr(arguments, option) is not None:
            raise Invalid(f"--player and --{option} are two ways to play: give one")
    for option, why in (
        ("cluster", "whose file is on this machine only"),
        ("out", "whose file may change before it continues"),
        ("plot", "whose bets are not known"),
    ):
        if getattr(arguments, option) is not None:
            raise Invalid(f"--{option} does not go with a --player, {why}")


def _complain(failure: PlayerFailed, arguments: argparse.Namespace) -> int:
    sys.stderr.write(failure.told("cutcard", traceback=arguments.traceback))
    return 1


def _strategy_of(arguments: argparse.Namespace, chart: Chart) -> tuple[Strategy, tuple[str, ...]]:
    """The strategy that is asked for, and the names of its index plays."""
    if arguments.count is None:
        for option in ("ramp", "indices", "convention", "divisor", "plot_counts"):
            if getattr(arguments, option) is not None:
                name = option.replace("_", "-")
                raise Invalid(f"--{name} is for card counters: name a count with --count")
        if arguments.player is not None:
            guest = Guest(arguments.player, seconds_of(arguments))
            guest.check()
            return Strategy(IndexedChart((chart,)), guest=guest), ()
        return Strategy.flat(chart), ()
    ramp = None if arguments.ramp is None else read_ramp(arguments.ramp)
    return Strategy.counting(chart, count_of(arguments), ramp, arguments.indices)


def _simulate(
    simulation: Simulation, arguments: argparse.Namespace
) -> tuple[Tally, int, float, int]:
    """The tally, how many of its rounds were done before, seconds taken, and the exit status."""
    checkpoint = None
    tally = Tally(simulation.rules.unit)
    if arguments.out is not None:
        checkpoint = Checkpoint(Path(arguments.out), simulation)
        tally = checkpoint.load() or tally
        checkpoint.save(tally)  # better to learn now that the file cannot be written
    before = tally.rounds
    known = simulation.until_stderr is None
    progress = Progress(simulation.rounds if known else 1)
    began = saved = time.monotonic()
    status = 0
    try:
        if simulation.kernel is not Kernel.ENGINE and arguments.cluster is None:
            simulation.warm_up()
            began = time.monotonic()
        with _pool(simulation, arguments) as pool:
            for so_far in simulation.run(pool, tally):
                tally = so_far
                done = tally.rounds if known else _share_of_certainty(simulation, tally)
                progress.show(done, f"{tally.rounds:,} rounds  {edge_text(tally)}")
                if checkpoint is not None and time.monotonic() - saved > _SAVE_EVERY:
                    checkpoint.save(tally)
                    saved = time.monotonic()
    except KeyboardInterrupt:
        status = 130
    except PlayerFailed as failure:  # what was played before is still reported
        progress.clear()
        status = _complain(failure, arguments)
    finally:
        progress.clear()
    seconds = time.monotonic() - began
    if checkpoint is not None and tally.rounds > before:
        try:
            checkpoint.save(tally)
        except CutcardError as error:  # the finding is still reported
            tell(str(error))
            status = 1
    return tally, before, seconds, status


def _share_of_certainty(simulation: Simulation, tally: Tally) -> float:
    """How near the standard error is to the one wanted; it falls with the root of the rounds."""
    assert simulation.until_stderr is not None
    if not tally.stderr:
        return 0.0
    return min(1.0, (simulation.until_stderr / tally.stderr) ** 2)


@contextmanager
def _pool(simulation: Simulation, arguments: argparse.Namespace) -> Iterator[Workers]:
    """Where the blocks are played."""
    with ExitStack() as stack:
        if arguments.cluster is not None:
            from cutcard.lab.cluster import open_cluster

            yield stack.enter_context(open_cluster(arguments.cluster))
        else:
            threads = simulation.kernel is not Kernel.ENGINE
            yield stack.enter_context(Pool(workers_of(arguments), threads=threads))


def _seed_of(arguments: argparse.Namespace) -> int:
    """The seed given, or that of the file to continue, or a new one."""
    if arguments.seed is None and arguments.out is not None:
        arguments.seed = seed_in(Path(arguments.out))
    return seed_of(arguments)


def _command(arguments: argparse.Namespace, rounds: int, seed: int) -> str:
    """The command that plays these rounds."""
    words = command_of("simulate", arguments)
    for option, usual in (
        ("count", None),
        ("ramp", None),
        ("indices", None),
        ("convention", None),
        ("divisor", None),
        ("bankroll", BANKROLL),
        ("risk", RISK),
        ("kernel", "fastest"),
        ("player", None),
        *((option, None) for option in OPTIONS),
    ):
        value = getattr(arguments, option)
        if value != usual:
            words += f" --{option} {shlex.quote(str(value))}"
            if option == "bankroll" and arguments.count is None:  # it needs the picture
                words += f" --plot {shlex.quote(arguments.plot)}"
    if arguments.player_seconds is not None:
        words += f" --player-seconds {arguments.player_seconds:g}"
    return f"{words}{ramp_words(arguments.best)} --rounds {rounds} --seed {seed}"


def _go_on(arguments: argparse.Namespace, seed: int) -> str:
    """The command that continues from the file; empty if there is none."""
    if arguments.out is None:
        return ""
    words = _command(arguments, arguments.rounds, seed)
    if arguments.until_stderr is not None:
        words += f" --until-stderr {arguments.until_stderr:g}"
    return f"{words} --out {shlex.quote(arguments.out)}"


def _read_stderr(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 1e-7 <= number <= 1:
        raise Invalid(f"{text!r} is not a standard error: it takes a number from 1e-7 to 1")
    return number
