"""The page on simulation shows what its commands print; benchmarks differ from run to run."""

from pathlib import Path

from docs.examples import ROOT, comparable, examples, printed

PAGE = ROOT / "docs" / "simulation.md"


def test_the_examples_print_what_is_shown(tmp_path: Path) -> None:
    found = [one for one in examples(PAGE) if "cutcard " in one.command]
    assert found
    for example in found:
        assert comparable(printed(example.command, tmp_path)) == comparable(example.shown)
