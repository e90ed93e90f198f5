"""Players from files in `simulate` and as advisers in `play`, and what is told when they fail."""

from pathlib import Path

import pytest

from cutcard.streams import stream

PLAYER = """
import cutcard as cc


class Failing(cc.Player):
    def __init__(self, random):
        self.fails = random.random() < 0.25

    def act(self, view):
        if self.fails:
            raise RuntimeError("tired")
        return cc.Action.STAND
"""


def fails(seed: int, block: int) -> bool:
    return stream(seed, "player", block).random() < 0.25


SEED = next(seed for seed in range(100) if [fails(seed, block) for block in range(3)] == [0, 0, 1])


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_was_played_before_a_failure_is_told(cutcard, tmp_path: Path, workers: str) -> None:
    (tmp_path / "mine.py").write_text(PLAYER)
    words = ["simulate", "easy", "--player", "mine.py:Failing", "--seed", str(SEED)]
    told = cutcard(*words, "--rounds", "9000", "--workers", workers)
    assert told.returncode == 1
    assert "player mine.py:Failing, 2,000 rounds" in told.stdout
    assert "stopped before all rounds were played" in told.stdout
    assert told.stderr == (
        "cutcard: mine.py:Failing failed: RuntimeError: tired (mine.py, line 11, in act);"
        " --traceback shows more\n"
    )
    again = cutcard(*words, "--rounds", "2000")
    assert again.returncode == 0
    assert again.stdout.splitlines()[:6] == told.stdout.splitlines()[:6]


def test_the_traceback_is_shown_where_it_is_asked_for(cutcard, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PLAYER.replace("self.fails:", "True:"))
    told = cutcard("simulate", "easy", "--player", "mine.py:Failing", "--traceback")
    assert told.returncode == 1
    assert told.stdout == ""
    assert told.stderr.startswith("Traceback (most recent call last):")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--player", "mine"], "'mine' is not a player: it takes FILE.py:CLASS"),
        (["--player", "no.py:Mine"], "there is no file 'no.py' with a player in it"),
        (["--player", "m.py:M", "--chart", "best"], "--player and --chart are two ways to play"),
        (["--player", "m.py:M", "--count", "hi-lo"], "--player and --count are two ways to play"),
        (["--player", "m.py:M", "--out", "x"], "--out does not go with a --player"),
        (["--player", "m.py:M", "--cluster", "local:2"], "--cluster does not go with a --player"),
        (["--player", "m.py:M", "--plot", "x.png"], "--plot does not go with a --player"),
    ],
)
def test_bad_words_get_a_sentence(cutcard, words: list[str], sentence: str) -> None:
    told = cutcard("simulate", "easy", *words)
    assert told.returncode == 1
    assert sentence in told.stderr
    assert told.stderr.count("\n") == 1


ADVISER = """
import cutcard as cc


class Counter(cc.Player):
    def __init__(self, random):
        self.exposed = 0

    def bet(self, bankroll, minimum):
        return min(bankroll, minimum + self.exposed)

    def act(self, view):
        if len(view.hand.cards) > 2:
            raise RuntimeError("tired")
        return cc.Action.SURRENDER

    def expose(self, card):
        self.exposed += 1
"""


def test_a_player_of_ones_own_advises_on_bets_and_plays(cutcard, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ADVISER)
    words = ["play", "easy", "--adviser", "mine.py:Counter", "--seed", "3"]
    told = cutcard(*words, typed="?\n1\n?\ns\n?\nq\n")
    assert told.returncode == 0
    assert told.stderr == ""
    assert "mine.py:Counter would bet 1.\n" in told.stdout
    assert "The chart says: double.\nmine.py:Counter says: surrender.\n" in told.stdout
    assert "mine.py:Counter would bet 6.\n" in told.stdout  # five cards were exposed


def test_an_adviser_that_fails_loses_nobody_what_was_played(cutcard, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ADVISER)
    words = ["play", "easy", "--adviser", "mine.py:Counter", "--seed", "3"]
    told = cutcard(*words, typed="1\ns\n1\nh\n?\n")
    assert told.returncode == 1
    assert "1 round: 1 won, 0 pushed, 0 lost." in told.stdout
    assert "The unfinished round does not count." in told.stdout
    assert told.stderr == (
        "cutcard: mine.py:Counter failed: RuntimeError: tired (mine.py, line 14, in act);"
        " --traceback shows more\n"
    )


def test_there_is_no_adviser_at_blockhead(cutcard) -> None:
    told = cutcard("play", "blockhead", "--adviser", "mine.py:Mine")
    assert (told.returncode, told.stderr) == (1, "cutcard: --adviser does not go with blockhead\n")


BOTS = """class Bot:
    def act(self, view):
        return view.legal[0]

    def see(self, event):
        pass


class Other(Bot):
    pass
"""


@pytest.mark.parametrize(
    "words",
    [
        ("duel", "bot.py", "beta"),
        ("duel", "alpha", "bot.py"),
        ("exploit", "bot.py"),
        ("value", "bot.py", "alpha"),
        ("simulate", "easy", "--player", "bot.py"),
    ],
)
def test_a_file_without_a_class_is_told_its_classes(cutcard, tmp_path: Path, words) -> None:
    (tmp_path / "bot.py").write_text(BOTS)
    refused = cutcard(*words)
    assert refused.returncode == 1
    assert refused.stderr == (
        "cutcard: bot.py names no class: a player of your own is FILE.py:CLASS, as in bot.py:Bot,"
        " one of Bot, Other\n"
    )


def test_no_best_response_to_a_player_of_ones_own_is_computed(cutcard, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOTS)
    refused = cutcard("exploit", "bot.py:Bot")
    assert refused.returncode == 1
    assert refused.stderr.startswith("cutcard: no best response to bot.py:Bot is computed: ")
    assert "'cutcard duel exploiter bot.py:Bot' measures" in refused.stderr
