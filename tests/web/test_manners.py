"""Manners at the door: strangers' pages, other hosts and large bodies are turned away."""

import gzip
import http.client
import json
import re
import socket
from os.path import normpath
from pathlib import PurePosixPath

import pytest
from warm_starts import PATIENCE
from web.serving import Address, Served
from web.tableside import serving

from cutcard.web.application import make_application
from cutcard.web.limits import Limits
from cutcard.web.manners import HEADERS, LARGEST_BODY
from cutcard.web.store.keeper import Store


def ask(served, path, method="GET", body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request(method, path, body, {"Host": served.host, **headers})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content


def handshake(served, path, **headers):
    """The first line of the answer to a WebSocket's opening handshake."""
    lines = [f"GET {path} HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
    lines += [f"{name}: {text}" for name, text in {"Host": served.host, **headers}.items()]
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as line:
        line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return line.makefile("rb").readline().decode()


@pytest.mark.parametrize("path", ["/", "/play", "/static/app.js", "/nowhere"])
def test_every_answer_carries_the_headers(served, path):
    answer, _ = ask(served, path)
    for name, text in HEADERS.items():
        assert answer.getheader(name) == text


def test_the_policy_allows_no_inline_script_and_nothing_from_outside(served):
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    _, document = ask(served, "/")
    assert b"<script>" not in document
    assert b"style=" not in document


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8021", "localhost.evil.example", "", "[", "127.0.0.1.x"]
)
def test_another_hosts_name_is_turned_away(served, host):
    answer, content = ask(served, "/", Host=host)
    assert answer.status == 421
    assert host in json.loads(content)["error"]


def test_a_name_given_at_the_start_is_ours(tmp_path):
    named = Served(tmp_path, "--name", "table.example")
    try:
        assert ask(named, "/", Host="table.example")[0].status == 200
        assert ask(named, "/", Host="other.example")[0].status == 421
    finally:
        named.kill()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_this_machines_own_names_are_ours(served, host):
    assert ask(served, "/", Host=f"{host}:{served.port}")[0].status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "file://"])
def test_a_page_from_elsewhere_may_not_ask(served, origin):
    assert ask(served, "/", Origin=origin)[0].status == 403
    assert ask(served, "/api/tables", "POST", "{}", Origin=origin)[0].status == 403
    assert "101" not in handshake(served, "/ws/table/x", Origin=origin)


def test_what_changes_something_needs_an_origin(served):
    assert ask(served, "/api/tables", "POST", "{}")[0].status == 403
    assert "101" not in handshake(served, "/ws/table/x")


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "http://]", "http://[x]", "//[", "[", "http://\xb2:\xb2"]
)
def test_an_origin_that_is_no_address_is_turned_away_with_the_headers(served, origin):
    for path, method, body in (("/", "GET", None), ("/api/tables", "POST", "{}")):
        answer, content = ask(served, path, method, body, Origin=origin)
        assert answer.status == 403
        assert repr(origin) in json.loads(content)["error"]
        for name, text in HEADERS.items():
            assert answer.getheader(name) == text
    assert "101" not in handshake(served, "/ws/table/x", Origin="http://[")


def test_a_fault_of_our_own_is_answered_with_the_headers(tmp_path):
    store = Store.open(f"sqlite:///{tmp_path}/tables.sqlite")
    app = make_application(store)
    with serving(app) as host:
        del app.state.hall  # whatever needs it fails
        answer, content = ask(Address(host), "/api/tables")
    assert answer.status == 500
    assert json.loads(content)["error"].startswith("the server has failed")
    for name, text in HEADERS.items():
        assert answer.getheader(name) == text


def seats_taken(served, seats, **headers):
    """How many of so many seats are given, each asked for on behalf of another address."""
    said = {"Origin": served.origin, "Content-Type": "application/json", **headers}
    answers = [
        ask(
            served,
            "/api/seat",
            "POST",
            '{"name": "Ann"}',
            **said,
            **{"X-Forwarded-For": f"9.9.9.{n}"},
        )
        for n in range(seats)
    ]
    return [answer.status for answer, _ in answers].count(200)


POSTS = int(Limits().posts_a_minute)


def test_nobody_is_believed_for_whom_a_request_is(tmp_path):
    served = Served(tmp_path)
    try:
        assert seats_taken(served, POSTS + 40) < POSTS + 40
    finally:
        served.kill()


def test_the_proxy_that_was_named_is_believed(tmp_path):
    served = Served(tmp_path, "--behind-proxy", "127.0.0.1")
    try:
        assert seats_taken(served, POSTS + 40) == POSTS + 40
    finally:
        served.kill()


def test_another_than_the_proxy_that_was_named_is_not_believed(tmp_path):
    served = Served(tmp_path, "--behind-proxy", "127.0.0.2")
    try:
        assert seats_taken(served, POSTS + 40) < POSTS + 40
    finally:
        served.kill()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "POST"])
def test_pages_are_only_read(served, method):
    answer, _ = ask(served, "/", method, Origin=served.origin)
    assert answer.status == 405


def test_a_large_body_is_refused_by_what_it_says_and_by_what_it_is(served):
    said = {"Origin": served.origin, "Content-Length": str(LARGEST_BODY + 1)}
    assert ask(served, "/api/tables", "POST", b"", **said)[0].status == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/../application.py",
        "/static/..%2fapplication.py",
        "/static/%2e%2e/application.py",
        "/static//etc/passwd",
        "/static/..\\application.py",
        "/static/%00",
    ],
)
def test_no_path_leads_outside_the_static_files(served, path):
    answer, content = ask(served, path)
    assert answer.status == 404
    assert b"import" not in content


def test_a_slow_line_gets_small_files(served):
    answer, small = ask(served, "/static/style.css", **{"Accept-Encoding": "gzip"})
    assert answer.getheader("content-encoding") == "gzip"
    _, whole = ask(served, "/static/style.css")
    assert gzip.decompress(small) == whole
    assert len(small) < len(whole) / 2


def test_the_first_page_takes_less_than_100_kilobytes(served):
    """The document, and every module and picture that the modules of the first page name."""
    waiting, seen, total = ["/"], set(), 0
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer, content = ask(served, path)
        assert answer.status == 200, path
        total += len(content)
        named = re.findall(r'(?:src|href)="(/static/[^"]+)"', content.decode())
        named += [
            str(PurePosixPath(normpath(f"{PurePosixPath(path).parent}/{module}")))
            for module in re.findall(r'from "(\.[^"]+)"', content.decode())
        ]
        if path == "/":
            named.append("/static/pages/home.js")
        waiting += [name for name in named if name not in seen and name not in waiting]
    assert len(seen) > 6
    assert total < 100_000
