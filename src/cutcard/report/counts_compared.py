"""Counts compared, for a person and for a program."""

from __future__ import annotations

from typing import Any

from cutcard.report.ink import Ink
from cutcard.study.count_comparison import CountsCompared


def counts_text(found: CountsCompared, ink: Ink) -> str:
    """Counts side by side, the best for betting first."""
    width = max(5, *(len(one.count.name) for one in found.judged))
    tags = {one.count.name: _tags(one.count.tags, one.count.scale) for one in found.judged}
    lines = [
        f"{ink('bold', found.preset.title)}, played by the chart {found.chart}",
        "",
        ink("bold", f"{'count':{width}}  betting  playing  insurance  tags from ace to ten"),
    ]
    for one in found.judged:
        merits = one.merits
        lines.append(
            f"{one.count.name:{width}}  {ink('bold', f'{merits.betting:7.3f}')}"
            f"  {merits.playing:7.3f}  {merits.insurance:9.3f}  {tags[one.count.name]}"
        )
    effects = "  ".join(f"{card} {100 * effect:+.4f}" for card, effect in found.effects.items())
    lines += [
        "",
        "What the edge gains, in percent of the bet, when one card is gone:",
        effects,
        "",
        "betting: the correlation of the tags with those effects; insurance: with what each card",
        "does to insurance; playing: the share of what perfect knowledge of the shoe gains on the",
        "first two cards, down to the shuffle. 1 is perfect. See docs/simulation.md.",
    ]
    return "\n".join(lines) + "\n"


def _tags(tags: tuple[int, ...], scale: int) -> str:
    return " ".join(f"{tag / scale:+g}" if tag else "0" for tag in tags)


def counts_dict(found: CountsCompared) -> dict[str, Any]:
    """The same in plain values."""
    return {
        "title": found.preset.title,
        "chart": found.chart,
        "effects_of_removal": found.effects,
        "counts": [
            {
                "count": one.count.name,
                "title": one.count.title,
                "tags": [tag / one.count.scale for tag in one.count.tags],
                "balanced": one.count.balanced,
                "betting_correlation": one.merits.betting,
                "playing_efficiency": one.merits.playing,
                "insurance_correlation": one.merits.insurance,
            }
            for one in found.judged
        ],
        "rules": found.preset.rules.plain(),
    }
