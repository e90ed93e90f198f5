"""A simulation that can be stopped and resumed: what is done is kept in a file.

The file is sealed by a digest. One without a digest, as older versions wrote them, is refused:
nothing shows whether its numbers are those that were played.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cutcard.blackjack.settlement import most_at_stake
from cutcard.documents import BrokenSeal, MissingFile, read_json, sealed, unsealed
from cutcard.errors import CutcardError, Invalid
from cutcard.files import write_whole
from cutcard.lab.estimate import Moments
from cutcard.lab.kernel_choice import BLOCK_ROUNDS
from cutcard.lab.simulate import MOST_ROUNDS, Simulation
from cutcard.lab.tally import HAPPENINGS, Tally

LARGEST: Final = 16_000_000
"""The most bytes that a checkpoint may have."""

_HIGHEST_COUNT: Final = 1_000_000

_SELDOM_ASKED: Final = ("players", "company", "mistakes")
"""What a file tells only where it was asked for."""


@dataclass(frozen=True)
class Checkpoint:
    """The file of a simulation: what was asked for, and the tally so far."""

    path: Path
    simulation: Simulation

    def load(self) -> Tally | None:
        """The tally so far; None if there is no file yet."""
        try:
            content = _read(self.path)
        except MissingFile:
            return None
        asked = content["asked"]
        mine = self._asked()
        # What goes without saying is not in the file.
        for name in (*mine, *(name for name in _SELDOM_ASKED if name not in mine)):
            wanted = mine.get(name)
            if asked.get(name) != wanted:
                raise CutcardError(
                    f"{self.path} belongs to a simulation with {_other(name, asked, wanted)}: go"
                    " on with that one, or name another file"
                )
        try:
            tally = self._tally(content["tally"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _damaged(self.path) from None
        self._check_rounds(tally.rounds)
        return tally

    def _check_rounds(self, done: int) -> None:
        simulation = self.simulation
        assert simulation.kernel is not None
        whole_blocks = done % BLOCK_ROUNDS[simulation.kernel] == 0
        if done > simulation.rounds or (done < simulation.rounds and not whole_blocks):
            raise CutcardError(
                f"{self.path} holds {done:,} rounds, from which {simulation.rounds:,} cannot be"
                f" reached: ask for {done:,}, or name another file"
            )

    def save(self, tally: Tally) -> None:
        """Write the tally so far."""
        told: dict[str, Any] = {
            "unit": tally.unit,
            "wagered": tally.wagered,
            "happenings": dict(sorted(tally.happenings.items())),
            "by_count": {
                str(value): {str(result): times for result, times in sorted(results.items())}
                for value, results in sorted(tally.by_count.items())
            },
        }
        if self.simulation.strategy.ramp.watches:
            told["watched"] = {str(value): times for value, times in sorted(tally.watched.items())}
        if not self.simulation.strategy.alone:
            told["shoes"] = tally.shoes
        if self.simulation.strategy.mistakes is not None:
            told["lost"] = [tally.lost.n, tally.lost.total, tally.lost.squares]
            told["rightly_wagered"] = tally.rightly_wagered
        said = {"asked": self._asked(), "tally": told}
        write_whole(self.path, json.dumps(sealed(said), indent=1) + "\n", "the checkpoint")

    def _asked(self) -> dict[str, Any]:
        """What must be the same for the tally to be usable."""
        simulation = self.simulation
        strategy = simulation.strategy
        charts = "".join(str(chart) for chart in strategy.charts.charts)
        company = strategy.company
        seldom: dict[str, Any] = {}
        if company is not None:
            seldom = {"players": company.players, "company": company.chart.digest}
        if strategy.mistakes is not None:
            seldom["mistakes"] = str(strategy.mistakes)
        return {
            "rules": simulation.rules.plain(),
            "chart": sha256(charts.encode()).hexdigest(),
            "indices": [list(strategy.charts.thresholds), strategy.charts.insurance],
            "count": repr(strategy.count),
            "ramp": str(strategy.ramp),
            "seed": simulation.seed,
            "kernel": str(simulation.kernel),
            **seldom,
        }

    def _tally(self, said: dict[str, Any]) -> Tally:
        """The tally that was written; ValueError or similar if no play can have led to it."""
        rules, strategy = self.simulation.rules, self.simulation.strategy
        tally = Tally(rules.unit)
        for value, results in said["by_count"].items():
            count = _whole(value, _HIGHEST_COUNT if strategy.count is not None else 0)
            bet = strategy.ramp.staked(count)
            most = most_at_stake(rules, bet)
            counter = tally.by_count[count] = Counter()
            for result, times in results.items():
                counter[_whole(result, most)] = _natural(times)
            tally.results.update(counter)
            tally.wagered += bet * counter.total()
        for value, times in said.get("watched", {}).items():
            tally.watched[_whole(value, _HIGHEST_COUNT)] = _natural(times)
        if tally.watched and not strategy.ramp.watches:
            raise ValueError(said["watched"])
        if not strategy.alone:
            tally.shoes = _natural(said["shoes"])
        if strategy.mistakes is not None:
            self._read_losses(tally, said)
        for name, times in said["happenings"].items():
            if name not in HAPPENINGS or _natural(times) > tally.played:
                raise ValueError(name)
            tally.happenings[name] = times
        if (tally.unit, tally.wagered) != (said["unit"], said["wagered"]):
            raise ValueError(said["wagered"])
        return tally

    def _read_losses(self, tally: Tally, said: dict[str, Any]) -> None:
        """What mistakes have cost; ValueError if no play can have led to it."""
        rounds, total, squares = said["lost"]
        ramp = self.simulation.strategy.ramp
        # All that one side can win and the other lose at once.
        most = 2 * most_at_stake(self.simulation.rules, ramp.spread * ramp.most_spots)
        if type(total) is not int or type(squares) is not int or rounds != tally.rounds:
            raise ValueError(said["lost"])
        if not total * total <= squares * rounds or squares > most * most * rounds:
            raise ValueError(said["lost"])
        tally.lost = Moments(rounds, total, squares)
        tally.rightly_wagered = said["rightly_wagered"]
        if not _natural(tally.rightly_wagered) <= ramp.spread * ramp.most_spots * rounds:
            raise ValueError(said["rightly_wagered"])


def seed_in(path: Path) -> int | None:
    """The seed of the simulation that a file belongs to; None if it is not a checkpoint."""
    try:
        seed = _read(path)["asked"].get("seed")
    except Invalid:
        return None
    return seed if isinstance(seed, int) else None


def _read(path: Path) -> dict[str, Any]:
    """A checkpoint's content, once its seal and its shape have been checked."""
    try:
        if path.exists() and not path.is_file():
            raise Invalid(f"{path} is not a file that can hold a checkpoint: name another")
        content = unsealed(read_json(path, LARGEST))
    except BrokenSeal as error:
        raise Invalid(f"{path} {error}: name another file to start over") from None
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}") from None
    if any(not isinstance(content.get(part), dict) for part in ("asked", "tally")):
        raise _damaged(path)
    return content


def _damaged(path: Path) -> Invalid:
    return Invalid(f"{path} is not a checkpoint of a simulation, or is damaged: name another file")


def _other(name: str, asked: dict[str, Any], wanted: Any) -> str:
    """How the simulation in the file differs from the one wanted now."""
    found = asked.get(name)
    if name == "rules" and isinstance(found, dict):
        return ", ".join(
            f"{rule} = {found.get(rule)}" for rule in wanted if found.get(rule) != wanted[rule]
        )
    if name in ("seed", "ramp", "kernel") and found not in (None, ""):
        return f"{name} {found}"
    if name == "mistakes":
        return f"the mistakes {found}" if found else "no mistakes"
    if name == "players":
        return f"{found or 0} other players"
    return {"indices": "other index plays"}.get(name, f"another {name}")


def _whole(text: str, most: int) -> int:
    """A whole number as this module writes it, from -most to most; ValueError otherwise."""
    number = int(text)
    if str(number) != text or abs(number) > most:
        raise ValueError(text)
    return number


def _natural(number: object) -> int:
    if type(number) is not int or not 0 <= number <= MOST_ROUNDS:
        raise ValueError(number)
    return number
