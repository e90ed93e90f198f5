"""Run all benchmarks, or those named: `python -m benchmarks engine`."""

import sys

from benchmarks import (
    blockhead,
    cluster,
    engine,
    environments,
    exact,
    kernels,
    network,
    shipped,
    startup,
    tables,
    training,
    web_answers,
)

BENCHMARKS = {
    "engine": engine.main,
    "kernels": kernels.main,
    "shipped": shipped.main,
    "exact": exact.main,
    "blockhead": blockhead.main,
    "environments": environments.main,
    "network": network.main,
    "tables": tables.main,
    "startup": startup.main,
    "cluster": cluster.main,
    "training": training.main,
    "web_answers": web_answers.main,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or BENCHMARKS:
        BENCHMARKS[name]()
