"""The messages of the wire: what a player and a dealer can say, as values that print as sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cutcard.cards import DECK, Card
from cutcard.errors import Invalid
from cutcard.net.fair import SIZE, TABLE_SIZE, Terms

LONGEST_NAME: Final = 20

RESULTS: Final = ("WIN", "LOOSE", "LOSE", "BUST", "PUSH")
"""What a RESULT may say; LOOSE is the protocol's spelling, LOSE is understood too."""

FAIR: Final = "FAIR 2"
"""What a player who wants proof of the cards adds to its name."""

_CARDS: Final = {card.name: card for card in DECK}


class ProtocolError(Invalid):
    """A message that the protocol does not know, or does not allow now."""


@dataclass(frozen=True, slots=True)
class Join:
    """A player sits down; a fair one wants proof of the cards."""

    name: str
    proof: str = ""
    """Empty, or the proof asked for: ``FAIR 2``, or ``FAIR`` for its first form."""

    def __str__(self) -> str:
        return f"JOIN {self.name} {self.proof}".rstrip()


@dataclass(frozen=True, slots=True)
class Hit:
    """A player wants a card."""

    def __str__(self) -> str:
        return "HIT"


@dataclass(frozen=True, slots=True)
class Stand:
    """A player wants no more cards."""

    def __str__(self) -> str:
        return "STAND"


@dataclass(frozen=True, slots=True)
class Digest:
    """A player is bound to its nonce."""

    value: bytes

    def __str__(self) -> str:
        return f"DIGEST {self.value.hex()}"


@dataclass(frozen=True, slots=True)
class Nonce:
    """A player's share in the shuffle."""

    value: bytes

    def __str__(self) -> str:
        return f"NONCE {self.value.hex()}"


@dataclass(frozen=True, slots=True)
class Begin:
    """A round begins."""

    def __str__(self) -> str:
        return "BEGIN"


@dataclass(frozen=True, slots=True)
class CardDealt:
    """The player gets a card."""

    card: Card

    def __str__(self) -> str:
        return f"CARD {self.card.name}"


@dataclass(frozen=True, slots=True)
class DealerShows:
    """The dealer's open card."""

    card: Card

    def __str__(self) -> str:
        return f"DEALER {self.card.name}"


@dataclass(frozen=True, slots=True)
class Decision:
    """The player is asked to hit or stand."""

    def __str__(self) -> str:
        return "DECISION"


@dataclass(frozen=True, slots=True)
class Result:
    """How the round ended for the player."""

    result: str

    def __str__(self) -> str:
        return f"RESULT {self.result}"


@dataclass(frozen=True, slots=True)
class Quit:
    """The game is over."""

    def __str__(self) -> str:
        return "QUIT"


@dataclass(frozen=True, slots=True)
class TermsTold:
    """The terms of a fair table, sent once when all seats are taken."""

    terms: Terms

    def __str__(self) -> str:
        of = self.terms
        return (
            f"TERMS {of.table.hex()} {of.parties} {of.decks} {of.rules.hex()}"
            f" {of.dialect} {of.seconds}"
        )


@dataclass(frozen=True, slots=True)
class Commit:
    """The dealer is bound to its secret for a round; the seat is the player's own."""

    round: int
    seat: int
    value: bytes

    def __str__(self) -> str:
        return f"COMMIT {self.round} {self.seat} {self.value.hex()}"


@dataclass(frozen=True, slots=True)
class DigestShown:
    """What a seat is bound to."""

    seat: int
    value: bytes

    def __str__(self) -> str:
        return f"DIGEST {self.seat} {self.value.hex()}"


@dataclass(frozen=True, slots=True)
class NonceShown:
    """A seat's share in the shuffle."""

    seat: int
    value: bytes

    def __str__(self) -> str:
        return f"NONCE {self.seat} {self.value.hex()}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The dealer's secret, when the round is over."""

    secret: bytes

    def __str__(self) -> str:
        return f"REVEAL {self.secret.hex()}"


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """The round ends here, because a seat has not shown its nonce."""

    seat: int

    def __str__(self) -> str:
        return f"BROKEN {self.seat}"


@dataclass(frozen=True, slots=True)
class Refused:
    """The dealer cannot do what was asked for, and says why; QUIT follows."""

    why: str

    def __str__(self) -> str:
        return f"REFUSED {self.why}"


FromPlayer = Join | Hit | Stand | Digest | Nonce
FromDealer = (
    Begin
    | CardDealt
    | DealerShows
    | Decision
    | Result
    | Quit
    | TermsTold
    | Commit
    | DigestShown
    | NonceShown
    | Reveal
    | BrokenOff
    | Refused
)


def read_from_player(text: str) -> FromPlayer:
    """Read a message that a player sent.

    >>> read_from_player("JOIN ann FAIR 2")
    Join(name='ann', proof='FAIR 2')
    """
    word, blank, rest = text.partition(" ")
    match word:
        case "HIT" if not blank:
            return Hit()
        case "STAND" if not blank:
            return Stand()
        case "DIGEST":
            return Digest(_read_hex(text, rest))
        case "NONCE":
            return Nonce(_read_hex(text, rest))
        case "JOIN":
            name, _, proof = rest.partition(" ")
            if name and proof in ("", "FAIR", FAIR) and rest == f"{name} {proof}".rstrip():
                return Join(name[:LONGEST_NAME], proof)
            raise ProtocolError(f"{text!r} names no player: it takes JOIN and one word")
    raise ProtocolError(
        f"{text!r} is not a message from a player: those are JOIN, HIT, STAND, DIGEST, NONCE"
    )


def read_from_dealer(text: str) -> FromDealer:
    """Read a message that a dealer sent.

    >>> read_from_dealer("CARD Ace of Spades")
    CardDealt(card=Card('As'))
    """
    if text in _PLAIN:
        return _PLAIN[text]
    word, _, rest = text.partition(" ")
    match word:
        case "CARD":
            return CardDealt(_read_card(text, rest))
        case "DEALER":
            return DealerShows(_read_card(text, rest))
        case "RESULT" if rest in RESULTS:
            return Result("LOOSE" if rest == "LOSE" else rest)
        case "TERMS":
            return TermsTold(_read_terms(text, rest))
        case "COMMIT":
            round_number, seat, value = _read_words(text, rest, 3)
            return Commit(
                _read_number(text, round_number), _read_number(text, seat), _read_hex(text, value)
            )
        case "DIGEST":
            seat, value = _read_words(text, rest, 2)
            return DigestShown(_read_number(text, seat), _read_hex(text, value))
        case "NONCE":
            seat, value = _read_words(text, rest, 2)
            return NonceShown(_read_number(text, seat), _read_hex(text, value))
        case "REVEAL":
            return Reveal(_read_hex(text, rest))
        case "BROKEN":
            return BrokenOff(_read_number(text, rest))
        case "REFUSED" if rest:
            return Refused(rest)
    raise ProtocolError(f"{text!r} is not a message from a dealer")


_PLAIN: Final[dict[str, FromDealer]] = {"BEGIN": Begin(), "DECISION": Decision(), "QUIT": Quit()}


def _read_card(text: str, name: str) -> Card:
    if name not in _CARDS:
        raise ProtocolError(f"{text!r} names no card: it takes one such as 'Ace of Spades'")
    return _CARDS[name]


def _read_terms(text: str, rest: str) -> Terms:
    table, parties, decks, rules, dialect, seconds = _read_words(text, rest, 6)
    return Terms(
        table=_read_hex(text, table, TABLE_SIZE),
        seats=_read_number(text, parties) - 1,
        decks=_read_number(text, decks),
        rules=_read_hex(text, rules),
        dialect=dialect,
        seconds=_read_number(text, seconds),
    )


def _read_words(text: str, rest: str, count: int) -> list[str]:
    words = rest.split(" ")
    if len(words) != count or "" in words:
        raise ProtocolError(f"{text[:40]!r} takes {count} words")
    return words


def _read_number(text: str, digits: str) -> int:
    """Read a number as it is printed, so that a message has one spelling only."""
    if re.fullmatch(r"0|[1-9][0-9]{0,17}", digits, re.ASCII):
        return int(digits)
    raise ProtocolError(f"{text[:40]!r} has {digits[:20]!r} where a number belongs")


def _read_hex(text: str, digits: str, size: int = SIZE) -> bytes:
    if re.fullmatch(f"[0-9a-f]{{{2 * size}}}", digits, re.ASCII):
        return bytes.fromhex(digits)
    raise ProtocolError(f"{text[:40]!r} takes {size} bytes, as {2 * size} hexadecimal digits")
