"""How a Dask scheduler is found, started on this machine, and left."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from signal import SIGTERM
from threading import current_thread, main_thread
from typing import Any, Final, NoReturn
from warnings import catch_warnings, simplefilter

from cutcard.errors import CutcardError, Invalid, installing
from cutcard.lab.interrupts import interrupts_held
from cutcard.rulebook import whole

_ADDRESS: Final = re.compile(r"(?:(tcp|tls)://)?(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})", re.IGNORECASE)
_LOUD: Final = (
    "asyncio",
    "distributed",
    "distributed.client",
    "distributed.gc",
    "tornado",
    "tornado.application",
)


class ClusterError(CutcardError):
    """A cluster cannot do the work; the message says what to do about it."""


def read_address(address: str) -> tuple[int, str]:
    """How many processes to start, or where a scheduler listens."""
    complaint = Invalid(
        f"{address!r} is not a cluster: it takes tcp://HOST:PORT, tls://HOST:PORT, HOST:PORT, "
        "or local:N to start N processes here, 1 to 256"
    )
    if address.startswith("local:"):
        try:
            return whole(address.removeprefix("local:"), 1, 256), ""
        except ValueError:
            raise complaint from None
    found = _ADDRESS.fullmatch(address)
    if found is None or not 1 <= int(found[3]) <= 65535:
        raise complaint
    return 0, f"{(found[1] or 'tcp').lower()}://{found[2]}:{found[3]}"


def dask_module() -> Any:
    """Dask's module, which may not be installed."""
    try:
        return import_module("distributed")
    except ImportError:
        raise ClusterError(
            f"a cluster needs Dask, which is not installed: {installing('cluster')}"
        ) from None


def connect(dask: Any, contact: str, address: str, patience: float) -> Any:
    try:
        # A client waits for ever for a listener that is not a scheduler, and even after giving up
        # it tries to say goodbye: so first ask what is there.
        kind = asyncio.run(_knock(contact, patience))
        if kind == "Scheduler":
            with catch_warnings():
                # It warns of different versions: those that matter for the result are checked.
                simplefilter("ignore")
                return dask.Client(contact, timeout=patience, set_as_default=False)
    except TypeError:
        # Without a certificate Dask only complains about a missing argument.
        raise ClusterError(
            f"{address} needs certificates: name them in Dask's configuration, as "
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, …__CLIENT__CERT and …__CLIENT__KEY"
        ) from None
    except Exception as error:
        raise ClusterError(
            f"no Dask scheduler answers at {address} within {patience:g} seconds: start one with "
            "'dask scheduler', or start workers here with local:N"
        ) from error
    raise ClusterError(f"at {address} is a {kind.lower()}, not a scheduler: name the scheduler")


async def _knock(contact: str, patience: float) -> str:
    """Which kind of Dask server is there."""
    core: Any = import_module("distributed.core")
    security: Any = import_module("distributed.security").Security()
    async with (
        asyncio.timeout(patience),
        core.rpc(contact, connection_args=security.get_connection_args("client")) as server,
    ):
        return str((await server.identity())["type"])


def leave(client: Any, patience: float) -> None:
    with suppress(Exception), interrupts_held():
        client.close(timeout=patience)


def start_here(dask: Any, processes: int) -> Any:
    """Start single-threaded worker processes here, and a scheduler in this process."""
    from multiprocessing import resource_tracker

    # Started later, it would let interrupts through again.
    resource_tracker.ensure_running()
    # Here nobody looks at what Dask measures of itself.
    quiet = {
        "distributed.worker.profile.enabled": False,
        "distributed.admin.tick.interval": "1s",
        "distributed.admin.system-monitor.interval": "10s",
    }
    # Threads and processes keep for life the signal mask that they are started with.
    try:
        with interrupts_held(), import_module("dask").config.set(quiet):
            return dask.LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                # A block takes little memory: no worker should be stopped for it.
                memory_limit=0,
                dashboard_address=None,
                # Even without a dashboard it serves its state: on any free port.
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                silence_logs=logging.CRITICAL,
            )
    except Exception as error:
        raise ClusterError(
            f"{processes} worker processes cannot be started here: "
            "start fewer, or work without a cluster"
        ) from error


@contextmanager
def sigterm_unwinds() -> Iterator[None]:
    """Let SIGTERM leave like an exception, so that processes and folders are put away first."""
    if current_thread() is not main_thread() or signal.getsignal(SIGTERM) is not signal.SIG_DFL:
        yield
        return

    def leave(number: int, _: object) -> NoReturn:
        signal.signal(SIGTERM, signal.SIG_IGN)  # it is being heeded
        raise SystemExit(128 + number)

    signal.signal(SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(SIGTERM, signal.SIG_DFL)


def stop_here(local: Any, patience: float) -> None:
    with suppress(Exception), interrupts_held():
        local.close(timeout=patience)


@contextmanager
def silence() -> Iterator[None]:
    """Silence Dask, which would also report on stderr what cutcard says in a sentence."""
    levels = {name: logging.getLogger(name).level for name in _LOUD}
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
