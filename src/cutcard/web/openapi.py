"""The description of the JSON interface, written from the declarations that serve it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cutcard.web.operations import ALWAYS, EVENTS, Operation

_ERROR: Final = {
    "type": "object",
    "properties": {"error": {"type": "string"}},
    "required": ["error"],
    "additionalProperties": False,
}


def description(operations: Sequence[Operation], version: str) -> dict[str, Any]:
    """The interface in OpenAPI's words."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cutcard",
            "version": version,
            "description": "Exact answers and simulations about blackjack and Blockhead Poker."
            " Requests other than GET need the Origin header that a browser sends.",
        },
        "paths": paths,
        "components": {"schemas": {"Error": _ERROR}},
    }


def _answer(operation: Operation) -> dict[str, Any]:
    """The schema of an answer; of a stream of events, that of each event."""
    schema = operation.answer.schema()
    if operation.media != EVENTS:
        return schema
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": schema}
    return {"type": "object", "properties": {"data": data}, "required": ["data"]}


def _described(operation: Operation) -> dict[str, Any]:
    said: dict[str, Any] = {
        "summary": operation.says,
        "operationId": operation.handle.__name__
        if operation.handle.__name__ != "handle"
        else operation.path.rpartition("/")[2],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": shape.schema()}
            for name, shape in operation.names.items()
        ],
        "responses": {
            str(operation.status): {
                "description": operation.says,
                "content": {operation.media: {"schema": _answer(operation)}},
            },
            **{
                str(status): {
                    "description": says,
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Error"}}
                    },
                }
                for status, says in ALWAYS.items()
            },
        },
    }
    if operation.method != "GET":
        origin = {"type": "string", "format": "uri"}
        said["parameters"].append(
            {"name": "Origin", "in": "header", "required": True, "schema": origin}
        )
    if operation.body is not None:
        schema = operation.body.schema()
        said["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return said
