"""What an address and a seat may have the store keep is bounded."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.store.conftest import address, clock, postgresql, store
from web.store.play import TABLE, finished
from web.tableside import Browser, serving

from cutcard.study.drills.logbook import Entry, Logbook, Page, logbook_text
from cutcard.study.drills.sitting import Subject
from cutcard.web.application import make_application
from cutcard.web.store import keeper
from cutcard.web.store.keeper import Store

__all__ = ["address", "clock", "postgresql", "store"]


def large(number: int) -> Logbook:
    """A logbook of nearly a million bytes."""
    entry = Entry("16 v 10", "stand", "hit", False, 0.25)
    pages = [
        Page(f"{number:08x}{at:08x}", 1000 + at, Subject("strategy", "game", "by"), (entry,) * 1000)
        for at in range(40)
    ]
    while len(logbook_text(Logbook(tuple(pages)))) > 980_000:
        pages.pop()
    return Logbook(tuple(pages))


def test_what_one_address_brings_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with serving(make_application(Store.open(f"sqlite:///{path}"))) as host:
        answers = []
        for seat in range(10):
            content = logbook_text(large(seat))
            answers.append(Browser(host).http.post("/api/progress", content=content))
        assert [answer.status_code for answer in answers].count(200) <= 4
        assert "bytes an hour" in answers[-1].json()["error"]
        kept = sum(one.stat().st_size for one in tmp_path.iterdir())
    assert kept < 10_000_000  # with the log that is written ahead


def test_a_seat_keeps_its_newest_rounds_and_proofs(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "KEPT_ROUNDS", 5)
    monkeypatch.setattr(keeper, "KEPT_PROOFS", 2)
    ann, bob = (store.take_seat(name)[0].number for name in ("Ann", "Bob"))
    for seat in (ann, bob):
        store.buy_in(seat, TABLE, 1000, unit=2)
        for number in range(9):
            store.keep_round(finished(seat, key=f"{number:016x}"))
            store.keep_proof(seat, TABLE, f'{{"round": {number}}}')
    balance = store.balance(ann, TABLE)
    store.prune(ann)
    assert [one.played.key[-1] for one in store.rounds(ann)] == ["8", "7", "6", "5", "4"]
    assert len(store.proofs(ann)) == 2
    assert (len(store.rounds(bob)), len(store.proofs(bob))) == (9, 9)
    assert store.balance(ann, TABLE) == balance
    store.prune(ann)
    assert len(store.rounds(ann)) == 5
