"""Every flag of every verb with a hundred bad values: a sentence or a success, never a traceback.

Commands are called inside this process and stopped where their work would begin; two hundred of
them, drawn at random, also run as a user would run them, every tenth in a process started for it.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest
from cli.bad_values import (
    PATIENCE,
    VALUES,
    VERBS_AND_EDITIONS,
    call,
    fault_of,
    lay_out_files,
    no_work,
    parser_of,
    trials,
)
from warm_starts import CUTCARD, WarmStarts

PROCESSES = 200


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    lay_out_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_hundred_values_are_tried_on_every_flag_there_is() -> None:
    assert len(set(VALUES)) == len(VALUES) >= 100
    parser = parser_of("simulate")
    assert parser is not None
    flags = {flag for action in parser._actions for flag in action.option_strings}
    tried = {trial.option for trial in trials("simulate")}
    assert {"--rounds", "--rule", "--risk", "operand 1"} < tried
    assert flags - tried == {"-h", "--help"}


@pytest.mark.parametrize("verb", VERBS_AND_EDITIONS)
def test_bad_words_get_a_sentence(verb: str, folder: Path) -> None:
    faults = []
    with no_work():
        for trial in trials(verb):
            ending = call((verb, *trial.words))
            fault = fault_of(trial, ending.status, ending.out, ending.err)
            if ending.seconds > PATIENCE:
                fault = f"{ending.seconds:.1f} s"
            if fault:
                faults.append((fault, [word[:60] for word in trial.words], ending.err[-300:]))
    assert not faults, f"{len(faults)} faults: {faults[:5]}"


def test_bad_words_get_the_same_sentence_from_a_process(
    folder: Path, warm_starts: WarmStarts
) -> None:
    random = Random(1)
    known = {verb: list(trials(verb)) for verb in VERBS_AND_EDITIONS}
    refused = []
    with no_work():
        while len(refused) < PROCESSES:
            trial = random.choice(known[random.choice(list(known))])
            ending = call((trial.verb, *trial.words))
            if ending.status not in (None, 0):
                refused.append((trial, ending))
    for tried, (trial, ending) in enumerate(refused, 1):
        words = [str(CUTCARD), trial.verb, *trial.words]
        if tried % 10:
            ran = warm_starts.run(words, folder=folder)
        else:
            ran = subprocess.run(
                words, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False
            )
        err = ran.stderr.decode(errors="replace")
        assert fault_of(trial, ran.returncode, "", err) == "", (trial, err)
        assert ran.returncode == ending.status, (trial, err)
        assert err.splitlines()[0] == ending.err.splitlines()[0]
