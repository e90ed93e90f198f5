"""Crowds: whoever holds connections without asking anything keeps nobody else out."""

from __future__ import annotations

import contextlib
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from web.serving import Served
from web.tableside import Browser, serving

from cutcard.web.application import make_application
from cutcard.web.limits import Limits
from cutcard.web.store.keeper import Store

HALF = b"POST /api/edge HTTP/1.1\r\nHost: x\r\n"
SOON = Limits(header_seconds=0.5, body_seconds=0.5, answer_seconds=0.5)


@pytest.fixture
def many_descriptors() -> Iterator[None]:
    """Enough for as many clients as the tests need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def knock(port: int, said: bytes, source: str = "127.0.0.1") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), 20, source_address=(source, 0))
    with contextlib.suppress(ConnectionError):
        line.sendall(said)
    return line


def has_ended(line: socket.socket) -> bool:
    """Whether the server ends a connection; a timeout means that it does not."""
    with contextlib.suppress(ConnectionError):
        while line.recv(65536):
            pass
    return True


def ask_on(line: socket.socket, asked: bytes, seconds: float = 20) -> None:
    """Ask again and again, and read no answer."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(TimeoutError):
            line.sendall(asked)


@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"], ids=["own", "other"])
def test_many_half_requests_keep_nobody_out(
    tmp_path: Path, many_descriptors: None, source: str
) -> None:
    served = Served(tmp_path, descriptors=1024)
    lines = [knock(served.port, HALF, source) for _ in range(1500)]
    try:
        for _ in range(20):
            assert httpx.get(f"{served.origin}/api/games", timeout=5).status_code == 200
        assert psutil.Process(served.process.pid).num_fds() < 1024
    finally:
        for line in lines:
            line.close()
    served.process.terminate()
    assert len(served.process.communicate(timeout=30)[1]) < 1000


def test_a_server_out_of_descriptors_rests_and_says_so_once(
    tmp_path: Path, many_descriptors: None
) -> None:
    """So few that accepting itself fails, before any bound of the server's own is reached."""
    served = Served(tmp_path, descriptors=1024)
    process = psutil.Process(served.process.pid)
    most = process.num_fds() + 20
    process.rlimit(psutil.RLIMIT_NOFILE, (most, most))
    lines = [knock(served.port, HALF) for _ in range(100)]
    time.sleep(1)
    before = sum(process.cpu_times()[:2])
    time.sleep(1)
    assert sum(process.cpu_times()[:2]) - before < 0.5
    for line in lines:
        line.close()
    assert httpx.get(f"{served.origin}/api/games", timeout=5).status_code == 200
    served.process.terminate()
    _, said = served.process.communicate(timeout=30)
    assert said == "cutcard: no connection can be accepted: Too many open files\n"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        HALF,
        b"POST /api/tables HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
        b"Content-Length: 100\r\n\r\n{",
        b"GET /api/games HTTP/1.1\r\nHost: HOST\r\n\r\n" + HALF,
    ],
    ids=["nothing", "header", "body", "second header"],
)
def test_a_request_that_does_not_end_is_cut_off(tmp_path: Path, said: bytes) -> None:
    app = make_application(Store.open(f"sqlite:///{tmp_path}/tables.sqlite"))
    with (
        serving(app, SOON) as host,
        knock(int(host.split(":")[1]), said.replace(b"HOST", host.encode())) as line,
    ):
        line.settimeout(4)  # before a connection that is kept alive would be closed
        assert has_ended(line)


def test_a_browser_that_reads_no_answer_is_cut_off(tmp_path: Path) -> None:
    app = make_application(Store.open(f"sqlite:///{tmp_path}/tables.sqlite"))
    with serving(app, SOON) as host, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", int(host.split(":")[1])))
        asked = f"GET /openapi.json HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
        line.settimeout(0.5)
        with pytest.raises(ConnectionError):
            ask_on(line, asked)


def test_a_table_is_open_longer_than_any_request_may_take(tmp_path: Path) -> None:
    app = make_application(Store.open(f"sqlite:///{tmp_path}/tables.sqlite"))
    with serving(app, SOON) as host:
        ann = Browser(host, "Ann")
        line = ann.attend(ann.open(game="vegas-strip"))
        time.sleep(1.5)
        assert line.say("bet", chips=1)["type"] == "view"


def test_connections_beyond_the_bounds_are_turned_away(tmp_path: Path) -> None:
    limits = Limits(lines_of_address=2)
    app = make_application(Store.open(f"sqlite:///{tmp_path}/tables.sqlite"))
    with serving(app, limits) as host:
        ann = Browser(host, "Ann")
        table = ann.open(game="vegas-strip")
        ann.http.close()
        lines = [ann.attend(table) for _ in range(2)]
        with knock(int(host.split(":")[1]), b"") as line:
            assert line.recv(100).startswith(b"HTTP/1.1 503 ")
        lines[0].leave()
        until = time.monotonic() + 20
        while True:  # until the server has noticed
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"http://{host}/api/games").status_code == 200:
                    break
            assert time.monotonic() < until


def test_bad_requests_write_nothing_to_stderr(tmp_path: Path) -> None:
    served = Served(tmp_path)
    for _ in range(50):
        with knock(served.port, b"\x00\r\n\r\n") as line:
            assert has_ended(line)
    served.process.terminate()
    assert served.process.communicate(timeout=30)[1] == ""
