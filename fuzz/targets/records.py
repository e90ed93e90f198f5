"""Bytes at records: they add up or are refused, and their seals may be right all the same."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from cutcard.errors import CutcardError
from cutcard.net.fair import mix
from cutcard.net.verification import verify
from fuzz.drawer import kept

_TABLE, _VALUE = "00" * 16, "00" * 32
_LINES = (
    {"kind": "begun", "keeper": "player", "version": 2},
    {
        "kind": "joined",
        "table": _TABLE,
        "name": "ann",
        "parties": 2,
        "decks": 1,
        "rules": "49f0ecd1d8630394e42f198e6b7fe40740794c39f9861d57e2cccda181811948",
        "dialect": "course",
        "seconds": 60,
    },
    {
        "kind": "bound",
        "table": _TABLE,
        "round": 1,
        "seat": 0,
        "commit": _VALUE,
        "digest": _VALUE,
    },
    {
        "kind": "witnessed",
        "table": _TABLE,
        "round": 1,
        "seat": 0,
        "how": "void",
        "why": "gone",
        "commit": _VALUE,
        "nonce": "",
        "digests": [],
        "nonces": [],
        "secret": "",
        "cards": "",
        "open": "",
        "moves": "",
        "result": "",
    },
)

_OLD = (Path(__file__).parents[2] / "tests" / "net" / "first_form.jsonl").read_bytes()

SEEDS = [
    b"".join(json.dumps(line).encode() + b"\n" for line in _LINES[:size]) for size in (1, 2, 3, 4)
] + [_OLD[:900]]


def sealed(data: bytes) -> bytes:
    """The same lines with a chain that is right, so that more than the chain is tried."""
    whole, before = b"", ""
    for line in data.splitlines():
        content = line.strip().removeprefix(b"{").removesuffix(b"}")
        content = b'{"before":"' + before.encode() + b'",' + content
        before = mix("line", content).hex()
        whole += content + b',"seal":"' + before.encode() + b'"}\n'
    return whole


def throw(data: bytes) -> None:
    """One throw, as it is and with right seals."""
    for content in (data, sealed(data)):
        with contextlib.suppress(CutcardError):
            verify(kept(content), lambda note: None)
