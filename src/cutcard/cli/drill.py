"""`cutcard drill`: exercises in strategy and in counting, marked exactly."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Final

from cutcard.blackjack.presets import preset_names
from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.count_files import count_names, load_count
from cutcard.cards import Card
from cutcard.cli.arguments import VerbParser, blackjack_game, chart_for
from cutcard.cli.keys import keys_of
from cutcard.cli.terminal import Left, one_key_is_enough, read_entry, read_key, say
from cutcard.commandline import read_seconds, seed_of, typed
from cutcard.errors import CutcardError, Invalid
from cutcard.folding import unbroken
from cutcard.input_words import InvalidInput
from cutcard.report.drill_forms import progress_as_dict, sitting_as_dict
from cutcard.report.drill_pages import (
    end_text,
    exercise_text,
    group_text,
    help_text,
    left_text,
    mark_text,
    progress_text,
    question_text,
)
from cutcard.report.felt import Felt
from cutcard.rulebook import change_options, whole
from cutcard.study.coach import Values, values_of
from cutcard.study.drills.card_counting import SEATS, WHOLE_ROUND, WHOLE_SHOE
from cutcard.study.drills.catalogue import COUNTING, DRILLS, TAKES, Lesson, check_drill
from cutcard.study.drills.exercise import CountExercise, HandExercise, InvalidReply, Mark
from cutcard.study.drills.logbook import (
    Logbook,
    Page,
    check_can_keep,
    keep,
    kept_in,
    read_logbook,
    usual_path,
    write_logbook,
)
from cutcard.study.drills.progress import progress_of
from cutcard.study.drills.sitting import Sitting

EXAMPLES = f"""\
  cutcard drill                                  basic strategy at Vegas Strip
  cutcard drill strategy european --chart best   at other rules, by the best chart
  cutcard drill running --count ko --cards 3     keep a running count
  cutcard drill true --cards round               the true count, after rounds of {SEATS} players
  cutcard drill running --groups shoe --seconds 1
                                                 a whole shoe, a second for each group
  cutcard drill decks single-deck                estimate the decks left
  cutcard drill indices --count hi-lo            when to leave the chart
  cutcard drill --report                         what you know and miss, over all drills
  cutcard drill --export mine.json               take your progress along

keys: those of the table for hands, Enter after a number, ? how to answer, q leave.
Hands that you miss come back soon, and then at growing distances, in later drills too."""

_FITS: Final = {**TAKES, "seconds": COUNTING}
"""The drills that an option goes with."""


def run(words: list[str]) -> int:
    """Drill a person, or take their progress somewhere else."""
    arguments = _parser().parse_args(words)
    path = usual_path() if arguments.progress is None else Path(arguments.progress)
    if arguments.taken is not None or arguments.brought is not None:
        return _carry(arguments, path)
    if arguments.report:
        return _report(arguments, path)
    arguments.drill = arguments.drill or "strategy"
    check_drill(arguments.drill)
    for option, drills in _FITS.items():
        if getattr(arguments, option) is not None and arguments.drill not in drills:
            raise CutcardError(f"--{option} does not go with the drill {arguments.drill}")
    logbook = kept_in(path)
    sitting = _lesson(arguments).begin(logbook)
    check_can_keep(path, new_folder=arguments.progress is None)
    # What is said goes beside the output, where that is for a machine.
    with redirect_stdout(sys.stderr) if arguments.json else nullcontext():
        status, failed = _drill(arguments, sitting, path)
    if arguments.json:
        sys.stdout.write(json.dumps(sitting_as_dict(sitting), indent=2) + "\n")
    if failed is not None:
        raise failed
    return status


def _parser() -> VerbParser:
    about = "Drill strategy and counting: exercises that are marked, with what mistakes cost."
    parser = VerbParser("drill", about, EXAMPLES)
    listed = "; ".join(f"{name}: {what}" for name, what in DRILLS.items())
    parser.add_argument(
        "drill", nargs="?", default=None, metavar="DRILL", help=f"{listed} (default: strategy)"
    )
    parser.add_game(preset_names(), default="vegas-strip")
    parser.add_chart()
    parser.add_argument(
        "--count",
        default=None,
        metavar="NAME|FILE",
        help=f"what to count by: {', '.join(count_names())}, or a FILE.toml (default: hi-lo)",
    )
    parser.add_argument(
        "--cards",
        type=typed(_read_cards),
        default=None,
        metavar="N|round",
        help="cards that are shown together, or whole rounds (default: 2)",
    )
    parser.add_argument(
        "--groups",
        type=typed(_read_groups),
        default=None,
        metavar="N|shoe",
        help="groups of cards before the count is asked for, or all of the shoe (default: 1)",
    )
    parser.add_argument(
        "--seconds",
        type=typed(read_seconds),
        default=None,
        metavar="S",
        help="on a terminal, take each group away after this time (default: it stays)",
    )
    parser.add_count("questions", 20, "exercises (default: 20)")
    parser.add_seed()
    parser.add_argument(
        "--progress",
        default=None,
        metavar="FILE",
        help="keep what you know and miss there (default: in your data folder)",
    )
    parser.add_argument(
        "--export",
        dest="taken",
        default=None,
        metavar="FILE",
        help="write all progress to a file, and do not drill",
    )
    parser.add_argument(
        "--import",
        dest="brought",
        default=None,
        metavar="FILE",
        help="add the progress in a file to yours, and do not drill",
    )
    parser.add_argument(
        "--report",
        action="store_true",
        help="say what all sittings came to, or those of DRILL, and do not drill",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser


def _carry(arguments: argparse.Namespace, path: Path) -> int:
    """Bring progress from a file, and take it to one."""
    if arguments.drill is not None:
        raise CutcardError(
            f"progress is carried for all drills together: leave {arguments.drill!r} out"
        )
    if arguments.brought is not None:
        brought = read_logbook(Path(arguments.brought))
        before = kept_in(path)
        check_can_keep(path, new_folder=arguments.progress is None)
        logbook = keep(path, brought.pages)
        new = len(logbook.pages) - len(before.pages)
        say(f"{_pages(new)} new of {len(brought.pages)}: {_told(logbook)} in {path}.\n")
    if arguments.taken is not None:
        logbook = read_logbook(path)
        write_logbook(Path(arguments.taken), logbook)
        say(f"{_told(logbook)} in {arguments.taken}.\n")
    return 0


def _report(arguments: argparse.Namespace, path: Path) -> int:
    """Say what all sittings came to, or those of one drill."""
    if arguments.drill is not None:
        check_drill(arguments.drill)
    progress = [
        one for one in progress_of(kept_in(path)) if arguments.drill in (None, one.subject.drill)
    ]
    if arguments.json:
        sys.stdout.write(json.dumps(progress_as_dict(progress), indent=2) + "\n")
    else:
        say(progress_text(progress, Felt()))
    return 0


def _told(logbook: Logbook) -> str:
    answers = sum(len(page.entries) for page in logbook.pages)
    return f"{_pages(len(logbook.pages))} with {answers:,} answer{'s' if answers != 1 else ''}"


def _pages(number: int) -> str:
    return "1 sitting" if number == 1 else f"{number:,} sittings"


def _lesson(arguments: argparse.Namespace) -> Lesson:
    preset = blackjack_game(arguments.game, arguments.rule)
    return Lesson(
        arguments.drill,
        preset,
        chart_for(preset, arguments.chart),
        arguments.chart or preset.chart,
        load_count(arguments.count or "hi-lo"),
        seed_of(arguments),
        2 if arguments.cards is None else arguments.cards,
        1 if arguments.groups is None else arguments.groups,
        _look_up,
    )


def _look_up(view: View, seen: tuple[Card, ...]) -> Values:
    """What actions are worth; it is said if the solver must be compiled for that."""
    sys.stdout.flush()
    return values_of(view, seen)


def _drill(
    arguments: argparse.Namespace, sitting: Sitting, path: Path
) -> tuple[int, CutcardError | None]:
    """Ask, mark and report; the status, and what went wrong in the end."""
    felt = Felt(hands=SEATS + 2 if arguments.cards == WHOLE_ROUND else 2)
    began = int(time.time())
    status = 0
    failed: CutcardError | None = None
    say(_opening(arguments, sitting, felt))
    try:
        while len(sitting.marks) < arguments.questions:
            say(f"\n{felt.quiet(f'{len(sitting.marks) + 1} of {arguments.questions}')}\n")
            say(mark_text(_ask(sitting, arguments, felt), felt))
    except (Left, KeyboardInterrupt, InvalidInput) as ending:
        status = 130 if isinstance(ending, KeyboardInterrupt) else 0
        failed = ending if isinstance(ending, InvalidInput) else None
    if not sitting.marks:
        say("\nNothing was answered.\n")
        return status, failed
    say(end_text(sitting, felt))
    try:
        keep(path, [Page.of(sitting, began)])
        say(felt.quiet(f"Kept in {unbroken(str(path))}\n"))
    except CutcardError as error:
        failed = error
    say(felt.quiet(f"The same draws again: {unbroken(_again(arguments, sitting))}\n"))
    return status, failed


def _opening(arguments: argparse.Namespace, sitting: Sitting, felt: Felt) -> str:
    subject = sitting.subject
    by = f", {subject.by}" if subject.by else ""
    text = f"{felt.strong(f'{subject.game}{by}')}: {DRILLS[subject.drill]}.\n"
    if arguments.rule and arguments.chart is None and "chart" in subject.by:
        text += felt.quiet("That chart is for other rules.\n")
    if back := len(sitting.drill.coming_back):
        text += f"{back} that you missed before {'comes' if back == 1 else 'come'} back.\n"
    return text + felt.quiet("? tells how to answer; q leaves, and keeps what was answered.\n")


def _ask(sitting: Sitting, arguments: argparse.Namespace, felt: Felt) -> Mark:
    """Pose the exercise until there is a reply that it accepts."""
    exercise = sitting.exercise
    say(exercise_text(exercise, felt))
    if isinstance(exercise, CountExercise):
        _show_groups(exercise, arguments.seconds, felt)
    while True:
        if isinstance(exercise, HandExercise):
            reply = read_key(f"{keys_of(exercise.view.legal)}: ")
        else:
            reply = read_entry(question_text(exercise), "q?")
        if reply is None or reply.lower() in ("q", "quit"):
            raise Left
        if reply == "?":
            say(help_text(exercise))
            continue
        try:
            return sitting.answer(reply)
        except InvalidReply as error:
            say(f"{error}.\n" if reply.isprintable() and reply else "")


def _show_groups(exercise: CountExercise, seconds: float | None, felt: Felt) -> None:
    """Show the cards, group after group: each for its time, or until a key is pressed."""
    terminal = one_key_is_enough()
    for number, group in enumerate(exercise.groups, start=1):
        say(group_text(group, felt))
        if seconds is not None and terminal:
            sys.stdout.flush()
            time.sleep(seconds)
            sys.stdout.write("\x1b[2J\x1b[H")
        elif terminal and number < len(exercise.groups):
            key = read_key(felt.quiet("Any key shows the next cards: "))
            if key in (None, "q"):
                raise Left
    if exercise.true:
        say(left_text(exercise))


def _again(arguments: argparse.Namespace, sitting: Sitting) -> str:
    """The command that draws the same."""
    words = ["cutcard", "drill", arguments.drill, arguments.game]
    words += change_options(arguments.rule)
    sizes = {"cards": {WHOLE_ROUND: "round"}, "groups": {WHOLE_SHOE: "shoe"}}
    for option in _FITS:
        value = getattr(arguments, option)
        if value is not None:
            words += [f"--{option}", str(sizes.get(option, {}).get(value, value))]
    return shlex.join([*words, "--seed", str(sitting.seed)])


def _read_cards(text: str) -> int:
    try:
        return WHOLE_ROUND if text == "round" else whole(text, 1, 10)
    except ValueError:
        raise Invalid(
            f"{text!r} cards cannot be shown together: it takes 1 to 10, or round"
        ) from None


def _read_groups(text: str) -> int:
    try:
        return WHOLE_SHOE if text == "shoe" else whole(text, 1, 100)
    except ValueError:
        raise Invalid(f"{text!r} is not a number of groups: it takes 1 to 100, or shoe") from None
