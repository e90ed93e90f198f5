"""A cluster: what it costs to hand out the work and to fetch its results.

First with the real kernel: two threads of this process against `local:2`, in turn. Then with a
scheduler and eight worker processes of eight threads each, whose work is to sleep as long as a
block of rounds takes: so this machine can keep 64 workers going. Their results are as large as
those of a card counter. The CPU time of client and scheduler, start and end included, tells how
many cores they could serve.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import psutil

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.cluster import open_cluster
from cutcard.lab.kernel_choice import Kernel, play_block
from cutcard.lab.pool import Pool
from cutcard.lab.simulate import Simulation
from cutcard.lab.stretches import Work, Workers
from cutcard.lab.tally import Tally

ROUNDS: Final = 4_000_000_000
TURNS: Final = 2
PROCESSES: Final = 8
THREADS: Final = 8
"""Threads of each process."""
SECONDS: Final = 90
"""How long the sleepers have work."""
BLOCK_SECONDS: Final = 0.023
"""What a block of `easy` takes on the kernel."""
SPARING: Final = {"DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s"}
"""What docs/cluster.md recommends: Dask looks fifty times a second how late its loop is."""


def main() -> None:
    real_kernel()
    stand_in()


def real_kernel() -> None:
    """Two threads here, and two processes of a cluster."""
    easy = load_preset("easy")
    asked = Simulation(easy.rules, Strategy.flat(load_chart("wizard")), seed=1, rounds=ROUNDS)
    asked.warm_up()
    fastest = {"two threads": 0.0, "local:2": 0.0}
    cheapest = float("inf")
    for _ in range(TURNS):
        with Pool(2, threads=True) as pool:
            seconds, threads = played(asked, pool)
            fastest["two threads"] = max(fastest["two threads"], ROUNDS / seconds)
        with open_cluster("local:2") as cluster:
            before = time.process_time()
            seconds, processes = played(asked, cluster)
            overhead = (time.process_time() - before) / (2 * seconds)
            cheapest = min(cheapest, overhead)
            fastest["local:2"] = max(fastest["local:2"], ROUNDS / seconds)
        assert threads == processes
    print(f"cluster: {ROUNDS:,} rounds of easy, the better of {TURNS} turns, on the wall")
    for name, speed in fastest.items():
        print(f"  {name:42} {speed / 1e6:8.1f} million rounds a second")
    share = fastest["local:2"] / fastest["two threads"]
    print(f"  {'local:2 as a share of two threads':42} {share:8.3f}   goal 0.9")
    # With two cores most of it is what Dask spends anyway, with nothing to do.
    told("client and scheduler, in one process", cheapest)


def played(asked: Simulation, workers: Workers) -> tuple[float, Tally]:
    began = time.perf_counter()
    *_, tally = asked.run(workers)
    return time.perf_counter() - began, tally


def stand_in() -> None:
    """A scheduler, and many workers who sleep."""
    work = Work[Tally, None](sleep_through, keep_first)
    number = int(SECONDS * PROCESSES * THREADS / BLOCK_SECONDS)
    with machines() as (address, scheduler), open_cluster(address) as cluster:
        before = time.process_time(), cpu_seconds(scheduler)
        began = time.perf_counter()
        whole = Tally(counted_block().unit)
        worked, stretches = 0.0, 0
        for stretch in cluster.sums(work, range(number)):
            whole.add(stretch.total)
            worked += stretch.seconds
            stretches += 1
        seconds = time.perf_counter() - began
        client = (time.process_time() - before[0]) / worked
        server = (cpu_seconds(scheduler) - before[1]) / worked
    threads = PROCESSES * THREADS
    print(
        f"cluster: {threads} worker threads in {PROCESSES} processes that sleep for"
        f" {1e3 * BLOCK_SECONDS:.0f} ms a block"
    )
    print(f"  {f'{number:,} blocks in {stretches:,} stretches':42} {seconds:8.1f} s")
    print(f"  {'of their time the workers worked':42} {worked / seconds / threads:8.1%}")
    told("client", client)
    told("scheduler", server)
    told("client and scheduler", client + server, "   goal 1")
    print(f"  {'cores that one core for both would serve':42} {1 / (client + server):8,.0f}")


def told(name: str, share: float, goal: str = "") -> None:
    print(f"  {name:42} {1e3 * share:8.3f} ms for each second of a core{goal}")


@cache
def counted_block() -> Tally:
    """A block of a card counter's rounds."""
    chart, hi_lo = load_chart("vegas-strip"), load_count("hi-lo")
    strategy = Strategy(IndexedChart((chart,)), hi_lo, read_ramp("1-8"))
    return play_block(load_preset("vegas-strip").rules, strategy, 1, 0, 4_000_000, Kernel.LANES)


def sleep_through(_: int) -> Tally:
    """Sleep instead of playing a block, with a result like that of a block."""
    time.sleep(BLOCK_SECONDS)
    return counted_block()


def keep_first(total: Tally, _: Tally) -> None:
    """Leave a sum as it is: it is as large as it would become, and costs this machine nothing."""


@contextmanager
def machines() -> Iterator[tuple[str, psutil.Process]]:
    """A scheduler and workers in processes of their own: its address, and its process."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        file = Path(folder) / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        scheduler = stack.enter_context(dask("scheduler", *words, "--no-dashboard"))
        while not file.exists() or not file.read_text():
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        for _ in range(PROCESSES):
            words = (address, "--no-nanny", "--nthreads", str(THREADS), "--memory-limit", "0")
            stack.enter_context(dask("worker", *words, "--local-directory", folder))
        wait_for_workers(address)
        yield address, psutil.Process(scheduler.pid)


def wait_for_workers(address: str) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(PROCESSES, timeout=120)


@contextmanager
def dask(program: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask's, which finds the functions above in this folder's parent."""
    root = Path(__file__).parent.parent
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{program}", *words],
        env={**os.environ, "PYTHONPATH": str(root), **SPARING},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
