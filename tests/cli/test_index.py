"""`cutcard index`: index numbers on the command line, in files and in simulations."""

import csv
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from warm_starts import CUTCARD, WarmStarts

ASK = ("index", "single-deck", "--plays", "16vT,insurance", "--compositions", "100", "--seed", "1")

Asked = tuple[subprocess.CompletedProcess[str], Path]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory, warm_starts: WarmStarts) -> Asked:
    """What was printed when the indices were first found, and the file in which they are kept."""
    folder = tmp_path_factory.mktemp("asked")
    words = [str(CUTCARD), *ASK, "--progress", "kept.npz"]
    return warm_starts.run_as_text(words, folder=folder), folder / "kept.npz"


def test_the_verb_prints_indices_with_their_errors(cutcard, asked, tmp_path):
    done, kept = asked
    shutil.copy(kept, tmp_path)
    ask = (*ASK, "--progress", "kept.npz")  # what is found is printed in three ways
    assert done.returncode == 0, done.stderr
    assert "16 v 10      stand       +1" in done.stdout
    assert "insurance    insure      +2" in done.stdout
    assert "16 v 10: no index, double is never better." in done.stdout
    told = json.loads(cutcard(*ask, "--json", "--workers", "1").stdout)
    plays = {(one["hand"], one["play"]): one for one in told["plays"]}
    stand = plays["16", "stand"]
    assert (stand["index"], stand["instead"]) == (1, "hit")
    assert stand["below"] < 0 < stand["at"]
    assert plays["16", "double"]["better"] == "never"
    assert told["convention"] == "floor"
    rows = list(csv.DictReader(cutcard(*ask, "--csv").stdout.splitlines()))
    indexed = {key: one["index"] for key, one in plays.items() if one["index"] is not None}
    assert {(row["hand"] or None, row["play"]): int(row["index"]) for row in rows} == indexed


def test_the_command_that_finds_the_same_is_printed(cutcard):
    asked = cutcard(*ASK[:-2])  # no seed is given: a new one is shown
    (command,) = re.findall(r"^again: cutcard (.*)", asked.stdout, re.MULTILINE)
    assert re.search(r" --seed \d+", command)
    assert cutcard(*shlex.split(command)).stdout == asked.stdout


def test_a_file_is_simulated_by_and_refused_by_another_count(cutcard, asked, tmp_path):
    shutil.copy(asked[1], tmp_path)
    ask = (*ASK, "--progress", "kept.npz")  # what is found is written and played by
    done = cutcard(*ask, "--out", "mine.toml", "--check", "--rounds", "100k")
    assert done.returncode == 0, done.stderr
    assert "written to mine.toml" in done.stderr
    assert "illustrious-18 and fab-4" in done.stdout
    assert "these index plays" in done.stdout
    simulate = (
        "simulate",
        "vegas-strip",
        "--rounds",
        "20k",
        "--seed",
        "1",
        "--indices",
        "mine.toml",
    )
    played = cutcard(*simulate, "--count", "hi-lo")
    assert played.returncode == 0, played.stderr
    for words, says in (
        (("--count", "ko"), "these index plays are for hi-lo with tags"),
        (("--count", "hi-lo", "--convention", "round"), 'with convention = "floor", but hi-lo'),
        (("--count", "hi-lo", "--divisor", "decks"), 'with divisor = "cards", but hi-lo has'),
    ):
        refused = cutcard(*simulate, *words)
        assert refused.returncode == 1
        assert says in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_a_convention_is_played_by_and_repeated(cutcard):
    words = ("vegas-strip", "--count", "hi-lo", "--convention", "truncate", "--divisor", "decks")
    done = cutcard("simulate", *words, "--rounds", "20k", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "to the deck, its fraction cut off" in done.stdout
    assert "--convention truncate --divisor decks" in done.stdout


def test_work_goes_on_where_it_stopped(cutcard, asked, tmp_path):
    first, kept = asked
    shutil.copy(kept, tmp_path)
    again = cutcard(*ASK, "--progress", "kept.npz")
    assert again.stdout == first.stdout
    refused = cutcard(*ASK[:-1], "2", "--progress", "kept.npz")
    assert "kept.npz belongs to other index numbers" in refused.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("easy",), "cards cannot be counted with decks = infinite"),
        (("--plays", "16vX"), "'16vX' is not a play: it takes a hand and an up card as in 16vT"),
        (("--json", "--csv"), "--json and --csv are two ways to print: give one"),
        (("--rounds", "5"), "--rounds is for --check: give both"),
        (("--risk-averse", "--ramp", "1-8"), "--risk-averse needs a --bankroll"),
        (("--bankroll", "100"), "--bankroll is for those who are --risk-averse: give both"),
        (("--kelly", "2"), "'2' is not a share of Kelly's bets"),
        (("--count", "ko", "--divisor", "decks"), "ko is unbalanced and used as it runs"),
        (("--compositions", "7"), "7 compositions are not possible: it takes 100 to 100,000"),
        (("--rule", "hole_card=open"), "index plays are against one open card"),
        (("--out", "no/such.toml"), "the index file no/such.toml cannot be written"),
    ],
)
def test_what_cannot_be_asked_gets_a_sentence(cutcard, words, says):
    refused = cutcard("index", *words)
    assert refused.returncode in (1, 2)
    assert says in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_risk_averse_plays_stand_beside_those_that_gain_most(cutcard):
    ask = (*ASK[:3], "insurance", *ASK[4:], "--risk-averse", "--ramp", "1:4,3:8")
    done = cutcard(*ask, "--bankroll", "500", "--check", "--rounds", "400k", "--json")
    assert done.returncode == 0, done.stderr
    checked = {one["indices"]: one for one in json.loads(done.stdout)["check"]}
    assert list(checked) == [
        "the chart alone",
        "illustrious-18 and fab-4",
        "the plays that gain most",
        "these risk-averse plays",
    ]
    for one in checked.values():
        low, high = one["win_rate_interval"]
        assert low < one["win_rate_per_100"] < high
        assert one["certainty_equivalent_per_100"] < one["win_rate_per_100"]
        low, high = one["score_interval"]
        assert low < one["score"] < high
