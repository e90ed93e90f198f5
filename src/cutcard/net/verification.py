"""Verifying records: every commitment, nonce, card and result is computed again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from cutcard.cards import Card
from cutcard.net.accounts import HandAccount, RoundAccount, TableAccount, Verified
from cutcard.net.entries import (
    NOT_SHOWN,
    Accused,
    Begun,
    Bound,
    Broken,
    Closed,
    Committed,
    Ending,
    Entry,
    Joined,
    Left,
    Opened,
    Played,
    Witnessed,
    read_cards,
    write_cards,
)
from cutcard.net.fair import (
    Terms,
    commitment,
    nonce_digest,
    order_key,
    shuffled,
)
from cutcard.net.first_form import verify_first_form
from cutcard.net.proof import objection
from cutcard.net.record import InvalidRecord, is_first_form, read_lines, read_record
from cutcard.net.rounds import ByPlace, Cards, Dialect, InTurn, WireRound, replayed
from cutcard.net.table import seeded_key, unproven_key
from cutcard.net.table_entries import Seated, Settled, Unsettled
from cutcard.net.table_proof import SeatAccount


def verify(path: Path, tell: Callable[[str], None]) -> Verified:
    """Check a record; InvalidRecord names the line that does not add up."""
    found = Verified(path)
    lines = read_lines(path, tell)
    first = next(lines, None)
    if first is None:
        raise InvalidRecord(f"{path} is empty: it is not a record")
    lines = chain([first], lines)  # a pipe cannot be read a second time
    if is_first_form(first[1]):
        found.first_form = True
        found.opened, found.counts["played"] = verify_first_form(path, lines)
        tell(
            f"{path} is a record in its first form: it shows that the results follow from the"
            " secrets, and cannot show which cards were sent or whether lines are missing"
        )
        return found
    reader = _Reader(found)
    for line, entry, digest in read_record(path, lines):
        try:
            reader.take(entry)
        except InvalidRecord as error:
            raise InvalidRecord(f"line {line} of {path}: {error}") from None
        found.last = digest
    for table in found.tables.values():
        found.counts += table.counts
        found.unproven += table.counts["played"] if table.proof != "fair" else 0
    found.opened = len(found.tables)
    for seat in reader.seats.values():
        for note in seat.notes():
            tell(f"{path}: {note}")
    unended = sum(not table.closed for table in found.tables.values())
    if unended:
        tables = "1 table has" if unended == 1 else f"{unended:,} tables have"
        tell(f"{tables} no end in {path}: its keeper was killed, or still plays")
    return found


class _Reader:
    """Takes one line after another, and refuses one that does not follow."""

    def __init__(self, found: Verified) -> None:
        self._found = found
        self.seats: dict[str, SeatAccount] = {}
        """In a player's record, the seats at tables of any blackjack."""

    def take(self, entry: Entry) -> None:
        """Check one line against all before it."""
        match entry:
            case Begun():
                self._found.keeper = entry.keeper
            case Opened():
                self._dealers()
                names = dict(enumerate(entry.names))
                self._open(entry.table, TableAccount(entry.terms, names, _proof(entry)))
            case Joined():
                self._players()
                self._open(entry.table, TableAccount(entry.terms, {-1: entry.name}, "fair"))
            case Committed():
                self._dealers()
                self._begin(self._table(entry.table), entry.round, entry.commit)
            case Bound():
                self._players()
                table = self._table(entry.table)
                self._begin(table, entry.round, entry.commit)
                if set(table.names) not in ({-1}, {entry.seat}) or entry.seat >= table.terms.seats:
                    raise InvalidRecord(f"the player has changed to seat {entry.seat}")
                table.names = {entry.seat: next(iter(table.names.values()))}
                table.bound = entry.digest
            case Played():
                self._dealers()
                self._played(self._table(entry.table), entry)
            case Broken():
                self._dealers()
                self._broken(self._table(entry.table), entry)
            case Witnessed():
                self._players()
                self._witnessed(self._table(entry.table), entry)
            case Closed():
                self._dealers()
                counts = Counter[Ending](
                    {"played": entry.played, "void": entry.void, "broken off": entry.broken}
                )
                self._close(self._table(entry.table), counts)
            case Accused():
                self._players()
                self._accused(self._table(entry.table), entry)
            case Left():
                self._players()
                counts = Counter[Ending](
                    {
                        "played": entry.played,
                        "void": entry.void,
                        "broken off": entry.broken,
                        "late": entry.late,
                        "failed": entry.failed,
                    }
                )
                self._close(self._table(entry.table), counts)

            case Seated():
                self._players()
                self._check_new(entry.table)
                self.seats[entry.table] = seat = SeatAccount.of(entry)
                self._found.tables[entry.table] = seat.account
            case Settled():
                self._seat(entry.table).settled(entry)
            case Unsettled():
                self._seat(entry.table).unsettled(entry)

    def _seat(self, table: str) -> SeatAccount:
        if table not in self.seats:
            raise InvalidRecord(f"the player has no seat at the table {table}")
        return self.seats[table]

    def _check_new(self, name: str) -> None:
        if name in self._found.tables:
            raise InvalidRecord(f"the table {name} is opened twice")

    def _dealers(self) -> None:
        if self._found.keeper != "dealer":
            raise InvalidRecord("this is a dealer's line in a player's record")

    def _players(self) -> None:
        if self._found.keeper != "player":
            raise InvalidRecord("this is a player's line in a dealer's record")

    def _open(self, name: str, table: TableAccount) -> None:
        self._check_new(name)
        if table.proof == "fair" and objection(table.terms):
            raise InvalidRecord(f"a fair table cannot have such terms: {objection(table.terms)}")
        if table.terms.dialect not in [*Dialect]:
            raise InvalidRecord(
                f"{table.terms.dialect!r} is not a dialect: it takes original or course"
            )
        self._found.tables[name] = table

    def _table(self, name: str) -> TableAccount:
        table = self._found.tables.get(name)
        if table is None:
            raise InvalidRecord(f"the table {name} was never opened")
        if table.closed:
            raise InvalidRecord(f"the table {name} is closed")
        return table

    def _begin(self, table: TableAccount, number: int, commit: str) -> None:
        if table.proof != "fair":
            raise InvalidRecord("a commitment stands here although nobody asked for proof")
        if table.in_round:
            raise InvalidRecord(f"round {number} begins before round {table.number} has ended")
        self._count_up(table, number)
        table.before, table.commit = table.commit, bytes.fromhex(commit)

    def _count_up(self, table: TableAccount, number: int) -> None:
        if number != table.number + 1:
            raise InvalidRecord(f"round {number} of the table follows round {table.number}")
        table.number = number
        table.in_round = True

    def _end(self, table: TableAccount, number: int) -> None:
        """End a round; where rounds have no line for their beginning, begin it first."""
        if table.proof != "fair":
            self._count_up(table, number)
        if not table.in_round or number != table.number:
            raise InvalidRecord(f"round {number} of the table has not begun")
        table.in_round = False

    def _played(self, table: TableAccount, entry: Played) -> None:
        self._end(table, entry.round)
        terms = table.terms
        if entry.seats[-1] >= terms.seats:
            raise InvalidRecord(f"the table has no seat {entry.seats[-1]}")
        cards: Cards
        if table.proof == "fair":
            order = _proven_order(table, entry.secret, entry.digests, entry.nonces)
            cards = ByPlace(order, terms.parties, entry.seats)
        else:
            if entry.digests or entry.nonces or bool(entry.secret) == (table.proof != "none"):
                raise InvalidRecord("the round was not shuffled in the way that the table says")
            cards = InTurn(shuffled(_unproven_key(table, entry)))
        again = _replayed(cards, entry.moves, terms)
        for seat, box, sent in zip(entry.seats, again.state.boxes, entry.cards, strict=True):
            _same(f"the cards of seat {seat}", sent, write_cards(box.hand.cards))
        _same("the dealer's cards", entry.dealer, write_cards(again.dealer.cards))
        for seat, said, due in zip(entry.seats, entry.results, again.results(), strict=True):
            _same(f"the result of seat {seat}", said, due)
        hands = zip(entry.cards, entry.moves, entry.results, strict=True)
        table.counts["played"] += 1
        table.rounds[entry.round] = RoundAccount(
            how="played",
            commit=table.commit.hex() if table.proof == "fair" else "",
            secret=entry.secret,
            digests=entry.digests,
            nonces=entry.nonces,
            hands=dict(zip(entry.seats, (HandAccount(*hand) for hand in hands), strict=True)),
            open=entry.dealer.split(" ")[1],
        )

    def _broken(self, table: TableAccount, entry: Broken) -> None:
        self._end(table, entry.round)
        if any(seat >= table.terms.seats for seat in [*entry.opened, entry.by or 0]):
            raise InvalidRecord(f"the table has no such seats: {entry.by}, {entry.opened}")
        if (entry.opened or entry.by is not None) and table.proof != "fair":
            raise InvalidRecord("the dealer waited for nonces although nobody asked for proof")
        how: Ending = "broken off" if entry.opened else "void"
        table.counts[how] += 1
        commit = table.commit.hex() if table.proof == "fair" else ""
        table.rounds[entry.round] = RoundAccount(how, commit, "", [], [], {}, "", entry.opened)

    def _witnessed(self, table: TableAccount, entry: Witnessed) -> None:
        self._end(table, entry.round)
        _same("the commitment", entry.commit, table.commit.hex())
        if set(table.names) != {entry.seat}:
            raise InvalidRecord(f"the player has changed to seat {entry.seat}")
        if entry.how == "played":
            order = _proven_order(table, entry.secret, entry.digests, entry.nonces)
            cards = ByPlace(order, table.terms.parties, [entry.seat])
            again = _replayed(cards, [entry.moves], table.terms)
            _same("the digest of the player", entry.digests[entry.seat], table.bound)
            _same("the nonce of the player", entry.nonce, entry.nonces[entry.seat])
            _same("the cards", entry.cards, write_cards(again.state.boxes[0].hand.cards))
            _same("the open card", entry.open, again.dealer.cards[1].text)
            _same("the result", entry.result, again.results()[0])
        elif (
            entry.how != "failed"
        ):  # a failed round is wrong somewhere, and an accusation says where
            _check_unfinished(table, entry)
        table.counts[entry.how] += 1
        table.rounds[entry.round] = RoundAccount(
            how=entry.how,
            commit=entry.commit,
            secret=entry.secret,
            digests=entry.digests,
            nonces=entry.nonces,
            hands={entry.seat: HandAccount(entry.cards, entry.moves, entry.result)},
            open=entry.open,
            told_broken=entry.why.endswith(NOT_SHOWN),
        )

    def _accused(self, table: TableAccount, entry: Accused) -> None:
        if table.in_round or entry.round != table.number:
            raise InvalidRecord(f"round {entry.round} is not the one that has ended last")
        last = table.rounds.get(entry.round)
        if last is None or last.how != "failed":
            table.counts["failed"] += 1  # the check failed between two rounds

    def _close(self, table: TableAccount, counts: Counter[Ending]) -> None:
        if table.in_round:
            raise InvalidRecord(f"the table ends in the middle of round {table.number}")
        if +counts != +table.counts:
            said = ", ".join(f"{count} {how}" for how, count in counts.items())
            raise InvalidRecord(f"the table ends with counts that do not match its rounds: {said}")
        table.closed = True


def _check_unfinished(table: TableAccount, entry: Witnessed) -> None:
    """Check a round that was not played to its end, as far as it goes."""
    terms, seat = table.terms, entry.seat
    opened = bool(entry.nonce)
    if opened == (entry.how == "void"):
        raise InvalidRecord(
            f"the nonce was {'' if opened else 'not '}shown, so the round is not {entry.how}"
        )
    if opened != (len(entry.digests) == terms.seats) or len(entry.digests) > terms.seats:
        raise InvalidRecord(
            "the nonce is shown once the digests of all seats have come, and not before"
        )
    if len(entry.digests) > seat:
        _same("the digest of the player", entry.digests[seat], table.bound)
    if opened:
        own = nonce_digest(table.commit, seat, bytes.fromhex(entry.nonce))
        _same("the nonce of the player", own.hex(), table.bound)
    for number, (digest, nonce) in enumerate(zip(entry.digests, entry.nonces, strict=False)):
        bound_to = nonce_digest(table.commit, number, bytes.fromhex(nonce))
        _same(f"the digest of seat {number}", digest, bound_to.hex())
    dealt = len(entry.nonces) == terms.seats
    if (entry.cards or entry.moves or entry.open or entry.secret or entry.result) and not dealt:
        raise InvalidRecord(
            "cards are dealt once the nonces of all seats have come, and not before"
        )
    cards, hits = read_cards(entry.cards), entry.moves.count("H")
    if len(cards) > 2 + hits or (entry.moves and len(cards) < 1 + hits):
        raise InvalidRecord(f"{len(cards)} cards do not go with the moves {entry.moves!r}")
    if entry.result and entry.secret:
        raise InvalidRecord(f"with result and secret the round was played, not {entry.how}")
    if entry.secret:
        order = _proven_order(table, entry.secret, entry.digests, entry.nonces)
        due = [order[place * terms.parties + seat] for place in range(len(cards))]
        _same("the cards", entry.cards, write_cards(due))
        if entry.open:
            _same("the open card", entry.open, order[2 * terms.parties - 1].text)


def _proof(entry: Opened) -> str:
    """How the table is shuffled; with a seed, the seed and the table's number."""
    return f"{entry.seed} {entry.number}" if entry.proof == "seeded" else entry.proof


def _unproven_key(table: TableAccount, entry: Played) -> bytes:
    if table.proof == "none":
        return unproven_key(bytes.fromhex(entry.secret))
    seed, table_number = table.proof.split(" ")
    return seeded_key(seed, int(table_number), entry.round)


def _proven_order(
    table: TableAccount, secret: str, digests: list[str], nonces: list[str]
) -> tuple[Card, ...]:
    """Check everything that the order of the cards follows from, and return the order."""
    terms = table.terms
    if not len(digests) == len(nonces) == terms.seats or not secret:
        raise InvalidRecord("a digest, a nonce or the secret is missing")
    due = commitment(terms.of_round(table.number, table.before), bytes.fromhex(secret))
    _same("the commitment", table.commit.hex(), due.hex())
    for seat, (digest, nonce) in enumerate(zip(digests, nonces, strict=True)):
        bound_to = nonce_digest(table.commit, seat, bytes.fromhex(nonce))
        _same(f"the digest of seat {seat}", digest, bound_to.hex())
    return shuffled(
        order_key(
            table.commit,
            [bytes.fromhex(digest) for digest in digests],
            bytes.fromhex(secret),
            [bytes.fromhex(nonce) for nonce in nonces],
        )
    )


def _replayed(cards: Cards, moves: list[str], terms: Terms) -> WireRound:
    try:
        return replayed(cards, moves, Dialect(terms.dialect))
    except ValueError as error:
        raise InvalidRecord(f"the round cannot be played like this: {error}") from None


def _same(what: str, said: str, due: str) -> None:
    if said != due:
        raise InvalidRecord(f"{what}: the record has {said!r}, but {due!r} follows")
