"""A server in a process of its own, as `cutcard web` is one, on a free port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

from warm_starts import CUTCARD, PATIENCE, web_warm_starts

ANNOUNCED = re.compile(r"http://(127\.0\.0\.1:\d+)/")


class Address:
    """Where a server is on this machine."""

    def __init__(self, host: str) -> None:
        self.host = host

    @property
    def port(self) -> int:
        return int(self.host.rpartition(":")[2])

    @property
    def origin(self) -> str:
        return f"http://{self.host}"


class Served(Address):
    """A `cutcard web` of its own, which can be killed and started again on the same port.

    It is a fork of a warm process, unless another program is named.
    """

    def __init__(
        self,
        home: Path,
        *options: str,
        program: Path | None = None,
        descriptors: int | None = None,
    ) -> None:
        super().__init__("127.0.0.1:0")
        self._command = [program or web_warm_starts().stand_in, "web", *options]
        if descriptors is not None:  # which a fork of a warm process would not heed
            limited = f'ulimit -n {descriptors} && exec "$@"'
            self._command = ["sh", "-c", limited, "sh", CUTCARD, "web", *options]
        # What was compiled before is used again: it lies in the cache of whoever runs the tests.
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": cache}
        self._environment = {**os.environ, **own}
        self.start()

    def start(self) -> None:
        """Start it, and wait until it has said where."""
        self.process = subprocess.Popen(
            [*self._command, "--port", str(self.port)],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        found = ANNOUNCED.search(self.process.stdout.readline())
        assert found, self.process.stderr.read() if self.process.stderr else ""
        self.host = found[1]

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.read()  # until nobody can write there any more

    def stop(self) -> int:
        """End it as Ctrl-C does; its exit status."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode
