"""Tables in the browser under load on loopback, beside a bare echo over the same WebSockets.

Both servers run in a process of their own and are driven by the same clients in this one, as fast
as they are answered. Every decision is in the store, on the disk, before it is answered; its cost
is worked out meanwhile in a process of its own. Latency is from a decision to its view.
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

PLAYERS = 200
DECISIONS = 30
"""Of each player, bets among them."""

SERVER = """
import sys
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from cutcard.web.service import listen, server_of

async def echo(websocket):
    await websocket.accept()
    async for text in websocket.iter_text():
        await websocket.send_text(text)

if sys.argv[1] == 'echo':
    app = Starlette(routes=[WebSocketRoute('/ws/echo', echo)])
else:
    from cutcard.web.application import make_application
    from cutcard.web.limits import Limits
    from cutcard.web.store.keeper import Store
    limits = Limits(messages_a_second=1e6, seat_messages_a_second=1e6, posts_a_minute=1e6)
    app = make_application(Store.open('sqlite:///' + sys.argv[1]), limits=limits)
server = server_of(app)
sock = listen('127.0.0.1', 0)
print('port', sock.getsockname()[1], flush=True)
server.run([sock])
"""


@dataclass
class Load:
    """What clients have measured."""

    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def text(self) -> str:
        """Decisions a second, and the slowest of a hundred."""
        times = sorted(self.latencies)
        slow = times[int(0.99 * len(times))] * 1000
        return f"{len(times) / self.seconds:8,.0f} a second, p99 latency {slow:6.1f} ms"


@contextmanager
def running(what: str) -> Iterator[str]:
    """The address of a server in a process of its own."""
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, what], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        found = re.search(r"port (\d+)", server.stdout.readline())
        assert found is not None
        yield f"127.0.0.1:{found[1]}"
    finally:
        server.terminate()
        server.wait()


async def play(host: str, cookie: str, table: str, load: Load) -> None:
    """Bet and stand, as often as it takes."""
    from websockets.asyncio.client import connect

    headers = {"Cookie": cookie}
    address = f"ws://{host}/ws/table/{table}"
    async with connect(address, origin=f"http://{host}", additional_headers=headers) as line:
        view = json.loads(await line.recv())
        for _ in range(DECISIONS):
            number = view["number"]
            say = {"type": "bet", "chips": 1} if view["betting"] else {"type": "act"}
            if not view["betting"]:
                say["action"] = "decline" if "decline" in view["legal"] else "stand"
            asked = time.perf_counter()
            await line.send(json.dumps({**say, "number": number}))
            while (view := json.loads(await line.recv()))["number"] == number:
                assert view["type"] != "refused", view
            load.latencies.append(time.perf_counter() - asked)


async def call(host: str, load: Load) -> None:
    """Say something as long as a decision, as often."""
    from websockets.asyncio.client import connect

    said = json.dumps({"type": "act", "action": "stand", "number": 17})
    async with connect(f"ws://{host}/ws/echo", origin=f"http://{host}") as line:
        for _ in range(DECISIONS):
            asked = time.perf_counter()
            await line.send(said)
            await line.recv()
            load.latencies.append(time.perf_counter() - asked)


async def measured(clients: list[Callable[[Load], Awaitable[None]]]) -> Load:
    load = Load()
    began = time.perf_counter()
    await asyncio.gather(*(client(load) for client in clients))
    load.seconds = time.perf_counter() - began
    return load


def seats(host: str) -> list[tuple[str, str]]:
    """A cookie and a table for every player."""
    import httpx

    found = []
    with httpx.Client(base_url=f"http://{host}", headers={"origin": f"http://{host}"}) as http:
        for _ in range(PLAYERS):
            http.cookies.clear()
            answer = http.post("/api/tables", json={"game": "vegas-strip", "chips": 10_000})
            found.append((f"cutcard-seat={http.cookies['cutcard-seat']}", answer.json()["table"]))
    return found


def main() -> None:
    print(f"tables: {PLAYERS} players at once on loopback, {DECISIONS} decisions each, best of 2")
    with running("echo") as host:
        loads = [asyncio.run(measured([lambda load: call(host, load)] * PLAYERS)) for _ in range(2)]
        echo = max(loads, key=lambda load: len(load.latencies) / load.seconds)
        print(f"  echo       {echo.text()}")
    with tempfile.TemporaryDirectory() as folder, running(str(Path(folder) / "store")) as host:
        loads = []
        for _ in range(2):
            players = [
                lambda load, seat=seat: play(host, *seat, load)  # type: ignore[misc]
                for seat in seats(host)
            ]
            loads.append(asyncio.run(measured(players)))
        tables = max(loads, key=lambda load: len(load.latencies) / load.seconds)
        print(f"  decisions  {tables.text()}")
    share = (len(tables.latencies) / tables.seconds) / (len(echo.latencies) / echo.seconds)
    print(f"  tables make {share:.2f} of the echo's answers")


if __name__ == "__main__":
    main()
