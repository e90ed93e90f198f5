"""Verifying the lines of fair tables: every commitment, card and gain is computed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.net.accounts import HandAccount, RoundAccount, TableAccount
from cutcard.net.fair import NO_COMMITMENT, Terms, commitment, nonce_digest, order_key, shuffled
from cutcard.net.fair_tables import PlacedCards, misfit, played_again, table_terms
from cutcard.net.record import InvalidRecord
from cutcard.net.table_entries import Seated, Settled, Unsettled


@dataclass
class SeatAccount:
    """A seat of a fair table, whose lines are taken one after another."""

    account: TableAccount
    rules: Rules
    seat: int
    missing: list[int] = field(default_factory=list)
    """Rounds that are not in the record, though a later one is."""

    @staticmethod
    def of(entry: Seated) -> SeatAccount:
        """The seat that a line takes."""
        try:
            rules = Rules(**entry.rules)
        except (CutcardError, TypeError) as error:
            raise InvalidRecord(f"these are not rules: {error}") from None
        if complaint := misfit(rules, entry.seats):
            raise InvalidRecord(f"a fair table cannot have such terms: {complaint}")
        table = bytes.fromhex(entry.table)
        terms = table_terms(table, entry.seats, entry.seconds, rules, entry.rules)
        # Such a table has no line for its end.
        account = TableAccount(terms, {entry.seat: entry.name}, "fair", closed=True)
        return SeatAccount(account, rules, entry.seat)

    def settled(self, entry: Settled) -> None:
        """Check a finished round."""
        self._follow(entry)
        if entry.places[-1] >= self.account.terms.seats:
            raise InvalidRecord(f"the table has no seat {entry.places[-1]}")
        if entry.nonces[self.seat : self.seat + 1] != [entry.nonce]:
            raise InvalidRecord("the player's own nonce is not among those shown")
        order = proven_order(self.account.terms, entry)
        end = self._played(entry, order)
        hands = [
            [str(box.hand) for box in end.boxes if box.seat == seat]
            for seat in range(len(entry.places))
        ]
        for what, said, due in (
            ("the hands", entry.hands, hands),
            ("the dealer's cards", entry.dealer, str(end.dealer)),
            ("the gains", entry.gains, list(end.nets)),
        ):
            if said != due:
                raise InvalidRecord(f"{what}: the record has {said!r}, but {due!r} follows")
        self._keep(
            RoundAccount(
                how="played",
                commit=entry.commit,
                secret=entry.secret,
                digests=entry.digests,
                nonces=entry.nonces,
                hands={
                    place: HandAccount(" | ".join(cards), " ".join(entry.moves), str(gain))
                    for place, cards, gain in zip(
                        entry.places, entry.hands, entry.gains, strict=True
                    )
                },
                open=entry.dealer,
            )
        )

    def unsettled(self, entry: Unsettled) -> None:
        """Check a round that was not finished, as far as it goes."""
        self._follow(entry)
        if bool(entry.nonce) == (entry.how == "void"):
            raise InvalidRecord(
                f"the nonce was {'' if entry.nonce else 'not '}shown, so the round is not"
                f" {entry.how}"
            )
        commit = bytes.fromhex(entry.commit)
        if entry.nonce and entry.how != "failed":
            own = nonce_digest(commit, self.seat, bytes.fromhex(entry.nonce)).hex()
            if entry.digests[self.seat : self.seat + 1] != [own]:
                raise InvalidRecord("the player's digest does not follow from its nonce")
        account = RoundAccount(entry.how, entry.commit, "", entry.digests, entry.nonces, {}, "")
        self._keep(account)

    def _follow(self, entry: Settled | Unsettled) -> None:
        """Check that a round comes after those before it, and is bound to the last of them."""
        table = self.account
        if entry.round <= table.number:
            raise InvalidRecord(f"round {entry.round} of the table follows round {table.number}")
        if table.number or entry.round == 1:
            self.missing += range(table.number + 1, entry.round)
        follows = entry.round == table.number + 1
        if follows and bytes.fromhex(entry.earlier) != table.commit:
            raise InvalidRecord("the commitment of the round before is another one")
        table.number, table.commit = entry.round, bytes.fromhex(entry.commit)

    def _played(self, entry: Settled, order: tuple[Card, ...]) -> Round:
        cards = PlacedCards(order, self.account.terms.parties, entry.places)
        try:
            start = Round.start(self.rules, tuple(entry.bets), tuple(entry.purses))
            return played_again(start, cards, entry.moves)
        except ValueError as error:
            raise InvalidRecord(f"the round cannot be played like this: {error}") from None

    def _keep(self, account: RoundAccount) -> None:
        self.account.counts[account.how] += 1
        self.account.rounds[self.account.number] = account

    def notes(self) -> Iterator[str]:
        """Yield what is worth telling of a record that adds up."""
        if self.missing:
            count = "1 round" if len(self.missing) == 1 else f"{len(self.missing):,} rounds"
            yield f"{count} of a table between others are not in the record"


def proven_order(terms: Terms, entry: Settled) -> tuple[Card, ...]:
    """Check everything that the order of the cards follows from, and return the order."""
    commit, secret = bytes.fromhex(entry.commit), bytes.fromhex(entry.secret)
    if not len(entry.digests) == len(entry.nonces) == terms.seats:
        raise InvalidRecord("a digest or a nonce is missing")
    if entry.round == 1 and bytes.fromhex(entry.earlier) != NO_COMMITMENT:
        raise InvalidRecord("no round came before the first one")
    if commitment(terms.of_round(entry.round, bytes.fromhex(entry.earlier)), secret) != commit:
        raise InvalidRecord("the commitment does not follow from the terms and the secret")
    digests = [bytes.fromhex(digest) for digest in entry.digests]
    nonces = [bytes.fromhex(nonce) for nonce in entry.nonces]
    for seat, (digest, nonce) in enumerate(zip(digests, nonces, strict=True)):
        if nonce_digest(commit, seat, nonce) != digest:
            raise InvalidRecord(f"the digest of seat {seat} does not follow from its nonce")
    return shuffled(order_key(commit, digests, secret, nonces), terms.decks)
