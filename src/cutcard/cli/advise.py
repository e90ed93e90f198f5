"""`cutcard advise`: what every action is worth with the cards in view, the best first."""

from __future__ import annotations

import json
import sys

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import preset_names
from cutcard.cards import RANKS, read_cards
from cutcard.cli.arguments import VerbParser, blackjack_of
from cutcard.cli.terminal import say
from cutcard.commandline import typed
from cutcard.errors import Invalid
from cutcard.report.decisions import as_dict, as_text
from cutcard.report.ink import Ink
from cutcard.rulebook import whole
from cutcard.study.action_worths import CardsInView, decide

EXAMPLES = """\
  cutcard advise vegas-strip "8 8" T                    a pair against a ten
  cutcard advise vegas-strip 16 T                       a hard total: T 6
  cutcard advise easy "8 8" "T 7"                       both dealer cards are open
  cutcard advise single-deck "T 6" T --seen "5 5 4 2"   these have left the shoe
  cutcard advise vegas-strip "8 3" 6 --hands 2 --seen 8 a hand of a split pair
  cutcard advise vegas-strip "T 6" A --rule insurance=true --rule surrender=early
                                                        what is offered, too

cards are A 2 3 4 5 6 7 8 9 T J Q K, with a suit if you like: As Th"""


def run(words: list[str]) -> int:
    """Say what every legal action on a hand is worth."""
    arguments = _parser().parse_args(words)
    situation = CardsInView(
        blackjack_of(arguments),
        arguments.hand,
        Hand(read_cards(arguments.dealer)),
        read_cards(arguments.seen),
        arguments.hands,
    )
    decision = decide(situation)
    if arguments.json:
        sys.stdout.write(json.dumps(as_dict(decision), indent=2) + "\n")
    else:
        say(as_text(decision, Ink(sys.stdout)))
    return 0


def _parser() -> VerbParser:
    about = "Say what every action is worth with the cards in view, the best first."
    parser = VerbParser("advise", about, EXAMPLES)
    parser.add_argument("game", metavar="GAME", help=f"{', '.join(preset_names())}, or a FILE.toml")
    parser.add_argument(
        "hand",
        type=typed(_read_hand),
        metavar="HAND",
        help="your cards, as in '8 8' or T6; a hard total from 12 to 20, as in 16, stands for a ten"
        " and another card",
    )
    parser.add_argument(
        "dealer", metavar="DEALER", help="the dealer's open card, or both, as in 'T 7'"
    )
    parser.add_argument(
        "--seen", default="", metavar="CARDS", help="other cards that have left the shoe"
    )
    parser.add_argument(
        "--hands",
        type=typed(_read_hands),
        default=1,
        metavar="N",
        help="hands you have (default: 1); after a split the first card of the hand is that of the"
        " pair, and the others of the pair are named with --seen",
    )
    parser.add_rule()
    parser.add_json()
    return parser


def _read_hand(text: str) -> Hand:
    """Read a hand: cards with or without spaces between them, or a hard total."""
    if text in map(str, range(12, 21)):
        text = f"T {int(text) - 10}".replace("10", "T")
    elif text in ("11", "21"):
        raise Invalid(
            f"the total {text} is not a hand: expected its cards, or a total from 12 to 20"
        )
    elif set(text) <= set(map(str, RANKS)):
        text = " ".join(text)
    return Hand(read_cards(text))


def _read_hands(text: str) -> int:
    try:
        return whole(text, 1, 8)
    except ValueError:
        raise Invalid(f"{text} hands are not possible: it takes 1 to 8") from None
