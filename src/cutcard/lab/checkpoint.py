"""A simulation that can be broken off and taken up again: what is done stands in a file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from cutcard.errors import CutcardError, Invalid
from cutcard.files import write_whole
from cutcard.lab.kernels import BLOCK
from cutcard.lab.simulate import Simulation
from cutcard.lab.tally import Tally


@dataclass(frozen=True)
class Checkpoint:
    """The file of a simulation: what was asked for, and the tally so far."""

    path: Path
    simulation: Simulation

    def load(self) -> Tally | None:
        """The tally so far; nothing if there is no file yet."""
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            asked, tally = found["asked"], _read_tally(found["tally"])
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Invalid(f"{self.path} cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Invalid(
                f"{self.path} is no checkpoint of a simulation, or is damaged: name another file"
            ) from None
        for name, wanted in self._asked().items():
            if asked.get(name) != wanted:
                raise CutcardError(
                    f"{self.path} belongs to a simulation with {_other(name, asked, wanted)}: go"
                    " on with that one, or name another file"
                )
        self._check_rounds(tally.rounds)
        return tally

    def _check_rounds(self, done: int) -> None:
        simulation = self.simulation
        assert simulation.kernel is not None
        whole_blocks = done % BLOCK[simulation.kernel] == 0
        if done > simulation.rounds or (done < simulation.rounds and not whole_blocks):
            raise CutcardError(
                f"{self.path} holds {done:,} rounds, from which {simulation.rounds:,} cannot be"
                f" reached: ask for {done:,}, or name another file"
            )

    def save(self, tally: Tally) -> None:
        """Write the tally so far."""
        said = {
            "asked": self._asked(),
            "tally": {
                "unit": tally.unit,
                "wagered": tally.wagered,
                "happenings": dict(sorted(tally.happenings.items())),
                "by_count": {
                    value: dict(sorted(results.items()))
                    for value, results in sorted(tally.by_count.items())
                },
            },
        }
        write_whole(self.path, json.dumps(said, indent=1) + "\n", "the checkpoint")

    def _asked(self) -> dict[str, Any]:
        """What must be the same for the tally to be of use."""
        simulation = self.simulation
        way = simulation.way
        charts = "".join(str(chart) for chart in way.charts.charts)
        return {
            "rules": simulation.rules.words(),
            "chart": sha256(charts.encode()).hexdigest(),
            "indices": [list(way.charts.thresholds), way.charts.insurance],
            "count": repr(way.count),
            "ramp": str(way.ramp),
            "seed": simulation.seed,
            "kernel": str(simulation.kernel),
        }


def seed_in(path: Path) -> int | None:
    """The seed of the simulation that a file belongs to, if it is one."""
    try:
        seed = json.loads(path.read_text(encoding="utf-8"))["asked"]["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return seed if isinstance(seed, int) else None


def _other(name: str, asked: dict[str, Any], wanted: Any) -> str:
    """What a file was asked for that is not wanted now."""
    found = asked.get(name)
    if name == "rules" and isinstance(found, dict):
        return ", ".join(
            f"{rule} = {found.get(rule)}" for rule in wanted if found.get(rule) != wanted[rule]
        )
    if name in ("seed", "ramp", "kernel") and found not in (None, ""):
        return f"{name} {found}"
    return {"indices": "other index plays"}.get(name, f"another {name}")


def _read_tally(said: dict[str, Any]) -> Tally:
    """The tally that was written; ValueError and its like if it makes no sense."""
    tally = Tally(_natural(said["unit"]), wagered=_natural(said["wagered"]))
    for name, times in said["happenings"].items():
        tally.happenings[name] = _natural(times)
    for value, results in said["by_count"].items():
        counter = tally.by_count.setdefault(int(value), Counter())
        for result, times in results.items():
            counter[int(result)] = _natural(times)
        tally.results.update(counter)
    return tally


def _natural(number: object) -> int:
    if not isinstance(number, int) or number < 0:
        raise ValueError(number)
    return number
