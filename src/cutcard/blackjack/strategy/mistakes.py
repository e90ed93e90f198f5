"""Mistakes as data: how often a hand, a bet or the decks left are got wrong, and when.

Whether something goes wrong follows from a key, the round and the hand alone, by whichever engine
or kernel the round is played; no card depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from cutcard.blackjack.strategy.chart import HARD_ROWS, PAIR_ROWS, SOFT_ROWS, Chart
from cutcard.documents import read_toml
from cutcard.errors import Invalid
from cutcard.streams import key

WAYS: Final = 4
"""In how many ways a hand can be misread."""

PER_ROUND: Final = 64
"""Numbers that a round has for its mistakes: one of the bet, then one for each hand of a spot."""
PER_SPOT: Final = 8

_WORD: Final = 2**64 - 1
_LOW: Final = 2**32 - 1
HALF_DECK: Final = 26
MOST_DECKS: Final = 4.0
"""The most decks that anybody misjudges those left by."""


class InvalidMistakes(Invalid):
    """Mistakes that nobody can make."""


@dataclass(frozen=True)
class Mistakes:
    """How often a player errs.

    >>> str(read_mistakes("play=1%,decks=0.5"))
    'play=1%,decks=0.5'
    """

    play: float = 0.0
    """The share of hands that are played by a cell of the chart next to their own."""
    decks: float = 0.0
    """Decks by which those left are misjudged, too many or too few from round to round."""
    bets: float = 0.0
    """The share of bets that are made as if the count were one higher or lower."""

    def __post_init__(self) -> None:
        for name in ("play", "bets"):
            if not 0 <= getattr(self, name) <= 1:
                raise InvalidMistakes(
                    f"{name} = {getattr(self, name):g} is not a share of mistakes:"
                    " it takes 0% to 100%"
                )
        if not 0 <= self.decks <= MOST_DECKS:
            raise InvalidMistakes(
                f"decks = {self.decks:g} cannot be misjudged: it takes 0 to {MOST_DECKS:g}"
            )

    def __bool__(self) -> bool:
        return bool(self.play or self.decks or self.bets)

    @property
    def cards(self) -> int:
        """The cards by which those left are misjudged."""
        return round(52 * self.decks)

    @property
    def counts(self) -> bool:
        """Some of them only a counter can make."""
        return bool(self.decks or self.bets)

    def __str__(self) -> str:
        """The mistakes as `read_mistakes` reads them."""
        shares = {name: f"{100 * getattr(self, name):g}%" for name in ("play", "bets")}
        told = {"play": shares["play"], "decks": f"{self.decks:g}", "bets": shares["bets"]}
        return ",".join(f"{name}={said}" for name, said in told.items() if getattr(self, name))


def read_mistakes(text: str) -> Mistakes:
    """Read mistakes: play=SHARE, decks=NUMBER, bets=SHARE with commas, or a TOML file of these."""
    if text.endswith(".toml"):
        words = [(name, str(value)) for name, value in read_toml(Path(text)).items()]
    else:
        parts = (word.partition("=") for word in text.split(","))
        words = [(name, value) for name, _, value in parts]
    known = [field.name for field in fields(Mistakes)]
    numbers: dict[str, float] = {}
    for name, value in words:
        if name.strip() not in known or name.strip() in numbers:
            raise InvalidMistakes(
                f"{text!r} tells no mistakes: it takes play=1%, decks=0.5 and bets=2%, once each,"
                " with commas, or FILE.toml with these"
            )
        numbers[name.strip()] = _number(name.strip(), value.strip())
    return Mistakes(**numbers)


def _number(name: str, text: str) -> float:
    share = text.endswith("%") and name != "decks"
    digits = text.removesuffix("%") if share else text
    try:
        if not digits.isascii() or not digits.replace(".", "", 1).isdigit() or len(digits) > 20:
            raise ValueError(text)
        return float(digits) / (100 if share else 1)
    except ValueError:
        accepted = f"0 to {MOST_DECKS:g}" if name == "decks" else "0% to 100%, as in 1%"
        raise InvalidMistakes(f"{name} = {text!r} is not a mistake: it takes {accepted}") from None


def key_of(seed: int, block: int) -> int:
    """The key of the mistakes in a block."""
    return key(seed, "mistakes", block) & _WORD


def luck(key: int, number: int) -> int:
    """64 bits for the number of a round's mistake (the mixer of Steele, Lea and Flood)."""
    bits = key + 0x9E3779B97F4A7C15 * (number + 1) & _WORD
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _WORD
    return bits ^ bits >> 31


def judged(left: int, slip: int, size: int) -> int:
    """The cards of a shoe that a player believes to be left who misjudges them by `slip`.

    Nobody takes a shoe for fuller than it was, nor for less than half a deck unless it is.
    """
    return max(min(left + slip, size), min(left, HALF_DECK))


def threshold(share: float) -> int:
    """What the lower 32 bits must be below, for something to happen this often."""
    return round(share * 2**32)


class Slips:
    """What goes wrong, round by round."""

    def __init__(self, mistakes: Mistakes, key: int) -> None:
        self._mistakes = mistakes
        self._key = key
        self._round = -1
        self._bits = 0

    def round_began(self) -> None:
        """Go on to the next round."""
        self._round += 1
        self._bits = luck(self._key, PER_ROUND * self._round)

    @property
    def misjudged(self) -> int:
        """Cards that are taken to be left beyond those that are."""
        cards = self._mistakes.cards
        return cards if self._bits >> 33 & 1 else -cards

    @property
    def bet(self) -> int:
        """By how much the count is mistaken when the bet is made."""
        if self._bits & _LOW >= threshold(self._mistakes.bets):
            return 0
        return 1 if self._bits >> 32 & 1 else -1

    def misread(self, spot: int, hand: int) -> int | None:
        """The way in which a hand of a spot is misread, below WAYS; None if it is not."""
        bits = luck(self._key, PER_ROUND * self._round + 1 + PER_SPOT * spot + hand)
        if bits & _LOW >= threshold(self._mistakes.play):
            return None
        return bits >> 32 & WAYS - 1


def misread(chart: Chart) -> tuple[Chart, ...]:
    """The chart as it is misread in each way: a row up or down, a column to the left or right.

    Rows are of the same kind, hard, soft or pairs; at an edge there is one neighbour for both ways.
    """
    rows = _beside(HARD_ROWS) | _beside(SOFT_ROWS) | _beside(PAIR_ROWS)
    columns = _beside(chart.columns)
    cells = chart.cells
    up, down = ({(row, at): cells[rows[row][side], at] for row, at in cells} for side in (0, 1))
    left, right = (
        {(row, at): cells[row, columns[at][side]] for row, at in cells} for side in (0, 1)
    )
    return tuple(Chart(chart.columns, shifted) for shifted in (up, down, left, right))


def _beside(names: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """The neighbours of each name on both sides."""
    last = len(names) - 1
    return {
        name: (names[at - 1 if at else 1], names[at + 1 if at < last else last - 1])
        for at, name in enumerate(names)
    }
