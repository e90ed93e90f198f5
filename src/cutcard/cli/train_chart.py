"""`cutcard train`: let a player learn a chart for any game of blackjack."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from cutcard.blackjack.presets import Preset
from cutcard.cli.arguments import solving, workers_of
from cutcard.cli.terminal import say, tell
from cutcard.files import write_whole, written_alone
from cutcard.learn.chart_course import ChartCourse
from cutcard.learn.tuition import BLOCK, Method
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.training import METHODS, chart_training_text
from cutcard.study.learnt_charts import LearntChart, edges_along, judge_chart


def learn_chart(arguments: argparse.Namespace, preset: Preset) -> int:
    """Train, and print how far the chart is from the best; Ctrl-C keeps what is learnt."""
    path = None if arguments.course is None else Path(arguments.course)
    with written_alone(path, "the course") if path is not None else nullcontext():
        method = Method(arguments.method or Method.MONTE_CARLO)
        course = ChartCourse(preset.name, preset.rules, method, arguments.seed or 0, path)
        before = course.rounds
        with solving():
            course.tuition.warm_up()
        began = time.monotonic()
        status = _run(course, arguments)
        seconds = time.monotonic() - began
        if course.rounds > before:
            course.save()
    chart = course.tuition.chart()
    with solving():
        judged = judge_chart(preset.rules, chart)
    finding = _finding(course, preset, judged, course.rounds - before, seconds)
    if arguments.json:
        sys.stdout.write(json.dumps(finding, indent=2) + "\n")
    else:
        say(chart_training_text(finding, Ink(sys.stdout)))
        if status:
            kept = "; the same command continues" if path is not None else ""
            say(f"  stopped before all rounds were played{kept}\n")
    if arguments.chart_out is not None:
        write_whole(Path(arguments.chart_out), str(chart), "the chart")
        sys.stderr.write(f"the learnt chart is in {arguments.chart_out}\n")
    if arguments.plot is not None:
        _draw(Path(arguments.plot), course, finding)
        sys.stderr.write(f"drawn to {arguments.plot}\n")
    return status


def _run(course: ChartCourse, arguments: argparse.Namespace) -> int:
    """Play all rounds with their progress; return the status, which is 130 after Ctrl-C."""
    rounds = arguments.rounds
    planned = -(-rounds // BLOCK) * BLOCK
    if course.rounds < rounds < planned:
        tell(
            f"{planned:,} rounds are played, not {rounds:,}: they come in whole blocks, so that"
            " training that is continued comes to the same"
        )
    progress = Progress(planned)
    try:
        for done in course.run(rounds, workers_of(arguments)):
            progress.show(done, f"{done:,} rounds")
    except KeyboardInterrupt:
        return 130
    finally:
        progress.clear()
    return 0


def _finding(
    course: ChartCourse, preset: Preset, judged: LearntChart, played: int, seconds: float
) -> dict[str, Any]:
    """What there is to tell, in plain values."""
    return {
        "game": preset.name,
        "title": preset.title,
        "method": str(course.method),
        "seed": course.seed,
        "rounds": course.rounds,
        "played": played,
        "seconds": seconds,
        "rounds_per_second": played / seconds,
        "edge": judged.edge,
        "best": judged.best,
        "short": judged.short,
        "cells": judged.cells,
        "different": judged.different,
    }


def _draw(path: Path, course: ChartCourse, finding: dict[str, Any]) -> None:
    from cutcard.report.plot_learning import draw  # imported here: few ask for a picture

    points = course.tuition.stage.curve
    progress = Progress(len(points))
    edges = []
    for edge in edges_along(course.rules, points):
        edges.append(edge)
        progress.show(len(edges), "computing the curve")
    progress.clear()
    draw(
        path,
        [*edges, (finding["rounds"], finding["edge"])],
        finding["best"],
        title=f"{finding['title']}: {METHODS[finding['method']]}",
        subtitle=f"seed {finding['seed']}; each point is the worth of the chart learnt by then",
    )
