"""Reporting thousands of tests from each worker, without what nobody reads."""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol


def wanted(config: pytest.Config) -> bool:
    """Whether this is a worker, and nobody asked how long each part of a test takes."""
    timed = config.getoption("durations") is not None or config.getoption("xmlpath", None)
    return hasattr(config, "workerinput") and not timed


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test, and report its call and whatever of the rest has not passed."""
    hook = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            hook.pytest_runtest_logreport(report=report)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
