"""The operands of the original's command lines: whole numbers within bounds."""

from __future__ import annotations

from cutcard.errors import Invalid


def read_operand(name: str, text: str, least: int, most: int) -> int:
    """Read a whole number within bounds; the error names the operand."""
    if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
        return int(text)
    raise Invalid(f"{name} is {text!r}: it takes a whole number from {least} to {most}")
