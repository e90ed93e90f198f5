"""Who may say what when, for both ends of the wire. No sockets here."""

from __future__ import annotations

from enum import Enum
from typing import Final

from cutcard.net.messages import (
    Begin,
    BrokenOff,
    CardDealt,
    Commit,
    DealerShows,
    Decision,
    Digest,
    DigestShown,
    FromDealer,
    FromPlayer,
    Hit,
    Join,
    Nonce,
    NonceShown,
    ProtocolError,
    Quit,
    Refused,
    Result,
    Reveal,
    Stand,
    TermsTold,
)


class At(Enum):
    """Where a dealer stands with a player; each value says what may come next."""

    JOINING = "JOIN"
    BINDING = "DIGEST"
    OPENING = "NONCE"
    WAITING = "nothing"
    DECIDING = "HIT or STAND"
    GONE = "nothing more"


def traced(state: At | In) -> str:
    """A state by its name, with what may come in it.

    >>> traced(At.DECIDING)
    'deciding: HIT or STAND may come'
    """
    return f"{state.name.lower().replace('_', ' ')}: {state.value} may come"


_ANSWERS: Final[dict[At, tuple[type, ...]]] = {
    At.JOINING: (Join,),
    At.BINDING: (Digest,),
    At.OPENING: (Nonce,),
    At.DECIDING: (Hit, Stand),
}


class DealerSide:
    """What a dealer may be told by one player."""

    def __init__(self) -> None:
        self.at = At.JOINING

    def receive(self, message: FromPlayer) -> None:
        """Take a message, or refuse one that is out of turn."""
        if not isinstance(message, _ANSWERS.get(self.at, ())):
            raise ProtocolError(f"{message} came out of turn: {self.at.value} may come now")
        self.at = At.WAITING


class In(Enum):
    """Where a player stands with a dealer; each value says what may come next."""

    LOBBY = "BEGIN or QUIT"
    FIRST = "CARD"
    SECOND = "CARD, the second"
    UP = "DEALER"
    ASKED = "DECISION"
    DECIDING = "nothing before a decision"
    HIT = "CARD after HIT"
    DRAWN = "DECISION or RESULT"
    STOOD = "RESULT"
    BETWEEN = "BEGIN, CARD or QUIT"
    OVER = "nothing more"
    # With proof.
    FAIR_LOBBY = "TERMS, REFUSED or QUIT"
    AGREED = "COMMIT or QUIT"
    BOUND = "DIGEST of every seat"
    OPENED = "NONCE of every seat"
    DEALT = "BEGIN"
    PLAYED = "REVEAL"
    LEAVING = "QUIT"


IN_PLAY: Final = frozenset(
    {In.FIRST, In.SECOND, In.UP, In.ASKED, In.DECIDING, In.HIT, In.DRAWN, In.STOOD}
)

_PLAY: Final[dict[tuple[In, type], In]] = {
    (In.FIRST, CardDealt): In.SECOND,
    (In.SECOND, CardDealt): In.UP,
    (In.UP, DealerShows): In.ASKED,
    (In.ASKED, Decision): In.DECIDING,
    (In.HIT, CardDealt): In.DRAWN,
    (In.DRAWN, Decision): In.DECIDING,
}

_PLAIN: Final[dict[tuple[In, type], In]] = {
    **_PLAY,
    (In.LOBBY, Begin): In.FIRST,
    (In.DRAWN, Result): In.BETWEEN,
    (In.STOOD, Result): In.BETWEEN,
    # The original's dealer asks again after a word that it did not understand,
    (In.STOOD, Decision): In.DECIDING,
    (In.BETWEEN, Begin): In.FIRST,
    # and says BEGIN only before the first round.
    (In.BETWEEN, CardDealt): In.SECOND,
}

_FAIR: Final[dict[tuple[In, type], In]] = {
    **_PLAY,
    (In.FAIR_LOBBY, TermsTold): In.AGREED,
    (In.FAIR_LOBBY, Refused): In.LEAVING,
    (In.AGREED, Commit): In.BOUND,
    (In.BOUND, DigestShown): In.BOUND,
    (In.BOUND, BrokenOff): In.AGREED,
    (In.OPENED, NonceShown): In.OPENED,
    (In.OPENED, BrokenOff): In.AGREED,
    (In.DEALT, Begin): In.FIRST,
    (In.DRAWN, Result): In.PLAYED,
    (In.STOOD, Result): In.PLAYED,
    (In.PLAYED, Reveal): In.AGREED,
    # A dealer that must end shows its secret in the middle of a round.
    **{(at, Reveal): In.LEAVING for at in (In.DEALT, *IN_PLAY)},
}


class PlayerSide:
    """What a player may be told by a dealer."""

    def __init__(self, *, fair: bool = False) -> None:
        self._follows = _FAIR if fair else _PLAIN
        self.at = In.FAIR_LOBBY if fair else In.LOBBY

    def receive(self, message: FromDealer) -> None:
        """Take a message, or refuse one that is out of turn; QUIT may always come."""
        if isinstance(message, Quit):
            self.at = In.OVER
            return
        after = self._follows.get((self.at, type(message)))
        if after is None:
            raise ProtocolError(f"{message} came out of turn: {self.at.value} may come now")
        self.at = after

    def show_nonce(self) -> None:
        """Note that all digests have come, and that the player shows its nonce."""
        self.at = In.OPENED

    def all_shown(self) -> None:
        """Note that all nonces have come."""
        self.at = In.DEALT

    def decide(self, message: Hit | Stand) -> None:
        """Note what the player has decided."""
        if self.at is not In.DECIDING:
            raise ProtocolError(f"{message} would be out of turn: nobody has asked")
        self.at = In.HIT if isinstance(message, Hit) else In.STOOD
