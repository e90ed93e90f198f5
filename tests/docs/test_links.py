"""Links between the documents lead somewhere: files are there, and so are headings."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "src").rglob("*.md")),
]

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")


def prose(page: Path) -> str:
    """A page without its blocks and spans of code."""
    text = re.sub(r"^( *)(```+|~~~+).*?^\1\2\s*$", "", page.read_text(), flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", lambda code: "x" * len(code[0]), text)


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made for readers on the web."""
    text = re.sub(r"^( *)(```+|~~~+).*?^\1\2\s*$", "", page.read_text(), flags=re.M | re.S)
    seen: Counter[str] = Counter()
    found = set()
    for heading in re.findall(r"^#{1,6} +(.*?)\s*#*$", text, re.M):
        plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        found.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return found


def objection(page: Path, target: str) -> str:
    """What is wrong with a link; nothing if it leads somewhere."""
    path, _, anchor = target.partition("#")
    place = (page.parent / path).resolve() if path else page
    if not place.is_relative_to(ROOT):
        return f"{target} leads out of the repository"
    if not place.exists():
        return f"there is no {target}"
    if anchor and place.suffix == ".md" and anchor not in anchors(place):
        return f"{path or page.name} has no heading {anchor}"
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = [target for target in LINK.findall(prose(page)) if "://" not in target]
    assert [said for target in targets if (said := objection(page, target))] == []


def test_broken_links_are_found(tmp_path: Path) -> None:
    page = ROOT / "README.md"
    assert objection(page, "docs/library.md#rounds") == ""
    assert objection(page, "docs/library.md#no-such-heading")
    assert objection(page, "docs/nosuch.md")
    assert objection(page, "#no-such-heading")
    assert objection(page, "../elsewhere.md")
    assert LINK.findall("[a](b.md) and ![c](d.svg) and [e](<f.md>)") == ["b.md", "d.svg", "f.md"]
