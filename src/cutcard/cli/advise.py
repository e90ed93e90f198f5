"""`cutcard advise`: what every action is worth with the cards in view, the best first."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import Preset, preset_names
from cutcard.blackjack.rules import HoleCard
from cutcard.cards import Card, cards
from cutcard.cli.arguments import Parser, blackjack_of, solving
from cutcard.cli.felt import Felt
from cutcard.cli.terminal import Ink, say
from cutcard.commandline import typed
from cutcard.errors import Invalid
from cutcard.rulebook import whole

if TYPE_CHECKING:
    from cutcard.blackjack.exact.advice import Advice

EXAMPLES = """\
  cutcard advise vegas-strip "8 8" T                    a pair against a ten
  cutcard advise easy "8 8" "T 7"                       both dealer cards are open
  cutcard advise single-deck "T 6" T --seen "5 5 4 2"   these have left the shoe
  cutcard advise vegas-strip "8 3" 6 --hands 2 --seen 8 a hand of a split pair
  cutcard advise vegas-strip "T 6" A --rule insurance=true --rule surrender=early
                                                        what is offered, too

cards are A 2 3 4 5 6 7 8 9 T J Q K, with a suit if you like: As Th"""


@dataclass(frozen=True)
class Situation:
    """A hand to decide about, and all that is known."""

    preset: Preset
    hand: Hand
    dealer: Hand
    seen: tuple[Card, ...]
    hands: int

    @property
    def shoe(self) -> str:
        """The shoe that values are for, in words."""
        from cutcard.blackjack.exact.composition import compose

        return compose(self.preset.rules, self.seen).text


def run(words: list[str]) -> int:
    """Say what every legal action on a hand is worth."""
    arguments = _parser().parse_args(words)
    situation = Situation(
        blackjack_of(arguments),
        Hand(cards(arguments.hand)),
        Hand(cards(arguments.dealer)),
        cards(arguments.seen),
        arguments.hands,
    )
    with solving():
        offered, found = _advise(situation)
    if arguments.json:
        sys.stdout.write(_json(situation, offered, found))
    else:
        say(_text(situation, offered, found))
    return 0


def _parser() -> Parser:
    about = "Say what every action is worth with the cards in view, the best first."
    parser = Parser("advise", about, EXAMPLES)
    parser.add_argument("game", metavar="GAME", help=f"{', '.join(preset_names())}, or a FILE.toml")
    parser.add_argument("hand", metavar="HAND", help="your cards, as in '8 8'")
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


def _read_hands(text: str) -> int:
    try:
        return whole(text, 1, 8)
    except ValueError:
        raise Invalid(f"{text!r} hands cannot be: it takes 1 to 8") from None


def _advise(on: Situation) -> tuple[list[Advice], list[Advice]]:
    """What answers to an offer are worth, and what actions are; one of them may be empty."""
    from cutcard.blackjack.exact.advice import NothingToDecide, advise, advise_offer

    rules = on.preset.rules
    offered = []
    if on.hands == 1 and len(on.hand.cards) == 2:
        offered = advise_offer(rules, on.hand, on.dealer, seen=on.seen)
    try:
        return offered, advise(rules, on.hand, on.dealer, seen=on.seen, hands=on.hands)
    except NothingToDecide:
        if not offered:
            raise
        return offered, []  # a blackjack may be insured, and that is all


def advice_lines(found: Sequence[Advice], ink: Ink) -> list[str]:
    """A line for each action: its value to four decimals, and what it costs to take it."""
    width = max(len(str(one.action)) for one in found)
    best = found[0].value
    lines = [f"  {ink('bold', f'{found[0].action!s:{width}}  {best:+.4f}')}"]
    for one in found[1:]:
        cost = f"costs {best - one.value:.4f}" if best > one.value else "costs nothing"
        lines.append(f"  {one.action!s:{width}}  {one.value:+.4f}  {cost}")
    return lines


def _text(on: Situation, offered: list[Advice], found: list[Advice]) -> str:
    ink = Ink(sys.stdout)
    split = f", one of {on.hands} hands" if on.hands > 1 else ""
    value = Felt.value(on.hand) if found else "blackjack"
    title = f"{on.preset.title}: {on.hand} ({value}{split}) against {on.dealer}"
    lines = [ink("bold", title), ""]
    peeks = on.preset.rules.hole_card is HoleCard.PEEK and on.dealer.cards[0].points in (1, 10)
    if offered:
        lines += ["offered before the dealer looks:", *advice_lines(offered, ink), ""]
    if found:
        lines += ["once the dealer has no blackjack:"] if peeks else []
        lines += [*advice_lines(found, ink), ""]
    about = f"In initial bets, exact, with the best play afterwards; {on.shoe}."
    return "\n".join([*lines, ink("dim", about), ""])


def _json(on: Situation, offered: list[Advice], found: list[Advice]) -> str:
    from cutcard.blackjack.exact.solve import split_model

    told = {
        "game": on.preset.name,
        "title": on.preset.title,
        "rules": on.preset.rules.words(),
        "hand": [card.text for card in on.hand.cards],
        "dealer": [card.text for card in on.dealer.cards],
        "seen": [card.text for card in on.seen],
        "hands": on.hands,
        "offers": _told(offered),
        "actions": _told(found),
        "shoe": on.shoe,
        "split_model": split_model(on.preset.rules, "the best play before the split (CDZ-)"),
    }
    return json.dumps(told, indent=2) + "\n"


def _told(found: Sequence[Advice]) -> list[dict[str, Any]]:
    return [
        {"action": str(one.action), "value": one.value, "costs": found[0].value - one.value}
        for one in found
    ]
