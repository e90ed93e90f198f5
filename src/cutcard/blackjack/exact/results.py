"""The odds of every result of a round, and how far results scatter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import sqrt
from typing import Final

import numpy as np

from cutcard.blackjack.box import Fate
from cutcard.blackjack.dealer import End
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import Composition, check_enough, without
from cutcard.blackjack.exact.hands import Codes, all_hands, holding, of_two_or_more
from cutcard.blackjack.exact.payoffs import takes_original
from cutcard.blackjack.exact.policy import GIVE_UP, INSURE, SPLIT, SURRENDER, Plays, Policy
from cutcard.blackjack.exact.showing import TWO
from cutcard.blackjack.exact.solution import Charted, Opening, Plan, kind_of, openings
from cutcard.blackjack.exact.splits import endings
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.settlement import verdict
from cutcard.cards import Card
from cutcard.cores import on_all_cores
from cutcard.errors import Illegal
from cutcard.number_arrays import Floats, Integers

CLASSES: Final = 15
"""Classes of hands: stands with one stake on less than 17 and on 17 to 21, the same with two
stakes, has won by its number of cards, is bust with one stake, with two."""

_WON: Final = 12
_REACH: Final = 16
"""No split gains or loses more than two bets on each of eight hands."""


class UnknownResults(Illegal):
    """Rules for which the odds of results are not known exactly."""


@dataclass(frozen=True)
class Results:
    """The odds of every gain, in initial bets."""

    odds: Mapping[float, float]

    @property
    def mean(self) -> float:
        """The edge."""
        return sum(gain * odds for gain, odds in self.odds.items())

    @property
    def deviation(self) -> float:
        """The standard deviation of one round's result."""
        mean = self.mean
        return sqrt(sum(odds * (gain - mean) ** 2 for gain, odds in self.odds.items()))


def results_of(
    rules: Rules, way: Charted | Policy | None = None, *, removed: Iterable[Card] = ()
) -> Results:
    """The results of a way to play, or of the best; exact, from an infinite shoe or with one split.

    >>> f"{results_of(Rules(decks='infinite')).deviation:.6f}"
    '1.153752'
    """
    return results_of_shoe(rules, without(rules, removed), way)


def results_of_shoe(
    rules: Rules, shoe: Composition, way: Charted | Policy | None = None
) -> Results:
    """The results of a way to play from any shoe."""
    check_enough(rules, shoe)
    if not shoe.infinite and rules.max_hands > 2:
        raise UnknownResults(
            f"results are not known exactly for max_hands = {rules.max_hands} from a finite shoe:"
            " it takes max_hands = 2 or decks = infinite"
        )
    plan = None if way is None else Plan(rules, way)
    shown = openings(rules, shoe, in_order=plan is not None and plan.in_order)
    plays = {opening: plan.against(opening.hand) for opening in shown} if plan else {}

    def gains(opening: Opening) -> dict[float, float]:
        against = Against(rules, shoe, tuple(sorted(opening.dealer)))
        return _Tally(against, plays.get(opening) or against.best().plays).gains

    kinds = {opening: (kind_of(opening, shoe), id(plays.get(opening))) for opening in shown}
    dealers = {kind: opening for opening, kind in kinds.items()}
    known = dict(zip(dealers, on_all_cores(gains, dealers.values()), strict=True))
    found: defaultdict[float, float] = defaultdict(float)
    for opening, kind in kinds.items():
        for gain, odds in known[kind].items():
            found[gain] += opening.odds * odds
    return Results({gain: odds for gain, odds in sorted(found.items()) if odds > 0})


def class_gain(rules: Rules, kind: int, end: End) -> float:
    """What a hand of this class gains when bets are not given back."""
    if kind == _WON:
        return float(verdict(rules, Fate.CHARLIE, 21, end))
    if kind > _WON:
        return -float(kind - _WON)
    stake, total = 1 + kind // 6, 16 + kind % 6
    return float(stake * verdict(rules, Fate.STOOD, total, end))


@lru_cache(maxsize=8)
def _gains_by_class(rules: Rules) -> Callable[[int, End], float]:
    """What hands gain by their class and the dealer's end: few classes, asked for very often."""
    return cache(partial(class_gain, rules))


class _Tally:
    """The odds of every gain against one dealer."""

    def __init__(self, against: Against, plays: Plays) -> None:
        self.gains: defaultdict[float, float] = defaultdict(float)
        self._against = against
        self._plays = plays
        rules = against.rules
        self._peeked = rules.hole_card is HoleCard.PEEK
        self._original = takes_original(rules)
        self._gain = _gains_by_class(rules)
        played = {False: np.zeros(len(all_hands().size)), True: np.zeros(len(all_hands().size))}
        for at in TWO.tolist():
            odds = float(against.odds[at])
            insured = bool(plays.answers[at] == INSURE)
            if odds == 0 or self._decided(at, odds, insured=insured):
                continue
            if plays.firsts[at] == SPLIT:
                self._split(int(all_hands().counts[at].argmax()), odds, insured=insured)
            else:
                played[insured][at] = odds
        for insured, weights in played.items():
            if weights.any():
                self._play(weights, insured=insured)

    def _add(self, gain: float, odds: float, *, natural: bool, insured: bool) -> None:
        """Add a gain, with what an insurance bet brought beside it."""
        if insured:
            won, lost = self._against.insurance
            gain += won if natural else lost
        self.gains[gain] += odds

    def _decided(self, at: int, odds: float, *, insured: bool) -> bool:
        """Add what is decided before the hand is played; tell whether all of it is."""
        against = self._against
        if against.natural[at]:
            tied, paid = against.naturals
            both = 1.0 if against.has_blackjack else against.blackjack_odds(at)
            self._add(tied, odds * both, natural=True, insured=insured)
            self._add(paid, odds * (1 - both), natural=False, insured=insured)
            return True
        if against.has_blackjack:
            self.gains[-1.0] += odds
            return True
        if self._plays.answers[at] == GIVE_UP:
            self.gains[against.given_up] += odds
            return True
        blackjack = against.blackjack_odds(at)
        if self._peeked:
            self._add(-1.0, odds * blackjack, natural=True, insured=insured)
        if self._plays.firsts[at] != SURRENDER:
            return False
        if not self._peeked:
            self._add(against.given_up, odds * blackjack, natural=True, insured=insured)
        self._add(against.given_up, odds * (1 - blackjack), natural=False, insured=insured)
        return True

    def _play(self, weights: Floats, *, insured: bool) -> None:
        """Add the results of hands that are played as they are."""
        joint = self._joint(
            of_two_or_more(),
            np.where(all_hands().size == 2, self._plays.firsts, self._plays.later),
            weights,
        )
        for end in self._ends():
            for kind in range(CLASSES):
                gain = self._gain(kind, end)
                if end is End.BLACKJACK and self._original:
                    gain = 1.0 if kind == _WON else -1.0
                natural = end is End.BLACKJACK
                self._add(gain, float(joint[kind, end]), natural=natural, insured=insured)

    def _joint(self, wanted: Integers, plays: Codes, weights: Floats) -> Floats:
        from cutcard.blackjack.exact.joint import joint_of_one

        against = self._against
        joint = np.zeros((CLASSES, len(End)))
        charlie = against.rules.charlie_at
        joint_of_one(
            all_hands(), against.draws, against.shoe, wanted, plays, weights, charlie, joint
        )
        return joint

    def _ends(self) -> list[End]:
        """The dealer's ends that hands are played against."""
        return [end for end in End if end is not End.BLACKJACK or not self._peeked]

    def _split(self, card: int, odds: float, *, insured: bool) -> None:
        """Add the results of a pair that is split."""
        after = self._plays.later.copy()
        after[all_hands().pair[card]] = self._plays.afters[card]
        if self._against.step:
            self._split_once(card, after, odds, insured=insured)
        else:
            self._split_for_ever(card, after, odds, insured=insured)

    def _split_once(self, card: int, after: Codes, odds: float, *, insured: bool) -> None:
        """Add the results of two hands from a finite shoe, all cards of both gone from it."""
        from cutcard.blackjack.exact.joint import joint_of_two

        against = self._against
        joint = np.zeros((CLASSES, CLASSES, len(End)))
        joint_of_two(
            all_hands(),
            against.draws,
            against.shoe,
            holding(card),
            after,
            card,
            against.rules.charlie_at,
            joint,
        )
        for end in self._ends():
            natural = end is End.BLACKJACK
            for one, two in zip(*np.nonzero(joint[:, :, end]), strict=True):
                if natural and self._original:
                    won = int(one == _WON) + int(two == _WON)
                    gain = float(won if won == 2 else won - 1)
                else:
                    gain = self._gain(int(one), end) + self._gain(int(two), end)
                chance = odds * float(joint[one, two, end])
                self._add(gain, chance, natural=natural, insured=insured)

    def _split_for_ever(self, card: int, after: Codes, odds: float, *, insured: bool) -> None:
        """Add the results of hands from an infinite shoe: given the dealer's, each for itself."""
        against, pair = self._against, all_hands().pair
        again = float(against.left[card] / against.shoe.cards)
        joints = []
        for paired in (False, True):
            weights = np.zeros(len(all_hands().size))
            for second in range(10):
                if (second == card) == paired:
                    weights[pair[card, second]] = against.left[second] / against.shoe.cards
            joints.append(self._joint(holding(card), after, weights))
        most = int(against.free.max_hands[card])
        if not self._plays.resplits[card]:
            most = min(most, 2)
        for end in self._ends():
            natural = end is End.BLACKJACK
            # Given the dealer's end, which the hands' cards do not change.
            chance = float(sum(joint[:, end].sum() for joint in joints))
            if chance == 0:
                continue
            one, both = (self._line(joint[:, end] / chance, end) for joint in joints)
            folded = _Folded(one, both)
            for ending, ways in endings(most).items():
                weight = odds * chance * ways * again ** (ending.pairs - ending.kept)
                line = folded.of(ending.others, ending.kept)
                hands = ending.others + ending.kept
                for gain in np.flatnonzero(line).tolist():
                    result = float(gain - _REACH)
                    if natural and self._original and result < hands:
                        result -= 1.0  # some hand has not won, and loses the original bet
                    chance_here = weight * float(line[gain])
                    self._add(result, chance_here, natural=natural, insured=insured)

    def _line(self, chances: Floats, end: End) -> Floats:
        """The odds of a hand's gains, as a line of numbers with nothing gained in its middle."""
        line = np.zeros(2 * _REACH + 1)
        for kind in range(CLASSES):
            gain = self._gain(kind, end)
            if end is End.BLACKJACK and self._original:
                gain = float(kind == _WON)
            line[_REACH + round(gain)] += chances[kind]
        return line


class _Folded:
    """The odds of the gains of several hands together, from those of each."""

    def __init__(self, one: Floats, both: Floats) -> None:
        self._one = one
        self._both = both
        none = np.zeros(2 * _REACH + 1)
        none[_REACH] = 1.0
        self._known = {(0, 0): none}

    def of(self, others: int, kept: int) -> Floats:
        """Of this many hands of either kind; fewer of them are folded on the way, and kept."""
        if (others, kept) not in self._known:
            fewer, hand = ((others, kept - 1), self._both) if kept else ((others - 1, 0), self._one)
            line = np.convolve(self.of(*fewer), hand)[_REACH : _REACH + 2 * _REACH + 1]
            self._known[others, kept] = line
        return self._known[others, kept]
