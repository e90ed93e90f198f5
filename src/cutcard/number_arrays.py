"""Arrays of numbers, by what their items are: the names that annotations have for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
ShortIntegers = NDArray[np.int32]
