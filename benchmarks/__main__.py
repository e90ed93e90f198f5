"""Run all benchmarks, or those named: `python -m benchmarks engine`."""

from argparse import ArgumentParser

from benchmarks import (
    blockhead,
    cluster,
    engine,
    environments,
    exact,
    kernels,
    network,
    published,
    seats,
    setup,
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
    "published": published.main,
    "blockhead": blockhead.main,
    "environments": environments.main,
    "network": network.main,
    "seats": seats.main,
    "tables": tables.main,
    "startup": startup.main,
    "cluster": cluster.main,
    "training": training.main,
    "web_answers": web_answers.main,
}
APART = {"setup": setup.main}
"""Run only when they are named: they take many minutes, and nothing else beside them."""

if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS | APART))
    names = parser.parse_args().names
    for name in names:
        if name not in BENCHMARKS | APART:
            parser.error(f"unknown benchmark {name!r}: choose from {', '.join(BENCHMARKS | APART)}")
    for name in names or BENCHMARKS:
        (BENCHMARKS | APART)[name]()
