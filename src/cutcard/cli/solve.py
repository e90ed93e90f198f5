"""`cutcard solve`: what a way of playing is worth, exactly, and the best way."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

from cutcard.blackjack.exact.effects import edges_by_decks, effects_of_removal
from cutcard.blackjack.exact.odds import DealerOdds, dealer_odds
from cutcard.blackjack.exact.plays import Way
from cutcard.blackjack.exact.results import Results
from cutcard.blackjack.exact.solve import Charted, Solution
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import BEST, Preset, load_chart, load_preset, preset_names
from cutcard.blackjack.rules import HoleCard, Rounding, Rules, Surrender
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.two_cards import TwoCardChart
from cutcard.cards import RANKS, Card, cards
from cutcard.cli.arguments import Parser
from cutcard.cli.terminal import say, tell
from cutcard.commandline import typed
from cutcard.errors import Illegal, Invalid
from cutcard.files import check_folder, write_whole
from cutcard.games import is_blockhead
from cutcard.learn.qtable import QTable
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.solutions import Answer, as_dict, as_text
from cutcard.rulebook import whole
from cutcard.study.learnt import load_table, look_into, policy_of
from cutcard.study.question import TWO_CARD, Question, way_named

EXAMPLES: Final = """\
  cutcard solve vegas-strip                           the best play, and what it is worth
  cutcard solve vegas-strip --chart vegas-strip       what a chart is worth, exactly
  cutcard solve downtown --chart two-card             the best chart by the first two cards
  cutcard solve vegas-strip --rule decks=1 --remove A,A,5
                                                      from a deck that misses three cards
  cutcard solve vegas-strip --decks --plot decks.png  the edge by the number of decks
  cutcard solve downtown --removal                    what a card that has gone changes
  cutcard solve european --odds                       what the dealer ends with
  cutcard solve cs50 --table qInfo                    what a trained Q-table is worth
  cutcard solve easy --out best.txt                   write the best chart, to play by:
  cutcard easy -s -a best.txt 2000000                 plays it"""


def run(words: list[str]) -> int:
    """Solve, and say what was found."""
    arguments = _parser().parse_args(words)
    _check_together(arguments)
    preset, rules, removed = _game(arguments)
    table = None if arguments.table is None else load_table(arguments.table, rules)
    if arguments.chart not in (None, BEST, TWO_CARD):
        load_chart(arguments.chart).check_fits(rules)  # before anything takes time
    if arguments.out is not None:
        check_folder(Path(arguments.out), "the chart")
    if arguments.plot is not None:
        from cutcard.report.plot import check_picture

        check_picture(Path(arguments.plot))
    from cutcard.compiled import heralded

    progress = Progress(1)
    try:
        with heralded(tell):
            answer = _answer(arguments, preset, rules, removed, table, progress)
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
        from cutcard.report.plot_edges import plot_edges

        plot_edges(Path(arguments.plot), answer.decks, title=f"{preset.title}: {answer.play}")
        sys.stderr.write(f"drawn to {arguments.plot}\n")
    return 0


def _answer(
    arguments: argparse.Namespace,
    preset: Preset,
    rules: Rules,
    removed: tuple[Card, ...],
    table: QTable | None,
    progress: Progress,
) -> Answer:
    began = time.monotonic()
    progress.show(0, "solving")
    way, play = _way(arguments, rules, removed, table)
    question = Question(rules, way, removed)
    solution = question.solve()
    seconds = time.monotonic() - began
    results, no_results = _results(arguments, question, progress)
    shown: Chart | TwoCardChart | None = None
    by_table = None
    if way is None and (
        arguments.out or not (arguments.odds or arguments.removal or arguments.decks)
    ):
        progress.show(0, "finding the best chart")
        shown, by_table = question.best_chart()
    elif arguments.chart in (BEST, TWO_CARD):
        assert isinstance(way, Chart | TwoCardChart)
        shown = way
    return Answer(
        preset=preset,
        rules=rules,
        bet=arguments.bet,
        play=play,
        chart=arguments.chart,
        solution=solution,
        results=results,
        no_results=no_results,
        table=shown,
        by_table=by_table,
        seconds=seconds,
        command=_command(arguments),
        learnt=None if table is None else look_into(table, rules),
        odds=_odds(rules, removed) if arguments.odds else {},
        removal=_removal(question, progress) if arguments.removal else {},
        decks=_decks(question, progress) if arguments.decks else {},
    )


def _parser() -> Parser:
    about = "Find the best way of playing, or what a chart is worth: exactly, with no luck in it."
    parser = Parser("solve", about, EXAMPLES)
    parser.add_game(preset_names(), default="easy")
    parser.add_argument(
        "--chart",
        metavar="NAME|FILE",
        help="solve for a chart: by name, in a file, best (the best by total and pair) or two-card"
        " (the best by the first two cards); default: the best play, knowing every card in the"
        " hand",
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
        "--removal", action="store_true", help="effects of removal: one card less of each"
    )
    parser.add_argument(
        "--decks", action="store_true", help="the edge for 1 to 8 decks and an infinite shoe"
    )
    parser.add_argument("--plot", metavar="FILE", help="with --decks: .png, .svg or .pdf")
    parser.add_argument(
        "--results",
        action="store_true",
        help="insist on the odds of every result; they are told anyway where they are exact",
    )
    parser.add_argument("--out", metavar="FILE", help="write the best chart to a file")
    parser.add_json()
    return parser


def _check_together(arguments: argparse.Namespace) -> None:
    """Complain about options that do not go together."""
    if arguments.table is not None and arguments.chart is not None:
        raise Invalid("--table and --chart are two ways to play: give one")
    if arguments.out is not None and (
        arguments.table is not None or arguments.chart not in (None, BEST)
    ):
        raise Invalid("--out writes the best chart: leave out --chart, or give it best")
    if arguments.plot is not None and not arguments.decks:
        raise Invalid("--plot draws the edge by the number of decks: give --decks too")
    if arguments.decks and arguments.remove:
        raise Invalid("--decks solves whole shoes: leave out --remove")


def _game(arguments: argparse.Namespace) -> tuple[Preset, Rules, tuple[Card, ...]]:
    preset = blackjack_game(arguments.game, arguments.rule)
    return preset, for_bet(preset.rules, arguments.bet), arguments.remove


def blackjack_game(name: str, changes: list[str]) -> Preset:
    """The blackjack of this name, with rules changed."""
    if is_blockhead(name):
        raise Invalid(f"{name} is no blackjack: exact values are known for blackjack only")
    return load_preset(name).changed(changes)


def for_bet(rules: Rules, bet: int) -> Rules:
    """The rules with what is paid for so many chips written as exact odds.

    >>> str(for_bet(Rules(rounding="down"), 5).blackjack_pays)
    '7:5'
    """
    if rules.rounding is Rounding.EXACT or bet == 1:
        return rules
    if bet % 2 and (rules.insurance or rules.surrender is not Surrender.NONE):
        raise Illegal(
            f"half a bet of {bet} chips is rounded down, which is not solved: bet an even number"
        )
    pays = f"{rules.blackjack_pays.of(bet)}:{bet}"
    return rules.changed({"rounding": Rounding.EXACT, "blackjack_pays": pays})


def _way(
    arguments: argparse.Namespace, rules: Rules, removed: tuple[Card, ...], table: QTable | None
) -> tuple[Charted | Way | None, str]:
    """The way to play that is asked for, and what it is."""
    if table is not None:
        return policy_of(table), f"what the Q-table {arguments.table} has learnt"
    return way_named(rules, arguments.chart, removed)


def _results(
    arguments: argparse.Namespace, question: Question, progress: Progress
) -> tuple[Results | None, str]:
    """The odds of results, or why there are none."""
    progress.show(0, "counting up results")
    return (question.results(), "") if arguments.results else question.results_or_why()


def _odds(rules: Rules, removed: tuple[Card, ...]) -> dict[str, DealerOdds]:
    """The dealer's odds by the open cards."""
    shown = 2 if rules.hole_card is HoleCard.OPEN else 1
    hands = [Hand(held) for held in combinations_with_replacement(RANKS[:10], shown)]
    return {str(hand): dealer_odds(rules, hand, seen=removed) for hand in hands}


def _removal(question: Question, progress: Progress) -> dict[str, float]:
    progress.show(0, "taking one card after another away")
    return effects_of_removal(question.rules, question.way, removed=question.removed)


def _decks(question: Question, progress: Progress) -> dict[int | str, Solution]:
    progress.show(0, "solving for 1 to 8 decks and an infinite shoe")
    return edges_by_decks(question.rules, question.way)


def _command(arguments: argparse.Namespace) -> str:
    """The command that solves the same again."""
    words = ["cutcard", "solve", arguments.game]
    words += [word for change in arguments.rule for word in ("--rule", change)]
    for option in ("chart", "table"):
        if getattr(arguments, option) is not None:
            words += [f"--{option}", getattr(arguments, option)]
    if arguments.remove:
        words += ["--remove", ",".join(card.text for card in arguments.remove)]
    if arguments.bet != 1:
        words += ["--bet", str(arguments.bet)]
    words += [f"--{option}" for option in ("odds", "removal", "decks") if vars(arguments)[option]]
    return shlex.join(words)


def _read_cards(text: str) -> tuple[Card, ...]:
    found = cards(text)
    if not found:
        raise Invalid(f"{text!r} names no card: it takes cards with commas, as in A,A,5")
    return found


def _read_bet(text: str) -> int:
    try:
        return whole(text, 1, 100)
    except ValueError:
        raise Invalid(f"{text!r} chips cannot be bet: it takes 1 to 100") from None
