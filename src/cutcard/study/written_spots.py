"""Spots and what actions are worth there, written as plain values for another process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.cards import Card, read_cards
from cutcard.study.coach import Values


def write_spot(view: View, seen: tuple[Card, ...]) -> dict[str, Any]:
    """What a person could see and remember when they had to decide."""
    return {
        "rules": plain_rules(view.rules),
        "seat": view.seat,
        "dealer": str(view.dealer),
        "boxes": [
            [box.seat, box.units, str(box.hand), box.fate.value, box.doubled, box.split]
            for box in view.boxes
        ],
        "at": view.at,
        "legal": [action.value for action in view.legal],
        "purse": view.units_left,
        "seen": " ".join([card.text for card in seen]),
    }


def read_spot(plain: Mapping[str, Any]) -> tuple[View, tuple[Card, ...]]:
    """The spot that was written."""
    boxes = (
        Box(seat, units, Hand.of(cards), Fate(fate), doubled, split)
        for seat, units, cards, fate, doubled, split in plain["boxes"]
    )
    view = View(
        _read_rules(tuple(plain["rules"].items())),
        plain["seat"],
        Hand.of(plain["dealer"]),
        tuple(boxes),
        plain["at"],
        tuple(map(Action, plain["legal"])),
        plain["purse"],
    )
    return view, read_cards(plain["seen"])


@lru_cache(maxsize=256)
def plain_rules(rules: Rules) -> Mapping[str, bool | int | str]:
    """Every rule as a plain value; equal rules share one mapping."""
    return rules.plain()


@lru_cache(maxsize=64)
def _read_rules(plain: tuple[tuple[str, bool | int | str], ...]) -> Rules:
    return Rules().changed(dict(plain))


def write_values(values: Values) -> dict[str, Any]:
    """What actions are worth."""
    return {
        "worths": [[one.action.value, one.value] for one in values.advice],
        "seen": " ".join([card.text for card in values.seen]),
    }


def read_values(plain: Mapping[str, Any]) -> Values:
    """The worths that were written."""
    from cutcard.blackjack.exact.advice import Advice

    worths = [Advice(Action(letter), value) for letter, value in plain["worths"]]
    return Values(worths, read_cards(plain["seen"]))
