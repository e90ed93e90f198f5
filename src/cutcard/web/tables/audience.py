"""The audience of a table: the lines of those who play or look on, and what each is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from cutcard.web.tables.line import Closing, Line, written
from cutcard.web.tables.places import place_of
from cutcard.web.tables.play import Decision, Play

_AFTER_THE_VIEW: Final = ("commit", "reveal", "proof", "broken")
"""Steps of a fair round that are told after what they end or follow; the others go before."""


@dataclass(frozen=True)
class Moment:
    """A table as it is shown now."""

    table: str
    number: int
    """Views that show the same moment have the same number."""
    play: Play
    seconds: int | None
    """Until the turn passes."""


class Audience:
    """The lines to a table."""

    def __init__(self) -> None:
        self.lines: set[Line] = set()
        self._latecomers: list[Line] = []
        """Lines that have not been sent a view."""

    def join(self, line: Line) -> None:
        """Let somebody look on."""
        self.lines.add(line)
        self._latecomers.append(line)

    def part(self, line: Line) -> None:
        """Take note that a connection has ended."""
        self.lines.discard(line)

    def here(self, holder: int) -> bool:
        """Whether somebody is connected."""
        return any(line.holder == holder for line in self.lines)

    def watching(self, play: Play) -> int:
        """Connections of spectators."""
        return sum(place_of(play.places, line.holder) is None for line in self.lines)

    def tell(self, moment: Moment) -> None:
        """Tell everybody what has happened: the view, and the letters before and after it."""
        self._post(moment.play, after=False)
        self.show(moment)
        self._post(moment.play, after=True)
        moment.play.letters = []

    def _post(self, play: Play, *, after: bool) -> None:
        for place, letter in play.letters:
            if (letter["step"] in _AFTER_THE_VIEW) is after:
                for line in self.lines:
                    if place is None or place_of(play.places, line.holder) == place:
                        line.send(letter)

    def show(self, moment: Moment) -> None:
        """Send everybody the table as they may see it, written once for those who see the same."""
        play = moment.play
        shown: dict[int | None, str] = {}
        for line in self.lines:
            place = place_of(play.places, line.holder)
            if place not in shown:
                shown[place] = written(self._view(moment, place))
            line.post(shown[place])
        for line in self._latecomers:
            for letter in play.letters_again(place_of(play.places, line.holder)):
                line.send(letter)
        self._latecomers = []

    def _view(self, moment: Moment, place: int | None) -> dict[str, Any]:
        """The table as the person at this place, or a spectator, may see it."""
        play = moment.play
        view = play.view(place)
        for seat in view["seats"]:
            if seat.get("seat") in play.places:
                seat["here"] = self.here(play.places[seat["seat"]].holder)
        return {
            "type": "view",
            "table": moment.table,
            "number": moment.number,
            **view,
            "open": play.terms.open,
            "fair": play.terms.fair,
            "watching": self.watching(play),
            "seconds": moment.seconds,
            "cost": None if place is None else _cost(play.last(place)),
        }

    def close(self, sentence: str) -> None:
        """Say that the table is closed, and end all lines."""
        for line in self.lines:
            line.send({"type": "closed", "sentence": sentence})
            line.close(Closing.TABLE_CLOSED)


def _cost(last: Decision | None) -> dict[str, Any] | None:
    """What a decision cost, once that is known."""
    if last is None or last.cost is None:
        return None
    return {"action": last.action, "best": last.best, "cost": f"{last.cost:.4f}"}
