"""Limits: how much one connection, one seat and one address may ask of the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much may be asked; every number is the most that is accepted."""

    message_bytes: int = 4096
    """Of one message over a WebSocket."""
    messages_a_second: float = 20
    """Of one connection; twice as many may come at once."""
    seat_messages_a_second: float = 40
    """Of one seat, over all its connections."""
    posts_a_minute: float = 120
    """Of one address."""
    questions_a_minute: float = 600
    """Of one address: requests with a body to the interface."""
    large_bytes_an_hour: float = 4_000_000
    """Of one address: logbooks that are brought along, which the store keeps."""
    connections: int = 2000
    """WebSockets to tables."""
    connections_of_address: int = 400
    lines: int = 2500
    """Connections of any kind, as far as descriptors allow."""
    lines_of_address: int = 600
    descriptors_kept: int = 128
    """For the store, for workers and the like."""
    header_seconds: float = 10
    """Until a connection has brought the header of a request."""
    body_seconds: float = 30
    """Until a request's body is here."""
    answer_seconds: float = 30
    """In which a browser that reads nothing has to read something."""
    tables_of_seat: int = 20
    """That can be resumed."""
    seats_of_address: int = 1000
    """New ones within an hour."""
    seats: int = 100_000
    seat_kept: float = 60
    """Seconds that a seat is kept after its last connection was lost."""


class Bucket:
    """Lets through this many a second on average, and twice as many at once."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._most = most
        self._clock = clock
        self._full = most
        self._at = clock()

    def take(self, amount: float = 1) -> bool:
        """Whether one more, or this much, may pass now."""
        now = self._clock()
        self._full = min(self._most, self._full + (now - self._at) * self._rate)
        self._at = now
        if self._full < amount:
            return False
        self._full -= amount
        return True

    @property
    def rested(self) -> bool:
        """Whether nothing was taken for so long that the bucket is as good as new."""
        return self._full + (self._clock() - self._at) * self._rate >= self._most


@dataclass
class Buckets:
    """A bucket for each of many askers; those long silent are forgotten."""

    rate: float
    most: float
    clock: Callable[[], float] = time.monotonic
    _buckets: dict[str, Bucket] = field(default_factory=dict)

    def take(self, asker: str, amount: float = 1) -> bool:
        """Whether one more, or this much, of this asker may pass now."""
        if asker not in self._buckets:
            if len(self._buckets) >= 10_000:
                self._buckets = {who: one for who, one in self._buckets.items() if not one.rested}
            self._buckets[asker] = Bucket(self.rate, self.most, self.clock)
        return self._buckets[asker].take(amount)
