"""What makes the library: this folder's sources, and the versions of numba and llvmlite."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from cutcard.machine.digests import sources_digest


def maker_digest() -> str:
    """A digest of all that makes the library: other code comes of another maker."""
    tools = " ".join(version(name) for name in ("numba", "llvmlite"))
    return sha256(f"{tools} {sources_digest(Path(__file__).parent)}".encode()).hexdigest()
