"""How a dealer deals: what the command line asks for, as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cutcard.net.fair import LEAST_SECONDS, MOST_SEATS
from cutcard.net.rounds import Dialect

DECISION_SECONDS: Final = 60.0
"""Long enough for a person who has to look at the cards first."""

PACE: Final = 0.02
"""Seconds between two messages: the original's player takes each read for one message."""


@dataclass(frozen=True)
class House:
    """How the dealer deals."""

    seats: int = 1
    rounds: int | None = None
    """Rounds to a table; None means no limit."""
    decision_seconds: float = DECISION_SECONDS
    dialect: Dialect = Dialect.COURSE
    seed: int | None = None
    """What all cards follow from, for tests; the operating system's randomness if None."""
    fsync: bool = False
    pace: float = 0.0
    """Seconds between two messages to a client, unless it asked for proof or is a person."""
    tables: int | None = None
    """Tables after which the dealer goes home; never if None."""
    connections: int | None = None
    """Connections at the same time; as many as there are descriptors if None."""
    unjoined: int | None = None
    """Connections that have not joined yet; half of all if None."""
    per_address: int | None = None
    """Connections from one address other than loopback; without limit if None."""

    trace: Callable[[str], None] | None = None
    """Called with every message, and the state in which it has arrived."""

    @property
    def refusal(self) -> str:
        """Why this dealer can prove nothing; empty if it can."""
        if self.seed is not None:
            return "this dealer deals by a seed and proves nothing"
        if self.seats > MOST_SEATS:
            return f"this dealer's tables have {self.seats} seats: proof takes at most {MOST_SEATS}"
        if self.decision_seconds < LEAST_SECONDS:
            return f"this dealer gives less than {LEAST_SECONDS} seconds to decide: no proof"
        return ""
