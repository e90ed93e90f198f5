"""A second verifier for records, written from docs/network.md alone.

It shares no code with the program, and its author had not seen that. It is one
long file, so that it can be read and run without anything else.

``python second_verifier.py FILE…`` prints for each record, as a line of JSON,
how many tables and finished rounds were verified, and exits with 1 if one is
not sound.  Records in the first form (without a chain) are refused.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

RULES_TEXT = (
    "blackjack from one deck shuffled every round; hit or stand, also on 21; "
    "the dealer's first card is hidden; the dealer draws to 17 and stands on "
    "soft 17; a two-card 21 is worth no more than any other; equal totals push"
)
PILE = [rank + suit for suit in "shcd" for rank in "A23456789TJQK"]
ENDINGS = {
    "played": "played",
    "void": "void",
    "broken off": "broken",
    "late": "late",
    "failed": "failed",
}  # witnessed "how" -> count in "left"


# --- The arithmetic of fair dealing ------------------------------------------


def H(purpose: str, *fields: bytes | str | int) -> bytes:
    """SHA-256 over length-prefixed fields; numbers are eight bytes, big-endian."""
    digest = hashlib.sha256()
    for field_ in ("cutcard fair 2", purpose, *fields):
        if isinstance(field_, int):
            data = field_.to_bytes(8, "big")
        else:
            data = field_.encode("ascii") if isinstance(field_, str) else field_
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


RULES = H("rules", RULES_TEXT)


def terms_of(
    table: bytes, number: int, parties: int, decks: int, dialect: str, seconds: int, before: bytes
) -> bytes:
    """The digest of a round's terms; `before` is the C of the round before."""
    return H("terms", table, number, parties, decks, RULES, dialect, seconds, before)


def commitment(terms: bytes, secret: bytes) -> bytes:
    """C, which binds the dealer to its secret."""
    return H("secret", terms, secret)


def nonce_digest(commit: bytes, seat: int, nonce: bytes) -> bytes:
    """What binds a seat to its nonce."""
    return H("nonce", commit, seat, nonce)


def fair_key(commit: bytes, secret: bytes, digests: list[bytes], nonces: list[bytes]) -> bytes:
    """The key of a fair round's order."""
    return H("order", commit, H("list", commit, *digests), secret, *nonces)


def numbers(key: bytes) -> Iterator[int]:
    """An endless stream of 32-bit numbers, eight to a digest."""
    block = 0
    while True:
        digest = H("numbers", key, block)
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def order_of(key: bytes) -> list[str]:
    """The shuffled deck that follows from a key."""
    pile, order, stream = PILE.copy(), [], numbers(key)
    while pile:
        size = len(pile)
        number = next(n for n in stream if n < size * (2**32 // size))
        place = number % size
        order.append(pile[place])
        pile[place] = pile[-1]
        pile.pop()
    return order


# --- The game ----------------------------------------------------------------


def total(hand: list[str]) -> int:
    """The hand's total; one ace counts 11 as long as that makes at most 21."""
    hard = sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in hand)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in hand) else hard


def dealer_hand(cards: list[str]) -> list[str]:
    """The dealer's whole hand: two cards, and more while the total is below 17."""
    size = 2
    while total(cards[:size]) < 17 and size < len(cards):
        size += 1
    return cards[:size]


def result_of(hand: list[str], dealer: list[str], dialect: str) -> str:
    """What the player is told at the end of a round."""
    mine, theirs = total(hand), total(dealer)
    if mine > 21:
        return "BUST" if dialect == "course" else "LOOSE"
    if theirs > 21 or mine > theirs:
        return "WIN"
    return "PUSH" if mine == theirs else "LOOSE"


def check_test_vector() -> None:
    """Compare the arithmetic with the document's test vector."""
    table, secret = bytes(range(16)), bytes(range(32))
    nonces = [b"\x11" * 32, b"\x22" * 32]
    terms = terms_of(table, 1, 3, 1, "course", 60, bytes(32))
    commit = commitment(terms, secret)
    digests = [nonce_digest(commit, seat, nonce) for seat, nonce in enumerate(nonces)]
    key = fair_key(commit, secret, digests, nonces)
    found = [RULES, terms, commit, *digests, H("list", commit, *digests), key]
    assert [value.hex() for value in found] == [
        "49f0ecd1d8630394e42f198e6b7fe40740794c39f9861d57e2cccda181811948",
        "3759619c925fe93bd3e22054490b9778eeaaa62afd20ef153abaf4d414791a58",
        "fea4d14b8f91f6dc95525b46bc3bb1c107cac8bdee0f27f9a72f26a634d3f7dd",
        "9488e01f246d2c8a8e90fc881a08b376d677fbe58a53e23036b72368e0c93dac",
        "223c8019ad56e8e5f8ed57a3a7520c98e2aac1ec20aacd2f63da67781d6b59cf",
        "16b4a52be09420cc820f4c7816e324a141fb48c00df2896c48f4e573e2cd8eef",
        "49d0960ed6a8e91235a282aec2e5b8c30cb5a57ada0a79ec02442d3548083a54",
    ]
    assert " ".join(order_of(key)) == (
        "9h 7d 7h Js Qh 5d 8h Qs 7s Qc 4h 9c 3s 9s 2c Jc Td Ad 2d 6s Ac 2h 5h 8c 3c Jd "
        "3h Kh As 8d Ks 4s 5c 5s 7c 3d 6c Tc 6d 9d 4d Qd 6h 2s Th Ts Kd 8s Ah 4c Kc Jh"
    )


# --- Reading a record --------------------------------------------------------


class RecordError(Exception):
    """A record is not sound; says in which line (from 1), and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


class Unsound(Exception):
    """The reason alone; `verify` adds the number of the line."""


def need(condition: object, reason: str) -> None:
    """Raise `Unsound` with the reason unless the condition holds."""
    if not condition:
        raise Unsound(reason)


def list_of(item: str) -> str:
    """The pattern of a JSON list whose items have a pattern."""
    return rf"\[(?:{item}(?:, {item})*)?\]"


# Every field's value, written as JSON, has to match a pattern.
NUMBER, TEXT = "(?:0|[1-9][0-9]{0,17})", r'"(?:[^"\\]|\\.)*"'
TABLE, DIGEST = '"[0-9a-f]{32}"', '"[0-9a-f]{64}"'
CARD, RESULT, MOVES = "[A2-9TJQK][shcd]", '"(?:WIN|LOOSE|BUST|PUSH)"', '"H*S?"'
HAND = f'"(?:{CARD}(?: {CARD})*)?"'
TERMS = {
    "decks": "1",
    "rules": f'"{RULES.hex()}"',
    "dialect": '"(?:original|course)"',
    "seconds": NUMBER,
}
ROUND = {"table": TABLE, "round": NUMBER}
PROOF = {"secret": f'{DIGEST}|""', "digests": list_of(DIGEST), "nonces": list_of(DIGEST)}
COUNTS = {"table": TABLE, "played": NUMBER, "void": NUMBER, "broken": NUMBER}
SHAPES: dict[str, dict[str, str]] = {
    "begun": {"keeper": '"(?:dealer|player)"', "version": "2"},
    "opened": {
        "table": TABLE,
        "proof": '"(?:fair|seeded|none)"',
        "names": list_of(TEXT),
        **TERMS,
        "seed": '"(?:0|[1-9][0-9]*)?"',
        "number": NUMBER,
    },
    "committed": {**ROUND, "commit": DIGEST},
    "played": {
        **ROUND,
        "seats": list_of(NUMBER),
        **PROOF,
        "cards": list_of(HAND),
        "dealer": HAND,
        "moves": list_of(MOVES),
        "results": list_of(RESULT),
    },
    "broken": {**ROUND, "by": f"{NUMBER}|null", "opened": list_of(NUMBER)},
    "closed": COUNTS,
    "joined": {"table": TABLE, "name": TEXT, "parties": "[234]", **TERMS},
    "bound": {**ROUND, "seat": NUMBER, "commit": DIGEST, "digest": DIGEST},
    "witnessed": {
        **ROUND,
        "seat": NUMBER,
        "how": f'"(?:{"|".join(ENDINGS)})"',
        "why": TEXT,
        "commit": DIGEST,
        "nonce": f'{DIGEST}|""',
        **PROOF,
        "cards": HAND,
        "open": f'"(?:{CARD})?"',
        "moves": MOVES,
        "result": f'{RESULT}|""',
    },
    "accused": {**ROUND, "why": TEXT, "messages": list_of(TEXT)},
    "left": {**COUNTS, "late": NUMBER, "failed": NUMBER},
}
LINE = re.compile(rb'(\{"before":"((?:[0-9a-f]{64})?)".*),"seal":"([0-9a-f]{64})"\}', re.DOTALL)


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose names are all different."""
    need(len(dict(pairs)) == len(pairs), "a field is there twice")
    return dict(pairs)


def read_line(line: bytes, before: str) -> tuple[dict[str, Any], str]:
    """The fields of one line, sealed and of a known shape, and its seal."""
    match = LINE.fullmatch(line)
    if not match:
        raise Unsound("this is no line of a record")
    body, named, seal = match[1], match[2].decode(), match[3].decode()
    need(named == before, "it does not follow the line before")
    need(H("line", body).hex() == seal, "the seal is broken")
    try:
        fields = json.loads(line, object_pairs_hook=unique)
    except ValueError:
        raise Unsound("this is no JSON") from None
    shape = SHAPES.get(str(fields.get("kind")), {})
    need(shape, "the kind is unknown")
    need(set(fields) == {"before", "kind", "seal", *shape}, "fields are missing or unknown")
    for name, pattern in shape.items():
        need(re.fullmatch(pattern, json.dumps(fields[name])), f"{name} has an impossible value")
    return fields, seal


# --- Tables and rounds -------------------------------------------------------


@dataclass
class Table:
    """What a record has said about one table so far."""

    opened: dict[str, Any]  # its line "opened" or "joined"
    proof: str
    parties: int
    rounds: int = 0  # the number of the last round that was begun
    before: bytes = bytes(32)  # C of the round before
    commit: bytes = bytes(32)  # C of the last round
    pending: dict[str, Any] | None = None  # a line "committed" or "bound" without its round
    seat: int | None = None  # the keeper's own, in a player's record
    over: bool = False
    failed: bool = False  # the last round, in a player's record
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ENDINGS.values(), 0))

    def begin(self, line: dict[str, Any]) -> None:
        """Begin the next round, with its commitment if the line holds one."""
        need(self.pending is None, f"round {self.rounds} has not ended")
        need(line["round"] == self.rounds + 1, f"round {self.rounds + 1} is due")
        self.rounds += 1
        self.pending = line
        self.before, self.commit = self.commit, bytes.fromhex(line.get("commit", ""))

    def end(self, line: dict[str, Any], how: str) -> None:
        """End the round; one without commitment begins and ends in one line."""
        if self.proof != "fair":
            self.begin(line)
        need(self.pending and line["round"] == self.rounds, "nobody was bound to this round")
        self.pending = None
        self.counts[how] += 1

    def finish(self, line: dict[str, Any]) -> None:
        """End the table: its counts must be right."""
        need(self.pending is None, f"round {self.rounds} has not ended")
        for how, count in self.counts.items():
            need(
                line.get(how, 0) == count, f"{how}: {line.get(how, 0)} is written, {count} counted"
            )
        self.over = True

    def check_nonces(self, digests: list[bytes], nonces: list[bytes]) -> None:
        """Compare the nonces that are there with the digests of all seats."""
        need(len(nonces) <= len(digests) == self.parties - 1, "digests or nonces of other seats")
        for seat, nonce in enumerate(nonces):
            need(
                nonce_digest(self.commit, seat, nonce) == digests[seat],
                f"the nonce of seat {seat} does not fit its digest",
            )

    def fair_cards(
        self, secret: bytes, digests: list[bytes], nonces: list[bytes]
    ) -> list[list[str]]:
        """Check all values of a fair round; the cards at every party's places."""
        known = self.opened
        terms = terms_of(
            bytes.fromhex(known["table"]),
            self.rounds,
            self.parties,
            known["decks"],
            known["dialect"],
            known["seconds"],
            self.before,
        )
        need(commitment(terms, secret) == self.commit, "the secret does not fit the commitment")
        self.check_nonces(digests, nonces)
        need(len(nonces) == len(digests), "a nonce is missing")
        order = order_of(fair_key(self.commit, secret, digests, nonces))
        return [order[party :: self.parties] for party in range(self.parties)]


def all_bytes(line: dict[str, Any]) -> tuple[bytes, list[bytes], list[bytes]]:
    """A round's secret, digests and nonces."""
    return (
        bytes.fromhex(line["secret"]),
        [bytes.fromhex(each) for each in line["digests"]],
        [bytes.fromhex(each) for each in line["nonces"]],
    )


def check_moves(hand: list[str], moves: str) -> None:
    """A finished hand: two cards, one for every hit, until it stands or busts."""
    need(len(hand) == 2 + moves.count("H"), "cards and moves do not agree")
    need(all(total(hand[:size]) <= 21 for size in range(2, len(hand))), "a bust hand was hit")
    need(moves.endswith("S") == (total(hand) <= 21), "a hand ends with a stand or a bust")


def deal_in_turn(order: list[str], moves: list[str]) -> tuple[list[list[str]], list[str]]:
    """The seats' hands and the cards for the dealer, dealt from the front: one
    each, the dealer last, twice; then seat by seat; the dealer has the rest."""
    parties = len(moves) + 1
    hands, rest = (
        [order[party : 2 * parties : parties] for party in range(parties)],
        order[2 * parties :],
    )
    for party, choices in enumerate(moves):
        hits = choices.count("H")
        hands[party] += rest[:hits]
        rest = rest[hits:]
    return hands[:-1], hands[-1] + rest


def check_played(table: Table, line: dict[str, Any]) -> None:
    """A round in a dealer's record: every value, card and result."""
    seats, moves, (secret, digests, nonces) = line["seats"], line["moves"], all_bytes(line)
    need(
        seats and seats == sorted(set(seats)) and seats[-1] < table.parties - 1,
        "the seats are not in order",
    )
    need(
        len(line["cards"]) == len(moves) == len(line["results"]) == len(seats),
        "every seat needs cards, moves and a result",
    )
    need(bool(secret) == (table.proof != "seeded"), "the secret is missing, or out of place")
    if table.proof == "fair":
        *places, theirs = table.fair_cards(secret, digests, nonces)
        hands = [
            places[seat][: 2 + choices.count("H")]
            for seat, choices in zip(seats, moves, strict=True)
        ]
    else:
        need(not digests and not nonces, f"digests in a round of kind {table.proof}")
        key = (
            H("unproven", secret)
            if table.proof == "none"
            else H("seeded", table.opened["seed"], table.opened["number"], table.rounds)
        )
        hands, theirs = deal_in_turn(order_of(key), moves)
    for seat, hand, written, choices in zip(seats, hands, line["cards"], moves, strict=True):
        need(written == " ".join(hand), f"the cards of seat {seat} are due {' '.join(hand)}")
        check_moves(hand, choices)
    # If everybody is bust, the dealer does not draw.
    drawn = any(total(hand) <= 21 for hand in hands)
    dealer = dealer_hand(theirs) if drawn else theirs[:2]
    need(line["dealer"] == " ".join(dealer), f"the dealer's hand is due {' '.join(dealer)}")
    for seat, hand, written in zip(seats, hands, line["results"], strict=True):
        due = result_of(hand, dealer, table.opened["dialect"])
        need(written == due, f"the result of seat {seat} is due {due}")


def check_witnessed(table: Table, line: dict[str, Any]) -> None:
    """A round in a player's record.  What a failed round holds is the breach
    itself, and is only compared with what the player was bound to."""
    seat, how, bound = line["seat"], line["how"], table.pending or {}
    hand, moves, (secret, digests, nonces) = line["cards"].split(), line["moves"], all_bytes(line)
    need(
        all(line[name] == bound.get(name) for name in ("round", "seat", "commit")),
        "the round is not the one that the player was bound to",
    )
    need(bool(line["why"]) == (how != "played"), "a reason is missing, or out of place")
    mine = [place for place, digest in enumerate(line["digests"]) if digest == bound["digest"]]
    if how == "failed":
        return
    need((how == "void") == (not line["nonce"]), "a round is void if the nonce was not shown")
    if how == "void":
        need(mine in ([], [seat]) and len(digests) < table.parties, "a digest is out of place")
        need(
            not (nonces or secret or hand or line["open"] or moves or line["result"]),
            "a void round has no nonces and no cards",
        )
        return
    need(mine == [seat], "the player's own digest is not in its place alone")
    shown = nonce_digest(table.commit, seat, bytes.fromhex(line["nonce"]))
    need(shown.hex() == bound["digest"], "the player's own nonce does not fit its digest")
    table.check_nonces(digests, nonces)
    need(len(nonces) == len(digests) or not (secret or hand), "cards before all nonces")
    hits = moves.count("H")  # a round may break off between a hit and its card
    need(
        len(hand) - 2 in (hits, hits - 1) if len(hand) > 1 else not (line["open"] or moves),
        "cards and moves do not agree",
    )
    need(bool(secret and line["result"]) == (how == "played"), f"the round was not {how}")
    need(how != "late" or (line["open"] and not line["result"]), "the player was not asked")
    if secret:
        places = table.fair_cards(secret, digests, nonces)
        due, theirs = places[seat][: len(hand)], places[-1]
        need(hand == due, f"the cards are due {' '.join(due)}")
        need(
            line["open"] in (theirs[1], *[""] * (how != "played")),
            f"the open card is due {theirs[1]}",
        )
        if how == "played":
            check_moves(hand, moves)
            result = result_of(hand, dealer_hand(theirs), table.opened["dialect"])
            need(line["result"] == result, f"the result is due {result}")


def check_broken(table: Table, line: dict[str, Any]) -> None:
    """A round that the dealer has not finished, and who had shown a nonce."""
    by, shown, seats = line["by"], line["opened"], range(table.parties - 1)
    need(shown == sorted(set(shown) & set(seats)), "the seats are not in order")
    need(by is None or (by in seats and by not in shown), "this seat was not waited for")
    need(table.proof == "fair" or (not shown and by is None), "nobody shows nonces at this table")


# --- A whole record ----------------------------------------------------------

KINDS = {
    "dealer": {"opened", "committed", "played", "broken", "closed"},
    "player": {"joined", "bound", "witnessed", "accused", "left"},
}


class Verifier:
    """Takes in a record line by line and raises `Unsound` at the first flaw."""

    def __init__(self) -> None:
        self.keeper = self.seal = ""
        self.tables: dict[str, Table] = {}

    def take(self, raw: bytes) -> None:
        """Verify the next line."""
        line, self.seal = read_line(raw, self.seal)
        kind = line["kind"]
        if not self.keeper:
            need(kind == "begun", "the first line does not say whose record this is")
            self.keeper = line["keeper"]
            return
        need(kind in KINDS[self.keeper], f"{kind} does not belong in a {self.keeper}'s record")
        if kind in ("opened", "joined"):
            need(line["table"] not in self.tables, "this table was there before")
            self.tables[line["table"]] = self.open(line)
            return
        table = self.tables.get(line["table"])
        if table is None or table.over:
            raise Unsound("there is no such table, or it is over")
        if kind in ("committed", "bound"):
            need(table.proof == "fair", "only fair rounds are committed to")
            need(line.get("seat", 0) < table.parties - 1, "there is no such seat")
            need(table.seat in (None, line.get("seat")), "the player sits at another seat")
            table.seat = line.get("seat")
            table.begin(line)
        elif kind == "played":
            table.end(line, "played")
            check_played(table, line)
        elif kind == "broken":
            check_broken(table, line)
            table.end(line, "broken" if line["opened"] else "void")
        elif kind == "witnessed":
            check_witnessed(table, line)
            table.end(line, ENDINGS[line["how"]])
            table.failed = line["how"] == "failed"
        elif kind == "accused":
            need(table.pending is None and line["round"] == table.rounds, "no round has ended")
            table.counts["failed"] += not table.failed  # between two rounds
        else:  # closed, left
            table.finish(line)

    @staticmethod
    def open(line: dict[str, Any]) -> Table:
        """A new table, of a kind that may be dealt."""
        parties = line["parties"] if "parties" in line else len(line["names"]) + 1
        proof = line.get("proof", "fair")
        need(parties > 1, "nobody sits at the table")
        need(
            proof != "fair" or (parties <= 4 and line["seconds"] >= 5),
            "no fair table has such terms",
        )
        need(bool(line.get("seed")) == (proof == "seeded"), "a seed is missing, or out of place")
        return Table(line, proof, parties)


def verify(content: bytes) -> dict[str, int | str]:
    """Verify a record's bytes; a torn last line is dropped."""
    verifier, lines = Verifier(), content.split(b"\n")[:-1]
    if not lines:
        raise RecordError(1, "there is no line")
    for place, line in enumerate(lines, start=1):
        try:
            verifier.take(line)
        except Unsound as flaw:
            raise RecordError(place, str(flaw)) from None
    rounds = sum(table.counts["played"] for table in verifier.tables.values())
    return {
        "keeper": verifier.keeper,
        "tables": len(verifier.tables),
        "rounds": rounds,
        "ends_in": verifier.seal,
    }


def main(files: list[str]) -> int:
    """Verify files; 1 if one is not sound."""
    check_test_vector()
    status = 0
    for name in files:
        try:
            with open(name, "rb") as file:
                print(json.dumps({"file": name, **verify(file.read())}))
        except (RecordError, OSError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
