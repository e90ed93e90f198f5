"""Kill -9 before every statement of keeping a round: kill_at_statements.py ADDRESS SEAT.

Each attempt is a process of its own, which dies before its first statement, its second and so on,
until one lives. Prints the number of statements.
"""

import os
import signal
import sys

from sqlalchemy import event
from web.store.play import WRONG, finished, standing

from cutcard.web.store.keeper import Store


def attempt(address: str, seat: int, last: int) -> None:
    """Keep a round, but die before this many statements, the commit included."""
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
        store.keep_round(played, progress=standing(seat, last))


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
