"""Which original plays on credit, and which from a purse."""

from __future__ import annotations

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.round import View
from cutcard.blackjack.session import Session
from cutcard.cards import Card, read_cards
from cutcard.driver import Seat
from cutcard.editions.easy import Game
from cutcard.editions.ve280.adts import Simple
from cutcard.editions.ve280.driver import Seated, deal_hands
from cutcard.shoes import ScriptedShoe


class Doubling:
    """Doubles where it can, and notes what it could stake."""

    def __init__(self) -> None:
        self.purses: list[float | None] = []

    def bet(self, bankroll: int, minimum: int) -> int:
        return minimum

    def act(self, view: View) -> Action:
        self.purses.append(view.purse)
        return Action.DOUBLE if Action.DOUBLE in view.legal else Action.STAND

    def dealt(self) -> None:
        pass

    def expose(self, card: Card) -> None:
        pass

    def shuffled(self) -> None:
        pass


LOST_BY_A_DOUBLE = "T 9 5 6 2"
"""The dealer's two cards, the player's, and the one that is drawn."""


def test_easy_blackjack_is_played_on_credit() -> None:
    player: Seat = Doubling()
    game = Game(ScriptedShoe(read_cards(f"{LOST_BY_A_DOUBLE} " * 3)), player)
    for owed in (2, 4, 6):
        assert game.play_round().boxes[0].doubled
        assert game.balance == -owed * game.rules.unit
    assert player.purses == [None] * 3


def test_at_a_table_with_a_bankroll_the_same_game_is_not() -> None:
    player = Doubling()
    rules = load_preset("easy").rules
    shoe = ScriptedShoe(read_cards(f"{LOST_BY_A_DOUBLE} {LOST_BY_A_DOUBLE}"))
    session = Session(rules, shoe, player, bankroll=3)
    assert session.play_round().boxes[0].doubled
    assert not session.play_round().boxes[0].doubled
    assert player.purses == [2.0, 0.0]
    assert session.bankroll == 0


def test_one_deck_blackjack_is_played_from_its_bankroll(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    purses = []
    act = Seated.act

    def noting(self: Seated, view: View) -> Action:
        purses.append(view.purse)
        return act(self, view)

    monkeypatch.setattr(Seated, "act", noting)
    deal_hands(100, 5, 2, Simple())
    hands = [line for line in capsys.readouterr().out.splitlines() if line.startswith("# Hand")]
    bankrolls = [int(line.split()[-1]) for line in hands]
    assert purses == [bankroll - 5 for bankroll in bankrolls]
