"""The start page leads to every page, and the page of all names has all of them."""

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
