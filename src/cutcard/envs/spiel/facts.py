"""What OpenSpiel is told of every game in the same way: its type, whose turn it is, the odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from cutcard.driver import CHANCE
from cutcard.errors import Invalid


def game_type(name: str, title: str, utility: Any, players: tuple[int, int], rules: str) -> Any:
    """The type of a game for this many players, least and most, with these usual rules."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"rules": rules, "changes": ""},
    )


def player_at(turn: int) -> int:
    """The player whose turn it is: a seat, chance or the end."""
    if turn >= 0:
        return turn
    return int(pyspiel.PlayerId.CHANCE if turn == CHANCE else pyspiel.PlayerId.TERMINAL)


def odds_of(left: Sequence[int]) -> list[tuple[int, float]]:
    """The cards that may come, by number, and their odds; ``left`` counts those of each number."""
    total = sum(left)
    return [(number, count / total) for number, count in enumerate(left) if count]


def observation_type(wanted: Any, params: Mapping[str, Any] | None) -> Any:
    """What an observer is to show: what is wanted, or the present moment."""
    if params:
        raise Invalid(f"observation parameters {params} are not known: it takes none")
    return wanted or pyspiel.IIGObservationType(perfect_recall=False)
