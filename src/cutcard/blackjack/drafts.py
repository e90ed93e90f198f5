"""Drafts: frozen values, made field by field.

A frozen dataclass sets its own fields by `object.__setattr__`, which takes several times as long as
an assignment, and a round makes half a dozen values for every card.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

Value = TypeVar("Value")


def draft_of(kind: type) -> Any:
    """The class of drafts of a frozen dataclass with slots; each of them is to be set."""
    return type(f"{kind.__name__}Draft", (), {"__slots__": vars(kind)["__slots__"]})


def finished(draft: Any, kind: type[Value]) -> Value:
    """The value that a draft becomes: it does not change any more."""
    draft.__class__ = kind
    return cast(Value, draft)
