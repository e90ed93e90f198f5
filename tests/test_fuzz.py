"""What `make fuzz` throws at everything that reads, some of it in every run of the tests."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from fuzz.blind import changed
from fuzz.targets import NAMES

THROWS = 300


@pytest.mark.parametrize("name", NAMES)
def test_no_reader_falls(name: str) -> None:
    target = import_module(f"fuzz.targets.{name}")
    for data in islice(changed(target.SEEDS, Random(name)), THROWS):
        target.throw(data)
