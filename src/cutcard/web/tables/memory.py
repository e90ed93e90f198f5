"""A store in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class MemoryStore:
    """Keeps everything until the server ends."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._tables: dict[str, Mapping[str, Any]] = {}
        self._rounds: list[dict[str, Any]] = []

    def seats(self) -> int:
        return len(self._names)

    def seat_name(self, holder: str) -> str | None:
        return self._names.get(holder)

    def keep_seat(self, holder: str, name: str) -> None:
        self._names[holder] = name

    def keep_table(
        self, table: str, kept: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]]
    ) -> None:
        self._tables[table] = kept
        self._rounds += [{"id": len(self._rounds) + n, **one} for n, one in enumerate(rounds, 1)]

    def table(self, table: str) -> Mapping[str, Any] | None:
        return self._tables.get(table)

    def open_tables(self) -> list[str]:
        return [
            name
            for name, kept in self._tables.items()
            if kept["terms"]["open"] and not kept["closed"]
        ]

    def tables_of(self, holder: str) -> list[tuple[str, Mapping[str, Any]]]:
        return [
            (name, kept)
            for name, kept in reversed(self._tables.items())
            if holder in kept["holders"] and not kept["closed"]
        ]

    def rounds_of(
        self, holder: str, table: str | None, before: int | None, most: int
    ) -> list[Mapping[str, Any]]:
        found = [
            one
            for one in reversed(self._rounds)
            if any(seat["holder"] == holder for seat in one["seats"])
            and (table is None or one["table"] == table)
            and (before is None or one["id"] < before)
        ]
        return list(found[:most])

    def keep_cost(self, table: str, number: int, decision: int, best: str, cost: float) -> None:
        for one in self._rounds:
            if (one["table"], one["round"]) == (table, number):
                one["decisions"][decision].update(best=best, cost=cost)
