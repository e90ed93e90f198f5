"""Playing blackjack in a pipe: what is asked, what is told, and what the chips come to."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from blackjack.made_up_games import play_out
from warm_starts import PATIENCE

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.advice import advise
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset, preset_names
from cutcard.blackjack.rules import Rules
from cutcard.blockhead.presets import SHELF
from cutcard.cards import read_cards
from cutcard.cli.play_blackjack import Croupier
from cutcard.report.felt import Felt


@pytest.mark.parametrize("game", [*preset_names(), *SHELF.names()])
def test_every_game_can_be_sat_down_to_and_left(cutcard, game):
    left = cutcard("play", game, "--seed", "1", typed="\nq\n")
    assert left.returncode == 0
    assert left.stderr == ""
    assert f"cutcard play {game} " in left.stdout


def test_bets_and_balance_add_up(cutcard):
    told = cutcard("play", "vegas-strip", "--seed", "3", typed="10\nh\ns\n5\nh\nq\n").stdout
    # 9 against 3 draws to 19 and pushes; 19 is hit and busts.
    assert "push 0" in told
    assert "bust -5" in told
    assert "You leave with 95 chips (-5)." in told


@pytest.mark.parametrize("bet", ["0", "101", "-1", "x", "1.5", "9" * 30, "५"])
def test_a_bad_bet_is_asked_again(cutcard, bet):
    told = cutcard("play", "easy", "--seed", "1", typed=f"{bet}\nq\n").stdout
    said = f"{bet!r} is not a bet: it takes a whole number from 1 to 100; q leaves the table."
    assert said in told
    assert told.count("Bet [1]: ") == 2


@pytest.mark.parametrize(
    ("rules", "deck", "told"),
    [
        (Rules(), "T A 9 K", "The dealer turns over K: blackjack.\n"),
        (Rules(hole_card="none"), "T A 9 K", "The dealer draws K: blackjack.\n"),
        (Rules(hole_card="hidden", naturals="none"), "T A 9 K", "turns over K: soft 21.\n"),
        (Rules(hole_card="hidden", naturals="player"), "T A 9 K", "turns over K: soft 21.\n"),
        (Rules(), "T 6 9 5 T", "The dealer draws T: 21.\n"),
    ],
)
def test_a_dealers_blackjack_is_called_that_where_there_is_one(capsys, rules, deck, told):
    croupier = Croupier(Felt())
    for state in play_out(rules, (1,), iter(read_cards(deck)), lambda _: Action.STAND).states:
        croupier.see(state)
    assert told in capsys.readouterr().out


def test_mistakes_are_listed_with_what_they_cost(cutcard):
    told = cutcard("play", "vegas-strip", "--seed", "3", typed="1\nh\ns\n5\nh\nq\n").stdout
    assert "You played by the chart in 1 of 3 decisions." in told
    lines = told.splitlines()
    start = lines.index("Your costliest mistakes, in bets:")
    bust, hit = lines[start + 1 : start + 3]
    # The second knows the six cards of the first round, which the first did not.
    assert bust == f"  {cost('J 9', '2', Action.HIT, '4 5 J 3 K 6'):.4f}" + (
        "  J♠ 9♥ against 2♣: hit; best is stand"
    )
    assert hit == f"  {cost('4 5', '3', Action.HIT):.4f}" + (
        "  4♥ 5♥ against 3♠: hit; best is double"
    )
    total = float(bust.split()[0]) + float(hit.split()[0])
    said = re.fullmatch(r"2 mistakes cost (\S+) bets \((\S+) chips\) in all\.", lines[start + 3])
    assert said
    assert float(said[1]) == pytest.approx(total, abs=1e-4)
    chips = 5 * float(bust.split()[0]) + float(hit.split()[0])
    assert float(said[2]) == pytest.approx(chips, abs=0.006)


def cost(hand: str, dealer: str, action: Action, seen: str = "") -> float:
    """What it costs to do this at Vegas Strip."""
    rules = load_preset("vegas-strip").rules
    found = advise(rules, Hand.of(hand), Hand.of(dealer), seen=read_cards(seen))
    [taken] = [one for one in found if one.action is action]
    return found[0].value - taken.value


def test_advice_gives_the_values_of_all_that_can_be_done(cutcard):
    told = cutcard("play", "vegas-strip", "--seed", "3", typed="\n?\nq\n").stdout
    assert (
        "The chart says: double.\n"
        "In bets, exactly:\n"
        "  double     +0.1333\n"
        "  hit        +0.1078  costs 0.0256\n"
        "  stand      -0.2456  costs 0.3789\n"
        "  surrender  -0.5000  costs 0.6333\n"
    ) in told
    assert "knowing the" not in told


def test_advice_knows_the_cards_of_earlier_rounds(cutcard):
    told = cutcard("play", "vegas-strip", "--seed", "3", typed="\nd\n\n?\nq\n").stdout
    assert re.search(r"exactly, knowing the \d cards of earlier rounds:", told)
    easy = cutcard("play", "easy", "--seed", "1", typed="\ns\n\n?\nq\n").stdout
    assert "In bets, exactly:" in easy  # an infinite shoe misses nothing


def test_advice_leaves_out_what_cannot_be_afforded(cutcard):
    words = ("play", "vegas-strip", "--seed", "3", "--bankroll", "1")
    told = cutcard(*words, typed="\n?\nq\n").stdout
    assert "  hit        +0.1078\n" in told
    assert "  double" not in told


def test_nobody_waits_for_the_solver_who_plays_by_the_chart(cutcard):
    told = cutcard(
        "play", "vegas-strip", "--seed", "3", typed="\nd\nq\n", PYTHONPROFILEIMPORTTIME="1"
    )
    assert "You played by the chart in 1 of 1 decisions.\nThe same cards" in told.stdout
    loaded = {line.rpartition("|")[2].strip() for line in told.stderr.splitlines()}
    assert "cutcard.study.coach" in loaded
    assert not loaded & {"numba", "numpy", "cutcard.compilation"}


def test_words_are_read_whole(cutcard):
    told = cutcard("play", "vegas-strip", "--seed", "3", typed="\nstandby\nHIT\nstand\nq\n").stdout
    assert "'standby' is not one of them." in told
    assert "You draw J♥: 19." in told


def test_what_cannot_be_afforded_is_not_offered(cutcard):
    told = cutcard("play", "vegas-strip", "--seed", "3", "--bankroll", "1", typed="\nq\n").stdout
    assert "[d]ouble" not in told
    assert "[s]tand  [h]it  su[r]render" in told


def test_a_changed_rule_shows_in_the_title(cutcard):
    told = cutcard("play", "vegas-strip", "--rule", "decks=2", "--seed", "1", typed="q\n").stdout
    assert told.startswith("Vegas Strip with decks = 2.\nAdvice is by the chart vegas-strip")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["blockhead", "--bankroll", "5"], "--bankroll does not go with blockhead"),
        (["blockhead", "--chart", "simple"], "--chart does not go with blockhead"),
        (["easy", "--opponent", "beta"], "--opponent does not go with easy"),
        (["real-poker", "--opponent", "alpha"], "alpha does not play valuation = poker"),
        (["blockhead", "--opponent", "gamma"], "there is no player 'gamma'"),
    ],
)
def test_options_that_do_not_fit_are_refused(cutcard, words, complaint):
    refused = cutcard("play", *words)
    assert refused.returncode == 1
    assert complaint in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_blockhead_game_of_ones_own_is_a_file_too(cutcard, tmp_path):
    (tmp_path / "mine.toml").write_text('base = "blockhead"\n[rules]\ndeals = 2\n')
    told = cutcard("play", "mine.toml", "--seed", "1", typed="c\n" * 40).stdout
    assert "Deal 2 of 2" in told
    assert told.startswith("Blockhead Poker with deals = 2 against alpha.\n")


def test_suits_are_letters_where_the_terminal_knows_no_symbols(cutcard):
    told = cutcard("play", "vegas-strip", "--seed", "3", typed="\nq\n", PYTHONIOENCODING="ascii")
    assert "Dealer: 3s ??  (shows 3)" in told.stdout


def test_a_player_of_ones_own_can_fight_a_duel(cutcard, tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Gamma:\n"
        "    def __init__(self, random): pass\n"
        "    def act(self, view): return view.to_call\n"
        "    def see(self, event): pass\n"
    )
    # Gamma calls as the caller does, so the two draw to the last chip.
    told = cutcard("duel", "mine.py:Gamma", "caller", "--pairs", "4", "--seed", "1").stdout
    assert "chips a game      +0.00" in told
    for name, complaint in {
        "none.py:Gamma": "there is no file 'none.py'",
        "mine.py:Delta": "mine.py has no class 'Delta': it has Gamma",
    }.items():
        assert complaint in cutcard("duel", name, "alpha").stderr


def test_closed_streams_make_no_traceback(cutcard, tmp_path):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    for command in ("cutcard rules >&-", "cutcard play <&-", "cutcard play >&-", "cutcard x 2>&-"):
        ended = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ('base = "vegas-strip"\n[rules]\nhit_soft_17 = true\n', True),
        ('base = "vegas-strip"\n', False),
    ],
)
def test_advice_by_a_chart_for_other_rules_is_called_that(cutcard, tmp_path, rules, told):
    (tmp_path / "corner.toml").write_text(rules)
    shown = cutcard("play", "corner.toml", typed="q\n").stdout
    assert ("Advice is by the chart vegas-strip, which is for other rules." in shown) == told


COUNTED = ("play", "vegas-strip", "--seed", "3", "--count", "hi-lo")


def test_the_count_is_asked_now_and_then_and_told(cutcard):
    """Every answer is wrong by hand or lost; the summary tells how often, and how the bets were."""
    typed = "?\n1\n" + "s\n2\n99\n" * 40
    told = cutcard(*COUNTED, typed=typed).stdout
    asked = told.count("What is the running count?")
    answered = told.count("It is ")
    assert 0 < answered <= asked
    assert "Running 0: the true count is 0, with 6.0 decks left; the ramp bets 1." in told
    assert f"You knew the count 0 of {answered} times; off by " in told
    assert re.search(r"You bet by the ramp in \d+ of \d+ rounds", told)
    assert re.search(r"You played by chart and count in \d+ of \d+ decisions", told)
    assert "cutcard play vegas-strip --count hi-lo --bankroll 100 --seed 3" in told


def test_advice_tells_what_chart_and_count_play(cutcard):
    told = cutcard(*COUNTED, typed="\n?\nq\n").stdout
    assert "says: double. Running +3: the true count is 0, with 5.9 decks left.\n" in told
    other = cutcard("play", "vegas-strip", "--seed", "34", "--count", "hi-lo", typed="\n?\nq\n")
    assert (
        "The chart says surrender, the count: hit. Running -1: the true count is -1, with 5.9 decks"
        " left.\n"
        "  index play 15 v 10: stand at +4 and above\n"
        "  index play 15 v 10: surrender at 0 and above\n"
    ) in other.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["easy", "--count", "hi-lo"], "cards cannot be counted with decks = infinite"),
        (["vegas-strip", "--ramp", "1-8"], "--ramp is for card counters: name a count"),
        (["vegas-strip", "--count", "hi-low"], "no count 'hi-low'"),
        (["blockhead", "--count", "hi-lo"], "--count does not go with blockhead"),
    ],
)
def test_a_lesson_that_makes_no_sense_is_refused(cutcard, words, complaint):
    refused = cutcard("play", *words)
    assert refused.returncode == 1
    assert complaint in refused.stderr
    assert refused.stderr.count("\n") == 1
