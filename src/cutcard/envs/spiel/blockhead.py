"""A deal of Blockhead Poker as an OpenSpiel game: cards are turns of chance, chips the returns.

Player 0 opens. A pot that is tied for is divided evenly, as it is after the last deal of a game,
so that the game is zero-sum. Where hands are compared by points, chance deals values and not
suits, with the odds of the deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyspiel

from cutcard.blockhead.deal import Bet, Deal, Kind, shares
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.match import bidding_after
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules, Valuation
from cutcard.cards import Card
from cutcard.driver import CHANCE
from cutcard.envs.blockhead_bets import (
    action_count,
    action_name,
    action_of,
    chips_of,
    legal_actions,
    most_bets,
)
from cutcard.envs.spiel.facts import game_type, observation_type, odds_of, player_at
from cutcard.envs.spiel.parameters import named_rules
from cutcard.envs.spiel.tensors import named_pieces


def _game_type(name: str, rules: str) -> Any:
    zero_sum = pyspiel.GameType.Utility.ZERO_SUM
    return game_type(name, SHELF.load(rules).title, zero_sum, players=(2, 6), rules=rules)


@dataclass(frozen=True)
class Kinds:
    """The cards that chance tells apart; like all values here, it is its own copy."""

    rules: Rules

    def __deepcopy__(self, memo: object) -> Kinds:
        return self

    @cached_property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """Cards that nothing in the game tells apart, the lowest first."""
        deck = cards_in(self.rules.deck)
        if self.rules.valuation is Valuation.POKER:
            return tuple((card,) for card in deck)
        values = sorted({card.points for card in deck})
        return tuple(tuple(card for card in deck if card.points == value) for value in values)

    @cached_property
    def numbers(self) -> dict[Card, int]:
        """The kind of each card."""
        return {card: kind for kind, cards in enumerate(self.groups) for card in cards}

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The kinds as they are written: points, or cards."""
        poker = self.rules.valuation is Valuation.POKER
        return tuple(str(cards[0] if poker else cards[0].points) for cards in self.groups)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the deal, and how it is told; a value, which no copy needs to copy."""

    deal: Deal
    left: tuple[int, ...]
    """How many cards of each kind are not dealt."""
    public: str = ""
    """What everybody has seen: cards as seat:kind, bets as c, f and r with the raise."""
    hidden: tuple[str, ...] = ()
    """The kinds of each seat's cards that lie face down."""
    bidding: tuple[tuple[Bet, ...], ...] = ()
    """The bets, bidding round by bidding round."""

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def dealt(self, kinds: Kinds, kind: int) -> Moment:
        """The moment after a card of this kind."""
        seat, down = self.deal.owed[0]
        left = list(self.left)
        left[kind] -= 1
        card = kinds.groups[kind][left[kind]]
        deal = self.deal.apply(card)
        text = kinds.texts[kind]
        if down:
            hidden = list(self.hidden)
            hidden[seat] += f" {text}"
            return Moment(deal, tuple(left), self.public, tuple(hidden), self.bidding)
        public = f"{self.public} {seat}:{text}"
        return Moment(deal, tuple(left), public, self.hidden, self.bidding)

    def bet(self, action: int) -> Moment:
        """The moment after an action."""
        before = self.deal
        deal = before.apply(chips_of(before.rules, action, before.to_call))
        bet = next(event for event in deal.events if isinstance(event, Bet))
        public = f"{self.public} {_letter(bet)}"
        bidding = bidding_after(self.bidding, before, deal)
        return Moment(deal, self.left, public, self.hidden, bidding)


def _letter(bet: Bet) -> str:
    if bet.kind is Kind.RAISE:
        return f"r{bet.raised}"
    return "f" if bet.kind is Kind.FOLD else "c"


class BlockheadGame(pyspiel.Game):
    """A deal between two to six players.

    ``rules`` names a game or a file, ``changes`` other rules of it, as in ``raises:1;deck:A-5``.
    """

    short_name = "python_cutcard_blockhead"
    usual_rules = "blockhead"

    def __init__(self, params: dict[str, Any]) -> None:
        self.rules = named_rules(SHELF, params)
        self.kinds = Kinds(self.rules)
        rules = self.rules
        self.first = Moment(
            Deal.start(rules),
            tuple(len(cards) for cards in self.kinds.groups),
            hidden=("",) * rules.seats,
        )
        streets = len(rules.street_cards)
        staked = rules.ante + streets * rules.raises * rules.most_raise
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(rules),
            max_chance_outcomes=len(self.kinds.groups),
            num_players=rules.seats,
            min_utility=-staked,
            max_utility=(rules.seats - 1) * staked,
            utility_sum=0.0,
            max_game_length=streets * most_bets(rules),
        )
        super().__init__(_game_type(self.short_name, self.usual_rules), info, params)

    def new_initial_state(self) -> BlockheadState:
        """The deal before its first card."""
        return BlockheadState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most cards that are dealt."""
        return self.rules.seats * self.rules.hand_size

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> BlockheadObserver:
        """What shows a player a state."""
        return BlockheadObserver(self.kinds, observation_type(iig_obs_type, params))


class SmallBlockheadGame(BlockheadGame):
    """The same with the rules of the small game."""

    short_name = "python_cutcard_small_blockhead"
    usual_rules = "small"


def register_blockhead() -> None:
    """Make the games loadable."""
    for game in (BlockheadGame, SmallBlockheadGame):
        pyspiel.register_game(_game_type(game.short_name, game.usual_rules), game)


class BlockheadState(pyspiel.State):
    """A moment of the deal."""

    def __init__(self, game: BlockheadGame) -> None:
        super().__init__(game)
        self.kinds = game.kinds
        self.moment = game.first

    def current_player(self) -> int:
        """A seat, chance or the end."""
        return player_at(self.moment.deal.turn)

    def _legal_actions(self, player: int) -> list[int]:
        deal = self.moment.deal
        return legal_actions(deal) if deal.turn == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of card that may come, and their odds."""
        return odds_of(self.moment.left)

    def _apply_action(self, action: int) -> None:
        if self.moment.deal.turn == CHANCE:
            self.moment = self.moment.dealt(self.kinds, action)
        else:
            self.moment = self.moment.bet(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.kinds.texts[action]}"
        deal = self.moment.deal
        return action_name(deal.rules, action, deal.to_call)

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.moment.deal.over

    def returns(self) -> list[float]:
        """What each seat gained, in chips."""
        deal = self.moment.deal
        if not deal.over:
            return [0.0] * deal.rules.seats
        halves = shares(deal.left, list(range(deal.rules.seats)))
        return [float(net + halves[seat]) for seat, net in enumerate(deal.nets)]

    def __str__(self) -> str:
        hidden = " ".join(f"{seat}({kinds[1:]})" for seat, kinds in enumerate(self.moment.hidden))
        return f"{hidden}{self.moment.public}"


class BlockheadObserver:
    """What a player sees of a state: its hand, the open cards, and the bets or the pot."""

    def __init__(self, kinds: Kinds, kind: Any) -> None:
        rules = kinds.rules
        self._kinds = kinds
        self._recalls = kind.perfect_recall
        self._public = kind.public_info
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._all = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        cards = (rules.hand_size, len(kinds.groups))
        shapes: dict[str, tuple[int, ...]] = {"player": (rules.seats,)}
        if self._own:
            shapes["hand"] = cards
        if self._all:
            shapes["hands"] = (rules.seats, *cards)
        if self._public:
            shapes["open"] = (rules.seats, *cards)
            shapes["staked"] = (rules.seats,)
            if self._recalls:
                streets = len(rules.street_cards)
                shapes["bets"] = (streets, most_bets(rules), action_count(rules))
            else:
                shapes["street"] = (len(rules.street_cards),)
                shapes["to_call"] = (1,)
        self.tensor, self.dict = named_pieces(shapes)

    def set_from(self, state: BlockheadState, player: int) -> None:
        """Show a state to a player."""
        self.tensor.fill(0)
        deal = state.moment.deal
        numbers = self._kinds.numbers
        pieces = self.dict
        pieces["player"][player] = 1
        if self._own:
            for place, card in enumerate(deal.hands[player].cards):
                pieces["hand"][place, numbers[card]] = 1
        for seat, hand in enumerate(deal.hands):
            for place, card in enumerate(hand.cards):
                if self._all:
                    pieces["hands"][seat, place, numbers[card]] = 1
                if self._public and place not in hand.down:
                    pieces["open"][seat, place, numbers[card]] = 1
        if not self._public:
            return
        pieces["staked"][:] = deal.staked
        if self._recalls:
            for street, bets in enumerate(state.moment.bidding):
                for number, bet in enumerate(bets):
                    pieces["bets"][street, number, action_of(deal.rules, bet)] = 1
        else:
            pieces["street"][deal.street] = 1
            pieces["to_call"][0] = max(deal.paid) - deal.paid[player]

    def string_from(self, state: BlockheadState, player: int) -> str:
        """What a player sees, in a line."""
        moment = state.moment
        told = [f"seat {player}"]
        if self._own:
            told.append(f"hides{moment.hidden[player]}")
        if self._all:
            told += [f"{seat} hides{kinds}" for seat, kinds in enumerate(moment.hidden)]
        if self._public and self._recalls:
            told.append(f"seen{moment.public}")
        elif self._public:
            told += self._open(moment.deal, player)
        return "; ".join(told)

    def _open(self, deal: Deal, player: int) -> list[str]:
        """What lies on the table now, whatever led to it."""
        texts, numbers = self._kinds.texts, self._kinds.numbers
        told = []
        for seat, hand in enumerate(deal.hands):
            cards = " ".join(texts[numbers[card]] for card in hand.visible.cards)
            told.append(f"{seat} shows {cards}, staked {deal.staked[seat]}")
        told.append(f"street {deal.street}")
        told.append(f"to call {max(deal.paid) - deal.paid[player]}")
        return told
