"""The door: crowds are bounded, and those who are seated notice nothing."""

from __future__ import annotations

import contextlib
import resource
import socket
import time

import pytest
from net.scripted import Room, in_a_room
from net.wire import Serve, counted, kinds
from warm_starts import PATIENCE

from cutcard.net.house import House


def few_descriptors(most: int):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def knock(port: int, times: int) -> list[socket.socket]:
    """Connections that say nothing."""
    found = []
    for _ in range(times):
        caller = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        found.append(caller)
    return found


def was_turned_away(caller: socket.socket) -> bool:
    with contextlib.suppress(ConnectionError):
        return caller.recv(100) == b"QUIT\0"
    return True


def slowest_answer(caller, rounds: int) -> float:
    """The longest time from a decision to the next question."""
    slowest = 0.0
    for _ in range(rounds):
        began = time.monotonic()
        caller.say("STAND")
        caller.hear_until("DECISION")
        slowest = max(slowest, time.monotonic() - began)
    return slowest


def test_more_connections_than_the_house_holds_are_turned_away(serve: Serve):
    server = serve("--connections", "5", "--unjoined", "5", "--record", "record")
    with server.call("JOIN ann") as ann:
        ann.hear_until("DECISION")
        callers = knock(server.port, 10)
        assert [was_turned_away(caller) for caller in callers[4:]] == [True] * 6
        slowest_answer(ann, 20)
        for caller in callers:
            caller.close()
    code, _, err = server.stop()
    assert code == 0
    assert err.count("connections are turned away: 5 are open (--connections)") == 1
    assert counted(server.folder / "record")[1] >= 20


def test_more_than_may_be_undecided_at_the_door_are_turned_away(serve: Serve):
    server = serve("--unjoined", "3")
    callers = knock(server.port, 5)
    assert [was_turned_away(caller) for caller in callers[3:]] == [True] * 2
    callers[0].sendall(b"JOIN ann\0")
    assert callers[0].recv(5) == b"BEGIN"
    with server.call("JOIN bob") as bob:  # ann's place at the door is free again
        bob.hear_until("DECISION")
    assert "3 have not joined yet (--unjoined)" in server.stop()[2]


@pytest.mark.parametrize(
    "said",
    ["JOIN ann FAIR", "HIT", "JOIN", "JOIN ann"],
    ids=["refused", "out of turn", "bad", "gone"],
)
def test_whoever_has_gone_takes_no_place_at_the_door(said: str):
    async def story(room: Room) -> None:
        for number in range(5):
            line = room.line(f"c{number}")
            assert room.dealer.unjoined == 1
            line.say(said)
            line.client.connection_lost(None)
            assert (room.dealer.unjoined, len(room.dealer.clients)) == (0, 0)

    in_a_room(story, House(seats=7))


def test_loopback_has_no_limit_of_its_own(serve: Serve):
    server = serve("--per-address", "1")
    with server.call("JOIN ann") as ann, server.call("JOIN bob") as bob:
        ann.hear_until("DECISION")
        bob.hear_until("DECISION")


def own_address() -> str:
    """An address of this machine that is not its loopback; empty if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        asking.connect(("192.0.2.1", 9))  # nothing is sent: the system only looks for a way
        address = asking.getsockname()[0]
        return "" if address.startswith("127.") else address
    return ""


@pytest.mark.skipif(not own_address(), reason="this machine has no address but its loopback")
def test_more_from_one_address_than_the_house_lets_in_are_turned_away(serve: Serve):
    host = own_address()
    server = serve("--host", host, "--per-address", "2")
    with contextlib.ExitStack() as stack:
        first, *_, last = [
            stack.enter_context(socket.create_connection((host, server.port), timeout=PATIENCE))
            for _ in range(3)
        ]
        assert was_turned_away(last)
        first.close()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:  # until the dealer has noticed
            with socket.create_connection((host, server.port), timeout=PATIENCE) as next_one:
                next_one.sendall(b"JOIN ann\n")
                if next_one.recv(100).startswith(b"BEGIN"):
                    break
    code, _, err = server.stop()
    assert code == 0
    assert f"2 are open from {host} (--per-address)" in err


def test_a_dealer_out_of_descriptors_says_so_once_and_plays_on(serve: Serve):
    """The limits are set beyond what the system gives, so that accepting itself fails."""
    server = serve(
        *("--connections", "100000", "--unjoined", "100000", "--record", "record"),
        preexec_fn=few_descriptors(40),
    )
    with server.call("JOIN ann") as ann:
        ann.hear_until("DECISION")
        callers = knock(server.port, 100)
        until = time.monotonic() + 1.5
        rounds = 0
        while time.monotonic() < until:
            slowest_answer(ann, 10)
            rounds += 10
        for caller in callers:
            caller.close()
        # Those who have gone make room.
        with server.call("JOIN bob") as bob:
            bob.hear_until("DECISION")
    code, _, err = server.stop()
    assert code == 0
    said = [line for line in err.splitlines() if "no connection can be accepted" in line]
    assert said == ["cutcard: no connection can be accepted: Too many open files"]
    assert len(err) < 1000
    assert counted(server.folder / "record")[1] >= rounds


def joined_in(clients: int) -> float:
    """Seconds of CPU for clients who join a table for proof and say nothing more."""
    spent = 0.0

    async def story(room: Room) -> None:
        nonlocal spent
        lines = [room.line(f"c{number}") for number in range(clients)]
        began = time.process_time()
        for line in lines:
            line.say("JOIN bad FAIR 2")
        spent = time.process_time() - began
        assert all(kinds(line.heard) == ["TERMS", "COMMIT"] for line in lines[:3])

    in_a_room(story, House(seats=1))
    return spent


def test_ten_thousand_half_joined_clients_cost_linear_time():
    """Ten times the clients take about ten times the time; a quadratic dealer takes a hundred."""
    few, many = min(joined_in(1000) for _ in range(3)), joined_in(10_000)
    assert many < 40 * few


@pytest.mark.parametrize("seats", [2, 3])
def test_half_whole_tables_do_not_pile_up(serve: Serve, seats: int):
    """Who leaves before play leaves a seat to the next."""
    server = serve("--seats", str(seats), "--rounds", "1", "--record", "record")
    for _ in range(20):
        with server.call("JOIN bad") as bad:
            bad.silent(0.01)
            bad.hang_up_writing()
            bad.rest()  # until the dealer has heard of it, and hangs up, too
    callers = [server.call(f"JOIN good{number}") for number in range(seats)]
    for caller in callers:
        caller.hear_until("BEGIN")
        caller.vanish()
    server.stop()
    assert counted(server.folder / "record")[0] == 1
