"""What tables ask of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class TableStore(Protocol):
    """Keeps seats, tables and finished rounds; what it has accepted survives the server's end."""

    def seats(self) -> int:
        """How many seats there are."""

    def seat_name(self, holder: str) -> str | None:
        """The name of a seat; None if there is no such seat."""

    def keep_seat(self, holder: str, name: str) -> None:
        """Keep a seat, new or renamed."""

    def keep_table(
        self, table: str, kept: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]]
    ) -> None:
        """Keep a table as it is now, and the rounds that have just ended: all or nothing."""

    def table(self, table: str) -> Mapping[str, Any] | None:
        """A table as it was kept; None if there is none."""

    def open_tables(self) -> list[str]:
        """The tables of the lobby."""

    def tables_of(self, holder: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The tables that a seat can go on with, the latest first."""

    def rounds_of(
        self, holder: str, table: str | None, before: int | None, most: int
    ) -> list[Mapping[str, Any]]:
        """Finished rounds of a seat, the latest first."""

    def keep_cost(self, table: str, number: int, decision: int, best: str, cost: float) -> None:
        """Keep what a decision of a finished round cost."""
