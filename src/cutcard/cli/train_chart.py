"""`cutcard train`: let a player learn a chart for any game of blackjack."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from cutcard.blackjack.presets import Preset
from cutcard.cli.terminal import say
from cutcard.cli.train_course import Ran, kept_alone, run_course, say_stopped, tell_file
from cutcard.files import write_whole
from cutcard.learn.chart_course import ChartCourse
from cutcard.learn.tuition import BLOCK, Method
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.training import METHODS, chart_training_text
from cutcard.study.learnt_charts import LearntChart, edges_along, judge_chart


def learn_chart(arguments: argparse.Namespace, preset: Preset) -> int:
    """Train, and print how far the chart is from the best; Ctrl-C keeps what is learnt."""
    path = None if arguments.course is None else Path(arguments.course)
    with kept_alone(path):
        method = Method(arguments.method or Method.MONTE_CARLO)
        course = ChartCourse(preset.name, preset.rules, method, arguments.seed or 0, path)
        ran = run_course(course, arguments, block=BLOCK, unit="rounds")
    chart = course.tuition.chart()
    judged = judge_chart(preset.rules, chart)
    finding = _finding(course, preset, judged, ran)
    if arguments.json:
        sys.stdout.write(json.dumps(finding, indent=2) + "\n")
    else:
        say(chart_training_text(finding, Ink(sys.stdout)))
        say_stopped(ran, arguments, "rounds")
    if arguments.chart_out is not None:
        write_whole(Path(arguments.chart_out), str(chart), "the chart")
        tell_file("the learnt chart is in", arguments.chart_out)
    if arguments.plot is not None:
        _draw(Path(arguments.plot), course, finding)
        tell_file("drawn to", arguments.plot)
    return ran.status


def _finding(course: ChartCourse, preset: Preset, judged: LearntChart, ran: Ran) -> dict[str, Any]:
    """What there is to tell, in plain values."""
    return {
        "game": preset.name,
        "title": preset.title,
        "method": str(course.method),
        "seed": course.seed,
        "rounds": course.done,
        "played": ran.played,
        "seconds": ran.seconds,
        "rounds_per_second": ran.played / ran.seconds,
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
