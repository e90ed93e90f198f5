"""A small game's whole tree as a game of OpenSpiel's own, on which its compiled algorithms run.

A game written in Python is asked for every state anew, in every iteration of a solver; its tree
is walked once and then stays with OpenSpiel. Information states and actions keep their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyspiel


def whole_tree(game: Any) -> Any:
    """The tree of a game, which must fit into memory."""
    return pyspiel.load_efg_game("".join(_lines(game)))


def tree_policy(game: Any, tree: Any, choose: Callable[[Any], Mapping[int, float]]) -> Any:
    """A policy for the tree of a game: ``choose`` gives the odds of the actions in a state."""
    table: dict[str, list[tuple[int, float]]] = {}
    rest = [_Place(tree.new_initial_state(), game)]
    while rest:
        place = rest.pop()
        node = place.node
        # The tree numbers its actions anew.
        numbers = {node.action_to_string(action): action for action in node.legal_actions()}
        if not node.is_chance_node():
            told = node.information_state_string()
            if told not in table:
                odds = choose(place.state)
                table[told] = [
                    (numbers[name], odds.get(action, 0.0)) for name, action in place.actions.items()
                ]
        children = [(name, node.child(number)) for name, number in numbers.items()]
        rest += [
            _Place(child, game, place, name) for name, child in children if not child.is_terminal()
        ]
    return pyspiel.TabularPolicy(table)


@dataclass(frozen=True)
class _Place:
    """A node of the tree, and the game's state there, which takes far longer to make."""

    node: Any
    game: Any
    before: _Place | None = None
    name: str = ""
    """The action that leads here."""

    @cached_property
    def state(self) -> Any:
        """The state in the game."""
        if self.before is None:
            return self.game.new_initial_state()
        return self.before.state.child(self.before.actions[self.name])

    @cached_property
    def actions(self) -> dict[str, int]:
        """The game's actions here, by the names that they have in the tree."""
        state = self.state
        chance = state.is_chance_node()
        return {
            str(action) if chance else state.action_to_string(action): action
            for action in state.legal_actions()
        }


def _lines(game: Any) -> Iterator[str]:
    """The tree as Gambit writes it (an extensive form, EFG 2 R)."""
    named = " ".join(f'"{player}"' for player in range(game.num_players()))
    yield f'EFG 2 R "{game}" {{ {named} }}\n'
    known: list[dict[str, int]] = [{} for _ in range(game.num_players())]
    numbers = {"t": 0, "c": 0}
    rest = [game.new_initial_state()]
    while rest:
        state = rest.pop()
        if state.is_terminal():
            numbers["t"] += 1
            gains = " ".join(f"{gain!r}" for gain in state.returns())
            yield f't "" {numbers["t"]} "" {{ {gains} }}\n'
            continue
        if state.is_chance_node():
            numbers["c"] += 1
            outcomes = state.chance_outcomes()
            odds = " ".join(f'"{outcome}" {chance!r}' for outcome, chance in outcomes)
            yield f'c "" {numbers["c"]} "" {{ {odds} }} 0\n'
            actions = [outcome for outcome, _ in outcomes]
        else:
            player = state.current_player()
            told = state.information_state_string()
            number = known[player].setdefault(told, len(known[player]) + 1)
            actions = state.legal_actions()
            choices = " ".join(f'"{state.action_to_string(player, action)}"' for action in actions)
            yield f'p "" {player + 1} {number} "{told}" {{ {choices} }} 0\n'
        rest += [state.child(action) for action in reversed(actions)]
