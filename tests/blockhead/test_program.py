"""What the original program says about a game, where a transcript does not show it."""

from __future__ import annotations

import io
import re

import pytest
from blockhead.made_up_games import Script, StackedDecks

from cutcard.blockhead.game import Game
from cutcard.blockhead.rules import Rules
from cutcard.cards import read_cards
from cutcard.editions.blockhead import main
from cutcard.editions.blockhead.text import Reporter, Showdown


def said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, typed: str = ""
) -> str:
    """What the program prints, with these words and what is typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main("blockhead", words.split()) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("bets", "end"),
    [
        ((1, 1, 1), " Player 0 won the hand with a pot of 33\n"),
        ((1, 0, 1), " Player 0 won the hand with a pot of 32\n"),
        pytest.param((1, 1, 0), " Player 0 won the hand with a pot of 32\n"),
        ((1, 0, 0), "Player 2 folded.   The pot was 31.\n"),
    ],
)
def test_among_three_a_showdown_is_told_as_one(bets, end):
    rules = Rules(seats=3, deals=1, streets="duuuu")
    players = [Script(iter([bet])) for bet in bets]
    deck = read_cards("Kc Kd Kh Ks Qc  2c 2d 2h 2s 3c  4c 4d 4h 4s 5c")
    out = io.StringIO()
    Game(rules, players, StackedDecks(iter([deck])), (Reporter(out),)).play_game()
    assert end in out.getvalue()


THREE_HANDS = read_cards("Kc Kd Kh Ks Qc  2c 2d 2h 2s 3c  4c 4d 4h 4s 5c")


def shown(rules: Rules, bets: tuple[int, ...]) -> str:
    """What is said of a showdown among three, each of whom bets once."""
    out = io.StringIO()
    players = [Script(iter([bet])) for bet in bets]
    Game(rules, players, StackedDecks(iter([THREE_HANDS])), (Showdown(out),)).play_game()
    return out.getvalue()


def test_rule_10_the_turned_down_card_of_every_hand_at_the_showdown_is_displayed():
    rules = Rules(seats=3, deals=1, streets="duuuu")
    assert shown(rules, (1, 0, 1)) == (
        "Player 0 shows 50 points:\n"
        "    King of Clubs (card was facedown)\n"
        "    King of Diamonds\n    King of Hearts\n    King of Spades\n    Queen of Clubs\n"
        "Player 2 shows 21 points:\n"
        "    Four of Clubs (card was facedown)\n"
        "    Four of Diamonds\n    Four of Hearts\n    Four of Spades\n    Five of Clubs\n"
    )
    assert shown(rules, (1, 1, 1)).count("shows") == 3


def test_rule_10_hands_that_were_folded_stay_hidden():
    assert shown(Rules(seats=3, deals=1, streets="duuuu"), (1, 0, 0)) == ""


def test_rule_10_poker_hands_are_told_by_their_names():
    rules = Rules(seats=3, deals=1, streets="duuuu", valuation="poker")
    assert "Player 0 shows four of a kind:\n" in shown(rules, (0, 0, 0))


def test_rule_10_the_distributed_program_leaves_hidden_cards_hidden(monkeypatch, capsys):
    assert " won the hand" in (text := said(monkeypatch, capsys, "alpha alpha --as-distributed"))
    assert "shows" not in text
    assert "shows" in said(monkeypatch, capsys, "alpha alpha --seed 3")
    assert "shows" not in said(monkeypatch, capsys, "alpha alpha --seed 3 --quiet")


def test_a_split_pot_is_not_told_to_be_carried(monkeypatch, capsys):
    words = "caller caller --rule tied_pot=split --rule deals=200 --seed 1"
    text = said(monkeypatch, capsys, words)
    assert "tie" in text
    assert "carried" not in text


def test_chips_told_after_a_quit_are_all_there_are(monkeypatch, capsys):
    # Everybody calls until a pot is carried, and quits in the deal after it.
    typed = "0\n" * 6
    for seed in range(100):
        words = f"human human --rule raises=0 --seed {seed}"
        text = said(monkeypatch, capsys, words, typed)
        if "tie" in text:
            chips = re.findall(r"Player \d - (\d+)", text.splitlines()[-3])
            assert sum(map(int, chips)) == 2000
            return
    pytest.fail("no tie came")


def test_the_seed_is_told_so_that_a_game_can_be_repeated(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    main("blockhead", ["alpha", "alpha", "--quiet"])
    first = capsys.readouterr()
    seed = re.fullmatch(r"The seed is (\d+)\.\n", first.err)[1]
    main("blockhead", ["alpha", "alpha", "--quiet", "--seed", seed])
    assert capsys.readouterr().out == first.out


def test_words_after_the_number_of_games_are_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main("blockhead", ["monte-carlo", "1", "nonsense", "--seed", "1"]) == 1


def test_monte_carlo_averages_the_games_of_players_by_name(monkeypatch, capsys):
    words = "beta alpha alpha --seed 4 --games 3"
    games = re.findall(r"had (-?\d+) chips", said(monkeypatch, capsys, f"{words} --quiet"))
    text = said(monkeypatch, capsys, f"monte-carlo {words}")
    assert "Beta against Alpha against Alpha, 3 games:" in text
    for seat, name in enumerate(("Beta", "Alpha", "Alpha")):
        average = sum(map(int, games[seat::3])) / 3
        assert f"  Player {seat} ({name}) ends with {average:.2f} chips (95% interval " in text
