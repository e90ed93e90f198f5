"""Kill -9 before every statement of keeping rounds and a cost: kill_at_statements.py ADDRESS SEAT.

Each attempt is a process of its own, which dies before its first statement, its second and so on,
until one lives. Prints the number of statements.
"""

import os
import signal
import sys

from sqlalchemy import event
from web.store.play import RIGHT, WRONG, finished, standing

from cutcard.errors import CutcardError
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import JudgedRound


def attempt(address: str, seat: int, last: int) -> None:
    """Keep two rounds, but die after this many statements, the commit included."""
    with Store.open(address, patience=60) as store:
        left = last

        def count(*_: object) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(store._engine, "before_cursor_execute", count)
        event.listen(store._engine, "commit", count)
        played = finished(seat, 2, actions=(WRONG, WRONG), game=f"game {last}")
        later = finished(seat, 3, game=f"game {last}")
        entries = [
            ((played,), standing(seat, last - 1)),
            JudgedRound(seat, played.key, (WRONG, RIGHT)),
            ((later,), standing(seat, last)),
        ]
        told = store.keep_all(entries)
        assert [one for one in told if isinstance(one, CutcardError)] == []


def main() -> None:
    address, seat = sys.argv[1], int(sys.argv[2])
    for last in range(100):
        child = os.fork()
        if child == 0:
            attempt(address, seat, last)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended == 0:
            print(last)
            return
        assert ended == -signal.SIGKILL, ended


if __name__ == "__main__":
    main()
