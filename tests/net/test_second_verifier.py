"""Two verifiers that share nothing but the document agree on a thousand rounds."""

from __future__ import annotations

import subprocess
from itertools import product
from pathlib import Path

import pytest
from net import second_verifier
from net.wire import PATIENCE, Serve, at_once, cutcard, hit_once

from cutcard.net.verification import verify


def agree(path: Path) -> int:
    """The rounds of a record on which both verifiers agree, to the last digest."""
    ours, theirs = verify(path, lambda note: None), second_verifier.verify(path.read_bytes())
    assert (ours.opened, ours.counts["played"], ours.last, ours.keeper) == (
        theirs["tables"],
        theirs["rounds"],
        theirs["ends_in"],
        theirs["keeper"],
    )
    return ours.counts["played"]


def test_the_second_verifier_knows_the_documents_vector():
    second_verifier.check_test_vector()


@pytest.mark.parametrize(
    ("seats", "dialect"), list(product([1, 2, 3], ["course", "original"])), ids=str
)
def test_both_agree_on_fair_rounds(serve: Serve, seats: int, dialect: str):
    """With the records of all players, one of whom asks for no proof where there are three."""
    server = serve(
        *("--seats", str(seats), "--dialect", dialect, "--rounds", "90", "--tables", "1"),
        *("--record", "dealer"),
    )
    fair = min(seats, 2)
    players = [
        subprocess.Popen(
            [
                *(cutcard(), "join", f"127.0.0.1:{server.port}", "--name", f"p{number}"),
                *(["--fair", "--record", f"p{number}"] if number < fair else []),
            ],
            cwd=server.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for number in range(seats)
    ]
    assert [player.wait(2 * PATIENCE) for player in players] == [0] * seats
    server.ended()
    assert agree(server.folder / "dealer") == 90
    for number in range(fair):
        assert agree(server.folder / f"p{number}") == 90


@pytest.mark.parametrize("words", [(), ("--seed", "7")], ids=["none", "seeded"])
@pytest.mark.parametrize("seats", [1, 5])
def test_both_agree_on_rounds_without_proof(serve: Serve, seats: int, words: tuple[str, ...]):
    server = serve("--seats", str(seats), "--rounds", "120", "--record", "dealer", *words)
    callers = [server.call(f"JOIN p{number}") for number in range(seats)]
    at_once(*[lambda caller=caller: caller.play(hit_once) for caller in callers])
    for caller in callers:
        caller.vanish()
    server.stop()
    assert agree(server.folder / "dealer") == 120
