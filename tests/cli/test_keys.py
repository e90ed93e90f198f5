"""Keys at a terminal: what takes one key, what takes Enter, and what is told of it."""

import pytest
from cli.screen import Screen
from warm_starts import CUTCARD

LAST_CHIPS = ("play", "vegas-strip", "--seed", "3", "--bankroll", "7")


def test_leaving_takes_one_key():
    with Screen("play", "easy", "--seed", "1") as screen:
        screen.wait_for("Bet [1]: ")
        screen.press("q")
        assert screen.end() == 0
        assert "You leave with 100 chips (0)." in screen.text


def test_a_bet_takes_one_key_where_all_have_one_digit():
    with Screen(*LAST_CHIPS) as screen:
        screen.wait_for("Bet [1], one key: ")
        screen.press("4")
        screen.wait_for("[s]tand")
        screen.press("r")
        screen.wait_for("surrendered -2")
        screen.wait_for("You have 5. Bet [4], one key: ")
        screen.press("6")
        screen.wait_for("'6' is not a bet: it takes a whole number from 1 to 5")
        screen.press("q")
        assert screen.end() == 0


def test_longer_bets_take_enter_and_can_be_mended():
    with Screen("play", "vegas-strip", "--seed", "3") as screen:
        screen.wait_for("Bet [1]: ")
        screen.press("\x1b[A9\x7f\x7f99\x1513")  # an arrow, a 9 taken back, 99 taken back
        screen.press("\r")
        screen.wait_for("[s]tand")
        screen.press("s")
        screen.wait_for("You have 113. Bet [13]: ")
        screen.press("q")
        assert screen.end() == 0


def test_keys_typed_ahead_are_not_lost():
    with Screen("play", "vegas-strip", "--seed", "3") as screen:
        screen.wait_for("Bet [1]: ")
        screen.press("13\rsq")
        assert screen.end() == 0
        assert "You leave with 113 chips (+13)." in screen.text


@pytest.mark.parametrize("key", ["\r", " "])
def test_enter_or_the_space_bar_deals(key):
    with Screen("play", "vegas-strip", "--seed", "3") as screen:
        screen.wait_for("Bet [1]: ")
        screen.press(key)
        screen.wait_for("[s]tand")
        screen.press("\x04")
        assert screen.end() == 0
        assert "The unfinished round does not count." in screen.text


def test_a_question_mark_helps_where_a_bet_is_asked_for(cutcard):
    with Screen(*LAST_CHIPS) as screen:
        screen.wait_for("one key: ")
        screen.press("?")
        screen.wait_for("Enter bets 1; the key from 1 to 7 bets that; q leaves the table.")
        screen.press("q")
        assert screen.end() == 0
    told = cutcard("play", "easy", typed="?\nq\n")
    assert "Enter bets 1; a number from 1 to 100 bets that; q leaves the table." in told.stdout


def test_ctrl_c_and_ctrl_d_leave():
    for key, status in (("\x03", 130), ("\x04", 0)):
        with Screen("play", "easy", "--seed", "1", program=CUTCARD) as screen:
            screen.wait_for("Bet [1]: ")
            screen.press(key)
            assert screen.end() == status
            assert "You leave with 100 chips (0)." in screen.text


def test_in_blockhead_one_key_is_enough_and_0_raises_ten():
    with Screen("play", "blockhead", "--seed", "1", "--opponent", "caller") as screen:
        screen.wait_for("raise 1-10 (0=10): ")
        screen.press("0")
        screen.wait_for("The pot has 40.")
        screen.wait_for("[c]")
        screen.press("7")
        screen.wait_for("The pot has 54.")
        screen.wait_for("[c]")
        screen.press("?")
        screen.wait_for("costs")
        screen.press("q")
        assert screen.end() == 0


def test_in_blockhead_10_may_be_typed_and_1_is_not_taken_for_its_beginning():
    with Screen("play", "blockhead", "--seed", "1", "--opponent", "caller") as screen:
        screen.wait_for("raise 1-10 (0=10): ")
        screen.press("10")
        screen.wait_for("10\n")
        screen.wait_for("The pot has 40.")
        screen.wait_for("[c]")
        screen.press("1\r")  # Enter belongs to it, and checks nothing after it
        screen.wait_for("The pot has 42.")
        screen.wait_for("[c]")
        screen.press("1")
        screen.wait_for(": 1\n")
        screen.wait_for("Deal 2 of 20")
        screen.wait_for("[c]")
        screen.press("17")  # two keys for two prompts
        screen.wait_for(": 1\n")
        screen.wait_for(": 7\n")
        screen.wait_for("[c]")
        screen.press("q")
        assert screen.end() == 0


def test_in_blockhead_raises_take_enter_where_some_are_larger_than_ten():
    with Screen("play", "blockhead", "--seed", "1", "--rule", "most_raise=12") as screen:
        screen.wait_for("raise 1-12")
        screen.press("1")
        screen.press("2\r")
        screen.wait_for(": 12\n")
        screen.wait_for("[c]")
        screen.press("q")
        assert screen.end() == 0


def test_in_blockhead_the_card_that_only_you_see_has_a_dashed_edge():
    with Screen("play", "blockhead", "--seed", "1", rows=40) as screen:
        screen.wait_for("Your hidden card has a dashed edge.")
        screen.wait_for("hold ")
        screen.wait_for("┌╌╌╌╌╌┐ ┌─────┐ ┌─────┐")
        screen.press("q")
        assert screen.end() == 0


def test_in_blockhead_a_raise_takes_one_key_where_all_have_one_digit():
    with Screen("play", "blockhead", "--seed", "1", "--rule", "most_raise=5") as screen:
        screen.wait_for("[c]")
        screen.press("5")
        screen.wait_for(": 5\n")
        screen.wait_for("[c]")
        screen.press("q")
        assert screen.end() == 0


def test_two_people_at_one_terminal_do_not_see_each_other_s_hidden_card():
    with Screen("blockhead", "human", "human", "--seed", "7") as screen:
        screen.wait_for("Player 0, sit down alone and press Enter.")
        assert "facedown" not in screen.text
        screen.press("\r")
        screen.wait_for("Four of Hearts (card is facedown)")
        screen.wait_for("What is your bet?")
        screen.press("0\r")
        screen.wait_for("Player 1, sit down alone and press Enter.")
        before, _, after = screen.raw.rpartition("\x1b[2J\x1b[3J")
        assert "Four of Hearts (card is facedown)" in before
        assert "facedown" not in after
        screen.press("\r")
        screen.wait_for("**********  Player 1 **********")
        screen.press("-1\r")
        assert screen.end() == 0
