"""`cutcard train`: let a player learn a policy for Blockhead Poker."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from cutcard.blockhead.rules import Rules
from cutcard.cli.terminal import say
from cutcard.cli.train_course import Ran, kept_alone, run_course, say_stopped, tell_file
from cutcard.errors import CutcardError
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import check_duel
from cutcard.learn.poker_tuition import BLOCK, SELF, PokerMethod
from cutcard.learn.policy_course import PolicyCourse
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
    with kept_alone(path):
        course = PolicyCourse(
            preset.name, preset.rules, opponent, method, arguments.seed or 0, path
        )
        ran = run_course(course, arguments, block=BLOCK, unit="deals", note=lambda: _latest(course))
    policy = course.policy()
    gained = Mean.of(course.tuition.duel(policy.odds, range(pairs)))
    finding = _finding(course, preset, gained, ran)
    if arguments.json:
        sys.stdout.write(json.dumps(finding, indent=2) + "\n")
    else:
        say(policy_training_text(finding, Ink(sys.stdout)))
        say_stopped(ran, arguments, "deals")
    if arguments.policy_out is not None:
        policy.save(Path(arguments.policy_out))
        tell_file("the learnt policy is in", arguments.policy_out)
    if arguments.plot is not None:
        _draw(Path(arguments.plot), course, finding)
        tell_file("drawn to", arguments.plot)
    return ran.status


def _latest(course: PolicyCourse) -> str:
    """What the last duel after a batch has shown."""
    curve = course.tuition.stage.curve
    rival = course.tuition.opponent.rival
    return f", {curve[-1][1]:+.0f} chips a game against {rival}" if curve else ""


def _method(arguments: argparse.Namespace, opponent: str) -> PokerMethod:
    if opponent != SELF:
        return PokerMethod(arguments.method or PokerMethod.MONTE_CARLO)
    if arguments.method is not None:
        raise CutcardError(
            f"--method {arguments.method} does not go with --opponent {SELF}, which is regret"
            " matching"
        )
    return PokerMethod.REGRET_MATCHING


def _finding(course: PolicyCourse, preset: Preset[Rules], gained: Mean, ran: Ran) -> dict[str, Any]:
    """What there is to tell, in plain values."""
    return {
        "game": preset.name,
        "title": preset.title,
        "method": str(course.method),
        "opponent": course.opponent,
        "seed": course.seed,
        "deals": course.done,
        "played": ran.played,
        "seconds": ran.seconds,
        "deals_per_second": ran.played / ran.seconds,
        "rival": course.tuition.opponent.rival,
        "pairs": gained.n,
        "gain": gained.value,
        "stderr": gained.stderr,
        "interval": list(gained.interval),
    }


def _draw(path: Path, course: PolicyCourse, finding: dict[str, Any]) -> None:
    # Imported here: few ask for a picture.
    from cutcard.report.plot_learning import draw_gains
    from cutcard.study.exploits import shipped_worth

    last = (finding["deals"], finding["gain"], finding["stderr"])
    draw_gains(
        path,
        [*course.tuition.stage.curve, last],
        title=f"{finding['title']}: {METHODS[finding['method']]} against {finding['opponent']}",
        subtitle=f"seed {finding['seed']}; each point is a duel of the policy learnt by then",
        rival=finding["rival"],
        best=shipped_worth(finding["rival"], course.rules),
    )
