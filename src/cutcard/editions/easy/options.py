"""The command line of the original: getopt's rules, and messages to the letter."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

USAGE = """\
usage: {program} [-h] [-f FILE|-i SEED [-r FILE]] [[-s] -a FILE NUM]
Options:
 -h:\tDisplay this message
 -f:\tUse file-based shoe
 -i:\tUse random-based shoe (default)
 -r:\tRecord random-based shoe to file
 -a:\tPlay automatically using strategy chart
 -s:\tSilent mode
 FILE:\tFile name for associated option
 SEED:\trandom seed
 NUM:\tnumber of hands to be played
"""

EXAMPLES = """
examples:
  cutcard easy                                  you play; the clock chooses the cards
  cutcard easy -i 1 -r shoe.txt -a wizard 2     two hands by a chart; their cards are kept
  cutcard easy -s -f shoe.txt -a wizard 9       the same cards again, the summary only
"""
"""What `cutcard help easy` adds to the original's own usage."""


class Refused(Exception):
    """A command line that cannot be followed; its message goes to stderr as it is."""


@dataclass
class Options:
    """What the command line asks for."""

    shoe: str | None = None
    seed: int | None = None
    record: str | None = None
    chart: str | None = None
    silent: bool = False
    hands: int = 0


def read_options(program: str, words: list[str]) -> Options:
    """Read the words after the program's name."""
    options = Options()
    operands = []
    seen = set()
    for letter, argument in _getopt(program, words):
        if not letter:
            operands.append(argument)
            continue
        if letter in seen:
            raise Refused(f"Error: option -{letter} may be given only once.\n")
        seen.add(letter)
        match letter:
            case "h":
                raise Refused(USAGE.format(program=program))
            case "f":
                options.shoe = argument
            case "i":
                options.seed = _seed(argument)
            case "r":
                options.record = argument
            case "a":
                options.chart = argument
            case "s":
                options.silent = True
    _check_together(options)
    _read_operands(options, operands)
    return options


def _getopt(program: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Each option's letter and argument, as GNU getopt reads them; operands have no letter."""
    rest = iter(words)
    for word in rest:
        if word == "--":
            yield from (("", operand) for operand in rest)
        elif not word.startswith("-") or word == "-" or _is_number(word[1:]):
            yield "", word  # a negative number is a bad NUM rather than an unknown option
        else:
            letters = os.fsencode(word)[1:]  # getopt knows bytes only
            while letters:
                letter, letters = os.fsdecode(letters[:1]), letters[1:]
                if letter in "fira":
                    argument = os.fsdecode(letters) or next(rest, None)
                    if argument is None:
                        raise Refused(f"{program}: option requires an argument -- '{letter}'\n")
                    yield letter, argument
                    letters = b""
                elif letter in "hs":
                    yield letter, ""
                else:
                    raise Refused(f"{program}: invalid option -- '{letter}'\n")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _seed(text: str) -> int:
    if not _is_number(text):
        raise Refused("Error: SEED must be a non-negative integer.\n")
    return _modulo(text, 2**32)


def _modulo(digits: str, modulus: int) -> int:
    """Read a number of any length, piece by piece: int() refuses thousands of digits."""
    value = 0
    for start in range(0, len(digits), 1000):
        piece = digits[start : start + 1000]
        value = (value * pow(10, len(piece), modulus) + int(piece)) % modulus
    return value


def _check_together(options: Options) -> None:
    if options.shoe is not None and options.seed is not None:
        raise Refused("Error: cannot choose both file and random-based shoe.\n")
    if options.shoe is not None and options.record is not None:
        raise Refused("Error: recording is only available for random-based shoe.\n")
    if options.silent and options.chart is None:
        raise Refused("Error: silent mode is only available when playing automatically.\n")


def _read_operands(options: Options, operands: list[str]) -> None:
    if options.chart is not None:
        if not operands:
            raise Refused("Error: must specify number of hands when playing automatically.\n")
        hands = operands.pop(0)
        if not _is_number(hands) or not hands.strip("0"):
            raise Refused("Error: NUM must be a natural number.\n")
        # Nobody lives to see more hands than this, however many digits were typed.
        options.hands = int(hands) if len(hands) < 18 else 10**18
    if operands:
        raise Refused(f"Error: unexpected argument '{operands[0]}'.\n")
