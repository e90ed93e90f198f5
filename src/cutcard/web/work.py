"""What workers do: each piece of work from plain values to plain values.

The answers are those of `study`, `report`, `lab` and the front door, in the words in which the
commands print JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cutcard.blackjack.rules import Rules
from cutcard.study.question import Question
from cutcard.web.chosen import blackjack, shipped

Show = Callable[[dict[str, Any]], None]
Work = Callable[[dict[str, Any], Show], Any]


WARMING: Final = (Rules(), shipped("double-exposure").rules, shipped("easy").rules)
"""Rules that between them need all that the solver is compiled to, the commonest first."""


def warm_up(rules: Rules, say: Callable[[str], None]) -> None:
    """Load or compile what solves such rules before anybody asks."""
    from cutcard.compilation import heralded

    with heralded(say):
        Question(rules, None).solve()


def edge(given: dict[str, Any], show: Show) -> dict[str, Any]:
    """What the best play of a game is worth."""
    return {"edge": Question(blackjack(given).rules, None).solve().edge}


WORK: Final[dict[str, Work]] = {"edge": edge}
"""The pieces of work by name."""
