"""Running a dealer until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from cutcard.errors import CutcardError
from cutcard.net.dealer import Dealer, House, Watch, serve
from cutcard.net.record import Record


def run_dealer(
    house: House,
    host: str,
    port: int,
    record: Path | None = None,
    *,
    announce: Callable[[str, int], None] | None = None,
    watch: Watch | None = None,
) -> int:
    """Deal until stopped; a signal lets the rounds in play finish."""
    book = Record(record) if record else None
    if book and book.dropped:
        sys.stderr.write(f"cutcard: {record} ended in a torn line; it was dropped\n")
    try:
        failure = asyncio.run(_deal(house, host, port, book, announce, watch))
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CutcardError(f"cannot deal on {host} port {port}: {reason}") from None
    finally:
        if book:
            book.close()
    if failure:
        raise CutcardError(f"the record {record} cannot be written: {failure.strerror}")
    return 0


async def _deal(
    house: House,
    host: str,
    port: int,
    record: Record | None,
    announce: Callable[[str, int], None] | None,
    watch: Watch | None,
) -> OSError | None:
    dealer = Dealer(house, record, watch)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, dealer.close)

    def listening(actual: int) -> None:
        if announce:
            announce(host, actual)

    await serve(dealer, host, port, listening)
    return dealer.failure
