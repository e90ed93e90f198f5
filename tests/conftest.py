"""What tests of every kind may ask for."""

from collections.abc import Iterator

import pytest
from warm_starts import WarmStarts


@pytest.fixture(scope="session")
def warm_starts() -> Iterator[WarmStarts]:
    """Commands that start at once."""
    with WarmStarts() as starts:
        yield starts
