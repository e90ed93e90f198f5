"""The wire: bytes to messages and back, and which message may come when. No sockets here.

A message is printable ASCII and ends with a NUL byte; a client whose first message ends with a
newline instead (a person with telnet) is answered with newlines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from cutcard.cards import DECK, Card
from cutcard.errors import Invalid

LONGEST: Final = 256
"""Bytes to a message at the most, its end not counted."""

LONGEST_NAME: Final = 20

OUTCOMES: Final = ("WIN", "LOOSE", "LOSE", "BUST", "PUSH")
"""What a RESULT may say; LOOSE is the protocol's spelling, LOSE is understood too."""

_CARDS: Final = {card.name: card for card in DECK}


class ProtocolError(Invalid):
    """Something that the protocol does not know, or not now."""


# Messages.


@dataclass(frozen=True, slots=True)
class Join:
    """A player sits down; a fair one wants proof of the cards."""

    name: str
    fair: bool = False

    def __str__(self) -> str:
        return f"JOIN {self.name} FAIR" if self.fair else f"JOIN {self.name}"


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
    """The player is asked."""

    def __str__(self) -> str:
        return "DECISION"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of the round."""

    outcome: str

    def __str__(self) -> str:
        return f"RESULT {self.outcome}"


@dataclass(frozen=True, slots=True)
class Quit:
    """It is over."""

    def __str__(self) -> str:
        return "QUIT"


@dataclass(frozen=True, slots=True)
class Commit:
    """The dealer commits to a secret, before any player has had a say."""

    digest: bytes

    def __str__(self) -> str:
        return f"COMMIT {self.digest.hex()}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The dealer's secret, when the table is over."""

    secret: bytes

    def __str__(self) -> str:
        return f"REVEAL {self.secret.hex()}"


FromPlayer = Join | Hit | Stand | Nonce
FromDealer = Begin | CardDealt | DealerShows | Decision | Result | Quit | Commit | Reveal


def read_from_player(text: str) -> FromPlayer:
    """Read a message that a player sent.

    >>> read_from_player("JOIN ann FAIR")
    Join(name='ann', fair=True)
    """
    word, _, rest = text.partition(" ")
    match word:
        case "HIT" if not rest and text == word:
            return Hit()
        case "STAND" if not rest and text == word:
            return Stand()
        case "NONCE":
            return Nonce(_read_hex(text, rest, most=64))
        case "JOIN":
            name, _, fair = rest.partition(" ")
            if name and fair in ("", "FAIR") and rest == f"{name} {fair}".rstrip():
                return Join(name[:LONGEST_NAME], fair == "FAIR")
            raise ProtocolError(f"{text!r} names no player: write JOIN and one word")
    raise ProtocolError(f"{text!r} is no message of a player: they are JOIN, HIT, STAND, NONCE")


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
        case "RESULT" if rest in OUTCOMES:
            return Result("LOOSE" if rest == "LOSE" else rest)
        case "COMMIT":
            return Commit(_read_hex(text, rest, most=32))
        case "REVEAL":
            return Reveal(_read_hex(text, rest, most=64))
    raise ProtocolError(f"{text!r} is no message of a dealer")


_PLAIN: Final[dict[str, FromDealer]] = {"BEGIN": Begin(), "DECISION": Decision(), "QUIT": Quit()}


def _read_card(text: str, name: str) -> Card:
    if name not in _CARDS:
        raise ProtocolError(f"{text!r} names no card: write it as in 'Ace of Spades'")
    return _CARDS[name]


def _read_hex(text: str, digits: str, most: int) -> bytes:
    try:
        value = bytes.fromhex(digits) if " " not in digits else b""
    except ValueError:
        value = b""
    if not 1 <= len(value) <= most:
        raise ProtocolError(f"{text[:40]!r} takes 1 to {most} bytes in hexadecimal")
    return value


# Framing.


class Frames:
    """Cuts a stream of bytes into messages, and learns from the first how they end."""

    def __init__(self) -> None:
        self.end: bytes | None = None
        """What ends a message: NUL or newline; unknown before the first has come."""
        self._pending = b""
        self._end_is_late = False
        """The end of a message that silence has ended may still come."""

    def feed(self, data: bytes) -> Iterator[str]:
        """The messages that are complete with these bytes; take them all."""
        self._pending += data
        if self.end is None:
            ends = [self._pending.find(end) for end in (b"\0", b"\n")]
            if max(ends) >= 0:
                self.end = b"\n" if ends[0] < 0 or 0 <= ends[1] < ends[0] else b"\0"
        if self.end is not None and self.end in self._pending:
            *frames, self._pending = self._pending.split(self.end)
            for frame in frames:
                text = frame.removesuffix(b"\r") if self.end == b"\n" else frame
                if text or not self._end_is_late:
                    yield _text(text)
                self._end_is_late = False
        # What can no longer become a message need not be waited for.
        held = self._pending.removesuffix(b"\r") if self.end != b"\0" else self._pending
        if len(held) > LONGEST or not (held.decode("latin-1").isprintable() and held.isascii()):
            _text(held)

    def after_silence(self) -> str | None:
        """A decision sent without its end, when nothing has followed it for a while."""
        if self._pending in (b"HIT", b"STAND"):
            text = self._pending.decode()
            self._pending = b""
            self._end_is_late = True
            return text
        return None

    @property
    def waiting(self) -> bool:
        """Part of a message has come."""
        return bool(self._pending)

    def encode(self, *messages: object) -> bytes:
        """Messages as bytes, with the ends that the other side uses."""
        end = "\n" if self.end == b"\n" else "\0"
        return "".join([f"{message}{end}" for message in messages]).encode()


def _text(frame: bytes) -> str:
    if len(frame) > LONGEST:
        raise ProtocolError(f"a message is longer than {LONGEST} bytes: {frame[:40]!r}…")
    if not frame:
        raise ProtocolError("a message is empty")
    if not frame.isascii() or not (text := frame.decode()).isprintable():
        raise ProtocolError(f"{frame[:40]!r} is no printable ASCII")
    return text


# Who may say what when.


class At(Enum):
    """Where a dealer stands with a player."""

    JOINING = "JOIN"
    COMMITTED = "NONCE"
    WAITING = "nothing"
    DECIDING = "HIT or STAND"
    GONE = "nothing more"


class DealerSide:
    """What a dealer may be told by one player."""

    def __init__(self) -> None:
        self.at = At.JOINING

    def receive(self, message: FromPlayer) -> None:
        """Take a message, or refuse one that is out of turn."""
        match self.at, message:
            case At.JOINING, Join(fair=fair):
                self.at = At.COMMITTED if fair else At.WAITING
            case (At.COMMITTED, Nonce()) | (At.DECIDING, Hit() | Stand()):
                self.at = At.WAITING
            case _:
                raise ProtocolError(f"{message} came out of turn: {self.at.value} may come now")

    def ask(self) -> None:
        """The player is asked for a decision."""
        self.at = At.DECIDING


class In(Enum):
    """Where a player stands with a dealer: what may come next."""

    LOBBY = "BEGIN, COMMIT or QUIT"
    FIRST = "CARD"
    SECOND = "CARD, the second"
    UP = "DEALER"
    ASKED = "DECISION"
    DECIDING = "nothing before a decision"
    HIT = "CARD after HIT"
    DRAWN = "DECISION or RESULT"
    STOOD = "RESULT"
    BETWEEN = "BEGIN, REVEAL or QUIT"
    REVEALED = "QUIT"
    OVER = "nothing more"


_FOLLOWS: Final[dict[tuple[In, type], In]] = {
    (In.LOBBY, Commit): In.LOBBY,
    (In.LOBBY, Begin): In.FIRST,
    (In.FIRST, CardDealt): In.SECOND,
    (In.SECOND, CardDealt): In.UP,
    (In.UP, DealerShows): In.ASKED,
    (In.ASKED, Decision): In.DECIDING,
    (In.HIT, CardDealt): In.DRAWN,
    (In.DRAWN, Decision): In.DECIDING,
    (In.DRAWN, Result): In.BETWEEN,
    (In.STOOD, Result): In.BETWEEN,
    (In.STOOD, Decision): In.DECIDING,
    (In.BETWEEN, Begin): In.FIRST,
    (In.BETWEEN, Reveal): In.REVEALED,
    (In.LOBBY, Reveal): In.REVEALED,
}


class PlayerSide:
    """What a player may be told by a dealer."""

    def __init__(self) -> None:
        self.at = In.LOBBY

    def receive(self, message: FromDealer) -> None:
        """Take a message, or refuse one that is out of turn; QUIT may always come."""
        if isinstance(message, Quit):
            self.at = In.OVER
            return
        after = _FOLLOWS.get((self.at, type(message)))
        if after is None:
            raise ProtocolError(f"{message} came out of turn: {self.at.value} may come now")
        self.at = after

    def decide(self, message: Hit | Stand) -> None:
        """The player has decided."""
        if self.at is not In.DECIDING:
            raise ProtocolError(f"{message} would be out of turn: nobody has asked")
        self.at = In.HIT if isinstance(message, Hit) else In.STOOD
