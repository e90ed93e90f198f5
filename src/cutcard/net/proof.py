"""A player's side of fair dealing: what it keeps of a round, and what it checks itself.

A round that ends before the player has shown its nonce is void: nobody knew anything. One that
ends later without a result or without the secret, whoever is named, is broken off and counts as
won, so that nothing is gained by breaking off the rounds that the player would win. A check that
fails is a breach.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.net.entries import (
    NOT_SHOWN,
    Accused,
    Bound,
    Ending,
    Joined,
    Left,
    PlayersEntry,
    Witnessed,
    write_cards,
)
from cutcard.net.fair import (
    LEAST_SECONDS,
    MOST_SEATS,
    NO_COMMITMENT,
    RULES_DIGEST,
    SIZE,
    Terms,
    commitment,
    nonce_digest,
    order_key,
    shuffled,
)
from cutcard.net.messages import (
    BrokenOff,
    Commit,
    Digest,
    DigestShown,
    Nonce,
    NonceShown,
    ProtocolError,
)
from cutcard.net.record import Record
from cutcard.net.rounds import ByPlace, Dialect, replayed

MOST_BROKEN: Final = 2
"""The player leaves after this many rounds broken off."""


class Unproven(CutcardError):
    """The dealer proves nothing, or not on terms that a player can accept."""


class Breach(ProtocolError):
    """A check has failed: the dealer has not dealt as it was bound to."""

    def __init__(self, sentence: str, evidence: dict[str, Any]) -> None:
        super().__init__(sentence)
        self.evidence = evidence
        """All that the player was told in the round, for others to judge."""


def objection(terms: Terms) -> str:
    """Why no player should accept these terms; empty if one can."""
    if not 1 <= terms.seats <= MOST_SEATS:
        return f"the dealer names {terms.seats} seats: a fair table has 1 to {MOST_SEATS}"
    if terms.decks != 1 or terms.rules != RULES_DIGEST:
        return "the dealer plays by other rules than this player knows"
    if terms.dialect not in [*Dialect]:
        return f"the dealer speaks {terms.dialect!r}: it takes original or course"
    if terms.seconds < LEAST_SECONDS:
        return (
            f"the dealer gives {terms.seconds} s to decide: less than {LEAST_SECONDS} s"
            " cannot be told from a dealer that breaks off at will"
        )
    return ""


class Proof:
    """What a player who wants proof keeps and checks of one table."""

    def __init__(
        self,
        name: str,
        record: Record | None = None,
        *,
        proven: Callable[[Hand], None] | None = None,
        ended: Callable[[Ending, str], None] | None = None,
    ) -> None:
        self._name = name
        self._record = record
        self._proven = proven
        """Called with the dealer's whole hand when a round is proven."""
        self._ended = ended
        """Called for every round that was not played to its end."""
        self.terms: Terms | None = None
        self.counts: Counter[Ending] = Counter()
        self._messages: list[str] = []
        """What was said in this round, `<` from the dealer and `>` to it."""
        self._before = NO_COMMITMENT
        self._number = 0
        self._seat = -1
        self._has_left = False
        self._clear()

    def _clear(self) -> None:
        """Forget a round that is over."""
        self.in_round = False
        self.opened = False
        """The player has shown its nonce."""
        self._nonce = b""
        self._digests: list[bytes] = []
        self._nonces: list[bytes] = []
        self._cards: list[Card] = []
        self._open: Card | None = None
        self._moves = ""
        self._result = ""
        self._secret = b""

    @property
    def number(self) -> int:
        """The last round that the dealer has committed itself to."""
        return self._number

    def note(self, way: str, message: object) -> None:
        """Keep what was said, for evidence."""
        if isinstance(message, Commit):
            self._messages = self._messages[:1]  # the terms
        self._messages.append(f"{way} {message}")

    def _write(self, entry: PlayersEntry) -> None:
        if self._record is not None:
            try:
                self._record.write(entry)
            except OSError as error:
                raise CutcardError(f"your record cannot be written: {error.strerror}") from None

    # Before the cards.

    def agree(self, terms: Terms) -> None:
        """Hear what the table plays, and refuse what no player should accept."""
        refusal = objection(terms)
        if refusal:
            raise Unproven(refusal)
        if self._record is not None and self._record.has_table(terms.table.hex()):
            # Otherwise a dealer could make a player's own record contradict itself.
            raise Unproven(
                f"the dealer's table has the name {terms.table.hex()}, which is in your record"
                " already: the name of a table must be new"
            )
        self.terms = terms
        self._write(
            Joined(
                table=terms.table.hex(),
                name=self._name,
                parties=terms.parties,
                decks=terms.decks,
                rules=terms.rules.hex(),
                dialect=terms.dialect,
                seconds=terms.seconds,
            )
        )

    def committed(self, message: Commit) -> Digest:
        """Hear the dealer's commitment; return what binds the player to its nonce."""
        terms = self._agreed
        if message.round != self._number + 1:
            raise ProtocolError(
                f"the dealer commits itself for round {message.round} after round {self._number}"
            )
        if message.seat >= terms.seats or self._seat not in (-1, message.seat):
            raise ProtocolError(f"the dealer has changed your seat to {message.seat}")
        self.in_round = True
        self._number, self._seat = message.round, message.seat
        self._commit = message.value
        self._nonce = secrets.token_bytes(SIZE)
        self._digest = nonce_digest(self._commit, self._seat, self._nonce)
        self._write(
            Bound(
                table=terms.table.hex(),
                round=self._number,
                seat=self._seat,
                commit=self._commit.hex(),
                digest=self._digest.hex(),
            )
        )
        return Digest(self._digest)

    @property
    def _agreed(self) -> Terms:
        assert self.terms is not None, "no message of a round can come before the terms"
        return self.terms

    def digest_shown(self, message: DigestShown) -> Nonce | None:
        """Hear what a seat is bound to; when all seats are, return the player's nonce."""
        if message.seat != len(self._digests):
            raise ProtocolError(
                f"the dealer shows the digest of seat {message.seat} where that of seat"
                f" {len(self._digests)} must come"
            )
        own = message.seat == self._seat
        if own != (message.value == self._digest):
            raise ProtocolError(
                "the dealer shows another digest in the place of yours"
                if own
                else f"the dealer shows your digest in the place of seat {message.seat}"
            )
        self._digests.append(message.value)
        if len(self._digests) < self._agreed.seats:
            return None
        self.opened = True
        return Nonce(self._nonce)

    def nonce_shown(self, message: NonceShown) -> bool:
        """Hear a seat's nonce; return whether all have come."""
        if message.seat != len(self._nonces):
            raise ProtocolError(
                f"the dealer shows the nonce of seat {message.seat} where that of seat"
                f" {len(self._nonces)} must come"
            )
        if nonce_digest(self._commit, message.seat, message.value) != self._digests[message.seat]:
            raise ProtocolError(
                f"the nonce of seat {message.seat} is not the one that it was bound to"
            )
        self._nonces.append(message.value)
        return len(self._nonces) == self._agreed.seats

    # Play.

    def dealt(self, card: Card) -> None:
        """Take a card that was dealt to the player."""
        self._see(card)
        self._cards.append(card)

    def dealer_shows(self, card: Card) -> None:
        """Take the dealer's open card."""
        self._see(card)
        self._open = card

    def _see(self, card: Card) -> None:
        """Refuse a card that came before at once: with such cards a hand could go on for ever."""
        if card in self._cards or card is self._open:
            raise ProtocolError(f"the {card.name} came twice, and the deck has it once")

    def asked(self) -> None:
        """Take a question, which may not come once the hand is bust."""
        if Hand(tuple(self._cards)).bust:
            raise ProtocolError("the dealer asks for a decision although your hand is bust")

    def moved(self, letter: str) -> None:
        """Note that the player has hit or stood."""
        self._moves += letter

    def result_told(self, result: str) -> None:
        """Take the result that the dealer tells."""
        self._result = result
        if not (self._moves.endswith("S") or Hand(tuple(self._cards)).bust):
            raise ProtocolError("the dealer tells a result before you have decided")

    def revealed(self, secret: bytes) -> None:
        """Check all that was told in the round against the secret; a finished one is proven."""
        terms = self._agreed
        self._secret = secret
        if commitment(terms.of_round(self._number, self._before), secret) != self._commit:
            raise ProtocolError("the secret is not the one that the dealer was bound to")
        order = shuffled(order_key(self._commit, self._digests, secret, self._nonces))
        own = [order[k * terms.parties + self._seat] for k in range(len(self._cards))]
        for place, (sent, due) in enumerate(zip(self._cards, own, strict=True), start=1):
            if sent is not due:
                raise ProtocolError(
                    f"card {place} was the {sent.name}, but should have been the {due.name}"
                )
        open_card = order[2 * terms.parties - 1]
        if self._open not in (None, open_card):
            raise ProtocolError(
                f"the dealer showed the {self._open.name},"
                f" but should have shown the {open_card.name}"
            )
        if not self._result:
            return  # a dealer that must end shows its secret; the round is broken off
        cards = ByPlace(order, terms.parties, [self._seat])
        again = replayed(cards, [self._moves], Dialect(terms.dialect))
        if again.results() != [self._result]:
            raise ProtocolError(
                f"the result was {self._result}, but the cards give {again.results()[0]}"
            )
        self._finish("played", "")
        if self._proven:
            self._proven(again.dealer)

    # Endings.

    def broken_off(self, message: BrokenOff) -> None:
        """End the round because, says the dealer, a seat has not shown its nonce."""
        if message.seat >= self._agreed.seats:
            raise ProtocolError(f"the dealer names seat {message.seat}, which is not at the table")
        who = "you have" if message.seat == self._seat else f"seat {message.seat} has"
        self.broken(f"{who} {NOT_SHOWN}")

    def broken(self, why: str, *, late: bool = False) -> None:
        """End the round without result or secret, whoever the cause is."""
        if not self.in_round:
            return
        if self._result:
            why = "the dealer has told the result and withheld its secret"
        self._finish("void" if not self.opened else "late" if late else "broken off", why)
        if self.counts["broken off"] >= MOST_BROKEN:
            raise CutcardError(
                f"{MOST_BROKEN} rounds were broken off after you had shown your nonce:"
                " you have left the table"
            )

    def breach(self, sentence: str) -> Breach:
        """Keep what was told, since a check has failed, and return the error to raise."""
        terms = self._agreed
        number, messages = self._number, [*self._messages]
        evidence: dict[str, Any] = {
            "failed": sentence,
            "table": terms.table.hex(),
            "round": number,
            "commitment of the round before": self._before.hex(),
            "your nonce": self._nonce.hex(),
            "messages": messages,
        }
        where = f"round {number}" if number else "before the first round"
        if self.in_round:
            self._finish("failed", sentence)
        else:
            self._count("failed", sentence)
        self._write(Accused(table=terms.table.hex(), round=number, why=sentence, messages=messages))
        return Breach(f"{where}: {sentence}", evidence)

    def _finish(self, how: Ending, why: str) -> None:
        terms = self._agreed
        self._write(
            Witnessed(
                table=terms.table.hex(),
                round=self._number,
                seat=self._seat,
                how=how,
                why=why,
                commit=self._commit.hex(),
                nonce=self._nonce.hex() if self.opened else "",
                secret=self._secret.hex(),
                digests=[digest.hex() for digest in self._digests],
                nonces=[nonce.hex() for nonce in self._nonces],
                cards=write_cards(self._cards),
                open="" if self._open is None else self._open.text,
                moves=self._moves,
                result=self._result,
            )
        )
        self._before = self._commit
        self._clear()
        self._count(how, why)

    def _count(self, how: Ending, why: str) -> None:
        self.counts[how] += 1
        if how != "played" and self._ended:
            self._ended(how, why)

    def leave(self, *, own_fault: bool = False) -> None:
        """Write down the end of the table, and of a round that the player itself has left.

        Unless that is its ``own_fault``, the dealer still owed something: the round is broken off.
        """
        if self.terms is None or self._has_left:
            return
        self._has_left = True
        tell, self._ended = self._ended, None  # everything is written before it is told
        how: Ending = "played"
        if self.in_round:
            how = "void" if not self.opened else "late" if own_fault else "broken off"
            self._finish(how, "you have left the table")
        self._write(
            Left(
                table=self.terms.table.hex(),
                played=self.counts["played"],
                void=self.counts["void"],
                broken=self.counts["broken off"],
                late=self.counts["late"],
                failed=self.counts["failed"],
            )
        )
        if how != "played" and tell:
            tell(how, "you have left the table")
