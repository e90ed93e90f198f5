"""Tables in progress, logbooks and proofs: kept as they are, each for its own seat."""

from __future__ import annotations

import json

import pytest
from web.store.play import TABLE, Clock, finished, standing

from cutcard.documents import unsealed
from cutcard.errors import CutcardError
from cutcard.study.drills.logbook import Entry, Logbook, Page, logbook_text, parsed_logbook
from cutcard.study.drills.sitting import Subject
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import LARGEST, LARGEST_PROOF, KeptProof, OpenTable

SUBJECT = Subject("strategy", "Vegas Strip", "chart vegas-strip")
ENTRY = Entry("16 v 10", "stand", "hit", False, 0.25)


def page(number: int) -> Page:
    return Page(f"{number:016x}", 1000 + number, SUBJECT, (ENTRY,) * number)


def test_a_table_is_found_as_it_stood(store: Store, clock: Clock) -> None:
    ann, bob = (store.take_seat(name)[0].number for name in ("Ann", "Bob"))
    state = {"seed": 2**63, "cards": ["As", "Td"], "note": "♠\0", "none": None, "share": 0.1}
    store.keep_progress(OpenTable(ann, TABLE, 3, state))
    clock.now += 1
    store.keep_progress(standing(bob, [1]))
    store.keep_progress(standing(ann, [2], "other"))
    assert store.progress(ann, TABLE) == OpenTable(ann, TABLE, 3, state)
    assert store.open_tables(ann) == [standing(ann, [2], "other"), OpenTable(ann, TABLE, 3, state)]
    assert len(store.open_tables()) == 3
    store.keep_progress(standing(ann, "new"))
    assert store.progress(ann, TABLE) == standing(ann, "new")
    store.clear_table(ann, TABLE)
    store.clear_table(ann, TABLE)
    assert store.progress(ann, TABLE) is None
    assert store.progress(bob, TABLE) == standing(bob, [1])


def test_how_a_table_stands_is_kept_with_the_round(store: Store) -> None:
    ann = store.take_seat("Ann")[0].number
    store.buy_in(ann, TABLE, 10, unit=2)
    store.keep_round(finished(ann), progress=standing(ann, {"rounds": 1}))
    assert store.progress(ann, TABLE) == standing(ann, {"rounds": 1})
    with pytest.raises(CutcardError, match="the state of a table has"):
        store.keep_round(finished(ann), progress=standing(ann, "a" * LARGEST))
    assert len(store.rounds(ann)) == 1
    assert store.progress(ann, TABLE) == standing(ann, {"rounds": 1})


def test_pages_of_drills_are_merged_once(store: Store) -> None:
    ann, bob = (store.take_seat(name)[0].number for name in ("Ann", "Bob"))
    assert store.logbook(ann) == Logbook()
    store.keep_pages(ann, [page(2)])
    book = store.keep_pages(ann, [page(1), page(2)])
    assert book == store.logbook(ann) == Logbook((page(1), page(2)))
    assert store.logbook(bob) == Logbook()
    # What one person exports, another imports.
    exported = logbook_text(book)
    store.keep_pages(bob, parsed_logbook(exported, "what was sent").pages)
    assert logbook_text(store.logbook(bob)) == exported


def test_a_logbook_is_kept_in_its_own_sealed_form(store: Store) -> None:
    ann = store.take_seat("Ann")[0].number
    store.keep_pages(ann, [page(1)])
    with store._engine.connect() as connection:
        text = connection.exec_driver_sql("SELECT text FROM logbooks").scalar_one()
    assert unsealed(json.loads(text))["pages"][0]["key"] == page(1).key


def test_a_logbook_that_was_changed_by_hand_is_told_and_stays(store: Store) -> None:
    ann = store.take_seat("Ann")[0].number
    store.keep_pages(ann, [page(1)])
    with store._engine.connect().execution_options(writes=True) as connection:
        connection.exec_driver_sql("UPDATE logbooks SET text = replace(text, 'hit', 'hut')")
        connection.commit()
    for attempt in (lambda: store.logbook(ann), lambda: store.keep_pages(ann, [page(2)])):
        with pytest.raises(CutcardError, match="the logbook in the store was changed after"):
            attempt()


def test_a_logbook_does_not_grow_without_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = store.take_seat("Ann")[0].number
    book = store.keep_pages(ann, [page(1)])
    monkeypatch.setattr("cutcard.web.store.drawer.LARGEST_LOGBOOK", len(logbook_text(book)) + 99)
    with pytest.raises(CutcardError, match=r"the logbook would have more than .* bytes"):
        store.keep_pages(ann, [page(2)])
    assert store.logbook(ann) == book


def test_a_proof_is_found_by_its_digest(store: Store, clock: Clock) -> None:
    ann = store.take_seat("Ann")[0].number
    lines = '{"kind":"joined"}\n{"kind":"played"}\n'
    first = store.keep_proof(ann, TABLE, lines)
    clock.now += 5
    assert store.keep_proof(ann, TABLE, lines) == first
    second = store.keep_proof(ann, "other", "{}\n")
    assert store.proof(ann, first) == lines
    assert store.proof(ann, "0" * 64) is None
    now = int(clock.now)
    newest = [KeptProof(second, "other", now), KeptProof(first, TABLE, now - 5)]
    assert store.proofs(ann) == newest
    assert store.proofs(ann, most=1) == newest[:1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a" * (LARGEST_PROOF + 1), "the proof has 4,000,001 characters: it takes at most"),
        ("\0", "the proof cannot be kept: it takes lines of JSON in ASCII"),
        ("é", "the proof cannot be kept"),
    ],
)
def test_what_is_no_proof_is_refused(store: Store, text: str, sentence: str) -> None:
    ann = store.take_seat("Ann")[0].number
    with pytest.raises(CutcardError, match=sentence):
        store.keep_proof(ann, TABLE, text)
    assert store.proofs(ann) == []
