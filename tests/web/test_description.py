"""The description of the interface is honest: schemathesis finds nothing that it does not say."""

import json

import pytest
from warm_starts import PATIENCE
from web.asking import finished, found

schemathesis = pytest.importorskip("schemathesis")

from hypothesis import HealthCheck, Phase, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from schemathesis import checks  # noqa: E402

from cutcard.web.api import OPERATIONS  # noqa: E402
from cutcard.web.shapes import Free  # noqa: E402

CHECKS = (
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
)

BOUNDED = settings(
    max_examples=15,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


def test_every_operation_is_described(served):
    told = found(served, "/openapi.json")
    described = {(method.upper(), path) for path, by in told["paths"].items() for method in by}
    assert described == {(one.method, one.path) for one in OPERATIONS}
    names = [one["operationId"] for by in told["paths"].values() for one in by.values()]
    assert len(set(names)) == len(names)


@pytest.fixture(scope="module")
def played(served):
    """The name of a simulation that is finished."""
    asked = {"game": "vegas-strip", "rounds": 1000, "seed": 1}
    return finished(served, found(served, "/api/simulate", asked))["job"]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_nothing_is_answered_that_is_not_described(served, played, operation):
    schema = schemathesis.openapi.from_url(f"{served.origin}/openapi.json")

    @BOUNDED
    @given(case=schema[operation.path][operation.method].as_strategy(), known=st.booleans())
    def asks(case, known):
        if known and "{job}" in operation.path:
            case.path_parameters = {"job": played}
        answer = case.call(headers={"Origin": served.origin}, timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)
        assert answer.status_code != 503, answer.text

    asks()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_schemas_can_be_written_and_bound_what_is_sent(operation):
    if operation.body is None or isinstance(operation.body, Free):  # read by whoever uses it
        return
    schema = json.loads(json.dumps(operation.body.schema()))
    assert schema["type"] == "object"
    assert unbounded(schema, "the body") == []


def bounded(schema):
    """Whether a number has bounds on both sides, which may be excluded."""
    known = {name.removeprefix("exclusive").lower() for name in schema}
    return {"minimum", "maximum"} <= known


def unbounded(schema, where):
    """Texts, numbers and lists in a schema that have no bounds."""
    missing = []
    for one in schema.get("anyOf", []):
        missing += unbounded(one, where)
    match schema.get("type"):
        case "string":
            missing += [] if {"maxLength", "enum"} & set(schema) else [where]
        case "integer" | "number":
            missing += [] if bounded(schema) else [where]
        case "array":
            missing += [] if "maxItems" in schema else [where]
            missing += unbounded(schema["items"], f"{where}[]")
        case "object":
            for name, one in schema.get("properties", {}).items():
                missing += unbounded(one, f"{where}.{name}")
            if isinstance(more := schema.get("additionalProperties"), dict):
                missing += unbounded(more, f"{where}.*")
    return missing
