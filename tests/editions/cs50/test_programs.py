"""The networked edition as its users run it: `dealer` and `player`, two processes and a port."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from net.naive_fair_play import seeded, total
from net.wire import (
    CUTCARD,
    PATIENCE,
    Caller,
    FakeDealer,
    complaints,
    cutcard,
    eventually,
    free_port,
    kinds,
    read_until,
)

from cutcard.blackjack.exact.hit_stand import FullDeck
from cutcard.blackjack.presets import load_preset
from cutcard.learn.qtable import QTable, read_table

Process = subprocess.Popen


@pytest.fixture
def start(tmp_path: Path) -> Iterator:
    """Start a program in the test's folder; those still running in the end are stopped."""
    started: list[Process] = []

    def run(*words: str | Path) -> Process:
        process = subprocess.Popen(
            words,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def listening(port: int) -> bool:
    """Whether somebody listens; seen from outside, because a visit would be a client."""
    wanted = f"0100007F:{port:04X}"
    return any(
        line.split()[1] == wanted and line.split()[3] == "0A"
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
    )


def deal(start, port: int, *numbers: str, program: tuple[str, ...] = ()) -> Process:
    words = program or (str(cutcard()), "cs50", "dealer")
    process = start(*words, *numbers, str(port), "--host", "127.0.0.1")
    eventually(lambda: listening(port) or process.poll() is not None, "a dealer that listens")
    assert process.poll() is None, process.communicate()
    return process


def player(start, name: str, port: int, *words: str, program: tuple[str, ...] = ()) -> Process:
    command = program or (str(cutcard()), "cs50", "player")
    return start(*command, name, "127.0.0.1", str(port - 8080), *words)


def ended(process: Process) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, complaints(err)


SCORE = re.compile(r"Game (\d+): (\w+) (\d+), dealer (\d+): (WIN|LOOSE|PUSH)\n")


def check_score(line: str) -> None:
    """A dealer's line adds up, in the original's dialect."""
    found = SCORE.fullmatch(line)
    assert found, line
    mine, dealers = int(found[3]), int(found[4])
    if mine > 21:
        assert found[5] == "LOOSE"
    else:
        won = dealers > 21 or mine > dealers
        assert found[5] == ("WIN" if won else "PUSH" if mine == dealers else "LOOSE")


def test_a_dealer_and_a_player_play_three_games(start):
    port = free_port()
    dealer = deal(start, port, "3")
    code, out, err = ended(player(start, "ann", port))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[::2] == [f"Game {number} begins." for number in (1, 2, 3)]
    told = [line.split(": ")[1].rstrip(".") for line in lines[1::2]]
    code, out, err = ended(dealer)
    assert (code, err) == (0, "")
    scores = out.splitlines(keepends=True)
    assert len(scores) == 3
    for number, line in enumerate(scores, start=1):
        check_score(line)
        assert line.startswith(f"Game {number}: ann ")
    assert [line.split(": ")[2].strip() for line in scores] == told


def test_two_linked_players_share_a_linked_dealer(start, tmp_path):
    for name in ("dealer", "player"):
        (tmp_path / name).symlink_to(CUTCARD)
    port = free_port()
    dealer = deal(start, port, "2", "4", program=("./dealer",))
    players = [player(start, name, port, program=("./player",)) for name in ("ann", "bob")]
    for process in players:
        code, out, err = ended(process)
        assert (code, err) == (0, "")
        assert out.count("begins") == out.count("ends with") == 4
    code, out, err = ended(dealer)
    assert (code, err) == (0, "")
    lines = out.splitlines(keepends=True)
    assert len(lines) == 8
    for line in lines:
        check_score(line)
    assert {line.split()[2] for line in lines} == {"ann", "bob"}


def test_the_dealer_speaks_the_originals_dialect_unless_told_otherwise(start):
    for words, expected in (((), "LOOSE"), (("--dialect", "course"), "BUST")):
        port = free_port()
        dealer = start(
            str(cutcard()), "cs50", "dealer", "1", str(port), "--host", "127.0.0.1", *words
        )
        eventually(lambda port=port: listening(port), "a dealer that listens")
        with Caller(port) as caller:
            caller.say("JOIN ann")
            results = caller.play(lambda heard: "HIT")
            assert results == [f"RESULT {expected}"]
            assert caller.heard[-1] == "QUIT"
        code, out, _ = ended(dealer)
        assert code == 0
        assert out.rstrip().endswith(expected)


def test_a_dealer_does_not_stop_for_a_client_that_vanishes(start):
    port = free_port()
    deal(start, port, "5")
    with Caller(port) as bad, Caller(port) as ann:
        bad.say("JOIN bad")
        bad.hear_until("DECISION")
        ann.say("JOIN ann")
        ann.hear_until("DECISION")
        bad.vanish()
        ann.silent(0.2)
        ann.say("STAND")
        assert len(ann.play()) + 1 >= 5


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["3"],
        ["1", "2", "3", "4"],
        ["x", "8081"],
        ["0", "8081"],
        ["-1", "8081"],
        ["1.5", "8081"],
        ["3", "x"],
        ["3", "65536"],
        ["3", "-5"],
        ["0", "3", "8081"],
        ["8", "3", "8081"],
        ["3", "8081", "--dialect", "latin"],
        ["3", "8081", "--what"],
        ["٣", "8081"],
        ["1" * 5000, "8081"],
    ],
    ids=lambda words: " ".join(words)[:20] or "none",
)
def test_a_dealers_bad_arguments_go_to_stderr(start, words):
    code, out, err = ended(start(str(cutcard()), "cs50", "dealer", *words))
    assert (code, out) == (1, "")
    assert err.startswith("cutcard cs50 dealer: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["ann"],
        ["ann", "127.0.0.1"],
        ["ann", "127.0.0.1", "1", "2"],
        ["ann", "127.0.0.1", "x"],
        ["ann", "127.0.0.1", "-1"],
        ["ann", "127.0.0.1", "60000"],
        ["a b", "127.0.0.1", "1"],
        ["", "127.0.0.1", "1"],
        ["\u00e4nn", "127.0.0.1", "1"],
        ["ann", "127.0.0.1", "1", "--games", "0"],
        ["ann", "nowhere.invalid", "1"],
        ["ann", "300.1.1.1", "1"],
    ],
    ids=lambda words: " ".join(words) or "none",
)
def test_a_players_bad_arguments_go_to_stderr(start, words, tmp_path):
    (tmp_path / "player").symlink_to(cutcard())
    code, out, err = ended(start("./player", *words))
    assert (code, out) == (1, "")
    assert err.startswith("./player: ")
    assert err.count("\n") == 1
    assert not (tmp_path / "qInfo").exists()


def test_a_program_must_be_named(start):
    code, out, err = ended(start(str(cutcard()), "cs50", "croupier"))
    assert (code, out, err) == (1, "", "cutcard cs50: say dealer or player first\n")


def test_nobody_listening_is_told(start):
    code, out, err = ended(player(start, "ann", free_port()))
    assert (code, out) == (1, "")
    assert "cannot be reached: Connection refused" in err


def test_a_port_in_use_is_told(start):
    port = free_port()
    deal(start, port, "1")
    code, out, err = ended(
        start(str(cutcard()), "cs50", "dealer", "1", str(port), "--host", "127.0.0.1")
    )
    assert (code, out) == (1, "")
    assert "in use" in err
    assert err.count("\n") == 1


# The Q-table's file.


def test_a_missing_file_starts_empty_and_stays_missing_without_training(start, tmp_path):
    port = free_port()
    deal(start, port, "2")
    assert ended(player(start, "ann", port))[0] == 0
    assert os.listdir(tmp_path) == []


def test_training_writes_the_file_whole(start, tmp_path):
    port = free_port()
    deal(start, port, "12")
    code, out, err = ended(player(start, "ann", port, "--train"))
    assert (code, err) == (0, "")
    assert os.listdir(tmp_path) == ["qInfo"]
    table = read_table(tmp_path / "qInfo")
    assert sum(table.counts.values()) > 6  # hands of 21 apart, every game brings a decision
    assert (tmp_path / "qInfo").read_text().count("\n") == 2520
    rewards = {"WIN": 1, "PUSH": 0}
    results = [rewards.get(line.split(": ")[1][:-1], -1) for line in out.splitlines()[1:24:2]]
    assert len(results) == 12
    assert all(abs(reward) <= 1 for reward in table.rewards.values())


def test_training_ends_with_a_learning_curve(start, tmp_path):
    port = free_port()
    deal(start, port, "31")
    code, out, err = ended(player(start, "ann", port, "--train"))
    assert (code, err) == (0, "")
    assert "expected value in bets a game" in out
    curve = dict(line.split() for line in out.splitlines()[-6:])
    assert list(curve) == ["1", "3", "10", "30", "31", "best"]
    deck = FullDeck(load_preset("cs50").rules)
    assert curve["31"] == f"{deck.worth(read_table(tmp_path / 'qInfo').hits):+.4f}"
    assert curve["best"] == f"{deck.best():+.4f}"


def test_both_sides_trace_every_message_and_the_state_in_which_it_arrives(start):
    port = free_port()
    dealer = start(
        str(cutcard()), "cs50", "dealer", "1", str(port), "--host", "127.0.0.1", "--trace"
    )
    eventually(lambda: listening(port), "a dealer that listens")
    _, _, told = ended(player(start, "ann", port, "--trace"))
    _, _, dealt = ended(dealer)
    ours = told.splitlines()
    assert ours[:2] == ["> JOIN ann", "< BEGIN  [lobby: BEGIN or QUIT may come]"]
    assert re.fullmatch(r"< CARD \w+ of \w+  \[first: CARD may come\]", ours[2])
    assert ours[-1] == "< QUIT  [between: BEGIN, CARD or QUIT may come]"
    theirs = [line for line in dealt.splitlines() if re.match(r"\S+ [<>] ", line)]
    assert theirs[0] == "? < JOIN ann  [joining: JOIN may come]"
    answers = [line for line in theirs if line.startswith("ann <")]
    assert answers[-1] == "ann < STAND  [deciding: HIT or STAND may come]"
    # What one side says is what the other hears.
    said = [line.split(" ", 2)[2] for line in theirs if line.startswith("ann >")]
    assert said == [line[2:].split("  [")[0] for line in ours if line.startswith("<")]


def test_a_dealer_traces_what_it_cannot_understand(start):
    port = free_port()
    words = ("cs50", "dealer", "1", str(port), "--host", "127.0.0.1", "--trace")
    dealer = start(str(cutcard()), *words)
    eventually(lambda: listening(port), "a dealer that listens")
    with Caller(port) as caller:
        caller.say("JOIN ann")
        caller.hear_until("DECISION")
        caller.say("MAYBE")
        caller.say("STAND")
        caller.hear_until("QUIT")
    _, _, dealt = ended(dealer)
    assert "ann < MAYBE  [deciding: HIT or STAND may come]\nann > DECISION\n" in dealt


def test_training_goes_on_from_the_file(start, tmp_path):
    before = QTable()
    before.add((13, 2, 0, 0), 1000, 500)
    before.write(tmp_path / "mine")
    port = free_port()
    deal(start, port, "6")
    assert ended(player(start, "ann", port, "--train", "--q", "mine"))[0] == 0
    after = read_table(tmp_path / "mine")
    assert after.counts[13, 2, 0, 0] >= 1000
    assert sum(after.counts.values()) > 1000


@pytest.mark.parametrize("words", [(), ("--train",)], ids=["playing", "training"])
def test_a_damaged_file_is_refused_by_its_line_and_left_alone(start, tmp_path, words):
    lines = list(QTable().lines())
    lines[99] = "0 9 1 4 many 0.0\n"
    (tmp_path / "qInfo").write_text("".join(lines))
    before = (tmp_path / "qInfo").read_bytes()
    code, out, err = ended(player(start, "ann", free_port(), *words))
    assert (code, out) == (1, "")
    assert "line 100 of qInfo is damaged" in err
    assert (tmp_path / "qInfo").read_bytes() == before
    assert os.listdir(tmp_path) == ["qInfo"]


def test_what_was_learnt_is_kept_when_the_dealer_hangs_up(start, tmp_path):
    dealer = FakeDealer([GAME, None, b"RESULT WIN\0BEGIN\0"])
    code, _out, err = ended(player(start, "ann", dealer.port, "--train"))
    dealer.close()
    assert code == 1
    assert "hung up" in err
    table = read_table(tmp_path / "qInfo")
    assert sum(table.counts.values()) == 1
    assert set(table.rewards.values()) == {1.0}


GAME = b"BEGIN\0CARD Ten of Spades\0CARD Two of Hearts\0DEALER Ace of Clubs\0DECISION\0"
"""On 12 the original's player stands."""

TWO_GAMES = [GAME, None, b"RESULT WIN\0", GAME, None, b"RESULT WIN\0BEGIN\0", threading.Event()]


def trained_twice(start, dealer: FakeDealer, *words: str) -> Process:
    """A player whose third game has begun."""
    process = player(start, "ann", dealer.port, "--train", *words)
    read_until(process.stdout, "Game 3 begins.")
    return process


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGINT"])
def test_a_signal_ends_training_and_loses_nothing(start, tmp_path, name):
    process = trained_twice(start, FakeDealer(TWO_GAMES))
    number = getattr(signal, name)
    process.send_signal(number)
    assert process.wait(PATIENCE) == (130 if name == "SIGINT" else -number)
    assert sum(read_table(tmp_path / "qInfo").counts.values()) == 2
    assert os.listdir(tmp_path) == ["qInfo"]


def test_a_killed_player_loses_no_more_than_its_last_two_seconds(start, tmp_path):
    process = trained_twice(start, FakeDealer(TWO_GAMES))
    began = time.monotonic()
    eventually(
        lambda: sum(read_table(tmp_path / "qInfo").counts.values()) == 2, "a table of both games"
    )
    process.kill()
    assert time.monotonic() - began < 5  # two, on a machine that is busy


def test_a_signal_that_the_parent_ignores_does_not_end_training(start, tmp_path):
    go_on = threading.Event()
    dealer = FakeDealer([GAME, None, b"RESULT WIN\0BEGIN\0", go_on, b"QUIT\0"])
    words = (str(cutcard()), "cs50", "player")
    process = player(start, "ann", dealer.port, "--train", program=("nohup", *words))
    read_until(process.stdout, "Game 2 begins.")
    process.send_signal(signal.SIGHUP)
    go_on.set()
    assert process.wait(PATIENCE) == 0


# Whoever the dealer is.

STORY = [
    b"",
    b"BEGIN\0",
    b"CARD Five of Spades\0",
    b"CARD Two of Hearts\0",
    b"DEALER Ace of Clubs\0",
    b"DECISION\0",
    None,  # hits on 7
    b"CARD Four of Hearts\0",
    b"DECISION\0",
    None,  # hits on 11
    b"CARD Ace of Hearts\0",
    b"DECISION\0",
    None,  # stands on 12
    b"RESULT PUSH\0",
]


@pytest.mark.parametrize("told", [n for n, step in enumerate(STORY) if step is not None])
def test_a_dealer_that_hangs_up_is_an_error_in_every_state(start, told):
    dealer = FakeDealer(STORY[: told + 1])
    code, _, err = ended(player(start, "ann", dealer.port))
    dealer.close()
    assert code == 1
    assert err == "cutcard cs50 player: the dealer has hung up in the middle of the game\n"


def test_the_whole_story_ends_well_with_quit(start):
    dealer = FakeDealer([*STORY, b"QUIT\0"])
    code, out, err = ended(player(start, "ann", dealer.port))
    dealer.close()
    assert (code, err) == (0, "")
    assert out == "Game 1 begins.\nGame 1 ends with 12: PUSH.\n"
    assert dealer.answers == [b"JOIN ann\0", b"HIT\0", b"HIT\0", b"STAND\0"]


@pytest.mark.parametrize(
    "said",
    [
        b"HELLO\0",
        b"BEGIN\0SHUFFLE\0",
        b"CARD Ace of Spades\0",
        b"BEGIN\0CARD Ace of Swords\0",
        b"BEGIN\0DECISION\0",
        b"RESULT WIN\0",
        GAME + b"DECISION\0DECISION\0",
        b"\xff\xfe\0",
        b"x" * 5000,
    ],
    ids=lambda said: repr(said[-24:]),
)
def test_what_no_dealer_says_is_a_clear_error(start, said):
    dealer = FakeDealer([said])
    code, _, err = ended(player(start, "ann", dealer.port))
    dealer.close()
    assert code == 1
    assert err.startswith("cutcard cs50 player: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("said", ["LOSE", "LOOSE", "BUST"])
def test_every_word_for_a_loss_is_understood(start, said):
    dealer = FakeDealer([GAME, None, f"RESULT {said}\0QUIT\0".encode()])
    code, out, err = ended(player(start, "ann", dealer.port))
    dealer.close()
    assert (code, err) == (0, "")
    assert out.endswith(f"Game 1 ends with 12: {said.replace('LOSE', 'LOOSE')}.\n")


def test_the_player_leaves_after_so_many_games(start):
    port = free_port()
    deal(start, port, "1000")
    code, out, err = ended(player(start, "ann", port, "--games", "3"))
    assert (code, err) == (0, "")
    assert out.count("begins") == out.count("ends with") == 3


def test_a_player_who_leaves_has_begun_no_game_too_many(start):
    port = free_port()
    dealer = deal(start, port, "1000")
    assert ended(player(start, "ann", port, "--games", "3"))[0] == 0
    code, out, _ = ended(dealer)
    assert code == 0
    assert len(out.splitlines()) == 3


def test_a_table_against_every_packet_size(start):
    """Joined and split packets, over a real connection."""
    story = b"".join(step for step in STORY if step) + b"QUIT\0"
    # All at once: the answers are late, and what they answer has come already.
    dealer = FakeDealer([story])
    code, out, err = ended(player(start, "ann", dealer.port))
    dealer.close()
    assert (code, err) == (0, "")
    assert kinds(out.splitlines()) == ["Game", "Game"]
    dealer = FakeDealer([bytes([byte]) for byte in story])
    code, again, err = ended(player(start, "ann", dealer.port))
    dealer.close()
    assert (code, err) == (0, "")
    assert again == out


# What is told.


def test_the_dealers_score_counts_both_its_cards_after_a_bust_too(start):
    """The score against the cards: the open one was told, and the rest follows from the seed."""
    port = free_port()
    dealer = deal(start, port, "--seed", "3", "8")
    with Caller(port) as ann:
        ann.say("JOIN ann")
        ann.play(lambda heard: "HIT")
    code, out, err = ended(dealer)
    assert (code, err) == (0, "")
    for number, line in enumerate(out.splitlines(), start=1):
        # The course's order: player, hole, player, open card; then the hits until the bust.
        cards = seeded(3, 0, number)
        found = SCORE.fullmatch(f"{line}\n")
        assert found
        assert int(found[3]) > 21
        assert int(found[4]) == total([cards[1], cards[3]])


def test_the_port_that_was_found_and_the_time_to_decide_are_told(start):
    process = start(str(cutcard()), "cs50", "dealer", "2", "0", "--decision-seconds", "7")
    assert process.stderr is not None
    assert process.stderr.readline() == "cutcard cs50 dealer: a player has 7 s to decide\n"
    found = re.fullmatch(r"cutcard cs50 dealer: dealing on port (\d+)\n", process.stderr.readline())
    assert found
    assert listening_anywhere(int(found[1]))


def listening_anywhere(port: int) -> bool:
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return any(line.split()[1].endswith(f":{port:04X}") for line in lines)


@pytest.mark.parametrize("program", ["cs50"])
def test_the_edition_helps(start, program):
    code, out, err = ended(start(str(cutcard()), program, "--help"))
    assert (code, err) == (0, "")
    assert "dealer [PLAYERS] NUMGAMES PORT" in out
    assert "player NAME IP TEAM" in out


def test_scores_that_nobody_reads_end_no_game(start, tmp_path):
    """As after `dealer 5 PORT | head -1`."""
    port = free_port()
    dealer = deal(start, port, "5")
    assert dealer.stdout is not None
    dealer.stdout.close()
    code, out, _ = ended(player(start, "ann", port))
    assert code == 0
    assert out.count("ends with") == 5
    assert dealer.wait(PATIENCE) == 1
    assert dealer.stderr is not None
    told = complaints(dealer.stderr.read())
    assert told == (
        "cutcard cs50 dealer: the scores cannot be printed: Broken pipe;"
        " the games go on without them\n"
    )
    dealer.stdout = None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_scores_on_a_full_device_end_no_game(start, tmp_path):
    port = free_port()
    with open("/dev/full", "w") as full:
        dealer = subprocess.Popen(
            [CUTCARD, "cs50", "dealer", "3", str(port)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    eventually(lambda: listening_anywhere(port), "a dealer that listens")
    code, out, _ = ended(player(start, "ann", port))
    assert (code, out.count("ends with")) == (0, 3)
    _, err = dealer.communicate(timeout=PATIENCE)
    assert dealer.returncode == 1
    assert complaints(err).count("\n") == 1
    assert "No space left on device" in err


@pytest.mark.parametrize("path", ["nowhere/qInfo", "/proc/qInfo"])
def test_a_table_that_cannot_be_written_is_noticed_before_the_first_game(start, path):
    port = free_port()
    deal(start, port, "5")
    code, out, err = ended(player(start, "ann", port, "--train", "--q", path))
    assert (code, out) == (1, "")
    assert f"the Q-table {path} cannot be written" in err


def test_what_was_learnt_is_saved_elsewhere_when_its_file_cannot_be_written(start, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    dealer = FakeDealer([GAME, None, b"RESULT WIN\0", 1.0, b"QUIT\0"])
    process = player(start, "ann", dealer.port, "--train", "--q", "gone/qInfo")
    eventually((folder / "qInfo").exists, "the first table")
    shutil.rmtree(folder)
    code, _, err = ended(process)
    dealer.close()
    assert code == 1
    found = re.search(r"what was learnt is in (\S+)\n", err)
    assert found
    assert sum(read_table(Path(found[1])).counts.values()) == 1
    Path(found[1]).unlink()
