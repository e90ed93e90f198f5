"""The check that a site loads nothing from outside finds what is loaded, and nothing else."""

from pathlib import Path

import pytest
from docs.outside import from_outside

LOADS = [
    ("a.html", '<img src="https://cdn.example/a.png">'),
    ("a.html", '<img src="a.png" srcset="b.png 1x, https://cdn.example/a.png 2x">'),
    ("a.html", '<script src="//cdn.example/a.js"></script>'),
    ("a.html", '<script>import("https://cdn.example/a.js")</script>'),
    ("a.html", '<link rel="stylesheet" href="https://cdn.example/a.css">'),
    ("a.html", '<link rel="preconnect" href="https://cdn.example">'),
    ("a.html", '<p style="background: url(https://cdn.example/a.png)">'),
    ("a.html", "<style>@import 'https://cdn.example/a.css';</style>"),
    ("a.svg", '<svg><image href="https://cdn.example/a.png"/></svg>'),
    ("a.css", "@font-face { src: url('https://cdn.example/a.woff2') }"),
    ("a.js", 'fetch("https://cdn.example/a.json")'),
]

LOADS_NOTHING = [
    ("a.html", '<a href="https://example.org">a link to follow</a>'),
    ("a.html", '<link rel="canonical" href="https://example.org">'),
    ("a.html", '<img src="data:image/png;base64,AA//BB">'),
    ("a.html", '<script src="_static/a.js?v=1"></script>'),
    ("a.html", "<pre>url(https://example.org) in a text</pre>"),
    (
        "a.css",
        "a { background: url('data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\">') }",
    ),
    ("a.js", 'document.createElementNS("http://www.w3.org/2000/svg", "svg")'),
]


def site_with(folder: Path, name: str, text: str) -> Path:
    (folder / "deep").mkdir()
    (folder / "deep" / name).write_text(text)
    return folder


@pytest.mark.parametrize(("name", "text"), LOADS)
def test_what_is_loaded_from_outside_is_found(name: str, text: str, tmp_path: Path) -> None:
    [found] = from_outside(site_with(tmp_path, name, text))
    assert found.startswith(f"deep/{name}: ")
    assert "cdn.example" in found


@pytest.mark.parametrize(("name", "text"), LOADS_NOTHING)
def test_what_loads_nothing_is_passed_over(name: str, text: str, tmp_path: Path) -> None:
    assert from_outside(site_with(tmp_path, name, text)) == []
