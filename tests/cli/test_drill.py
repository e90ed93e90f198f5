"""`cutcard drill`: every key, every way to leave, what is told at the end, and what is kept."""

import json
import os
import re
import subprocess

import pytest
from cli.screen import Screen
from warm_starts import CUTCARD, PATIENCE

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.advice import advise
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.cards import read_cards
from cutcard.documents import sealed
from cutcard.study.drills.catalogue import DRILLS
from cutcard.study.drills.logbook import read_logbook

KEPT = ("--progress", "kept.json")
SYMBOLS = str.maketrans("♠♥♣♦", "shcd")
STRATEGY = ("drill", "strategy", "--seed", "3")


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """Nobody's own progress is touched."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "cutcard"


def cards_of(text):
    """Cards as they are shown in a line."""
    return read_cards(text.translate(SYMBOLS))


@pytest.mark.parametrize("drill", DRILLS)
@pytest.mark.parametrize("leaving", ["q\n", "Q\n", "quit\n", ""])
def test_every_drill_can_be_begun_and_left(cutcard, drill, leaving, data_folder):
    left = cutcard("drill", drill, "--seed", "1", typed=leaving)
    assert (left.returncode, left.stderr) == (0, "")
    assert left.stdout.endswith("Nothing was answered.\n")
    assert not list(data_folder.glob("*.json"))


@pytest.mark.parametrize("drill", DRILLS)
def test_every_drill_tells_how_to_answer_and_asks_again_what_it_cannot_read(cutcard, drill):
    told = cutcard("drill", drill, "--seed", "1", typed="?\nnonsense\n\nq\n").stdout
    assert told.count("'nonsense' is no") == 1  # none of them, not a count
    assert "it takes " in told
    asked = re.findall(r"^(?:Running count|True count|Decks left|.*su\[r\]render): ", told, re.M)
    assert len(asked) == 4


def test_mistakes_are_told_with_what_they_cost(cutcard):
    told = cutcard(*STRATEGY, "--questions", "2", *KEPT, typed="h\nh\n").stdout
    hands = re.findall(r"Dealer: (\S+) ▒▒  .*\nYou: (.*?)  \(", told)
    assert len(hands) == 2
    costs = []
    for up, hand in hands:
        rules = load_preset("vegas-strip").rules
        found = advise(rules, Hand(cards_of(hand)), Hand(cards_of(up)))
        costs.append(found[0].value - next(one.value for one in found if one.action is Action.HIT))
        for one in found[1:]:
            cost = found[0].value - one.value
            assert f"  {one.action!s:9}  {one.value:+.4f}  costs {cost:.4f}\n" in told
    listed = re.findall(r"  (\d\.\d{4})  (\S+ \S+) against (\S+): hit; right is stand\n", told)
    assert [float(cost) for cost, _, _ in listed] == pytest.approx(
        sorted(costs, reverse=True), abs=5e-5
    )
    assert f"2 mistakes cost {sum(costs):.4f} bets in all.\n" in told
    assert "0 of 2 right." in told
    assert "Will come back: TT v 2 (in 2); 18 v 6 (in 3).\n" in told


def test_what_was_missed_comes_back_in_the_next_drill(cutcard):
    missed = cutcard(*STRATEGY, "--questions", "1", *KEPT, typed="h\n").stdout
    assert "Will come back: TT v 2 (in 3)." in missed
    words = ("drill", "strategy", "--questions", "3", "--seed", "99", *KEPT)
    again = cutcard(*words, typed="s\ns\ns\n").stdout
    assert "1 that you missed before comes back." in again
    third = again.partition("3 of 3")[2]
    assert re.search(r"Dealer: 2\S ▒▒", third)
    assert re.search(r"You: (?:10|J|Q|K)\S (?:10|J|Q|K)\S  \(20\)", third)


def test_the_running_count_can_be_kept_by_whoever_reads_the_cards(cutcard):
    count, running, typed = load_count("halves"), 0, ""
    words = ("drill", "running", "--count", "halves", "--cards", "3", "--seed", "8", *KEPT)
    shown = cutcard(*words, "--questions", "12", typed="0\n" * 12).stdout
    groups = re.findall(r"^Cards: (.*)$", shown, re.MULTILINE)
    assert len(groups) == 12
    assert "Running count, of tags times 2: " in shown
    for group in groups:
        running += sum(count.tag(card) for card in cards_of(group))
        typed += f"{running}\n"
    told = cutcard(*words, "--questions", "12", typed=typed).stdout
    assert "12 of 12 right." in told
    assert "mistake" not in told
    assert re.findall(r"^Cards: (.*)$", told, re.MULTILINE) == groups


def test_a_wrong_count_is_told_with_the_tags(cutcard):
    told = cutcard("drill", "running", "--seed", "3", "--questions", "1", *KEPT, typed="7\n").stdout
    assert "No: -1. It was 0; A♠ -1, 9♥ 0.\n" in told
    assert "  after 0, A♠ 9♥: 7; right is -1\n" in told


def test_a_wrong_true_count_is_told_with_its_division(cutcard):
    words = ("drill", "true", "--cards", "round", "--seed", "3", "--questions", "1", *KEPT)
    told = cutcard(*words, typed="5\n").stdout
    assert "303 cards are left.\n" in told
    assert "No: -1. The running count is -1: -1 × 52 / 303 is -0.17, rounded down.\n" in told
    assert told.count("Seat ") == 3


def test_an_index_play_is_told_with_its_index_and_its_shoe(cutcard):
    words = ("drill", "indices", "--seed", "3", "--questions", "1", *KEPT)
    told = cutcard(*words, typed="h\n").stdout
    assert "Hi-Lo, true count: +1\n" in told
    assert "The index play is 15 v 10: surrender at 0 and above.\n" in told
    assert "In bets, exactly, for a shoe of this count (6 cards gone before):\n" in told


def test_a_tray_is_drawn_as_full_as_it_is(cutcard):
    told = cutcard("drill", "decks", "--seed", "3", "--questions", "1", *KEPT, typed="5\n").stdout
    bar = re.search(r"^\|(█+)\S? *\|$", told, re.MULTILINE)
    left = float(re.search(r"No: (\S+) decks", told)[1])
    assert len(bar[1]) == int(60 * (6 - left) / 6)
    plain = cutcard("drill", "decks", "--seed", "3", typed="", PYTHONIOENCODING="ascii").stdout
    assert re.search(r"^\|#{50,54} *\|$", plain, re.MULTILINE)


def test_the_command_told_draws_the_same(cutcard):
    words = ("drill", "running", "downtown", "--rule", "decks=3", "--count", "zen")
    first = cutcard(*words, "--cards", "round", "--groups", "2", *KEPT, typed="1\n2\nq\n").stdout
    command = re.search(r"The same draws again: cutcard (.*)", first)[1]
    again = cutcard(*command.split(), *KEPT, typed="1\n2\nq\n").stdout
    assert again == first


def test_json_is_the_report_and_what_is_said_goes_beside(cutcard):
    words = ("drill", "strategy", "--seed", "3", "--questions", "2", "--json", *KEPT)
    shown = cutcard(*words, typed="h\nh\n")
    report = json.loads(shown.stdout)
    assert (report["drill"], report["game"], report["seed"]) == ("strategy", "Vegas Strip", 3)
    assert (report["asked"], report["right"]) == (2, 0)
    assert [one["item"] for one in report["mistakes"]] == ["TT v 2", "18 v 6"]
    assert report["cost"] == pytest.approx(sum(one["cost"] for one in report["mistakes"]))
    assert report["coming_back"] == {"TT v 2": 2, "18 v 6": 3}
    assert "1 of 2\nDealer: " in shown.stderr
    for drill, key in (("running", "cards"), ("decks", "discards"), ("indices", "count")):
        words = ("drill", drill, "--seed", "3", "--questions", "1", "--json", *KEPT)
        typed = "p\nh\n" if drill == "indices" else "0\n"
        [mistake] = json.loads(cutcard(*words, typed=typed).stdout)["mistakes"]
        assert key in mistake
    empty = json.loads(cutcard("drill", "--json", typed="").stdout)
    assert (empty["asked"], empty["cost"], empty["mistakes"]) == (0, None, [])


def test_the_solver_is_loaded_for_mistakes_only(cutcard):
    for typed, needed in (("s\n", False), ("h\n", True)):
        told = cutcard(
            *STRATEGY, "--questions", "1", *KEPT, typed=typed, PYTHONPROFILEIMPORTTIME="1"
        )
        loaded = {line.rpartition("|")[2].strip() for line in told.stderr.splitlines()}
        assert "cutcard.study.drills.basic_strategy" in loaded
        assert bool(loaded & {"numba", "numpy"}) is needed


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["stratgy"], "there is no drill 'stratgy': did you mean strategy?"),
        (["strategy", "nosuch"], "there is no game 'nosuch'"),
        (["strategy", "blockhead"], "blockhead is not a blackjack game"),
        (["strategy", "--count", "ko"], "--count does not go with the drill strategy"),
        (["decks", "--chart", "best"], "--chart does not go with the drill decks"),
        (["indices", "--cards", "2"], "--cards does not go with the drill indices"),
        (["running", "--cards", "11"], "'11' cards cannot be shown together: it takes 1 to 10"),
        (["running", "--groups", "none"], "'none' is not a number of groups: it takes 1 to 100"),
        (["true", "--count", "ko"], "ko has no true count"),
        (["running", "easy"], "decks = infinite"),
        (["running", "cs50"], "reshuffle = every-round"),
        (["indices", "--count", "zen"], "zen comes without index plays"),
        (["decks", "easy"], "it takes decks = 1 to 8"),
        (["--questions", "0"], "'0' is not a whole number"),
        (["--progress", "."], "is not a file that progress can be kept in"),
        (["--progress", "no/such.json"], "there is no folder no"),
        (["--import", "none.json"], "none.json cannot be read: No such file"),
        (["--export", "out.json"], "cannot be read: No such file"),
        (["decks", "--export", "out.json"], "carried for all drills together: leave 'decks' out"),
    ],
)
def test_what_does_not_go_is_told_in_a_sentence(cutcard, words, why):
    refused = cutcard("drill", *words)
    assert refused.returncode == 1
    assert why in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert refused.stdout == ""


def test_a_chart_made_for_other_rules_is_told(cutcard):
    told = cutcard("drill", "--rule", "hit_soft_17=true", typed="q\n").stdout
    assert "That chart is for other rules." in told


def test_progress_is_kept_in_the_data_folder(cutcard, data_folder):
    told = cutcard(*STRATEGY, typed="s\nq\n").stdout
    assert f"Kept in {data_folder / 'drills.json'}\n" in told
    [page] = read_logbook(data_folder / "drills.json").pages
    assert [entry.reply for entry in page.entries] == ["stand"]


def test_progress_is_exported_and_imported_once(cutcard, tmp_path, data_folder):
    cutcard("drill", "decks", "--seed", "1", typed="1\n2\n")
    told = cutcard("drill", "--export", "taken.json").stdout
    assert told == "1 sitting with 2 answers in taken.json.\n"
    assert (tmp_path / "taken.json").read_bytes() == (data_folder / "drills.json").read_bytes()
    cutcard("drill", "decks", "--seed", "2", *KEPT, typed="1\n")
    brought = ("drill", "--import", "taken.json", *KEPT)
    assert cutcard(*brought).stdout == (
        "1 sitting new of 1: 2 sittings with 3 answers in kept.json.\n"
    )
    assert cutcard(*brought).stdout == (
        "0 sittings new of 1: 2 sittings with 3 answers in kept.json.\n"
    )
    there = {page.key for page in read_logbook(tmp_path / "kept.json").pages}
    assert there > {page.key for page in read_logbook(tmp_path / "taken.json").pages}


def test_damaged_progress_is_refused_before_the_drill_and_never_overwritten(cutcard, tmp_path):
    path = tmp_path / "kept.json"
    for bad in ("", "{}", json.dumps(sealed({"drills": 1, "pages": [1]})), "[" * 5000):
        path.write_text(bad)
        for words in (STRATEGY, ("drill", "--import", "kept.json"), ("drill", "--export", "x")):
            refused = cutcard(*words, *KEPT, typed="h\nh\n")
            assert (refused.returncode, refused.stdout) == (1, "")
            assert refused.stderr.endswith(": name another file\n")
        assert path.read_text() == bad
    assert [one.name for one in tmp_path.iterdir()] == ["kept.json"]


def test_a_full_disk_is_told_after_the_report_and_nothing_is_said_to_be_kept(tmp_path):
    """A limit on the size of files does what a full disk does."""
    command = "trap '' XFSZ; ulimit -f 0; exec \"$0\" drill decks --seed 1 --progress kept.json"
    ended = subprocess.run(
        ["sh", "-c", command, CUTCARD],
        input="1\nq\n",
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr == (
        "cutcard: the progress file kept.json cannot be written: File too large\n"
    )
    assert "of 1 right." in ended.stdout
    assert "Kept in" not in ended.stdout
    assert not [one.name for one in tmp_path.iterdir() if one.name.startswith("kept")]


def test_a_line_without_end_is_told_and_what_was_answered_is_kept(tmp_path, cutcard):
    ended = cutcard("drill", "decks", "--seed", "1", *KEPT, typed="1\n" + "9" * (1 << 21))
    assert ended.returncode == 1
    assert "a line of the input is longer than" in ended.stderr
    assert len(read_logbook(tmp_path / "kept.json").pages) == 1


def test_hands_take_one_key_and_leaving_too(tmp_path):
    path = tmp_path / "kept.json"
    with Screen(*STRATEGY, "--progress", str(path), rows=40) as screen:
        screen.wait_for("su[r]render: ")
        assert "┌─────┐" in screen.text
        screen.press("x\x1b[A?")
        screen.wait_for("'x' is not one of them: it takes stand, hit, double, split, surrender.")
        screen.wait_for("by its letter.")
        screen.wait_for("su[r]render: ")
        screen.press("s")
        screen.wait_for("Right: stand.")
        screen.wait_for("su[r]render: ")
        screen.press("q")
        assert screen.end() == 0
        assert "1 of 1 right." in screen.text
    assert len(read_logbook(path).pages) == 1


@pytest.mark.parametrize(("key", "status"), [("q", 0), ("\x04", 0), ("\x03", 130)])
@pytest.mark.parametrize("drill", ["running", "decks"])
def test_numbers_take_enter_and_every_way_to_leave_keeps_what_was_answered(
    tmp_path, drill, key, status
):
    path = tmp_path / "kept.json"
    with Screen("drill", drill, "--seed", "3", "--progress", str(path)) as screen:
        prompt = "Running count: " if drill == "running" else "Decks left: "
        screen.wait_for(prompt)
        screen.press("9\x7f\r")  # a 9 taken back
        screen.wait_for(prompt)
        screen.press("?")
        screen.wait_for("Hi-Lo counts A -1" if drill == "running" else "within half a deck")
        screen.wait_for(prompt)
        screen.press("-1\r" if drill == "running" else "0.5\r")
        screen.wait_for("Right: ")
        screen.wait_for(prompt)
        screen.press(key)
        assert screen.end() == status
        assert "1 of 1 right." in screen.text
        assert f"Kept in {path}" in " ".join(screen.text.split())
    [page] = read_logbook(path).pages
    assert len(page.entries) == 1


def test_a_key_shows_the_next_group_and_leaves(tmp_path):
    path = str(tmp_path / "kept.json")
    words = ("drill", "running", "--groups", "shoe", "--seed", "3", "--progress", path)
    with Screen(*words, rows=40) as screen:
        for _ in range(3):
            screen.wait_for("Any key shows the next cards: ")
            screen.press(" ")
        screen.wait_for("Any key shows the next cards: ")
        assert "Running count: " not in screen.text
        screen.press("q")
        assert screen.end() == 0
        assert "Nothing was answered." in screen.text


def test_cards_are_taken_away_after_their_time(tmp_path):
    path = str(tmp_path / "kept.json")
    words = ("drill", "running", "--groups", "2", "--seconds", "0.2", "--seed", "3")
    with Screen(*words, "--progress", path) as screen:
        screen.wait_for("Running count: ")
        assert screen._seen.count(b"\x1b[2J") == 2
        assert "Any key" not in screen.text
        screen.press("q")
        assert screen.end() == 0


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("drill", DRILLS)
def test_a_drill_fits_a_narrow_terminal(tmp_path, drill, columns):
    path = str(tmp_path / "k.json")
    words = ("drill", drill, "--seed", "3", "--questions", "2", "--progress", path)
    with Screen(*words, columns=columns, rows=60, NO_COLOR="1") as screen:
        hand = drill in ("strategy", "indices")
        prompt = "[s]tand" if hand else "Decks left: " if drill == "decks" else " count: "
        for _ in range(2):
            screen.wait_for(prompt)
            screen.press("?")
            screen.wait_for(prompt)
            screen.press("h" if hand else "5\r")
        assert screen.end() == 0
        for line in screen.text.splitlines():
            whole = line.strip().startswith("cutcard drill") or " " not in line.strip()
            assert len(line) <= columns or whole or str(tmp_path) in line, line


def test_colours_are_for_terminals(cutcard, tmp_path):
    assert "\x1b" not in cutcard(*STRATEGY, *KEPT, typed="h\nq\n").stdout
    with Screen(*STRATEGY, "--progress", str(tmp_path / "k.json"), rows=40) as screen:
        screen.wait_for("su[r]render: ")
        screen.press("s")
        screen.wait_for("Right")
        screen.press("q")
        screen.end()
        assert b"\x1b[32mRight" in screen._seen


def test_a_drill_in_a_folder_that_nobody_may_write_is_told(cutcard, tmp_path):
    if os.geteuid() == 0:
        (tmp_path / "data").write_text("a file where a folder would be")
    else:
        (tmp_path / "data").mkdir(mode=0o500)
    refused = cutcard("drill", typed="h\n")
    assert refused.returncode == 1
    assert ": name another" in refused.stderr
