"""Records of fair tables: the vector of docs/web.md, and every change of it that must be found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.longest import dealers_most_cards, most_cards
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.cards import DECK
from cutcard.driver import CHANCE
from cutcard.front.choice import game
from cutcard.net.entries import Entry, as_entry
from cutcard.net.fair import (
    NO_COMMITMENT,
    commitment,
    mix,
    nonce_digest,
    order_key,
    shuffled,
)
from cutcard.net.fair_tables import PlacedCards, misfit, rules_text, table_terms
from cutcard.net.record import InvalidRecord, written_record
from cutcard.net.table_entries import Seated, Settled, Unsettled
from cutcard.net.verification import verify

DOCUMENT = Path(__file__).parents[2] / "docs" / "web.md"
TABLE = bytes(range(16))
SECRET = bytes(range(32))
NONCES = [b"\x11" * 32, b"\x22" * 32]
RULES = game("vegas-strip", reshuffle="every-round").rules


def _no_note(note: str) -> None:
    raise AssertionError(note)


def _lines() -> list[dict[str, Any]]:
    """The lines of the document's proof."""
    written = re.findall(r'^\{"before".*\}$', DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    return [json.loads(line) for line in written]


def _entries() -> tuple[Seated, Settled]:
    found: list[Entry] = []
    for line in _lines()[1:]:
        del line["before"], line["seal"]
        found.append(as_entry(line))
    seated, settled = found
    assert isinstance(seated, Seated)
    assert isinstance(settled, Settled)
    return seated, settled


def _verified(tmp_path: Path, *entries: Entry, tell: Callable[[str], None] = _no_note) -> Any:
    path = tmp_path / "proof.jsonl"
    path.write_text(written_record("player", entries))
    return verify(path, tell)


def test_the_documents_vector_is_what_follows() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    terms = table_terms(TABLE, 2, 30, RULES)
    of_round = terms.of_round(1, NO_COMMITMENT)
    commit = commitment(of_round, SECRET)
    digests = [nonce_digest(commit, seat, nonce) for seat, nonce in enumerate(NONCES)]
    key = order_key(commit, digests, SECRET, NONCES)
    assert rules_text(RULES.plain()) in text
    for name, value in (
        ("rules", terms.rules),
        ("terms", of_round),
        ("C", commit),
        ("digest of seat 0", digests[0]),
        ("digest of seat 1", digests[1]),
        ("L", mix("list", commit, *digests)),
        ("key", key),
    ):
        assert f"| {name} | `{value.hex()}` |" in text
    order = shuffled(key, 6)
    assert len(order) == 312
    assert f"begins `{' '.join(card.text for card in order[:27])}`" in text


def test_the_documents_proof_is_accepted_as_it_stands(tmp_path: Path) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    lines = re.findall(r'^\{"before".*\}$', text, re.MULTILINE)
    path = tmp_path / "proof.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines))
    assert verify(path, _no_note).counts["played"] == 1
    assert written_record("player", _entries()) == path.read_text()


@pytest.mark.parametrize(
    "changed",
    [
        {"round": 2},
        {"earlier": "1" * 64},
        {"commit": "1" * 64},
        {"nonce": "2" * 64},
        {"secret": "1" * 64},
        {"digests": ["1" * 64, "2" * 64]},
        {"nonces": ["1" * 64, "1" * 64]},
        {"nonces": ["1" * 64]},
        {"digests": []},
        {"places": [0]},
        {"bets": [2, 2]},
        {"bets": [0, 1]},
        {"purses": [196, 197], "bets": [1, 1]},
        {"moves": ["hit", "hit", "stand", "hit", "hit", "stand"]},
        {"moves": ["hit", "hit", "hit", "stand", "hit", "hit"]},
        {"moves": ["hit", "hit", "hit", "stand", "hit", "hit", "stand", "stand"]},
        {"moves": ["split", "hit", "hit", "stand", "hit", "hit", "stand"]},
        {"moves": ["dance"]},
        {"hands": [["3c 3s 7h 3c 5d"], ["4h 6s 2c 8d"]]},
        {"hands": [["4h 6s 2c 8d"], ["3c 3s 7h 3c 4d"]]},
        {"dealer": "Ac As Qd Ad Ah"},
        {"gains": [4, 4]},
        {"gains": [-4, 2]},
    ],
)
def test_a_proof_with_any_part_changed_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    seated, settled = _entries()
    try:
        other = replace(settled, **changed)
    except ValueError:
        return  # it is not even a line of a record
    with pytest.raises(InvalidRecord):
        _verified(tmp_path, seated, other)


@pytest.mark.parametrize(
    "changed",
    [
        {"table": "00" * 16},
        {"seats": 3},
        {"seat": 1},
        {"seconds": 31},
        {"rules": {**RULES.plain(), "hit_soft_17": True}},
        {"rules": {**RULES.plain(), "decks": 5}},
        {"rules": {**RULES.plain(), "decks": 1}},
        {"rules": {**RULES.plain(), "reshuffle": "75%"}},
        {"rules": {**RULES.plain(), "colour": "red"}},
        {"rules": {"decks": "infinite"}},
    ],
)
def test_a_proof_on_other_terms_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    seated, settled = _entries()
    with pytest.raises(InvalidRecord):
        _verified(tmp_path, replace(seated, **changed), settled)


def _round(seated: Seated, number: int, earlier: str, random: Random) -> Settled:
    """A round that is played at random, with all that follows."""
    rules = Rules(**seated.rules)
    table = bytes.fromhex(seated.table)
    terms = table_terms(table, seated.seats, seated.seconds, rules, seated.rules)
    secret, nonces = random.randbytes(32), [random.randbytes(32) for _ in range(seated.seats)]
    commit = commitment(terms.of_round(number, bytes.fromhex(earlier)), secret)
    digests = [nonce_digest(commit, seat, nonce) for seat, nonce in enumerate(nonces)]
    order = shuffled(order_key(commit, digests, secret, nonces), terms.decks)
    places = sorted(random.sample(range(seated.seats), random.randint(1, seated.seats)))
    bets = tuple(random.randint(1, 5) for _ in places)
    purses = tuple(random.randint(0, 20) for _ in places)
    cards = PlacedCards(order, terms.parties, places)
    state, moves = Round.start(rules, bets, purses), []
    while not state.over:
        if state.turn == CHANCE:
            state = state.apply(cards.draw(state))
        else:
            action = Action.SPLIT if Action.SPLIT in state.legal else random.choice(state.legal)
            moves.append(str(action))
            state = state.apply(action)
    hands = [[str(box.hand) for box in state.boxes if box.seat == one] for one in range(len(bets))]
    return Settled(
        table=seated.table,
        round=number,
        earlier=earlier,
        commit=commit.hex(),
        nonce=nonces[seated.seat].hex(),
        secret=secret.hex(),
        digests=[digest.hex() for digest in digests],
        nonces=[nonce.hex() for nonce in nonces],
        places=places,
        bets=list(bets),
        purses=list(purses),
        moves=moves,
        hands=hands,
        dealer=str(state.dealer),
        gains=list(state.nets),
    )


@pytest.mark.parametrize("name", ["vegas-strip", "european", "double-exposure", "downtown", "cs50"])
def test_rounds_with_splits_are_accepted_one_after_another(tmp_path: Path, name: str) -> None:
    rules = game(name, reshuffle="every-round").rules
    seats = max(seats for seats in range(1, 8) if not misfit(rules, seats))
    seated = Seated("ab" * 16, "Ann", seats - 1, seats, rules.plain(), 0)
    random, earlier, rounds = Random(name), NO_COMMITMENT.hex(), []
    for number in range(1, 61):
        rounds.append(_round(seated, number, earlier, random))
        earlier = rounds[-1].commit
    assert _verified(tmp_path, seated, *rounds).counts["played"] == 60
    assert _verified(tmp_path, seated, *rounds[10:]).counts["played"] == 50
    notes: list[str] = []
    _verified(tmp_path, seated, *rounds[:10], *rounds[20:], tell=notes.append)
    assert any("10 rounds of a table between others are not in the record" in one for one in notes)
    other = [*rounds[:10], replace(rounds[10], earlier="0" * 64)]
    with pytest.raises(InvalidRecord, match="the commitment of the round before is another"):
        _verified(tmp_path, seated, *other)
    with pytest.raises(InvalidRecord, match="round 1 of the table follows round 2"):
        _verified(tmp_path, seated, *rounds[:2], rounds[0])


def test_a_proof_stays_one_when_the_game_gets_new_rules(tmp_path: Path) -> None:
    """Records of tables name the rules that there were; those that came later stand as ever."""
    named = RULES.plain()
    del named["dealer_22"]
    seated = Seated("ab" * 16, "Ann", 0, 2, named, 0)
    played = _round(seated, 1, NO_COMMITMENT.hex(), Random(22))
    assert _verified(tmp_path, seated, played).counts["played"] == 1
    for other in (RULES.plain(), {**named, "dealer_22": "push"}):
        with pytest.raises(InvalidRecord, match="the commitment does not follow"):
            _verified(tmp_path, replace(seated, rules=other), played)


def test_unfinished_rounds_keep_their_place_in_the_chain(tmp_path: Path) -> None:
    seated, first = _entries()
    commit = "ab" * 32
    nonce = "cd" * 32
    own = nonce_digest(bytes.fromhex(commit), 0, bytes.fromhex(nonce)).hex()
    broken = Unsettled(
        seated.table, 2, first.commit, commit, "broken off", "silence", nonce, [own, "0" * 64], []
    )
    found = _verified(tmp_path, seated, first, broken)
    assert dict(found.counts) == {"played": 1, "broken off": 1}
    void = replace(broken, how="void", nonce="", digests=[])
    assert _verified(tmp_path, seated, first, void).counts["void"] == 1
    for wrong in (
        replace(broken, how="void"),
        replace(void, how="broken off"),
        replace(broken, digests=["0" * 64, own]),
        replace(broken, earlier="0" * 64),
    ):
        with pytest.raises(InvalidRecord):
            _verified(tmp_path, seated, first, wrong)


@pytest.mark.parametrize("decks", [1, 2, 6])
@pytest.mark.parametrize("hands", [1, 2, 4])
@pytest.mark.parametrize("stands", [True, False])
def test_no_seat_takes_more_cards_than_the_most(decks: int, hands: int, stands: bool) -> None:
    """Shoes of small cards first, played by hitting and splitting as long as that is legal."""
    rules = Rules(decks=decks, max_hands=hands, stand_on_21=stands, hit_split_aces=True)
    most, longest = most_cards(rules, decks), 0
    random = Random(f"{decks} {hands} {stands}")
    for _ in range(200):
        pile = sorted(DECK * decks, key=lambda card: card.points + 3 * random.random())
        state = Round.start(rules, (1,))
        while not state.over:
            if state.turn == CHANCE:
                # The dealer's first cards are high ones, the seat's come from the small end.
                state = state.apply(pile.pop(0 if state.owed[0] >= 0 else -1))
            elif Action.SPLIT in state.legal:
                state = state.apply(Action.SPLIT)
            else:
                state = state.apply(Action.HIT if Action.HIT in state.legal else Action.STAND)
        longest = max(longest, sum(len(box.hand.cards) for box in state.boxes))
        assert len(state.dealer.cards) <= dealers_most_cards(decks)
    assert longest <= most
    assert longest > most // 2  # the bound is not idle


def test_the_count_is_that_of_the_networks_game() -> None:
    assert most_cards(game("cs50").rules, 1) == 12
    fits = game("cs50", reshuffle="every-round", shuffle="uniform").rules
    assert [seats for seats in range(1, 8) if not misfit(fits, seats)] == [1, 2, 3]
