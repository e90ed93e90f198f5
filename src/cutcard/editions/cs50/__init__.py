"""A dealer and a learning player over TCP (original 004)."""

from __future__ import annotations

import sys
from typing import Final

from cutcard.complaints import complain
from cutcard.errors import CutcardError
from cutcard.folding import fold, room

HELP: Final = """\
usage: {program} dealer [PLAYERS] NUMGAMES PORT
       {program} player NAME IP TEAM

A dealer of 21 over TCP, and a player who can learn; team N plays at port 8080 + N.

examples:
  {program} dealer 10 8081                 ten games with one player
  {program} player ann 127.0.0.1 1         plays them

'{program} dealer --help' and '{program} player --help' show all options.
"""


def main(program: str, words: list[str]) -> int:
    """Run the dealer or the player; linked, the program's name says which."""
    name = program.rpartition("/")[2]
    if name not in ("dealer", "player"):
        if words in (["-h"], ["--help"]):
            sys.stdout.write(fold(HELP.format(program=program), room(sys.stdout)))
            return 0
        if words[:1] not in (["dealer"], ["player"]):
            sys.stderr.write(f"{program}: say dealer or player first\n")
            return 1
        name, words = words[0], words[1:]
        program = f"{program} {name}"
    from cutcard.editions.cs50 import dealer, player

    try:
        return (dealer.run if name == "dealer" else player.run)(program, words)
    except CutcardError as error:
        return complain(program, str(error))
