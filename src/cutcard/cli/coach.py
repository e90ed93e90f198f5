"""The coach: exact values for a person at the table, and what the decisions cost in the end.

The solver is loaded only when values are wanted: a game must not begin with waiting for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.cards import Card
from cutcard.cli.arguments import solving
from cutcard.cli.terminal import say
from cutcard.progress import Progress
from cutcard.report.felt import Felt

if TYPE_CHECKING:
    from cutcard.blackjack.exact.advice import Advice

_LEAST_COST: Final = 0.00005
"""In bets; what is cheaper shows as nothing."""

_MOST_LISTED: Final = 10


class Tray:
    """The cards that a person has seen since the shuffle.

    A shoe that runs out inside a round goes on with the discards of the rounds before: then only
    the cards of that round are known to be gone.
    """

    def __init__(self, rules: Rules) -> None:
        self._size = None if rules.decks == "infinite" else 52 * rules.decks
        self._before: list[Card] = []
        self._in_play: list[Card] = []
        self._dealt_before = self._dealt = 0

    def shuffled(self) -> None:
        """All cards are in the shoe again."""
        self._before, self._in_play = [], []
        self._dealt_before = self._dealt = 0

    def round_began(self) -> None:
        """What was on the table is put away."""
        if self._ran_out:
            self._before, self._dealt_before = [], 0
        self._before += self._in_play
        self._dealt_before += self._dealt
        self._in_play, self._dealt = [], 0

    def dealt(self) -> None:
        """A card has left the shoe."""
        self._dealt += 1

    def expose(self, card: Card) -> None:
        """A card lies face up."""
        self._in_play.append(card)

    @property
    def seen(self) -> tuple[Card, ...]:
        """Cards of earlier rounds that are not in the shoe."""
        return () if self._size is None or self._ran_out else tuple(self._before)

    @property
    def _ran_out(self) -> bool:
        return self._size is not None and self._dealt_before + self._dealt > self._size


@dataclass(frozen=True)
class Decision:
    """What a person did, and what could be known then."""

    view: View
    """With only those actions legal that the person had the chips for."""
    seen: tuple[Card, ...]
    action: Action
    advised: Action
    """By the chart."""
    bet: int

    @property
    def departs(self) -> bool:
        """It was not by the chart."""
        return self.action is not self.advised


@dataclass(frozen=True)
class Judgement:
    """What a decision cost, in initial bets, against the best there was."""

    decision: Decision
    best: Action
    cost: float


@dataclass(frozen=True)
class Values:
    """What each action is worth, the best first, and what of the shoe went into that."""

    advice: list[Advice]
    seen: tuple[Card, ...]

    def worth(self, action: Action) -> float | None:
        """What an action is worth; none if it cannot be told."""
        return next((one.value for one in self.advice if one.action is action), None)


def values_of(view: View, seen: tuple[Card, ...]) -> Values:
    """What each legal action is worth with the cards seen.

    Where so few cards are left that a round might not be played to its end with them, it is from
    a full shoe, and with very many hands on the table it is nothing.
    """
    from cutcard.blackjack.exact.advice import advise_view
    from cutcard.blackjack.exact.composition import ImpossibleCards

    for known in (seen, ()):
        try:
            found = advise_view(view, seen=known)
        except ImpossibleCards:
            continue
        return Values([one for one in found if one.action in view.legal], known)
    return Values([], ())


def judge(decisions: Sequence[Decision]) -> list[Judgement]:
    """What decisions cost, the costliest first; those that cannot be judged are left out."""
    found = []
    progress = Progress(len(decisions))
    with solving():
        for number, decision in enumerate(decisions):
            progress.show(number, "what your decisions cost")
            values = values_of(decision.view, decision.seen)
            worth = values.worth(decision.action)
            if worth is not None:
                best = values.advice[0]
                found.append(Judgement(decision, best.action, best.value - worth))
    progress.clear()
    return sorted(found, key=lambda one: -one.cost)


def reckoning(decisions: Sequence[Decision], felt: Felt, *, asked: bool) -> str:
    """How well a person played, the costliest mistakes, and what they cost in all.

    Who keeps to the chart and never asked for values is not made to wait for them.
    """
    if not decisions:
        return ""
    departures = [decision for decision in decisions if decision.departs]
    kept = len(decisions) - len(departures)
    said = f"You played by the chart in {kept} of {len(decisions)} decisions.\n"
    if not departures and not asked:
        return said
    say(said)
    sys.stdout.flush()
    try:
        judged = judge(decisions)
    except KeyboardInterrupt:
        return _listed([f"{_told(one, felt)}; the chart says {one.advised}" for one in departures])
    return _bill([one for one in judged if one.cost >= _LEAST_COST], departures, felt)


def _bill(mistakes: list[Judgement], departures: list[Decision], felt: Felt) -> str:
    made = [one for one in mistakes if one.decision.departs]
    rest = [one for one in mistakes if not one.decision.departs]
    text = ""
    if made:
        lines = [
            f"{one.cost:.4f}  {_told(one.decision, felt)}; best is {felt.strong(str(one.best))}"
            for one in made
        ]
        text += f"Your costliest mistakes, in bets:\n{_listed(lines)}"
        text += f"{_counted(made, 'mistake')} cost {_sum(made)} in all.\n"
    right = len(departures) - len(made)
    if right > 0:
        text += f"{right} of your departures from the chart cost nothing.\n"
    if rest:
        text += f"Keeping to the chart cost {_sum(rest)} against the best with the cards seen.\n"
    return text or "None of them cost anything.\n"


def _listed(lines: Sequence[str]) -> str:
    return "".join(f"  {line}\n" for line in lines[:_MOST_LISTED])


def _counted(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'s' if len(things) != 1 else ''}"


def _sum(mistakes: Sequence[Judgement]) -> str:
    """The cost in bets and, where that is something else, in chips."""
    bets = sum(one.cost for one in mistakes)
    chips = sum(one.cost * one.decision.bet for one in mistakes)
    one_chip = all(one.decision.bet == 1 for one in mistakes)
    return f"{bets:.4f} bets" + ("" if one_chip else f" ({chips:.2f} chips)")


def _told(decision: Decision, felt: Felt) -> str:
    hand, dealer = decision.view.hand, decision.view.dealer
    shown = [" ".join(map(felt.card, held.cards)) for held in (hand, dealer)]
    return f"{shown[0]} against {shown[1]}: {decision.action}"
