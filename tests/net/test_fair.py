"""Fair decks: every side has its say in them, in the right order, and all of them are as likely."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from net.reference import NEW_DECK, Replay, shuffled
from net.wire import Serve, at_once, hit_once, kinds, read_lines

from cutcard.net.fair import FairDeck, digest
from cutcard.shoes import ShoeEmpty


def drawn(secret: bytes, nonces: list[bytes], number: int) -> list[str]:
    deck = FairDeck(secret, nonces, number)
    return [deck.draw().name for _ in range(52)]


@given(
    st.binary(min_size=1, max_size=64),
    st.lists(st.binary(max_size=64), min_size=1, max_size=7),
    st.integers(1, 2**63),
)
def test_decks_are_as_their_description_says(secret: bytes, nonces: list[bytes], number: int):
    assert drawn(secret, nonces, number) == shuffled(secret, nonces, number)


def test_a_deck_holds_every_card_once_and_then_is_empty():
    deck = FairDeck(b"secret", [b"nonce"], 1)
    assert sorted(deck.draw().name for _ in range(52)) == sorted(NEW_DECK)
    with pytest.raises(ShoeEmpty):
        deck.draw()


def test_everything_that_goes_into_a_deck_changes_it():
    decks = [
        drawn(b"secret", [b"a", b"b"], 1),
        drawn(b"Secret", [b"a", b"b"], 1),
        drawn(b"secret", [b"b", b"a"], 1),
        drawn(b"secret", [b"ab", b""], 1),
        drawn(b"secret", [b"", b"ab"], 1),
        drawn(b"secret", [b"ab"], 1),
        drawn(b"secret", [b"a", b"b", b""], 1),
        drawn(b"secret", [b"a", b"b"], 2),
    ]
    assert len({tuple(deck) for deck in decks}) == len(decks)


def test_the_commitment_is_the_secrets_sha_256():
    assert digest(b"secret") == hashlib.sha256(b"secret").digest()


def test_every_card_is_as_likely_at_every_place():
    """Chi-square over the table of 52 places and 52 cards.

    A shuffle is a permutation matrix, whose covariance is (I - J/n)(x)(I - J/n) / (n - 1). So
    (n - 1) / N times the sum of squared deviations from N / n follows chi-square with
    (n - 1)^2 = 2601 degrees of freedom: mean 2601, variance 5202. The bound is 4 sigma.
    """
    decks = 2000
    counts = {(place, card): 0 for place in range(52) for card in NEW_DECK}
    for number in range(1, decks + 1):
        for place, card in enumerate(drawn(b"any secret", [b"any nonce"], number)):
            counts[place, card] += 1
    statistic = 51 / decks * sum((count - decks / 52) ** 2 for count in counts.values())
    assert abs(statistic - 2601) < 4 * 5202**0.5


@pytest.mark.parametrize("seats", [1, 3])
def test_commit_nonce_play_reveal_quit(serve: Serve, seats: int):
    server = serve("--seats", str(seats), "--rounds", "5", "--record", "record")
    callers = [server.call(f"JOIN p{number} FAIR") for number in range(seats)]
    commits = {caller.hear() for caller in callers}
    assert len(commits) == 1, "a table has one secret"
    for number, caller in enumerate(callers):
        assert caller.silent(0.02)
        caller.say(f"NONCE {number + 1:032x}")
    at_once(*[lambda caller=caller: caller.play(hit_once) for caller in callers])
    table, *played = read_lines(server.folder / "record")
    nonces = [bytes.fromhex(f"{number + 1:032x}") for number in range(seats)]
    assert [bytes.fromhex(nonce) for nonce in table["nonces"]] == nonces
    for seat, caller in enumerate(callers):
        caller.vanish()
        said = kinds(caller.heard)
        assert said[:2] == ["COMMIT", "BEGIN"]
        assert said[-3:] == ["RESULT", "REVEAL", "QUIT"]
        assert said.count("COMMIT") == said.count("REVEAL") == 1
        secret = bytes.fromhex(caller.heard[-2].removeprefix("REVEAL "))
        assert commits == {f"COMMIT {hashlib.sha256(secret).hexdigest()}"}
        for entry in played:
            deck = shuffled(secret, nonces, entry["round"])
            replay = Replay(deck, seats, entry["moves"], course=True)
            assert replay.results == entry["results"]
        cards = [text[5:] for text in caller.heard if text.startswith("CARD")]
        expected = [
            card
            for entry in played
            for card in Replay(
                shuffled(secret, nonces, entry["round"]), seats, entry["moves"], course=True
            ).hands[seat]
        ]
        assert cards == expected


def test_plain_and_fair_players_share_a_table(serve: Serve):
    server = serve("--seats", "2", "--rounds", "1", "--record", "record")
    with server.call("JOIN ann") as ann, server.call("JOIN bob FAIR") as bob:
        bob.hear_until("COMMIT")
        bob.say("NONCE FF")
        at_once(ann.play, bob.play)
        assert not {"COMMIT", "REVEAL"} & set(kinds(ann.heard))
        assert kinds(bob.heard)[-2:] == ["REVEAL", "QUIT"]
    assert read_lines(server.folder / "record")[0]["nonces"] == ["", "ff"]


@pytest.mark.parametrize("said", ["HIT", "JOIN ann", "NONCE", "NONCE zz", f"NONCE {'0' * 130}"])
def test_after_commit_only_a_nonce_may_come(serve: Serve, said: str):
    server = serve("--rounds", "1")
    with server.call("JOIN ann FAIR") as ann:
        ann.hear_until("COMMIT")
        ann.say(said)
        assert ann.rest() == ["QUIT"]


def test_secrets_differ_without_a_seed_and_repeat_with_one(serve: Serve):
    def commit(*words: str) -> str:
        with serve(*words).call("JOIN ann FAIR") as ann:
            return ann.hear() or ""

    assert commit("--seed", "5") == commit("--seed", "5") != commit("--seed", "6")
    assert commit() != commit()
