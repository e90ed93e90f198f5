"""A PostgreSQL server for tests: Debian's, on a free port, run by an ordinary user."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
import pytest

MISSING = "PostgreSQL's server is not here: install Debian's postgresql to test with it"


def programs() -> Path | None:
    """The folder of the newest server's programs, if there is one."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4])
    )
    anywhere = shutil.which("postgres")
    return found[-1].parent if found else Path(anywhere).parent if anywhere else None


def ordinary_user() -> dict[str, object]:
    """Whom to run the server as: root may not."""
    if os.getuid() != 0:
        return {}
    user = pwd.getpwnam("nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class PostgresqlServer:
    """A server with a folder of its own; every test gets a new database."""

    def __init__(self, found: Path) -> None:
        self._programs = found
        self._folder = Path(tempfile.mkdtemp(prefix="cutcard-postgresql-"))
        self.user = ordinary_user()
        if self.user:
            os.chown(self._folder, self.user["user"], self.user["group"])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._databases = 0
        self._process: subprocess.Popen[bytes] | None = None
        words = ["-U", "cutcard", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(
            [found / "initdb", "-D", self._data, *words],
            check=True,
            capture_output=True,
            cwd=self._folder,
            **self.user,
        )

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        """Run it, and return when it answers."""
        settings = ["unix_socket_directories=", "fsync=off", "max_connections=40"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(self._programs / "postgres", "-D", self._data),
                    *("-h", "127.0.0.1", "-p", str(self.port)),
                    *(word for setting in settings for word in ("-c", setting)),
                ],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **self.user,
            )
        ends = time.monotonic() + 60
        while True:
            try:
                self.ask("SELECT 1")
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self._folder / "log").read_text()
                assert time.monotonic() < ends
                time.sleep(0.05)

    def kill(self) -> None:
        """End it at once, as a loss of power would: with SIGQUIT nothing is tidied up."""
        assert self._process is not None
        self._process.send_signal(3)
        self._process.wait(60)

    def remove(self) -> None:
        """End it, and remove all it has written."""
        self.kill()
        shutil.rmtree(self._folder)

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://cutcard@127.0.0.1:{self.port}/{database}"

    def ask(self, *statements: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Execute statements one by one, and return what the last one answers."""
        with psycopg.connect(self.url(database), autocommit=True, connect_timeout=5) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def new_database(self, where: str = "") -> str:
        """The address of a new database."""
        self._databases += 1
        name = f"table{self._databases}"
        self.ask(f"CREATE DATABASE {name} {where}")
        return self.url(name)


def started() -> PostgresqlServer:
    """A running server; the test is skipped where there is none."""
    found = programs()
    if found is None:
        pytest.skip(MISSING)
    server = PostgresqlServer(found)
    server.start()
    return server
