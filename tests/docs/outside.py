"""What a built site would load from outside: `make docs` fails if there is anything.

Links that a reader may follow are no such thing; pictures, styles, scripts and fonts are.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

LOADED = {
    "audio": {"src"},
    "base": {"href"},
    "embed": {"src"},
    "iframe": {"src"},
    "image": {"href", "xlink:href"},
    "img": {"src", "srcset"},
    "input": {"src"},
    "link": {"href"},
    "object": {"data"},
    "script": {"src"},
    "source": {"src", "srcset"},
    "track": {"src"},
    "use": {"href", "xlink:href"},
    "video": {"src", "poster"},
}
"""Attributes whose address is loaded with the page."""

UNLOADED = {"author", "canonical", "help", "license", "next", "prev", "search", "index"}
"""Relations of a link element that load nothing."""

OUTSIDE = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
IN_STYLES = re.compile(r"""url\(\s*["']?([^"')\s]+)|@import\s+["']([^"']+)""", re.IGNORECASE)
IN_SCRIPTS = re.compile(r"""["'`]((?:https?|wss?)://[^"'`]*)""", re.IGNORECASE)
NAMESPACE = "http://www.w3.org/"
"""How XML names its vocabularies; nobody loads that."""


class Loaded(HTMLParser):
    """Collects the addresses that a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        given = {name: value or "" for name, value in attrs}
        self.addresses += in_styles(given.get("style", ""))
        if tag == "link" and set(given.get("rel", "").lower().split()) <= UNLOADED:
            return
        for name in LOADED.get(tag, set()) & given.keys():
            parts = given[name].split(",") if name == "srcset" else [given[name]]
            self.addresses += parts

    def handle_data(self, data: str) -> None:
        if self._inside == "style":
            self.addresses += in_styles(data)
        elif self._inside == "script":
            self.addresses += in_scripts(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


def in_styles(text: str) -> Iterator[str]:
    """The addresses that a style sheet loads."""
    return (one or other for one, other in IN_STYLES.findall(text))


def in_scripts(text: str) -> Iterator[str]:
    """The addresses in a script, but for names of vocabularies."""
    return (found for found in IN_SCRIPTS.findall(text) if not found.startswith(NAMESPACE))


def loaded(path: Path) -> list[str]:
    """The addresses that a file of a site loads."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        return list(in_styles(text))
    if path.suffix == ".js":
        return list(in_scripts(text))
    page = Loaded()
    page.feed(text)
    return page.addresses


def from_outside(site: Path) -> list[str]:
    """What the pages, pictures, styles and scripts of a site load that is not in it."""
    return [
        f"{path.relative_to(site)}: {address.strip()}"
        for path in sorted(site.rglob("*"))
        if path.suffix in (".html", ".svg", ".css", ".js")
        for address in loaded(path)
        if OUTSIDE.match(address)
    ]


if __name__ == "__main__":
    site = Path(sys.argv[1])
    if not (site / "index.html").is_file():
        sys.exit(f"{site} has no index.html: it takes a site that was built")
    found = from_outside(site)
    sys.stderr.writelines(f"loaded from outside: {line}\n" for line in found)
    sys.exit(1 if found else 0)
