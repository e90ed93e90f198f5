"""The games there are, their rules field by field, and the exact edge of any rules."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cutcard.blackjack.rules import Rules
from cutcard.blockhead.rules import Rules as BlockheadRules
from cutcard.games import game_names, is_blockhead
from cutcard.report.chart_page import rules_in_short
from cutcard.report.solutions import percent
from cutcard.rulebook import FieldKind, OneOf, Ratio, WholeNumber, YesNo
from cutcard.web.chosen import blackjack, shipped
from cutcard.web.operations import Operation
from cutcard.web.seats import address_of
from cutcard.web.shapes import (
    Choice,
    Each,
    Either,
    Fields,
    Maybe,
    Named,
    Real,
    Shape,
    Text,
    TrueFalse,
    Whole,
)

REMEMBERED: Final = 512
"""Edges that are kept: people change a rule and change it back."""

_edges: OrderedDict[Rules, float] = OrderedDict()


async def games(request: Request, given: None) -> dict[str, Any]:
    """Every shipped game."""
    found = []
    for name in game_names():
        preset = shipped(name)
        kind = "blockhead" if is_blockhead(name) else "blackjack"
        found.append({"name": name, "title": preset.title, "about": preset.about, "kind": kind})
    return {"games": found}


async def one_game(request: Request, given: None) -> dict[str, Any]:
    """A game's rules, field by field."""
    name = request.path_params["name"]
    if name not in game_names():
        raise HTTPException(404, f"there is no game {name!r}")
    preset = shipped(name)
    values = preset.rules.plain()
    usual = type(preset.rules)().plain()
    return {
        "name": name,
        "title": preset.title,
        "about": preset.about,
        "kind": "blockhead" if is_blockhead(name) else "blackjack",
        "chart": preset.chart or None,
        "fields": [
            {
                "name": field.name,
                "says": field.metadata["says"],
                "value": values[field.name],
                "default": usual[field.name],
                "accepts": field.metadata["kind"].accepts,
                **_kind(field.metadata["kind"]),
            }
            for field in preset.rules.fields()
        ],
    }


def _kind(kind: FieldKind) -> dict[str, Any]:
    """How a form asks for a value of this kind."""
    said: dict[str, Any] = {"words": None, "least": None, "most": None, "word": None}
    match kind:
        case YesNo():
            return {"kind": "yesno", **said}
        case OneOf(enumeration=enumeration, only=only):
            return {"kind": "word", **said, "words": [str(word) for word in only or enumeration]}
        case WholeNumber(least=least, most=most, word=word):
            return {"kind": "number", **said, "least": least, "most": most, "word": word}
        case Ratio():
            return {"kind": "odds", **said}
    return {"kind": "text", **said}


async def edge(request: Request, given: dict[str, Any]) -> dict[str, Any]:
    """What the best play of rules is worth, exactly; remembered for rules asked before."""
    rules = blackjack(given).rules
    if rules not in _edges:
        found = await request.app.state.jobs.ask("edge", given, address_of(request))
        _edges[rules] = found["edge"]
        while len(_edges) > REMEMBERED:
            _edges.popitem(last=False)
    _edges.move_to_end(rules)
    return {
        "edge": _edges[rules],
        "percent": percent(_edges[rules], 4),
        "short": rules_in_short(rules),
    }


def _rule_value(kind: FieldKind) -> Shape:
    """A rule's value in a request: as JSON writes it, or as people do."""
    match kind:
        case YesNo():
            return Either((TrueFalse(), Choice(("true", "yes", "false", "no"))))
        case OneOf(enumeration=enumeration, only=only):
            return Choice(tuple(str(word) for word in only or enumeration))
        case WholeNumber(least=least, most=most, word=word):
            numbers: tuple[Shape, ...] = (Whole(least, most), Text(8, r"\d+", "its digits"))
            return Either((*numbers, Choice((word,))) if word else numbers)
    return Either((Text(20), Whole(1, 1_000_000)))


def _changes(*rulebooks: type[Rules | BlockheadRules]) -> Named:
    fields: list[dataclasses.Field[Any]] = [one for book in rulebooks for one in book.fields()]
    known = {field.name: _rule_value(field.metadata["kind"]) for field in fields}
    return Named(Either((TrueFalse(), Whole(), Text(40))), 40, known)


CHANGES: Final = _changes(Rules)
"""Changes to the rules of a blackjack game. The rulebook itself reads them: it explains better."""

BLOCKHEAD_CHANGES: Final = _changes(BlockheadRules)

GAME: Final[dict[str, Shape]] = {
    "game": Choice(tuple(name for name in game_names() if not is_blockhead(name)))
}
"""A blackjack game, in a request."""

_CARDINAL: Final = Either((TrueFalse(), Whole(), Text(20)))
_TITLES: Final[dict[str, Shape]] = {
    "name": Text(40),
    "title": Text(400),
    "about": Text(1000),
    "kind": Choice(("blackjack", "blockhead")),
}
_FIELD: Final = Fields(
    {
        "name": Text(40),
        "says": Text(1000),
        "value": _CARDINAL,
        "default": _CARDINAL,
        "accepts": Text(1000),
        "kind": Choice(("yesno", "word", "number", "odds", "text")),
        "words": Maybe(Each(Text(40))),
        "least": Maybe(Whole()),
        "most": Maybe(Whole()),
        "word": Maybe(Text(40)),
    }
)

OPERATIONS: Final = (
    Operation(
        "GET",
        "/api/games",
        "The games there are.",
        games,
        Fields({"games": Each(Fields(_TITLES))}),
    ),
    Operation(
        "GET",
        "/api/games/{name}",
        "A game's rules field by field: each with a sentence, its value, and what it takes.",
        one_game,
        Fields({**_TITLES, "chart": Maybe(Text(40)), "fields": Each(_FIELD)}),
        names={"name": Text(40, r"[a-z0-9-]+", "a game's name")},
    ),
    Operation(
        "POST",
        "/api/edge",
        "What the best play is worth, exactly, as a fraction of the initial bet.",
        edge,
        Fields({"edge": Real(), "percent": Text(20), "short": Each(Text(100))}),
        body=Fields(GAME, {"changes": CHANGES}, {"changes": {}}),
    ),
)
