"""Seeds whose cards lead where a test wants to go, found by the tables' own play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from typing import Any

from cutcard.web.tables.blackjack_play import BlackjackPlay
from cutcard.web.tables.terms import Terms

View = Mapping[str, Any]


def seat_down(seed: int, bet: int, **asked: object) -> BlackjackPlay:
    """The play of a seeded table at which somebody has bet."""
    play = BlackjackPlay(Terms.read({"game": "vegas-strip", **asked, "seed": seed}))
    play.sit(0, 1, "Somebody", play.buy_in)
    play.bet(0, bet)
    return play


def played(seed: int, bet: int, actions: tuple[str, ...], **asked: object) -> View:
    """What is seen after these actions; nothing where one of them is not legal."""
    play = seat_down(seed, bet, **asked)
    for action in actions:
        if action not in play.view(0)["legal"]:
            return {"legal": [], "phase": "", "seats": [], "dealer": {}}
        play.act(0, {"action": action})
    return play.view(0)


def find_seed(
    wanted: Callable[[View], bool], *actions: str, bet: int = 2, **asked: object
) -> tuple[int, View]:
    """The first seed by which these actions lead to a wanted view, and the view."""
    for seed in count():
        view = played(seed, bet, actions, **asked)
        if view["seats"] and wanted(view):
            return seed, view
    raise AssertionError("a seed is found sooner or later")


@cache
def split_and_double() -> tuple[int, View]:
    """A pair that is split, a hand of it doubled, and the other stood."""
    return find_seed(
        lambda view: (
            view["phase"] == "over"
            and len(view["seats"][0]["hands"]) == 2
            and view["seats"][0]["hands"][0]["fate"] != "bust"
        ),
        *("split", "double", "stand"),
    )
