"""Alpha, the original's player: a table of thresholds, interpreted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.blockhead.deal import Event, View
from cutcard.blockhead.rules import Rules, Valuation
from cutcard.errors import Illegal


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: if delta is above a threshold, make this bet."""

    above: int | None
    """The threshold; None in the last line, which covers the rest."""
    bet: str | int
    """How much to raise, or ``call``, or ``fold``."""
    less_pot: bool = False
    """The pot factor is subtracted from the threshold: a large pot makes Alpha looser."""

    def holds(self, delta: int, pot_factor: int) -> bool:
        """Whether this line applies, given that the lines before it did not."""
        if self.above is None:
            return True
        return delta > self.above - (pot_factor if self.less_pot else 0)


Lines = tuple[Line, ...]


@dataclass(frozen=True)
class Part:
    """The lines for one part of the deal, by what the opponent did before."""

    opening: Lines
    checked: Lines
    small_raise: Lines
    """The raise is less than 1 + 2 * pot_factor."""
    large_raise: Lines


# The original, "Rules for Alpha Type AI", 2 and 3
CARDS_TO_COME: Final = Part(
    opening=(Line(10, 10), Line(5, 5), Line(0, 1), Line(None, "call")),
    checked=(
        Line(5, 10, less_pot=True),
        Line(0, 1, less_pot=True),
        Line(None, "call"),
    ),
    small_raise=(
        Line(8, 10, less_pot=True),
        Line(-2, 1, less_pot=True),
        Line(-4, "call", less_pot=True),
        Line(None, "fold"),
    ),
    large_raise=(
        Line(10, 10, less_pot=True),
        Line(0, 1, less_pot=True),
        Line(-2, "call", less_pot=True),
        Line(None, "fold"),
    ),
)
LAST_ROUND: Final = Part(
    opening=(Line(10, 10), Line(5, 5), Line(None, "call")),
    checked=(Line(10, 10, less_pot=True), Line(None, "call")),
    small_raise=(Line(6, 10, less_pot=True), Line(2, "call"), Line(None, "fold")),
    large_raise=(Line(8, 10, less_pot=True), Line(4, "call"), Line(None, "fold")),
)


def lines_for(*, last: bool, opening: bool, to_call: int, pot_factor: int) -> Lines:
    """The lines that apply: by the part of the deal and what came before."""
    part = LAST_ROUND if last else CARDS_TO_COME
    if opening:
        return part.opening
    if not to_call:
        return part.checked
    return part.small_raise if to_call < 1 + 2 * pot_factor else part.large_raise


def answer(lines: Lines, delta: int, pot_factor: int, to_call: int, raises: tuple[int, int]) -> int:
    """The chips that the lines put in; ``raises`` is the least and the largest, (0, 0) if none."""
    bet = next(line.bet for line in lines if line.holds(delta, pot_factor))
    if bet == "fold":
        return 0
    if bet == "call" or not raises[1]:
        return to_call
    return to_call + fitting(int(bet), raises)


def fitting(size: int, raises: tuple[int, int]) -> int:
    """The raise nearest to this size that is allowed."""
    least, most = raises
    return min(max(size, least), most)


class Alpha:
    """Plays the original's table: its hand against what it sees of the best other one."""

    def act(self, view: View) -> int:
        others = [
            hand.points
            for seat, hand in enumerate(view.visible)
            if seat != view.seat and view.live[seat]
        ]
        delta = view.hand.points - max(others)
        pot_factor = view.pot // (5 * view.rules.seats)
        lines = lines_for(
            last=view.last_street,
            opening=not view.bets,
            to_call=view.to_call,
            pot_factor=pot_factor,
        )
        raises = (view.rules.least_raise, view.rules.most_raise) if view.may_raise else (0, 0)
        return answer(lines, delta, pot_factor, view.to_call, raises)

    def see(self, event: Event) -> None:
        pass


def check_points(rules: Rules) -> None:
    """Refuse a game whose hands are not valued in points."""
    if rules.valuation is not Valuation.POINTS:
        raise Illegal(
            f"alpha does not play valuation = {rules.valuation}: its table is in points (beta does)"
        )
