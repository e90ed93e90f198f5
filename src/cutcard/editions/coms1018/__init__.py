"""The blackjack tutor: five tasks, from a card's value to a game with advice (original 003)."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, NoReturn

from cutcard.cards import InvalidCard
from cutcard.complaints import complain
from cutcard.editions.coms1018.tutor import get_advice, output_score, read_card
from cutcard.errors import Invalid, quoted
from cutcard.folding import fold, room
from cutcard.input_words import read_words
from cutcard.rulebook import whole

AS_DISTRIBUTED: Final = "--as-distributed"
SEED: Final = "--seed"
SEED_OPTION: Final = f" [{SEED} N|random]"
ORIGINALS_SEED: Final = 42


class Refused(Invalid):
    """Input that is not what the task takes."""


@dataclass(frozen=True)
class Task:
    """One of the five programs: what it does, and how to try it."""

    about: str
    example: str
    answer: Callable[[Iterator[str]], str] | None = None
    """What is printed for the words of the input; the game prints by itself."""

    @property
    def option(self) -> str:
        """What a usage line shows after the task."""
        return "" if self.answer else f" [{AS_DISTRIBUTED}]"


def main(program: str, words: list[str]) -> int:
    """Run one of the five tasks; the number is the first word or ends the program's name."""
    try:
        if {"-h", "--help"} & set(words):
            sys.stdout.write(fold(_help(program, words), room(sys.stdout)))
            return 0
        words, seed = _read_seed(program, words)
        task = _task(program, words)
        if task.answer and seed is not None:
            raise Refused(f"{SEED} goes with task 5 only, not with task {words[0]}")
        if task.answer:
            sys.stdout.write(task.answer(read_words(sys.stdin)) + "\n")
        else:
            from cutcard.editions.coms1018.game import play_game

            play_game(
                sys.stdin,
                sys.stdout,
                as_distributed=AS_DISTRIBUTED in words,
                seed=ORIGINALS_SEED if seed is None else seed,
            )
    except Invalid as error:
        sys.stdout.flush()
        return complain(program, str(error))
    return 0


def _read_seed(program: str, words: list[str]) -> tuple[list[str], int | None]:
    """The words without the seed, and the seed; linked programs deal as the original does."""
    if _linked(program) or SEED not in words:
        return words, None
    at = words.index(SEED)
    given, rest = words[at + 1 : at + 2], words[:at] + words[at + 2 :]
    if given == ["random"]:
        seed = secrets.randbits(32)
        sys.stderr.write(f"{program}: the seed is {seed}\n")
        return rest, seed
    try:
        if SEED in rest:
            raise ValueError(SEED)
        return rest, whole("".join(given), 0, 2**32 - 1)
    except ValueError:
        told = quoted(" ".join(words[at + 1 :])) if given else "none"
        raise Refused(
            f"the seed is {told}: it must be a whole number from 0 to 4294967295, or random"
        ) from None


def _linked(program: str) -> str:
    """The number of the task that the program is linked as; empty if it is not."""
    name = Path(program).name
    return name[4:] if name.startswith("task") else ""


def _task(program: str, words: list[str]) -> Task:
    number = _linked(program)
    given = [word for word in words if word != AS_DISTRIBUTED]
    if number:
        takes = "it takes nothing" if TASKS[number].answer else f"it takes {AS_DISTRIBUTED} only"
    else:
        takes = "it takes a task from 1 to 5"
        number = given.pop(0) if given else ""
    if given or number not in TASKS:
        told = quoted(" ".join(words)) if words else "none"
        raise Refused(f"the arguments are {told}: {takes}")
    if AS_DISTRIBUTED in words and TASKS[number].answer:
        raise Refused(f"{AS_DISTRIBUTED} goes with task 5 only, not with task {number}")
    return TASKS[number]


def _help(program: str, words: list[str]) -> str:
    number = _linked(program)
    if not number and words[0] in TASKS:
        number = words[0]
        program = f"{program} {number}"
    if number:
        task = TASKS[number]
        about = task.about[0].upper() + task.about[1:]
        seed = "" if task.answer or _linked(program) else SEED_OPTION
        return HELP_OF_ONE.format(
            program=program,
            option=task.option + seed,
            about=about,
            example=task.example.format(program=program),
        )
    tasks = "\n".join(f"  {number}   {task.about}" for number, task in TASKS.items())
    return HELP.format(program=program, option=TASKS["5"].option + SEED_OPTION, tasks=tasks)


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
        card = _card(word)
        if len(hand) < 22:  # 22 cards are bust whatever they are, and stay so
            hand.append(card)
    _ended_early("a line with the word end")


TASKS: Final = {
    "1": Task("reads a card, prints its value", "echo Ac | {program}", _card_value),
    "2": Task("reads two cards, prints their value", "echo Ah Kd | {program}", _two_cards),
    "3": Task(
        "reads the dealer's card and two of the player's, prints Hit or Stand",
        "echo 4d Ac As | {program}",
        _advice,
    ),
    "4": Task(
        "reads cards up to the word end, prints their value",
        "echo Ac 6h 10d end | {program}",
        _any_hand,
    ),
    "5": Task(
        f"plays the game; {AS_DISTRIBUTED} spaces it as the original starter did", "{program}"
    ),
}

HELP: Final = """\
usage: {program} TASK{option}

Linked as task1 … task5, the name says the task. Cards are words such as 10h or Ac.
Task 5 deals the same cards in every run, as the original does, unless a seed is given.

{tasks}

example: echo Ac | {program} 1
"""

HELP_OF_ONE: Final = """\
usage: {program}{option}

{about}.
Cards are words such as 10h or Ac.

example: {example}
"""


def _take(count: int, words: Iterator[str]) -> list[str]:
    cards = [_card(word) for word in islice(words, count)]
    if len(cards) < count:
        _ended_early(f"{count} cards" if count > 1 else "a card")
    return cards


def _ended_early(wanted: str) -> NoReturn:
    raise Refused(f"the input ended too early: it takes {wanted}")


def _card(word: str) -> str:
    try:
        read_card(word)
    except InvalidCard as error:
        raise Refused(str(error)) from None
    return word
