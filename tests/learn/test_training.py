"""Training: the same for the same seed, whoever works at it and however often it is broken off."""

from __future__ import annotations

import json
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest
from net.wire import eventually
from warm_starts import CUTCARD, PATIENCE, warm_starts

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.hit_stand import FullDeck
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.shoe import shoe_for
from cutcard.documents import sealed, unsealed
from cutcard.driver import play
from cutcard.editions.cs50 import player as guest_module
from cutcard.editions.cs50.player import LearningGuest
from cutcard.errors import CutcardError
from cutcard.lab.pool import Pool
from cutcard.learn.course import Course
from cutcard.learn.qtable import CELLS, HIT, STAND, QTable, read_table
from cutcard.learn.training import BLOCK, Found, in_whole_batches, play_block, train
from cutcard.streams import stream

RULES = load_preset("cs50").rules


@pytest.fixture(autouse=True)
def short_blocks(monkeypatch: pytest.MonkeyPatch) -> int:
    """Blocks of 100 rounds: what is tested does not hang on their size."""
    monkeypatch.setattr("cutcard.learn.training.BLOCK", 100)
    return 100


def trained(path: Path, rounds: int, *, seed: int = 1, workers: int = 1) -> tuple[bytes, bytes]:
    """The bytes of the table's file and of the notes beside it after a whole course."""
    for _ in Course(path, RULES, rounds, seed).run(workers):
        pass
    return path.read_bytes(), notes_of(path).read_bytes()


@cache
def whole_course(rounds: int) -> tuple[bytes, bytes]:
    """What a course by the first seed comes to that is never broken off, in blocks of 100."""
    with tempfile.TemporaryDirectory() as folder:
        return trained(Path(folder) / "q", rounds)


def notes_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.course")


def test_training_repeats_by_its_seed(tmp_path):
    first = whole_course(700)
    assert trained(tmp_path / "b", 700) == first
    assert trained(tmp_path / "c", 700, seed=2) != first


def test_rounds_are_told_that_end_a_batch(tmp_path, monkeypatch, short_blocks):
    """Whatever they find: no round is played."""
    monkeypatch.setattr("cutcard.learn.training.play_block", lambda *_: {})
    for rounds in (1, 100, 101, 700, 3_200, 3_201, 4_100, 10_500):
        *_, done = Course(tmp_path / f"{rounds}", RULES, rounds, 1).run(1)
        assert in_whole_batches(rounds) == done


def test_who_asks_for_part_of_a_batch_is_told(tmp_path):
    def trained_to(rounds: str) -> subprocess.CompletedProcess[str]:
        words = ["train", "cs50", "--rounds", rounds, "--q", "q"]
        ran = warm_starts().run_as_text([str(CUTCARD), *words], folder=tmp_path)
        ran.check_returncode()
        return ran

    note = (
        "cutcard: 10,000 rounds are played, not 6,000: the player learns after whole batches,"
        " so that training that is continued comes to the same\n"
    )
    part = trained_to("6k")
    assert note in part.stderr
    assert part.stdout.startswith("10,000 rounds in ")
    for nothing_more in ("6k", "10k"):
        assert "batches" not in trained_to(nothing_more).stderr


def test_a_block_is_learnt_alike_by_any_number_of_workers(tmp_path):
    """Workers have the block's usual size: they import it anew."""
    tables = []
    for workers in (1, 2):
        table = QTable()
        blocks = [(RULES, table, 5, block) for block in range(4)]
        with Pool(workers) as pool:
            for found in list(pool.run(play_block, blocks)):
                for cell, (times, total) in found.items():
                    table.add(cell, times, total)
        tables.append(table)
    assert tables[0] == tables[1]


def test_a_course_is_the_same_with_any_number_of_workers(tmp_path):
    assert trained(tmp_path / "q", 1600, workers=2) == whole_course(1600)


@pytest.mark.parametrize("batches", [1, 2, 3])
def test_a_course_broken_off_goes_on_to_the_same_end(tmp_path, batches):
    path = tmp_path / "broken"
    course = Course(path, RULES, 1600, 1).run(1)
    for _ in range(batches):
        next(course)
    course.close()
    again = Course(path, RULES, 1600, 1)
    assert 0 < again.done < 1600
    assert trained(path, 1600) == whole_course(1600)


def test_a_course_that_is_done_changes_nothing(tmp_path):
    whole = trained(tmp_path / "q", 500)
    assert Course(tmp_path / "q", RULES, 500, 1).done == 800  # a whole batch
    assert trained(tmp_path / "q", 500) == whole
    assert trained(tmp_path / "q", 100) == whole


def test_every_first_decision_is_tried_both_ways(tmp_path):
    table = QTable()
    for _ in train(RULES, table, rounds=3000, seed=1):
        pass
    for action in (HIT, STAND):
        counts = sum(count for cell, count in table.counts.items() if cell[2] == action)
        assert counts > 500
    assert all(12 <= player <= 20 for player, *_ in table.counts)
    assert all(abs(reward) <= 1 for reward in table.rewards.values())


def test_the_original_learner_learns_what_the_originals_player_learns(monkeypatch, capsys):
    """The same rounds, card by card and decision by decision: the same cells in the end."""
    guest = LearningGuest(QTable(), train=True)
    monkeypatch.setattr(guest_module, "random", stream(5, "explore", 0))

    class Told:
        """Asks the original's player what to do."""

        def act(self, view: View) -> Action:
            return Action.HIT if guest.hits(view.hand, view.dealer.cards[0]) else Action.STAND

    shoe = shoe_for(RULES, stream(5, "train", 0))
    for number in range(100):
        guest.begin(number)
        shoe.before_round()
        state = play(Round.start(RULES), shoe, (Told(),))
        net = state.nets[0]
        result = "WIN" if net > 0 else "LOOSE" if net < 0 else "PUSH"
        guest.result(result, state.boxes[0].hand)
    found = play_block(RULES, QTable(), 5, 0, True)
    assert {cell: times for cell, (times, _) in found.items()} == guest.table.counts
    for cell, (times, total) in found.items():
        assert guest.table.rewards[cell] == pytest.approx(total / times, abs=1e-12)
    assert min(player for player, *_ in found) < 12


def test_the_original_learner_has_courses_of_its_own(tmp_path):
    path = tmp_path / "q"
    for _ in Course(path, RULES, 400, 1, original=True).run(1):
        pass
    whole = path.read_bytes()
    assert whole != whole_course(400)[0]
    with pytest.raises(CutcardError, match="belongs to a course with --original: continue it so"):
        Course(path, RULES, 400, 1)
    assert Course(path, RULES, 400, 1, original=True).done == 400
    trained(tmp_path / "mine", 200)
    with pytest.raises(CutcardError, match="belongs to a course without --original"):
        Course(tmp_path / "mine", RULES, 400, 1, original=True)


def test_a_longer_course_plays_no_round_twice(tmp_path, monkeypatch):
    """First a block and a half, which is two, then on to four: each is counted once."""
    cell = (13, 2, STAND, 0)

    def counting(rules, table, seed, block, original) -> Found:
        return {cell: (100, 0)}

    monkeypatch.setattr("cutcard.learn.training.play_block", counting)
    trained(tmp_path / "q", 150)
    trained(tmp_path / "q", 400)
    assert read_table(tmp_path / "q").counts == {cell: 400}


def test_a_course_killed_before_its_last_table_was_written_writes_it(tmp_path):
    path = tmp_path / "q"
    whole = trained(path, 500)
    path.unlink()
    assert trained(path, 500) == whole


def test_what_was_learnt_elsewhere_is_not_lost(tmp_path):
    path = tmp_path / "q"
    trained(path, 500)
    table = read_table(path)
    cell = (13, 2, STAND, 0)
    before = table.counts.get(cell, 0)
    for _ in range(1000):
        table.learn(cell, 1)
    table.write(path)
    try:
        trained(path, 1000)
    except CutcardError:
        return  # to refuse would do
    assert read_table(path).counts[cell] >= before + 1000


# Files that are none.


def changed(notes: str, **changes: object) -> str:
    """The notes with something else in them, sealed as if that had been written."""
    return json.dumps(sealed(unsealed(json.loads(notes)) | changes))


@pytest.mark.parametrize(
    "damage",
    [
        lambda notes: "",
        lambda notes: "junk",
        lambda notes: "[]",
        lambda notes: "1",
        lambda notes: notes[:-10],
        lambda notes: notes.replace('"done": ', '"done": 1'),  # whose digest is another's
        lambda notes: json.dumps({key: json.loads(notes)[key] for key in ("seed", "done")}),
        lambda notes: "[" * 100_000,
        lambda notes: '{"done": ' + "9" * 5000 + "}",
        lambda notes: "é",
        # Those that were sealed again.
        lambda notes: changed(notes, cells=[]),
        lambda notes: changed(notes, cells=None),
        lambda notes: changed(notes, cells=5),
        lambda notes: changed(notes, cells=[[-1, 0.5]] * len(CELLS)),
        lambda notes: changed(notes, cells=[[10**30, 0.5]] * len(CELLS)),
        lambda notes: changed(notes, cells=[[1, float("nan")]] * len(CELLS)),
        lambda notes: changed(notes, done="soon"),
        lambda notes: changed(notes, done=-5),
        lambda notes: changed(notes, done=10**30),
        lambda notes: changed(notes, files=5),
        lambda notes: json.dumps(sealed({"seed": 1})),
    ],
)
def test_damaged_notes_are_refused_and_nothing_is_touched(tmp_path, damage):
    path = tmp_path / "q"
    table, notes = whole_course(200)
    path.write_bytes(table)
    notes_of(path).write_text(damage(notes.decode()), encoding="utf-8")
    before = notes_of(path).read_bytes()
    with pytest.raises(CutcardError, match=r"q\.course is damaged"):
        trained(path, 400)
    assert (path.read_bytes(), notes_of(path).read_bytes()) == (table, before)


def test_notes_of_another_seed_or_other_rules_are_refused(tmp_path):
    path = tmp_path / "q"
    before = trained(path, 200)
    with pytest.raises(CutcardError, match="belongs to a course with seed 1"):
        trained(path, 400, seed=2)
    other = load_preset("cs50").changed(["hit_soft_17=yes"]).rules
    with pytest.raises(CutcardError, match="other rules"):
        Course(path, other, 400, 1)
    assert (path.read_bytes(), notes_of(path).read_bytes()) == before


def test_a_damaged_table_is_refused_before_training(tmp_path):
    path = tmp_path / "q"
    path.write_text("junk\n")
    with pytest.raises(CutcardError, match="line 1 of"):
        trained(path, 200)
    assert path.read_text() == "junk\n"
    assert not notes_of(path).exists()


# As a command.


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return warm_starts().run_as_text([str(CUTCARD), "train", "cs50", *words], folder=folder)


def test_a_course_killed_at_work_goes_on_to_the_same_bytes(tmp_path, monkeypatch):
    """The command is killed; what it would have come to is computed here, and continued here."""
    monkeypatch.setattr("cutcard.learn.training.BLOCK", BLOCK)
    path = tmp_path / "q"
    process = subprocess.Popen(
        [CUTCARD, "train", "cs50", "--rounds", "10M", "--q", "q", "--workers", "1"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    eventually(path.exists, "the first batch")
    process.kill()
    process.communicate(timeout=PATIENCE)
    done = json.loads(notes_of(path).read_text())["done"]
    assert done % BLOCK == 0
    assert done > 0
    whole = trained(tmp_path / "whole", done + BLOCK, seed=0)
    assert trained(path, done + BLOCK, seed=0) == whole


def test_ctrl_c_keeps_what_whole_batches_have_taught(tmp_path, monkeypatch, capsys):
    from cutcard.cli import train as verb
    from cutcard.cli import train_table

    batches = 0

    def interrupted(*arguments: object) -> Found:
        nonlocal batches
        batches += 1
        if batches > 3:
            raise KeyboardInterrupt
        return play_block(*arguments)

    monkeypatch.setattr(train_table, "worth_of_training", lambda *_: {"best": 0, "policy": 0})
    words = [
        "cs50",
        "--rounds",
        "1600",
        "--q",
        str(tmp_path / "q"),
        "--workers",
        "1",
        "--seed",
        "1",
    ]
    with monkeypatch.context() as patch:
        patch.setattr("cutcard.learn.training.play_block", interrupted)
        assert verb.run([*words, "--json"]) == 130
    told = json.loads(capsys.readouterr().out)
    assert 0 < told["rounds"] < 1600
    assert json.loads(notes_of(tmp_path / "q").read_text())["done"] == told["rounds"]
    assert trained(tmp_path / "q", 1600) == whole_course(1600)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rounds", "x", "--q", "q"], "is not a whole number"),
        (["--q", "missing/q", "--rounds", "10"], "cannot be written"),
        (["--q", "q", "--rule", "decks=2"], "one full deck"),
        (["--q", "q", "--workers", "0"], "workers"),
        (["--original"], "--original is for a Q-table: name its file with --q"),
    ],
)
def test_the_command_complains_in_a_sentence(tmp_path, words, sentence):
    ended = command(tmp_path, *words)
    assert ended.returncode == 1
    assert sentence in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_twenty_thousand_rounds_teach_what_they_can(monkeypatch):
    """The policy falls short of good play by no more than chance explains.

    Where hitting and standing are d apart and the estimate of d has the error s, the wrong one
    is chosen with odds Phi(-d / s) and costs d; d Phi(-d / s) is at most 0.17 s, whatever d is.
    Rewards lie between -1 and 1, so s is at most sqrt(1 / hits + 1 / stands). The sum over all
    cells, by how often a round meets them, bounds what errors of chance cost on average.
    """
    monkeypatch.setattr("cutcard.learn.training.BLOCK", BLOCK)
    rounds = 8 * BLOCK
    table = QTable()
    for _ in train(RULES, table, rounds=rounds, seed=2):
        pass
    bound = 0.0
    for player, dealer, action, aces in table.counts:
        if action == HIT:
            hits = table.counts[player, dealer, HIT, aces]
            stands = table.counts.get((player, dealer, STAND, aces), 0)
            error = (1 / hits + 1 / max(stands, 1)) ** 0.5
            bound += (hits + stands) / rounds * 0.17 * error
    assert bound < 0.05, "a bound that bounds something"
    deck = FullDeck(RULES)
    policy = deck.worth(
        lambda hand, up: hand.total < 12 or (hand.total < 21 and table.better_to_hit(hand, up))
    )
    chart = deck.worth(load_chart("coms1018").hits)
    assert chart - bound < policy <= chart + 0.001  # the chart is within 0.1% of the best
    assert policy > deck.worth(lambda hand, up: hand.total < 17)
