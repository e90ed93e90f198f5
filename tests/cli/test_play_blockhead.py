"""`cutcard play blockhead` by pipe and with Ctrl-C: the chips told are right, whatever is typed."""

import os
import re
import select
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest
from warm_starts import CUTCARD, PATIENCE, wait_for_readers, warm_starts

from cutcard.blockhead.acquaintance import load_acquaintance
from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.rules import Rules


def end(text: str) -> int:
    """The chips that the person is told to end with."""
    found = re.findall(r"You end with (-?\d+) chips \(([+-]\d+)\)", text)
    assert len(found) == 1
    assert int(found[0][0]) - 1000 == int(found[0][1])
    return int(found[0][0])


def gains(text: str) -> list[int]:
    """What the person is told to have gained in each deal."""
    return [int(gain) for gain in re.findall(r"the pot of \d+ \(([+-]\d+)\)", text)]


class Typist:
    """Plays in the engine what a person types in the terminal."""

    def __init__(self, words: list[str]) -> None:
        self._words = iter(words)

    def act(self, view):
        word = next(self._words)
        if word == "c":
            return view.to_call
        if word == "f":
            return 0 if view.to_call else None
        return view.to_call + int(word)

    def see(self, event):
        pass


def played(words: list[str], seed: int, deals: int) -> list[int]:
    """The chips after each deal, by the engine."""
    game = Game(Rules(), [Typist(words), Alpha()], FreshDeck(seed, "play"))
    chips = []
    for _ in range(deals):
        game.play_deal()
        chips.append(game.chips[0])
    return chips


def test_a_game_is_called_to_its_end_and_the_chips_are_right(cutcard):
    shown = cutcard("play", "blockhead", "--seed", "1", typed="c\n" * 200)
    assert shown.returncode == 0
    assert shown.stderr == ""
    assert "Deal 20 of 20" in shown.stdout
    game = Game(Rules(), [Typist(["c"] * 200), Alpha()], FreshDeck(1, "play"))
    assert end(shown.stdout) == game.play_game()[0]


def test_the_chips_told_before_each_deal_are_right(cutcard):
    shown = cutcard("play", "blockhead", "--seed", "4", typed="c\n" * 200)
    told = [int(chips) for chips in re.findall(r"You have (-?\d+) chips", shown.stdout)]
    assert told == [1000, *played(["c"] * 200, 4, 19)]


@pytest.mark.parametrize(
    ("typed", "deals", "words"),
    [
        ("5\nq\n", 0, []),
        ("10\nc\nc\nc\nc\nc\nq\n", None, ["10", "c", "c", "c", "c", "c"]),
        ("c\nf\nq\n", None, ["c", "f"]),
        ("3\nf\nq\n", None, ["3", "f"]),
    ],
)
def test_bets_are_what_was_typed(cutcard, typed, deals, words):
    shown = cutcard("play", "blockhead", "--seed", "2", typed=typed)
    assert shown.returncode == 0
    assert shown.stderr == ""
    finished = len(re.findall(r"win[s]? the pot|A tie", shown.stdout))
    assert deals is None or finished == deals
    expected = played(words, 2, finished)[-1] if finished else 1000
    assert end(shown.stdout) == expected
    if "A tie" not in shown.stdout:
        assert 1000 + sum(gains(shown.stdout)) == expected


@pytest.mark.parametrize("leaving", ["q", "quit", "Q", ""])
@pytest.mark.parametrize("before", ["", "c\n", "5\n", "c\nc\n", "?\n"])
def test_leaving_in_a_deal_gives_its_chips_back(cutcard, leaving, before):
    typed = before + (leaving and leaving + "\n")
    shown = cutcard("play", "blockhead", "--seed", "1", typed=typed)
    assert shown.returncode == 0
    assert shown.stderr == ""
    if "win" not in shown.stdout:
        assert end(shown.stdout) == 1000


@pytest.mark.parametrize(
    "word", ["11", "-2", "0", "words", "f", "1.5", "99999999999999999999", "½", "\udcff", "+5"]
)
def test_what_is_no_bet_is_asked_again(tmp_path, word):
    typed = f"{word}\nq\n".encode(errors="surrogateescape")
    words = [str(CUTCARD), "play", "blockhead", "--seed", "1"]
    shown = warm_starts().run(words, typed=typed, folder=tmp_path)
    text = shown.stdout.decode(errors="replace")
    assert shown.returncode == 0
    assert shown.stderr == b""
    assert text.count("raise 1-10: ") == 2
    assert end(text) == 1000


def test_a_question_mark_tells_what_bets_are_worth_and_changes_nothing(cutcard):
    plain = cutcard("play", "blockhead", "--seed", "3", typed="c\n" * 200)
    asked = cutcard("play", "blockhead", "--seed", "3", typed="?\nc\n" * 200)
    assert asked.returncode == 0
    assert asked.stderr == ""
    told = re.findall(r"^  (check|call|fold|raise \d+) +([+-]\d+\.\d\d)", asked.stdout, re.M)
    assert len(told) >= 11
    assert all(float(worth) == 0 for bet, worth in told if bet == "fold")
    assert end(asked.stdout) == end(plain.stdout)


def test_advice_says_whom_it_assumes(cutcard):
    """Alpha bets as Alpha does; who bets at random soon has not."""
    like_alpha = "against an opponent who bets as Alpha does, as this one has so far"
    by_habit = "who folds, calls and raises as often as this one has so far"
    for opponent, last in (("alpha", like_alpha), ("random", by_habit)):
        ask = ("play", "blockhead", "--opponent", opponent, "--seed", "3")
        shown = " ".join(cutcard(*ask, typed="?\nc\n" * 200).stdout.split())
        assumed = re.findall(f"{like_alpha}|{by_habit}", shown)
        assert (assumed[0], assumed[-1]) == (like_alpha, last)


def test_enter_checks_and_the_table_says_so(cutcard):
    shown = cutcard("play", "blockhead", "--seed", "2", typed="\nq\n").stdout
    assert "Enter checks" in " ".join(shown.split())
    # What is typed is echoed.
    typed = cutcard("play", "blockhead", "--seed", "2", typed="c\nq\n").stdout
    assert shown == typed.replace(": c\n", ": \n")


def test_the_best_bet_comes_first_and_the_others_cost_the_difference(cutcard):
    shown = cutcard("play", "blockhead", "--seed", "3", typed="?\nq\n").stdout
    told = re.findall(r"^  [a-z]+(?: \d+)? +([+-]\d+\.\d\d)(?:  costs (.*))?$", shown, re.M)
    assert len(told) == 11
    best = float(told[0][0])
    assert told[0][1] == ""
    for worth, cost in told[1:]:
        assert float(cost) == pytest.approx(best - float(worth), abs=0.0101)


def test_the_summary_tells_what_mistakes_cost(cutcard):
    shown = cutcard("play", "blockhead", "--seed", "1", typed="c\n" * 200).stdout
    costs = [float(cost) for cost in re.findall(r"^ +(\d+\.\d\d)  deal \d+, ", shown, re.M)]
    assert len(costs) == 10
    assert costs == sorted(costs, reverse=True)
    made, of, total = re.search(r"(\d+) of your (\d+) bets cost (\S+) chips in all", shown).groups()
    assert int(made) <= int(of)
    assert float(total) >= sum(costs) - 0.05
    asked = cutcard("play", "blockhead", "--seed", "1", typed="?\nc\n" * 200).stdout
    assert asked[asked.index("Your costliest") :] == shown[shown.index("Your costliest") :]


def test_ones_own_hidden_card_is_marked_and_both_stacks_are_shown(cutcard):
    shown = cutcard("play", "blockhead", "--seed", "1", typed="c\n" * 200).stdout
    held = re.findall(r"^You: (.*)  \(hold", shown, re.M)
    assert held
    assert all(re.fullmatch(r"\[\S+\]( [^\[\] ]+)+", cards) for cards in held)
    before = re.findall(r"You have (-?\d+) chips, Alpha has (-?\d+)\.", shown)
    assert len(before) == 20
    carried = re.findall(
        r"The pot has (\d+)\.(?: \d+ to call\.)? You have (-?\d+) left, Alpha (-?\d+)\.", shown
    )
    assert carried
    assert all(sum(map(int, stacks)) == 2000 for stacks in carried)


def test_the_same_cards_come_again_with_the_command_told(cutcard):
    first = cutcard("play", "blockhead", "--opponent", "random", typed="c\n" * 200)
    command = re.search(r"The same cards again: cutcard (.*)", first.stdout)[1]
    again = cutcard(*command.split(), typed="c\n" * 200)
    assert again.stdout == first.stdout


@pytest.mark.parametrize("opponent", ["alpha", "beta", "regular", "random", "caller", "raiser"])
def test_every_opponent_plays(cutcard, opponent):
    shown = cutcard("play", "blockhead", "--seed", "1", "--opponent", opponent, typed="c\n" * 200)
    assert shown.returncode == 0
    assert shown.stderr == ""
    assert "Deal 20 of 20" in shown.stdout


GAMES = [
    "six-handed",
    "six-handed --opponent beta",
    "real-poker --opponent beta",
    "as-distributed",
    "blockhead --rule seats=3 --rule tied_pot=split",
    "blockhead --rule 'streets=uuu u u'",
    "blockhead --rule raises=0",
]


@pytest.mark.parametrize("typed", ["c\n", "?\nc\n", "10\nc\nf\n"], ids=["c", "advice", "mixed"])
@pytest.mark.parametrize("words", [shlex.split(game) for game in GAMES], ids=GAMES)
def test_every_game_plays_to_its_end(cutcard, words, typed):
    shown = cutcard("play", *words, "--rule", "deals=4", "--seed", "1", typed=typed * 100)
    assert shown.stderr == ""
    assert shown.returncode == 0
    assert "Deal 4 of 4" in shown.stdout
    assert "You end with" in shown.stdout


def test_real_poker_with_no_opponent_named_is_a_game_or_one_sentence(cutcard):
    shown = cutcard("play", "real-poker", "--seed", "1", typed="c\n" * 200)
    assert "Traceback" not in shown.stderr
    # Nobody is to sit down, bet, and then be told that the opponent does not play.
    assert shown.returncode == 0 or shown.stdout == ""


def test_an_opponent_remembers_from_game_to_game(cutcard, tmp_path):
    words = ["play", "blockhead", "--rule", "deals=3", "--memory", "of-me.npz", "--seed", "1"]
    first = cutcard(*words, typed="c\n" * 50)
    assert (first.returncode, "against regular" in first.stdout) == (0, True)
    assert first.stderr == "what it remembers of 3 deals is in of-me.npz\n"
    again = "cutcard play blockhead --memory of-me.npz --rule deals=3 --seed 1"
    assert f"The same cards again: {again}\n" in first.stdout
    # A deal that was left does not count.
    again = cutcard(*words, typed="c\nc\nc\nq\n")
    assert "what it remembers of 4 deals is in of-me.npz\n" in again.stderr
    other = cutcard(*words, "--rule", "raises=2")
    assert other.returncode == 1
    assert other.stdout == ""
    assert "of-me.npz is of blockhead with raises = 3: raises = 2 does not go" in other.stderr
    (tmp_path / "of-me.npz").write_bytes(b"junk")
    damaged = cutcard(*words)
    assert (damaged.returncode, damaged.stdout) == (1, "")
    assert "the memory of-me.npz is damaged" in damaged.stderr
    assert (tmp_path / "of-me.npz").read_bytes() == b"junk"


def test_what_an_opponent_remembers_outlives_a_game_that_is_killed(tmp_path):
    command = [CUTCARD, "play", "blockhead", "--memory", "of-me.npz", "--seed", "1"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        process.stdin.write("c\n" * 12)
        process.stdin.flush()
        until = time.monotonic() + 60
        while not (tmp_path / "of-me.npz").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert load_acquaintance(tmp_path / "of-me.npz", Rules()).deals >= 1


def test_a_split_pot_is_not_told_to_stay(cutcard):
    words = ["play", "blockhead", "--rule", "tied_pot=split", "--opponent", "caller"]
    for seed in range(3):
        shown = cutcard(*words, "--rule", "deals=60", "--seed", str(seed), typed="c\n" * 400)
        if "tie" in shown.stdout.lower():
            assert "stays" not in shown.stdout
            return
    pytest.fail("no tie came")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--opponent", "gamma"], "no player 'gamma'"),
        (["--memory", "me.npz", "--opponent", "beta"], "beta keeps no memory: it takes regular"),
        (["--memory", "me.npz", "--rule", "seats=3"], "these rules differ"),
        (["--memory", "me.txt"], "the memory me.txt takes a name that ends in .npz"),
        (["--memory", "none/me.npz"], "there is no folder none"),
        (["--rule", "seats=7"], "seats cannot be '7'"),
        (["--rule", "nosuch=1"], "no rule 'nosuch'"),
        (["--seed", "x"], "'x' is not a seed"),
    ],
)
def test_bad_input_gets_one_sentence(cutcard, words, complaint):
    refused = cutcard("play", "blockhead", *words)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.startswith("cutcard: ")
    assert refused.stderr.count("\n") == 1
    assert complaint in refused.stderr


def interrupted(words: list[str], typed: bytes, wait: bytes, cwd: Path) -> tuple[int, str, str]:
    """Type, wait for words, and press Ctrl-C."""
    process = subprocess.Popen(
        [warm_starts().stand_in, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        start_new_session=True,
    )
    process.stdin.write(typed)
    process.stdin.flush()
    seen = b""
    until = time.monotonic() + PATIENCE
    while wait not in seen:
        ready, _, _ = select.select([process.stdout], [], [], until - time.monotonic())
        more = os.read(process.stdout.fileno(), 4096) if ready else b""
        assert more, f"{wait!r} did not come after {seen!r}"
        seen += more
    wait_for_readers(process.stdin.fileno())
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE)  # before its input ends, which is another ending
    out, err = process.communicate()
    return process.returncode, (seen + out).decode(), err.decode()


@pytest.mark.parametrize("typed", [b"", b"5\n", b"c\nc\n"])
def test_ctrl_c_in_a_deal_gives_its_chips_back(tmp_path, typed):
    words = ["play", "blockhead", "--seed", "1", "--opponent", "caller"]
    code, out, err = interrupted(words, typed, b"raise 1-10: ", tmp_path)
    assert code == 130
    assert end(out) == 1000
    assert "Traceback" not in err


def test_ctrl_c_in_the_seeds_program_gives_the_deals_chips_back(tmp_path):
    words = ["blockhead", "human", "alpha", "--seed", "7"]
    code, out, err = interrupted(words, b"", b"What is your bet? ", tmp_path)
    assert code == 130
    assert out.endswith("Current chips:  Player 0 - 1000  Player 1 - 1000\n\nGame aborted.\n")
    assert "Traceback" not in err


@pytest.mark.parametrize("words", ["play blockhead --seed 1", "blockhead human alpha --seed 1"])
def test_a_closed_input_is_an_end_of_input(tmp_path, words):
    ended = subprocess.run(
        f"{CUTCARD} {words} <&-",
        check=False,
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "command",
    [
        "cutcard blockhead alpha alpha --games 2000 --seed 1",
        "yes c | cutcard play blockhead --seed 1",
        "yes 0 | cutcard blockhead human alpha --seed 1",
    ],
)
def test_a_closed_pipe_makes_no_noise(tmp_path, command):
    ended = subprocess.run(
        f"{command} | head -1",
        check=False,
        shell=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{CUTCARD.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.stdout.count("\n") == 1
    assert ended.stderr == ""


OWN = """
class Gamma:
    def __init__(self, random):
        self.deals = 0
    def act(self, view):
        return view.to_call
    def see(self, event):
        self.deals += type(event).__name__ == "Won"

class Sulks(Gamma):
    def act(self, view):
        return 0 if self.deals < 3 else "no"

class Refuses(Gamma):
    def __init__(self, random):
        raise RuntimeError("not today")
"""


def test_an_opponent_of_one_s_own_sits_down(cutcard, tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    words = ["play", "blockhead", "--seed", "1", "--rule", "deals=5", "--opponent"]
    own = cutcard(*words, "mine.py:Gamma", typed="c\n" * 100)
    caller = cutcard(*words, "caller", typed="c\n" * 100)
    assert own.returncode == 0
    assert own.stderr == ""
    told = own.stdout.replace("mine.py:Gamma", "caller").replace("Gamma", "Caller")
    assert told == caller.stdout


def test_an_opponent_of_one_s_own_that_fails_costs_nobody_a_chip(cutcard, tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    words = ["play", "blockhead", "--seed", "1", "--opponent", "mine.py:Sulks"]
    shown = cutcard(*words, typed="1\n" + "c\n" * 100)
    assert shown.returncode == 1
    assert "The unfinished deal does not count." in shown.stdout
    assert end(shown.stdout) == 1000 + sum(gains(shown.stdout))
    assert "mine.py:Sulks answered 'no' (of the class str), but may answer 0" in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_an_opponent_that_does_not_sit_down_is_told_with_its_traceback(cutcard, tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    words = ["play", "blockhead", "--opponent", "mine.py:Refuses", "--traceback"]
    shown = cutcard(*words)
    assert shown.returncode == 1
    assert shown.stderr.startswith("Traceback (most recent call last):\n")
    assert shown.stderr.endswith(
        "cutcard: mine.py:Refuses failed: RuntimeError: not today (mine.py, line 16, in __init__)\n"
    )
    refused = cutcard("play", "easy", "--player-seconds", "3")
    assert refused.stderr == "cutcard: --player-seconds does not go with easy\n"
