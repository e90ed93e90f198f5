"""`cutcard train`: run a course to its end, or until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cutcard.cli.arguments import workers_of
from cutcard.cli.terminal import say, tell
from cutcard.files import written_alone
from cutcard.progress import Progress


class Course(Protocol):
    """What can be run in blocks, and saved."""

    @property
    def done(self) -> int:
        """Rounds, or deals, that were played."""

    def warm_up(self) -> None:
        """Have everything compiled that the course takes, if it must be."""

    def run(self, number: int, workers: int) -> Iterator[int]:
        """Go on to this many; yield how many are done after each block."""

    def save(self) -> None:
        """Write the file, if the course has one."""


@dataclass(frozen=True)
class Ran:
    """How a course was run this time."""

    status: int
    """The exit status, which is 130 after Ctrl-C."""
    played: int
    seconds: float


def kept_alone(path: Path | None) -> AbstractContextManager[None]:
    """Keep others from writing the course's file, if it has one."""
    return written_alone(path, "the course") if path is not None else nullcontext()


def run_course(
    course: Course,
    arguments: argparse.Namespace,
    *,
    block: int,
    unit: str,
    note: Callable[[], str] = str,
) -> Ran:
    """Play all rounds with their progress, and save; units are rounds, or deals."""
    before, wanted = course.done, arguments.rounds
    planned = -(-wanted // block) * block
    course.warm_up()
    if before < wanted < planned:
        tell(
            f"{planned:,} {unit} are played, not {wanted:,}: they come in whole blocks, so that"
            " training that is continued comes to the same"
        )
    progress = Progress(planned)
    status = 0
    began = time.monotonic()
    try:
        for done in course.run(wanted, workers_of(arguments)):
            progress.show(done, f"{done:,} {unit}{note()}")
    except KeyboardInterrupt:
        status = 130
    finally:
        progress.clear()
    seconds = time.monotonic() - began
    if course.done > before:
        course.save()
    return Ran(status, course.done - before, seconds)


def say_stopped(ran: Ran, arguments: argparse.Namespace, unit: str) -> None:
    """Say that a course was stopped, if it was."""
    if ran.status:
        kept = "; the same command continues" if arguments.course is not None else ""
        say(f"  stopped before all {unit} were played{kept}\n")


def tell_file(said: str, path: str) -> None:
    """Tell where something was written to."""
    sys.stderr.write(f"{said} {path}\n")
