"""`python -m cutcard.machine`: build what is missing of the compiled code."""

import sys

from cutcard.machine.building import main

sys.exit(main())
