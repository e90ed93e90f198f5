"""The result of training, for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cutcard.report.ink import Ink


def training_text(finding: Mapping[str, object], ink: Ink) -> str:
    """How long it took, and how far the policy is from the best."""
    best, policy, player = (
        float(str(finding[key])) for key in ("best", "policy", "original_player")
    )
    gap = f"{100 * (best - policy):.4f}%"
    return (
        f"{finding['rounds']:,} rounds in {float(str(finding['seconds'])):.1f} s,"
        f" {float(str(finding['rounds_per_second'])):,.0f} a second; the table is in"
        f" {finding['q']}\n\n"
        f"  the learnt policy is worth   {100 * policy:+.4f}% of a bet, exactly computed\n"
        f"  the best hit/stand play      {100 * best:+.4f}%, knowing every card seen\n"
        f"  so the policy falls short by {ink('bold', gap)}\n"
        f"  the original player with it  {100 * player:+.4f}%, who stands on every 12\n"
    )


METHODS: Final = {"mc": "Monte Carlo control", "q": "Q-learning", "regret": "regret matching"}
"""What the methods are called."""


def chart_training_text(finding: Mapping[str, Any], ink: Ink) -> str:
    """How long it took, and how far the learnt chart is from the best one."""
    gap = f"{100 * finding['short']:.4f}%"
    return (
        f"{finding['title']}, {METHODS[finding['method']]}, seed {finding['seed']}:"
        f" {finding['rounds']:,} rounds\n"
        f"{finding['played']:,} of them in {finding['seconds']:.1f} s,"
        f" {finding['rounds_per_second']:,.0f} a second\n\n"
        f"  the learnt chart is worth    {100 * finding['edge']:+.4f}% of a bet, exactly computed\n"
        f"  the best chart               {100 * finding['best']:+.4f}%\n"
        f"  so the learnt falls short by {ink('bold', gap)}\n"
        f"  cells written differently    {finding['different']} of {finding['cells']}\n"
    )


def policy_training_text(finding: Mapping[str, Any], ink: Ink) -> str:
    """How long it took, and what the learnt policy gains in a duel."""
    gain = f"{finding['gain']:+.2f}"
    low, high = finding["interval"]
    return (
        f"{finding['title']}, {METHODS[finding['method']]} against {finding['opponent']},"
        f" seed {finding['seed']}: {finding['deals']:,} deals\n"
        f"{finding['played']:,} of them in {finding['seconds']:.1f} s,"
        f" {finding['deals_per_second']:,.0f} a second\n\n"
        f"  the learnt policy gains {ink('bold', gain)} chips a game against {finding['rival']}\n"
        f"  95% interval {low:+.2f} to {high:+.2f}, from {finding['pairs']:,} pairs of games\n"
    )
