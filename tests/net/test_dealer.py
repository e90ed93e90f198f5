"""The dealer's side of the wire on scripted lines: who is told what, and in which order."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from net.scripted import Line, Room, in_a_room, settle
from net.wire import kinds

from cutcard.blackjack.actions import Action
from cutcard.cards import DECK
from cutcard.net.fair import nonce_digest
from cutcard.net.house import House
from cutcard.net.rounds import Dialect, InTurn, WireRound
from cutcard.net.turns import At

DEAL = ["BEGIN", "CARD", "CARD", "DEALER"]


@pytest.mark.parametrize("seats", range(1, 8))
def test_cards_are_told_in_the_order_of_the_course(seats: int):
    told = WireRound(InTurn(DECK), seats, Dialect.COURSE).deal()
    everybody = range(seats)
    assert [(seat, kinds([str(message)])[0]) for seat, message in told] == [
        *[(seat, kind) for seat in everybody for kind in ("BEGIN", "CARD")],
        *[(seat, "CARD") for seat in everybody],
        *[(seat, "DEALER") for seat in everybody],
    ]


def test_seats_decide_one_after_another():
    play = WireRound(InTurn(DECK), 3, Dialect.COURSE)
    play.deal()
    turns = []
    while (turn := play.turn) is not None:
        turns.append(turn)
        assert all(seat == turn for seat, _ in play.decide(Action.STAND))
    assert turns == [0, 1, 2]


def test_a_hit_is_told_to_nobody_else():
    play = WireRound(InTurn(DECK), 2, Dialect.COURSE)
    play.deal()
    assert [seat for seat, _ in play.decide(Action.HIT)] == [0]


def test_results_come_to_all_in_seat_order_once_everybody_has_decided():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann")
        assert not room.log
        bob.say("JOIN bob")
        assert kinds(ann.heard) == [*DEAL, "DECISION"]
        assert kinds(bob.heard) == DEAL
        ann.say("STAND")
        assert kinds(ann.heard) == [*DEAL, "DECISION"]
        assert kinds(bob.heard) == [*DEAL, "DECISION"]
        before = len(room.log)
        bob.say("STAND")
        assert [(name, kinds([text])[0]) for name, text in room.log[before:]] == [
            ("ann", "RESULT"),
            ("bob", "RESULT"),
        ]
        await settle()
        assert ann.heard[-1] == bob.heard[-1] == "QUIT"

    in_a_room(story, House(seats=2, rounds=1))


def test_a_bust_is_told_at_the_end_too():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann")
        bob.say("JOIN bob")
        while "DECISION" not in bob.heard:
            ann.say("HIT")
        assert "RESULT" not in kinds(ann.heard)
        bob.say("STAND")
        assert next(text for _, text in room.log if text.startswith("RESULT")) == "RESULT BUST"

    in_a_room(story, House(seats=2, rounds=1))


def test_who_has_gone_stands_and_the_next_round_is_without_them():
    async def story(room: Room) -> None:
        lines = [room.line(name) for name in "abc"]
        for line in lines:
            line.say(f"JOIN {line.name}")
        a, b, c = lines
        b.client.connection_lost(None)
        a.say("STAND")
        assert c.heard[-1] == "DECISION"
        c.say("STAND")
        await settle()
        assert kinds(a.heard).count("BEGIN") == kinds(c.heard).count("BEGIN") == 2
        assert kinds(b.heard) == DEAL
        a.say("STAND")
        c.say("STAND")
        await settle()
        for line in (a, c):
            assert kinds(line.heard).count("RESULT") == 2
            assert line.heard[-1] == "QUIT"

    in_a_room(story, House(seats=3, rounds=2))


def test_who_does_not_read_is_cut_off_and_stands():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann")
        bob.say("JOIN bob")
        ann.client.pause_writing()
        await settle()
        assert ann.closed
        assert bob.heard[-1] == "DECISION"
        bob.say("STAND")
        await settle()
        assert kinds(bob.heard)[-2:] == ["RESULT", "QUIT"]

    in_a_room(story, House(seats=2, rounds=1))


def test_a_writer_that_stalls_while_it_is_written_to_holds_nobody_up():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        written = ann.write

        def stall(data: bytes) -> None:
            written(data)
            ann.client.pause_writing()

        ann.write = stall
        ann.say("JOIN ann")
        bob.say("JOIN bob")  # the first deal is written, and ann stalls in the midst of it
        assert kinds(bob.heard) == [*DEAL, "DECISION"]
        bob.say("STAND")
        await settle()
        assert kinds(bob.heard)[-2:] == ["RESULT", "QUIT"]

    in_a_room(story, House(seats=2, rounds=1))


def test_a_seat_given_up_before_play_is_free_again():
    async def story(room: Room) -> None:
        ann, bob, cat = (room.line(name) for name in ("ann", "bob", "cat"))
        ann.say("JOIN ann FAIR 2")
        assert ann.heard == bob.heard == []
        ann.client.connection_lost(None)
        bob.say("JOIN bob")
        cat.say("JOIN cat")
        assert kinds(bob.heard) == [*DEAL, "DECISION"]
        assert kinds(cat.heard) == DEAL

    in_a_room(story, House(seats=2, rounds=1))


NONCES = [bytes([number]) * 32 for number in range(3)]


def commit_of(line: Line) -> tuple[int, bytes]:
    """The seat and the commitment of the last COMMIT that came."""
    _, _, seat, commit = [text for text in line.heard if text.startswith("COMMIT")][-1].split()
    return int(seat), bytes.fromhex(commit)


def bind(line: Line) -> None:
    seat, commit = commit_of(line)
    line.say(f"DIGEST {nonce_digest(commit, seat, NONCES[seat]).hex()}")


def show(line: Line) -> None:
    line.say(f"NONCE {NONCES[commit_of(line)[0]].hex()}")


def test_nothing_is_shown_before_everybody_has_bound_or_opened():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann FAIR 2")
        bob.say("JOIN bob FAIR 2")
        assert kinds(ann.heard) == kinds(bob.heard) == ["TERMS", "COMMIT"]
        assert commit_of(ann)[1] == commit_of(bob)[1], "a round has one commitment"
        bind(bob)
        assert kinds(bob.heard) == ["TERMS", "COMMIT"]
        bind(ann)
        assert kinds(ann.heard) == kinds(bob.heard) == ["TERMS", "COMMIT", *["DIGEST"] * 2]
        show(ann)
        assert kinds(ann.heard) == kinds(bob.heard) == ["TERMS", "COMMIT", *["DIGEST"] * 2]
        show(bob)
        assert kinds(bob.heard)[4:] == ["NONCE", "NONCE", *DEAL]
        assert kinds(ann.heard)[4:] == ["NONCE", "NONCE", *DEAL, "DECISION"]
        assert ann.heard[2:6] == bob.heard[2:6]

    in_a_room(story, House(seats=2, rounds=1))


def test_a_seat_that_goes_before_its_digest_is_shown_is_stood_in_for():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann FAIR 2")
        bob.say("JOIN bob FAIR 2")
        bind(ann)
        ann.client.connection_lost(None)
        bind(bob)
        show(bob)
        assert kinds(bob.heard)[2:] == [*["DIGEST"] * 2, *["NONCE"] * 2, *DEAL, "DECISION"]

    in_a_room(story, House(seats=2, rounds=1))


@pytest.mark.parametrize("way", ["gone", "false", "silent"])
def test_a_seat_that_does_not_open_breaks_the_round_off_and_nothing_more(way: str):
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann FAIR 2")
        bob.say("JOIN bob FAIR 2")
        bind(ann)
        bind(bob)
        show(bob)
        if way == "gone":
            ann.client.connection_lost(None)
        elif way == "false":
            ann.say(f"NONCE {bytes(32).hex()[:-1]}1")
        else:
            ann.client.deadline = 0.0
            await asyncio.sleep(0.3)
        await settle()
        assert kinds(bob.heard)[4:] == ["BROKEN", "COMMIT"]
        assert bob.heard[4] == "BROKEN 0"
        bind(bob)
        show(bob)
        bob.say("STAND")
        await settle()
        assert kinds(bob.heard)[-3:] == ["RESULT", "REVEAL", "QUIT"]
        assert (room.dealer.played, room.dealer.void, room.dealer.broken) == (1, 0, 1)

    in_a_room(story, House(seats=2, rounds=2))


def test_a_nonce_that_was_on_its_way_when_the_round_was_broken_off_is_passed_over():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann FAIR 2")
        bob.say("JOIN bob FAIR 2")
        bind(ann)
        bind(bob)
        ann.client.connection_lost(None)
        await settle()
        assert kinds(bob.heard)[4:] == ["BROKEN", "COMMIT"]
        bob.say(f"NONCE {NONCES[1].hex()}")  # of the first round
        bind(bob)
        show(bob)
        bob.say("STAND")
        await settle()
        assert kinds(bob.heard)[-3:] == ["RESULT", "REVEAL", "QUIT"]

    in_a_room(story, House(seats=2, rounds=2))


def test_a_nonce_is_passed_over_only_once():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann FAIR 2")
        bob.say("JOIN bob FAIR 2")
        bind(ann)
        bind(bob)
        ann.client.connection_lost(None)
        await settle()
        bob.say(f"NONCE {NONCES[1].hex()}", f"NONCE {NONCES[1].hex()}")
        assert bob.heard[-1] == "QUIT"

    in_a_room(story, House(seats=2, rounds=2))


def test_nobody_has_shown_a_nonce_where_the_dealer_stood_in():
    async def story(room: Room) -> None:
        ann, bob = room.line("ann"), room.line("bob")
        ann.say("JOIN ann FAIR 2")
        bob.say("JOIN bob FAIR 2")
        ann.client.connection_lost(None)
        bob.client.connection_lost(None)
        await settle()
        assert (room.dealer.played, room.dealer.void, room.dealer.broken) == (0, 1, 0)

    in_a_room(story, House(seats=2, rounds=2))


@pytest.mark.parametrize(
    ("house", "said", "why"),
    [
        (House(seed=1), "FAIR 2", "deals by a seed and proves nothing"),
        (House(seats=4), "FAIR 2", "have 4 seats"),
        (House(decision_seconds=4.9), "FAIR 2", "less than 5 seconds"),
        (House(), "FAIR", "in another way: JOIN ann FAIR 2"),
    ],
)
def test_a_dealer_that_cannot_prove_says_why(house: House, said: str, why: str):
    async def story(room: Room) -> None:
        ann = room.line("ann")
        ann.say(f"JOIN ann {said}")
        assert kinds(ann.heard) == ["REFUSED", "QUIT"]
        assert why in ann.heard[0]

    in_a_room(story, house)


def test_deciding_right_after_the_result_is_out_of_turn():
    async def story(room: Room) -> None:
        ann = room.line("ann")
        ann.say("JOIN ann")
        ann.say("STAND", "STAND")
        assert kinds(ann.heard)[-2:] == ["RESULT", "QUIT"]
        await settle()
        assert not room.dealer.tables

    in_a_room(story, House())


@pytest.mark.parametrize("late", [b"\0", b"\n"], ids=["NUL", "LF"])
def test_the_end_of_a_decision_may_come_late(late: bytes):
    async def story(room: Room) -> None:
        ann = room.line("ann")
        ann.client.data_received(b"JOIN ann" + late)
        ann.client.data_received(b"STAND")
        await asyncio.sleep(0.1)  # the silence after which the word counts
        assert "RESULT" in kinds(ann.heard)
        ann.client.data_received(late)
        await settle()
        assert ann.heard[-1] != "QUIT"

    in_a_room(story, House())


CHUNKS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.one_of(
            st.binary(max_size=20),
            st.sampled_from(
                [
                    b"JOIN a\0",
                    b"JOIN b FAIR\0",
                    b"JOIN b FAIR 2\0",
                    b"DIGEST " + b"00" * 32 + b"\0",
                    b"NONCE " + b"00" * 32 + b"\0",
                    b"HIT\0",
                    b"STAND\0",
                    b"STAND",
                    b"JOIN c\n",
                    b"HIT\n",
                    b"x" * 300,
                    b"FOLD\0",
                    b"",
                ]
            ),
        ),
    ),
    max_size=25,
)


@settings(max_examples=200, deadline=None)
@given(CHUNKS, st.integers(1, 3), st.sampled_from(Dialect))
def test_no_bytes_disturb_the_dealer(chunks: list[tuple[int, bytes]], seats: int, dialect: Dialect):
    """Empty bytes stand for a client that vanishes."""

    async def story(room: Room) -> None:
        lines = [room.line(name) for name in "abc"]
        for number, data in chunks:
            line = lines[number]
            if line.closed or line.client.side.at is At.GONE:
                continue
            if data:
                line.client.data_received(data)
            else:
                line.client.connection_lost(None)
            await settle(2)
        for line in lines:
            assert line.closed == (line.heard[-1:] == ["QUIT"])
        room.dealer.close()
        for line in lines:
            while line.client.side.at in (At.DECIDING, At.BINDING, At.OPENING):
                line.client.connection_lost(None)
                await settle()
        for line in lines:
            if not line.closed and line.client.here:
                line.client.connection_lost(None)
        await settle()
        assert room.dealer.done.is_set()
        assert not room.dealer.clients
        assert not room.dealer.tables

    in_a_room(story, House(seats=seats, rounds=3, dialect=dialect))
