"""How tests ask the JSON interface."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any

from web.serving import Address


def ask(
    served: Address, path: str, body: object = None, method: str = "", seconds: float = 120
) -> tuple[int, Any]:
    """The status and what was answered."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=seconds)
    content = None if body is None else json.dumps(body)
    headers = {"Host": served.host, "Origin": served.origin, "Content-Type": "application/json"}
    connection.request(method or ("GET" if body is None else "POST"), path, content, headers)
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    return answer.status, json.loads(said)


def found(served: Address, path: str, body: object = None, method: str = "") -> Any:
    """What was answered, where all went well."""
    status, said = ask(served, path, body, method)
    assert status in (200, 202), said
    return said


def finished(served: Address, job: dict[str, Any], seconds: float = 240) -> dict[str, Any]:
    """A job once it is finished."""
    until = time.monotonic() + seconds
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < until, job
        time.sleep(0.1)
        job = found(served, f"/api/jobs/{job['job']}")
    return job


def playing(served: Address, job: dict[str, Any], seconds: float = 240) -> dict[str, Any]:
    """A job once it has found something."""
    until = time.monotonic() + seconds
    while job["found"] is None:
        assert time.monotonic() < until, job
        time.sleep(0.1)
        job = found(served, f"/api/jobs/{job['job']}")
    return job
