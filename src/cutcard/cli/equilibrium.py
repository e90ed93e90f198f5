"""`cutcard equilibrium`: Blockhead Poker solved, and how far a policy is from unbeatable."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from pathlib import Path
from typing import Final

from cutcard.cli.arguments import VerbParser, check_policy_out, workers_of
from cutcard.cli.terminal import say
from cutcard.commandline import read_count, typed
from cutcard.errors import Invalid
from cutcard.files import check_folder
from cutcard.lab.pool import Pool
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.rulebook import whole

EXAMPLES: Final = """\
  cutcard equilibrium                      how far the player 'nash' is from unbeatable
  cutcard duel nash beta                   let it play
  cutcard equilibrium --samples 8 --progress kept.json
                                           measure it again, ten minutes on one core; Ctrl-C keeps
                                           what is done, and the same command goes on
  cutcard equilibrium --out mine.npz       solve it again; Ctrl-C keeps what is done, and the same
                                           command goes on; 'cutcard duel mine.npz beta' plays it"""

_MOST_SAMPLES: Final = 10_000
"""A sample takes a minute of a core, with those of the steps before it."""


def run(words: list[str]) -> int:
    """Say how far a policy is from an equilibrium, and solve for one if asked."""
    arguments = _parser().parse_args(words)
    if arguments.out is not None:
        check_policy_out("--out", arguments.out)
    if arguments.progress is not None:
        if not arguments.samples:
            raise Invalid("--progress is for --samples: give both")
        check_folder(Path(arguments.progress), "the progress")
    out = None if arguments.out is None else Path(arguments.out)
    progress = Progress(1)
    began = time.monotonic()

    def show(what: str, done: float, of: float) -> None:
        progress.show(done / of, what)

    from cutcard.study import equilibria  # imported here: it is slow to load

    goal = equilibria.Goal(arguments.target, arguments.iterations)
    try:
        with Pool(workers_of(arguments)) as pool:
            if out is None:
                blueprint = equilibria.shipped()
            else:
                blueprint = equilibria.solve_blueprint(out, goal, pool, show)
            if arguments.samples:
                from cutcard.study.sampled_starts import Sampling, measured_and_kept

                sampling = Sampling(arguments.samples, arguments.seed)
                results = None if arguments.progress is None else Path(arguments.progress)
                blueprint = measured_and_kept(blueprint, sampling, pool, results, out, show)
    except KeyboardInterrupt:
        progress.clear()
        for done, kept in (("solved", out), ("measured", arguments.progress)):
            if kept is not None and Path(kept).exists():
                sys.stderr.write(f"what is {done} is in {kept}: the same command goes on\n")
        raise
    finally:
        progress.clear()
    from cutcard.report.equilibria import as_dict, as_text

    seconds = time.monotonic() - began
    command = shlex.join(["cutcard", "equilibrium", *words])
    if arguments.json:
        sys.stdout.write(json.dumps(as_dict(blueprint, seconds, command), indent=2) + "\n")
    else:
        say(as_text(blueprint, seconds, command, Ink(sys.stdout)))
    return 0


def _parser() -> argparse.ArgumentParser:
    about = "Solve Blockhead Poker, and say what anybody could win from a policy."
    parser = VerbParser("equilibrium", about, EXAMPLES)
    parser.add_argument(
        "--out",
        metavar="FILE.npz",
        help="solve, and keep the policy; an unfinished file is continued",
    )
    parser.add_argument(
        "--target",
        type=typed(_read_chips),
        default=0.025,
        metavar="CHIPS",
        help="the exploitability at which a beginning is solved, in its own game (default: 0.025)",
    )
    parser.add_count("iterations", 120, "the most iterations for each beginning (default: 120)")
    parser.add_argument(
        "--samples",
        type=typed(_read_samples),
        default=0,
        metavar="N",
        help="measure what exploiters win in the real deck: raises of any size after N sets of four"
        " open cards, simpler ones after more",
    )
    parser.add_argument(
        "--seed", type=typed(read_count), default=1, metavar="N", help="of the samples (default: 1)"
    )
    parser.add_argument(
        "--progress",
        metavar="FILE",
        help="keep what is measured in this file; the same command continues from there",
    )
    parser.add_workers()
    parser.add_json()
    return parser


def _read_samples(text: str) -> int:
    try:
        return whole(text, 2, _MOST_SAMPLES)
    except ValueError:
        raise Invalid(
            f"{text!r} samples are not possible: it takes 2 to {_MOST_SAMPLES:,}"
        ) from None


def _read_chips(text: str) -> float:
    try:
        chips = float(text)
    except ValueError:
        chips = -1.0
    if not 0.001 <= chips <= 10:
        raise Invalid(f"{text!r} is not an exploitability: it takes 0.001 to 10 chips")
    return chips
