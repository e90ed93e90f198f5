"""The driver: whoever has the turn moves, and everybody watches."""

from __future__ import annotations

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import Rules
from cutcard.cards import read_cards
from cutcard.driver import CHANCE, OVER, play
from cutcard.shoes import ScriptedShoe


class Scripted:
    """A seat that plays a script, and keeps what it saw."""

    def __init__(self, letters: str) -> None:
        self.letters = list(letters)
        self.views: list[View] = []

    def act(self, view: View) -> Action:
        self.views.append(view)
        return Action(self.letters.pop(0))


class Watching:
    """A watcher that keeps what it saw."""

    def __init__(self) -> None:
        self.states: list[Round] = []

    def see(self, state: Round) -> None:
        self.states.append(state)


def test_every_seat_is_asked_in_its_turn_with_its_own_view() -> None:
    seats = [Scripted("HS"), Scripted("S")]
    start = Round.start(Rules(deal="PPUH"), (1, 2))
    last = play(start, ScriptedShoe(read_cards("5 T 6 9 T 8 9")), seats)
    assert last.turn == OVER
    assert last.nets == (2, 4)
    assert [view.seat for seat in seats for view in seat.views] == [0, 0, 1]
    assert all(view.legal for seat in seats for view in seat.views)


def test_every_watcher_sees_every_state_after_the_first() -> None:
    watchers = [Watching(), Watching()]
    start = Round.start(Rules(deal="PPUH"))
    last = play(start, ScriptedShoe(read_cards("T 9 T 8")), [Scripted("S")], watchers)
    for watcher in watchers:
        assert len(watcher.states) == 5
        assert watcher.states[-1] is last
        assert [state.turn for state in watcher.states] == [CHANCE, CHANCE, CHANCE, 0, OVER]


def test_a_round_that_is_over_stays_as_it_is() -> None:
    last = play(
        Round.start(Rules(deal="PPUH")), ScriptedShoe(read_cards("A T T 9")), [Scripted("")]
    )
    assert play(last, ScriptedShoe(()), ()) is last
