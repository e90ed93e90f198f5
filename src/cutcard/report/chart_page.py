"""What a chart's page shows, in any format: the chart, its title and rules, and values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import Preset
from cutcard.blackjack.rules import (
    DoubleOn,
    HoleCard,
    Naturals,
    Rounding,
    Rules,
    Takes,
    Tie,
    TwentyTwo,
)
from cutcard.blackjack.strategy.chart import (
    BOTH_CARDS,
    HARD_ROWS,
    PAIR_ROWS,
    ROWS,
    SOFT_ROWS,
    Chart,
)
from cutcard.study.chart_worths import Worth, worths_of

PARTS: Final = (("Hard", HARD_ROWS), ("Soft", SOFT_ROWS), ("Pairs", PAIR_ROWS))
"""A chart's three parts and their rows."""

PLAYS: Final = {action.value: str(action) for action in Action if action.value in "HSDPR"}
"""The letters of cells and what they mean."""

SMALL_LETTERS: Final = "a small letter: what to do if the first is not allowed"


@dataclass(frozen=True)
class Page:
    """A chart and everything shown with it."""

    chart: Chart
    name: str
    """The chart's name."""
    title: str
    rules: Rules | None = None
    """The rules it is shown for; None if it is a chart by itself."""
    worths: Mapping[tuple[str, str], Worth] | None = None
    """Values of cells, if wanted; a cell that no two cards belong to has none."""
    edge: float | None = None
    """What playing by the chart is worth, with the values."""
    shoe: str = ""
    """The shoe that values are for."""
    split_model: str = ""

    @property
    def terms(self) -> list[str]:
        """The rules in a few words each."""
        return rules_in_short(self.rules) if self.rules else []

    @property
    def letters(self) -> list[str]:
        """The first letters that occur, in the order of the legend."""
        there = {cell[0] for cell in self.chart.cells.values()}
        return [letter for letter in PLAYS if letter in there]

    @property
    def has_small_letters(self) -> bool:
        """Whether some cell has more than its first letter."""
        return any(len(cell) > 1 for cell in self.chart.cells.values())

    @property
    def dealer_heading(self) -> str:
        """What the columns stand for."""
        if self.chart.columns != BOTH_CARDS:
            return "the dealer's open card"
        return "the dealer's two cards: hard total (soft 18 and more count as hard), then soft"

    def improvable(self) -> Iterator[tuple[str, str, Worth]]:
        """Cells whose two cards are better played differently, by more than rounding hides."""
        for row in ROWS:
            for column in self.chart.columns:
                worth = (self.worths or {}).get((row, column))
                if worth and worth.improvable:
                    yield row, column, worth


def in_words(cell: str) -> str:
    """A cell's letters in words.

    >>> in_words("Rph")
    'surrender, else split, else hit'
    """
    return ", else ".join(PLAYS[letter] for letter in cell.upper())


def label(name: str) -> str:
    """A row or column as people write it.

    >>> label("A6"), label("TT"), label("16")
    ('A,6', '10,10', '16')
    """
    if name in PAIR_ROWS or name in SOFT_ROWS:
        return ",".join("10" if letter == "T" else letter for letter in name)
    return name


def valued_page(preset: Preset, chart: Chart, name: str) -> Page:
    """A chart's page with the worth of every cell, exactly."""
    from cutcard.blackjack.exact.solution import value_of

    solution = value_of(preset.rules, chart)
    return Page(
        chart,
        name,
        preset.title,
        preset.rules,
        worths_of(preset.rules, chart),
        solution.edge,
        solution.shoe,
        solution.split_model,
    )


def rules_in_short(rules: Rules) -> list[str]:
    """The rules that matter to a player, in a few words each.

    >>> rules_in_short(Rules(decks=1, hit_soft_17=True))[:3]
    ['1 deck', 'dealer looks for blackjack', 'dealer hits soft 17']
    """
    decks = {"infinite": "infinite shoe", 1: "1 deck"}.get(rules.decks, f"{rules.decks} decks")
    hole = {
        HoleCard.PEEK: "dealer looks for blackjack",
        HoleCard.HIDDEN: "dealer's second card hidden",
        HoleCard.NONE: "no hole card",
        HoleCard.OPEN: "both dealer cards open",
    }[rules.hole_card]
    seventeen = "hits" if rules.hit_soft_17 else "stands on"
    terms = [decks, hole, f"dealer {seventeen} soft 17", *_doubles_in_short(rules)]
    terms += _splits_in_short(rules)
    terms.append("no surrender" if rules.surrender == "none" else f"{rules.surrender} surrender")
    terms += ["insurance"] * rules.insurance + _pays_in_short(rules)
    return terms


def _doubles_in_short(rules: Rules) -> list[str]:
    if rules.double_on is DoubleOn.NONE:
        return ["no doubling"]
    doubled = "any two cards" if rules.double_on is DoubleOn.ANY else f"{rules.double_on} only"
    after = "also" if rules.double_after_split else "not"
    return [f"double {doubled}" + (f", {after} after a split" if rules.max_hands > 1 else "")]


def _splits_in_short(rules: Rules) -> list[str]:
    if rules.max_hands == 1:
        return ["no splitting"]
    terms = ["split once" if rules.max_hands == 2 else f"split to {rules.max_hands} hands"]
    if rules.resplit_aces and rules.max_hands > 2:
        terms[0] += ", aces too"
    return [*terms, "split aces are played" if rules.hit_split_aces else "one card to split aces"]


def _pays_in_short(rules: Rules) -> list[str]:
    terms = [f"{rules.charlie}-card Charlie"] if rules.charlie != "none" else []
    terms += ["ties lose"] if rules.ties is Tie.LOSE else []
    terms += ["a dealer's 22 pushes"] if rules.dealer_22 is TwentyTwo.PUSH else []
    if rules.naturals is Naturals.NONE:
        return [*terms, "no blackjacks"]
    terms.append(f"blackjack pays {rules.blackjack_pays}")
    if rules.naturals is Naturals.PLAYER:
        terms.append("the dealer has none")
    elif rules.blackjack_tie is not Tie.PUSH:
        terms.append(f"{rules.blackjack_tie}s a tie")
    if rules.rounding is Rounding.DOWN:
        terms.append("in whole chips")
    late = rules.hole_card in (HoleCard.NONE, HoleCard.HIDDEN) and rules.naturals is Naturals.BOTH
    if late and rules.dealer_blackjack_takes is Takes.ORIGINAL:
        terms.append("the dealer's takes the original bet only")
    return terms
