"""Servers for the tests of one module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette")

from web.serving import Served
from web.tableside import serving

from cutcard.web.application import make_application


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """The address of a server in this process."""
    with serving(make_application()) as address:
        yield address


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server as the command starts it."""
    served = Served(tmp_path_factory.mktemp("home"))
    yield served
    served.kill()
