"""All the hands against one dealer: what plays are worth, and the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property

import numpy as np

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.charlies import all_won
from cutcard.blackjack.exact.composition import Composition
from cutcard.blackjack.exact.hands import (
    Codes,
    all_hands,
    holding,
    of_two_or_more,
)
from cutcard.blackjack.exact.policy import (
    DECLINE,
    DOUBLE,
    GIVE_UP,
    INSURE,
    SPLIT,
    SURRENDER,
    TIE,
    Best,
    Leaning,
    Plays,
)
from cutcard.blackjack.exact.showing import TWO, Showing
from cutcard.blackjack.exact.splits import shares
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.number_arrays import Floats, Integers


class Against(Showing):
    """A dealer who shows these cards (values 0 to 9), and all the hands against it."""

    def __init__(self, rules: Rules, shoe: Composition, dealer: tuple[int, ...]) -> None:
        super().__init__(rules, shoe, dealer)
        self.stands = np.full(len(all_hands().size), np.nan)
        self._split_stands: dict[int, Floats] = {}

    def best(
        self,
        *,
        pairs: Iterable[int] = range(10),
        split: bool = False,
        wanted: Integers | None = None,
    ) -> Best:
        """The best play of every hand, dealt or of a split, and of splitting these pairs.

        `wanted` are the hands that matter, smaller hands first, with all that grow of them; other
        hands are left without a worth.
        """
        from cutcard.blackjack.exact import valuation

        hands = all_hands()
        size = len(hands.size)
        values, later = np.zeros(size), np.zeros(size, dtype=np.int8)
        worth = np.full((size, 5), np.nan)
        valuation.best_play(
            hands,
            self.draws,
            self.split_payoffs if split else self.payoffs,
            self.shoe,
            of_two_or_more() if wanted is None else wanted,
            self.stands,
            values,
            later,
            worth,
        )
        worth[TWO] = np.where(self.free.firsts[TWO], worth[TWO], np.nan)
        afters = self._best_afters(worth)
        resplits = self.free.max_hands > 2
        bare = Plays(np.zeros(size, np.int8), np.zeros(size, np.int8), afters, later, resplits)
        for card in pairs:
            if self.free.max_hands[card] > 1:
                worth[hands.pair[card, card], SPLIT] = self.split_value(bare, card)
        given_up = TWO[self.free.firsts[TWO, SURRENDER]]
        worth[given_up, SURRENDER] = self.surrendered[given_up]
        firsts, answers = np.zeros(size, np.int8), np.zeros(size, np.int8)
        firsts[TWO] = _first_best(np.nan_to_num(worth[TWO], nan=-np.inf))
        asked = TWO if wanted is None else TWO[np.isin(TWO, wanted)]
        for at in asked.tolist() if self.free.offers or self.free.natural_offers else ():
            answers[at] = self._best_answer(at, float(worth[at, firsts[at]]))
        return Best(Plays(answers, firsts, afters, later, resplits), worth, values, self.stands)

    def _best_afters(self, worth: Floats) -> Codes:
        """The best play of the same two cards before the split, among what is legal after it."""
        pair = all_hands().pair
        legal = self.free.afters[:, :, : DOUBLE + 1]
        # Doubling may be legal after a split only where it was before.
        before = np.nan_to_num(worth[pair][:, :, : DOUBLE + 1], nan=-np.inf)
        return _first_best(np.where(legal, before, -np.inf))

    def _best_answer(self, at: int, worth: float) -> int:
        """The best answer to an offer, if the best play of the hand is worth this much."""
        asked = self.free.natural_offers if self.natural[at] else self.free.offers
        answer, most = DECLINE, 0.0
        if Action.INSURE in asked and self.insured(at) > most:
            answer, most = INSURE, self.insured(at)
        if Action.SURRENDER in asked and self.given_up - (worth - self.loss[at]) > most:
            answer = GIVE_UP
        return answer

    def best_value(self, best: Best) -> float:
        """What the best play is worth, as a mean over the first two cards."""
        return self.total(best.plays, lambda at: float(best.worth[at, best.plays.firsts[at]]))

    def total(self, plays: Plays, worth: Callable[[int], float]) -> float:
        """The mean over the first two cards, when playing on is worth this much."""
        value = 0.0
        for at in TWO.tolist():
            odds = float(self.odds[at])
            if odds == 0:
                continue
            if self.natural[at]:
                brings = self.paid_natural(at)
            elif self.has_blackjack:
                brings = -1.0
            elif plays.answers[at] == GIVE_UP:
                brings = self.given_up
            else:
                brings = worth(at) - float(self.loss[at])
            if plays.answers[at] == INSURE:
                brings += self.insured(at)
            value += odds * brings
        return value

    # Given plays.

    def value(self, plays: Plays) -> float:
        """What these plays are worth, as a mean over the first two cards."""
        from cutcard.blackjack.exact import valuation

        hands = all_hands()
        own = self._apart(plays)
        reached, stood = np.zeros(len(hands.size)), np.zeros(len(hands.size))
        return self.total(plays, lambda at: own.get(at, 0.0)) + float(
            valuation.follow(
                hands,
                self.draws,
                self.payoffs,
                self.shoe,
                of_two_or_more(),
                self.stands,
                np.where(hands.size == 2, plays.firsts, plays.later),
                self._played(plays, own),
                reached,
                stood,
            )
        )

    def reached(self, plays: Plays) -> Floats:
        """The odds of coming to each hand by these plays, the hands of splits left out."""
        from cutcard.blackjack.exact import valuation

        hands = all_hands()
        kept = (plays.firsts <= DOUBLE) & (plays.answers != GIVE_UP) & ~self.natural
        reached, stood = np.zeros(len(hands.size)), np.zeros(len(hands.size))
        valuation.follow(
            hands,
            self.draws,
            self.payoffs,
            self.shoe,
            of_two_or_more(),
            np.zeros(len(hands.size)),  # standing: its worth need not be known here
            np.where(hands.size == 2, plays.firsts, plays.later),
            np.where(kept, self.odds, 0.0),
            reached,
            stood,
        )
        return reached

    def _apart(self, plays: Plays) -> dict[int, float]:
        """What the hands are worth that are split or given up, by number."""
        own: dict[int, float] = {}
        for at in TWO.tolist():
            if self.has_blackjack or self.natural[at] or self.odds[at] == 0:
                continue
            if plays.answers[at] == GIVE_UP:
                own[at] = 0.0  # paid before the hand is played
            elif plays.firsts[at] == SPLIT:
                own[at] = self.split_value(plays, int(all_hands().counts[at].argmax()))
            elif plays.firsts[at] == SURRENDER:
                own[at] = float(self.surrendered[at])
        return own

    def _played(self, plays: Plays, apart: dict[int, float]) -> Floats:
        """The odds of the hands of two cards that are played as they are."""
        odds = np.where(self.natural, 0.0, self.odds)
        if self.has_blackjack:
            odds[:] = 0.0
        odds[list(apart)] = 0.0
        return odds

    def hit(self, at: int, values: Floats, *, split: bool) -> float:
        """What one more card is worth to a hand, when hands have these values."""
        from cutcard.blackjack.exact import valuation

        payoffs = self.split_payoffs if split else self.payoffs
        return float(valuation.hit_value(all_hands(), payoffs, self.shoe, at, values))

    def given_play(self, at: int, value: float, *, split: bool) -> float:
        """A value as it looks to a player who knows that the hand is being played."""
        if self.payoffs.target < 0:
            return value
        odds = self.blackjack_odds(at)
        if self.rules.hole_card is HoleCard.PEEK:
            return value / (1 - odds)
        # The original bet is lost to a blackjack, but only once.
        return value if split else value - odds

    def split_value(
        self, plays: Plays, card: int, leaning: Leaning | None = None, *, most: int = 8
    ) -> float:
        """What splitting a pair is worth, all hands together; add what its hands lean to."""
        from cutcard.blackjack.exact import valuation

        hands = all_hands()
        most = min(most, int(self.free.max_hands[card]))
        if not plays.resplits[card]:
            most = min(most, 2)
        there = float(self.left[card] - 2 * self.step)
        if there < 0:
            return 0.0  # no shoe has such a pair
        share = shares(there, self.shoe.cards - 2 * self.step, most, infinite=self.step == 0)
        after = plays.later.copy()
        after[hands.pair[card]] = plays.afters[card]
        asked = (
            hands,
            self.draws,
            self.split_payoffs,
            self.shoe,
            holding(card),
            self.split_stands(card, len(share.unpaired)),
            after,
            card,
            np.array(share),
        )
        if leaning is None:
            value = valuation.split_value(*asked)
        else:
            later, firsts = np.zeros(len(hands.size)), np.zeros((len(hands.size), 3))
            value = valuation.split_leaning(*asked, later, firsts)
            odds = self.odds[hands.pair[card, card]]
            leaning.later[:] += odds * later
            leaning.afters[card] += odds * firsts[hands.pair[card]]
        if self.split_payoffs.charlie_bonus:
            left = self.left.copy()
            left[card] = there
            charlie = self.rules.charlie_at
            value += all_won(
                left, card, most, after, charlie, self.natural_card, infinite=self.step == 0
            )
        return float(value)

    def lean(self, plays: Plays) -> Leaning:
        """By how much other plays would do better or worse, hand by hand."""
        from cutcard.blackjack.exact import valuation

        hands = all_hands()
        # A player who does not split a pair now would, if it were better, also split it again.
        plays = replace(plays, resplits=self.free.max_hands > 2)
        size = len(hands.size)
        leaning = Leaning(np.zeros(size), np.full((size, 5), -np.inf), np.zeros((10, 10, 3)))
        if self.has_blackjack:
            leaning.firsts[TWO] = 0.0
            return leaning
        own = self._apart(plays)
        firsts = np.zeros((size, 3))
        valuation.weigh(
            hands,
            self.draws,
            self.payoffs,
            self.shoe,
            of_two_or_more(),
            self.stands,
            np.where(hands.size == 2, plays.firsts, plays.later),
            self._played(plays, own),
            np.where(self.natural, 0.0, self.odds),
            self._spare,
            leaning.later,
            firsts,
        )
        leaning.firsts[:, :3] = np.where(self.free.firsts[:, :3], firsts, -np.inf)
        for card in np.flatnonzero(self.free.max_hands > 1).tolist():
            at = int(hands.pair[card, card])
            into = leaning if plays.firsts[at] == SPLIT and at in own else None
            leaning.firsts[at, SPLIT] = self.odds[at] * self.split_value(plays, card, into)
        for at in TWO.tolist():
            if self.free.firsts[at, SURRENDER]:
                leaning.firsts[at, SURRENDER] = self.odds[at] * self.surrendered[at]
            elif Action.SURRENDER in self.free.offers and not self.natural[at]:
                leaning.firsts[at, SURRENDER] = self.odds[at] * (self.given_up + self.loss[at])
        return leaning

    @cached_property
    def _spare(self) -> Floats:
        """A weight too small to tell, for hands that the plays never come to."""
        from cutcard.blackjack.exact import valuation

        reached = np.zeros(len(all_hands().size))
        valuation.come_to(all_hands(), self.shoe, of_two_or_more(), self.odds, reached)
        return 1e-15 * reached

    def split_stands(self, card: int, rows: int) -> Floats:
        """What standing is worth by the number of further pair cards gone, as far as computed."""
        stands = self._split_stands.get(card)
        if stands is None or len(stands) < rows:
            grown = np.full((rows, len(all_hands().size)), np.nan)
            if stands is not None:
                grown[: len(stands)] = stands
            self._split_stands[card] = stands = grown
        return stands


def _first_best(worth: Floats) -> Codes:
    """The first of the plays that are worth most, along the last axis."""
    most = worth.max(axis=-1, keepdims=True)
    best: Codes = np.argmax(worth >= most - TIE, axis=-1).astype(np.int8)
    return best
