"""Bad clients of every kind: they get QUIT or nothing, and nobody else loses anything.

In every test good players sit at the same table as the bad one and at another table, and must
play all their rounds.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from net.wire import (
    PATIENCE,
    PROMPTLY,
    Caller,
    Serve,
    Server,
    at_once,
    counted,
    hit_once,
    kinds,
    read_lines,
)

SECONDS = 0.5
"""What the dealers here let a player think."""

ROUNDS = 3

Bad = Callable[[Caller], None]


def two_seats(serve: Serve, *words: str) -> Server:
    return serve(
        *("--seats", "2", "--rounds", str(ROUNDS), "--decision-seconds", str(SECONDS)),
        *("--record", "record", *words),
    )


def play_all(*callers: Caller) -> None:
    """Everybody plays to the end, and gets a result in every round, then QUIT."""

    def play(caller: Caller) -> None:
        assert len(caller.play(hit_once)) == ROUNDS
        said = kinds(caller.heard)
        assert said.count("BEGIN") == ROUNDS
        assert said[-1] == "QUIT"
        caller.vanish()

    at_once(*[lambda caller=caller: play(caller) for caller in callers])


def finish(server: Server) -> None:
    """The dealer still deals, ends in peace, and its record is right."""
    play_all(server.call("JOIN later"), server.call("JOIN last"))
    code, _, err = server.stop()
    assert (code, err) == (0, "")
    counted(server.folder / "record")


# Before play: the seat is free again.


def refused_proof(bad: Caller) -> None:
    """The dealers here give less than five seconds to decide."""
    bad.say("JOIN bad FAIR 2")
    assert kinds(bad.rest()) == ["REFUSED", "QUIT"]


def joined_and_gone(bad: Caller) -> None:
    bad.say("JOIN bad")
    bad.vanish()


def joined_and_reset(bad: Caller) -> None:
    bad.say("JOIN bad")
    bad.reset()


def half_a_word_and_gone(bad: Caller) -> None:
    bad.send(b"JOI")
    bad.vanish()


def silent(bad: Caller) -> None:
    began = time.monotonic()
    assert bad.rest() == ["QUIT"]
    assert time.monotonic() - began < SECONDS + PROMPTLY


def dripping(bad: Caller) -> None:
    """A byte now and then gains no time."""
    drip(bad, b"JOIN slow-coach-of-the-valley\0")


def drip(bad: Caller, data: bytes) -> None:
    """Send bytes so slowly that all of them would take longer than a busy machine's answer."""
    pause = 0.9 * SECONDS
    assert pause * len(data) > SECONDS + PROMPTLY
    began = time.monotonic()
    for byte in data:
        bad.send(bytes([byte]))
        if not bad.silent(pause):
            break
    assert bad.rest() == ["QUIT"]
    assert time.monotonic() - began < SECONDS + PROMPTLY


def endless(bad: Caller) -> None:
    bad.send(b"x" * 10_000_000)
    assert bad.rest() in (["QUIT"], [])  # a reset may swallow the goodbye


def endless_after_join(bad: Caller) -> None:
    bad.say("JOIN bad")
    endless(bad)


def joining_twice(bad: Caller) -> None:
    bad.say("JOIN bad", "JOIN bad")
    assert bad.rest() == ["QUIT"]


def deciding_before_the_question(bad: Caller) -> None:
    bad.say("JOIN bad")
    bad.say("HIT")
    assert bad.rest() == ["QUIT"]


def deciding_before_joining(bad: Caller) -> None:
    bad.say("STAND")
    assert bad.rest() == ["QUIT"]


def rubbish(bad: Caller) -> None:
    bad.send(bytes(range(11, 256)))
    assert bad.rest() == ["QUIT"]


def browsing(bad: Caller) -> None:
    bad.end = b"\n"
    bad.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert bad.rest() == ["QUIT"]


BEFORE_PLAY = [
    Caller.vanish,
    Caller.reset,
    half_a_word_and_gone,
    joined_and_gone,
    joined_and_reset,
    refused_proof,
    silent,
    dripping,
    endless,
    endless_after_join,
    joining_twice,
    deciding_before_the_question,
    deciding_before_joining,
    rubbish,
    browsing,
]


@pytest.mark.parametrize("dialect", ["course", "original"])
@pytest.mark.parametrize("behave", BEFORE_PLAY, ids=lambda behave: behave.__name__)
def test_a_bad_client_before_play_costs_nobody_anything(serve: Serve, behave: Bad, dialect: str):
    server = two_seats(serve, "--dialect", dialect)
    elsewhere = (server.call("JOIN bob"), server.call("JOIN cat"))
    for caller in elsewhere:
        caller.hear_until("BEGIN")
    at_once(lambda: behave(server.call()), lambda: play_all(*elsewhere))
    time.sleep(0.02)  # the dealer hears of a client that has gone
    # These two sit down at the table that the bad one had a seat at.
    play_all(server.call("JOIN ann"), server.call("JOIN dan"))
    finish(server)


# In play: the hand stands, and the others play on.


def asked(bad: Caller) -> Caller:
    bad.hear_until("DECISION")
    return bad


def gone_when_asked(bad: Caller) -> None:
    asked(bad).vanish()


def reset_when_asked(bad: Caller) -> None:
    asked(bad).reset()


def gone_while_others_decide(bad: Caller) -> None:
    bad.hear_until("DEALER")
    bad.vanish()


def gone_after_a_hit(bad: Caller) -> None:
    asked(bad).say("HIT")
    bad.hear_until("CARD")
    bad.vanish()


def gone_right_after_deciding(bad: Caller) -> None:
    asked(bad).say("STAND")
    bad.vanish()


def gone_after_the_result(bad: Caller) -> None:
    asked(bad).say("STAND")
    bad.hear_until("RESULT")
    bad.reset()


def writing_hung_up(bad: Caller) -> None:
    asked(bad).hang_up_writing()
    bad.rest()


def silent_when_asked(bad: Caller) -> None:
    silent(asked(bad))


def dripping_when_asked(bad: Caller) -> None:
    """Bytes that make no word gain no time."""
    drip(asked(bad), b"WAITING-AROUND")


def endless_when_asked(bad: Caller) -> None:
    asked(bad).send(b"x" * 10_000_000)
    assert bad.rest() in (["QUIT"], [])


def deciding_twice(bad: Caller) -> None:
    asked(bad).say("STAND", "STAND")
    assert bad.rest()[-1:] == ["QUIT"]


def joining_in_play(bad: Caller) -> None:
    bad.hear_until("DEALER")
    bad.say("JOIN bad")
    # In the original's dialect such a word is asked again; then comes the time limit.
    assert set(kinds(bad.rest())) <= {"DECISION", "QUIT"}
    assert bad.heard[-1] == "QUIT"


def reading_nothing(bad: Caller) -> None:
    time.sleep(SECONDS * 2)
    assert kinds(bad.rest())[-1:] == ["QUIT"]


IN_PLAY = [
    gone_when_asked,
    reset_when_asked,
    gone_while_others_decide,
    gone_after_a_hit,
    gone_right_after_deciding,
    gone_after_the_result,
    writing_hung_up,
    silent_when_asked,
    dripping_when_asked,
    endless_when_asked,
    deciding_twice,
    joining_in_play,
    reading_nothing,
]


@pytest.mark.parametrize("dialect", ["course", "original"])
@pytest.mark.parametrize("first", [True, False], ids=["first seat", "second seat"])
def test_a_bad_client_in_play_costs_nobody_anything(serve: Serve, dialect: str, first: bool):
    server = two_seats(serve, "--dialect", dialect)
    with ThreadPoolExecutor(3 * len(IN_PLAY)) as pool:
        stories = []
        for behave in IN_PLAY:
            # Seats are taken in the order in which JOIN comes; a full table plays at once.
            bad, ann = Caller(server.port), Caller(server.port)
            for caller in (bad, ann) if first else (ann, bad):
                caller.say("JOIN somebody")
                time.sleep(0.01)
            stories += [pool.submit(behave, bad), pool.submit(play_all, ann)]
        stories.append(pool.submit(play_all, server.call("JOIN bob"), server.call("JOIN cat")))
    for story in stories:
        story.result()
    finish(server)


def test_a_decision_out_of_turn_dismisses_only_whoever_made_it(serve: Serve):
    server = two_seats(serve)
    with server.call("JOIN ann") as ann:
        time.sleep(0.02)
        with server.call("JOIN bad") as bad:
            ann.hear_until("DECISION")
            bad.hear_until("DEALER")
            bad.say("STAND")
            assert bad.rest() == ["QUIT"]
            assert ann.silent(0.02)
            ann.say("STAND")
            play_all(ann)
    played = [line for line in read_lines(server.folder / "record") if line["kind"] == "played"]
    assert [line["seats"] for line in played] == [[0, 1], [0], [0]]
    finish(server)


def test_the_time_limit_holds_for_every_question(serve: Serve):
    server = two_seats(serve)
    began = time.monotonic()
    with server.call("JOIN ann") as ann, server.call("JOIN bob") as bob:
        at_once(ann.rest, bob.rest)
        assert ann.heard[-1] == bob.heard[-1] == "QUIT"
        assert 2 * SECONDS <= time.monotonic() - began < 2 * SECONDS + PROMPTLY
    finish(server)


# Crowds.


async def good_client(port: int, number: int, rounds: int) -> None:
    """Plays all its rounds, reading as a buffered client does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"JOIN good{number}\0".encode())
    results = 0
    while True:
        text = (await reader.readuntil(b"\0"))[:-1]
        if text == b"DECISION":
            writer.write(b"STAND\0")
        elif text.startswith(b"RESULT"):
            results += 1
        elif text == b"QUIT":
            break
    assert results == rounds
    assert await reader.read() == b""
    writer.close()


async def bad_client(port: int, number: int) -> None:
    """One of nine kinds; reads until the dealer has had enough, or leaves."""
    # The dealer may have hung up on it at any point: it is not to be pitied.
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        match number % 9:
            case 0:
                pass  # says nothing
            case 1:
                writer.write(b"x" * 1_000_000)
            case 2:
                writer.write(b"JOIN bad\0HIT\0HIT\0HIT\0HIT\0HIT\0HIT\0HIT\0HIT\0HIT\0HIT\0HIT\0")
            case 3:
                writer.write(b"JOIN bad\0")  # and does not decide
            case 4:
                writer.write(b"JOIN bad\0")
                await reader.readuntil(b"DECISION\0")
                writer.transport.abort()
                return
            case 5:
                writer.write(b"STAND\0")
            case 6:
                writer.write(b"JOIN bad FAIR 2\0")
            case 7:
                for byte in b"JOIN bad\0":
                    writer.write(bytes([byte]))
                    await asyncio.sleep(0.2)
            case 8:
                writer.write(b"JOIN bad\0")
                writer.write_eof()
        await reader.read()
        writer.close()


def test_five_hundred_bad_clients_beside_fifty_good_ones(serve: Serve):
    server = serve(
        # Time enough for good clients on a busy machine to say who they are.
        *("--rounds", "50", "--decision-seconds", "3", "--record", "record", "--seats", "1"),
    )

    async def crowd() -> None:
        bad = [bad_client(server.port, number) for number in range(500)]
        good = [good_client(server.port, number, 50) for number in range(50)]
        await asyncio.wait_for(asyncio.gather(*bad, *good), PATIENCE)

    asyncio.run(crowd())
    code, _, err = server.stop()
    assert (code, err) == (0, "")
    _, rounds = counted(server.folder / "record")
    assert rounds >= 50 * 50


def test_a_flood_of_strange_words_holds_up_nobody(serve: Serve):
    """A decision is answered within the time that the dealer itself gives to one."""
    server = serve("--dialect", "original", "--decision-seconds", str(4 * SECONDS))
    with server.call("JOIN bad") as bad, server.call("JOIN ann") as ann:
        bad.hear_until("DECISION")
        ann.hear_until("DECISION")
        flood = b"x\0" * 140_000
        slowest = 0.0

        def measure() -> None:
            nonlocal slowest
            for _ in range(50):
                began = time.monotonic()
                ann.say("STAND")
                ann.hear_until("DECISION")
                slowest = max(slowest, time.monotonic() - began)
                time.sleep(0.005)

        at_once(lambda: bad.send(flood), measure)
        assert slowest < 4 * SECONDS
