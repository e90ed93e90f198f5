"""What a Blockhead player is worth against another, for a person and for a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutcard.report.ink import Ink
from cutcard.study.game_worths import READERS

if TYPE_CHECKING:
    from cutcard.blockhead.exact.carried import GameWorth


def as_text(
    first: str, second: str, worth: GameWorth, seconds: float, command: str, ink: Ink
) -> str:
    """The worth for a person."""
    foreseen = first in READERS
    how = "over all deals, carried pots as foreseen" if foreseen else "exact, over all deals"
    lines = [
        f"{ink('bold', first)} against {ink('bold', second)}: {how}",
        "",
        f"  chips a game      {ink('bold', f'{worth.per_game:+.4f}')}",
        f"  chips a deal      {worth.per_deal:+.5f}",
        *worth_lines(worth),
        "",
        f"  {seconds:.1f} s",
        ink("dim", f"  again: {command}"),
    ]
    return "\n".join(lines) + "\n"


def worth_lines(worth: GameWorth) -> list[str]:
    """How a worth comes about: by who opens, with the pot left at the end."""
    each = 2 / worth.deals
    answering, opening = worth.plain
    return [
        f"  when opening      {each * worth.opened:+.4f} chips a deal,"
        f" when answering {each * worth.answered:+.4f}",
        f"  left at the end   {worth.left:+.4f} chips a game: half of a pot tied for in the last"
        " deal",
        f"  with no carry     {opening:+.4f} when opening, {answering:+.4f} when answering, a tied"
        " pot halved",
        f"  ties              {100 * worth.ties / worth.deals:.3f}% of deals",
    ]


def as_dict(
    first: str, second: str, worth: GameWorth, seconds: float, command: str
) -> dict[str, Any]:
    """The worth for a program."""
    return {
        "first": first,
        "second": second,
        **figures(worth),
        "unit": "chips",
        "seconds": seconds,
        "command": command,
    }


def figures(worth: GameWorth) -> dict[str, float]:
    """All that is known of a worth."""
    each = 2 / worth.deals
    return {
        "value_per_game": worth.per_game,
        "value_per_deal": worth.per_deal,
        "opening_per_deal": each * worth.opened,
        "answering_per_deal": each * worth.answered,
        "left_per_game": worth.left,
        "opening_without_carry": worth.plain[1],
        "answering_without_carry": worth.plain[0],
        "ties_per_deal": worth.ties / worth.deals,
    }
