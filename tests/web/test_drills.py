"""Drills over HTTP: what is asked gives nothing away, and what is told is kept."""

import json
import signal

import pytest
from warm_starts import CUTCARD, PATIENCE
from web.serving import Served
from web.tableside import Browser

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.study.drills.catalogue import DRILLS, Lesson
from cutcard.study.drills.logbook import Logbook, document_of, logbook_in

STRIP = {"game": "vegas-strip", "seed": 21}


def lesson(drill, seed=21):
    chart = load_chart("vegas-strip")
    strip = load_preset("vegas-strip")
    return Lesson(drill, strip, chart, "vegas-strip", load_count("hi-lo"), seed)


def practise(ann, begun, replies):
    told = begun
    for number, reply in enumerate(replies):
        told = ann.post(f"/api/drills/{begun['sitting']}", {"reply": reply, "number": number})
    return told


@pytest.mark.parametrize("drill", DRILLS)
def test_it_asks_what_the_terminal_asks_and_marks_alike(host, drill):
    ann = Browser(host)
    begun = ann.post("/api/drills", {"drill": drill, **STRIP})
    sitting = lesson(drill).begin(Logbook())
    replies = {"running": "0", "true": "0", "decks": "2"}
    for number in range(6):
        reply = replies.get(drill, "stand")
        mark = sitting.answer(reply)
        told = ann.post(f"/api/drills/{begun['sitting']}", {"reply": reply, "number": number})
        assert told["mark"]["right"] == mark.right
        assert told["mark"]["correct"] == mark.correct
        assert told["mark"]["cost"] == pytest.approx(mark.cost)
    report = ann.get(f"/api/drills/{begun['sitting']}")
    assert (report["asked"], report["right"]) == (6, sitting.right)
    assert report["coming_back"] == sitting.drill.coming_back
    assert report["command"].startswith(f"cutcard drill {drill} vegas-strip")


@pytest.mark.parametrize("drill", DRILLS)
def test_an_exercise_does_not_give_its_answer_away(host, drill):
    begun = Browser(host).post("/api/drills", {"drill": drill, **STRIP})
    sitting = lesson(drill).begin(Logbook())
    exercise = begun["exercise"]
    allowed = {"accepted", "help", "kind", "asks", "hand", "dealer", "actions", "total", "soft"}
    allowed |= {"count", "groups", "shuffled", "decks", "begins", "left", "filled"}
    assert set(exercise) <= allowed
    correct = sitting.answer(
        {"decks": "1"}.get(drill, "0" if "actions" not in exercise else "stand")
    )
    if drill in ("running", "true"):
        shown = {**exercise, "groups": [], "left": None, "begins": None, "help": "", "accepted": ""}
        assert correct.correct not in json.dumps(shown)


def test_every_answer_is_kept_when_the_server_is_killed(tmp_path):
    served = Served(tmp_path)
    ann = Browser(served.host)
    begun = ann.post("/api/drills", {"drill": "running", **STRIP})
    practise(ann, begun, ["0", "1", "2"])
    served.kill()
    served.start()
    try:
        again = Browser(served.host)
        again.http.cookies = ann.http.cookies
        [progress] = again.get("/api/progress")["progress"]
        assert progress["asked"] == 3
        gone = again.http.post(f"/api/drills/{begun['sitting']}", json={"reply": "0", "number": 3})
        assert gone.status_code == 400
        assert "what was answered is kept" in gone.json()["error"]
    finally:
        served.kill()


def test_what_was_missed_comes_back_in_the_next_sitting(host):
    ann = Browser(host)
    first = ann.post("/api/drills", {"drill": "strategy", **STRIP})
    missed = practise(ann, first, ["hit"])["mark"]
    assert not missed["right"]
    second = ann.post("/api/drills", {"drill": "strategy", "game": "vegas-strip", "seed": 5})
    assert second["coming_back"] == 1


def test_progress_is_taken_along_and_brought_back_once(host):
    ann, bob = Browser(host), Browser(host)
    practise(ann, ann.post("/api/drills", {"drill": "running", **STRIP}), ["0", "0"])
    taken = ann.get("/api/progress/file")
    assert len(logbook_in(taken).pages) == 1
    assert bob.post("/api/progress", taken)["words"] == "1 sitting new of 1."
    assert bob.post("/api/progress", taken)["words"] == "0 sittings new of 1."
    assert bob.get("/api/progress") == ann.get("/api/progress")


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({}, "has no digest"),
        ([1, 2], "has no digest"),
        ({**document_of(Logbook()), "pages": [1]}, "was changed after it was written"),
    ],
)
def test_a_file_that_is_no_logbook_is_refused(host, document, why):
    refused = Browser(host).http.post("/api/progress", json=document)
    assert refused.status_code == 400
    assert why in refused.json()["error"]


def test_another_seat_cannot_answer_or_read(host):
    ann, eve = Browser(host), Browser(host, "Eve")
    begun = ann.post("/api/drills", {"drill": "running", **STRIP})
    path = f"/api/drills/{begun['sitting']}"
    assert eve.http.post(path, json={"reply": "0", "number": 0}).status_code == 400
    assert eve.http.get(path).status_code == 400
    assert ann.post(path, {"reply": "0", "number": 0})["asked"] == 1


def test_two_tabs_do_not_answer_the_same_exercise_twice(host):
    ann = Browser(host)
    begun = ann.post("/api/drills", {"drill": "running", **STRIP})
    path = f"/api/drills/{begun['sitting']}"
    ann.post(path, {"reply": "0", "number": 0})
    late = ann.http.post(path, json={"reply": "3", "number": 0})
    assert late.status_code == 400
    assert late.json()["error"] == "exercise 1 is not asked now: 2 is"


@pytest.mark.parametrize(
    "body",
    [
        {"drill": "strategi", "game": "vegas-strip"},
        {"drill": "strategy", "game": "/etc/passwd"},
        {"drill": "strategy", "game": "vegas-strip", "chart": "../../x"},
        {"drill": "strategy", "game": "vegas-strip", "changes": {"deks": 1}},
        {"drill": "strategy", "game": "blockhead"},
        {"drill": "running", "game": "vegas-strip", "cards": 11},
        {"drill": "running", "game": "easy"},
        {"drill": "strategy", "game": "vegas-strip", "seed": -1},
    ],
)
def test_nonsense_gets_a_sentence(host, body):
    refused = Browser(host).http.post("/api/drills", json=body)
    assert refused.status_code == 400
    assert refused.json()["error"]


def test_a_reply_that_is_none_changes_nothing(host):
    ann = Browser(host)
    begun = ann.post("/api/drills", {"drill": "strategy", **STRIP})
    path = f"/api/drills/{begun['sitting']}"
    refused = ann.http.post(path, json={"reply": "x", "number": 0})
    assert refused.status_code == 400
    assert "is not one of them" in refused.json()["error"]
    assert ann.post(path, {"reply": "split", "number": 0})["asked"] == 1


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_told_to_stop_leaves_nothing_behind(tmp_path, told):
    served = Served(tmp_path, program=CUTCARD)
    ann = Browser(served.host)
    practise(ann, ann.post("/api/drills", {"drill": "strategy", **STRIP}), ["hit"])  # a worker
    served.process.send_signal(told)
    _, err = served.process.communicate(timeout=PATIENCE)
    assert (served.process.returncode, err) == (0, "")
