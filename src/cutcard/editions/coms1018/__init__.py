"""The blackjack tutor: five tasks, from the value of a card to a game with advice (seed 003)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NoReturn

from cutcard.cards import Card, InvalidCard
from cutcard.editions.coms1018.tutor import get_advice, output_score
from cutcard.errors import Invalid

AS_DISTRIBUTED: Final = "--as-distributed"


HELP: Final = """\
usage: {program} TASK [--as-distributed]

Linked as task1 … task5, the name says the task. Cards are words such as 10h or Ac.

  1   reads a card, prints its value
  2   reads two cards, prints their value
  3   reads the dealer's card and two of the player's, prints Hit or Stand
  4   reads cards up to the word end, prints their value
  5   plays the game; --as-distributed spaces it as the original starter did

example: echo Ac | {program} 1
"""


class Refused(Invalid):
    """Input that is not what the task takes."""


def main(program: str, words: list[str]) -> int:
    """Run one of the five tasks; the number is the first word or ends the program's name."""
    if words in (["-h"], ["--help"]):
        sys.stdout.write(HELP.format(program=program))
        return 0
    try:
        task = _task(program, words)
        if task == "5":
            from cutcard.editions.coms1018.game import play_game

            play_game(sys.stdin, sys.stdout, as_distributed=AS_DISTRIBUTED in words)
        else:
            sys.stdout.write(TASKS[task](_words()) + "\n")
    except Refused as refused:
        sys.stderr.write(f"{program}: {refused}\n")
        return 1
    return 0


def _task(program: str, words: list[str]) -> str:
    given = [word for word in words if word != AS_DISTRIBUTED]
    if program[-5:-1] == "task":
        given.insert(0, program[-1])
    if len(given) != 1 or given[0] not in (*TASKS, "5"):
        raise Refused(f"the arguments are {' '.join(words) or 'none'}: it takes a task from 1 to 5")
    if AS_DISTRIBUTED in words and given[0] != "5":
        raise Refused(f"{AS_DISTRIBUTED} goes with task 5 only, not with task {given[0]}")
    return given[0]


def _words() -> Iterator[str]:
    for line in sys.stdin:
        yield from line.split()


def _card_value(words: Iterator[str]) -> str:
    return output_score(_take(1, words))


def _two_cards(words: Iterator[str]) -> str:
    return output_score(_take(2, words))


def _advice(words: Iterator[str]) -> str:
    dealer, *player = _take(3, words)
    return get_advice(player, dealer)


def _any_hand(words: Iterator[str]) -> str:
    hand: list[str] = []
    for word in words:
        if word == "end":
            return output_score(hand)
        hand.append(_card(word))
    _ended_early("a line with the word end")


TASKS: Final[dict[str, Callable[[Iterator[str]], str]]] = {
    "1": _card_value,
    "2": _two_cards,
    "3": _advice,
    "4": _any_hand,
}


def _take(count: int, words: Iterator[str]) -> list[str]:
    cards = [_card(word) for word in islice(words, count)]
    if len(cards) < count:
        _ended_early(f"{count} cards" if count > 1 else "a card")
    return cards


def _ended_early(wanted: str) -> NoReturn:
    raise Refused(f"the input ended too early: it takes {wanted}")


def _card(word: str) -> str:
    try:
        if Card(word).suit is None or word[0] == "T":  # here a ten is written 10
            raise InvalidCard(word)
    except InvalidCard:
        raise Refused(
            f"{word!r} is no card: it takes a rank of 2 to 10, J, Q, K or A"
            " and a suit of c, d, h or s, as in 10h"
        ) from None
    return word
