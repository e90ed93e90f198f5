"""`cutcard solve`: what a way to play is worth, exactly, and the best way."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cutcard.blackjack.presets import BEST, Preset, load_chart, preset_names
from cutcard.blackjack.rules import Rules
from cutcard.cards import Card, read_cards
from cutcard.cli.arguments import VerbParser, blackjack_game
from cutcard.cli.terminal import say
from cutcard.commandline import typed
from cutcard.errors import Invalid
from cutcard.files import check_folder, write_whole
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.rulebook import change_options, whole

if TYPE_CHECKING:
    from cutcard.study.answer import Wanted

EXAMPLES: Final = """\
  cutcard solve vegas-strip                           the best play, and what it is worth
  cutcard solve vegas-strip --chart vegas-strip       what a chart is worth, exactly
  cutcard solve downtown --two-card                   the best chart by the first two cards
  cutcard solve vegas-strip --rule decks=1 --remove A,A,5
                                                      from a deck that misses three cards
  cutcard solve vegas-strip --decks --plot decks.png  the edge by the number of decks
  cutcard solve downtown --removal                    what a card that has gone changes
  cutcard solve single-deck --exceptions              hands that the best chart gets wrong
  cutcard solve european --odds                       what the dealer ends with
  cutcard solve cs50 --table qInfo                    what a trained Q-table is worth
  cutcard solve easy --out best.txt                   write the best chart, to play by:
  cutcard easy -s -a best.txt 2000000                 plays it"""


def run(words: list[str]) -> int:
    """Solve, and print the answer."""
    arguments = _parser().parse_args(words)
    # Imported here: whoever asks for help need not wait for the solver.
    from cutcard.report.solutions import as_dict, as_text
    from cutcard.study.answer import find_answer
    from cutcard.study.question import TWO_CARD

    _check_together(arguments)
    preset, rules, removed = _game(arguments)
    if arguments.chart not in (None, BEST):
        load_chart(arguments.chart).check_fits(rules)  # before any slow work
    if arguments.out is not None:
        check_folder(Path(arguments.out), "the chart")
    if arguments.plot is not None:
        from cutcard.report.plot import check_picture

        check_picture(Path(arguments.plot))
    progress = Progress(1)
    try:
        answer = find_answer(
            preset,
            rules,
            chart=TWO_CARD if arguments.two_card else arguments.chart,
            table=arguments.table,
            removed=removed,
            bet=arguments.bet,
            wanted=_wanted(arguments),
            command=_command(arguments),
            show=lambda what: progress.show(0, what),
        )
    finally:
        progress.clear()
    if arguments.json:
        sys.stdout.write(json.dumps(as_dict(answer), indent=2) + "\n")
    else:
        say(as_text(answer, Ink(sys.stdout)))
    if arguments.out is not None:
        write_whole(Path(arguments.out), str(answer.table), "the chart")
        sys.stderr.write(f"the best chart is in {arguments.out}\n")
    if arguments.plot is not None:
        from cutcard.report.plot_edges import draw

        draw(Path(arguments.plot), answer.decks, title=f"{preset.title}: {answer.play}")
        sys.stderr.write(f"drawn to {arguments.plot}\n")
    return 0


def _wanted(arguments: argparse.Namespace) -> Wanted:
    from cutcard.study.answer import Wanted

    more = arguments.odds or arguments.removal or arguments.decks or arguments.exceptions
    return Wanted(
        best_chart=arguments.out is not None or not more,
        results=arguments.results,
        odds=arguments.odds,
        removal=arguments.removal,
        decks=arguments.decks,
        exceptions=arguments.exceptions,
    )


def _parser() -> VerbParser:
    about = "Find the best way to play, or what a chart is worth: exactly, with no luck in it."
    parser = VerbParser("solve", about, EXAMPLES)
    parser.add_game(preset_names(), default="easy")
    parser.add_argument(
        "--chart",
        metavar="NAME|FILE",
        help="solve for a chart: by name, in a file, or best (the best by total and pair);"
        " default: the best play, knowing every card in the hand",
    )
    parser.add_argument(
        "--two-card",
        action="store_true",
        help="solve for the best chart by the first two cards, which only this verb knows",
    )
    parser.add_argument("--table", metavar="FILE", help="solve for a Q-table of 'cutcard train'")
    parser.add_argument(
        "--remove",
        type=typed(_read_cards),
        default=(),
        metavar="CARDS",
        help="cards that have left the shoe, as in A,A,5",
    )
    parser.add_argument(
        "--bet",
        type=typed(_read_bet),
        default=1,
        metavar="CHIPS",
        help="chips bet, which matters where payments are rounded down (default: 1)",
    )
    parser.add_argument("--odds", action="store_true", help="the dealer's odds")
    parser.add_argument(
        "--removal", action="store_true", help="effects of removal: one card of each rank gone"
    )
    parser.add_argument(
        "--decks", action="store_true", help="the edge for 1 to 8 decks and an infinite shoe"
    )
    parser.add_argument(
        "--exceptions",
        action="store_true",
        help="hands of two and three cards that the chart gets wrong, and what each is worth",
    )
    parser.add_argument("--plot", metavar="FILE", help="with --decks: .png, .svg or .pdf")
    parser.add_argument(
        "--results",
        action="store_true",
        help="insist on the odds of every result; they are shown anyway where they are exact",
    )
    parser.add_argument("--out", metavar="FILE", help="write the best chart to a file")
    parser.add_json()
    return parser


def _check_together(arguments: argparse.Namespace) -> None:
    """Complain about options that do not go together."""
    if arguments.chart == "two-card":
        raise Invalid("the best chart by two cards is asked for with --two-card, not with --chart")
    ways = {
        "--table": arguments.table is not None,
        "--chart": arguments.chart is not None,
        "--two-card": arguments.two_card,
    }
    given = [option for option, asked in ways.items() if asked]
    if len(given) > 1:
        raise Invalid(f"{' and '.join(given[:2])} are two ways to play: give one")
    if arguments.out is not None and given and arguments.chart != BEST:
        raise Invalid(f"--out writes the best chart: leave out {given[0]}, or give --chart best")
    if arguments.plot is not None and not arguments.decks:
        raise Invalid("--plot draws the edge by the number of decks: give --decks too")
    if arguments.exceptions and arguments.table is not None:
        raise Invalid("--exceptions are those of a chart: leave out --table")
    if arguments.decks and arguments.remove:
        raise Invalid("--decks solves whole shoes: leave out --remove")


def _game(arguments: argparse.Namespace) -> tuple[Preset, Rules, tuple[Card, ...]]:
    from cutcard.study.question import for_bet

    preset = blackjack_game(arguments.game, arguments.rule)
    return preset, for_bet(preset.rules, arguments.bet), arguments.remove


def _command(arguments: argparse.Namespace) -> str:
    """The command that solves the same again."""
    from cutcard.study.question import TWO_CARD, way_options

    words = ["cutcard", "solve", arguments.game]
    words += change_options(arguments.rule)
    words += way_options(TWO_CARD if arguments.two_card else arguments.chart)
    if arguments.table is not None:
        words += ["--table", arguments.table]
    if arguments.remove:
        words += ["--remove", ",".join(card.text for card in arguments.remove)]
    if arguments.bet != 1:
        words += ["--bet", str(arguments.bet)]
    more = ("odds", "removal", "decks", "exceptions")
    words += [f"--{option}" for option in more if vars(arguments)[option]]
    return shlex.join(words)


def _read_cards(text: str) -> tuple[Card, ...]:
    found = read_cards(text)
    if not found:
        raise Invalid(f"{text!r} names no card: it takes cards with commas, as in A,A,5")
    return found


def _read_bet(text: str) -> int:
    try:
        return whole(text, 1, 100)
    except ValueError:
        raise Invalid(f"a bet of {text!r} chips is not possible: it takes 1 to 100") from None
