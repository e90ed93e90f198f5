"""Numbers of NumPy's as Python's own, so that both are taken wherever a number is given."""

from __future__ import annotations

import sys
from typing import Any


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
