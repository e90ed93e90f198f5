"""One-deck blackjack with a bankroll, a Simple and a Counting player (original 001)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Final

from cutcard.complaints import complain
from cutcard.editions.ve280.adts import Player, get_counting, get_simple
from cutcard.editions.ve280.driver import deal_hands
from cutcard.errors import Invalid, quoted
from cutcard.files import InvalidFile, read_limited
from cutcard.folding import fold, room
from cutcard.input_words import words_of
from cutcard.rulebook import whole

PLAYERS: Final[dict[str, Callable[[], Player]]] = {"simple": get_simple, "counting": get_counting}

CUT_FILE_LIMIT: Final = 1 << 24
"""The most bytes in a cut file; a real one has a line of them."""

USAGE: Final = "BANKROLL MIN-BET HANDS simple|counting [CUT-FILE]"

HELP: Final = f"""\
usage: {{program}} {USAGE}

Plays blackjack from one deck as long as the bankroll and the hands last.

  BANKROLL MIN-BET HANDS   whole numbers from 1 to 10000
  simple|counting          the player: the minimum always, or double at a count of +2
  CUT-FILE                 numbers from 0 to 52: the cuts of the first shuffle

example: {{program}} 100 5 3 simple
"""


class Refused(Invalid):
    """A command line that cannot be followed."""


def main(program: str, words: list[str]) -> int:
    """Run the original's program and return its exit status."""
    if words in (["-h"], ["--help"]):
        sys.stdout.write(fold(HELP.format(program=program), room(sys.stdout)))
        return 0
    try:
        if not 4 <= len(words) <= 5:
            told = quoted(" ".join(words)) if words else "none"
            raise Refused(f"the arguments are {told}: it takes {USAGE}")
        bankroll = _number("BANKROLL", words[0])
        minimum = _number("MIN-BET", words[1])
        hands = _number("HANDS", words[2])
        player = _player(words[3])
        cuts = _read_cuts(words[4]) if len(words) == 5 else ()
    except Refused as refused:
        return complain(program, str(refused))
    deal_hands(bankroll, minimum, hands, player, cuts)
    return 0


def _number(name: str, word: str) -> int:
    try:
        return whole(word, 1, 10000)
    except ValueError:
        raise Refused(
            f"{name} is {quoted(word)}: it takes a whole number from 1 to 10000"
        ) from None


def _player(word: str) -> Player:
    if word not in PLAYERS:
        raise Refused(f"the player is {quoted(word)}: it takes simple or counting")
    return PLAYERS[word]()


def _read_cuts(name: str) -> tuple[int, ...]:
    try:
        contents = read_limited(name, CUT_FILE_LIMIT)
    except OSError as error:
        raise Refused(f"the cut file {quoted(name)} cannot be read: {error.strerror}") from None
    except InvalidFile:
        raise Refused(
            f"the cut file {quoted(name)} is too long: it takes at most {CUT_FILE_LIMIT:,} bytes"
        ) from None
    words = words_of(os.fsdecode(contents))
    if not words:
        raise Refused(f"the cut file {quoted(name)} is empty: it takes numbers from 0 to 52")
    try:
        return tuple(whole(word, 0, 52) for word in words)
    except ValueError as error:
        word = str(error)
        held = quoted(word) if len(word) < 100 else f"a word of {len(word):,} characters"
        raise Refused(
            f"the cut file {quoted(name)} holds {held}: it takes numbers from 0 to 52"
        ) from None
