"""Documents: text, TOML and JSON from files, within limits, and JSON sealed by a digest."""

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
"""The most bytes that a document written by a person may have."""

DEEPEST: Final = 16
"""How deeply lists and tables may be nested."""


class MissingFile(Invalid):
    """There is no such file."""


class BrokenSeal(Invalid):
    """A document with no digest, or with the wrong one; the message says which."""


def read_text(path: str | Path, limit: int = LARGEST) -> str:
    """A text file's contents; Invalid, with the reason, if it cannot be read."""
    try:
        contents = BytesIO(read_limited(path, limit))
        return TextIOWrapper(contents, encoding="utf-8").read()  # accepts any line ending
    except UnicodeDecodeError:
        raise Invalid(f"{path} is not a text file") from None
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
        raise Invalid(f"{path} is not a TOML file: its tables are nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"{path} is not a TOML file: {error}") from None
    except ValueError:  # Python limits the number of digits
        raise Invalid(f"{path} is not a TOML file: it holds a number of too many digits") from None
    return found


def read_json(path: Path, limit: int = LARGEST) -> Any:
    """What a JSON file holds."""
    return parsed_json(read_text(path, limit), path)


def parsed_json(text: str, source: str | Path) -> Any:
    """What a JSON text holds; the source is named if it cannot be read."""
    try:
        found = json.loads(text)
        _check_depth(found)
    except RecursionError:
        raise Invalid(f"{source} is not a JSON file: its lists are nested too deeply") from None
    except ValueError:
        raise Invalid(f"{source} is not a JSON file") from None
    return found


def _check_depth(found: object) -> None:
    """Raise RecursionError if lists and tables are nested too deeply."""
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
    """The content with a digest, so that accidental changes are noticed."""
    return {**content, "digest": _digest(content)}


def unsealed(found: object) -> dict[str, Any]:
    """The content without its digest; BrokenSeal if the digest does not match."""
    if not isinstance(found, dict) or not isinstance(found.get("digest"), str):
        raise BrokenSeal("has no digest, like files of older versions")
    content = {key: value for key, value in found.items() if key != "digest"}
    if _digest(content) != found["digest"]:
        raise BrokenSeal("was changed after it was written")
    return content


def _digest(content: dict[str, Any]) -> str:
    return sha256(json.dumps(content).encode()).hexdigest()
