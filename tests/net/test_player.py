"""The player's side of the wire, fed with scripts and with rubbish."""

from __future__ import annotations

import contextlib
import re
import subprocess
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from net.wire import PATIENCE, FakeDealer, Server, cutcard, read_lines, read_until

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart
from cutcard.cards import DECK, Card
from cutcard.editions.cs50.player import LearningGuest
from cutcard.learn.qtable import QTable
from cutcard.net.fair import RULES_DIGEST
from cutcard.net.messages import ProtocolError
from cutcard.net.player import Game
from cutcard.net.proof import Proof, Unproven


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

    def result(self, result: str, hand: Hand) -> None:
        self.notes.append(f"{result} with {hand.total}")


TERMS = b"TERMS " + b"00" * 16 + b" 2 1 " + RULES_DIGEST.hex().encode() + b" course 60"

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
        b"COMMIT 1 0 " + b"00" * 32,
        TERMS,
        b"DIGEST 0 " + b"00" * 32,
        b"NONCE 0 " + b"00" * 32,
        b"REVEAL " + b"00" * 32,
        b"BROKEN 0",
        b"REFUSED no",
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
    game = Game("ann", make(), Proof("ann") if fair else None)
    with contextlib.suppress(ProtocolError, Unproven):
        for piece in pieces:
            for answer in game.feed(piece):
                assert answer.endswith((b"\0", b"\n"))


@pytest.mark.parametrize("guest", ["chart", "table", "training"])
def test_a_dealer_may_ask_after_a_bust_and_of_any_hand(guest: str):
    """The original's dealer asks on after a bust; a false one deals the same card for ever."""
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


def test_card_after_result_begins_the_next_round():
    """The authors' own dealer says BEGIN only once."""
    guest = Noting()
    game = Game("ann", guest)
    again = ROUND.removeprefix(b"BEGIN\0")
    assert len(list(game.feed(ROUND + again + again + b"QUIT\0"))) == 6
    assert [note for note in guest.notes if note.startswith("round")] == [
        "round 1",
        "round 2",
        "round 3",
    ]
    assert guest.notes.count("PUSH with 17") == 3


@pytest.mark.parametrize("size", [25, 1024])
def test_padded_messages_are_understood(size: int):
    game = Game("ann", Noting())
    data = b"".join(text.ljust(size, b"\0") for text in ROUND.split(b"\0")[:-1])
    assert list(game.feed(data)) == [b"HIT\0", b"STAND\0"]


def join(dealer: FakeDealer, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ended = join_at(dealer.port, folder, *words)
    dealer.close()
    return ended


def join_at(port: int, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ended = subprocess.run(
        [cutcard(), "join", f"127.0.0.1:{port}", "--name", "ann", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "Traceback" not in ended.stderr
    return ended


STOOD = b"BEGIN\0CARD Ten of Spades\0CARD King of Hearts\0DEALER Ace of Clubs\0DECISION\0"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (STOOD, "came out of turn: TERMS, REFUSED or QUIT may come now"),
        (b"COMMIT " + b"00" * 32 + b"\0", "takes 3 words"),
        (b"QUIT\0", "it has ended before the first round"),
        (TERMS + b"\0QUIT\0", "it has ended before the first round"),
        (b"REFUSED this dealer deals by a seed and proves nothing\0QUIT\0", "by a seed"),
    ],
    ids=["plays on", "first form", "quits", "quits after its terms", "refuses"],
)
def test_a_dealer_that_proves_nothing_is_left(tmp_path, said, why):
    ended = join(FakeDealer([said]), tmp_path, "--fair")
    assert ended.returncode == 1
    assert ended.stderr.startswith("cutcard: the dealer proves nothing: ")
    assert why in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_seeded_dealer_is_left(tmp_path, serve):
    server: Server = serve("--seed", "1")
    ended = join_at(server.port, tmp_path, "--fair")
    assert ended.returncode == 1
    assert ended.stderr == (
        "cutcard: the dealer proves nothing: this dealer deals by a seed and proves nothing\n"
    )


# Slow, silent and clumsy dealers.


def test_messages_without_an_end_count_after_silence(tmp_path):
    """As a dealer sends them that forgets the NUL and waits a little between messages."""
    texts = [text for text in STOOD.split(b"\0") if text]
    script: list[bytes | float | None] = []
    for text in texts:
        script += [text, 0.3]
    ended = join(FakeDealer([*script, None, b"RESULT WIN", 0.3, b"QUIT"]), tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\n1 round: 1 won, 0 pushed, 0 lost.\n" in ended.stdout


@pytest.mark.parametrize(
    ("told", "summary"),
    [([STOOD, None], "0 rounds: "), ([STOOD, None, b"RESULT WIN\0"], "1 round: 1 won")],
    ids=["in a round", "between rounds"],
)
def test_a_dealer_that_falls_silent_is_given_up(tmp_path, told, summary):
    ended = join(FakeDealer([*told, 4.0]), tmp_path, "--patience", "0.5")
    assert ended.returncode == 1
    assert ended.stderr == "cutcard: the dealer has said nothing for 0.5 s\n"
    assert summary in ended.stdout


def test_the_first_round_is_waited_for_and_it_is_said_for_whom(tmp_path):
    dealer = FakeDealer([3.0, b"QUIT\0"])
    ended = join(dealer, tmp_path, "--patience", "0.5")
    assert ended.returncode == 0
    assert ended.stderr == (
        f"cutcard: waiting for the dealer at 127.0.0.1 port {dealer.port} to begin\n"
    )


def person(port: int, folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [cutcard(), "join", f"127.0.0.1:{port}", "--name", "ann", "--human", *words],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def hear_that_the_game_has_ended(person: subprocess.Popen[str]) -> None:
    """Wait until a person is told so, while the prompt waits."""
    assert person.stderr is not None
    told = person.stderr.readline()
    assert told == "cutcard: the dealer has ended the game meanwhile; any key goes on\n"


def test_a_slow_person_is_told_that_the_seat_was_taken_back(tmp_path, serve):
    server: Server = serve("--decision-seconds", "0.5")
    slow = person(server.port, tmp_path)
    hear_that_the_game_has_ended(slow)
    out, err = slow.communicate("s\n", timeout=PATIENCE)
    assert slow.returncode == 1
    assert re.search(
        r"cutcard: the dealer took your seat back after \d s without a decision\n", err
    )
    assert "\n0 rounds: 0 won, 0 pushed, 0 lost.\n" in out


def test_a_slow_fair_person_is_late_by_its_own_clock(tmp_path, serve):
    server: Server = serve("--decision-seconds", "5")
    slow = person(server.port, tmp_path, "--fair", "--record", "mine")
    hear_that_the_game_has_ended(slow)
    out, err = slow.communicate("s\n", timeout=PATIENCE)
    assert slow.returncode == 1
    # A fair player's dealer waits two seconds longer than it says.
    assert re.search(r"took your seat back after ([789]|1\d) s", err)
    assert "; 1 late.\n" in out
    assert read_lines(tmp_path / "mine")[-1]["late"] == 1


@pytest.mark.parametrize("typed", ["s\n", "x\n", "q\n", "\n", ""])
def test_a_person_hears_that_the_game_has_ended_while_the_prompt_waits(tmp_path, serve, typed):
    server: Server = serve("--decision-seconds", "0.5")
    slow = person(server.port, tmp_path)
    hear_that_the_game_has_ended(slow)
    out, err = slow.communicate(typed, timeout=PATIENCE)
    assert slow.returncode == 1
    assert out.count("[h]it  [s]tand: ") == 1
    assert "the dealer took your seat back" in err


def test_a_fair_player_whose_output_is_closed_is_late_by_its_own_fault(tmp_path, serve):
    """As after `join --fair | head -1`: the dealer has done nothing wrong, and all is recorded."""
    server: Server = serve("--record", "dealer")
    player = subprocess.Popen(
        [
            *(cutcard(), "join", f"127.0.0.1:{server.port}", "--name", "ann"),
            *("--fair", "--record", tmp_path / "mine"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert player.stdout is not None
    player.stdout.close()
    assert player.wait(PATIENCE) == 141
    *_, witnessed, left = read_lines(tmp_path / "mine")
    assert (witnessed["kind"], witnessed["how"]) == ("witnessed", "late")
    assert (left["kind"], left["late"], left["broken"]) == ("left", 1, 0)


def test_a_dealer_that_quits_early_is_no_delay_of_the_players(tmp_path):
    """The person would have decided in time; by the person's clock the dealer was early."""
    asked = threading.Event()
    dealer = FakeDealer([STOOD, asked, b"QUIT\0"])
    slow = person(dealer.port, tmp_path)
    read_until(slow.stdout, "[s]tand: ")
    asked.set()
    hear_that_the_game_has_ended(slow)
    _, err = slow.communicate("s\n", timeout=PATIENCE)
    dealer.close()
    assert slow.returncode == 1
    assert re.search(r"took your seat back after \d s without a decision", err)


@pytest.mark.parametrize(
    ("words", "proof"),
    [
        ([], None),
        (["--chart", "single-deck"], None),
        (["--fair"], "follow from what everybody had been bound to before.\n"),
    ],
)
def test_join_plays_a_table_to_its_end(tmp_path, serve, words, proof):
    server: Server = serve("--rounds", "5", "--record", "record")
    ended = subprocess.run(
        [cutcard(), "join", f"127.0.0.1:{server.port}", "--name", "ann", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\n5 rounds: " in ended.stdout
    if proof:
        assert ended.stdout.endswith(proof)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["127.0.0.1"], "is not an address"),
        (["127.0.0.1:x"], "is not a port"),
        (["127.0.0.1:70000"], "is not a port"),
        (["nowhere.invalid:1"], "cannot be reached"),
        (["127.0.0.1:1", "--name", "a b"], "is not a name"),
        (["127.0.0.1:1", "--name", "é"], "is not a name: it must be one word of printable ASCII"),
        (["127.0.0.1:1", "--q", "missing"], "there is no Q-table missing"),
        (["127.0.0.1:1", "--chart", "double-exposure"], "needs both dealer cards"),
        (["127.0.0.1:1", "--record", "mine"], "go with --fair"),
        (["127.0.0.1:1", "--patience", "0"], "seconds are not possible"),
        (["127.0.0.1:1"], "cannot be reached"),
    ],
)
def test_join_complains_in_a_sentence(tmp_path, words, sentence):
    name = [] if "--name" in words else ["--name", "ann"]
    ended = subprocess.run(
        [cutcard(), "join", *words, *name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
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
            [cutcard(), "join", f"127.0.0.1:{server.port}", "--name", "ann", "--human"],
            cwd=tmp_path,
            input="\n".join(typed) + "\n" if typed else "",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (code, "")
        assert ("\n1 round: " if code == 0 else "\n0 rounds: ") in ended.stdout
        told = "'x' is neither: h hits, s stands, q leaves the table.\n"
        assert (told in ended.stdout) == ("x" in typed)
