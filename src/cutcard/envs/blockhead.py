"""Blockhead Poker as a Gymnasium environment: a seat against players of the house.

Actions: 0 fold, 1 check or call, 2 and more raise, the smallest raise first.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

from cutcard.blockhead.deal import Deal
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Player
from cutcard.blockhead.match import Match
from cutcard.blockhead.players import is_policy_file, make_player
from cutcard.blockhead.rules import Rules
from cutcard.driver import CHANCE
from cutcard.envs.blockhead_bets import STAY, action_count, action_name, chips_of
from cutcard.envs.blockhead_rules import AnyBlockhead, rules_from_keywords
from cutcard.envs.blockhead_sight import Mask, Row, Sight
from cutcard.envs.blockhead_text import drawn_match
from cutcard.envs.masks import check_number
from cutcard.errors import Illegal, Invalid
from cutcard.streams import stream


class BlockheadEnv(gym.Env[Row, np.int64]):
    """A seat at a table of Blockhead Poker: an episode is a game, a step a bet.

    ``game`` is a shipped game, a TOML file or rules; other keywords change rules of it, as in
    ``deals=1``. ``opponent`` names the player in every other seat, or the file of its policy, or,
    as a list, one for each.
    The reward is the chips that the deals gained that ended with the step. An illegal action is
    played as check or call, and told in ``info["illegal"]``; if ``strict``, it is an error.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class declares it
        "render_modes": ["ansi"],
        "render_fps": 4,
    }

    def __init__(
        self,
        game: AnyBlockhead = "blockhead",
        *,
        opponent: str | Sequence[str] = "alpha",
        strict: bool = False,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Invalid(f"{render_mode!r} is not a way to render: it takes 'ansi', or None")
        self.rules: Rules = rules_from_keywords(game, changes)
        self.opponents = _opponents(opponent, self.rules)
        """The names of the players in the other seats."""
        self.render_mode = render_mode
        self._strict = strict
        self._sight = Sight(self.rules)
        self.columns = tuple(self._sight.most)
        """The names of the observation's columns."""
        space: Any = self._sight.space  # whose type says less than its dtype
        self.observation_space = space
        self.action_space = gym.spaces.Discrete(action_count(self.rules))
        self._games = 0
        self._match: Match | None = None
        self._waiting = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """Begin the next game; the same seed deals the same cards."""
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        game, self._games = self._games, self._games + 1
        root = self.np_random_seed
        assert root is not None
        self._seat = game % self.rules.seats
        self._dealer = FreshDeck(root, "deck", game, deck=self.rules.deck)
        self._players: list[Player | None] = [
            make_player(name, stream(root, "player", game, number), self.rules)
            for number, name in enumerate(self.opponents)
        ]
        self._players.insert(self._seat, None)
        self._told = self.rules.stake
        self._ended: Deal | None = None
        self._match = self._go_on(Match.start(self.rules))
        self._waiting = True
        return self._observed(self._match)

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Make a bet and go on to one's next, or to the end of the game."""
        match = self._match
        if match is None or not self._waiting:
            raise Illegal("no game is being played: reset begins the next one")
        mask = self._mask(match)
        number = check_number(action, len(mask))
        illegal = not mask[number]
        if illegal:
            if self._strict:
                raise Illegal(self._refusal(number, match, mask))
            number = STAY
        if not match.over:  # otherwise the game was over before the first decision
            match = self._after(match, chips_of(self.rules, number, match.deal.to_call))
            match = self._go_on(match)
        self._match = match
        self._waiting = not match.over
        chips = match.chips[self._seat]
        reward, self._told = float(chips - self._told), chips
        row, info = self._observed(match)
        return row, reward, match.over, False, info | {"illegal": illegal}

    def _go_on(self, match: Match) -> Match:
        """Deal and let the others bet, until it is one's own turn or the game is over."""
        while not match.over and match.turn != self._seat:
            if match.turn == CHANCE:
                if match.unshuffled:
                    self._dealer.shuffle()
                match = self._after(match, self._dealer.draw())
            else:
                player = self._players[match.turn]
                assert player is not None
                match = self._after(match, player.act(match.view(match.turn)))
        return match

    def _after(self, match: Match, move: Any) -> Match:
        """The game after a move, which the others see as everybody does."""
        match = match.apply(move)
        for event in match.events:
            for player in self._players:
                if player is not None:
                    player.see(event)
        if match.ended is not None:
            self._ended = match.ended
        return match

    def _refusal(self, number: int, match: Match, mask: Mask) -> str:
        legal = [
            f"{one} ({action_name(self.rules, one, match.deal.to_call)})"
            for one in mask.nonzero()[0].tolist()
        ]
        return f"action {number} is not legal now: it takes {', '.join(legal)}"

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal now, as sb3-contrib asks for them."""
        if self._match is None or not self._waiting:
            return np.zeros(action_count(self.rules), np.bool_)
        return self._mask(self._match).astype(np.bool_)

    def _mask(self, match: Match) -> Mask:
        mask = self._sight.mask(match.view(self._seat))
        if match.over and self._waiting:
            mask[STAY] = 1  # the game was decided without a decision; one step pays it
        return mask

    def _observed(self, match: Match) -> tuple[Row, dict[str, Any]]:
        return self._sight.row(match, self._seat), {"action_mask": self._mask(match)}

    def render(self) -> str | None:
        """The table as text, for ``render_mode="ansi"``."""
        if self.render_mode is None or self._match is None:
            return None
        return drawn_match(self._match, self._seat, self._names(), self._ended)

    def _names(self) -> list[str]:
        names = [Path(name).stem if is_policy_file(name) else name for name in self.opponents]
        names.insert(self._seat, "you")
        return names


def _opponents(named: str | Sequence[str], rules: Rules) -> tuple[str, ...]:
    others = rules.seats - 1
    names = (named,) * others if isinstance(named, str) else tuple(named)
    if len(names) != others:
        raise Invalid(
            f"the opponents named are {', '.join(map(repr, names))}:"
            f" it takes a name for all, or {others} of them"
        )
    for name in names:
        make_player(name, stream(0), rules)  # complains about what it cannot seat
    return names
