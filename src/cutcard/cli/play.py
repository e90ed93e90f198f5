"""`cutcard play`: a game in the terminal, for a person."""

from __future__ import annotations

from cutcard.cli.arguments import VerbParser, ramp_joined, read_chips
from cutcard.cli.play_counting import add_counting, check_counting
from cutcard.commandline import seed_of, typed
from cutcard.errors import CutcardError
from cutcard.games import game_names, is_blockhead, load_game

EXAMPLES = """\
  cutcard play                                   Easy Blackjack
  cutcard play vegas-strip                       a casino game
  cutcard play european --rule surrender=early   with a rule changed
  cutcard play single-deck --seed 7              the same cards again
  cutcard play vegas-strip --count hi-lo         with the count asked now and then
  cutcard play easy --adviser mine.py:Mine       with advice from a player of your own
  cutcard play blockhead --opponent beta         poker against a strong player
  cutcard play blockhead --opponent mine.py:Me   or against one of your own
  cutcard play blockhead --memory of-me.npz      against one who remembers how you play

keys in blackjack: s stand, h hit, d double, p split, r surrender, i insure, n no,
? advice, q leave; Enter bets as before, a number bets that; in Blockhead: a digit raises,
0 by ten, c checks or calls, f folds, ? tells what bets are worth. Only numbers that may be
larger than ten take Enter, and bets in blackjack that may have two digits."""


def run(words: list[str]) -> int:
    """Sit a person down at a table."""
    arguments = _parser().parse_args(ramp_joined(words))
    arguments.seed = seed_of(arguments)
    load_game(arguments.game)  # whichever game it is, complain first if it cannot be read
    blockhead = is_blockhead(arguments.game)
    for option, fits in (
        ("bankroll", not blockhead),
        ("chart", not blockhead),
        ("opponent", blockhead),
        ("memory", blockhead),
        ("adviser", not blockhead),
        ("count", not blockhead),
        ("player_seconds", blockhead or arguments.adviser is not None),
    ):
        if getattr(arguments, option) is not None and not fits:
            named = option.replace("_", "-")
            raise CutcardError(f"--{named} does not go with {arguments.game}")
    check_counting(arguments)
    if blockhead:
        from cutcard.cli.play_blockhead import sit_down
    else:
        from cutcard.cli.play_blackjack import sit_down
    return sit_down(arguments)


def _parser() -> VerbParser:
    parser = VerbParser("play", "Play a game in the terminal.", EXAMPLES)
    parser.add_game(game_names(), default="easy")
    parser.add_chart()
    parser.add_seed()
    parser.add_argument(
        "--bankroll",
        type=typed(read_chips),
        metavar="N",
        help="chips to begin with, in blackjack (default: 100)",
    )
    parser.add_argument(
        "--opponent",
        default=None,
        metavar="NAME",
        help="in Blockhead, a name, FILE.py:CLASS or a policy's FILE.npz (default: alpha)",
    )
    parser.add_argument(
        "--memory",
        default=None,
        metavar="FILE.npz",
        help="in Blockhead, against regular: what it remembers of you, from game to game",
    )
    parser.add_argument(
        "--adviser",
        default=None,
        metavar="FILE.py:CLASS",
        help="in blackjack, a player of your own who advises you, too, when you press ?",
    )
    add_counting(parser)
    parser.add_own_players()
    return parser
