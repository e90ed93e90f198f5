"""A table's round played again on the engine, for those who want more than numbers of it."""

from __future__ import annotations

from cutcard.blackjack.actions import Action
from cutcard.blackjack.kernel.choices import ACTIONS, STAND
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.kernel.table_shoes import TableShoe
from cutcard.blackjack.round import Phase, Round
from cutcard.cards import RANKS, Card
from cutcard.driver import CHANCE
from cutcard.report.felt import draw_round


class _KeptShoe(TableShoe):
    """A shoe that remembers which cards it has dealt in this round, and was seen to deal before."""

    dealt: list[int]

    def before_round(self) -> None:
        super().before_round()
        self.dealt = []
        self.earlier = self.seen.copy()

    def draw(self) -> int:
        card = super().draw()
        self.dealt.append(card)
        return card

    def draw_many(self, number: int) -> list[int]:
        return [self.draw() for _ in range(number)]


class Replay:
    """What was dealt and done at a table, on the engine."""

    def __init__(self, observed: Observed) -> None:
        self._observed = observed
        self._shoe: _KeptShoe
        self._state: Round | None = None
        self._used = 0

    def shoe(self, seed: int) -> TableShoe:
        """A shoe to deal from, which the replay follows."""
        self._shoe = _KeptShoe(self._observed.rules, seed)
        return self._shoe

    def begin(self) -> None:
        """A round begins."""
        self._used = 0
        self._state = None
        if len(self._observed.bets) == 1:
            self._bet(0)

    def act(self, number: int) -> None:
        """An action is played, or a bet is placed."""
        state = self.state
        if state is None:
            self._bet(number)
        elif state.legal:
            self._state = state.apply(self.action(number))

    def _bet(self, number: int) -> None:
        self._state = Round.start(self._observed.rules, (self._observed.bets[number],))

    @property
    def state(self) -> Round | None:
        """The round as it is now; None before the bet."""
        state = self._state
        if state is not None:
            dealt = self._shoe.dealt
            while state.turn == CHANCE and self._used < len(dealt):
                state = state.apply(RANKS[dealt[self._used]])
                self._used += 1
            self._state = state
        return state

    @property
    def earlier(self) -> tuple[Card, ...]:
        """The cards of earlier rounds that were seen since the shuffle."""
        return tuple(
            RANKS[value] for value, times in enumerate(self._shoe.earlier) for _ in range(times)
        )

    def action(self, number: int) -> Action:
        """The action of this number, as the engine knows it."""
        offered = self._state is not None and self._state.phase is Phase.OFFERS
        return Action.DECLINE if offered and number == STAND else ACTIONS[number]

    def drawn(self) -> str:
        """The table as text."""
        state = self.state
        if state is None:
            chips = ", ".join(map(str, self._observed.bets))
            return f"place your bet: {chips}"
        return draw_round(state)
