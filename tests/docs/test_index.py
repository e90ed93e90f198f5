"""The start page leads to every page, all names are explained, and all examples are run."""

import re

from docs.examples import ROOT

import cutcard

DOCS = ROOT / "docs"


def test_the_start_page_leads_to_every_page() -> None:
    index = (DOCS / "index.md").read_text()
    linked = {(DOCS / target).resolve() for target in re.findall(r"\]\(([\w./-]+\.md)\)", index)}
    pages = {*DOCS.rglob("*.md"), *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING"))}
    assert pages - {DOCS / "index.md"} - linked == set()


def test_every_name_of_the_door_is_explained() -> None:
    page = (DOCS / "api.md").read_text()
    explained = re.findall(r"^\.\. auto(?:function|class|exception):: (\w+)$", page, re.M)
    assert sorted(explained) == sorted(cutcard.__all__)


def test_python_on_a_page_is_run_by_some_test() -> None:
    runners = [
        text
        for path in (ROOT / "tests").rglob("test_*.py")
        if "doctest" in (text := path.read_text())
    ]
    pages = [
        page for page in (ROOT / "README.md", *DOCS.rglob("*.md")) if ">>>" in page.read_text()
    ]
    assert len(pages) >= 4
    unrun = [page.name for page in pages if not any(page.name in text for text in runners)]
    assert unrun == []
