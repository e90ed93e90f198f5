"""Documents: text, TOML and JSON from files, within bounds, and JSON that a digest seals."""

from __future__ import annotations

import json
import tomllib
from hashlib import sha256
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final

from cutcard.errors import Invalid
from cutcard.files import read_limited

LARGEST: Final = 100_000
"""Bytes that a document may have which a person writes."""

DEEPEST: Final = 16
"""Lists and tables that may stand inside each other."""


class MissingFile(Invalid):
    """There is no such file."""


class BrokenSeal(Invalid):
    """A document without its digest, or with one that is not its own; the message says which."""


def read_text(path: str | Path, limit: int = LARGEST) -> str:
    """A text file's contents, or a sentence on why there are none."""
    try:
        contents = BytesIO(read_limited(path, limit))
        return TextIOWrapper(contents, encoding="utf-8").read()  # any kind of line end
    except UnicodeDecodeError:
        raise Invalid(f"{path} is no text file") from None
    except FileNotFoundError as error:
        raise MissingFile(f"{path} cannot be read: {error.strerror}") from None
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}") from None
    except Invalid:
        raise
    except ValueError as error:  # such as an embedded null byte
        raise Invalid(f"{path} cannot be read: {error}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """The table in a TOML file."""
    text = read_text(path)
    try:
        found = tomllib.loads(text)
        _check_depth(found)
    except RecursionError:
        raise Invalid(f"{path} is no TOML file: its tables are nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"{path} is no TOML file: {error}") from None
    except ValueError:  # Python's bound on digits
        raise Invalid(f"{path} is no TOML file: it holds a number of too many digits") from None
    return found


def read_json(path: Path, limit: int = LARGEST) -> Any:
    """What a JSON file holds."""
    text = read_text(path, limit)
    try:
        found = json.loads(text)
        _check_depth(found)
    except RecursionError:
        raise Invalid(f"{path} is no JSON file: its lists are nested too deeply") from None
    except ValueError:
        raise Invalid(f"{path} is no JSON file") from None
    return found


def _check_depth(found: object) -> None:
    """RecursionError if more than a few lists and tables stand inside each other."""
    level = [found]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise RecursionError


def sealed(content: dict[str, Any]) -> dict[str, Any]:
    """The content with a digest, so that nobody changes it unnoticed by mistake."""
    return {**content, "digest": _digest(content)}


def unsealed(found: object) -> dict[str, Any]:
    """The content without its digest; BrokenSeal if that is not its own."""
    if not isinstance(found, dict) or not isinstance(found.get("digest"), str):
        raise BrokenSeal("has no digest, as files of older versions")
    content = {key: value for key, value in found.items() if key != "digest"}
    if _digest(content) != found["digest"]:
        raise BrokenSeal("was changed after it was written")
    return content


def _digest(content: dict[str, Any]) -> str:
    return sha256(json.dumps(content).encode()).hexdigest()
