"""Playing: rounds at a table, or dealt move by move, in bets."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from os import PathLike

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.seat import Player
from cutcard.blackjack.session import MOST_CHIPS, Session
from cutcard.blackjack.shoe import check_there, shoe_for
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.cards import Card, InvalidCard
from cutcard.driver import CHANCE
from cutcard.errors import Illegal, Invalid
from cutcard.front.charts import PlainChart
from cutcard.front.choice import AnyGame, Game, game
from cutcard.front.given import AnyCards, given_cards, new_seed
from cutcard.own_numbers import own_number, whole_number
from cutcard.streams import stream


@dataclass(frozen=True, repr=False)
class PlayedHand:
    """A hand on the table: its cards, what is staked on it, and what became of it."""

    seat: int
    hand: Hand
    stake: float
    """In bets."""
    fate: Fate
    doubled: bool
    split: bool
    gain: float
    """In bets, once the round is over."""

    @staticmethod
    def of(box: Box, unit: int) -> PlayedHand:
        """The hand in one of the engine's boxes, whose amounts are in units."""
        stake, gain = box.units / unit, box.net / unit
        return PlayedHand(box.seat, box.hand, stake, box.fate, box.doubled, box.split, gain)

    def __repr__(self) -> str:
        cards = (str(self.hand) or "no cards") + (" of a split" if self.split else "")
        stake = f"{'doubled, ' if self.doubled else ''}stake {self.stake:g}"
        gain = f", gain {self.gain:+g}" if self.gain else ""
        return f"<{cards}, {stake}: {self.fate.value}{gain}>"


@dataclass(frozen=True, repr=False)
class DealtRound:
    """A moment of a round: whose turn it is, what is legal, what it paid. It is immutable.

    >>> state = deal("vegas-strip", "8s 6d 8h Tc")
    >>> state
    <8s 8h against 6d: stand, hit, double, split, surrender>
    >>> state.apply("stand").apply("5h").gain
    -1.0
    """

    round: Round
    """The engine's own value, whose amounts are in units of the rules."""

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.round.rules

    @property
    def turn(self) -> int:
        """Whose turn it is: a seat's number, -1 where a card is to be dealt, -2 at the end."""
        return self.round.turn

    @property
    def over(self) -> bool:
        """Whether the round is over and paid."""
        return self.round.over

    @property
    def legal(self) -> tuple[Action, ...]:
        """The actions that are legal now; empty if it is no seat's turn."""
        return self.round.legal

    @property
    def view(self) -> View:
        """What the seat whose turn it is sees, as in ``game.chart.action(state.view)``."""
        if self.turn < 0:
            raise Illegal("nobody is to act: the round is over, or a card is to be dealt")
        return self.round.view(self.turn)

    @property
    def dealer(self) -> Hand:
        """The dealer's cards that lie face up."""
        return self.round.dealer

    @property
    def hands(self) -> tuple[PlayedHand, ...]:
        """The hands of all seats."""
        return tuple(PlayedHand.of(box, self.rules.unit) for box in self.round.boxes)

    @property
    def bets(self) -> tuple[int, ...]:
        """What each seat bet."""
        return self.round.bets

    @property
    def insurance(self) -> tuple[float, ...]:
        """What each seat has staked on the dealer's blackjack, in bets."""
        return tuple(stake / self.rules.unit for stake in self.round.insurance)

    @property
    def gains(self) -> tuple[float, ...]:
        """What each seat gained in total, in bets, once the round is over."""
        return tuple(net / self.rules.unit for net in self.round.nets)

    @property
    def gain(self) -> float:
        """What the first seat gained in total, in bets, once the round is over."""
        return self.gains[0]

    def apply(self, move: Action | Card | str) -> DealtRound:
        """The round after a card (where one is to be dealt) or an action (at a seat's turn).

        Both may be written: ``apply("hit").apply("5h")``.
        """
        made = _read_move(move) if isinstance(move, str) else move
        if isinstance(made, Card):
            self._check_there(made)
        elif not isinstance(made, Action):
            raise Invalid(f"{move!r} is not a move: it takes a card or an action")
        return DealtRound(self.round.apply(made))

    def _check_there(self, card: Card) -> None:
        """Complain about a card that the decks do not hold beside those on the table."""
        decks = self.rules.finite_decks
        if decks is not None:
            hands = [self.dealer, *(box.hand for box in self.round.boxes)]
            dealt = [one for hand in hands for one in hand.cards]
            dealt += [] if self.round.hole is None else [self.round.hole]
            check_there(decks, (*dealt, card))

    def __repr__(self) -> str:
        mine = " | ".join(str(box.hand) or "no cards" for box in self.round.boxes)
        if self.over:
            now = " ".join(f"{gain:+g}" for gain in self.gains)
        elif self.turn == CHANCE:
            now = "a card is to be dealt"
        else:
            now = ", ".join(map(str, self.legal))
        return f"<{mine} against {self.dealer if self.dealer.cards else 'no cards'}: {now}>"

    def __str__(self) -> str:
        from cutcard.report.felt import draw_round

        return draw_round(self.round)


class Table:
    """A table where a player plays round after round from a bankroll."""

    def __init__(
        self, game: Game, seated: AbstractContextManager[Player], *, seed: int, bankroll: int
    ) -> None:
        self.game = game
        self.seed = seed
        shoe = shoe_for(game.rules, stream(seed, "play"))
        # Kept as long as the table is: a player from a file leaves when it is let go.
        self._seated = seated
        self._session = Session(game.rules, shoe, seated.__enter__(), bankroll=bankroll)

    @property
    def bankroll(self) -> float:
        """What the player has, in bets."""
        return self._session.bankroll / self.game.rules.unit

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return self._session.rounds

    def play_round(self) -> DealtRound:
        """Play a round and return it as it ended."""
        if not self._session.solvent:
            raise Illegal(
                f"a bankroll of {self.bankroll:g} pays for no further bet: it takes 1 or more"
            )
        return DealtRound(self._session.play_round())

    def __repr__(self) -> str:
        return (
            f"<table of {self.game.name}, seed {self.seed}: bankroll {self.bankroll:g}"
            f" after {self.rounds} round{'' if self.rounds == 1 else 's'}>"
        )


def table(
    what: AnyGame,
    /,
    *,
    chart: PlainChart | str | PathLike[str] | None = None,
    player: Player | type[Player] | str | None = None,
    seed: int | None = None,
    bankroll: int = 100,
) -> Table:
    """A table at which a chart, or your own player, plays; the seed decides the cards.

    A player is an object, a class of which one is made, or FILE.py:CLASS for one that plays in a
    separate process.

    >>> here = table("easy", seed=1)
    >>> here.play_round()
    <Jh 8s against Jd 6c 9c: +1>
    >>> here
    <table of easy, seed 1: bankroll 101 after 1 round>
    """
    chosen = game(what)
    if player is not None and chart is not None:
        raise Invalid("chart and player are two ways to play: give one")
    bankroll = whole_number(bankroll, "a bankroll", 1, MOST_CHIPS)
    drawn = new_seed(seed)
    who = ChartPlayer(chosen.charted(chart)) if player is None else player
    return Table(chosen, _seat(who, drawn), seed=drawn, bankroll=bankroll)


def _seat(player: Player | type[Player] | str, seed: int) -> AbstractContextManager[Player]:
    """A player at the table; one that is yet to be made draws from a stream of this seed."""
    if isinstance(player, str | type):
        from cutcard.lab.guests import Guest  # imported here: few tables need other processes

        return Guest(player).seated(stream(seed, "player"))
    from cutcard.lab.player_classes import check_methods

    check_methods(player, Player, f"{player!r}")
    return nullcontext(player)


def deal(what: AnyGame, dealt: AnyCards = (), /, *, bets: Iterable[int] = (1,)) -> DealtRound:
    """A round in which these cards were dealt, in the order in which they leave the shoe.

    >>> deal("vegas-strip", "As 6d Kh Tc").gain
    1.5
    """
    state = DealtRound(Round.start(game(what).rules, _bets(bets)))
    for card in given_cards(dealt):
        state = state.apply(card)
    return state


def _bets(given: Iterable[int]) -> tuple[int, ...]:
    """The bets of all seats."""
    several = isinstance(own_number(given), Iterable) and not isinstance(given, str)
    numbers = list(map(own_number, given)) if several else []
    bets = tuple(bet for bet in numbers if type(bet) is int)
    if not bets or len(bets) < len(numbers):
        raise Invalid(
            f"{given!r} is not a sequence of bets: it takes a whole number for each seat, as in"
            " (1,) or (2, 1)"
        )
    return bets


def _read_move(text: str) -> Action | Card:
    """A card, or an action by its name or its letter."""
    for action in Action:
        if text.lower() in (str(action), action.value.lower()):
            return action
    try:
        return Card(text)
    except InvalidCard:
        names = ", ".join(map(str, Action))
        raise Invalid(
            f"{text!r} is not a move: it takes a card such as 8s, or an action: {names}"
        ) from None
