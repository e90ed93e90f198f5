"""What tests of every kind may ask for."""

import pytest
import warm_starts as starts


@pytest.fixture(scope="session")
def warm_starts() -> starts.WarmStarts:
    """Commands that start at once."""
    return starts.warm_starts()
