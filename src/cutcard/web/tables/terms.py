"""Terms: what a table was opened with, read from what a browser sent."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

from cutcard.blackjack.presets import preset_names
from cutcard.blackjack.round import MAX_SEATS
from cutcard.blackjack.rules import Rules
from cutcard.blockhead.players import PLAYERS, usual_opponent
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules as BlockheadRules
from cutcard.errors import Invalid
from cutcard.front.choice import Game, game
from cutcard.net.fair_tables import misfit
from cutcard.rulebook import nearest, whole
from cutcard.shelf import Preset

OWN_RULES: Final = "own-rules"
"""The game whose rules are all the opener's own: changes of the common ones."""

MOST_CHIPS: Final = 1_000_000
SECONDS: Final = 30
"""Of a decision at an open table, unless its opener wants it otherwise."""

FAIR_RULES: Final = {"reshuffle": "every-round", "shuffle": "uniform"}
"""What a fair table changes in any game."""

_DEFAULTS: Final[dict[str, Any]] = {
    "kind": "blackjack",
    "game": None,
    "changes": {},
    "seats": 1,
    "chips": 100,
    "opponent": None,
    "seed": None,
    "open": False,
    "fair": False,
    "seconds": None,
}


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a table was opened with."""

    kind: Literal["blackjack", "blockhead"]
    game: str
    changes: Mapping[str, bool | int | str]
    seats: int
    chips: int
    """That a person begins with, in blackjack."""
    opponent: str
    """In Blockhead."""
    open: bool
    fair: bool
    seconds: int | None
    """For a decision, where several people sit; None means no limit."""
    key: int
    """What the cards follow from; nobody is told, unless the opener chose it."""
    chosen: bool
    """Whether the opener chose the key, as a seed."""

    @staticmethod
    def read(sent: object) -> Terms:
        """The terms that a browser asks for."""
        if not isinstance(sent, Mapping):
            raise Invalid("a table is opened with a JSON object, such as {'game': 'vegas-strip'}")
        for name in sent:
            if name not in _DEFAULTS:
                raise Invalid(f"a table has no {name!r}: {nearest(str(name), list(_DEFAULTS))}")
        asked = {**_DEFAULTS, **sent}
        kind = asked["kind"]
        if kind not in ("blackjack", "blockhead"):
            raise Invalid(f"kind is {kind!r}: it takes blackjack or blockhead")
        seed = asked["seed"]
        opened = _yes_no(asked, "open")
        if seed is not None and (opened or asked["fair"]):
            raise Invalid("a seed does not go with an open or fair table: its cards would be known")
        if asked["seconds"] is None and opened and "seconds" not in sent:
            asked["seconds"] = SECONDS
        terms = Terms(
            kind=kind,
            game=_game_name(asked, kind),
            changes=_changes(asked["changes"]),
            seats=_whole(asked, "seats", 1, MAX_SEATS),
            chips=_whole(asked, "chips", 1, MOST_CHIPS),
            opponent=_opponent(asked, kind),
            open=opened,
            fair=_yes_no(asked, "fair"),
            seconds=None if asked["seconds"] is None else _whole(asked, "seconds", 5, 600),
            key=secrets.randbits(256) if seed is None else _whole(asked, "seed", 0, 2**63 - 1),
            chosen=seed is not None,
        )
        return terms.checked()

    def checked(self) -> Terms:
        """These terms, if a table can be opened with them."""
        if self.kind == "blackjack":
            complaint = misfit(self.blackjack.rules, self.seats) if self.fair else ""
            if complaint:
                raise Invalid(f"this game cannot be dealt fairly: {complaint}")
            return self
        if self.seats != 1:
            raise Invalid(f"seats is {self.seats}: one person plays Blockhead against machines")
        if self.fair:
            raise Invalid("fair is true: only blackjack tables are fair")
        from cutcard.blockhead.alpha import check_points

        if self.opponent == "alpha":
            check_points(self.blockhead.rules)
        return self

    @cached_property
    def blackjack(self) -> Game:
        """The game of blackjack that is played."""
        changes = {**self.changes, **(FAIR_RULES if self.fair else {})}
        return _game(self.game, tuple(changes.items()))

    @cached_property
    def blockhead(self) -> Preset[BlockheadRules]:
        """The game of Blockhead Poker that is played."""
        preset = SHELF.load(self.game)
        return preset.with_rules(preset.rules.changed(self.changes))

    @property
    def title(self) -> str:
        """What is played, for a list of tables."""
        if self.kind == "blackjack":
            return self.blackjack.title
        return f"{self.blockhead.title} against {self.opponent.title()}"

    def plain(self) -> dict[str, Any]:
        """The terms for the store."""
        return {
            "kind": self.kind,
            "game": self.game,
            "changes": dict(self.changes),
            "seats": self.seats,
            "chips": self.chips,
            "opponent": self.opponent,
            "open": self.open,
            "fair": self.fair,
            "seconds": self.seconds,
            "key": str(self.key),
            "chosen": self.chosen,
        }

    @staticmethod
    def from_plain(plain: Mapping[str, Any]) -> Terms:
        """The terms that the store kept."""
        return Terms(**{**plain, "key": int(plain["key"])})


@lru_cache(maxsize=256)
def _game(name: str, changes: tuple[tuple[str, Any], ...]) -> Game:
    """A game with these changes; tables of the same game share it."""
    if name == OWN_RULES:
        return game(Rules().changed(dict(changes)))
    return game(name, **dict(changes))


def _game_name(asked: Mapping[str, Any], kind: str) -> str:
    """The name of a shipped game; files are none of a browser's business."""
    names = [*preset_names(), OWN_RULES] if kind == "blackjack" else SHELF.names()
    name = names[0] if asked["game"] is None else asked["game"]
    if name not in names:
        raise Invalid(f"there is no game {name!r} of {kind}: {nearest(str(name), names)}")
    return str(name)


def _changes(sent: object) -> dict[str, bool | int | str]:
    if not isinstance(sent, Mapping):
        raise Invalid(f"changes is {sent!r}: it takes rules with their values")
    for name, value in sent.items():
        if not isinstance(value, bool | int | str):
            raise Invalid(f"{name} cannot be {value!r}: it takes true, false, a number or a word")
    return dict(sent)


def _opponent(asked: Mapping[str, Any], kind: str) -> str:
    if kind == "blackjack":
        return ""
    name = asked["opponent"]
    if name is None:
        return usual_opponent(SHELF.load(_game_name(asked, kind)).rules)
    if name not in PLAYERS:
        raise Invalid(f"there is no player {name!r}: {nearest(str(name), list(PLAYERS))}")
    return str(name)


def _yes_no(asked: Mapping[str, Any], name: str) -> bool:
    if not isinstance(asked[name], bool):
        raise Invalid(f"{name} is {asked[name]!r}: it takes true or false")
    return bool(asked[name])


def _whole(asked: Mapping[str, Any], name: str, least: int, most: int) -> int:
    try:
        return whole(asked[name], least, most)
    except ValueError:
        raise Invalid(
            f"{name} is {asked[name]!r}: it takes a whole number from {least} to {most}"
        ) from None
