"""No byte that a client gets tells of a card that it must not know yet."""

from __future__ import annotations

import re

import pytest
from net.reference import NEW_DECK, Replay, shuffled
from net.wire import Caller, Serve, at_once, hit_once, read_lines

from cutcard.streams import key


def rounds_of(caller: Caller) -> list[bytes]:
    """The bytes of each round, and what came before and after as the first and the last."""
    before, *rounds = caller.bytes.split(b"BEGIN\0")
    last, _, after = re.split(rb"(RESULT \w+\0)", rounds.pop())
    return [before, *rounds, last, after]


@pytest.mark.parametrize("seats", [1, 2, 7])
@pytest.mark.parametrize("fair", ["", " FAIR"], ids=["plain", "fair"])
def test_hidden_and_undealt_cards_never_leave_the_server(serve: Serve, seats: int, fair: str):
    server = serve(*("--seed", "7", "--seats", str(seats), "--rounds", "12", "--record", "record"))
    callers = []
    for number in range(seats):
        callers.append(server.call(f"JOIN p{number}{fair}"))
        if fair:
            callers[-1].hear_until("COMMIT")
            callers[-1].say(f"NONCE {number:02x}")
    at_once(*[lambda caller=caller: caller.play(hit_once) for caller in callers])
    for caller in callers:
        caller.vanish()
    table, *played = read_lines(server.folder / "record")
    secret = key(7, "table", 0).to_bytes(32, "big")
    assert table["secret"] == secret.hex()
    assert len(played) == 12
    nonces = [bytes.fromhex(nonce) for nonce in table["nonces"]]
    for caller in callers:
        seat = table["names"].index(caller_name(caller, callers))
        before, *rounds, after = rounds_of(caller)
        assert len(rounds) == 12
        for entry, data in zip(played, rounds, strict=True):
            deck = shuffled(secret, nonces, entry["round"])
            replay = Replay(deck, seats, entry["moves"], course=True)
            text = data.decode()
            told = re.findall(rf"({'|'.join(NEW_DECK)})", text)
            # Every card that is named at all: the player's own and the open one.
            hand = replay.hands[seat]
            assert told == [*hand[:2], replay.up_card, *hand[2:]]
            assert replay.hole not in text
            assert not set(replay.drawn) & set(told)
        # Before the end nothing tells the secret, in whatever clothes.
        early = before + b"".join(rounds)
        assert secret not in early
        assert secret.hex().encode() not in early.lower()
        assert (secret.hex().encode() in after) == bool(fair)


def caller_name(caller: Caller, callers: list[Caller]) -> str:
    return f"p{callers.index(caller)}"


def test_a_player_dismissed_in_play_is_not_told_the_secret_of_those_who_play_on(serve: Serve):
    server = serve("--seats", "2", "--rounds", "2")
    with server.call("JOIN ann FAIR") as ann, server.call("JOIN bob FAIR") as bob:
        ann.hear_until("COMMIT")
        bob.hear_until("COMMIT")
        ann.say("NONCE 01")
        bob.say("NONCE 02")
        ann.hear_until("DECISION")
        ann.say("FOLD")
        assert ann.rest() == ["QUIT"]
        assert len(bob.play()) == 2
        assert bob.heard[-2].startswith("REVEAL ")
