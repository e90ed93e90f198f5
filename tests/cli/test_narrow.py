"""Terminals of any width: lines fold between words, and tables come in blocks."""

import re

import pytest
from cli.screen import Screen

from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.chart import ROWS
from cutcard.cli import EDITIONS, VERBS

PAGES = [
    ("chart", "easy"),
    ("chart", "vegas-strip"),
    ("chart", "--diff", "vegas-strip", "downtown"),
    ("solve", "single-deck"),
    ("solve", "european", "--odds"),
    ("solve", "cs50", "--two-card"),
    ("advise", "vegas-strip", "8 8", "T"),
    ("compare", "cs50", "coms1018"),
    ("rules",),
    ("rules", "european"),
    ("simulate", "vegas-strip", "--rounds", "2k", "--kernel", "engine"),
    ("help",),
    ("help", "nosuch"),
    *(("help", verb) for verb in VERBS),
    *(("help", edition) for edition in EDITIONS),
    ("ve280", "100", "5", "3"),
    ("blockhead", "gamma", "alpha"),
    ("coms1018", "six"),
    ("cs50", "dealer", "ten", "8081"),
    ("duel", "--round-robin", "alpha", "caller", "raiser", "--pairs", "2"),
]


def page(*words: str, columns: int) -> str:
    with Screen(*words, columns=columns, NO_COLOR="1") as screen:
        screen.end()
        # What a line of progress shows is taken away again.
        return re.sub(r"^.*\r", "", screen.text, flags=re.MULTILINE)


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_no_line_is_wider_than_the_terminal(words, columns):
    for line in page(*words, columns=columns).splitlines():
        # A word by itself may be too wide, and a command stays whole, to be copied.
        whole = " " not in line.strip() or line.strip().startswith("cutcard ")
        assert len(line) <= columns or whole, line


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_a_wide_chart_comes_in_blocks_that_name_every_row(columns):
    chart = load_chart("wizard")
    found: dict[tuple[str, str], str] = {}
    shown: list[str] = []
    for line in page("chart", "easy", columns=columns).splitlines():
        words = line.split()
        if words and set(words) <= set(chart.columns):
            shown = words
        elif words[:1] and words[0] in ROWS and shown:
            found |= {
                (words[0], column): cell for column, cell in zip(shown, words[1:], strict=True)
            }
    assert found == dict(chart.cells)


def test_the_blocks_of_values_are_as_wide_as_there_is_room():
    narrow = page("chart", "vegas-strip", "--values", columns=40)
    assert narrow.count("\n 16 ") == 2
    assert max(map(len, narrow.splitlines())) <= 40
    assert page("chart", "vegas-strip", "--values", columns=80).count("\n 16 ") == 1


def test_a_pipe_has_no_edge(cutcard):
    assert cutcard("chart", "easy", COLUMNS="40").stdout == cutcard("chart", "easy").stdout
    refused = cutcard("help", "nosuch", COLUMNS="40").stderr
    assert refused.count("\n") == 1


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("game", ["easy", "blockhead"])
def test_a_game_can_be_played_on_a_narrow_terminal(game, columns):
    with Screen("play", game, "--seed", "2", columns=columns, rows=60) as screen:
        screen.wait_for("[1]: " if game == "easy" else "[c]heck")
        screen.press("1\r" if game == "easy" else "c")
        screen.wait_for("[s]tand" if game == "easy" else "[c]")
        screen.press("q")
        assert screen.end() == 0
        assert "┌─────┐" in screen.text
        for line in screen.text.splitlines():
            assert len(line) <= columns or line.strip().startswith("cutcard play"), line


def test_a_choice_is_not_torn_from_its_key():
    early = ("--rule", "insurance=true", "--rule", "surrender=early")
    with Screen("play", "vegas-strip", *early, "--seed", "5", columns=40) as screen:
        screen.wait_for("Bet [1]: ")
        screen.press("\r")
        screen.wait_for("[n]o, thanks  [i]nsure  su[r]render\n  ? advice: ")
        screen.press("q")
        assert screen.end() == 0
