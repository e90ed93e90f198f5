"""Counting in the terminal: a lesson beside a game of blackjack."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING, Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count_files import count_names
from cutcard.blackjack.strategy.index_fit import fit_notes
from cutcard.blackjack.strategy.players import CountingPlayer
from cutcard.blackjack.strategy.ramp import read_plain_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.cli.arguments import VerbParser, count_of
from cutcard.cli.terminal import Left, read_line, say
from cutcard.errors import Invalid
from cutcard.report.felt import Felt
from cutcard.streams import stream
from cutcard.study.count_lesson import CountLesson, usual_ramp

if TYPE_CHECKING:
    from cutcard.blackjack.round import View

_OPTIONS: Final = ("ramp", "indices", "convention", "divisor")


def add_counting(parser: VerbParser) -> None:
    """Add a count to practise, and what it is used for."""
    counting = parser.add_argument_group("card counting, in blackjack")
    counting.add_argument(
        "--count",
        metavar="NAME|FILE",
        help=f"be asked for the count now and then: {', '.join(count_names())}, or a FILE.toml",
    )
    counting.add_argument(
        "--ramp",
        metavar="STEPS",
        help="the bets that yours are judged by, as in 1:2,2:4,3:8 (default: 1-8, the true count"
        " itself; none for a count that is not divided)",
    )
    counting.add_argument(
        "--indices",
        metavar="SETS",
        help="index plays that yours are judged by: all, none, or names and FILE.toml with commas"
        " (default: all that the count comes with)",
    )
    parser.add_convention(counting)


def check_counting(arguments: argparse.Namespace) -> None:
    """Complain about options that need a count."""
    if arguments.count is None:
        for option in _OPTIONS:
            if getattr(arguments, option) is not None:
                raise Invalid(f"--{option} is for card counters: name a count with --count")


def counting_words(arguments: argparse.Namespace) -> str:
    """The options that ask for the same lesson."""
    return "".join(
        f" --{option} {shlex.quote(getattr(arguments, option))}"
        for option in ("count", *_OPTIONS)
        if getattr(arguments, option) is not None
    )


def lesson_of(arguments: argparse.Namespace, rules: Rules, chart: Chart) -> CountLesson | None:
    """The lesson that is asked for, if any."""
    if arguments.count is None:
        return None
    count = count_of(arguments)
    count.check_fits(rules)
    ramp = usual_ramp(count) if arguments.ramp is None else read_plain_ramp(arguments.ramp)
    wanted = arguments.indices or ("all" if count.indices else "none")
    strategy, names = Strategy.counting(chart, count, ramp, wanted)
    assert strategy.count is not None
    sets = [one for one in strategy.count.indices if one.name in names]
    return CountLesson(
        CountingPlayer(strategy.charts, strategy.count, strategy.ramp, rules.finite_decks),
        tuple(play for one in sets for play in one.plays),
        stream(arguments.seed, "count questions"),
        judges_bets=ramp is not None,
    )


def introduction(lesson: CountLesson, rules: Rules) -> str:
    """What is counted, and what bets and plays are judged by."""
    count, player = lesson.count, lesson.player
    known = [one for one in count.indices if any(play in lesson.plays for play in one.plays)]
    told = [f"{count.title or count.name}: you are asked for the running count now and then."]
    if lesson.judges_bets:
        told.append(f"Bets are judged by the ramp {player.ramp}.")
    if known:
        told.append(f"Index plays: {', '.join(one.name for one in known)}.")
    notes = fit_notes(known, rules)
    if not rules.insurance and player.indexed.insurance is None:
        notes.append("insurance is not offered: insurance = false")
    return "".join(f"{line}\n" for line in (*told, count.convention, *notes))


def ask_count(lesson: CountLesson) -> None:
    """Ask for the running count, and tell it."""
    while True:
        word = read_line("What is the running count? (Enter if you have lost it) ")
        if word is None or word.lower() in ("q", "quit"):
            raise Left
        try:
            error = lesson.answer(word)
        except Invalid as complaint:
            say(f"{complaint}; q leaves the table.\n")
        else:
            verdict = "Right" if error == 0 else f"It is {_signed(lesson.running)}"
            say(f"{verdict}: {_value(lesson)}.\n")
            return


def _value(lesson: CountLesson) -> str:
    """What the count is worth, in words."""
    value = _signed(lesson.player.value)
    if not lesson.count.balanced:
        return f"the count is {value}"
    return f"the true count is {value}, with {lesson.decks_left:.1f} decks left"


def _signed(count: float) -> str:
    return f"{count:+g}" if count else "0"


def bet_advice(lesson: CountLesson) -> str:
    """What the count is before a bet, and what the ramp bets."""
    told = f"Running {_signed(lesson.running)}: {_value(lesson)}"
    return f"{told}; the ramp bets {lesson.wanted}.\n" if lesson.judges_bets else f"{told}.\n"


def play_advice(lesson: CountLesson, view: View, charted: Action, felt: Felt) -> str:
    """What chart and count play, and the index plays for this hand."""
    advised = lesson.advised(view)
    if advised is charted:
        told = f"The chart says: {felt.strong(str(advised))}"
    else:
        told = f"The chart says {charted}, the count: {felt.strong(str(advised))}"
    lines = [f"{told}. Running {_signed(lesson.running)}: {_value(lesson)}."]
    lines += [f"  index play {play}" for play in lesson.plays_for(view)]
    insurance = lesson.player.indexed.insurance
    if Action.INSURE in view.legal and insurance is not None:
        lines.append(f"  index play insurance at {_signed(insurance)} and above")
    return "".join(f"{line}\n" for line in lines)
