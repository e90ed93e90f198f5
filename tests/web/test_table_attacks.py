"""What a browser may not do at a table, tried with real sockets."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from web.tableside import Attending, Browser, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from cutcard.web.application import make_application
from cutcard.web.limits import Limits
from cutcard.web.store.keeper import Store


def _raw(line: Attending, text: str | bytes) -> str:
    """The sentence with which a message is refused."""
    line.socket.send(text)
    return str(line.read("refused")["sentence"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a message must be JSON"),
        ("[" * 4000, "a message must be JSON"),
        ("9" * 4090, "a message must be"),
        ("{" + " " * 5000 + "}", "a message of 5002 characters is too long: the most is 4096"),
        (b"\x00\xff", "a message must be text, not bytes"),
        ("[]", "a message must be an object with a type"),
        ('{"type": 3}', "a message must be an object with a type"),
        ('{"type": "bet", "number": "1"}', "number is '1': it takes"),
        ('{"type": "bet", "number": true}', "number is True: it takes"),
        ('{"type": "bet", "chips": 1}', "that answers an earlier moment"),
        ('{"type": "bet", "number": 1, "chips": 1e9}', "chips is 1000000000.0: it takes"),
        ('{"type": "bet", "number": 1, "chips": -1}', "chips is -1: it takes a whole number"),
        ('{"type": "bet", "number": 1, "chips": 101}', "chips is 101: it takes a whole number"),
        ('{"type": "bet", "number": 1}', "chips is None: it takes a whole number, 1 to 100"),
        ('{"type": "bet", "number": 99, "chips": 1}', "that answers an earlier moment"),
        ('{"type": "act", "number": 1, "action": "hit"}', "it is not your turn"),
        ('{"type": "dance", "number": 1}', "'dance' is not a message of this table"),
        (
            '{"type": "\\ud800", "number": 1}',
            "'\\ud800' is not a message of this table",
        ),
        ('{"type": "sit", "seat": 5, "name": "x"}', "seat is 5: it takes a whole number, 0 to 0"),
        ('{"type": "sit", "seat": 0, "name": "\\u0000"}', "'\\x00' is not a name"),
        ('{"type": "advise"}', "advice is for your turn"),
        ('{"type": "more"}', "no time runs for you now"),
        (
            '{"type": "fair", "step": "nonce"}',
            "'fair' is not a message of this table",
        ),
    ],
)
def test_nonsense_is_refused_in_a_sentence_and_the_line_stays(
    host: str, text: str, sentence: str
) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(game="vegas-strip", seed=1))
    assert _raw(line, text).startswith(sentence)
    assert line.say("bet", chips=1)["type"] == "view"


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"game": "/etc/passwd"}, "there is no game '/etc/passwd' of blackjack"),
        ({"game": "mine.toml"}, "there is no game 'mine.toml' of blackjack"),
        ({"game": ["easy"]}, "there is no game ['easy'] of blackjack"),
        ({"game": "blockhead"}, "there is no game 'blockhead' of blackjack"),
        ({"game": "\ud800"}, "there is no game '\\ud800' of blackjack"),
        ({"kind": "blockhead", "opponent": "mine.py:Me"}, "there is no player 'mine.py:Me'"),
        ({"kind": "chess"}, "kind is 'chess': it takes blackjack or blockhead"),
        ({"seats": 8}, "seats is 8: it takes a whole number from 1 to 7"),
        ({"chips": 10**30}, "chips is 1000000000000000000000000000000: it takes"),
        ({"chips": True}, "chips is True: it takes a whole number"),
        ({"changes": {"decks": 9}}, "decks cannot be 9: it takes a whole number from 1 to 8"),
        ({"changes": {"dekcs": 1}}, "there is no rule 'dekcs': did you mean decks?"),
        ({"changes": {"decks": [1]}}, "decks cannot be [1]: it takes true, false"),
        ({"changes": {"hole_card": "none", "surrender": "late"}}, "surrender = late does not go"),
        ({"colour": "red"}, "a table has no 'colour'"),
        ({"seconds": 1}, "seconds is 1: it takes a whole number from 5 to 600"),
        ({"kind": "blockhead", "changes": {"deals": 500}}, "deals is 500: a table has 200 at most"),
        ({"open": 1}, "open is 1: it takes true or false"),
        ({"seed": 1, "seats": 2}, "a seed cannot be combined with several seats"),
        ({"seed": 1, "seats": 7, "game": "easy"}, "a seed cannot be combined with several seats"),
    ],
)
def test_terms_that_make_no_table_are_refused(
    host: str, terms: dict[str, object], sentence: str
) -> None:
    body = json.dumps({"game": "vegas-strip", **terms} if "kind" not in terms else terms)
    headers = {"origin": f"http://{host}"}
    response = httpx.post(f"http://{host}/api/tables", content=body, headers=headers, timeout=60)
    assert response.status_code == 400
    assert response.json()["error"].startswith(sentence)


@pytest.mark.parametrize("body", ["", "[]", "{", "[" * 100_000, '{"name": 3}', '{"name": ""}'])
def test_bodies_that_make_no_name_are_refused(host: str, body: str) -> None:
    headers = {"origin": f"http://{host}"}
    response = httpx.post(f"http://{host}/api/seat", content=body, headers=headers, timeout=60)
    assert response.status_code == 400
    assert response.json()["error"]


def test_a_page_from_elsewhere_reaches_no_table(host: str) -> None:
    ann = Browser(host, "Ann")
    table = ann.open(game="easy")
    cookie = {"Cookie": f"cutcard-seat={ann.http.cookies['cutcard-seat']}"}
    for origin in ("http://evil.example", None):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(
                f"ws://{host}/ws/table/{table}",
                origin=origin,  # type: ignore[arg-type]
                additional_headers=cookie,
            ),
        ):
            pass
        assert refused.value.response.status_code == 403
    response = httpx.post(f"http://{host}/api/tables", json={}, cookies=dict(ann.http.cookies))
    assert response.status_code == 403


def test_the_cookie_of_a_seat_is_out_of_reach_for_scripts_and_other_sites(host: str) -> None:
    headers = {"origin": f"http://{host}"}
    response = httpx.post(f"http://{host}/api/seat", json={"name": "Ann"}, headers=headers)
    attributes = response.headers["set-cookie"].lower().split("; ")
    assert {"httponly", "samesite=strict", "path=/"} <= set(attributes)
    token = attributes[0].removeprefix("cutcard-seat=")
    assert len(bytes.fromhex(token)) == 16


def test_a_token_that_was_never_given_is_no_seat(host: str) -> None:
    eve = Browser(host)
    eve.http.cookies.set("cutcard-seat", "0" * 32)
    assert eve.get("/api/seat") == {"name": None, "tables": []}
    assert eve.get("/api/rounds") == {"rounds": [], "more": False}
    eve.post("/api/seat", {"name": "Eve"})
    assert eve.http.cookies.get("cutcard-seat", domain="127.0.0.1") != "0" * 32


def test_rounds_are_shown_to_nobody_else(host: str) -> None:
    ann = Browser(host, "Ann")
    table = ann.open(game="easy")
    line = ann.attend(table)
    view = line.say("bet", chips=1)
    while view["legal"]:
        view = line.say("act", action="stand")
    assert ann.get(f"/api/rounds?table={table}")["rounds"]
    eve = Browser(host, "Eve")
    assert eve.get(f"/api/rounds?table={table}")["rounds"] == []
    assert eve.get(f"/api/report?table={table}")["rounds"] == 0


def _flood(line: Attending) -> None:
    """Say far more than is allowed, and listen until the line is closed."""
    for _ in range(1000):
        line.send("more")
    while True:
        line.read()


@pytest.fixture
def strict() -> Limits:
    """Limits that a test reaches soon."""
    return Limits(
        messages_a_second=5,
        connections_of_address=3,
        tables_of_seat=2,
        seats_of_address=2,
        posts_a_minute=12,
    )


def test_who_asks_too_much_is_told_so(tmp_path: Path, strict: Limits) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with serving(make_application(store, limits=strict)) as host:
        ann, bob = Browser(host, "Ann"), Browser(host, "Bob")
        refused = httpx.post(
            f"http://{host}/api/seat", json={"name": "x"}, headers={"origin": f"http://{host}"}
        )
        assert refused.json()["error"].startswith("too many new seats from your address")
        table = ann.open(game="easy")
        ann.open(game="easy")
        refused = ann.http.post("/api/tables", json={"game": "easy"})
        assert refused.json()["error"].startswith("you have 2 tables, and 2 are the most")
        lines = [ann.attend(table), ann.attend(table), bob.attend(table)]
        with pytest.raises(ConnectionClosed) as closed:
            ann.attend(table)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        for _ in range(12):
            lines[0].send("more")
        sentences = [lines[0].read("refused")["sentence"] for _ in range(12)]
        assert "too many messages: a connection may send 5 a second" in sentences
        assert sentences.count("no time runs for you now") >= 10
        with pytest.raises(ConnectionClosed):
            _flood(lines[2])
        answers = [bob.http.post("/api/seat", json={"name": "Bob"}) for _ in range(12)]
        assert answers[-1].json()["error"].startswith("too many requests from your address")


def test_a_table_that_is_not_there_is_told_before_the_line_is_closed(host: str) -> None:
    with connect(f"ws://{host}/ws/table/nosuch", origin=f"http://{host}") as line:  # type: ignore[arg-type]
        refused = json.loads(line.recv(timeout=30))
        assert refused["sentence"] == "there is no such table, or it is closed"
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=30)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
