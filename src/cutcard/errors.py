"""What can go wrong: something cannot be read, or it can be read but is not allowed now."""

import re
from typing import Any, Final

_ESCAPED: Final = re.compile(r"\\(?:\\|udc([89a-f].))")
"""In a quoted text: a backslash, or a byte that is not valid text."""


class CutcardError(ValueError):
    """Something that a person entered cannot be used; the message is a sentence for that person."""


class Invalid(CutcardError):
    """It cannot be read; the message names the value and what would be accepted."""


class Illegal(CutcardError):
    """It was read, but is not allowed now; the message lists what is."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a long answer; what was found until then is kept."""

    def __init__(self, finding: Any) -> None:
        self.finding = finding
        super().__init__("stopped by Ctrl-C; what was found is the `finding` of this exception")


def installing(extra: str, *, here: bool = True) -> str:
    """Return what to run for the packages of an extra; if not `here`, on any other machine.

    cutcard is installed from its source and in no package index, so a name alone would not do.

    >>> installing("web", here=False)
    "run pip install '.[web]' in the folder of cutcard's source"
    """
    import sys
    from pathlib import Path
    from shlex import quote

    source = Path(__file__).parents[2]
    if here and (source / "pyproject.toml").is_file():
        return f"run {quote(sys.executable)} -m pip install -e {quote(f'{source}[{extra}]')}"
    return f"run pip install '.[{extra}]' in the folder of cutcard's source"


def quoted(text: str) -> str:
    r"""A text in quotes, for a sentence about it: bytes that are not valid text stay as they are.

    >>> quoted("1h"), quoted("don't")
    ("'1h'", '"don\'t"')
    >>> quoted("\n\\udcff \udcff") == "'\\n\\\\udcff \udcff'"
    True
    """
    return _with_bytes(repr(text))


def _with_bytes(text: str) -> str:
    """A text that quotes others, with bytes that are not valid text restored."""
    return _ESCAPED.sub(
        lambda found: chr(0xDC00 + int(found[1], 16)) if found[1] else found[0], text
    )


def one_line(text: str) -> str:
    r"""A text that may quote anything, as a line that a terminal shows.

    >>> one_line("'\x1b' is no\nname")
    "'\\x1b' is no\\nname"
    >>> one_line(repr("\udcff") + " is not a name") == "'\udcff' is not a name"
    True
    """
    text = _with_bytes(text)
    if not text.isprintable():
        text = "".join(letter if _is_shown(letter) else ascii(letter)[1:-1] for letter in text)
    return text if len(text) <= 1000 else f"{text[:600]} ... {text[-300:]}"


def _is_shown(letter: str) -> bool:
    """Whether it is printable, or a byte that is not valid text and goes out as it came in."""
    return letter.isprintable() or "\udc80" <= letter <= "\udcff"
