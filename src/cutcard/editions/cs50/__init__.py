"""A dealer and a learning player over TCP (original 004)."""

from __future__ import annotations

import sys

from cutcard.errors import CutcardError


def main(program: str, words: list[str]) -> int:
    """Run the dealer or the player; linked, the program's name says which."""
    name = program.rpartition("/")[2]
    if name not in ("dealer", "player"):
        if words[:1] in (["--help"], ["-h"]):
            sys.stdout.write(HELP.format(program=program))
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
        sys.stderr.write(f"{program}: {error}\n")
        return 1


HELP = """\
usage: {program} dealer [PLAYERS] NUMGAMES PORT
       {program} player NAME IP TEAM

A dealer of games of 21 over TCP, and a player that learns.

examples:
  {program} dealer 10 8081                ten games with one player
  {program} player ann 127.0.0.1 1        plays at port 8081

'{program} dealer --help' and '{program} player --help' tell more.
"""
