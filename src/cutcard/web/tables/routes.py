"""The doors of the hall: tables, seats and rounds over HTTP, and the tables' WebSocket."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cutcard.errors import CutcardError, Invalid
from cutcard.rulebook import whole
from cutcard.web.seats import Answer, address_of, give_token, holder_from, read_object
from cutcard.web.tables.hall import NEWCOMER, Hall
from cutcard.web.tables.line import Closing, Line
from cutcard.web.tables.places import read_name
from cutcard.web.tables.session_report import session_report
from cutcard.web.tables.terms import Terms

_ROUNDS_A_PAGE = 50


def routes() -> list[BaseRoute]:
    """The routes of tables and seats."""
    return [
        Route("/api/tables", open_table, methods=["POST"]),
        Route("/api/tables", list_tables),
        Route("/api/seat", name_seat, methods=["POST"]),
        Route("/api/seat", show_seat),
        Route("/api/rounds", list_rounds),
        Route("/api/report", report),
        WebSocketRoute("/ws/table/{table}", attend),
    ]


def _hall(connection: Request | WebSocket) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


async def _seat(request: Request) -> tuple[str, str | None]:
    """The holder who asks, and a token if their seat is new."""
    hall = _hall(request)
    hall.check_post(address_of(request))
    holder = holder_from(request.cookies)
    if holder is not None and await asyncio.to_thread(hall.store.seat_name, holder) is not None:
        return holder, None
    token, holder = await hall.new_seat(address_of(request))
    return holder, token


def _answer(request: Request, content: object, token: str | None) -> Response:
    response = Answer(content)
    if token is not None:
        give_token(response, request, token)
    return response


async def open_table(request: Request) -> Response:
    """Open a table and sit down at it."""
    hall = _hall(request)
    terms = Terms.read(await read_object(request))
    holder, token = await _seat(request)
    name = await asyncio.to_thread(hall.store.seat_name, holder) or NEWCOMER
    table = await hall.open(holder, name, terms)
    return _answer(request, {"table": table.name, "path": f"/table/{table.name}"}, token)


async def list_tables(request: Request) -> Response:
    """The open tables, and the seat's own."""
    hall = _hall(request)
    mine = await hall.mine(holder_from(request.cookies))
    return Answer({"tables": hall.lobby(), "mine": mine})


async def name_seat(request: Request) -> Response:
    """Give the seat a name."""
    hall = _hall(request)
    sent = await read_object(request)
    name = read_name(sent.get("name"))
    holder, token = await _seat(request)
    await asyncio.to_thread(hall.store.keep_seat, holder, name)
    return _answer(request, {"name": name, "tables": await hall.mine(holder)}, token)


async def show_seat(request: Request) -> Response:
    """The seat's name and tables; null for somebody who has no seat yet."""
    hall = _hall(request)
    holder = holder_from(request.cookies)
    name = None if holder is None else await asyncio.to_thread(hall.store.seat_name, holder)
    return Answer({"name": name, "tables": await hall.mine(holder) if name else []})


async def list_rounds(request: Request) -> Response:
    """Finished rounds of the seat, the latest first."""
    before = request.query_params.get("before")
    try:
        earlier = None if before is None else whole(before, 0, 2**63 - 1)
    except ValueError:
        raise Invalid(f"before is {before!r}: it takes the id of a round") from None
    rounds = await _rounds(request, earlier, _ROUNDS_A_PAGE)
    return Answer({"rounds": rounds, "more": len(rounds) == _ROUNDS_A_PAGE})


async def report(request: Request) -> Response:
    """What the seat played: rounds, net, and what mistakes cost."""
    return Answer(session_report(await _rounds(request, None, 10_000)))


async def _rounds(request: Request, before: int | None, most: int) -> list[dict[str, object]]:
    """The seat's rounds, with nobody's holder in them."""
    holder = holder_from(request.cookies)
    if holder is None:
        return []
    table = request.query_params.get("table")
    found = await asyncio.to_thread(_hall(request).store.rounds_of, holder, table, before, most)
    return [
        {
            **one,
            "seats": [
                {"you": seat["holder"] == holder}
                | {name: value for name, value in seat.items() if name != "holder"}
                for seat in one["seats"]
            ],
        }
        for one in found
    ]


async def attend(websocket: WebSocket) -> None:
    """A browser at a table, until its connection ends."""
    hall = _hall(websocket)
    await websocket.accept()
    holder = holder_from(websocket.cookies)
    if holder is not None and await asyncio.to_thread(hall.store.seat_name, holder) is None:
        holder = None
    line = Line(websocket, holder, hall.limits)
    pump = asyncio.create_task(line.pump())
    try:
        with hall.connected(address_of(websocket)):
            await _listen(hall, line, websocket.path_params["table"])
    except CutcardError as error:
        line.refuse(str(error))
        line.close(Closing.TOO_MANY)
    finally:
        done, _ = await asyncio.wait([pump], timeout=1)
        if not done:
            pump.cancel()


async def _listen(hall: Hall, line: Line, name: str) -> None:
    table = await hall.find(name)
    if table is None:
        line.refuse("there is no such table, or it is closed")
        line.close(Closing.NO_TABLE)
        return
    table.join(line)
    try:
        while (message := await line.receive()) is not None:
            try:
                hall.check_message(line.holder)
            except CutcardError as error:
                line.refuse(str(error), message.get("number"))
            else:
                await table.hear(line, message)
    finally:
        table.part(line)
