"""Processes that open one new store in the same moment: open_at_once.py ADDRESS NUMBER.

Prints how each one ended.
"""

import os
import sys

from cutcard.web.store.keeper import Store


def main() -> None:
    address, number = sys.argv[1], int(sys.argv[2])
    waiting, go = os.pipe()
    children = []
    for name in range(number):
        child = os.fork()
        if child == 0:
            os.close(go)
            os.read(waiting, 1)  # until the parent closes the other end
            with Store.open(address, patience=60) as store:
                store.take_seat(str(name))
            os._exit(0)
        children.append(child)
    os.close(go)
    for child in children:
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    main()
