"""What can go wrong: a thing cannot be read, or it is read and not allowed now."""

import re


class CutcardError(ValueError):
    """Something a person gave cannot be used; the message is a sentence for that person."""


class Invalid(CutcardError):
    """It cannot be read; the message names the value and what would be accepted."""


class Illegal(CutcardError):
    """It was read, but is not allowed now; the message lists what is."""


def quoted(text: str) -> str:
    r"""A text in quotes, for a sentence about it: bytes that are no text stay as they are.

    >>> quoted("1h"), quoted("don't")
    ("'1h'", '"don\'t"')
    >>> quoted("\n\\udcff \udcff") == "'\\n\\\\udcff \udcff'"
    True
    """
    return re.sub(
        r"\\(?:\\|udc([89a-f].))",
        lambda found: chr(0xDC00 + int(found[1], 16)) if found[1] else found[0],
        repr(text),
    )
