"""Shapes: what a request and an answer look like, read and described from one declaration.

A shape reads a JSON value, or refuses it in a sentence that says where it stands and what is
accepted; the same shape writes the JSON Schema of the interface's description.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from cutcard.errors import Invalid, quoted

Schema = dict[str, Any]


class Shape(Protocol):
    """A kind of JSON value."""

    def read(self, value: object, name: str) -> Any:
        """The value, if it is of this kind; Invalid otherwise."""

    def schema(self) -> Schema:
        """Its JSON Schema."""


def _refused(value: object, name: str, accepts: str) -> Invalid:
    shown = quoted(value) if isinstance(value, str) else repr(value)
    return Invalid(f"{name} cannot be {shown if len(shown) < 80 else '…'}: it takes {accepts}")


@dataclass(frozen=True)
class Text:
    """A text of a few letters, perhaps of a certain form."""

    most: int
    pattern: str = ""
    accepts: str = ""
    """What is accepted, in words; by default its length."""

    def read(self, value: object, name: str) -> str:
        fits = isinstance(value, str) and len(value) <= self.most and value.isprintable()
        if not fits or not re.fullmatch(self.pattern or ".*", str(value), re.ASCII):
            raise _refused(value, name, self.accepts or f"a text of {self.most} letters at most")
        return str(value)

    def schema(self) -> Schema:
        said: Schema = {"type": "string", "maxLength": self.most}
        said["pattern"] = f"^(?:{self.pattern})$" if self.pattern else "^[^\\x00-\\x1f\\x7f]*$"
        return said


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: object, name: str) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise _refused(value, name, f"one of {', '.join(self.words)}")
        return value

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds."""

    least: int | None = None
    most: int | None = None

    def read(self, value: object, name: str) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # JSON does not tell 2.0 from 2
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not _within(value, self.least, self.most):
            raise _refused(value, name, f"a whole number{_bounds(self.least, self.most)}")
        assert isinstance(value, int)
        return value

    def schema(self) -> Schema:
        return {"type": "integer", **_limits(self.least, self.most)}


@dataclass(frozen=True)
class Real:
    """A number within bounds, or between them."""

    least: float | None = None
    most: float | None = None
    between: bool = False
    """The bounds themselves are refused."""

    def read(self, value: object, name: str) -> float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        at_a_bound = self.between and value in (self.least, self.most)
        if not number or at_a_bound or not _within(value, self.least, self.most):
            bounds = _bounds(self.least, self.most)
            if self.between:
                bounds = f" between {self.least} and {self.most}"
            raise _refused(value, name, f"a number{bounds}")
        assert isinstance(value, int | float)
        return float(value)

    def schema(self) -> Schema:
        limits = _limits(self.least, self.most)
        if self.between:
            limits = {f"exclusive{name.capitalize()}": bound for name, bound in limits.items()}
        return {"type": "number", **limits}


@dataclass(frozen=True)
class TrueFalse:
    """True or false."""

    def read(self, value: object, name: str) -> bool:
        if not isinstance(value, bool):
            raise _refused(value, name, "true or false")
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Maybe:
    """A value, or null."""

    shape: Shape

    def read(self, value: object, name: str) -> Any:
        return None if value is None else self.shape.read(value, name)

    def schema(self) -> Schema:
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}


@dataclass(frozen=True)
class Either:
    """A value of one kind or of another."""

    shapes: tuple[Shape, ...]

    def read(self, value: object, name: str) -> Any:
        complaints = []
        for shape in self.shapes:
            try:
                return shape.read(value, name)
            except Invalid as complaint:
                complaints.append(str(complaint).rpartition(": it takes ")[2])
        raise _refused(value, name, ", or ".join(complaints))

    def schema(self) -> Schema:
        return {"anyOf": [shape.schema() for shape in self.shapes]}


@dataclass(frozen=True)
class Each:
    """A list of values of one kind."""

    shape: Shape
    least: int = 0
    most: int | None = None

    def read(self, value: object, name: str) -> list[Any]:
        if not isinstance(value, list) or not _within(len(value), self.least, self.most):
            raise _refused(value, name, f"a list of{_bounds(self.least, self.most)}")
        return [self.shape.read(one, f"{name}[{at}]") for at, one in enumerate(value)]

    def schema(self) -> Schema:
        most = {} if self.most is None else {"maxItems": self.most}
        return {"type": "array", "items": self.shape.schema(), "minItems": self.least, **most}


@dataclass(frozen=True)
class Named:
    """Values of one kind by name."""

    shape: Shape
    most: int = 1000
    known: Mapping[str, Shape] = field(default_factory=dict)
    """The names there are, described with their kinds, where whoever uses the values reads them
    and refuses others in better words."""

    def read(self, value: object, name: str) -> dict[str, Any]:
        if not isinstance(value, dict) or len(value) > self.most:
            raise _refused(value, name, f"an object of {self.most} names at most")
        return {key: self.shape.read(one, f"{name}.{key[:40]}") for key, one in value.items()}

    def schema(self) -> Schema:
        said: Schema = {"type": "object", "maxProperties": self.most}
        if self.known:
            said["properties"] = {name: shape.schema() for name, shape in self.known.items()}
            return {**said, "additionalProperties": False}
        return {**said, "additionalProperties": self.shape.schema()}


@dataclass(frozen=True)
class Fields:
    """An object of known fields; those left out are as in `otherwise`."""

    required: Mapping[str, Shape] = field(default_factory=dict)
    optional: Mapping[str, Shape] = field(default_factory=dict)
    otherwise: Mapping[str, Any] = field(default_factory=dict)

    def read(self, value: object, name: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _refused(value, name, f"an object of {_listed(self._all)}")
        for key in value:
            if key not in self._all:
                raise Invalid(f"{name} has no {quoted(key[:80])}: it has {_listed(self._all)}")
        for key in self.required:
            if key not in value:
                raise Invalid(f"{name} lacks {key}")
        found = {key: self.otherwise.get(key) for key in self.optional}
        return found | {key: self._all[key].read(one, key) for key, one in value.items()}

    @property
    def _all(self) -> dict[str, Shape]:
        return {**self.required, **self.optional}

    def schema(self) -> Schema:
        properties = {key: shape.schema() for key, shape in self._all.items()}
        for key, value in self.otherwise.items():
            properties[key]["default"] = value
        return {
            "type": "object",
            "properties": properties,
            "required": list(self.required),
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Told:
    """An answer in the words of a command's JSON: these fields, and others beside them."""

    fields: Mapping[str, Shape]
    says: str

    def read(self, value: object, name: str) -> object:
        return value

    def schema(self) -> Schema:
        return {
            "type": "object",
            "description": self.says,
            "properties": {key: shape.schema() for key, shape in self.fields.items()},
            "required": list(self.fields),
        }


@dataclass(frozen=True)
class Free:
    """Any value; for parts of answers whose form is the command's own."""

    says: str

    def read(self, value: object, name: str) -> object:
        return value

    def schema(self) -> Schema:
        return {"description": self.says}


def _within(value: Any, least: float | None, most: float | None) -> bool:
    return (least is None or least <= value) and (most is None or value <= most)


def _bounds(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" from {least} on" if least is not None else f" up to {most}" if most else ""


def _limits(least: float | None, most: float | None) -> Schema:
    low = {} if least is None else {"minimum": least}
    return low | ({} if most is None else {"maximum": most})


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "no fields"
