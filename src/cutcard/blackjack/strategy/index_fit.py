"""Whether index plays fit a game: what it does not offer, and what was found for other rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from cutcard.blackjack.box import Box
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.legal import offers, plays
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import PAIR_ROWS, SOFT_ROWS
from cutcard.blackjack.strategy.indices import IndexPlay, IndexSet
from cutcard.rulebook import FieldKind, InvalidRules, OneOf, WholeNumber, YesNo, written

MOVING: Final = ("decks", "hit_soft_17", "hole_card", "double_after_split")
"""The rules that move index numbers most."""


def fit_notes(sets: Iterable[IndexSet], rules: Rules) -> list[str]:
    """Sentences about sets of index plays that a game cannot use, or that are for other rules.

    >>> from cutcard.blackjack.actions import Action
    >>> fit_notes([IndexSet("mine", (IndexPlay("16", "9", Action.SURRENDER, 0),))], Rules())
    ['mine is not used: surrender = none']
    """
    notes = []
    for one in sets:
        unused = _unused(one, rules)
        whole = sum(map(len, unused.values())) == len(one.plays) + (one.insurance is not None)
        for rule, named in unused.items():
            why = f"{rule} = {written(rules.plain()[rule])}" if rule else "several rules forbid it"
            if whole and len(unused) == 1:
                notes.append(f"{one.name} is not used: {why}")
            else:
                notes.append(f"not used of {one.name}: {', '.join(named)}: {why}")
        notes += _other_rules(one, rules, unused)
    return notes


def _unused(one: IndexSet, rules: Rules) -> dict[str, list[str]]:
    """The plays of a set that are never legal, by the rule that says so."""
    found: dict[str, list[str]] = {}
    if one.insurance is not None and not rules.insurance:
        found["insurance"] = ["insurance"]
    for play in one.plays:
        if not is_offered(play, rules):
            named = f"{play.action} {play.row} v {play.column}"
            found.setdefault(_rule_against(play, rules), []).append(named)
    return found


def _rule_against(play: IndexPlay, rules: Rules) -> str:
    """The rule that forbids a play: one of another value would offer it; empty for several."""
    usual = Rules().plain()
    # How cards are dealt forbids no play.
    dealt = {name: usual[name] for name in ("shuffle", "reshuffle")}
    for field in Rules.fields():
        for value in _values(field.metadata["kind"]):
            try:
                other = rules.changed({**dealt, field.name: value})
            except InvalidRules:  # it contradicts the other rules
                continue
            if is_offered(play, other):
                return field.name
    return ""


def _values(kind: FieldKind) -> Iterable[object]:
    match kind:
        case YesNo():
            return True, False
        case OneOf(enumeration=enumeration, only=only):
            return only or tuple(enumeration)
        case WholeNumber(least=least, most=most):
            return range(least, most + 1)
    return ()


def is_offered(play: IndexPlay, rules: Rules) -> bool:
    """Whether a game lets a player do this with two cards."""
    box = Box(0, rules.unit, _first_two(play.row))
    dealer = Hand.of("T" if play.column == "10" else play.column)
    return play.action in (*plays(rules, dealer, (box,), 0), *offers(rules, dealer, box))


def _first_two(row: str) -> Hand:
    """Two cards that a row is about."""
    if row in PAIR_ROWS or row in SOFT_ROWS:
        return Hand.of(" ".join(row))
    total = int(row)
    high = min(10, total - 2)
    return Hand.of(" ".join("T" if card == 10 else str(card) for card in (high, total - high)))


def _other_rules(one: IndexSet, rules: Rules, told: Collection[str]) -> list[str]:
    """What a set was found for, if this game is another; rules that rule it out are told above."""
    plain = rules.plain()
    other = [
        (name, values)
        for name, values in one.made_for
        if plain[name] not in values and name not in told
    ]
    if not other:
        return []
    wanted = ", ".join(f"{name} = {_any_of(values)}" for name, values in other)
    here = ", ".join(f"{name} = {written(plain[name])}" for name, _ in other)
    return [f"{one.name} is made for {wanted}: here {here}"]


def _any_of(values: tuple[bool | int | str, ...]) -> str:
    first, last = values[0], values[-1]
    run = isinstance(first, int) and values == tuple(range(first, first + len(values)))
    if run and len(values) > 2:
        return f"{first} to {last}"
    return " or ".join(map(written, values))
