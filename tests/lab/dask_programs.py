"""Dask's scheduler and workers, as processes forked from one that has imported what they need."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

Running = subprocess.Popen[bytes] | BaseProcess

IMPORTED = [
    *("distributed.cli.dask_scheduler", "distributed.cli.dask_worker"),
    *("cutcard.lab.cluster", "cutcard.lab.pairs", "cutcard.lab.simulate"),
]


@contextmanager
def dask(program: str, *words: str, **environment: str) -> Iterator[Running]:
    """A program of Dask's in a process of its own; it is not asked whether it wants to end.

    One that is to import from elsewhere is started.
    """
    spoken = (*words, "--no-dashboard")
    process: Running
    if "PYTHONPATH" in environment:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{program}", *spoken],
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    else:
        forks = get_context("forkserver")
        forks.set_forkserver_preload(IMPORTED)
        process = forks.Process(target=become, args=(program, spoken, environment), daemon=True)
        process.start()
    try:
        yield process
    finally:
        process.kill()
        if isinstance(process, BaseProcess):
            process.join()
        else:
            process.wait()


def become(program: str, words: tuple[str, ...], environment: dict[str, str]) -> None:
    """Be a program of Dask's, in a process that was forked for it."""
    import dask.config

    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    os.environ.update(environment)
    dask.config.refresh()  # it has read the environment of the process before
    import_module(f"distributed.cli.dask_{program}").main(list(words))
