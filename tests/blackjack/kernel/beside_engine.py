"""What the tests of stepped tables share: the engine at the same cards, and what it shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from cutcard.blackjack.actions import Action, Dealt, Turned
from cutcard.blackjack.box import Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel.choices import ACTIONS
from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.kernel.one_table import DECIDED, OFFER, OVER, PLAY
from cutcard.blackjack.kernel.table_shoes import TableShoe
from cutcard.blackjack.round import Phase, Round
from cutcard.blackjack.tray import Tray
from cutcard.cards import RANKS
from cutcard.driver import CHANCE


class KeptShoe(TableShoe):
    """A shoe that remembers what it has dealt."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.dealt: list[int] = []
        self.shuffled = False

    def before_round(self) -> None:
        super().before_round()
        self.shuffled = self._at == 0

    def draw(self) -> int:
        card = super().draw()
        self.dealt.append(card)
        return card

    def draw_many(self, number: int) -> list[int]:
        return [self.draw() for _ in range(number)]


def bits_of(state: Round) -> int:
    """The engine's legal actions as a table's bits; only to stand, where it asks nothing."""
    if not state.legal:
        return 1
    return sum(
        1 << ACTIONS.index(Action.STAND if action is Action.DECLINE else action)
        for action in state.legal
    )


def action_of(number: int, state: Round) -> Action:
    """The engine's action of this number."""
    if number == 0 and state.phase is Phase.OFFERS:
        return Action.DECLINE
    return ACTIONS[number]


@dataclass
class EngineTable:
    """The engine, given the cards of a table, and an attentive player's memory of them."""

    observed: Observed
    tray: Tray = field(init=False)
    state: Round = field(init=False)

    def __post_init__(self) -> None:
        self.tray = Tray(self.observed.rules.finite_decks)

    def begin(self, bet: int, *, shuffled: bool) -> None:
        if shuffled:
            self.tray.shuffled()
        self.tray.round_began()
        self.state = Round.start(self.observed.rules, (self.observed.bets[bet],))

    def deal(self, cards: list[int]) -> None:
        """Deal these cards, which must all be wanted."""
        for card in cards:
            assert self.state.turn == CHANCE
            self._apply(RANKS[card])

    def act(self, number: int) -> None:
        """Act, if the engine asks anything."""
        if self.state.legal:
            self._apply(action_of(number, self.state))

    def _apply(self, move: object) -> None:
        self.state = self.state.apply(move)
        for event in self.state.events:
            if isinstance(event, Dealt):
                self.tray.dealt()
            if isinstance(event, Dealt | Turned) and event.card is not None:
                self.tray.expose(event.card)

    def row(self, *, over: bool) -> list[int]:
        """The columns that an observation of this state must have, from what a player may see."""
        rules, view = self.observed.rules, self.state.view(0)
        most = rules.charlie_at if rules.charlie != "none" else 3
        at = min(view.at, len(view.boxes) - 1) if self.state.phase is Phase.PLAYERS else 0
        if not self.state.legal:
            at = self._last(view)
        hand: Hand = view.boxes[at].hand
        moment = PLAY
        if over:
            moment = OVER
        elif not self.state.legal:
            moment = DECIDED
        elif self.state.phase is Phase.OFFERS:
            moment = OFFER
        row = [
            moment,
            hand.total,
            int(hand.soft),
            hand.cards[0].points if hand.pair else 0,
            min(len(hand.cards), most),
            view.dealer.cards[0].points,
            view.dealer.total,
            int(view.dealer.soft),
            at,
            len(view.boxes),
        ]
        if rules.insurance:
            row.append(int(self.state.insurance[0] > 0))
        if rules.max_hands > 1:
            for box in view.boxes:
                row += [box.hand.total, 1 + box.doubled]
            row += [0, 0] * (rules.max_hands - len(view.boxes))
        return row + self.memory()

    def _last(self, view: object) -> int:
        """The hand that was played last; the only one where none was."""
        fates = [box.fate for box in self.state.boxes]
        return 0 if set(fates) == {Fate.PLAYING} else len(fates) - 1

    def memory(self) -> list[int]:
        """The columns of what a player remembers."""
        observed, tray = self.observed, self.tray
        row = []
        if len(observed.bets) > 1:
            row.append(observed.bets.index(self.state.bets[0]))
        if observed.seen:
            row += [*tray.exposed, max(tray.left, 0)]
        if observed.count is not None:
            decks = observed.rules.finite_decks or 1
            tags = zip(observed.count.tags, tray.exposed, strict=True)
            running = observed.count.initial(decks) + sum(tag * times for tag, times in tags)
            value = observed.count.value(running, tray.left)
            row.append(min(max(value, -MOST_COUNT), MOST_COUNT) + MOST_COUNT)
        return row
