"""The page on training shows what its commands print; how long they take differs."""

from pathlib import Path

from docs.examples import ROOT, comparable, examples, printed

PAGE = ROOT / "docs" / "training.md"


def test_the_examples_print_what_is_shown(tmp_path: Path) -> None:
    found = examples(PAGE)
    assert len(found) == 4
    for example in found:
        assert comparable(printed(example.command, tmp_path)) == comparable(example.shown)
