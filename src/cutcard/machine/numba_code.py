"""Functions compiled by numba at first use, and kept in the user's cache.

They are kept in a folder that is named by a digest of all sources of the package: numba itself
looks only at the file of the function that is called, and would keep using old code after a change
in another file. numba's settings are in that digest, too: code that checks every index
(NUMBA_BOUNDSCHECK) is other code. Where no folder can be written, every process compiles again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numba
from numba.core import event
from numba.core.caching import FunctionCache
from numba.core.registry import cpu_target

from cutcard.machine.functions import COMPILING, announce
from cutcard.machine.library import own_cache
from cutcard.machine.sources import PACKAGE, digest_of_files


def code_folder() -> Path | None:
    """Where code is kept that numba of this version made, for this Python and by these settings."""
    names = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    sources = digest_of_files(names, PACKAGE)
    known = f"{numba.__version__} {sys.version_info} {settings} {sources}"
    digest = sha256(known.encode()).hexdigest()
    try:
        if (kept := own_cache()) is not None:
            return kept.folder_for(digest)
        if sys.platform == "win32":  # where folders of users are their own
            folder = Path(os.environ["LOCALAPPDATA"], "cutcard", digest[:16])
            folder.mkdir(parents=True, exist_ok=True)
            return folder
    except (OSError, KeyError):  # a folder that is read-only or somebody else's, a full disk
        pass
    return None


FOLDER: Final = code_folder()
if FOLDER is not None:
    numba.config.CACHE_DIR = str(FOLDER)


class _Kept(FunctionCache):
    """The compiled code of one function; what cannot be read or written is compiled again."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever a damaged pickle raises
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # a full disk
            super().save_overload(sig, data)


def dispatcher_of(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """What compiles a function for each set of argument types that it is called with."""
    made = numba.njit(**options)(function)
    if FOLDER is not None:
        made._cache = _Kept(function)
    return made


def type_of(intrinsic: Any) -> Any:
    """The type that numba gives to an intrinsic."""
    cpu_target.typing_context.refresh()  # intrinsics are known from the next refreshing on
    return cpu_target.typing_context.resolve_value_type(intrinsic)


class _Listener(event.Listener):
    """Announces that numba begins to compile."""

    def on_start(self, event: Any) -> None:
        announce(COMPILING)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Listener())
