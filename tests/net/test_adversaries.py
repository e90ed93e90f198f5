"""Every trick of a dealer is caught by an honest player, or gains the dealer nothing."""

from __future__ import annotations

import json
import math
import re
import secrets
import subprocess
import time
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from statistics import fmean, stdev

import pytest
from net import adversaries
from net.adversaries import TRICKS, in_general, sentence
from net.crooked import (
    Dealer,
    HungUp,
    Meeting,
    Trick,
    hits_to_17,
    meet,
    result_of,
    thinking,
    total,
)
from net.tricks_in_endings import (
    RevealWithheldByCutLine,
    RevealWithheldByQuit,
    WithholdsNonceWhenWeWouldWin,
)
from net.tricks_in_play import SameCardTwice, WrongHit, WrongResult
from net.tricks_in_shuffle import (
    AnotherSecret,
    ChoosesAfterUsAtTheFirstSeat,
    DigestCopied,
    RoundSkipped,
    TwoCommitments,
)
from net.wire import PATIENCE, Serve, cutcard

from cutcard.cards import DECK
from cutcard.net.cross_check import differences
from cutcard.net.fair import nonce_digest
from cutcard.net.messages import read_from_dealer, read_from_player
from cutcard.net.rounds import ByPlace, Dialect, replayed
from cutcard.net.verification import verify

DOCUMENT = Path(__file__).parents[2] / "docs" / "network.md"


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
def test_the_trick_is_caught(trick: type[Trick], tmp_path: Path):
    record = tmp_path / "mine.jsonl"
    meeting = trick().meet(record)
    assert re.search(trick.says, sentence(meeting))
    found = verify(record, lambda note: None)
    match trick.caught:
        case "breach":
            assert meeting.how == "breach"
            assert meeting.evidence["failed"] in meeting.sentence
        case "refused":
            assert meeting.how == "refused"
            assert not meeting.proven
        case how:
            assert how in meeting.proof.counts
            assert "failed" not in meeting.proof.counts
    # The record tells of the round what the player has told.
    assert +found.counts == +meeting.proof.counts


def test_an_honest_dealer_of_the_same_kind_is_never_accused():
    """What is caught above is the trick, not the dealer that the tests have."""
    for seats, dialect in product((1, 2, 3), ("course", "original")):
        for seat in range(seats):

            class Honest(Dealer):
                rounds = 20

                def result(self) -> str:
                    told = super().result()
                    return "LOOSE" if (told, self.dialect) == ("BUST", "original") else told

            Honest.seats, Honest.seat, Honest.dialect = seats, seat, dialect
            with Honest() as dealer:
                meeting = meet(dealer.port, hits_to_17)
            assert (meeting.how, meeting.sentence, meeting.proven) == ("ended", "", 20)


def test_the_document_has_the_table_as_it_is_printed():
    assert adversaries.table() in DOCUMENT.read_text()


JOINED = [
    WrongHit,
    WrongResult,
    AnotherSecret,
    TwoCommitments,
    DigestCopied,
    RoundSkipped,
    SameCardTwice,
    ChoosesAfterUsAtTheFirstSeat,
]


def join(port: int, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [cutcard(), "join", f"127.0.0.1:{port}", "--name", "ann", "--fair", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("trick", JOINED, ids=lambda trick: trick.__name__)
def test_join_names_the_trick_and_leaves_evidence(trick: type[Trick], tmp_path: Path):
    class Patient(trick):  # type: ignore[misc, valid-type]
        rounds = 200

    with Patient() as dealer:
        ended = join(dealer.port, tmp_path, "--record", "mine.jsonl")
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    [told] = [line for line in ended.stderr.splitlines() if "the evidence is in" in line]
    assert re.search(trick.says, told)
    [evidence] = tmp_path.glob("cutcard-evidence-*.json")
    assert evidence.name in told
    held = json.loads(evidence.read_text())
    assert held["failed"] in told
    for message in held["messages"]:
        way, _, text = message.partition(" ")
        read = {"<": read_from_dealer, ">": read_from_player}[way]
        assert str(read(text)) == text


def test_a_dealer_cannot_write_over_the_evidence_of_another_game(tmp_path: Path):
    class SameTable(WrongResult):
        def game(self) -> None:
            self.table = bytes(16)
            super().game()

    for _ in range(3):
        with SameTable() as dealer:
            assert join(dealer.port, tmp_path).returncode == 1
    kept = [json.loads(path.read_text()) for path in tmp_path.glob("cutcard-evidence-*.json")]
    assert len({evidence["your nonce"] for evidence in kept}) == 3


@pytest.mark.parametrize(
    "trick",
    [
        RevealWithheldByQuit,
        RevealWithheldByCutLine,
        WithholdsNonceWhenWeWouldWin,
    ],
    ids=lambda trick: trick.__name__,
)
def test_join_counts_a_round_broken_off_as_won_and_as_nothing_else(
    trick: type[Trick], tmp_path: Path
):
    with trick() as dealer:
        ended = join(dealer.port, tmp_path, "--record", "mine.jsonl")
    assert ended.returncode == 1
    found = verify(tmp_path / "mine.jsonl", lambda note: None).counts
    said = re.search(
        r"(\d+) rounds?: (\d+) won, (\d+) pushed, (\d+) lost; (\d+) broken off \(counted as won\)",
        ended.stdout,
    )
    assert said, ended.stdout
    rounds, won, pushed, lost, broken = map(int, said.groups())
    assert (rounds, broken) == (found["played"], found["broken off"])
    assert won + pushed + lost == rounds
    assert "evidence" not in ended.stderr


def test_a_seeded_dealer_is_refused(serve: Serve, tmp_path: Path):
    server = serve("--seed", "7", "--record", "dealer.jsonl")
    ended = join(server.port, tmp_path)
    assert ended.returncode == 1
    assert "the dealer proves nothing: this dealer deals by a seed" in ended.stderr
    # With a player who does not ask for proof it plays, and its record says by what.
    caller = server.call("JOIN bob")
    caller.hear_until("DECISION")
    caller.say("STAND")
    caller.hear_until("RESULT")
    server.stop()
    _, opened, *_ = (tmp_path / "dealer.jsonl").read_text().splitlines()
    assert '"proof":"seeded"' in opened
    assert '"seed":"7"' in opened


def test_a_person_who_thinks_beyond_the_limit_is_late():
    """The other side of the tricks with time: here the dealer is right."""

    class Punctual(Trick):
        seconds = 5
        pace = 20.0
        player = staticmethod(thinking(0.6))

        def ask(self) -> bool:
            self.say("DECISION")
            time.sleep(0.4)
            self.say("QUIT")
            self.hear()
            raise HungUp

    meeting = Punctual().meet()
    assert [how for how, _ in meeting.endings] == ["late"]


def test_moves_of_others_change_no_card_of_ours_nor_of_the_dealers():
    """Whatever three seats do, two of them have the same cards and the dealer draws the same."""
    for _ in range(20):
        order = list(DECK)
        secrets.SystemRandom().shuffle(order)
        seen: dict[str, set[str]] = {}
        for moves in product(("S", "HS", "HHS", "H", "HH"), repeat=3):
            try:
                play = replayed(ByPlace(order, 4, [0, 1, 2]), moves, Dialect.COURSE)
            except ValueError:
                continue  # a bust ends a hand sooner, and a hand that is not a bust goes on
            ours = str(play.state.boxes[1].hand)
            bust = all(box.hand.bust for box in play.state.boxes)
            seen.setdefault(f"{moves[1]} {play.results()[1]}", set()).add(ours)
            if not bust:
                seen.setdefault("dealer", set()).add(str(play.dealer))
        assert all(len(hands) == 1 for hands in seen.values()), seen
        by_moves = [key.split()[0] for key in seen if key != "dealer"]
        assert len(by_moves) == len(set(by_moves)), "the same moves came to two results"


# What a dealer gains by ending rounds: nothing, if they are counted as the document says.

SCORES = {"WIN": 1, "PUSH": 0, "LOOSE": -1, "BUST": -1}


class Foreseeing(Dealer):
    """Knows how the player plays, and what would come of the round, before a card is dealt."""

    rounds = 12

    def foreseen(self) -> str:
        hand = [self.due(self.seat, 0), self.due(self.seat, 1)]
        while total(hand) < 17:
            hand.append(self.due(self.seat, len(hand)))
        return result_of(hand, self.dealers_hand())


class BreaksOffWhenLosing(Foreseeing):
    """Ends every round that the player would win, and names a seat for it."""

    seats = 2

    def round(self) -> None:
        self.commit()
        self.bind()
        self.nonces[self.seat] = bytes.fromhex(self.hear("NONCE"))
        self.shuffle()
        if self.foreseen() == "WIN":
            self.say("BROKEN 1")
            return
        self.say(*self.nonces_shown())
        self.deal()
        self.settle()


class VoidsAtWill(Foreseeing):
    """Ends rounds before the player shows its nonce, by all that can be known until then."""

    seats = 2

    def round(self) -> None:
        self.commit()
        self.digest = bytes.fromhex(self.hear("DIGEST"))
        self.nonces = {1: secrets.token_bytes(32)}
        if self.digest[0] < 128:  # as good a reason as any: nobody can know what it leads to
            self.say("BROKEN 1")
            return
        self.digests = [self.digest, nonce_digest(self.c, 1, self.nonces[1])]
        self.say(*self.digests_shown())
        self.open()
        self.deal()
        self.settle()


def scores(dealer: Callable[[], Dealer], rounds: int) -> tuple[list[int], list[int], int]:
    """The player's scores by its own count, those of finished rounds alone, and the voids."""
    counted: list[int] = []
    finished: list[int] = []
    void = 0
    while len(counted) < rounds:
        with dealer() as table:
            meeting: Meeting = meet(table.port, hits_to_17)
        assert meeting.how in ("ended", "left")
        played = [SCORES[result] for result in meeting.guest.results]
        assert len(played) == meeting.proven
        finished += played
        counted += played + [1] * meeting.proof.counts["broken off"]
        void += meeting.proof.counts["void"]
    return counted, finished, void


def standard_error(sample: list[int]) -> float:
    return stdev(sample) / math.sqrt(len(sample))


@cache
def honest_scores() -> tuple[list[int], int]:
    """The player's scores against an honest dealer who foresees as much, and the voids."""
    counted, _, void = scores(Foreseeing, 600)
    return counted, void


def test_breaking_off_rounds_gains_the_dealer_nothing():
    honest, _ = honest_scores()
    counted, finished, _ = scores(BreaksOffWhenLosing, 600)
    error = math.hypot(standard_error(honest), standard_error(counted))
    assert fmean(counted) >= fmean(honest) - 4 * error
    # What the rule is good for: among the finished rounds alone the player never wins.
    assert max(finished) <= 0
    assert fmean(finished) < fmean(honest) - 4 * error


def test_void_rounds_are_worth_nothing_to_the_dealer():
    honest, none = honest_scores()
    counted, finished, void = scores(VoidsAtWill, 400)
    assert not none
    assert void > 100
    assert counted == finished
    error = math.hypot(standard_error(honest), standard_error(counted))
    assert abs(fmean(counted) - fmean(honest)) <= 4 * error


# What one player alone cannot see, and two records show.


class TwoFaced(Dealer):
    """Deals to one of two players, and invents the other's part."""

    seats = 2
    rounds = 2
    shared: dict[int, bytes]
    name: bytes

    def game(self) -> None:
        self.table = self.name
        super().game()

    def make_secret(self) -> bytes:
        return self.shared.setdefault(self.number, secrets.token_bytes(32))


def test_two_players_who_are_shown_different_lists_find_it_by_their_records(tmp_path: Path):
    TwoFaced.shared, TwoFaced.name = {}, secrets.token_bytes(16)
    records = []
    for seat in (0, 1):
        TwoFaced.seat = seat
        record = tmp_path / f"seat{seat}.jsonl"
        with TwoFaced() as dealer:
            meeting = meet(dealer.port, record=record, name=f"player{seat}")
        assert (meeting.how, meeting.proven) == ("ended", 2)
        records.append(verify(record, lambda note: None))
    found = list(differences(records))
    assert any("round 1: the digests" in difference for difference in found)
    assert any("round 2: the nonces" in difference for difference in found)
    assert in_general(found[0])


class CommitsToTheSecondRoundFirst(Dealer):
    def say_commitment(self) -> None:
        self.say(f"COMMIT 2 {self.seat} {self.c.hex()}")


def test_a_breach_in_the_first_commitment_is_before_the_first_round(tmp_path: Path):
    record = tmp_path / "mine.jsonl"
    with CommitsToTheSecondRoundFirst() as dealer:
        meeting = meet(dealer.port, record=record)
    assert meeting.sentence.startswith("before the first round: the dealer commits itself for")
    assert verify(record, lambda note: None).counts["failed"] == 1
