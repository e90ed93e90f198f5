"""The drill on index plays: a hand at a count, most of all where the count decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import Chart, row_of
from cutcard.blackjack.strategy.count import Count, InvalidCount
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.cards import RANKS, Card
from cutcard.study.coach import values_of
from cutcard.study.drills.basic_strategy import INSURANCE
from cutcard.study.drills.card_counting import countable_decks
from cutcard.study.drills.dealt_hands import Decision, decisions, is_offer, suited
from cutcard.study.drills.exercise import HandExercise, LookUp, Mark
from cutcard.study.drills.repeated_items import RepeatingDrill

NEAR: Final = {-1: 4, 0: 4, -2: 2, 1: 2, -3: 1, 2: 1}
"""Counts from an index on, and how often each is asked: the play changes from -1 to 0."""


@dataclass(frozen=True)
class _Play:
    """An index, in words too, and the hands with which it decides."""

    index: int
    told: str
    there: list[Decision]


class IndexDrill(RepeatingDrill[HandExercise]):
    """Asks what to do with a hand at a count; the count's index plays are right."""

    def __init__(
        self,
        rules: Rules,
        chart: Chart,
        count: Count,
        seed: int,
        history: Iterable[tuple[str, bool]] = (),
        look_up: LookUp = values_of,
    ) -> None:
        self._look_up = look_up
        self._decks = countable_decks(rules, count)
        if not count.indices:
            raise InvalidCount(f"{count.name} comes without index plays to drill: hi-lo has some")
        chart.check_fits(rules)
        self._count = count
        self._indexed = count.indexed(chart)
        self._plays = dict(_plays(rules, count, self._decks, self._indexed))
        if not self._plays:
            raise InvalidCount(f"no index play of {count.name} changes anything under these rules")
        super().__init__("index drill", seed, dict.fromkeys(self._plays, 1.0), history)

    def _marked(self, exercise: HandExercise, reply: str) -> Mark:
        """By the index; what a wrong reply costs is for a shoe of that very count."""
        view = exercise.view
        word = exercise.read(reply)
        correct = str(self._indexed.action(view, exercise.value))
        cell = ""
        if exercise.item != INSURANCE:
            cell = self._indexed.at(exercise.value).cell(view.hand, view.dealer)
        values = None if word == correct else self._look_up(view, exercise.seen)
        return Mark(
            exercise,
            word,
            correct,
            right=word == correct,
            values=values,
            cell=cell,
            index=self._plays[exercise.item].told,
        )

    def _about(self, item: str, random: Random) -> HandExercise:
        play = self._plays[item]
        found = random.choices(play.there, [one.odds for one in play.there])[0]
        view = suited(found.view, random)
        counts = reachable(self._count, self._decks, view, play.index)
        [value] = random.choices(list(counts), [NEAR[count - play.index] for count in counts])
        return HandExercise(item, view, self._count, value, counts[value])


def _plays(
    rules: Rules, count: Count, decks: int, indexed: IndexedChart
) -> Iterator[tuple[str, _Play]]:
    """The indices that decide something under these rules, by the name of what they decide."""
    two, three = decisions(rules, 2), decisions(rules, 3)
    for play in (play for one in count.indices for play in one.plays):
        # Three cards where two are given up or doubled at any count.
        for dealt in (two, three):
            there = [
                one
                for one in dealt
                if not is_offer(one.view)
                and row_of(one.view.hand) == play.row
                and indexed.at(0).column_of(one.view.dealer) == play.column
                and _decides(indexed, one.view, play.at_least)
                and reachable(count, decks, one.view, play.at_least)
            ]
            if there:
                yield (
                    f"{play.row} v {play.column} {play.action}",
                    _Play(play.at_least, str(play), there),
                )
                break
    index = indexed.insurance
    if index is not None:
        offered = [
            one
            for one in two
            if _insurable(one.view)
            and _decides(indexed, one.view, index)
            and reachable(count, decks, one.view, index)
        ]
        if offered:
            yield INSURANCE, _Play(index, f"insure at {index:+d} and above", offered)


def _insurable(view: View) -> bool:
    return Action.INSURE in view.legal


def _decides(indexed: IndexedChart, view: View, index: int) -> bool:
    """What is played changes at this index."""
    return indexed.action(view, index - 1) is not indexed.action(view, index)


def reachable(count: Count, decks: int, view: View, index: int) -> dict[int, tuple[Card, ...]]:
    """Counts near an index that a shoe can come to, each with cards seen before."""
    found = {index + off: cards_for(count, decks, view, index + off) for off in NEAR}
    return {value: seen for value, seen in found.items() if seen is not None}


def cards_for(count: Count, decks: int, view: View, value: int) -> tuple[Card, ...] | None:
    """Cards of earlier rounds with which the count comes to a value at this decision.

    They are taken evenly from the ranks that move the count that way, as few as will do, and
    from half the shoe at the most. The player's cards and the dealer's open ones are counted,
    and a card that lies face down has left the shoe, as the count's convention has it.
    """
    shown = (*view.hand.cards, *view.dealer.cards)
    hidden = view.rules.hole_card in (HoleCard.PEEK, HoleCard.HIDDEN)
    running = count.initial(decks) + sum(count.tag(card) for card in shown)
    left = 52 * decks - len(shown) - hidden
    upwards = count.value(running, left) < value
    ranks = [card for card in RANKS if (count.tag(card) > 0 if upwards else count.tag(card) < 0)]
    held = Counter(card.points for card in shown)
    there = [
        card for turn in range(4 * decks) for card in ranks if turn + held[card.points] < 4 * decks
    ]
    for number, card in enumerate(there[: 26 * decks]):
        if count.value(running, left) == value:
            return tuple(there[:number])
        running += count.tag(card)
        left -= 1
    return None
