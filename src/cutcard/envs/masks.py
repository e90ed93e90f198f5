"""Actions as they come in from outside, and what is said of those that cannot be played."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import Illegal, Invalid


def check_number(action: Any, actions: int) -> int:
    """The number of an action, which must be one of this many."""
    if isinstance(action, np.ndarray) and action.shape == ():
        action = action.item()
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        raise Invalid(
            f"{action!r} is not an action: it takes a whole number from 0 to {actions - 1}"
        )
    if not 0 <= action < actions:
        raise Invalid(f"{action} is not an action: it takes a whole number from 0 to {actions - 1}")
    return int(action)


def check_action(action: Any, mask: NDArray[np.int8]) -> int:
    """The number of an action, which must be legal."""
    number = check_number(action, len(mask))
    if not mask[number]:
        legal = ", ".join(map(str, mask.nonzero()[0]))
        raise Illegal(f"action {number} is not legal now: it takes {legal}")
    return number
