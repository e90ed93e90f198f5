"""How far a policy is from an equilibrium, for a person and for a program."""

from __future__ import annotations

from typing import Any, Final

from cutcard.blockhead.equilibrium.blueprint import Blueprint
from cutcard.report.ink import Ink
from cutcard.study.equilibria import solved_exploitability

_FIGURES: Final = {
    "exploitability": "raises of any size       about ",
    "exploitability_by_10": "raises of 10                   ",
}
"""What is measured in the real deck, and how it is told."""


def as_text(blueprint: Blueprint, seconds: float, command: str, ink: Ink) -> str:
    """A policy's exploitability for a person."""
    made = blueprint.made
    lines = ["what a best response wins from the policy, in chips a deal", ""]
    for name, about in _FIGURES.items():
        if name in made:
            value, stderr, samples = made[name]
            figure = ink("bold", f"{value:.3f}")
            lines.append(f"  {about}{figure}  (standard error {stderr:.3f}, {samples} samples)")
    if "exploitability" not in made:
        lines.append("  in the real deck: not measured, --samples does it")
    many = sum(iterations for _, iterations in made["solved"].values())
    lines += [
        f"  in the game solved             {solved_exploitability(blueprint):.3f}",
        f"  {len(made['solved'])} beginnings, {many:,} iterations",
        "",
        "  A sample is four open cards; all that may follow in the real deck is computed. A tied",
        "  pot is divided. A response that raises by any size knows how each raise is read, and",
        "  between the stakes that are computed its worth is interpolated: both make the figure",
        "  rather too large. What it wins beyond raises of 10 is sampled separately and added. In",
        "  the game solved, raises are of 10, first ones of some other sizes too, and of the open",
        "  cards only the leads are remembered.",
        "",
        f"  {seconds:.1f} s",
        ink("dim", f"  again: {command}"),
    ]
    return "\n".join(lines) + "\n"


def as_dict(blueprint: Blueprint, seconds: float, command: str) -> dict[str, Any]:
    """A policy's exploitability for a program."""
    made = blueprint.made
    told: dict[str, Any] = {"exploitability_in_game_solved": solved_exploitability(blueprint)}
    for name in _FIGURES:
        value, stderr, samples = made.get(name, (None, None, 0))
        told |= {name: value, f"{name}_stderr": stderr, f"{name}_samples": samples}
    return {
        **told,
        "beginnings": len(made["solved"]),
        "unit": "chips a deal",
        "seconds": seconds,
        "command": command,
    }
