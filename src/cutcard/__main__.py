"""`python -m cutcard` is `cutcard`."""

import sys

from cutcard.cli import main

if __name__ == "__main__":
    sys.argv[0] = "cutcard"
    sys.exit(main())
