"""Work on a Dask cluster of real processes: the same results, whoever dies, and a sentence each
time that nobody can do it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from lab.dask_programs import Running, dask

import cutcard
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.blockhead.rules import Rules
from cutcard.errors import CutcardError, Illegal, Invalid
from cutcard.lab.cluster import Cluster, ClusterError, open_cluster
from cutcard.lab.estimate import Sprt
from cutcard.lab.kernel_choice import BLOCK_ROUNDS, Kernel
from cutcard.lab.pairs import Score, play_duel
from cutcard.lab.pool import Pool
from cutcard.lab.simulate import Simulation
from cutcard.lab.stretches import Stretch, Work
from cutcard.lab.tally import Tally

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")

SECONDS = 20
"""More than anything here takes."""


def simulation(kernel: Kernel, blocks: int) -> Simulation:
    """Some blocks and a half; with a count where there is a shoe."""
    preset = load_preset("easy" if kernel is Kernel.WAVEFRONT else "vegas-strip")
    strategy = Strategy.flat(load_chart(preset.chart))
    if kernel is not Kernel.WAVEFRONT:
        strategy = Strategy(strategy.charts, load_count("hi-lo"), Ramp(((1, 2), (3, 5))))
    rounds = BLOCK_ROUNDS[kernel] * blocks + BLOCK_ROUNDS[kernel] // 2
    return Simulation(preset.rules, strategy, seed=11, rounds=rounds, kernel=kernel)


def last(tallies: Iterator[Tally]) -> Tally:
    for tally in tallies:
        whole = tally
    return whole


def listing(tell: Callable[[int], Any]) -> Work[list[Any], None]:
    """Work whose sum is the list of all that is told of the blocks."""
    return Work(lambda block: [tell(block)], list.extend)


def told(stretches: Iterator[Stretch[list[Any], None]]) -> list[Any]:
    """What was told of all the blocks."""
    return [word for stretch in stretches for word in stretch.total]


ENDLESS = range(10**9)


def alone(asked: Simulation) -> Tally:
    with Pool(1) as pool:
        return last(asked.run(pool))


def patiently(look: Callable[[], Any]) -> Any:
    """What is seen as soon as there is something to see."""
    until = time.monotonic() + SECONDS
    while not (seen := look()):
        assert time.monotonic() < until, "nothing came"
        time.sleep(0.02)
    return seen


@dataclass
class Machines:
    """A scheduler and workers that come and go."""

    address: str
    scheduler: Running
    eye: Any
    """A client that looks on."""
    folder: Path

    @contextmanager
    def workers(self, *names: str, **environment: str) -> Iterator[list[Running]]:
        with ExitStack() as stack:
            processes = [stack.enter_context(self.worker(name, **environment)) for name in names]
            patiently(lambda: set(names) <= set(self.names().values()))
            yield processes
        patiently(lambda: not set(names) & set(self.names().values()))

    def worker(self, name: str, **environment: str) -> Any:
        words = (self.address, "--name", name, "--no-nanny", "--nthreads", "1")
        folder = ("--local-directory", str(self.folder))
        return dask("worker", *words, *folder, **environment)

    def names(self) -> dict[str, str]:
        """Workers' names by their addresses."""
        found = self.eye.run_on_scheduler(
            lambda dask_scheduler: {a: str(w.name) for a, w in dask_scheduler.workers.items()}
        )
        assert isinstance(found, dict)
        return found

    def at_work(self, name: str) -> int:
        """How many blocks a worker has before it."""
        busy = {self.names().get(address): keys for address, keys in self.eye.processing().items()}
        return len(busy.get(name, ()))

    def tasks(self) -> int:
        """What the scheduler has in mind."""
        return int(self.eye.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))


@contextmanager
def machines_in(folder: Path) -> Iterator[Machines]:
    from distributed import Client

    file = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    # A block is given up with the second worker that dies of it; four are what Dask allows.
    few = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    with dask("scheduler", *words, **few) as scheduler:
        patiently(file.exists)
        address = json.loads(patiently(file.read_text))["address"]
        eye = Client(address, set_as_default=False)
        try:
            yield Machines(address, scheduler, eye, folder)
        finally:
            eye.close(timeout=2)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with machines_in(tmp_path_factory.mktemp("machines")) as found:
        yield found


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Others, with two workers who stay."""
    with machines_in(tmp_path_factory.mktemp("pair")) as found, found.workers("one", "two"):
        yield found


# What goes right.


@needs_dask
@pytest.mark.parametrize(
    ("kernel", "blocks"), [(Kernel.WAVEFRONT, 9), (Kernel.LANES, 2), (Kernel.ENGINE, 5)]
)
def test_a_cluster_finds_what_one_process_finds(pair: Machines, kernel: Kernel, blocks: int):
    asked = simulation(kernel, blocks)
    with open_cluster(pair.address) as cluster:
        assert last(asked.run(cluster)) == alone(asked)


@needs_dask
@pytest.mark.parametrize("certainty", [0.03, 0.0234, 0.02])
def test_a_cluster_stops_after_the_same_block(pair: Machines, certainty: float):
    asked = replace(simulation(Kernel.ENGINE, 50), until_stderr=certainty)
    with open_cluster(pair.address) as cluster:
        found = last(asked.run(cluster))
    assert found == alone(asked)
    assert found.rounds < asked.rounds
    assert not pair.tasks()


@needs_dask
@pytest.mark.parametrize(
    ("first", "second", "pairs", "test"),
    [
        ("alpha", "random", 12_345, None),
        ("beta", "caller", 25, None),
        ("alpha", "caller", 2_000, Sprt(10.0)),
    ],
)
def test_a_cluster_scores_duels_as_one_process_does(
    pair: Machines, first: str, second: str, pairs: int, test: Sprt | None
):
    def score(workers: int | Cluster) -> Score:
        block = 10 if test else None
        *_, whole = play_duel(
            *(first, second, Rules(deals=4)),
            pairs=pairs,
            seed=3,
            workers=workers,
            block=block,
            test=test,
        )
        return whole

    with open_cluster(pair.address) as cluster:
        found = score(cluster)
    assert found == score(1)
    assert (found.played < pairs) == (test is not None)


@needs_dask
def test_results_come_in_order_and_all_workers_give_some(pair: Machines):
    def tell(number: int) -> tuple[int, int]:
        time.sleep(0.02)
        return number, os.getpid()

    with open_cluster(pair.address.removeprefix("tcp://")) as cluster:
        words = told(cluster.sums(listing(tell), range(20)))
    assert [number for number, _ in words] == list(range(20))
    assert len({pid for _, pid in words} - {os.getpid()}) == 2


@needs_dask
def test_short_blocks_are_done_many_at_a_time(pair: Machines):
    blocks = range(7, 3007)
    with open_cluster(pair.address) as cluster:
        stretches = list(cluster.sums(listing(lambda block: block), blocks))
    assert [block for stretch in stretches for block in stretch.total] == list(blocks)
    assert [stretch.total for stretch in stretches] == [list(part.blocks) for part in stretches]
    assert len(stretches) < 100


@needs_dask
def test_an_endless_row_of_blocks_can_be_broken_off(pair: Machines):
    with open_cluster(pair.address) as cluster:
        stretches = cluster.sums(listing(abs), ENDLESS)
        assert next(stretches).total == [0]
        assert next(stretches).total[0] == 1
        stretches.close()
        patiently(lambda: not pair.tasks())


@needs_dask
def test_what_nobody_waits_for_is_not_done(pair: Machines):
    def slowly(block: int) -> None:
        time.sleep(0.05)

    with open_cluster(pair.address) as cluster:
        stretches = cluster.sums(listing(slowly), ENDLESS)
        while len(next(stretches).blocks) < 20:
            pass
        # Seconds of work are under way: they are not waited for.
        stretches.close()
        began = time.monotonic()
        told(cluster.sums(listing(slowly), range(2)))
        assert time.monotonic() - began < 1


@needs_dask
def test_what_goes_wrong_in_a_block_is_told_here(pair: Machines):
    def fragile(number: int) -> int:
        if number == 3:
            raise Illegal("three is not allowed")
        if number == 7:
            raise TimeoutError("too slow")
        return number

    with open_cluster(pair.address) as cluster:
        with pytest.raises(Illegal, match="three is not allowed"):
            told(cluster.sums(listing(fragile), range(9)))
        with pytest.raises(TimeoutError, match="too slow"):
            told(cluster.sums(listing(fragile), range(4, 9)))


@needs_dask
def test_processes_of_this_machine_make_a_cluster_and_leave_nothing():
    import psutil

    asked = simulation(Kernel.ENGINE, 5)
    with open_cluster("local:2") as cluster:
        pids = set(told(cluster.sums(listing(lambda _: os.getpid()), range(8))))
        assert last(asked.run(cluster)) == alone(asked)
    assert len(pids) == 2
    assert os.getpid() not in pids
    assert not any(psutil.pid_exists(pid) for pid in pids)


# Who comes and goes.


@needs_dask
def test_a_killed_worker_changes_nothing(machines: Machines):
    asked = simulation(Kernel.ENGINE, 10)
    with (
        machines.workers("survivor", "victim") as (_, victim),
        open_cluster(machines.address) as cluster,
    ):
        tallies = asked.run(cluster)
        for _ in range(3):
            next(tallies)
        os.kill(victim.pid, signal.SIGSTOP)
        with ThreadPoolExecutor(1) as thread:
            whole = thread.submit(last, tallies)
            # It has blocks before it and does not finish them.
            assert patiently(lambda: machines.at_work("victim"))
            victim.kill()
        assert whole.result() == alone(asked)
        assert "victim" not in machines.names().values()


@needs_dask
def test_who_comes_later_works_too(machines: Machines, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("cutcard.lab.stretches.STRETCH_SECONDS", 0.5)

    def tell(_: int) -> int:
        time.sleep(0.01)
        return os.getpid()

    with machines.workers("first"), open_cluster(machines.address) as cluster:
        stretches = cluster.sums(listing(tell), ENDLESS)
        seen = {pid for _ in range(4) for pid in next(stretches).total}
        assert len(seen) == 1
        with machines.worker("second") as second:
            until = time.monotonic() + SECONDS
            while second.pid not in seen and time.monotonic() < until:
                seen.update(next(stretches).total)
        assert second.pid in seen


@needs_dask
def test_without_any_worker_left_it_ends_in_a_sentence(machines: Machines):
    with (
        machines.workers("only") as (only,),
        open_cluster(machines.address, patience=2) as cluster,
    ):
        tallies = simulation(Kernel.ENGINE, 1000).run(cluster)
        next(tallies)
        only.kill()
        with pytest.raises(ClusterError, match=r"all workers .* are gone: start others with 'dask"):
            last(tallies)


@needs_dask
def test_a_block_that_kills_its_workers_is_given_up(machines: Machines):
    def deadly(_: int) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with (
        machines.workers("one", "two"),
        open_cluster(machines.address) as cluster,
        pytest.raises(ClusterError, match=r"every worker .* that tried them died"),
    ):
        told(cluster.sums(listing(deadly), range(1)))


@needs_dask
def test_a_lost_scheduler_ends_in_a_sentence(tmp_path: Path):
    with machines_in(tmp_path) as machines, machines.worker("any"):
        patiently(machines.names)
        with open_cluster(machines.address) as cluster:
            tallies = simulation(Kernel.ENGINE, 1000).run(cluster)
            next(tallies)
            machines.scheduler.kill()
            began = time.monotonic()
            with pytest.raises(ClusterError, match=r"the scheduler at tcp://.* was lost"):
                last(tallies)
        assert time.monotonic() - began < SECONDS


# Who cannot work.


def copy_with(folder: Path, name: str, text: str) -> str:
    """A folder with a changed copy of cutcard."""
    root = Path(cutcard.__file__).parent
    shutil.copytree(root, folder / "cutcard", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "cutcard" / name).open("a") as file:
        file.write(text)
    return str(folder)


@needs_dask
def test_another_cutcard_is_not_trusted(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("cutcard.lab.stretches.STRETCH_SECONDS", 0.5)
    other = copy_with(tmp_path, "blackjack/rules.py", "# changed\n")
    complaint = (
        r"has cutcard \S+ \(sources \w{8}\), and this machine has \S+ \(sources \w{8}\): install"
    )
    with machines.workers("good"), open_cluster(machines.address) as cluster:
        results = cluster.sums(listing(lambda _: time.sleep(0.01)), ENDLESS)
        next(results)
        with machines.worker("changed", PYTHONPATH=other):
            # It is found out when it comes during a run …
            with pytest.raises(ClusterError, match=f"the worker that came later {complaint}"):
                told(results)
            # … and when it is there at the beginning.
            with pytest.raises(ClusterError, match=rf"the worker tcp://\S+ {complaint}"):
                open_cluster(machines.address)
        patiently(lambda: "changed" not in machines.names().values())


@needs_dask
def test_a_worker_without_cutcard_is_told(machines: Machines, tmp_path: Path):
    (tmp_path / "cutcard").mkdir()
    (tmp_path / "cutcard" / "__init__.py").touch()
    with (
        machines.workers("bare", PYTHONPATH=str(tmp_path)),
        pytest.raises(
            ClusterError, match=r"worker tcp://.* has no cutcard.*pip install '\.\[cluster\]'"
        ),
    ):
        open_cluster(machines.address)


@needs_dask
def test_a_cluster_without_workers_is_told(machines: Machines):
    complaint = f"no workers: start one with 'dask worker {machines.address}'"
    with pytest.raises(ClusterError, match=complaint):
        open_cluster(machines.address, patience=0.5)


@needs_dask
def test_nobody_listening_is_told():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(ClusterError, match=f"no Dask scheduler answers at 127.0.0.1:{port} within"):
        open_cluster(f"127.0.0.1:{port}", patience=0.5)


@needs_dask
@pytest.mark.parametrize("says", [b"", b"HTTP/1.0 400 Bad request\r\n"])
def test_somebody_else_listening_is_told(says: bytes):
    from threading import Thread

    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            caller, _ = server.accept()
            caller.sendall(says)
            time.sleep(2)
            caller.close()

        Thread(target=answer, daemon=True).start()
        with pytest.raises(ClusterError, match="no Dask scheduler answers"):
            open_cluster(f"tcp://127.0.0.1:{server.getsockname()[1]}", patience=0.5)


@needs_dask
def test_a_worker_is_no_scheduler(pair: Machines):
    with pytest.raises(ClusterError, match="is a worker, not a scheduler"):
        open_cluster(next(iter(pair.names())))


@needs_dask
def test_certificates_are_asked_for():
    with pytest.raises(ClusterError, match="DASK_DISTRIBUTED__COMM__TLS__CA_FILE"):
        open_cluster("tls://127.0.0.1:8786", patience=0.5)


@pytest.mark.parametrize(
    "address",
    [
        *("", "junk", "local", "local:", "local:0", "local:-1", "local:257", "local:x", ":8786"),
        *("host:", "host:0", "host:65536", "http://host:80", "tcp://host", "tcp://a b:1", "a:1 "),
    ],
)
def test_junk_is_no_address(address: str):
    with pytest.raises(Invalid, match=r"is not a cluster: it takes tcp://HOST:PORT"):
        open_cluster(address)


def test_without_dask_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CutcardError, match=r"not installed: run .* pip install .*\[cluster\]"):
        open_cluster("local:2")


@needs_dask
def test_processes_that_cannot_be_started_are_told():
    # A program that comes from nowhere cannot be started a second time.
    program = "from cutcard.lab.cluster import *\ntry: open_cluster('local:1')\n"
    program += "except ClusterError as error: print(error)\n"
    told = subprocess.run(
        [sys.executable], input=program, capture_output=True, text=True, timeout=SECONDS, check=True
    )
    assert told.stdout.startswith("1 worker processes cannot be started here: start fewer")


# Ctrl-C.

INTERRUPTED = """
import sys
from time import sleep
from cutcard.lab.cluster import open_cluster
from cutcard.lab.stretches import Work

work = Work(lambda _: [sleep(0.05)], list.extend)
try:
    with open_cluster(sys.argv[1]) as cluster:
        for stretch in cluster.sums(work, range(10**9)):
            print("working", flush=True)
except KeyboardInterrupt:
    print("stopped")
"""


@needs_dask
@pytest.mark.parametrize("where", ["local:2", "there"])
def test_an_interrupt_ends_quietly_and_leaves_nothing(pair: Machines, where: str):
    import psutil

    address = pair.address if where == "there" else where
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "working\n"
    family = psutil.Process(process.pid).children(recursive=True)
    assert len(family) >= (2 if where == "local:2" else 0)
    # As a terminal does it: to all processes at once.
    os.killpg(process.pid, signal.SIGINT)
    told, complaints = process.communicate(timeout=SECONDS)
    assert told.splitlines()[-1] == "stopped"
    assert complaints == ""
    assert psutil.wait_procs(family, timeout=SECONDS)[1] == []
    patiently(lambda: not pair.tasks())


@needs_dask
def test_sigterm_leaves_no_processes_and_no_folders(tmp_path: Path):
    import psutil

    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, "local:2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "working\n"
    folders = tmp_path / "dask-scratch-space"
    assert any(path.is_dir() for path in folders.iterdir())
    family = psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    _, complaints = process.communicate(timeout=SECONDS)
    assert (process.returncode, complaints) == (143, "")
    assert psutil.wait_procs(family, timeout=SECONDS)[1] == []
    assert [path.name for path in folders.iterdir() if path.is_dir()] == []
