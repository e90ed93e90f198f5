"""What the seed's program says of a game, where a transcript does not show it."""

from __future__ import annotations

import io
import re

import pytest
from blockhead.tables import Script, StackedDecks

from cutcard.blockhead.game import Game
from cutcard.blockhead.rules import Rules
from cutcard.cards import cards
from cutcard.editions.blockhead import main
from cutcard.editions.blockhead.text import Reporter


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
    deck = cards("Kc Kd Kh Ks Qc  2c 2d 2h 2s 3c  4c 4d 4h 4s 5c")
    out = io.StringIO()
    Game(rules, players, StackedDecks(iter([deck])), (Reporter(out),)).play_game()
    assert end in out.getvalue()


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
