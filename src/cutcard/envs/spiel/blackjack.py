"""A round of blackjack as an OpenSpiel game of one player: cards are turns of chance.

The round is dealt from a full shoe; chance deals values and not suits, with the odds of the cards
that are left. Returns are in bets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import pyspiel

from cutcard.blackjack.actions import DEALER, HOLE, Acted, Dealt, Turned
from cutcard.blackjack.presets import SHELF
from cutcard.blackjack.round import Phase, Round
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS, Card
from cutcard.driver import CHANCE
from cutcard.envs.blackjack_actions import ACTIONS, action_in, legal_numbers, number_of
from cutcard.envs.spiel.facts import game_type, observation_type, odds_of, player_at
from cutcard.envs.spiel.parameters import named_rules
from cutcard.envs.spiel.tensors import named_pieces

NAME: Final = "python_cutcard_blackjack"

VALUES: Final[tuple[Card, ...]] = RANKS[:10]
"""A card of each value, ace to ten."""

HIDDEN: Final = len(VALUES)
"""In a history: a card that lies face down."""

TAKEN: Final = -3
"""Where in a history an action stands in place of a card."""

_GAME_TYPE: Final = game_type(
    NAME,
    "Blackjack by any rules",
    pyspiel.GameType.Utility.GENERAL_SUM,
    players=(1, 1),
    rules="single-deck",
)


def register_blackjack() -> None:
    """Make the game loadable."""
    pyspiel.register_game(_GAME_TYPE, BlackjackGame)


@dataclass(frozen=True)
class Sizes:
    """How long a round can become; like all values here, it is its own copy."""

    rules: Rules

    def __deepcopy__(self, memo: object) -> Sizes:
        return self

    @cached_property
    def shoe(self) -> tuple[int, ...]:
        """How many cards of each value a full shoe has; an infinite one never has fewer."""
        each = 4 * (self.rules.finite_decks or 1)
        return (*[each] * 9, 4 * each)

    @cached_property
    def hand(self) -> int:
        """The most cards that a hand can have: low cards up to 21, and one more."""
        left = 21
        cards = 0
        for value, count in enumerate(self.shoe, start=1):
            taken = left if self.rules.finite_decks is None else min(count, left // value)
            cards += taken
            left -= taken * value
        return cards + 1

    @property
    def decisions(self) -> int:
        """The most decisions: an offer, splits, and what is done with each hand."""
        return 1 + self.rules.max_hands * (1 + self.hand)

    @property
    def cards(self) -> int:
        """The most cards: those of all hands and of the dealer."""
        return (1 + self.rules.max_hands) * self.hand


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the round, and what the player has seen of it."""

    round: Round
    left: tuple[int, ...]
    """How many cards of each value are left."""
    seen: tuple[tuple[int, int], ...] = ()
    """What the player has seen happen, in order: (where, value) of a card, (TAKEN, action)."""

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def dealt(self, value: int, *, infinite: bool) -> Moment:
        """The moment after a card of this value."""
        left = list(self.left)
        left[value] -= not infinite
        return self._after(self.round.apply(VALUES[value]), tuple(left))

    def acted(self, number: int) -> Moment:
        """The moment after an action."""
        action = action_in(number, self.round.legal)
        return self._after(self.round.apply(action), self.left)

    def _after(self, round: Round, left: tuple[int, ...]) -> Moment:
        seen = list(self.seen)
        for event in round.events:
            match event:
                case Dealt(to, None):
                    seen.append((to, HIDDEN))
                case Dealt(to, Card() as card):
                    seen.append((to, card.points - 1))
                case Turned(card):
                    seen.append((DEALER, card.points - 1))
                case Acted(_, _, action):
                    seen.append((TAKEN, number_of(action)))
                case _:
                    pass
        return Moment(round, left, tuple(seen))

    def told(self) -> str:
        """What the player has seen happen, in a line."""
        words = []
        for where, what in self.seen:
            if where == TAKEN:
                words.append(str(ACTIONS[what]))
            elif where == HOLE:
                words.append("D:?")
            else:
                words.append(f"{'D' if where == DEALER else where}:{VALUES[what]}")
        return " ".join(words)


class BlackjackGame(pyspiel.Game):
    """A round for one player.

    ``rules`` names a game or a file, ``changes`` other rules of it, as in ``decks:2``.
    """

    def __init__(self, params: dict[str, Any]) -> None:
        rules = named_rules(SHELF, params)
        self.rules = rules
        self.sizes = Sizes(rules)
        self.first = Moment(Round.start(rules), self.sizes.shoe)
        most = 2 * rules.max_hands
        info = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=len(VALUES),
            num_players=1,
            min_utility=-most - 0.5,
            max_utility=max(most, float(rules.blackjack_pays)) + 1,
            max_game_length=self.sizes.decisions,
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self) -> BlackjackState:
        """The round before its first card."""
        return BlackjackState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most cards that are dealt."""
        return self.sizes.cards

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> BlackjackObserver:
        """What shows the player a state."""
        return BlackjackObserver(self.sizes, observation_type(iig_obs_type, params))


class BlackjackState(pyspiel.State):
    """A moment of the round."""

    def __init__(self, game: BlackjackGame) -> None:
        super().__init__(game)
        self.moment = game.first

    def current_player(self) -> int:
        """The player, chance or the end."""
        return player_at(self.moment.round.turn)

    def _legal_actions(self, player: int) -> list[int]:
        return legal_numbers(self.moment.round.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The values that may come, and their odds."""
        return odds_of(self.moment.left)

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.round.turn == CHANCE:
            infinite = moment.round.rules.finite_decks is None
            self.moment = moment.dealt(action, infinite=infinite)
        else:
            self.moment = moment.acted(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {VALUES[action]}"
        return str(action_in(action, self.moment.round.legal))

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.moment.round.over

    def returns(self) -> list[float]:
        """What the player gained, in bets."""
        round = self.moment.round
        return [round.nets[0] / round.rules.unit]

    def __str__(self) -> str:
        hole = self.moment.round.hole
        return self.moment.told() + (f" (hole {hole})" if hole else "")


class BlackjackObserver:
    """What the player sees of a state: the cards that lie open, or all that has happened."""

    def __init__(self, sizes: Sizes, kind: Any) -> None:
        self._recalls = kind.perfect_recall
        # Nobody else is at the table: all that the player may see is public.
        self._public = kind.public_info
        shapes: dict[str, tuple[int, ...]] = {"player": (1,)}
        if self._public and self._recalls:
            shapes["seen"] = (sizes.decisions + sizes.cards, HIDDEN + 1 + len(ACTIONS))
        elif self._public:
            shapes["dealer"] = (len(VALUES),)
            shapes["hands"] = (sizes.rules.max_hands, len(VALUES))
            shapes["stakes"] = (sizes.rules.max_hands,)
            shapes["at"] = (sizes.rules.max_hands,)
            shapes["offers"] = (1,)
            shapes["insurance"] = (1,)
        self.tensor, self.dict = named_pieces(shapes)

    def set_from(self, state: BlackjackState, player: int) -> None:
        """Show a state to the player."""
        self.tensor.fill(0)
        pieces = self.dict
        pieces["player"][player] = 1
        round = state.moment.round
        if self._public and self._recalls:
            for place, (where, what) in enumerate(state.moment.seen):
                pieces["seen"][place, HIDDEN + 1 + what if where == TAKEN else what] = 1
        elif self._public:
            for card in round.dealer.cards:
                pieces["dealer"][card.points - 1] += 1
            for number, box in enumerate(round.boxes):
                for card in box.hand.cards:
                    pieces["hands"][number, card.points - 1] += 1
                pieces["stakes"][number] = box.units / round.rules.unit
            if round.turn == player:
                pieces["at"][round.at] = 1
            pieces["offers"][0] = round.phase is Phase.OFFERS
            pieces["insurance"][0] = round.insurance[0] / round.rules.unit

    def string_from(self, state: BlackjackState, player: int) -> str:
        """What the player sees, in a line."""
        if not self._public:
            return f"seat {player}"
        if self._recalls:
            return f"seat {player}; seen {state.moment.told()}"
        round = state.moment.round
        hands = [f"{box.hand} staked {box.units / round.rules.unit:g}" for box in round.boxes]
        offered = ["offers"] if round.phase is Phase.OFFERS else []
        insured = [f"insurance {round.insurance[0] / round.rules.unit:g}"]
        told = [f"dealer {round.dealer}", *hands, f"hand {round.at}", *offered, *insured]
        return "; ".join(told)
