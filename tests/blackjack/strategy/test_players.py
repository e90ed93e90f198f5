"""Players: what they bet, what they play, and what they get to see."""

from __future__ import annotations

import pytest
from blackjack.made_up_games import ask, script

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.seat import Eyes, Player
from cutcard.blackjack.strategy.count import HI_LO, Count
from cutcard.blackjack.strategy.players import ChartPlayer, CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.cards import Card, read_cards

CHART = load_chart("vegas-strip")
RAMP = Ramp(((2, 2), (4, 8)))


def counting_player() -> CountingPlayer:
    return CountingPlayer(CHART, HI_LO, RAMP)


# Players by the chart.


@pytest.mark.parametrize(("bankroll", "minimum"), [(100, 1), (100, 5), (5, 5), (10**6, 7)])
def test_a_player_by_the_chart_bets_the_minimum(bankroll: int, minimum: int) -> None:
    player = ChartPlayer(CHART)
    for card in read_cards("2 3 4 5 6 2 3 4 5 6"):
        player.expose(card)
    player.shuffled()
    assert player.bet(bankroll, minimum) == minimum


HANDS = [
    # The player's two cards, the dealer's, and what the chart says.
    ("T 7 T 9", Action.STAND),
    ("T 6 7 9", Action.HIT),
    ("6 5 6 9", Action.DOUBLE),
    ("8 8 6 9", Action.SPLIT),
    ("A 6 9 9", Action.HIT),
    ("T 2 4 9", Action.STAND),
    ("T 2 3 9", Action.HIT),
]


@pytest.mark.parametrize(("deck", "action"), HANDS)
@pytest.mark.parametrize("player", [ChartPlayer(CHART), counting_player()], ids=["chart", "count"])
def test_players_do_what_their_chart_says(deck: str, action: Action, player: Player) -> None:
    view = ask(Rules(deal="PPUH"), deck).view(0)
    assert player.act(view) is action


def test_a_player_has_its_own_chart() -> None:
    view = ask(Rules(deal="PPUH"), "8 8 6 9").view(0)
    assert ChartPlayer(load_chart("simple")).act(view) is Action.STAND
    assert ChartPlayer(CHART).act(view) is Action.SPLIT


# Players who count.


@pytest.mark.parametrize(
    ("seen", "running"),
    [
        ("", 0),
        ("2", 1),
        ("2 3 4 5 6", 5),
        ("7 8 9", 0),
        ("T J Q K A", -5),
        ("2 T 3 K 4", 1),
        ("As Kh 5c 9d", -1),
    ],
)
def test_a_counting_player_adds_up_what_is_seen(seen: str, running: int) -> None:
    player = counting_player()
    for card in read_cards(seen):
        player.expose(card)
    assert player.running == running


def test_a_counting_player_counts_by_the_tags_given() -> None:
    player = CountingPlayer(CHART, Count("sevens", (0,) * 6 + (4,) + (0,) * 3), RAMP)
    for card in read_cards("7 2 7 T"):
        player.expose(card)
    assert player.running == 8


@pytest.mark.parametrize("seen", ["2 3 4", "T T T", ""])
def test_a_counting_player_begins_anew_after_a_shuffle(seen: str) -> None:
    player = counting_player()
    for card in read_cards(seen):
        player.expose(card)
    player.shuffled()
    assert player.running == 0
    player.expose(Card("2"))
    assert player.running == 1


@pytest.mark.parametrize(
    ("seen", "bankroll", "bet"),
    [
        ("", 100, 5),
        ("2", 100, 5),
        ("2 3", 100, 10),
        ("2 3 4 T", 100, 10),
        ("2 3 4 5", 100, 40),
        ("2 3 4 5", 39, 10),
        ("2 3", 9, 5),
        ("T T", 100, 5),
    ],
)
def test_a_counting_player_bets_by_the_count(seen: str, bankroll: int, bet: int) -> None:
    player = counting_player()
    for card in read_cards(seen):
        player.expose(card)
    assert player.bet(bankroll, 5) == bet


# Eyes.


class Witness:
    """Keeps the cards it was shown."""

    def __init__(self) -> None:
        self.seen: list[Card] = []
        self.heard = 0

    def bet(self, bankroll: int, minimum: int) -> int:
        raise AssertionError("eyes do not bet")

    def act(self, view: View) -> Action:
        raise AssertionError("eyes do not act")

    def dealt(self) -> None:
        self.heard += 1

    def expose(self, card: Card) -> None:
        self.seen.append(card)

    def shuffled(self) -> None:
        raise AssertionError("eyes do not shuffle")


@pytest.mark.parametrize(
    ("fields", "deck", "letters", "seen"),
    [
        # Every card that lies face up is seen once, in the order in which it came to lie so.
        ({}, "2s 3h 4c 5d 6s 7h 8c", "HHS", "2s 3h 4c 6s 7h 5d 8c"),
        ({"hole_card": "open"}, "Ts 9h 4c 5d 8c", "S", "Ts 9h 4c 5d 8c"),
        ({"hole_card": "none"}, "Ts 9h 4c 5d 8c", "S", "Ts 9h 4c 5d 8c"),
        # A blackjack that the dealer finds is shown.
        ({}, "Ts 9h Ac Kd", "", "Ts 9h Ac Kd"),
        # A hole card that nobody turns is not seen.
        ({}, "Ts 6h Tc 5d Ks", "H", "Ts 6h Tc Ks"),
        ({}, "As Kh 4c 5d", "", "As Kh 4c"),
        # Neither offers nor splits nor payments show a card twice.
        ({"insurance": True}, "Ts 9h Ac 8d", "NS", "Ts 9h Ac 8d"),
        ({"insurance": True}, "Ts 9h Ac 8d", "IS", "Ts 9h Ac 8d"),
        ({}, "8s 8h 6c Td 3s Th 2c", "PSS", "8s 8h 6c 3s Th Td 2c"),
    ],
)
def test_eyes_see_what_lies_open_and_nothing_else(
    fields: dict[str, object], deck: str, letters: str, seen: str
) -> None:
    witness = Witness()
    eyes = Eyes(witness)
    for state in script(Rules(deal="PPUH", **fields), deck, letters).states:
        eyes.see(state)
    assert witness.seen == list(read_cards(seen))
    assert witness.heard == len(read_cards(deck))


def test_eyes_see_nothing_before_the_first_card() -> None:
    witness = Witness()
    Eyes(witness).see(Round.start(Rules()))
    assert witness.seen == []
