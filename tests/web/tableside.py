"""Support for tests at tables: a real server on a free port, and browsers that speak to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
from starlette.applications import Starlette
from warm_starts import PATIENCE
from websockets.sync.client import ClientConnection, connect

from cutcard.web.limits import Limits
from cutcard.web.service import server_of


@contextmanager
def serving(app: Starlette, limits: Limits | None = None) -> Iterator[str]:
    """The address of a server of this application, in a thread of its own."""
    server = server_of(app, limits)
    server.config.timeout_graceful_shutdown = 1
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server has not started"
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


class Browser:
    """A browser: its cookies, requests as its pages make them, and lines to tables."""

    def __init__(self, host: str, name: str | None = None) -> None:
        self.host = host
        headers = {"origin": f"http://{host}"}
        self.http = httpx.Client(base_url=f"http://{host}", headers=headers, timeout=PATIENCE)
        if name is not None:
            self.post("/api/seat", {"name": name})

    def post(self, path: str, body: object) -> dict[str, Any]:
        """The answer to a request that must succeed."""
        response = self.http.post(path, json=body)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def get(self, path: str) -> dict[str, Any]:
        """The answer to a question that must succeed."""
        response = self.http.get(path)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def open(self, **terms: object) -> str:
        """The name of a new table."""
        return str(self.post("/api/tables", terms)["table"])

    def attend(self, table: str) -> Attending:
        """A line to a table."""
        return Attending(self.host, table, dict(self.http.cookies))


class Attending:
    """A line to a table, which remembers every frame that it received."""

    def __init__(self, host: str, table: str, cookies: dict[str, str]) -> None:
        self.cookies = cookies
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://{host}/ws/table/{table}",
                origin=f"http://{host}",  # type: ignore[arg-type]
                additional_headers={"Cookie": cookie} if cookie else {},
                open_timeout=30,
                ping_interval=None,
            )
        )
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.read("view")

    def send(self, kind: str, *, number: int | None = None, **more: object) -> None:
        """Say something in answer to the last view."""
        shown = self.view.get("number") if number is None else number
        self.socket.send(json.dumps({"type": kind, "number": shown, **more}))

    def read(self, *kinds: str, seconds: float = 60) -> dict[str, Any]:
        """The next message of these kinds, any if none is named; views are remembered."""
        while True:
            frame = self.socket.recv(timeout=seconds)
            assert isinstance(frame, str)
            self.frames.append(frame)
            message: dict[str, Any] = json.loads(frame)
            if message["type"] == "view":
                self.view = message
            if not kinds or message["type"] in kinds:
                return message

    def say(self, kind: str, **more: object) -> dict[str, Any]:
        """Say something, and return the next view of a later moment, or the refusal."""
        before = self.view["number"]
        self.send(kind, **more)
        while True:
            message = self.read("view", "refused")
            if message["type"] == "refused" or message["number"] > before:
                return message

    def leave(self) -> None:
        """End the connection."""
        self._open.close()

    @property
    def mine(self) -> dict[str, Any]:
        """The seat of this browser."""
        seat: dict[str, Any] = next(seat for seat in self.view["seats"] if seat["you"])
        return seat
