"""The player: joins a dealer, decides, and tells what happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Protocol

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.net.frames import Frames
from cutcard.net.messages import (
    FAIR,
    Begin,
    BrokenOff,
    CardDealt,
    Commit,
    DealerShows,
    Decision,
    Digest,
    DigestShown,
    FromDealer,
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
    read_from_dealer,
)
from cutcard.net.proof import Breach, Proof, Unproven
from cutcard.net.turns import IN_PLAY, In, PlayerSide, traced

Answer = Hit | Stand | Digest | Nonce


class WirePlayer(Protocol):
    """One who plays over the wire: decides, and hears what happens."""

    def hits(self, hand: Hand, up_card: Card) -> bool:
        """Whether to take another card."""

    def begin(self, number: int) -> None:
        """A round begins."""

    def see(self, hand: Hand, up_card: Card | None) -> None:
        """A card has come."""

    def result(self, result: str, hand: Hand) -> None:
        """The round is over, with this result."""


class Game:
    """A player's side of a whole game, fed with bytes."""

    def __init__(
        self,
        name: str,
        player: WirePlayer,
        proof: Proof | None = None,
        *,
        trace: Callable[[str], None] | None = None,
    ) -> None:
        self._name = name
        self._player = player
        self._proof = proof
        self._trace = trace
        """Called with every message, and the state in which it has arrived."""
        self._frames = Frames()
        self._side = PlayerSide(fair=proof is not None)
        self._hand = Hand()
        self._up_card: Card | None = None
        self._rounds = 0
        self._asked_at = self._answered_at = 0.0
        self.messages = 0
        """How many messages have come."""
        self.over = False
        self.unfinished = ""
        """How the game ended in the middle of a round, in a sentence, if it did."""

    @property
    def begun(self) -> bool:
        """Whether the dealer has begun a game; between its rounds, too."""
        return self._rounds > 0 or self._side.at not in (In.LOBBY, In.FAIR_LOBBY)

    def hello(self) -> bytes:
        """The first thing to say."""
        if self._proof is None:
            if self._trace:
                self._trace(f"> {Join(self._name)}")
            return self._frames.encode(Join(self._name))
        # Padding in front says that every message will have its end, however slow the line is:
        # otherwise the dealer could take half of this one for a whole one that asks for no proof.
        return b"\0" + self._frames.encode(Join(self._name, FAIR))

    def feed(self, data: bytes, at: float | None = None) -> Iterator[bytes]:
        """Take what the dealer sent, and when it came; yield the answers."""
        try:
            for text in self._frames.feed(data):
                yield from self._hear(text, time.monotonic() if at is None else at)
                if self.over:
                    return
        except Breach:
            raise
        except ProtocolError as error:
            raise self._complaint(error) from None

    def _complaint(self, error: ProtocolError) -> Exception:
        """Return the error to raise for what the dealer said."""
        if self._proof is None:
            return error
        if self._proof.terms is None:
            return Unproven(f"the dealer proves nothing: {error}")
        return self._proof.breach(str(error))

    @property
    def half_heard(self) -> bool:
        """Part of a message has come that silence may end."""
        return bool(self._frames.pending) and self._proof is None

    def after_silence(self, at: float) -> Iterator[bytes]:
        """Take a message that came without its end, if it is a whole one; yield the answers."""
        if not self.half_heard:
            return
        try:
            read_from_dealer(self._frames.pending)
        except ProtocolError:
            return
        yield from self._hear(self._frames.end_pending(), at)

    def _hear(self, text: str, at: float) -> Iterator[bytes]:
        if self._trace:
            self._trace(f"< {text}  [{traced(self._side.at)}]")
        message = read_from_dealer(text)
        self.messages += 1
        if self._proof:
            self._proof.note("<", message)
        before = self._side.at
        self._side.receive(message)
        if self._proof and at < self._answered_at and not isinstance(message, Quit | Reveal):
            # By asking in advance, a dealer could let a player's time run before it is asked.
            raise ProtocolError(f"{message} came before you had decided")
        if isinstance(message, Quit):
            self._end(before, at)
            return
        answer = self._take(message, at)
        if answer is not None:
            if self._proof:
                self._proof.note(">", answer)
            if self._trace:
                self._trace(f"> {answer}")
            yield self._frames.encode(answer)

    def _take(self, message: FromDealer, at: float) -> Answer | None:
        match message:
            case Begin():
                self._begin()
            case CardDealt(card):
                if self._side.at is In.SECOND and self._hand.cards:
                    self._begin()  # a dealer that says BEGIN before the first round only
                self._hand = self._hand.plus(card)
                if self._proof:
                    self._proof.dealt(card)
                self._player.see(self._hand, self._up_card)
            case DealerShows(card):
                self._up_card = card
                if self._proof:
                    self._proof.dealer_shows(card)
                self._player.see(self._hand, card)
            case Decision():
                return self._decide(at)
            case Result(result):
                if self._proof:
                    self._proof.result_told(result)
                self._player.result(result, self._hand)
            case _:
                return self._prove(message)
        return None

    def _begin(self) -> None:
        self._hand, self._up_card = Hand(), None
        self._rounds += 1
        self._player.begin(self._rounds)

    def _decide(self, at: float) -> Hit | Stand:
        assert self._up_card is not None
        if self._proof:
            self._proof.asked()
        self._asked_at = at
        decision = Hit() if self._player.hits(self._hand, self._up_card) else Stand()
        self._answered_at = time.monotonic()
        self._side.decide(decision)
        if self._proof:
            self._proof.moved("H" if isinstance(decision, Hit) else "S")
        return decision

    def _prove(self, message: FromDealer) -> Digest | Nonce | None:
        """Hear what belongs to the proof."""
        proof = self._proof
        assert proof is not None, "only a player who wants proof hears of it"
        match message:
            case TermsTold(terms):
                proof.agree(terms)
            case Commit():
                return proof.committed(message)
            case DigestShown():
                nonce = proof.digest_shown(message)
                if nonce:
                    self._side.show_nonce()
                return nonce
            case NonceShown():
                if proof.nonce_shown(message):
                    self._side.all_shown()
            case Reveal(secret):
                proof.revealed(secret)
            case BrokenOff():
                proof.broken_off(message)
            case Refused(why):
                raise Unproven(f"the dealer proves nothing: {why}")
        return None

    def _end(self, before: In, at: float) -> None:
        """The dealer has said QUIT."""
        self.over = True
        deciding = before in (In.HIT, In.STOOD)
        # A dealer may sit on an answer that came in time: only the player's own delay counts.
        thought = min(at, self._answered_at) - self._asked_at
        # With proof the round goes on until the dealer has shown its secret.
        if before in IN_PLAY or (self._proof is not None and self._proof.in_round):
            number = self._proof.number if self._proof else self._rounds
            self.unfinished = f"the dealer ended the game in the middle of round {number}"
            if deciding and at < self._answered_at:
                self.unfinished = (
                    f"the dealer took your seat back after {thought:.0f} s without a decision"
                )
        if self._proof and self._proof.terms:
            late = deciding and thought > self._proof.terms.seconds
            self._proof.broken(self.unfinished, late=late)

    def cut_off(self, how: str) -> ProtocolError:
        """The line has ended without QUIT; return the error to raise."""
        if self._proof:
            self._proof.broken(how)
        return ProtocolError(how)

    @property
    def deciding(self) -> bool:
        """The player is asked, and has not answered yet."""
        return self._side.at is In.DECIDING

    def leave(self, *, own_fault: bool = False) -> None:
        """The player will not go on, for whatever reason."""
        if self._proof:
            self._proof.leave(own_fault=own_fault or self.deciding)
