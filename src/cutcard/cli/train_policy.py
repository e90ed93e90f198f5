"""`cutcard train`: let a player learn a policy for Blockhead Poker."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

from cutcard.blockhead.rules import Rules
from cutcard.cli.arguments import solving, workers_of
from cutcard.cli.terminal import say, tell
from cutcard.errors import CutcardError
from cutcard.files import written_alone
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import check_duel
from cutcard.learn.poker_tuition import BLOCK, SELF, PokerMethod
from cutcard.learn.policy_course import PolicyCourse
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.training import METHODS, policy_training_text
from cutcard.shelf import Preset

PAIRS: Final = 10_000
"""Pairs of games that measure a policy, unless asked for otherwise."""


def learn_policy(arguments: argparse.Namespace, preset: Preset[Rules]) -> int:
    """Train, and measure the policy by a duel; Ctrl-C keeps what is learnt."""
    path = None if arguments.course is None else Path(arguments.course)
    pairs = arguments.pairs or PAIRS
    check_duel(preset.rules, pairs)
    opponent = arguments.opponent or "alpha"
    method = _method(arguments, opponent)
    with written_alone(path, "the course") if path is not None else nullcontext():
        course = PolicyCourse(
            preset.name, preset.rules, opponent, method, arguments.seed or 0, path
        )
        before = course.deals
        with solving():
            course.tuition.warm_up()
        began = time.monotonic()
        status = _run(course, arguments)
        seconds = time.monotonic() - began
        if course.deals > before:
            course.save()
    policy = course.policy()
    gained = Mean.of(course.tuition.duel(policy.odds, range(pairs)))
    finding = _finding(course, preset, gained, course.deals - before, seconds)
    if arguments.json:
        sys.stdout.write(json.dumps(finding, indent=2) + "\n")
    else:
        say(policy_training_text(finding, Ink(sys.stdout)))
        if status:
            kept = "; the same command continues" if path is not None else ""
            say(f"  stopped before all deals were played{kept}\n")
    if arguments.policy_out is not None:
        policy.save(Path(arguments.policy_out))
        sys.stderr.write(f"the learnt policy is in {arguments.policy_out}\n")
    if arguments.plot is not None:
        _draw(Path(arguments.plot), course, finding)
        sys.stderr.write(f"drawn to {arguments.plot}\n")
    return status


def _method(arguments: argparse.Namespace, opponent: str) -> PokerMethod:
    if opponent != SELF:
        return PokerMethod(arguments.method or PokerMethod.MONTE_CARLO)
    if arguments.method is not None:
        raise CutcardError(
            f"--method {arguments.method} does not go with --opponent {SELF}, which is regret"
            " matching"
        )
    return PokerMethod.REGRET_MATCHING


def _run(course: PolicyCourse, arguments: argparse.Namespace) -> int:
    """Play all deals with their progress; return the status, which is 130 after Ctrl-C."""
    deals = arguments.rounds
    planned = -(-deals // BLOCK) * BLOCK
    if course.deals < deals < planned:
        tell(
            f"{planned:,} deals are played, not {deals:,}: they come in whole blocks, so that"
            " training that is continued comes to the same"
        )
    progress = Progress(planned)
    try:
        for done in course.run(deals, workers_of(arguments)):
            curve = course.tuition.stage.curve
            rival = course.tuition.opponent.rival
            gain = f", {curve[-1][1]:+.0f} chips a game against {rival}" if curve else ""
            progress.show(done, f"{done:,} deals{gain}")
    except KeyboardInterrupt:
        return 130
    finally:
        progress.clear()
    return 0


def _finding(
    course: PolicyCourse, preset: Preset[Rules], gained: Mean, played: int, seconds: float
) -> dict[str, Any]:
    """What there is to tell, in plain values."""
    return {
        "game": preset.name,
        "title": preset.title,
        "method": str(course.method),
        "opponent": course.opponent,
        "seed": course.seed,
        "deals": course.deals,
        "played": played,
        "seconds": seconds,
        "deals_per_second": played / seconds,
        "rival": course.tuition.opponent.rival,
        "pairs": gained.n,
        "gain": gained.value,
        "stderr": gained.stderr,
        "interval": list(gained.interval),
    }


def _draw(path: Path, course: PolicyCourse, finding: dict[str, Any]) -> None:
    from cutcard.report.plot_learning import draw_gains  # imported here: few ask for a picture

    last = (finding["deals"], finding["gain"], finding["stderr"])
    draw_gains(
        path,
        [*course.tuition.stage.curve, last],
        title=f"{finding['title']}: {METHODS[finding['method']]} against {finding['opponent']}",
        subtitle=f"seed {finding['seed']}; each point is a duel of the policy learnt by then",
        rival=finding["rival"],
    )
