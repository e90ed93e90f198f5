"""A process that keeps rounds until it is killed: keep_rounds.py ADDRESS SEAT.

Prints the key of each round and the balance, once they are kept.
"""

import itertools
import sys

from web.store.play import WRONG, finished, standing

from cutcard.web.store.keeper import Store


def main() -> None:
    address, seat = sys.argv[1], int(sys.argv[2])
    with Store.open(address, patience=60) as store:
        rounds = store.sums(seat).rounds
        for number in itertools.count(rounds + 1):
            played = finished(seat, number % 7 - 3, actions=(WRONG,), record="♠" * 5000)
            (balance,) = store.keep_round(played, progress=standing(seat, number))
            print(played.key, balance.units, flush=True)


if __name__ == "__main__":
    main()
