"""The doors of the hall: tables, seats and rounds over HTTP, and the tables' WebSocket."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cutcard.errors import CutcardError, Invalid
from cutcard.rulebook import whole
from cutcard.web.seats import Answer, address_of, give_token, read_object, token_from
from cutcard.web.store.records import LAST, MOST, Sums, TakenSeat, checked_digest
from cutcard.web.tables.hall import Hall
from cutcard.web.tables.line import Closing, Line
from cutcard.web.tables.places import read_name
from cutcard.web.tables.round_list import is_deal, listed_round, session_report
from cutcard.web.tables.terms import Terms

_ROUNDS_A_PAGE = 50


def table_routes() -> list[BaseRoute]:
    """The routes of tables and seats."""
    return [
        Route("/api/tables", open_table, methods=["POST"]),
        Route("/api/tables", list_tables),
        Route("/api/seat", name_seat, methods=["POST"]),
        Route("/api/seat", show_seat),
        Route("/api/rounds", list_rounds),
        Route("/api/report", report),
        Route("/api/proof/{proof}", show_proof),
        WebSocketRoute("/ws/table/{table}", attend),
    ]


def _hall(connection: Request | WebSocket) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


async def seated(request: Request) -> tuple[TakenSeat, str | None]:
    """The seat that asks, and a token if it is new."""
    hall = _hall(request)
    hall.check_post(address_of(request))
    seat = await hall.seat_of(token_from(request.cookies))
    return (seat, None) if seat is not None else await hall.new_seat(address_of(request))


async def known_seat(request: Request) -> TakenSeat | None:
    """The seat that asks, if it has one."""
    return await _hall(request).seat_of(token_from(request.cookies))


def with_token(request: Request, content: object, token: str | None) -> Response:
    """An answer, with the token of a seat that is new."""
    response = Answer(content)
    if token is not None:
        give_token(response, request, token)
    return response


async def open_table(request: Request) -> Response:
    """Open a table and sit down at it."""
    hall = _hall(request)
    terms = Terms.read(await read_object(request))
    seat, token = await seated(request)
    table = await hall.open(seat, terms)
    return with_token(request, {"table": table.name, "path": f"/table/{table.name}"}, token)


async def list_tables(request: Request) -> Response:
    """The open tables, and those that the seat can go on with."""
    hall, seat = _hall(request), await known_seat(request)
    mine = [] if seat is None else hall.mine(seat.number)
    return Answer({"tables": hall.lobby(), "mine": mine})


async def name_seat(request: Request) -> Response:
    """Give the seat a name."""
    hall = _hall(request)
    sent = await read_object(request)
    name = read_name(sent.get("name"))
    seat, token = await seated(request)
    await asyncio.to_thread(hall.store.rename, seat.number, name)
    return with_token(request, {"name": name, "tables": hall.mine(seat.number)}, token)


async def show_seat(request: Request) -> Response:
    """The seat's name and tables; null for somebody who has no seat yet."""
    hall, seat = _hall(request), await known_seat(request)
    if seat is None:
        return Answer({"name": None, "tables": []})
    return Answer({"name": seat.name, "tables": hall.mine(seat.number)})


async def list_rounds(request: Request) -> Response:
    """Finished rounds of the seat, the latest first."""
    before = request.query_params.get("before")
    try:
        earlier = None if before is None else whole(before, 0, LAST)
    except ValueError:
        raise Invalid(f"before is {before!r}: it takes the number of a round") from None
    seat, store = await known_seat(request), _hall(request).store
    if seat is None:
        return Answer({"rounds": [], "more": False})
    table, most = request.query_params.get("table"), _ROUNDS_A_PAGE
    found = await asyncio.to_thread(
        lambda: store.rounds(seat.number, table=table, before=earlier, most=most)
    )
    more = len(found) == _ROUNDS_A_PAGE
    return Answer({"rounds": [listed_round(one) for one in found], "more": more})


async def report(request: Request) -> Response:
    """What the seat played: rounds, net, and what mistakes cost."""
    seat, store = await known_seat(request), _hall(request).store
    table = request.query_params.get("table")
    if seat is None:
        return Answer(session_report(Sums(), []))
    number = seat.number

    def found() -> dict[str, Any]:
        sums, worst = store.sums(number, table=table), store.costliest(number, table=table)
        last = [] if table is None else store.rounds(number, table=table, most=1)
        if any(map(is_deal, last)):
            last = store.rounds(number, table=table, most=MOST)
        return session_report(sums, worst, [one for one in last if is_deal(one)])

    return Answer(await asyncio.to_thread(found))


async def show_proof(request: Request) -> Response:
    """The proof of a fair round of the seat, to read or to save."""
    seat, store = await known_seat(request), _hall(request).store
    proof = checked_digest(request.path_params["proof"])
    text = None if seat is None else await asyncio.to_thread(store.proof, seat.number, proof)
    if text is None:
        raise HTTPException(404, "there is no such proof of yours")
    name = f"cutcard-proof-{proof[:12]}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/jsonl", headers=headers)


async def attend(websocket: WebSocket) -> None:
    """A browser at a table, until its connection ends."""
    hall = _hall(websocket)
    await websocket.accept()
    seat = await hall.seat_of(token_from(websocket.cookies))
    line = Line(websocket, seat, hall.limits)
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
