"""Jobs: what nobody waits for is stopped, workers stay warm, and dead ones are replaced."""

import asyncio
import os
import signal
import time

import pytest

pytest.importorskip("starlette")

from web.asking import ask
from web.tableside import Browser, serving

from cutcard.errors import CutcardError
from cutcard.web import crew as crew_room
from cutcard.web import jobs as jobs_room
from cutcard.web import work as work_room
from cutcard.web.application import make_application
from cutcard.web.crew import Unfinished
from cutcard.web.jobs import QUICK_EACH, Job, Jobs, TooMuch
from cutcard.web.store.keeper import Store

EDGE = {"game": "vegas-strip", "changes": {}}
SLOW = {"games": [{"game": "double-exposure", "changes": {"decks": n}} for n in range(1, 7)]}
"""Takes seconds: each is solved twice, against every pair of the dealer's cards."""


def with_one_worker():
    """Jobs whose quick questions go to one worker, so that a test knows which."""
    jobs = Jobs()
    jobs._quick = crew_room.Crew(1, jobs_room.QUICK_SECONDS)
    return jobs


def workers_of(jobs):
    return {worker._process.pid for worker in jobs._quick._all if worker.alive}


def test_a_question_that_nobody_waits_for_is_stopped_and_its_worker_stays_warm():
    async def story():
        async with Jobs() as jobs:
            # Whatever has to be compiled is compiled now: that cannot be interrupted soon.
            await jobs.ask("compare", {"games": SLOW["games"][:1]}, "me")
            before = workers_of(jobs)
            for _ in range(3):
                asking = asyncio.create_task(jobs.ask("compare", SLOW, "me"))
                await asyncio.sleep(0.3)
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
                began = time.monotonic()
                assert (await jobs.ask("edge", EDGE, "me"))["edge"] < 0
                assert time.monotonic() - began < crew_room.HEED
            assert before <= workers_of(jobs)
            assert not jobs._asking["me"]

    asyncio.run(story())


def test_a_worker_that_dies_is_told_of_and_replaced():
    async def story():
        async with with_one_worker() as jobs:
            await jobs.ask("edge", EDGE, "me")
            [pid] = workers_of(jobs)
            asking = asyncio.create_task(jobs.ask("compare", SLOW, "me"))
            await asyncio.sleep(0.3)
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(Unfinished, match="has died"):
                await asking
            assert (await jobs.ask("edge", EDGE, "me"))["edge"] < 0
            assert workers_of(jobs) != {pid}

    asyncio.run(story())


def test_a_worker_that_does_not_heed_is_killed(monkeypatch):
    monkeypatch.setattr(crew_room, "HEED", 0.2)

    async def story():
        async with with_one_worker() as jobs:
            await jobs.ask("edge", EDGE, "me")
            [pid] = workers_of(jobs)
            asking = asyncio.create_task(jobs.ask("compare", SLOW, "me"))
            await asyncio.sleep(0.2)
            os.kill(pid, signal.SIGSTOP)  # hears nothing any more
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            assert (await jobs.ask("edge", EDGE, "me"))["edge"] < 0
            assert pid not in workers_of(jobs)

    asyncio.run(story())


def test_work_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(jobs_room, "QUICK_SECONDS", 1)

    async def story():
        async with Jobs() as jobs:
            with pytest.raises(Unfinished, match="longer than 1 seconds"):
                await jobs.ask("compare", SLOW, "me")

    asyncio.run(story())


def test_a_client_has_few_questions_at_once_and_others_have_theirs():
    async def story():
        async with Jobs() as jobs:
            asking = [asyncio.create_task(jobs.ask("edge", EDGE, "me")) for _ in range(QUICK_EACH)]
            await asyncio.sleep(0)
            with pytest.raises(TooMuch):
                await jobs.ask("edge", EDGE, "me")
            other = await jobs.ask("edge", EDGE, "somebody")
            assert await asyncio.gather(*asking) == QUICK_EACH * [other]

    asyncio.run(story())


def test_whoever_has_least_under_way_is_next():
    """Also where those before have given up, at any moment."""

    async def story():
        async with with_one_worker() as jobs:
            await jobs.ask("compare", {"games": SLOW["games"][:1]}, "me")
            asking = [
                asyncio.create_task(jobs.ask("compare", SLOW, "me")) for _ in range(QUICK_EACH)
            ]
            await asyncio.sleep(0.1)
            given_up = asyncio.create_task(jobs.ask("edge", EDGE, "nobody"))
            other = asyncio.create_task(jobs.ask("edge", EDGE, "somebody"))
            await asyncio.sleep(0.1)
            given_up.cancel()
            assert (await other)["edge"] < 0
            assert sum(task.done() for task in asking) <= 1
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, given_up, return_exceptions=True)
            assert (await jobs.ask("edge", EDGE, "me"))["edge"] < 0

    asyncio.run(story())


def test_a_question_is_bounded_before_it_starts(served):
    cells = {f"{hand} {up}": "H" for hand in range(9, 18) for up in [*range(2, 10), 10, "A"]}
    more = {**cells, **{f"A{low} {up}": "H" for low in range(2, 8) for up in range(2, 10)}}
    few = {"game": "vegas-strip", "chart": "best", "cells": cells}
    assert ask(served, "/api/cost", few)[0] == 200
    status, told = ask(served, "/api/cost", {**few, "cells": more})
    assert (status, "an object of 100 names at most" in told["error"]) == (400, True)


def test_what_cannot_be_solved_is_told_in_the_solvers_sentence():
    async def story():
        async with Jobs() as jobs:
            asked = {"game": "vegas-strip", "changes": {}, "hand": "T", "dealer": "T"}
            with pytest.raises(CutcardError, match="it takes two at least"):
                await jobs.ask("advise", {**asked, "seen": "", "hands": 1}, "me")

    asyncio.run(story())


def test_workers_end_with_the_jobs():
    async def story():
        async with Jobs() as jobs:
            await jobs.ask("edge", EDGE, "me")
            return workers_of(jobs)

    for pid in asyncio.run(story()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_worker_gets_ready_when_the_first_page_is_served(tmp_path):
    app = make_application(Store.open(f"sqlite:///{tmp_path}/tables.sqlite"))
    with serving(app) as host:
        browser = Browser(host, "Ann")
        assert not workers_of(app.state.jobs)
        for _ in range(3):
            assert browser.http.get("/lab").status_code == 200
        until = time.monotonic() + 60
        while app.state.jobs._quick._idle.empty():
            assert time.monotonic() < until
            time.sleep(0.02)
        assert len(workers_of(app.state.jobs)) == 1


def test_what_is_not_compiled_is_compiled_before_anybody_asks(parts, monkeypatch):
    assert work_room.uncompiled() == ()
    monkeypatch.setattr(work_room, "must_be_built", lambda part: True)
    assert len(work_room.uncompiled()) == 4


def test_an_experiment_that_its_last_follower_has_left_is_stopped(monkeypatch):
    monkeypatch.setattr(jobs_room, "ALONE", 0.2)

    async def story():
        job = Job("name", "simulate", {}, "me")
        await asyncio.sleep(0.3)
        assert not job.stop.is_set()  # nobody has followed it: it may be asked for again and again
        first = job.follow()
        await anext(first)
        await first.aclose()
        second, third = job.follow(), job.follow()  # a page that is loaded anew, and another one
        for one in (second, third):
            await anext(one)
        await second.aclose()
        await asyncio.sleep(0.3)
        assert not job.stop.is_set()
        await third.aclose()
        await asyncio.sleep(0.3)
        assert job.stop.is_set()

    asyncio.run(story())
