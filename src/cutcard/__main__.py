"""`python -m cutcard` is `cutcard`."""

import sys

from cutcard.entry import main

if __name__ == "__main__":
    sys.argv[0] = "cutcard"
    sys.exit(main())
