"""`cutcard value`: what one Blockhead player is worth against another, exactly."""

from __future__ import annotations

import json
import shlex
import sys
import time

from cutcard.blockhead.players import FIXED_PLAYERS
from cutcard.blockhead.presets import SHELF
from cutcard.cli.arguments import VerbParser, workers_of
from cutcard.cli.terminal import say
from cutcard.progress import Progress
from cutcard.report.game_worths import as_dict, as_text
from cutcard.report.ink import Ink
from cutcard.rulebook import change_options
from cutcard.study.game_worths import READERS, check_exact, worth_against

EXAMPLES = """\
  cutcard value alpha caller                 what Alpha wins from one who always calls
  cutcard value exploiter alpha              what a best response wins from it
  cutcard value beta alpha                   and what Beta wins
  cutcard value alpha raiser --rule deals=1  in a single deal
  cutcard value alpha caller --json          for a program"""


def run(words: list[str]) -> int:
    """Say what the first player is worth against the second."""
    arguments = _parser().parse_args(words)
    first, second = arguments.first, arguments.second
    rules = SHELF.load("blockhead").changed(arguments.rule).rules
    check_exact(first, second, rules)
    progress = Progress(1)
    began = time.monotonic()
    try:
        worth = worth_against(
            first,
            second,
            rules,
            lambda what, done, of: progress.show(done / of, what),
            recompute=arguments.recompute,
            workers=workers_of(arguments),
        )
    finally:
        progress.clear()
    seconds = time.monotonic() - began
    again = ["cutcard", "value", first, second, *change_options(arguments.rule)]
    command = shlex.join([*again, *(["--recompute"] if arguments.recompute else [])])
    if arguments.json:
        found = as_dict(first, second, worth, seconds, command)
        sys.stdout.write(json.dumps(found, indent=2) + "\n")
    else:
        say(as_text(first, second, worth, seconds, command, Ink(sys.stdout)))
    return 0


def _parser() -> VerbParser:
    about = "Say what one Blockhead player is worth against another, over all deals."
    parser = VerbParser("value", about, EXAMPLES)
    names = ", ".join(sorted(FIXED_PLAYERS))
    readers = " or ".join(READERS)
    parser.add_argument(
        "first", metavar="PLAYER", help=f"one of {names}; against alpha, {readers} too"
    )
    parser.add_argument("second", metavar="OPPONENT", help=f"one of {names}")
    parser.add_argument(
        "--recompute",
        action="store_true",
        help=f"recompute it, even if it is shipped: of {readers}",
    )
    parser.add_rule()
    parser.add_workers()
    parser.add_json()
    return parser
