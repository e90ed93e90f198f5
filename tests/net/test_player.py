"""The player's side of the wire, fed with scripts and with rubbish."""

from __future__ import annotations

import contextlib
import hashlib
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from net.reference import Replay, shuffled
from net.wire import CUTCARD, FakeDealer, Server

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart
from cutcard.cards import DECK, Card
from cutcard.editions.cs50 import LearningGuest
from cutcard.learn.qtable import QTable
from cutcard.net.player import Game
from cutcard.net.protocol import ProtocolError


class Noting:
    """Stands on 17, and writes down what it hears."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def hits(self, hand: Hand, up_card: Card) -> bool:
        self.notes.append(f"asked with {hand.total} against {up_card}")
        return hand.total < 17

    def begin(self, number: int) -> None:
        self.notes.append(f"round {number}")

    def see(self, hand: Hand, up_card: Card | None) -> None:
        self.notes.append(f"holds {hand}")

    def result(self, outcome: str, hand: Hand) -> None:
        self.notes.append(f"{outcome} with {hand.total}")


ROUND = (
    b"BEGIN\0CARD Ten of Spades\0CARD Two of Hearts\0DEALER Ace of Clubs\0DECISION\0"
    b"CARD Five of Spades\0DECISION\0RESULT PUSH\0"
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 20, 1000])
def test_a_round_is_played_whatever_the_packets(size: int):
    guest = Noting()
    game = Game("ann", guest)
    assert game.hello() == b"JOIN ann\0"
    data = ROUND + b"QUIT\0"
    answers = [
        answer for at in range(0, len(data), size) for answer in game.feed(data[at : at + size])
    ]
    assert answers == [b"HIT\0", b"STAND\0"]
    assert guest.notes == [
        "round 1",
        "holds Ts",
        "holds Ts 2h",
        "holds Ts 2h",
        "asked with 12 against Ac",
        "holds Ts 2h 5s",
        "asked with 17 against Ac",
        "PUSH with 17",
    ]
    assert game.over


def test_a_dealer_with_newlines_is_answered_with_newlines():
    game = Game("ann", Noting())
    assert list(game.feed(ROUND.replace(b"\0", b"\n"))) == [b"HIT\n", b"STAND\n"]


def test_what_follows_quit_is_not_read():
    game = Game("ann", Noting())
    assert list(game.feed(b"QUIT\0RUBBISH\0")) == []
    assert game.over


WORDS = st.sampled_from(
    [
        b"BEGIN",
        b"CARD Ace of Spades",
        b"CARD Ten of Hearts",
        b"DEALER Ace of Clubs",
        b"DEALER Five of Clubs",
        b"DECISION",
        b"RESULT WIN",
        b"RESULT LOSE",
        b"COMMIT 00",
        b"REVEAL 00",
        b"CARD",
        b"",
        b"\xff",
    ]
)
PIECES = st.one_of(
    st.lists(st.binary(max_size=30), max_size=8),
    st.lists(WORDS.map(lambda word: word + b"\0"), max_size=30),
    # A round without a fault, again and again, and then something.
    st.tuples(st.just(ROUND), WORDS.map(lambda word: word + b"\0"), st.binary(max_size=9)).map(
        list
    ),
)
GUESTS = [
    Noting,
    lambda: LearningGuest(QTable(), train=True),
    lambda: LearningGuest(QTable(), train=False),
]


@settings(max_examples=400)
@given(PIECES, st.sampled_from(GUESTS), st.booleans())
def test_no_dealer_can_raise_anything_but_a_protocol_error(pieces, make, fair):
    game = Game("ann", make(), fair=fair)
    with contextlib.suppress(ProtocolError):
        for piece in pieces:
            for answer in game.feed(piece):
                assert answer.endswith((b"\0", b"\n"))


@pytest.mark.parametrize("guest", ["chart", "table", "training"])
def test_a_dealer_may_ask_after_a_bust_and_of_any_hand(guest: str):
    """The seed's dealer asks on after a bust; a false one deals the same card for ever."""
    chart = load_chart("coms1018")
    ways = {
        "chart": chart.hits,
        "table": QTable().hits,
        "training": LearningGuest(QTable(), train=True).hits,
    }
    for card in DECK[:13]:
        hand = Hand((card, card))
        for _ in range(30):
            for up_card in DECK[:13]:
                hits = ways[guest](hand, up_card)
                assert not (hits and hand.total >= 21)
            hand = hand.plus(card)


# Fair play, seen by the player.


def fair_script(secret: bytes, nonce: bytes, number: int = 1) -> list[str]:
    """What an honest dealer says in a round in which the player stands."""
    replay = Replay(shuffled(secret, [nonce], number), 1, "S", course=True)
    first, second = replay.hands[0]
    return [
        "BEGIN",
        f"CARD {first}",
        f"CARD {second}",
        f"DEALER {replay.up_card}",
        "DECISION",
        f"RESULT {replay.results[0]}",
    ]


class Standing(Noting):
    def hits(self, hand: Hand, up_card: Card) -> bool:
        return False


def meet(secret: bytes, commit: bytes) -> tuple[Game, bytes]:
    """A fair player who has given a nonce."""
    game = Game("ann", Standing(), fair=True)
    assert game.hello() == b"JOIN ann FAIR\0"
    (answer,) = game.feed(b"COMMIT " + commit.hex().encode() + b"\0")
    assert answer.startswith(b"NONCE ")
    return game, bytes.fromhex(answer[6:-1].decode())


def say(game: Game, *texts: str) -> list[bytes]:
    return list(game.feed("".join(f"{text}\0" for text in texts).encode()))


def test_an_honest_dealer_is_proven():
    secret = b"s" * 32
    game, nonce = meet(secret, hashlib.sha256(secret).digest())
    for number in (1, 2, 3):
        say(game, *fair_script(secret, nonce, number))
    say(game, f"REVEAL {secret.hex()}", "QUIT")
    assert game.over
    assert game.proven


def test_another_secret_is_refused():
    game, nonce = meet(b"s", hashlib.sha256(b"s").digest())
    say(game, *fair_script(b"s", nonce))
    with pytest.raises(ProtocolError, match="another secret"):
        say(game, f"REVEAL {b't'.hex()}")


def test_a_secret_never_committed_to_is_refused():
    game = Game("ann", Standing(), fair=True)
    with pytest.raises(ProtocolError, match="another secret"):
        say(game, "REVEAL 00")


def test_cards_that_do_not_follow_from_the_secret_are_not_proven():
    game, nonce = meet(b"s", hashlib.sha256(b"s").digest())
    say(game, *fair_script(b"another", nonce))
    say(game, f"REVEAL {b's'.hex()}", "QUIT")
    assert not game.proven


def join(dealer: FakeDealer, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ended = subprocess.run(
        [CUTCARD, "join", f"127.0.0.1:{dealer.port}", "--name", "ann", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    dealer.close()
    assert "Traceback" not in ended.stderr
    return ended


STOOD = b"BEGIN\0CARD Ten of Spades\0CARD King of Hearts\0DEALER Ace of Clubs\0DECISION\0"


def test_join_claims_no_proof_where_nothing_was_committed_or_revealed(tmp_path):
    ended = join(FakeDealer([STOOD, None, b"RESULT LOOSE\0QUIT\0"]), tmp_path, "--fair")
    assert "is the one it committed to" not in ended.stdout


def test_join_alone_at_the_table_names_a_cheat(tmp_path):
    secret = b"s" * 32
    commit = f"COMMIT {hashlib.sha256(secret).hexdigest()}\0".encode()
    reveal = f"RESULT LOOSE\0REVEAL {secret.hex()}\0QUIT\0".encode()
    ended = join(FakeDealer([commit, None, STOOD, None, reveal]), tmp_path, "--fair")
    assert ended.returncode != 0 or "do not follow from it" in ended.stdout


@pytest.mark.parametrize(
    ("words", "proof"),
    [
        ([], None),
        (["--chart", "single-deck"], None),
        (["--fair"], "The dealer's secret is the one it committed to. The cards follow from it.\n"),
    ],
)
def test_join_plays_a_table_to_its_end(tmp_path, serve, words, proof):
    server: Server = serve("--rounds", "5", "--record", "record")
    ended = subprocess.run(
        [CUTCARD, "join", f"127.0.0.1:{server.port}", "--name", "ann", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\n5 rounds: " in ended.stdout
    if proof:
        assert ended.stdout.endswith(proof)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["127.0.0.1"], "is no address"),
        (["127.0.0.1:x"], "is no port"),
        (["127.0.0.1:70000"], "is no port"),
        (["nowhere.invalid:1"], "cannot be reached"),
        (["127.0.0.1:1", "--name", "a b"], "is no name"),
        (["127.0.0.1:1", "--name", "é"], "is no name"),
        (["127.0.0.1:1", "--q", "missing"], "there is no Q-table missing"),
        (["127.0.0.1:1", "--chart", "double-exposure"], "needs both dealer cards"),
        (["127.0.0.1:1"], "cannot be reached"),
    ],
)
def test_join_complains_in_a_sentence(tmp_path, words, sentence):
    name = [] if "--name" in words else ["--name", "ann"]
    ended = subprocess.run(
        [CUTCARD, "join", *words, *name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("cutcard: ")
    assert sentence in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_join_by_hand_hits_stands_and_leaves(tmp_path, serve):
    server: Server = serve("--rounds", "1", "--seed", "1")
    for typed, code in (("s", 0), ("", 130), ("xq", 130)):
        ended = subprocess.run(
            [CUTCARD, "join", f"127.0.0.1:{server.port}", "--name", "ann", "--human"],
            cwd=tmp_path,
            input="\n".join(typed) + "\n" if typed else "",
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (code, "")
        assert f"{int(code == 0)} rounds: " in ended.stdout
