"""Negative indices refused, in code that checks every index: nothing here counts from the end.

numba takes a negative index for one from the end, even where it checks all of them. In the kernels
it would be a place that was reckoned wrong.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.np import arrayobj

_place = arrayobj.fix_integer_index


def refuse_negative_indices() -> None:
    """Have numba refuse them, in all that it compiles from now on."""
    arrayobj.fix_integer_index = _checked_place


def _checked_place(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Where numba looks for an index in a dimension of this size; IndexError below 0."""
    if kind.signed and context.enable_boundscheck:
        negative = builder.icmp_signed("<", index, index.type(0))
        with cgutils.if_unlikely(builder, negative):
            said = ("index is negative",)
            context.call_conv.return_user_exc(builder, IndexError, said)
    return _place(context, builder, kind, index, size)
