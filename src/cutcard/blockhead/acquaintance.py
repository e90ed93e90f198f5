"""What is known of an opponent: who it may be, by all that it has bet, from game to game.

It may be one of the players whose ways are known, or a stranger, who bets as it has bet so far. How
likely each of them is follows from its bets (Bayes). A bet of a player who looks at its hidden card
counts for every card that it may hold, and at a showdown for the card that it held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from cutcard.blockhead.belief import Situation, hidden_cards, situations
from cutcard.blockhead.deal import Bet, Dealt, Event, Shown
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.habits import (
    CALLS,
    CHECKS,
    FOLDS,
    LEADS,
    OPENING_RAISES,
    RAISES,
    habit_of,
    lead_class,
)
from cutcard.blockhead.policy_files import other_rule
from cutcard.blockhead.regular import MEMORY
from cutcard.blockhead.rules import Rules
from cutcard.documents import MissingFile
from cutcard.errors import CutcardError, Illegal
from cutcard.number_arrays import Integers
from cutcard.rulebook import written
from cutcard.sealed_arrays import Arrays, InvalidArrays, read_arrays, write_arrays

STRANGER: Final = "stranger"

AT_FIRST: Final = {"alpha": 0.1, "caller": 0.1, "raiser": 0.1, "random": 0.1, STRANGER: 0.6}
"""How likely an opponent of whom nothing is known is each of these."""

SLIP: Final = 0.01
"""How often a known player is taken to make any bet at all: nobody is ruled out for good."""

WHIM: Final = 0.1
"""The same of a stranger. It is more often: whoever calls for a thousand deals is taken for the
player who always calls, and not for a stranger with the same habit."""

CHANGED: Final = 0.002
"""How likely it is, from deal to deal, that somebody else has sat down."""

_USUAL: Final = (1.0, 2.0, 1.0, 2.0, 1.0)
"""How often a stranger is taken to have folded, called, raised, checked and raised where there was
nothing to call, before it has done any of it."""

_ANY_SIZE: Final = 0.5
"""The same for each size of a raise."""

FORMAT: Final = "cutcard memory"
VERSION: Final = 1


@dataclass(frozen=True, eq=False)
class Acquaintance:
    """What is known of an opponent after some deals."""

    odds: Mapping[str, float]
    """How likely it is to be each player of AT_FIRST."""
    habits: Integers
    """What it has done, as `habits` counts it, by the class of its lead in open points."""
    sizes: Integers
    """How often it has raised by each size, the least first."""
    deals: int = 0

    @staticmethod
    def new(rules: Rules) -> Acquaintance:
        """An opponent of whom nothing is known."""
        habits = np.zeros((LEADS, len(_USUAL)), np.int64)
        return Acquaintance(AT_FIRST, habits, np.zeros(_number_of_sizes(rules), np.int64))

    def odds_with(
        self, deal: Sequence[Event], rules: Rules, seat: int, pot: int, own: int
    ) -> dict[str, float]:
        """Who it may be, with its bets in a deal from a seat counted, too.

        The pot is the present one; ``own`` are the points of our hidden card, 0 if we never looked.
        """
        begun = pot - sum(event.chips for event in deal if isinstance(event, Bet))
        made = situations(deal, rules, seat, begun)
        cards = _shown_card(deal, seat) or _unseen(deal, rules, own)
        likely = dict.fromkeys(AT_FIRST, 1.0)
        by_card = dict(cards)
        for situation, chips in made:
            slip = SLIP / _legal(situation)
            fits = hidden_cards(situation, chips)
            for card in by_card:
                by_card[card] *= (1 - SLIP) * (fits >> card & 1) + slip
            to_call = situation.to_call
            likely["caller"] *= (1 - SLIP) * (chips == to_call) + slip
            likely["raiser"] *= (1 - SLIP) * (chips == to_call + situation.raises[1]) + slip
            likely["random"] /= _legal(situation)
            usual = self._usual_odds(situation, chips)
            likely[STRANGER] *= (1 - WHIM) * usual + WHIM / _legal(situation)
        likely["alpha"] = sum(by_card.values()) / sum(cards.values())
        whole = sum(self.odds[name] * likely[name] for name in likely)
        return {name: self.odds[name] * likely[name] / whole for name in likely}

    def _usual_odds(self, situation: Situation, chips: int) -> float:
        """How often a stranger makes this bet, by what it has done with such a lead."""
        habits = self.habits[lead_class(situation.lead)] + np.array(_USUAL)
        raised = chips - situation.to_call
        if situation.to_call:
            answers = habits[[FOLDS, CALLS, RAISES]]
            done = 2 if raised > 0 else int(raised == 0)
        else:
            answers = habits[[CHECKS, OPENING_RAISES]]
            done = int(raised > 0)
        if not situation.raises[1]:
            answers = answers[:-1]
        odds = float(answers[done] / answers.sum())
        if raised <= 0:
            return odds
        sizes = self.sizes + _ANY_SIZE
        return odds * float(sizes[raised - situation.raises[0]] / sizes.sum())

    def after(
        self, deal: Sequence[Event], rules: Rules, seat: int, pot: int, own: int
    ) -> Acquaintance:
        """What is known after a deal that is over; the arguments are those of `odds_with`."""
        odds = self.odds_with(deal, rules, seat, pot, own)
        kept = {name: (1 - CHANGED) * odds[name] + CHANGED * AT_FIRST[name] for name in odds}
        habits, sizes = self.habits.copy(), self.sizes.copy()
        shown = [0, 0]
        for event in deal:
            if isinstance(event, Dealt) and event.card is not None:
                shown[event.seat] += event.card.points
            elif isinstance(event, Bet) and event.player == seat:
                habits[lead_class(shown[seat] - shown[1 - seat]), habit_of(event)] += 1
                if event.raised:
                    sizes[event.raised - rules.least_raise] += 1
        return Acquaintance(kept, habits, sizes, self.deals + 1)

    def save(self, path: Path, game: str, rules: Rules) -> None:
        """Write it to a file, whole or not at all."""
        header = {
            "format": FORMAT,
            "version": VERSION,
            "game": game,
            "rules": rules.plain(),
            "deals": self.deals,
            "odds": dict(self.odds),
        }
        write_arrays(path, header, {"habits": self.habits, "sizes": self.sizes}, MEMORY)


def load_acquaintance(path: Path, rules: Rules) -> Acquaintance:
    """What a file remembers of an opponent; nothing, if there is no such file yet."""
    try:
        header, arrays = read_arrays(path, MEMORY)
    except MissingFile:
        return Acquaintance.new(rules)
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise InvalidArrays(f"{path} holds no memory of version {VERSION}: name another file")
    try:
        known = Rules().changed(header["rules"])
        found = _read(header, arrays, known)
    except (AttributeError, KeyError, TypeError, ValueError, CutcardError) as error:
        raise InvalidArrays(f"{MEMORY} {path} makes no sense: name another file") from error
    other = other_rule(known, rules)
    if other:
        theirs, ours = (written(one.plain()[other]) for one in (known, rules))
        raise Illegal(
            f"{MEMORY} {path} is of {header['game']} with {other} = {theirs}: {other} = {ours} does"
            " not go with it"
        )
    return found


def _read(header: Mapping[str, Any], arrays: Arrays, rules: Rules) -> Acquaintance:
    new = Acquaintance.new(rules)
    odds = {name: float(header["odds"][name]) for name in AT_FIRST}
    deals = int(header["deals"])
    if not all(0 <= likely <= 1 for likely in odds.values()) or abs(sum(odds.values()) - 1) > 1e-6:
        raise ValueError(odds)
    for name, blank in (("habits", new.habits), ("sizes", new.sizes)):
        counts = arrays[name]
        if counts.dtype != np.int64 or counts.shape != blank.shape or counts.min() < 0:
            raise ValueError(name)
    return Acquaintance(odds, arrays["habits"], arrays["sizes"], deals)


def _number_of_sizes(rules: Rules) -> int:
    return rules.most_raise - rules.least_raise + 1


def _legal(situation: Situation) -> int:
    """How many bets were legal."""
    least, most = situation.raises
    return (2 if situation.to_call else 1) + (most - least + 1 if most else 0)


def _shown_card(deal: Sequence[Event], seat: int) -> dict[int, float]:
    """The hidden card that a seat showed, as the only one it may have had; empty if it did not."""
    for event in deal:
        if isinstance(event, Shown) and event.seat == seat:
            return {event.hand.cards[event.hand.down[0]].points: 1.0}
    return {}


def _unseen(deal: Sequence[Event], rules: Rules, own: int) -> dict[int, float]:
    """How many cards of each number of points nobody has shown, our hidden one left out."""
    counts = dict(_whole_deck(rules.deck))
    for event in deal:
        if isinstance(event, Dealt) and event.card is not None:
            counts[event.card.points] -= 1
    if own:
        counts[own] -= 1
    return counts


@lru_cache(maxsize=16)
def _whole_deck(deck: str) -> dict[int, float]:
    points = [card.points for card in cards_in(deck)]
    return {value: float(points.count(value)) for value in sorted(set(points))}
