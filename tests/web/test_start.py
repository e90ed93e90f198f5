"""What cannot be served is refused in a sentence, by a process that ends."""

import asyncio
import socket
from pathlib import Path

import pytest
from warm_starts import PATIENCE, web_warm_starts

pytest.importorskip("starlette")

from cutcard.web.service import listen


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--host", ".5"], "cannot listen on '.5'"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
        (["--host", "8.8.8.8"], "cannot listen on 8.8.8.8"),
        (["--port", "70000"], "'70000' is not a port"),
        (["--behind-proxy", "nginx"], "'nginx' is not an IP address"),
        (["--behind-proxy", "*"], "'*' is not an IP address"),
        (["--store", "folder"], "not an address of a store"),
        (["--store", "sqlite:///folder"], "folder"),
        (["--store", "mysql://localhost/x"], "mysql"),
    ],
)
def test_nonsense_gets_one_sentence(tmp_path: Path, words: list[str], says: str) -> None:
    (tmp_path / "folder").mkdir()
    done = web_warm_starts().run_as_text(
        ["cutcard", "web", "--port", "0", *words], folder=tmp_path, timeout=PATIENCE
    )
    assert done.returncode != 0
    assert done.stdout == ""
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_an_answer_is_sent_at_once_and_not_collected() -> None:
    """Otherwise each answer of two parts would take 40 ms more, until the first is acknowledged."""

    async def story() -> int:
        sent: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            sent.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listening = listen("127.0.0.1", 0)
        async with await asyncio.start_server(came, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            writer.close()
            return await sent

    assert asyncio.run(story())
