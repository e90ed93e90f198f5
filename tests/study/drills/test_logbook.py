"""The logbook: what was answered is kept whole, merged once, and nothing else is believed."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.documents import MissingFile, sealed, unsealed
from cutcard.errors import CutcardError
from cutcard.study.drills.boxes import DISTANCES
from cutcard.study.drills.catalogue import Lesson
from cutcard.study.drills.logbook import (
    Entry,
    Logbook,
    Page,
    check_can_keep,
    keep,
    kept_in,
    logbook_text,
    parsed_logbook,
    read_logbook,
    usual_path,
    write_logbook,
)
from cutcard.study.drills.sitting import LONGEST_NAME, Subject

SUBJECTS = [Subject("strategy", "Vegas Strip", "chart vegas-strip"), Subject("decks", "Easy", "")]
NAMES = st.text(st.characters(categories=["L", "N", "P"]), max_size=20)
ENTRIES = st.builds(
    Entry,
    item=NAMES,
    reply=NAMES,
    correct=NAMES,
    right=st.booleans(),
    cost=st.none() | st.floats(0, 16),
)
PAGES = st.builds(
    Page,
    key=st.text("0123456789abcdef", min_size=16, max_size=16),
    began=st.integers(0, 10**11),
    subject=st.sampled_from(SUBJECTS),
    entries=st.lists(ENTRIES, max_size=4).map(tuple),
)
BOOKS = st.lists(PAGES, max_size=5, unique_by=lambda page: page.key).map(Logbook().with_pages)


def lesson(drill="strategy", **changes):
    preset = load_preset("vegas-strip")
    chart = load_chart("vegas-strip")
    return Lesson(drill, preset, chart, "vegas-strip", load_count("hi-lo"), 1, **changes)


def answered(drill="running", number=3, began=5):
    sitting = lesson(drill).begin(Logbook())
    for _ in range(number):
        sitting.answer("1")
    return Page.of(sitting, began)


@given(book=BOOKS)
def test_what_is_written_is_read(tmp_path_factory, book):
    path = tmp_path_factory.mktemp("kept") / "drills.json"
    write_logbook(path, book)
    assert read_logbook(path) == book
    assert parsed_logbook(path.read_text(), path) == book
    assert path.read_text() == logbook_text(book)


@given(BOOKS, BOOKS, BOOKS)
def test_merging_takes_every_page_once_in_any_order(one, two, three):
    assert one.with_pages(one.pages) == one
    both = one.with_pages(two.pages)
    keys = {page.key for page in (*one.pages, *two.pages)}
    assert {page.key for page in both.pages} == keys
    if len(keys) == len(one.pages) + len(two.pages):
        assert both == two.with_pages(one.pages)
    left = both.with_pages(three.pages)
    assert left == one.with_pages(two.with_pages(three.pages).pages)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[" * 100_000, '{"digest":"0"}'])
def test_a_text_that_holds_no_logbook_is_refused_by_its_source(text):
    with pytest.raises(CutcardError, match=r"^what was sent (is|has|was|holds) "):
        parsed_logbook(text, "what was sent")


def test_a_page_tells_what_was_asked_and_answered():
    sitting = lesson().begin(Logbook())
    exercise = sitting.exercise
    legal = [str(action) for action in exercise.view.legal]
    mark = sitting.answer(legal[-1])
    page = Page.of(sitting, 7)
    assert page.entries == (Entry(exercise.item, legal[-1], mark.correct, mark.right, mark.cost),)
    assert (page.began, page.subject) == (7, lesson().subject)
    assert Page.of(sitting, 7).key != page.key


def test_what_was_missed_comes_back_in_the_next_sitting_about_the_same(tmp_path):
    sitting = lesson().begin(Logbook())
    missed = sitting.exercise.item
    mark = sitting.answer("surrender")
    assert not mark.right
    path = tmp_path / "drills.json"
    keep(path, [Page.of(sitting, 1)])
    again = lesson().begin(kept_in(path))
    assert again.drill.coming_back == {missed: DISTANCES[0]}
    assert lesson("indices").begin(kept_in(path)).drill.coming_back == {}


def test_two_who_keep_at_once_both_have_it_kept(tmp_path):
    path = tmp_path / "drills.json"
    keep(path, [answered()])
    program = f"{PROLOGUE}for number in range(6): keep(path, [page(number)])\n"
    keepers = [subprocess.Popen([sys.executable, "-c", program, path]) for _ in range(2)]
    assert [keeper.wait(60) for keeper in keepers] == [0, 0]
    assert len(read_logbook(path).pages) == 13
    assert [one.name for one in tmp_path.iterdir()] == ["drills.json"]


PROLOGUE = """\
import secrets, sys
from pathlib import Path
from cutcard.study.drills.logbook import Page, keep
from cutcard.study.drills.sitting import Subject
path = Path(sys.argv[1])
def page(began): return Page(secrets.token_hex(8), began, Subject("decks", "Easy", ""), ())
"""


def test_who_waits_too_long_for_another_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("cutcard.study.drills.logbook._PATIENCE", 0.1)
    path = tmp_path / "drills.json"
    program = (
        "import sys\nfrom pathlib import Path\nfrom cutcard.files import written_alone\n"
        "with written_alone(Path(sys.argv[1]), 'it'):\n    print('held', flush=True); input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(CutcardError, match=f"is being written by process {holder.pid}:"):
            keep(path, [answered()])
        holder.communicate(b"\n")
    assert not path.exists()
    keep(path, [answered()])


def damaged(change: Callable[[dict], object]) -> Callable[[dict], object]:
    """A logbook that was changed and sealed again, as if it had been written so."""
    return lambda kept: sealed({**unsealed(kept), **change(unsealed(kept))})


def with_page(**changes) -> Callable[[dict], object]:
    return damaged(lambda kept: {"pages": [{**kept["pages"][0], **changes}]})


def with_entry(*entry) -> Callable[[dict], object]:
    return with_page(entries=[list(entry)])


BAD = {
    "a list": lambda kept: [],
    "a number": lambda kept: 5,
    "no digest": unsealed,
    "a changed answer": lambda kept: {**kept, "pages": []},
    "another digest": lambda kept: {**kept, "digest": "0" * 64},
    "a digest that is none": lambda kept: {**kept, "digest": 5},
    "no pages": lambda kept: sealed({"drills": 1}),
    "another form": damaged(lambda kept: {"drills": 2}),
    "no form": lambda kept: sealed({"pages": []}),
    "pages in a table": damaged(lambda kept: {"pages": {"0": kept["pages"][0]}}),
    "a page that is none": damaged(lambda kept: {"pages": [5]}),
    "a page in a list": damaged(lambda kept: {"pages": [[1, 2, 3, 4, 5, 6]]}),
    "a page without a key": damaged(lambda kept: {"pages": [{"began": 1}]}),
    "a page with more": with_page(more=1),
    "a short key": with_page(key="abc"),
    "a key of other letters": with_page(key="ABCDEF0123456789"),
    "a key that is a number": with_page(key=10**15),
    "a time before all time": with_page(began=-1),
    "a time after all time": with_page(began=10**12),
    "half a second": with_page(began=0.5),
    "true seconds": with_page(began=True),
    "no game": with_page(game=None),
    "a game without end": with_page(game="a" * (LONGEST_NAME + 1)),
    "a game of control characters": with_page(game="\x1b[31m"),
    "a game of half characters": with_page(game="\udcff"),
    "entries in a text": with_page(entries="abcde"),
    "an entry that is none": with_page(entries=[5]),
    "an entry in a text": with_page(entries=["abcde"]),
    "a short entry": with_entry("16 v 10", "hit", "hit", True),
    "a long entry": with_entry("16 v 10", "hit", "hit", True, None, 1),
    "an item that is a number": with_entry(16, "hit", "hit", True, None),
    "a reply of lines": with_entry("16 v 10", "hit\n", "hit", True, None),
    "right as a number": with_entry("16 v 10", "hit", "hit", 1, None),
    "a cost below nothing": with_entry("16 v 10", "hit", "hit", False, -0.5),
    "a cost beyond measure": with_entry("16 v 10", "hit", "hit", False, 1e9),
    "a cost that is no number": with_entry("16 v 10", "hit", "hit", False, float("nan")),
    "an infinite cost": with_entry("16 v 10", "hit", "hit", False, float("inf")),
    "a cost in words": with_entry("16 v 10", "hit", "hit", False, "0.5"),
    "a true cost": with_entry("16 v 10", "hit", "hit", False, True),
}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_what_was_not_kept_is_refused_and_stays_as_it_is(tmp_path, change):
    path = tmp_path / "drills.json"
    keep(path, [answered()])
    bad = json.dumps(change(json.loads(path.read_text())))
    path.write_text(bad)
    for attempt in (read_logbook, kept_in, lambda path: keep(path, [answered()])):
        with pytest.raises(CutcardError, match=r"drills\.json .*: name another file"):
            attempt(path)
    assert path.read_text() == bad
    assert [one.name for one in tmp_path.iterdir()] == ["drills.json"]


@pytest.mark.parametrize("end", [0, 1, 10, 100, -2])
def test_a_file_that_was_cut_off_is_refused(tmp_path, end):
    path = tmp_path / "drills.json"
    keep(path, [answered()])
    path.write_bytes(path.read_bytes()[:end])
    with pytest.raises(CutcardError, match=r"drills\.json .*: name another file"):
        read_logbook(path)


@pytest.mark.parametrize(
    "text",
    [b"", b"\xff\xfe", b"[" * 100_000, b"9" * 5000, b"{}", b"null", b"NaN", b'{"a":1,"a":2}'],
)
def test_what_is_no_logbook_is_refused(tmp_path, text):
    path = tmp_path / "drills.json"
    path.write_bytes(text)
    with pytest.raises(CutcardError, match=r"drills\.json .*: name another file"):
        kept_in(path)
    assert path.read_bytes() == text


def test_a_file_that_is_too_long_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "drills.json"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(CutcardError, match="longer than 16,000,000 bytes: name another file"):
        kept_in(path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize("path", ["/dev/full", "/dev/zero", "/dev/null", ".", "/", ""])
def test_what_is_no_file_is_refused(path):
    with pytest.raises(CutcardError, match=r"is not a file that progress can be kept in: name"):
        kept_in(Path(path))


def test_a_file_that_may_not_be_read_is_refused(tmp_path):
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(CutcardError, match=r"circle .*: name another file"):
        kept_in(tmp_path / "circle")
    with pytest.raises(CutcardError, match=r"cannot be read: .*: name another file"):
        kept_in(Path("a" * 5000))


def test_a_missing_file_is_an_empty_logbook_and_cannot_be_brought(tmp_path):
    assert kept_in(tmp_path / "none.json") == Logbook()
    with pytest.raises(MissingFile):
        read_logbook(tmp_path / "none.json")


def test_a_full_disk_is_told_and_loses_nothing(tmp_path):
    """A limit on the size of files does what a full disk does: it breaks off a write."""
    path = tmp_path / "drills.json"
    keep(path, [answered()])
    before = path.read_bytes()
    program = (
        f"{PROLOGUE}import resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try: keep(path, [page(1)])\n"
        "except ValueError as error: print(error)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
    ).stdout
    assert told == f"the progress file {path} cannot be written: File too large\n"
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["drills.json"]


def test_a_logbook_that_could_not_be_read_again_is_not_written(tmp_path, monkeypatch):
    path = tmp_path / "drills.json"
    keep(path, [answered()])
    before = path.read_bytes()
    monkeypatch.setattr("cutcard.study.drills.logbook.LARGEST", len(before) + 50)
    with pytest.raises(CutcardError, match="it would have more than"):
        keep(path, [answered()])
    assert path.read_bytes() == before


def test_names_that_cannot_be_read_again_are_not_kept(tmp_path):
    subject = Subject("strategy", "Mine\n\x1b[31m\udcff" + "x" * 5000, "chart \udcff/mine.txt")
    assert subject.game.startswith("Mine??[31m?x")
    path = tmp_path / "drills.json"
    keep(path, [Page("0" * 16, 1, subject, ())])
    [page] = read_logbook(path).pages
    assert page.subject == subject


@pytest.mark.parametrize(
    ("given", "folder"), [("{tmp}/data", "data"), ("", ".local/share"), ("data", ".local/share")]
)
def test_the_usual_file_is_in_the_users_data_folder(tmp_path, monkeypatch, given, folder):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", given.format(tmp=tmp_path))
    path = usual_path()
    assert path == tmp_path / folder / "cutcard" / "drills.json"
    check_can_keep(path, new_folder=True)
    keep(path, [answered()])
    assert len(kept_in(path).pages) == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "taken").write_text("")
    for path, new_folder in ((tmp_path / "taken" / "x.json", True), (tmp_path / "no" / "x", False)):
        with pytest.raises(CutcardError, match="cannot be written: "):
            check_can_keep(path, new_folder=new_folder)
    assert os.listdir(tmp_path) == ["taken"]
