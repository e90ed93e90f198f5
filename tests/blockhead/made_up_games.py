"""What the tests of Blockhead share: scripted tables, and Hypothesis' ways of making up games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from cutcard.blockhead.deal import Deal, Event, View
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.rules import Rules
from cutcard.cards import DECK, Card, read_cards
from cutcard.driver import CHANCE, OVER

STREETS = ("duu u u", "duuuu", "d u u u u", "uuu u u", "ddu u u", "u d u d u", "ddddd", "dd uuu")
SHORT_STREETS = ("du u", "d", "u", "ddu", "d u", "duuu", "dd u")
DECKS = ("A-K", "A-3", "A9-K", "5-8 shc", "A-K s", "A-T hd")


@dataclass
class Played:
    """A deal from its first state to its last."""

    states: list[Deal]

    @property
    def last(self) -> Deal:
        return self.states[-1]

    @property
    def events(self) -> list[Event]:
        return [event for state in self.states[1:] for event in state.events]


def play_out(start: Deal, deck: Iterable[Card], choose: Callable[[View], int]) -> Played:
    """Play a deal to its end with these cards in this order."""
    rest = iter(deck)
    played = Played([start])
    while (turn := played.last.turn) != OVER:
        state = played.last
        move = next(rest) if turn == CHANCE else choose(state.view(turn))
        played.states.append(state.apply(move))
    return played


def dealt(text: str, rules: Rules | None = None, opener: int = 0, carry: int = 0) -> Deal:
    """A deal after these cards, in the order dealt."""
    deal = Deal.start(rules or Rules(), opener, carry)
    for card in read_cards(text):
        deal = deal.apply(card)
    return deal


def scripted(text: str, bets: str, rules: Rules | None = None, opener: int = 0) -> Deal:
    """A deal played with these cards and these bets, the bidding rounds parted by commas."""
    rest = iter(read_cards(text))
    deal = Deal.start(rules or Rules(), opener)
    for bidding in bets.split(","):
        while deal.turn == CHANCE:
            deal = deal.apply(next(rest))
        for bet in bidding.split():
            deal = deal.apply(int(bet))
    return deal


@dataclass
class Script:
    """A player who makes the bets of a script, and then checks or calls."""

    bets: Iterator[int]

    @staticmethod
    def of(text: str = "") -> Script:
        return Script(iter([int(bet) for bet in text.split()]))

    def act(self, view: View) -> int:
        return next(self.bets, view.to_call)

    def see(self, event: Event) -> None:
        pass


class Whim:
    """Bets at random, with a liking for calls so that deals come to a showdown."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def act(self, view: View) -> int:
        return whim(self._random, view.legal, view.to_call)

    def see(self, event: Event) -> None:
        pass


def whim(random: Random, legal: Sequence[int], to_call: int) -> int:
    """A random bet; two draws from the stream, whatever the bet."""
    calls, at = random.random(), random.random()
    return to_call if calls < 0.6 else legal[int(at * len(legal))]


@dataclass
class StackedDecks:
    """Deals each deal from the next of these decks."""

    decks: Iterator[Sequence[Card]]

    def shuffle(self) -> None:
        self._cards = iter(next(self.decks))

    def draw(self) -> Card:
        return next(self._cards)


def shuffled(random: Random, deck: Sequence[Card] = DECK) -> list[Card]:
    """A deck in random order."""
    return random.sample(deck, len(deck))


def tie_prone(random: Random) -> list[Card]:
    """A deck with nines, tens and court cards on top, so that ties are frequent."""
    high = [card for card in DECK if card.points >= 9]
    return random.sample(high, len(high))


def size(deck: str) -> int:
    """The number of cards in a deck of the rules."""
    return len(cards_in(deck))


@st.composite
def any_rules(draw: st.DrawFn, streets: Sequence[str] = (*STREETS, *SHORT_STREETS)) -> Rules:
    """Rules of all kinds."""
    least = draw(st.integers(1, 12))
    chosen = draw(st.sampled_from(streets))
    cards = len(chosen.replace(" ", ""))
    deck = draw(st.sampled_from([deck for deck in DECKS if size(deck) >= 2 * cards]))
    return Rules(
        seats=draw(st.integers(2, min(6, size(deck) // cards))),
        deals=draw(st.integers(1, 4)),
        stake=draw(st.integers(1, 50)),
        ante=draw(st.integers(1, 30)),
        least_raise=least,
        most_raise=least + draw(st.integers(0, 12)),
        raises=draw(st.integers(0, 4)),
        deck=deck,
        streets=chosen,
        check_closes=draw(st.booleans()),
        tied_pot=draw(st.sampled_from(["carry", "split"])),
        valuation=draw(st.sampled_from(["points", "poker"])) if cards == 5 else "points",
    )


@dataclass(frozen=True)
class MadeUp:
    """A deal made up: its beginning, its cards and a stream for whims."""

    rules: Rules
    opener: int
    carry: int
    seed: int
    ties: bool

    @property
    def deck(self) -> list[Card]:
        random = Random(self.seed)
        return tie_prone(random) if self.ties else shuffled(random, cards_in(self.rules.deck))

    def play(self, deck: Sequence[Card] | None = None) -> Played:
        random = Random(self.seed + 1)
        return play_out(
            Deal.start(self.rules, self.opener, self.carry),
            self.deck if deck is None else deck,
            lambda view: whim(random, view.legal, view.to_call),
        )


@st.composite
def deals(draw: st.DrawFn, **fixed: object) -> MadeUp:
    """Deals of all kinds."""
    rules = replace(draw(any_rules()), **fixed)
    return MadeUp(
        rules=rules,
        opener=draw(st.integers(0, rules.seats - 1)),
        carry=draw(st.integers(0, 99)),
        seed=draw(st.integers(0, 2**32)),
        # The high cards are 20, enough for four hands.
        ties=rules.deck == "A-K" and rules.seats <= 4 and draw(st.booleans()),
    )
