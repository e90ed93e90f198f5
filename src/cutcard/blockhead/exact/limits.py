"""How far exact answers go: what takes longer than anybody waits is refused at once."""

from __future__ import annotations

from typing import Final

from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal

MOST_RAISES: Final = 3
"""The most raises in a bidding round that are looked through to the end."""


def check_raises(rules: Rules) -> None:
    """Refuse rules by which a bidding round may go on for longer."""
    if rules.raises > MOST_RAISES:
        raise Illegal(f"raises = {rules.raises} is not solved: it takes {MOST_RAISES} or fewer")
