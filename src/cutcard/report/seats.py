"""What a simulation tells of a whole table: who sat there, what was watched, what mistakes cost."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.estimate import Mean
from cutcard.lab.tally import Tally


def table_lines(strategy: Strategy, tally: Tally) -> list[str]:
    """Who sits at the table, and what a counter only watched; nothing of a player alone."""
    if strategy.alone:
        return []
    there = [f"{strategy.players} other player{'' if strategy.players == 1 else 's'}"]
    if strategy.ramp.most_spots > 1:
        up_to = "up to " if strategy.ramp.spots_at else ""
        there.append(f"{up_to}{strategy.ramp.most_spots} spots")
    if tally.shoes:
        there.append(f"{tally.rounds / tally.shoes:.1f} rounds a shoe")
    lines = [f"  at the table         {', '.join(there)}"]
    if strategy.ramp.watches:
        lines.append(
            f"  rounds               {tally.played:,} played ({tally.played / tally.rounds:.2%}),"
            f" {tally.watched.total():,} watched"
        )
    return lines


def mistake_lines(strategy: Strategy, tally: Tally, unit: str) -> list[str]:
    """What mistakes cost, held against the same cards without them; nothing where none are made."""
    if strategy.mistakes is None:
        return []
    cost = cost_of_mistakes(tally)
    low, high = cost.interval
    without = tally.net + tally.lost.total
    edge = 0.0
    if tally.rightly_wagered:
        edge = without / (tally.unit * tally.rightly_wagered)
    return [
        "",
        f"  mistakes             {strategy.mistakes}",
        f"  they cost            {100 * cost.value:.4f} {unit} per 100 rounds"
        f"  (95% interval {100 * low:.4f} to {100 * high:.4f})",
        *(
            f"  {name:20} {100 * net / tally.rounds / tally.unit:+.4f} {unit} per 100 rounds, an"
            f" edge of {share:+.4%}"
            for name, net, share in (
                ("with them", tally.net, tally.edge),
                ("without them", without, edge),
            )
        ),
    ]


def cost_of_mistakes(tally: Tally) -> Mean:
    """What mistakes cost per round seen, in chips."""
    return Mean.by(tally.lost, tally.unit)


def seats_dict(strategy: Strategy, tally: Tally) -> dict[str, Any]:
    """The same for a program."""
    said: dict[str, Any] = {}
    if not strategy.alone:
        said["table"] = {
            "players": strategy.players,
            "spots": strategy.ramp.spots,
            "most_spots": strategy.ramp.most_spots,
            "rounds_played": tally.played,
            "rounds_watched": tally.watched.total(),
            "rounds_a_shoe": tally.rounds / tally.shoes if tally.shoes else None,
        }
    if strategy.mistakes is not None:
        cost = cost_of_mistakes(tally)
        said["mistakes"] = {
            **asdict(strategy.mistakes),
            "cost_per_100": 100 * cost.value,
            "cost_interval": [100 * end for end in cost.interval],
            "net_without": (tally.net + tally.lost.total) / tally.unit,
            "wagered_without": tally.rightly_wagered,
        }
    return said
