"""What the tests of blackjack share: scripted rounds, and Hypothesis' ways of making up games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, permutations, product
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from cutcard.blackjack.actions import Action, Event
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules, _Deal, _Reshuffle
from cutcard.cards import RANKS, Card, read_cards
from cutcard.driver import CHANCE, OVER
from cutcard.rulebook import InvalidRules, Odds, OneOf, Ratio, WholeNumber, YesNo
from cutcard.shoes import ScriptedShoe, ShoeEmpty

Choose = Callable[[Sequence[Action]], Action]


# The dealer's second card: not looked at before all have played, or not there until then, where a
# blackjack takes everything, or original bets only.
HIDDEN = {"hole_card": "hidden"}
ENHC = {"hole_card": "none"}
OBO = {"hole_card": "none", "dealer_blackjack_takes": "original"}


def rules_with(**fields: object) -> Rules:
    """Rules by which the player's two cards come first, then the dealer's."""
    return Rules(**({"deal": "PPUH"} | fields))


@dataclass
class Played:
    """A round from its first state to its last, and the moves between them."""

    states: list[Round]
    moves: list[Card | Action]

    @property
    def last(self) -> Round:
        return self.states[-1]

    @property
    def events(self) -> list[Event]:
        return [event for state in self.states for event in state.events]

    @property
    def cards(self) -> list[Card]:
        """The cards dealt, in order."""
        return [move for move in self.moves if isinstance(move, Card)]

    @property
    def chips(self) -> tuple[Fraction, ...]:
        """What each seat gained, in chips."""
        return tuple(Fraction(net, self.last.rules.unit) for net in self.last.nets)


def play_out(rules: Rules, bets: tuple[int, ...], deck: Iterator[Card], choose: Choose) -> Played:
    """Play a round to its end, or to the end of the cards."""
    state = Round.start(rules, bets)
    shoe = ScriptedShoe(deck)
    played = Played([state], [])
    while state.turn != OVER:
        try:
            move = shoe.draw() if state.turn == CHANCE else choose(state.legal)
        except ShoeEmpty:
            break
        state = state.apply(move)
        played.states.append(state)
        played.moves.append(move)
    return played


def script(rules: Rules, deck: str, letters: str = "", bets: tuple[int, ...] = (1,)) -> Played:
    """Play exactly these cards and actions; neither may be left over or wanting."""
    actions = [Action(letter) for letter in letters]
    dealt = read_cards(deck)

    def choose(legal: Sequence[Action]) -> Action:
        assert actions, f"the script ends where a player may {legal}"
        return actions.pop(0)

    played = play_out(rules, bets, iter(dealt), choose)
    assert played.last.over, "the script wants cards"
    assert not actions, f"the round is over, and {actions} are left over"
    assert played.cards == list(dealt), "cards are left over"
    return played


def ask(rules: Rules, deck: str, letters: str = "", bets: tuple[int, ...] = (1,)) -> Round:
    """The state in which these cards and actions are used up."""
    actions = [Action(letter) for letter in letters]
    dealt = read_cards(deck)
    state = Round.start(rules, bets)
    at = 0
    while True:
        if state.turn == CHANCE and at < len(dealt):
            state = state.apply(dealt[at])
            at += 1
        elif state.turn >= 0 and actions:
            state = state.apply(actions.pop(0))
        else:
            assert at == len(dealt), "cards are left over"
            assert not actions, f"{actions} are left over"
            return state


def letters_of(actions: Sequence[Action]) -> str:
    """Actions as their letters, in alphabetical order."""
    return "".join(sorted(action.value for action in actions))


# Rules at random: every field takes every value of its kind, and what contradicts is left out.


def few(kind: object) -> tuple[Any, ...]:
    """All values of a field of this kind, if they are few; a word as often as all numbers."""
    match kind:
        case YesNo():
            return (False, True)
        case OneOf(enumeration=enumeration, only=only):
            return only or tuple(enumeration)
        case WholeNumber(least=least, most=most, word=word):
            numbers = tuple(range(least, most + 1))
            return numbers if word is None else (word,) * len(numbers) + numbers
        case _Deal():
            return tuple(map("".join, permutations("PUPH")))
    return ()


class Drawn:
    """Bytes that Hypothesis has drawn, read as one number after another.

    Each draw takes Hypothesis longer than many a round: one for a whole game is enough.
    """

    def __init__(self, drawn: bytes) -> None:
        self._drawn = drawn
        self._at = 0

    def below(self, bound: int) -> int:
        """The next number from 0 up to a bound, which is not among them."""
        size = ((bound - 1).bit_length() + 7) // 8
        self._at += size
        assert self._at <= len(self._drawn), "too few bytes are drawn"
        return int.from_bytes(self._drawn[self._at - size : self._at]) % bound

    def one_of(self, things: Sequence[Any]) -> Any:
        """One of these things."""
        return things[self.below(len(things))]

    def some(self, least: int, most: int) -> bytes:
        """The next bytes, some number of them."""
        size = least + self.below(most - least + 1)
        self._at += size
        assert self._at <= len(self._drawn), "too few bytes are drawn"
        return self._drawn[self._at - size : self._at]


def read_from(size: int, read: Callable[[Drawn], Any]) -> st.SearchStrategy[Any]:
    """What can be read from this many bytes."""
    return st.binary(min_size=size, max_size=size).map(lambda drawn: read(Drawn(drawn)))


_USUAL_ODDS = (Odds(3, 2), Odds(6, 5), Odds(1, 1), Odds(2, 1), Odds(7, 5))


def _read_value(kind: object, drawn: Drawn) -> object:
    """A value of a field of this kind, if they are many; one that nobody knows is an error."""
    match kind:
        case Ratio():
            if drawn.below(2):
                return Odds(1 + drawn.below(100), 1 + drawn.below(100))
            return drawn.one_of(_USUAL_ODDS)
        case _Reshuffle():
            way = drawn.below(3)
            if way == 0:
                return "every-round"
            return f"{1 + drawn.below(100)}%" if way == 1 else 1 + drawn.below(416)
    raise AssertionError(f"no way to read {kind}")


def any_value(name: str) -> st.SearchStrategy[Any]:
    """The values of a field that takes many."""
    return read_from(_MOST, lambda drawn: _read_value(KINDS[name], drawn))


KINDS = {field.name: field.metadata["kind"] for field in Rules.fields()}


def _goes(**fields: object) -> bool:
    try:
        Rules(**fields)
    except InvalidRules:
        return False
    return True


def _all_that_go(*names: str, **fixed: object) -> list[dict[str, object]]:
    """The combinations of values of these fields that contradict neither each other nor others."""
    combinations = product(*(few(KINDS[name]) for name in names))
    fields = [dict(zip(names, combination, strict=True)) for combination in combinations]
    return [some for some in fields if _goes(**some, **fixed)]


# Fields that may contradict each other are drawn together, from the combinations that go.
_ENTANGLED = _all_that_go("hole_card", "naturals", "surrender", "insurance")
_SHOES = _all_that_go("decks", "shuffle", reshuffle="every-round")
_OTHERS = [name for name in KINDS if name not in {*_ENTANGLED[0], *_SHOES[0]}]
_WORDS = {name: few(KINDS[name]) for name in _OTHERS if few(KINDS[name])}
_NUMBERS = {name: KINDS[name] for name in _OTHERS if name not in _WORDS}

_MOST = 3
"""Bytes that a field of many values takes at most; others take one."""
_RULES = 2 + len(_WORDS) + _MOST * len(_NUMBERS)


def _read_rules(drawn: Drawn, fixed: dict[str, object]) -> Rules:
    fields = {
        **drawn.one_of(_entangled(**fixed)),
        **drawn.one_of(_SHOES),
        **{name: drawn.one_of(words) for name, words in _WORDS.items()},
        **{name: _read_value(kind, drawn) for name, kind in _NUMBERS.items()},
        **fixed,
    }
    if fields["shuffle"] == "riffle" and not _goes(**fields):
        fields["reshuffle"] = "every-round"  # one deck must last for a round
    return Rules(**fields)


@cache
def _entangled(**fixed: object) -> list[dict[str, object]]:
    """The combinations of entangled fields that go with those given."""
    return [
        combination
        for combination in _ENTANGLED
        if all(fixed.get(name, value) == value for name, value in combination.items())
    ]


def any_rules(**fixed: object) -> st.SearchStrategy[Rules]:
    """Valid rules; some fields may be given."""
    return read_from(_RULES, lambda drawn: _read_rules(drawn, fixed))


# Cards and play at random.


_CARDS = (*map(Card, "AAAATTTKJ88882233"), *RANKS)
_FIRST = 40
"""Cards at most that a shoe is made to begin with."""


def _read_cards(drawn: Drawn) -> tuple[Card, ...]:
    return tuple([_CARDS[byte % len(_CARDS)] for byte in drawn.some(0, _FIRST)])


def any_cards() -> st.SearchStrategy[tuple[Card, ...]]:
    """The first cards of a shoe, rich in pairs, aces and tens."""
    return read_from(1 + _FIRST, _read_cards)


def endless(first: Sequence[Card], seed: int) -> Iterator[Card]:
    """These cards, then others for ever."""
    random = Random(seed)
    return chain(first, iter(lambda: random.choice(RANKS), None))


_CHOICES = 30


def any_choices(most: int = _CHOICES) -> st.SearchStrategy[list[int]]:
    """What a player does who knows only how many things may be done."""
    return read_from(1 + most, lambda drawn: list(drawn.some(1, most)))


_SELDOM_FIRST = sorted(Action, key=lambda action: "PDHINRS".index(action.value))


def chooser(choices: Sequence[int]) -> Choose:
    """Answer the n-th question with the n-th choice, over and over.

    Large choices are for what can seldom be done: to split, else to double.
    """
    asked = iter(range(10**9))

    def choose(legal: Sequence[Action]) -> Action:
        ordered = [action for action in _SELDOM_FIRST if action in legal]
        choice = choices[next(asked) % len(choices)]
        return ordered[0 if choice >= 160 else choice % len(ordered)]

    return choose


@dataclass(frozen=True)
class Game:
    """Rules, bets, cards and choices: all that a round depends on."""

    rules: Rules
    bets: tuple[int, ...]
    first: tuple[Card, ...]
    seed: int
    choices: list[int]

    def play(self, **changes: Any) -> Played:
        """Play it, with other bets, rules or cards if they are given."""
        rules = changes.get("rules", self.rules)
        bets = changes.get("bets", self.bets)
        disguise = changes.get("disguise", lambda card: card)
        deck = (disguise(card) for card in endless(self.first, self.seed))
        return play_out(rules, bets, deck, chooser(self.choices))


def games(*, seats: int = 3, most: int = 9, **fixed: object) -> st.SearchStrategy[Game]:
    """Games at random; some fields of their rules may be given."""

    def read(drawn: Drawn) -> Game:
        return Game(
            _read_rules(drawn, fixed),
            tuple([1 + byte % most for byte in drawn.some(1, seats)]),
            _read_cards(drawn),
            drawn.below(2**32),
            list(drawn.some(1, _CHOICES)),
        )

    return read_from(_RULES + 1 + seats + 1 + _FIRST + 4 + 1 + _CHOICES, read)


def law(examples: int = 100) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Hypothesis' settings for a law."""
    return settings(max_examples=examples, deadline=None)
