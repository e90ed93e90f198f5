"""`cutcard train`: let a player learn from many rounds, and measure what it has learnt."""

from __future__ import annotations

import argparse
from pathlib import Path

from cutcard.cli.arguments import VerbParser, check_policy_out
from cutcard.errors import CutcardError
from cutcard.files import check_folder
from cutcard.games import game_names, is_blockhead, load_game

EXAMPLES = """\
  cutcard train vegas-strip --rounds 100M --chart-out learnt.txt
                                                 learn a chart, and write it to play by
  cutcard train vegas-strip --rounds 1e9 --course strip.npz
                                                 keep the course: the same command continues it
  cutcard train european --method q --plot learning.png
                                                 Q-learning, with a picture of its progress
  cutcard train blockhead --rounds 50M --policy-out learnt.npz
                                                 learn to beat Alpha: duel learnt.npz alpha
  cutcard train small --opponent self --policy-out fair.npz
                                                 learn poker against oneself
  cutcard train cs50 --rounds 1M --q qInfo       learn hit or stand, by Monte Carlo control
  cutcard train cs50 --rounds 10M --q qInfo      the same file again: continues where it stopped"""


def run(words: list[str]) -> int:
    """Train, and print how far from the best it is; Ctrl-C keeps what is learnt."""
    arguments = _parser().parse_args(words)
    blockhead = is_blockhead(arguments.game)
    _check_together(arguments, blockhead=blockhead)
    if blockhead:
        from cutcard.cli.train_policy import learn_policy

        return learn_policy(arguments, load_game(arguments.game).changed(arguments.rule))
    preset = load_game(arguments.game).changed(arguments.rule)
    if arguments.q is not None:
        from cutcard.cli.train_table import learn_table

        return learn_table(arguments, preset)
    from cutcard.cli.train_chart import learn_chart

    return learn_chart(arguments, preset)


def _parser() -> VerbParser:
    parser = VerbParser("train", "Let a player learn from many rounds.", EXAMPLES)
    parser.add_argument("game", metavar="GAME", help=f"{', '.join(game_names())}, or a FILE.toml")
    parser.add_rule()
    rounds = (
        "total rounds, in Blockhead deals, rounded up to whole blocks, which is announced"
        " (default: 1M)"
    )
    parser.add_count("rounds", 1_000_000, rounds)
    parser.add_argument(
        "--method",
        choices=("mc", "q"),
        help="judge decisions by what they gained in the end (mc, Monte Carlo control) or by what"
        " is known of the situations they led to (q, Q-learning); default: mc",
    )
    parser.add_argument(
        "--course", metavar="FILE", help="keep the course in FILE.npz; continue one that is there"
    )
    parser.add_argument(
        "--chart-out", metavar="FILE", help="write the learnt chart to a file, to play by"
    )
    parser.add_argument(
        "--opponent",
        metavar="NAME",
        help="in Blockhead, whom to learn against: alpha, caller, raiser, random, a policy's"
        " FILE.npz, or self (default: alpha)",
    )
    parser.add_argument(
        "--policy-out", metavar="FILE", help="in Blockhead, write the learnt policy to FILE.npz"
    )
    parser.add_count(
        "pairs", None, "in Blockhead, pairs of games that measure the policy (default: 10k)"
    )
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the learning curve: .png, .svg or .pdf"
    )
    parser.add_argument(
        "--q",
        metavar="FILE",
        help="learn hit or stand instead, in a Q-table's file of the original cs50: each round's"
        " first decision is random, later ones are played by the table",
    )
    parser.add_argument(
        "--original",
        action="store_true",
        help="with --q, learn as the original's player does: every decision is random, and each is"
        " rewarded by the round's result",
    )
    parser.add_seed("0, so that the same command continues")
    parser.add_workers()
    parser.add_json()
    return parser


def _check_together(arguments: argparse.Namespace, *, blockhead: bool) -> None:
    if arguments.original and arguments.q is None:
        raise CutcardError("--original is for a Q-table: name its file with --q")
    if arguments.q is not None:
        for name in ("method", "course", "chart_out", "plot"):
            if getattr(arguments, name) is not None:
                raise CutcardError(f"{_option(name)} does not go with --q, which learns a Q-table")
    for name in ("chart_out", "q") if blockhead else ("opponent", "policy_out", "pairs"):
        if getattr(arguments, name) is not None:
            raise CutcardError(f"{_option(name)} does not go with {arguments.game}")
    if arguments.policy_out is not None:
        check_policy_out("--policy-out", arguments.policy_out)
    for name, what in (("course", "the course"), ("chart_out", "the chart")):
        if getattr(arguments, name) is not None:
            check_folder(Path(getattr(arguments, name)), what)
    if arguments.plot is not None:
        from cutcard.report.plot import check_picture

        check_picture(Path(arguments.plot))


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
