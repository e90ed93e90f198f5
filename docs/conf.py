"""How `make docs` builds the site: Sphinx, with the pages as they are read without it.

Its source is the whole repository, so that the links between README, CONTRIBUTING and the pages
here hold on the site as they do elsewhere. Nothing on the site is loaded from outside.
"""

from __future__ import annotations

from typing import Any

import cutcard
from cutcard.rulebook import Rulebook, written

project = "cutcard"
author = "The cutcard authors"
version = release = cutcard.__version__
project_copyright = "The cutcard authors, MIT licence"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = [
    "docs/**.md",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "src/cutcard/blackjack/data/charts/README.md",
]
exclude_patterns = [".*", "build", "tests", "**/__pycache__"]

highlight_language = "none"
default_role = "literal"
nitpicky = False
# Anchors are those of the headings, as on the pages without the site.
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "cutcard"
html_copy_source = False
html_extra_path = ["site"]


def explain_rules(
    app: object, what: str, name: str, thing: Any, options: object, lines: list[str]
) -> None:
    """Add the fields of rules to their docstring: each knows what it takes and explains itself."""
    if what != "class" or not issubclass(thing, Rulebook):
        return
    for field, value in thing().plain().items():
        kind = thing.__dataclass_fields__[field].metadata
        lines += [
            f"``{field}``",
            f"   {kind['says']}",
            "",
            f"   Takes {kind['kind'].accepts}; ``{written(value)}`` if left out.",
            "",
        ]


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", explain_rules)
