"""Fair tables: the browser takes part in the shuffle, checks it, and saves what verify accepts."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.fair_browser import FairBrowser, read_together
from web.tableside import Browser

from cutcard.cli import verify as verify_verb
from cutcard.net.record import InvalidRecord
from cutcard.net.verification import verify
from cutcard.web.tables import fair_play


def test_a_browser_takes_part_and_checks_every_card(host: str, tmp_path: Path) -> None:
    ann = Browser(host, "Änn")
    browser = FairBrowser(ann.attend(ann.open(game="vegas-strip", fair=True)))
    for _ in range(15):
        browser.play_round()
    assert [one["round"] for one in browser.rounds] == list(range(1, 16))
    for kept in ann.get("/api/rounds")["rounds"]:
        proof = tmp_path / "proof.jsonl"
        proof.write_bytes(ann.http.get(f"/api/proof/{kept['proof']}").content)
        found = verify(proof, _no_note)
        assert found.counts["played"] == 1


def _no_note(note: str) -> None:
    raise AssertionError(note)


def test_the_command_accepts_a_saved_proof_and_refuses_a_changed_one(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = Browser(host, "Ann")
    browser = FairBrowser(ann.attend(ann.open(game="european", fair=True, seats=2)))
    browser.play_round(chips=3)
    name = browser.until("proof")["proof"]
    text = ann.http.get(f"/api/proof/{name}").text
    proof = tmp_path / "proof.jsonl"
    proof.write_text(text)
    assert verify_verb.run([str(proof)]) == 0
    assert "1 round of 1 table" in capsys.readouterr().out
    proof.write_text(text.replace('"bets":[3]', '"bets":[4]'))
    with pytest.raises(InvalidRecord, match="was changed"):
        verify(proof, _no_note)
    eve = Browser(host, "Eve")
    assert eve.http.get(f"/api/proof/{name}").status_code == 404


def _read_rounds(number: int, *browsers: FairBrowser) -> None:
    read_together(lambda: all(len(one.rounds) == number for one in browsers), *browsers)


def test_several_people_shuffle_together_and_nobody_knows_before(host: str) -> None:
    ann, bob = Browser(host, "Ann"), Browser(host, "Bob")
    table = ann.open(game="european", fair=True, seats=3, open=True, seconds=600)
    first, second = FairBrowser(ann.attend(table)), FairBrowser(bob.attend(table))
    second.line.say("sit", seat=2)
    for number in range(1, 6):
        first.line.send("bet", chips=1)
        second.line.send("bet", chips=2)
        _read_rounds(number, first, second)
    for one, other in zip(first.rounds, second.rounds, strict=True):
        assert one["digests"] == other["digests"]
        assert one["places"] == [0, 2]
        secret = one["secret"]
        for line in (first.line, second.line):
            told = [secret in frame for frame in line.frames]
            revealed = next(n for n, frame in enumerate(line.frames) if '"reveal"' in frame)
            assert not any(told[:revealed])


@pytest.fixture
def hurried(host: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a server that does not wait long for the steps of a shuffle."""
    monkeypatch.setattr(fair_play, "ANSWER_SECONDS", 4)
    return host


def test_a_seat_that_withholds_its_nonce_breaks_the_round_off(hurried: str) -> None:
    ann, bob = Browser(hurried, "Ann"), Browser(hurried, "Bob")
    table = ann.open(game="european", fair=True, seats=2, open=True, seconds=600)
    first, second = FairBrowser(ann.attend(table)), FairBrowser(bob.attend(table))
    second.line.say("sit", seat=1)
    second.shows_nonce = False
    first.line.send("bet", chips=1)
    second.line.send("bet", chips=1)
    read_together(lambda: bool(first.broken and second.broken), first, second)
    assert first.line.mine["chips"] == "100"
    assert first.line.view["betting"]["most"] == 100
    words = [one["words"] for one in first.line.view["happened"]]
    said = "Bob has not shown a nonce: the round is broken off, and all bets are given back."
    assert words == [said]
    second.shows_nonce = True
    first.line.send("bet", chips=1)
    second.line.send("bet", chips=1)
    read_together(lambda: bool(first.rounds and second.rounds), first, second)
    assert first.rounds[0]["round"] == first.broken[0] + 1


def test_who_misses_the_end_of_a_round_hears_it_until_the_next_begins(host: str) -> None:
    ann, bob = Browser(host, "Ann"), Browser(host, "Bob")
    table = ann.open(game="european", fair=True, seats=2, open=True, seconds=600)
    first, second = FairBrowser(ann.attend(table)), FairBrowser(bob.attend(table))
    second.line.say("sit", seat=1)
    first.line.send("bet", chips=1)
    second.line.send("bet", chips=1)
    _read_rounds(1, first, second)
    end = second.line.view
    first.line.leave()
    assert second.line.say("bet", chips=1)["phase"] == "betting"
    again = ann.attend(table)
    told = [again.read("fair") for _ in range(4)]
    assert [one["step"] for one in told] == ["commit", "digests", "nonces", "reveal"]
    heard = first.rounds[0]
    assert told[0]["commit"] == heard["commit"]
    assert told[3]["secret"] == heard["secret"]
    shown = told[3]["shown"]
    assert shown["dealer"] == end["dealer"]
    assert [seat["hands"] for seat in shown["seats"]] == [seat["hands"] for seat in end["seats"]]
    assert again.view["phase"] == "betting"
    # Who watches has had no part in it.
    stranger = Browser(host, "Eve").attend(table)
    stranger.send("sit", seat=7)
    assert stranger.read("fair", "refused")["type"] == "refused"


def test_a_browser_that_says_nothing_is_stood_in_for(hurried: str) -> None:
    ann = Browser(hurried, "Ann")
    line = ann.attend(ann.open(game="european", fair=True))
    line.say("bet", chips=1)
    assert line.view["phase"] == "dealing"
    assert line.view["shuffle"]["waiting"] == [0]
    while line.view["phase"] == "dealing":
        line.read("view")
    assert line.mine["hands"]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"step": "digest", "round": 9, "digest": "0" * 64}, "round 9 is not the one"),
        ({"step": "digest", "round": 1, "digest": "0"}, "'0' is not a digest: it takes 64 digits"),
        ({"step": "digest", "round": 1, "digest": 3}, "3 is not a digest"),
        ({"step": "nonce", "round": 1, "nonce": "0" * 64}, "no nonce is asked of you now"),
        ({"step": "dance", "round": 1}, "'dance' is not a step of a shuffle"),
        ({"round": 1}, "None is not a step of a shuffle"),
    ],
)
def test_wrong_steps_of_a_shuffle_are_refused(
    host: str, step: dict[str, object], sentence: str
) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(game="european", fair=True))
    line.say("bet", chips=1)
    line.send("fair", **step)
    assert line.read("refused")["sentence"].startswith(sentence)


def test_a_nonce_other_than_the_bound_one_is_refused(host: str) -> None:
    ann = Browser(host, "Ann")
    browser = FairBrowser(ann.attend(ann.open(game="european", fair=True)))
    browser.shows_nonce = False
    browser.line.send("bet", chips=1)
    browser.until("digests")
    browser.line.send("fair", step="nonce", round=1, nonce="0" * 64)
    refused = browser.line.read("refused")
    assert refused["sentence"] == "the nonce of seat 0 is not the one it was bound to"
    browser.line.send("fair", step="nonce", round=1, nonce=browser.nonce.hex())
    browser.until("nonces")


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        (
            {"game": "single-deck"},
            "this game cannot be dealt fairly: a seat may take 27 cards in this game, and 52"
            " cards have 26 places for each of 2 parties",
        ),
        ({"game": "easy"}, "this game cannot be dealt fairly: an infinite shoe has no order"),
        ({"game": "vegas-strip", "seats": 5}, "this game cannot be dealt fairly: a seat may take"),
        ({"game": "vegas-strip", "seed": 1}, "a seed does not go with an open or fair table"),
        ({"kind": "blockhead"}, "fair is true: only blackjack tables are fair"),
    ],
)
def test_a_game_that_does_not_fit_its_places_is_refused_with_the_count(
    host: str, terms: dict[str, object], sentence: str
) -> None:
    response = Browser(host).http.post("/api/tables", json={**terms, "fair": True})
    assert response.json()["error"].startswith(sentence)
