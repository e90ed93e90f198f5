"""The JSON interface: one module for each subject, all declared as operations."""

from __future__ import annotations

from starlette.routing import BaseRoute

from cutcard.web.api import games
from cutcard.web.operations import Operation, routes_of

OPERATIONS: tuple[Operation, ...] = (*games.OPERATIONS,)


def routes() -> list[BaseRoute]:
    """The routes of the interface."""
    return [*routes_of(OPERATIONS)]
