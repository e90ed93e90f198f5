"""The command line: `cutcard VERB …`, or an original program under its own name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from cutcard.complaints import complain
from cutcard.errors import CutcardError, quoted
from cutcard.folding import fold, room

VERBS: Final = {
    "play": "play a game in the terminal",
    "advise": "say what every action on a hand is worth, exactly",
    "drill": "practise strategy and counting, with what mistakes cost",
    "simulate": "measure what a way to play is worth, by playing it",
    "solve": "find the best way to play, or what a chart is worth: exactly",
    "compare": "compare games exactly, or what each rule of one is worth",
    "counts": "compare what card counts are good for in a game",
    "index": "find the counts from which other plays are better",
    "duel": "compare two Blockhead players by pairs of games",
    "value": "say what a Blockhead player is worth against another: exactly",
    "exploit": "find a best response to a Blockhead player, and what it wins",
    "equilibrium": "solve Blockhead Poker, and say how far a policy is from unbeatable",
    "serve": "deal blackjack over the network",
    "join": "sit down at a dealer's table over the network",
    "verify": "check a dealer's record: every deck, every result",
    "train": "let a player learn from many rounds",
    "rules": "list the games, or explain one field by field",
    "chart": "show a strategy chart, or compare two",
    "web": "play, practise and measure in the browser",
    "tour": "see what cutcard can do, in ten seconds",
}

EDITIONS: Final = {
    "easy": "Easy Blackjack: both dealer cards open, by hand or by chart",
    "ve280": "one-deck blackjack with a bankroll and a card counter",
    "blockhead": "Blockhead Poker: people and AIs, with a report",
    "coms1018": "the blackjack tutor: five tasks, from a card's value to a game",
    "cs50": "a dealer and a learning player over TCP",
}

SEED_NAMES: Final = {
    "asst1": "easy",
    "blackjack": "ve280",
    "blockhead": "blockhead",
    "dealer": "cs50",
    "player": "cs50",
    **{f"task{number}": "coms1018" for number in range(1, 6)},
}
"""Names of the original programs: linked under one of them, cutcard behaves as that program."""

_ASKING: Final = ("help", "-h", "--help")

_HELP: Final = """\
usage: cutcard VERB …

Card games with betting, described as data: play them and measure them.

Verbs:
{verbs}

The original programs, byte for byte:
{editions}

Examples:
  cutcard play vegas-strip          sit down at a six-deck table
  cutcard simulate easy             what is Easy Blackjack worth?
  cutcard rules european            what are the rules?
  cutcard easy -i 7                 the first original program

'cutcard help VERB' explains a verb or a program.
"""


def main(ready: Callable[[], None] = lambda: None) -> int:
    """Run the command line and return the exit status; call ``ready`` before Ctrl-C is handled."""
    _accept_any_bytes()
    program, words = sys.argv[0], sys.argv[1:]
    try:
        status = _run(program, words, ready)
        sys.stdout.flush()
    except CutcardError as error:
        return complain(_name(program, words), str(error))
    except BrokenPipeError:  # our output's reader has gone
        return 141
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    except OSError as error:
        sentence = f"{error.filename or 'output'}: {error.strerror or error}"
        return complain(_name(program, words), sentence)
    except MemoryError:
        return complain(_name(program, words), "there is not enough memory for that")
    finally:
        _let_go_of_what_cannot_be_written()
    return status


def _let_go_of_what_cannot_be_written() -> None:
    """Send what is left in a stream to nowhere: Python would write it at exit, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _accept_any_bytes() -> None:
    """Let bytes that are not valid text pass through, and replace streams that are closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    for out, otherwise in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(out, TextIOWrapper):
            unicode = out.encoding.lower().startswith("utf")
            out.reconfigure(errors="surrogateescape" if unicode else otherwise)


def _name(program: str, words: list[str]) -> str:
    """The name that complaints begin with: an original program has its own."""
    if Path(program).name in SEED_NAMES:
        return program
    return f"cutcard {words[0]}" if words and words[0] in EDITIONS else "cutcard"


def _run(program: str, words: list[str], ready: Callable[[], None]) -> int:
    edition = SEED_NAMES.get(Path(program).name)
    if edition:
        run_edition = _edition(edition)
        ready()
        return run_edition(program, words)
    if not words or words[0] in _ASKING:
        return _help(words[1:])
    verb, *rest = words
    if verb == "--version":
        from cutcard import __version__

        sys.stdout.write(f"cutcard {__version__}\n{_compiled_code()}\n")
        return 0
    if verb == "easy" and rest == ["--help"]:  # linked as the original, getopt refuses it
        return _help([verb])
    run = _named(verb)
    ready()
    if verb in EDITIONS:
        return run(rest)
    # Imported here: an original program says nothing of its own.
    from cutcard.cli.terminal import tell
    from cutcard.machine.functions import announcing_to

    with announcing_to(tell):
        return run(rest)


def _compiled_code() -> str:
    """A sentence on the compiled code that is here, and what to do where there is none."""
    from cutcard.machine.building import has_compiler
    from cutcard.machine.functions import NO_NUMBA, numba_is_there
    from cutcard.machine.library import is_checkout, must_be_built, why_not
    from cutcard.machine.parts import PARTS

    missing = [part for part in PARTS if must_be_built(part) or why_not(part)]
    if not missing:
        return "All of it runs on compiled code."
    if is_checkout() and has_compiler():
        return f"Compiled when first needed: {', '.join(missing)}."
    if numba_is_there():
        return "numba compiles what is needed, at first use."
    return f"Not compiled: {', '.join(missing)} ({why_not(missing[0])}); {NO_NUMBA}."


def _help(words: list[str]) -> int:
    """Explain cutcard, or one of its verbs and programs."""
    if not words or words[0] in _ASKING:
        listed = _HELP.format(verbs=_listed(VERBS), editions=_listed(EDITIONS))
        sys.stdout.write(fold(listed, room(sys.stdout)))
        return 0
    verb, *more = words
    told = _named(verb)
    if more and (verb, more) not in (("cs50", ["dealer"]), ("cs50", ["player"])):
        raise CutcardError(f"help explains one verb at a time: 'cutcard help {verb}'")
    if verb == "easy":
        # The original treats -h as an error: on stderr, with status 1.
        from cutcard.editions.easy.options import EXAMPLES, USAGE

        page = USAGE.format(program="cutcard easy") + EXAMPLES
        sys.stdout.write(fold(page, room(sys.stdout)))
        return 0
    return told([*more, "--help"])


def _named(verb: str) -> Callable[[list[str]], int]:
    """What runs a verb, or an original program, with the words that follow."""
    if verb in EDITIONS:
        return partial(_edition(verb), f"cutcard {verb}")
    if verb in VERBS:
        run: Callable[[list[str]], int] = import_module(f"cutcard.cli.{verb}").run
        return run
    from cutcard.rulebook import nearest

    raise CutcardError(f"there is no verb {quoted(verb)}: {nearest(verb, [*VERBS, *EDITIONS])}")


def _edition(name: str) -> Callable[[str, list[str]], int]:
    main: Callable[[str, list[str]], int] = import_module(f"cutcard.editions.{name}").main
    return main


def _listed(verbs: dict[str, str]) -> str:
    width = max(map(len, (*VERBS, *EDITIONS)))
    return "\n".join(f"  {verb:{width}} {about}" for verb, about in verbs.items())
