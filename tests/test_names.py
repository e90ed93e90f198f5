"""The page on where everything went names only what is there."""

import dataclasses
import re
from importlib import import_module
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "names.md").read_text()
PLACES = sorted(set(re.findall(r"`(cutcard[\w.]*:[\w.]+)`", PAGE)))
ROWS = [line for line in PAGE.splitlines() if line.startswith("| `") or line.startswith("| the ")]


@pytest.mark.parametrize("place", PLACES)
def test_the_place_is_there(place: str) -> None:
    module, _, path = place.partition(":")
    found: object = import_module(module)
    for name in path.split("."):
        if isinstance(found, type) and not hasattr(found, name):
            assert dataclasses.is_dataclass(found) or name in found.__annotations__
            assert name in found.__annotations__
            return
        found = getattr(found, name)


def test_every_row_has_a_place() -> None:
    assert len(ROWS) > 90
    for row in ROWS:
        assert re.search(r"\| `cutcard[\w.]*:[\w.]+` \|", row), row
