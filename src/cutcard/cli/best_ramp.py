"""The options that ask for the best ramp: a spread, a bankroll, and how much is risked."""

from __future__ import annotations

import argparse
from typing import Final

from cutcard.cli.arguments import read_chips
from cutcard.commandline import read_count, typed
from cutcard.errors import Illegal, Invalid
from cutcard.report.simulations import BANKROLL, RISK
from cutcard.study.best_ramp import RampQuestion, read_spread
from cutcard.study.bets import HORIZON

_OPTIONS: Final = ("spread", "kelly", "goal", "trip")
"""What only the best ramp is asked with."""


def add_bankroll(group: argparse._ActionsContainer) -> None:
    """Add a bankroll, what it risks, and the best ramp for it."""
    group.add_argument(
        "--bankroll",
        type=typed(read_chips),
        default=None,
        metavar="CHIPS",
        help=f"for the risk of ruin, --best-ramp and the picture of --plot (default: {BANKROLL})",
    )
    group.add_argument(
        "--risk",
        type=typed(read_risk),
        default=None,
        metavar="SHARE",
        help="risk of ruin to name a bankroll for, as in 5%%; --best-ramp stays within it"
        f" (default: {100 * RISK:g}%%; with --best-ramp none)",
    )
    group.add_argument(
        "--best-ramp",
        action="store_true",
        help="find the best bets for --spread and --bankroll, from the rounds played;"
        " --spread alone asks for them, too",
    )
    group.add_argument(
        "--spread",
        type=typed(read_spread),
        metavar="1-MOST",
        help="find the best bets within these bounds, as in 1-12 chips",
    )
    group.add_argument(
        "--kelly",
        type=typed(read_kelly),
        metavar="K",
        help="the share of Kelly's bets that --best-ramp bets, as in 0.5 (default: 1)",
    )
    group.add_argument(
        "--goal",
        type=typed(read_count),
        metavar="CHIPS",
        help="tell the risk of ruin before reaching this many chips (default: twice the bankroll)",
    )
    group.add_argument(
        "--trip",
        type=typed(read_count),
        metavar="N",
        help=f"tell the risk of ruin within this many rounds (default: {HORIZON:,})",
    )


def ramp_question(arguments: argparse.Namespace) -> RampQuestion | None:
    """What is asked about the best ramp; None if nothing is."""
    if not arguments.best_ramp and arguments.spread is None:
        for option in _OPTIONS:
            if getattr(arguments, option) is not None:
                raise Invalid(f"--{option} is for the best bets: add --spread, as in --spread 1-12")
        return None
    if arguments.count is None:
        option = "best-ramp" if arguments.best_ramp else "spread"
        raise Invalid(f"--{option} is for card counters: name a count with --count")
    if arguments.spread is None:
        raise Invalid(
            "--best-ramp needs to know what may be bet: add --spread, as in --spread 1-12"
        )
    if arguments.risk is not None and arguments.kelly is not None:
        raise Invalid("--risk and --kelly both say how much to bet: give one")
    try:
        return RampQuestion(
            arguments.spread,
            BANKROLL if arguments.bankroll is None else arguments.bankroll,
            arguments.risk,
            1.0 if arguments.kelly is None else arguments.kelly,
            arguments.goal,
            HORIZON if arguments.trip is None else arguments.trip,
        )
    except Illegal as error:
        raise Invalid(str(error)) from None


def ramp_words(question: RampQuestion | None) -> str:
    """The options that ask the same, apart from a bankroll and a risk other than the usual."""
    if question is None:
        return ""
    words = f" --best-ramp --spread 1-{question.spread}"
    if question.risk == RISK:
        words += f" --risk {RISK:g}"
    elif question.kelly != 1:
        words += f" --kelly {question.kelly:g}"
    if question.goal is not None:
        words += f" --goal {question.goal}"
    return words if question.trip == HORIZON else f"{words} --trip {question.trip}"


def read_risk(text: str) -> float:
    """A risk of ruin, written 0.05 or 5%."""
    number, percent = (text[:-1], 100.0) if text.endswith("%") else (text, 1.0)
    try:
        share = float(number) / percent
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise Invalid(
            f"{text!r} is not a risk: it takes a share between 0 and 1, such as 0.05 or 5%"
        )
    return share


def read_kelly(text: str) -> float:
    """A share of Kelly's bets, as in 0.5."""
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise Invalid(
            f"{text!r} is not a share of Kelly's bets: it takes a number above 0, and 1 at most"
        )
    return share
