"""Numbers that a caller passes in, NumPy's as well as Python's own, read or refused."""

from __future__ import annotations

import sys
from math import inf
from typing import Any, Final

from cutcard.errors import Invalid

_EXACT: Final = 2**53
"""Below it, a whole number that is written as a fraction is the one that was meant."""


def own_number(value: Any) -> Any:
    """A single number of NumPy's as Python's own; anything else as it is.

    NumPy is not loaded for it: without it, nobody has such a number. Another thread may be loading
    it just now.
    """
    numpy = sys.modules.get("numpy")
    kinds = (getattr(numpy, "generic", ()), getattr(numpy, "ndarray", ()))
    if isinstance(value, kinds) and value.ndim == 0:
        return value.item()
    return value


def whole_number(given: int, what: str, least: float = -inf, most: float = inf) -> int:
    """A whole number, from ``least`` to ``most``."""
    number = own_number(given)
    if isinstance(number, float) and number.is_integer() and abs(number) < _EXACT:  # such as 1e4
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        bound = f", {least} or more" if most == inf else f" from {least} to {most:,}"
        bound = "" if least == -inf else bound
        raise Invalid(f"{given!r} is not {what}: it takes a whole number{bound}")
    return number
