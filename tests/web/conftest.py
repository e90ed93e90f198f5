"""Servers for the tests of one module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from web.serving import Served
from web.tableside import serving

from cutcard.web.application import make_application
from cutcard.web.limits import Limits
from cutcard.web.store.keeper import Store

FAST = Limits(messages_a_second=5000, seat_messages_a_second=5000, posts_a_minute=5000)
"""Lets programs play faster than people."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    path: Path = tmp_path_factory.mktemp("store") / "tables.sqlite"
    with serving(make_application(Store.open(f"sqlite:///{path}"), limits=FAST)) as address:
        yield address


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server as the command starts it."""
    served = Served(tmp_path_factory.mktemp("home"))
    yield served
    served.kill()
