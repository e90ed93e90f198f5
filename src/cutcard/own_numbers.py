"""Numbers of NumPy's as Python's own, so that both are taken wherever a number is given."""

from __future__ import annotations

import sys
from typing import Any


def own_number(value: Any) -> Any:
    """A single number of NumPy's as Python's own; anything else as it is.

    NumPy is not loaded for it: without it, nobody has such a number.
    """
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        return value.item()
    return value
