"""An edit counts for the parts that are compiled from what it changes, and for no others."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard.machine.functions import CompiledFunction
from cutcard.machine.library import Library
from cutcard.machine.parts import PARTS
from cutcard.machine.sources import LOCK, ROOT, Sources, places_of, texts

SOLVER = "src/cutcard/blackjack/exact/valuation.py"
DEALER = "src/cutcard/blackjack/dealer.py"
WORDS = "src/cutcard/blackjack/kernel/lanes/word.py"
LANGUAGE = "src/cutcard/blackjack/kernel/lanes/vectors_llvm.py"
PAGE = "src/cutcard/report/felt.py"


@pytest.fixture(scope="module")
def places(parts: dict[str, Library]) -> dict[str, list[str]]:
    """Where the code of each part comes from."""
    return {part: places_of(library.manifest) for part, library in parts.items()}


@pytest.fixture(scope="module")
def kept() -> dict[str, str]:
    """All sources as they are."""
    return texts()


def digests(places: dict[str, list[str]], sources: dict[str, str]) -> dict[str, str]:
    """The digest of each part by these sources."""
    read = Sources(sources)
    return {part: read.digest(named)[0] for part, named in places.items()}


@pytest.fixture(scope="module")
def before(places: dict[str, list[str]], kept: dict[str, str]) -> dict[str, str]:
    """The digest of each part by the sources as they are."""
    return digests(places, kept)


def replaced(old: str, new: str) -> Callable[[str], str]:
    """An edit that replaces a text, which must be there."""

    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return edit


def commented(text: str) -> str:
    """A comment above each function, and the first line of each docstring another one."""
    text = text.replace("\n@compiled", "\n# A comment.\n\n@compiled")
    return re.sub(r'"""(?=[A-Z])', '"""New: ', text)


def swapped(text: str) -> str:
    """The tables of lanes with two fields of one kind in another order."""
    first, second = "    tags: Bits\n", "    draws: Bits\n"
    assert first in text
    assert second in text
    return text.replace(first, "").replace(second, f"{second}{first}")


BLACKJACK = {"simulation", "exact", "lanes", "learning", "seats", "stepping"}

EDITS: dict[str, tuple[str, Callable[[str], str], set[str]]] = {
    "comments and docstrings of the solver": (SOLVER, commented, set()),
    "lines above the solver": (SOLVER, lambda text: f"# One.\n# Two.\n{text}", set()),
    "a report": (PAGE, lambda text: text + "\nNEW = 1\n", set()),
    "a function that nothing compiled names": (SOLVER, lambda text: text + "\nNEW = 1\n", set()),
    "what the solver computes": (SOLVER, replaced(" + ", " - "), {"exact"}),
    "what is written in LLVM's own language": (
        LANGUAGE,
        lambda text: text + "\nNEW = 1\n",
        {"lanes"},
    ),
    "the order of a tuple's fields, which no compiled function names": (WORDS, swapped, {"lanes"}),
    "a number that kernels have from the rules": (
        DEALER,
        replaced("BLACKJACK = ", "BLACKJACK = 1 + "),
        BLACKJACK,
    ),
}


@pytest.mark.parametrize(("path", "edit", "stale"), EDITS.values(), ids=EDITS)
def test_an_edit_makes_stale_what_is_compiled_from_it(
    path: str,
    edit: Callable[[str], str],
    stale: set[str],
    places: dict[str, list[str]],
    kept: dict[str, str],
    before: dict[str, str],
) -> None:
    after = digests(places, kept | {path: edit(kept[path])})
    assert {part for part in PARTS if after[part] != before[part]} == stale


def test_the_versions_of_the_compilers_count(tmp_path: Path, places: dict[str, list[str]]) -> None:
    (tmp_path / "locks").mkdir()
    found = set()
    for version in ("numba==1", "numba==2"):
        (tmp_path / LOCK).write_text(version)
        found.add(Sources(texts(), tmp_path).digest(places["exact"])[0])
    assert len(found) == 2


def test_every_compiled_function_is_in_a_part(places: dict[str, list[str]]) -> None:
    named = [place for every in places.values() for place in every]
    reached = {f"{module}:{name}" for module, name in Sources().reached(named)}
    assert set(all_functions()) <= reached


def all_functions() -> dict[str, CompiledFunction]:
    """Every function of the package that is to be compiled, by its place."""
    import re
    from importlib import import_module

    found = {}
    for path in (ROOT / "src" / "cutcard").rglob("*.py"):
        # Only those: others may need what is not installed.
        if re.search(r"^@compiled", path.read_text(), re.MULTILINE):
            names = path.relative_to(ROOT / "src").with_suffix("").parts
            for value in vars(import_module(".".join(names))).values():
                if isinstance(value, CompiledFunction):
                    found[value.place] = value
    return found
