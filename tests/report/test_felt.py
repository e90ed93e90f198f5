"""The felt: every card, hand and outcome as a person reads it."""

from __future__ import annotations

from itertools import product

import pytest
from cli.screen import Screen

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.cards import DECK, Card, read_cards
from cutcard.driver import CHANCE
from cutcard.report.felt import Felt, chips, draw_round

FELT = Felt(plain=True)


def test_every_card_has_its_rank_and_its_pip() -> None:
    shown = {FELT.card(card) for card in DECK}
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    assert shown == {rank + pip for rank, pip in product(ranks, "♠♥♣♦")}
    assert FELT.card(Card("T")) == "T"


def test_without_unicode_a_card_is_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ascii:
        encoding = "ascii"

        def isatty(self) -> bool:
            return False

        def fileno(self) -> int:
            raise OSError

    monkeypatch.setattr("sys.stdout", Ascii())
    felt = Felt()
    assert felt.card(Card("Th")) == "Th"
    assert felt.cards("Dealer", read_cards("Th"), "shows", "10", 1) == "Dealer: Th ??  (shows 10)\n"


@pytest.mark.parametrize(
    ("hand", "value"),
    [("T 6", "16"), ("A 6", "soft 17"), ("A 6 T", "17"), ("T 6 6", "22, bust"), ("A A", "soft 12")],
)
def test_a_hand_is_told_with_what_it_counts(hand: str, value: str) -> None:
    assert FELT.hand("You", Hand.of(hand)) == f"You: {hand}  ({value})\n"


def test_only_a_blackjack_is_called_one() -> None:
    assert FELT.hand("You", Hand.of("A K"), Fate.BLACKJACK) == "You: A K  (blackjack)\n"
    assert FELT.hand("You", Hand.of("A K"), Fate.STOOD) == "You: A K  (soft 21)\n"


@pytest.mark.parametrize(
    ("rules", "hand", "hidden", "line"),
    [
        ({}, "A", True, "A ▒▒  (shows an ace)"),
        ({}, "T", True, "T ▒▒  (shows 10)"),
        ({}, "T 7", False, "T 7  (17)"),
        ({}, "A K", False, "A K  (blackjack)"),
        ({"naturals": "player", "hole_card": "hidden"}, "A K", False, "A K  (soft 21)"),
        ({}, "T 6 6", False, "T 6 6  (22, bust)"),
    ],
    ids=str,
)
def test_the_dealers_hand_is_told_as_the_rules_take_it(
    rules: dict[str, object], hand: str, hidden: bool, line: str
) -> None:
    told = FELT.dealer(Rules(**rules), Hand.of(hand), hidden=hidden)
    assert told == f"Dealer: {line}\n"


@pytest.mark.parametrize(
    ("hand", "fate", "net", "told"),
    [
        ("A K", Fate.BLACKJACK, 3, "blackjack! +1.5"),
        ("A K", Fate.BLACKJACK, 0, "push 0"),
        ("T 6", Fate.SURRENDERED, -1, "surrendered -0.5"),
        ("T 6 T", Fate.BUST, -2, "bust -1"),
        ("2 2 2 2 2", Fate.CHARLIE, 2, "5-card Charlie! +1"),
        ("T 9", Fate.STOOD, 4, "won +2"),
        ("T 9", Fate.STOOD, -4, "lost -2"),
        ("T 9", Fate.STOOD, 0, "push 0"),
    ],
)
def test_an_outcome_says_what_became_and_what_was_gained(
    hand: str, fate: Fate, net: int, told: str
) -> None:
    assert FELT.outcome(Box(0, 2, Hand.of(hand), fate, net=net), 2) == told


@pytest.mark.parametrize(
    ("units", "unit", "text", "signed"),
    [(0, 2, "0", "0"), (3, 2, "1.5", "+1.5"), (-1, 2, "-0.5", "-0.5"), (20, 2, "10", "+10")],
)
def test_chips_have_no_more_places_than_they_need(
    units: int, unit: int, text: str, signed: str
) -> None:
    assert chips(units, unit) == text
    assert chips(units, unit, sign=True) == signed


def played(rules: Rules, bets: tuple[int, ...], deck: str, *moves: Action) -> Round:
    """A round after these cards and actions, each when it is asked for."""
    state = Round.start(rules, bets)
    rest, wanted = list(read_cards(deck)), list(moves)
    while rest or wanted:
        if state.turn == CHANCE:
            if not rest:
                break
            state = state.apply(rest.pop(0))
        elif wanted:
            state = state.apply(wanted.pop(0))
        else:
            break
    return state


def test_a_round_is_drawn_with_what_is_legal() -> None:
    rules = Rules(deal="PUPH")
    assert draw_round(played(rules, (1,), "8 6 8 T")).splitlines() == [
        "Dealer: 6 ▒▒  (shows 6)",
        "You: 8 8  (16)",
        "legal: stand, hit, double, split",
    ]


def test_a_round_in_which_a_card_is_due_says_so() -> None:
    assert draw_round(Round.start(Rules(), (1,))).endswith("a card is to be dealt")


def test_the_hands_of_a_split_are_numbered_and_the_one_in_play_is_marked() -> None:
    rules = Rules(deal="PUPH")
    state = played(rules, (1,), "8 6 8 T 3", Action.SPLIT)
    lines = draw_round(state).splitlines()
    assert lines[1].startswith("*You, hand 1: 8 3")
    assert lines[2].startswith("You, hand 2: 8")


def test_a_finished_round_tells_what_every_seat_gained() -> None:
    rules = Rules(deal="PUPH")
    state = played(rules, (1, 1), "T T 6 9 7 T 9", Action.STAND, Action.STAND)
    assert state.over
    lines = draw_round(state).splitlines()
    assert lines[0].startswith("Dealer: 6 T 9")
    assert [line.partition(": ")[0] for line in lines[1:]] == ["Seat 0", "Seat 1"]
    assert all(line.endswith("won +1") for line in lines[1:])


def test_what_insurance_brought_is_told_by_itself() -> None:
    rules = Rules(deal="PUPH", insurance=True)
    for hole, told in (("T", ["insurance: won +1", "in all 0"]), ("9", ["insurance: lost -0.5"])):
        moves = (Action.INSURE,) if hole == "T" else (Action.INSURE, Action.STAND)
        state = played(rules, (1,), f"T A 7 {hole}", *moves)
        assert state.over
        assert draw_round(state).splitlines()[2:][: len(told)] == told


def test_a_terminal_shows_pictures() -> None:
    with Screen("play", "vegas-strip", "--seed", "1", rows=60) as screen:
        screen.wait_for("Bet [1]: ")
        screen.press("\r")
        screen.wait_for("└─────┘")
        screen.press("q")
        screen.end()
    assert "│░░░░░│" in screen.text
