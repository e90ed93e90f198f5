"""A fair table's shoe: everybody who bets takes part in the shuffle of every round.

The arithmetic and its promise are those of `cutcard.net.fair`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.tray import Tray
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.net.fair import NO_COMMITMENT, SIZE, Terms, order_key, shuffled
from cutcard.net.fair_tables import PlacedCards, rules_text, table_terms
from cutcard.net.messages import ProtocolError
from cutcard.net.shuffle import Shuffle
from cutcard.web.tables.places import Refused

_HEX: Final = re.compile(f"[0-9a-f]{{{2 * SIZE}}}")

Stage = Literal["digest", "nonce"]
"""What the seats are waited for in a shuffle."""


@dataclass(frozen=True)
class Shuffled:
    """A shuffle in which all have taken part: what the order of the cards follows from."""

    earlier: bytes
    """The commitment of the round before."""
    commit: bytes
    secret: bytes
    digests: tuple[bytes, ...]
    nonces: tuple[bytes, ...]
    own: tuple[int, ...]
    """The seats that have shown nonces of their own."""

    def order(self, decks: int) -> tuple[Card, ...]:
        """The order of the cards."""
        return shuffled(order_key(self.commit, self.digests, self.secret, self.nonces), decks)

    def plain(self) -> dict[str, Any]:
        """The shuffle as a proof holds it."""
        return {
            "earlier": self.earlier.hex(),
            "commit": self.commit.hex(),
            "secret": self.secret.hex(),
            "digests": [digest.hex() for digest in self.digests],
            "nonces": [nonce.hex() for nonce in self.nonces],
        }

    @staticmethod
    def from_plain(plain: Mapping[str, Any], own: Sequence[int]) -> Shuffled:
        """The shuffle that the store kept."""
        return Shuffled(
            bytes.fromhex(plain["earlier"]),
            bytes.fromhex(plain["commit"]),
            bytes.fromhex(plain["secret"]),
            tuple(map(bytes.fromhex, plain["digests"])),
            tuple(map(bytes.fromhex, plain["nonces"])),
            tuple(own),
        )


class FairShoe:
    """The shoe of a fair table: an exchange of commitments, then cards by places."""

    def __init__(
        self,
        rules: Rules,
        seats: int,
        seconds: int,
        table: bytes,
        named: Mapping[str, Any] | None = None,
    ) -> None:
        self.named = _still_named(rules, named)
        """The rules as they were named when the table was opened."""
        self.terms: Terms = table_terms(table, seats, seconds, rules, self.named)
        self.text = rules_text(self.named)
        self.tray = Tray(rules.finite_decks)
        self.shuffled: Shuffled | None = None
        """The shuffle of the round in progress, or of the last one."""
        self._last = NO_COMMITMENT
        self._exchange: Shuffle | None = None
        self._earlier = NO_COMMITMENT
        self._bound: set[int] = set()
        self._opened: set[int] = set()
        self._places: tuple[int, ...] = ()
        self._cards: PlacedCards | None = None
        self.shown = False
        """Whether the digests of all were shown."""

    # The exchange

    @property
    def stage(self) -> Stage | None:
        """What is waited for; None if no shuffle is in progress."""
        if self._exchange is None:
            return None
        return "nonce" if self.shown else "digest"

    @property
    def waiting(self) -> list[int]:
        """The places that have not done their part."""
        if self._exchange is None:
            return []
        done = self._opened if self.shown else self._bound
        return [place for place in self._places if place not in done]

    def begin(self, number: int, places: Sequence[int]) -> None:
        """Be bound to a secret for a round; these places are asked to take part."""
        self._exchange = Shuffle(self.terms, number, self._last, places)
        self._earlier, self._last = self._last, self._exchange.commit
        self._places = tuple(places)
        self._bound, self._opened, self.shown = set(), set(), False
        self.shuffled = self._cards = None

    def bind(self, place: int, digest: object) -> None:
        """Take the digest of a place's nonce."""
        exchange = self._asked(place, "digest")
        exchange.bind(place, _read(digest, "digest"))
        self._bound.add(place)

    def open(self, place: int, nonce: object) -> None:
        """Take the nonce of a place."""
        exchange = self._asked(place, "nonce")
        try:
            exchange.open(place, _read(nonce, "nonce"))
        except ProtocolError as error:
            raise Refused(str(error)) from None
        self._opened.add(place)

    def stand_in(self, place: int) -> None:
        """Bind and open a place that takes no part itself."""
        assert self._exchange is not None
        self._exchange.stand_in(place)
        self._bound.add(place)
        self._opened.add(place)

    def _asked(self, place: int, stage: Stage) -> Shuffle:
        if self._exchange is None or self.stage != stage or place not in self.waiting:
            raise Refused(f"no {stage} is asked of you now")
        return self._exchange

    def show(self) -> list[str]:
        """The digests of all seats, which are shown now."""
        assert self._exchange is not None
        self.shown = True
        return [digest.hex() for digest in self._exchange.digests]

    def deal(self) -> list[str]:
        """Lay out the cards, and return the nonces of all seats."""
        exchange = self._exchange
        assert exchange is not None
        self.lay_out(
            Shuffled(
                self._earlier,
                exchange.commit,
                exchange.secret,
                tuple(exchange.digests),
                tuple(exchange.nonces),
                tuple(exchange.shown),
            ),
            self._places,
        )
        return [nonce.hex() for nonce in exchange.nonces]

    def lay_out(self, dealt: Shuffled, places: Sequence[int]) -> None:
        """Lay out the cards of a shuffle."""
        self.shuffled, self._exchange = dealt, None
        self._earlier, self._last = dealt.earlier, dealt.commit
        self._places = tuple(places)
        order = dealt.order(self.terms.decks)
        self._cards = PlacedCards(order, self.terms.parties, places)
        self.tray.shuffled()
        self.tray.round_began()

    def break_off(self) -> None:
        """End the shuffle; its commitment stays in the chain."""
        self._exchange = None

    # The cards

    def draw(self, state: Round) -> Card:
        """The card that is owed next."""
        assert self._cards is not None
        self.tray.dealt()
        return self._cards.draw(state)

    def expose(self, card: Card) -> None:
        """Take note that a card lies face up."""
        self.tray.expose(card)

    def before_round(self) -> bool:
        """Every round is shuffled."""
        return True

    def round_ended(self) -> None:
        """Nothing: the next round has other cards."""

    @property
    def cards_left(self) -> int | None:
        """Cards not dealt since the shuffle."""
        return self.tray.left

    # What is told and kept

    def commitment(self, number: int, place: int) -> dict[str, Any]:
        """What tells a place that the dealer is bound."""
        return {
            "step": "commit",
            "table": self.terms.table.hex(),
            "round": number,
            "seat": place,
            "parties": self.terms.parties,
            "decks": self.terms.decks,
            "rules": self.text,
            "seconds": self.terms.seconds,
            "earlier": self._earlier.hex(),
            "commit": self._last.hex(),
        }

    @property
    def digests(self) -> list[str]:
        """The digests of all seats, once they are shown."""
        if self.shuffled is not None:
            return [digest.hex() for digest in self.shuffled.digests]
        if self._exchange is None or not self.shown:
            return []
        return [digest.hex() for digest in self._exchange.digests]

    def plain(self) -> dict[str, Any]:
        """What has to be kept, a secret among it, so that a round can go on."""
        return {
            "table": self.terms.table.hex(),
            "rules": self.named,
            "last": self._last.hex(),
            "stage": self.stage,
            "shuffled": None if self.shuffled is None else self.shuffled.plain(),
            "own": [] if self.shuffled is None else list(self.shuffled.own),
        }

    def set_up(self, plain: Mapping[str, Any], places: Sequence[int] | None) -> None:
        """Go on from what was kept; places are those of a round in progress."""
        self._last = bytes.fromhex(plain["last"])
        if plain["shuffled"] is not None:
            dealt = Shuffled.from_plain(plain["shuffled"], plain["own"])
            self.shuffled, self._earlier = dealt, dealt.earlier
            if places is not None:
                self.lay_out(dealt, places)


def _still_named(rules: Rules, named: Mapping[str, Any] | None) -> dict[str, Any]:
    """The rules by the names they had, or by those of today if they are not the same any more."""
    try:
        if named is not None and Rules(**named) == rules:
            return dict(named)
    except (CutcardError, TypeError):  # a rule that does not exist any more
        pass
    return rules.plain()


def _read(value: object, what: str) -> bytes:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise Refused(f"{value!r} is not a {what}: it takes {2 * SIZE} digits, 0 to f")
    return bytes.fromhex(value)
