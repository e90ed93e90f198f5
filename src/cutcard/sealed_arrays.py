"""Arrays in a file, with a header that says what they are and a digest that guards them.

The file is an .npz of NumPy, which other programs can open; nothing in it is ever executed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from cutcard.documents import MissingFile, parsed_json
from cutcard.errors import Invalid
from cutcard.files import read_limited, write_whole

LARGEST: Final = 100_000_000
"""The most bytes in such a file, packed or unpacked."""

_HEADER: Final = "header"

Arrays = dict[str, NDArray[Any]]


class InvalidArrays(Invalid):
    """A file that cannot be read as arrays, or is damaged."""


def write_arrays(
    path: Path, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], what: str
) -> None:
    """Write arrays and their header, whole or not at all; the same arrays make the same bytes."""
    text = json.dumps({**header, "digest": _digest(header, arrays)}).encode()
    packed = BytesIO()
    known: dict[str, Any] = {_HEADER: np.frombuffer(text, np.uint8), **arrays}
    np.savez_compressed(packed, **known)
    write_whole(path, packed.getvalue(), what)


def read_arrays(path: Path, what: str) -> tuple[dict[str, Any], Arrays]:
    """The header and the arrays of a file; MissingFile if there is none."""
    try:
        data = read_limited(path, LARGEST)
    except FileNotFoundError:
        raise MissingFile(f"{what} {path} cannot be read: there is no such file") from None
    except OSError as error:
        raise InvalidArrays(f"{what} {path} cannot be read: {error.strerror}") from None
    except Invalid as error:
        raise InvalidArrays(f"{what} {error}") from None
    except ValueError as error:  # such as an embedded null byte
        raise InvalidArrays(f"{what} {path} cannot be read: {error}") from None
    try:
        arrays = _unpacked(data)
        header = parsed_json(arrays.pop(_HEADER).tobytes().decode(), path)
        digest = header.pop("digest")
        if digest != _digest(header, arrays):
            raise ValueError(digest)
    except Exception as error:  # NumPy reads headers as Python, and raises whatever that raises
        raise InvalidArrays(f"{what} {path} is damaged, or something else") from error
    return header, arrays


def _unpacked(data: bytes) -> Arrays:
    with ZipFile(BytesIO(data)) as parts:
        if sum(part.file_size for part in parts.infolist()) > LARGEST:
            raise ValueError("too large")
    with np.load(BytesIO(data), allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


def _digest(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    seal = sha256(json.dumps(header).encode())
    for name, array in sorted(arrays.items()):
        seal.update(repr((name, array.dtype.str, array.shape)).encode())
        seal.update(np.ascontiguousarray(array).tobytes())
    return seal.hexdigest()
