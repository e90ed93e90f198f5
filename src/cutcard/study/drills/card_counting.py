"""The drills on counting: cards of a shoe that empties, and the running or the true count."""

from __future__ import annotations

from typing import Final

from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.seat import Eyes
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count import Count, UnfitCount
from cutcard.blackjack.strategy.players import ChartPlayer, CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.cards import DECK, Card
from cutcard.driver import play
from cutcard.shoes import ScriptedShoe, ShoeEmpty
from cutcard.streams import stream
from cutcard.study.drills.exercise import CountExercise, Group, Mark, Shown

SEATS: Final = 3
"""Players at the table where whole rounds are shown."""

WHOLE_ROUND: Final = 0
"""What stands for a whole round where a number of cards is asked for."""

WHOLE_SHOE: Final = 0
"""What stands for all groups up to the shuffle where their number is asked for."""


class CountDrill:
    """Shows cards, in groups or round by round, and asks for the count that they lead to.

    The shoe is dealt to the cut card of the rules and then shuffled. The count goes on from what
    is right, whatever was answered.
    """

    def __init__(
        self,
        rules: Rules,
        chart: Chart,
        count: Count,
        seed: int,
        *,
        true: bool = False,
        cards: int = 2,
        groups: int = 1,
    ) -> None:
        """Groups of this many cards, or rounds by a chart; this many of them to an exercise."""
        self._decks = countable_decks(rules, count)
        if true and not count.balanced:
            raise UnfitCount(
                f"{count.name} has no true count, as it is not balanced: bets and plays go by its"
                " running count, which the drill running asks for"
            )
        chart.check_fits(rules)
        self._rules, self._chart = rules, chart
        self._true, self._cards, self._groups = true, cards, groups
        self._counter = CountingPlayer(chart, count, Ramp(), self._decks)
        self._random = stream(seed, "counting drill")
        self._shoe: list[Card] = []
        self._exercise = self._next()

    @property
    def exercise(self) -> CountExercise:
        return self._exercise

    @property
    def coming_back(self) -> dict[str, int]:
        """Nothing: cards that were counted do not come back."""
        return {}

    def answer(self, reply: str) -> Mark:
        """Mark a reply by the count's own convention."""
        exercise = self._exercise
        word = exercise.read(reply)
        correct = str(exercise.value if exercise.true else exercise.running)
        self._exercise = self._next()
        return Mark(exercise, word, correct, right=word == correct)

    def _next(self) -> CountExercise:
        counter = self._counter
        if shuffled := self._at_cut_card:
            self._shuffle()
        before = counter.running
        shown: list[Group] = []
        while not shown or (len(shown) != self._groups and not self._at_cut_card):
            group = self._deal_round() if self._cards == WHOLE_ROUND else self._deal_cards()
            if group:
                shown.append(group)
            elif shown:  # the next exercise begins with a shuffle
                self._shoe = []
            else:
                self._shuffle()
                shuffled, before = True, counter.running
        size = "a round" if self._cards == WHOLE_ROUND else f"{self._cards} cards"
        return CountExercise(
            f"{counter.count.name}, {size}",
            counter.count,
            self._decks,
            tuple(shown),
            shuffled,
            before,
            counter.tray.left,
            self._true,
        )

    @property
    def _at_cut_card(self) -> bool:
        return len(self._shoe) < max(self._rules.reshuffle_below, 1)

    def _shuffle(self) -> None:
        self._shoe = list(DECK) * self._decks
        self._random.shuffle(self._shoe)
        self._counter.shuffled()

    def _deal_cards(self) -> Group:
        cards = tuple(self._shoe[: self._cards])
        del self._shoe[: self._cards]
        for card in cards:
            self._counter.dealt()
            self._counter.expose(card)
        return (Shown("Cards", cards),)

    def _deal_round(self) -> Group:
        """The hands of a round; nothing if there are not enough cards left for one."""
        states: list[Round] = []
        watcher = _Camera(states)
        seats = [ChartPlayer(self._chart)] * SEATS
        start = Round.start(self._rules, (1,) * SEATS)
        left = self._counter.tray.left
        try:
            end = play(start, ScriptedShoe(self._shoe), seats, (watcher,))
        except ShoeEmpty:
            return ()
        eyes = Eyes(self._counter)
        for state in states:
            eyes.see(state)
        del self._shoe[: left - self._counter.tray.left]
        hands = [Shown(f"Seat {box.seat + 1}", box.hand.cards) for box in end.boxes]
        return (*hands, Shown("Dealer", end.dealer.cards, int(end.hole is not None)))


class _Camera:
    """Keeps every state of a round."""

    def __init__(self, states: list[Round]) -> None:
        self._states = states

    def see(self, state: Round) -> None:
        self._states.append(state)


def countable_decks(rules: Rules, count: Count) -> int:
    """The decks of a shoe in which there is something to count."""
    count.check_fits(rules)
    if rules.reshuffle == "every-round":
        raise UnfitCount(
            "there is nothing to count with reshuffle = every-round: the shoe is always full"
            " (reshuffle = 75% lets it empty)"
        )
    assert rules.finite_decks is not None
    return rules.finite_decks
