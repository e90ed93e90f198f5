"""One-deck blackjack with a bankroll, a Simple and a Counting player (seed 001)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cutcard.blackjack.players import Player
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.session import Session
from cutcard.editions.ve280.adts import get_counting, get_simple
from cutcard.editions.ve280.text import Printer
from cutcard.errors import Invalid
from cutcard.rulebook import whole
from cutcard.shoes import RiffledDeck
from cutcard.streams import mersenne

PLAYERS: Final[dict[str, Callable[[], Player]]] = {"simple": get_simple, "counting": get_counting}

USAGE: Final = "BANKROLL MIN-BET HANDS simple|counting [CUT-FILE]"


HELP: Final = """\
usage: {program} BANKROLL MIN-BET HANDS simple|counting [CUT-FILE]

Plays blackjack from one deck as long as the bankroll and the hands last.

  BANKROLL MIN-BET HANDS   whole numbers from 1 to 10000
  simple|counting          the player: the minimum always, or double at a count of +2
  CUT-FILE                 numbers from 0 to 52: the cuts of the first shuffle

example: {program} 100 5 3 simple
"""


class Refused(Invalid):
    """The command line asks for nothing that can be done."""


def main(program: str, words: list[str]) -> int:
    """Run the seed's program and give its exit status."""
    if words in (["-h"], ["--help"]):
        sys.stdout.write(HELP.format(program=program))
        return 0
    try:
        if not 4 <= len(words) <= 5:
            raise Refused(f"the arguments are {' '.join(words) or 'none'}: it takes {USAGE}")
        bankroll = _number("BANKROLL", words[0])
        minimum = _number("MIN-BET", words[1])
        hands = _number("HANDS", words[2])
        player = _player(words[3])
        cuts = _read_cuts(Path(words[4])) if len(words) == 5 else ()
    except Refused as refused:
        sys.stderr.write(f"{program}: {refused}\n")
        return 1
    deal_hands(bankroll, minimum, hands, player, cuts)
    return 0


def deal_hands(
    bankroll: int, minimum: int, hands: int, player: Player, cuts: tuple[int, ...]
) -> None:
    """Play so many hands at the most, as long as the bankroll lasts."""
    rules = load_preset("ve280").rules
    random = mersenne(0)
    deck = RiffledDeck(
        lambda: 13 + random.getrandbits(32) % 27,  # the course's get_cut()
        reshuffle_below=rules.reshuffle_below,
        first_cuts=cuts,
    )
    printer = Printer(deck, sys.stdout)
    session = Session(rules, deck, player, bankroll=bankroll, minimum=minimum, onlookers=(printer,))
    printer.announce_shuffle()
    player.shuffled()
    while session.solvent and session.rounds < hands:
        session.play_round()
    printer.announce_outcome(session)


def _number(name: str, word: str) -> int:
    try:
        return whole(word, 1, 10000)
    except ValueError:
        raise Refused(f"{name} is {word!r}: it takes a whole number from 1 to 10000") from None


def _player(word: str) -> Player:
    if word not in PLAYERS:
        raise Refused(f"the player is {word!r}: it takes simple or counting")
    return PLAYERS[word]()


def _read_cuts(path: Path) -> tuple[int, ...]:
    try:
        words = path.read_text(encoding="ascii").split()
    except OSError as error:
        raise Refused(f"the cut file {str(path)!r} cannot be read: {error.strerror}") from None
    except ValueError:
        words = ["binary data"]
    if not words:
        raise Refused(f"the cut file {str(path)!r} is empty: it takes numbers from 0 to 52")
    try:
        return tuple(whole(word, 0, 52) for word in words)
    except ValueError as error:
        raise Refused(
            f"the cut file {str(path)!r} holds {str(error)!r}: it takes numbers from 0 to 52"
        ) from None
