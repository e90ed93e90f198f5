"""Card games with betting, described as data: play them and measure them.

>>> import cutcard as cc
>>> strip = cc.game("vegas-strip", hit_soft_17=True)
>>> cc.deal(strip, "8s 6d 8h Tc").legal
(Action.STAND, Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)

This is the front door: each name is loaded when it is first asked for.
"""

# What `typing` offers; importing that would take longer than the rest of this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from cutcard.blackjack.actions import Action
    from cutcard.blackjack.round import View
    from cutcard.blackjack.rules import Rules
    from cutcard.blackjack.seat import Player
    from cutcard.cards import Card
    from cutcard.errors import CutcardError, Interrupted
    from cutcard.front.charts import Chart
    from cutcard.front.choice import Game, best_chart, game
    from cutcard.front.indexing import Indices, index
    from cutcard.front.measuring import duel, simulate
    from cutcard.front.playing import DealtRound, Table, deal, table
    from cutcard.front.solving import Advised, Solved, advise, solve, value
    from cutcard.lab.strangers import PlayerFailed
    from cutcard.report.duels import Duel
    from cutcard.report.simulations import Finding

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Advised",
    "Card",
    "Chart",
    "CutcardError",
    "DealtRound",
    "Duel",
    "Finding",
    "Game",
    "Indices",
    "Interrupted",
    "Player",
    "PlayerFailed",
    "Rules",
    "Solved",
    "Table",
    "View",
    "advise",
    "best_chart",
    "deal",
    "duel",
    "game",
    "index",
    "simulate",
    "solve",
    "table",
    "value",
]

_ROOMS = {
    "cutcard.blackjack.actions": ("Action",),
    "cutcard.blackjack.round": ("View",),
    "cutcard.blackjack.rules": ("Rules",),
    "cutcard.blackjack.seat": ("Player",),
    "cutcard.cards": ("Card",),
    "cutcard.errors": ("CutcardError", "Interrupted"),
    "cutcard.front.charts": ("Chart",),
    "cutcard.front.choice": ("Game", "best_chart", "game"),
    "cutcard.front.indexing": ("Indices", "index"),
    "cutcard.front.measuring": ("duel", "simulate"),
    "cutcard.front.solving": ("Advised", "Solved", "advise", "solve", "value"),
    "cutcard.front.playing": ("DealtRound", "Table", "deal", "table"),
    "cutcard.lab.strangers": ("PlayerFailed",),
    "cutcard.report.duels": ("Duel",),
    "cutcard.report.simulations": ("Finding",),
}
"""Where each name lives."""


if not TYPE_CHECKING:  # type checkers know the names above, and should reject any others

    def __getattr__(name: str) -> object:
        for room, names in _ROOMS.items():
            if name in names:
                from importlib import import_module

                found = getattr(import_module(room), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
