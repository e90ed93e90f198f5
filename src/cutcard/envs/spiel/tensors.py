"""Tensors made of named pieces, as OpenSpiel's observers want them."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

import numpy as np
from numpy.typing import NDArray

Tensor = NDArray[np.float32]


def named_pieces(shapes: Mapping[str, tuple[int, ...]]) -> tuple[Tensor, dict[str, Tensor]]:
    """One flat tensor, and its pieces by name, each in its own shape.

    >>> tensor, pieces = named_pieces({"player": (2,), "card": (3, 4)})
    >>> pieces["card"][0, 1] = 1
    >>> tensor.shape, int(tensor.argmax())
    ((14,), 3)
    """
    tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
    pieces = {}
    at = 0
    for name, shape in shapes.items():
        size = prod(shape)
        pieces[name] = tensor[at : at + size].reshape(shape)
        at += size
    return tensor, pieces
