"""Blackjack at a fair table: before every round everybody who has bet takes part in the shuffle."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from cutcard.blackjack.round import Round
from cutcard.net.fair import TABLE_SIZE
from cutcard.net.record import written_record
from cutcard.net.table_entries import Seated, Settled
from cutcard.web.store.records import digest
from cutcard.web.tables.blackjack_play import BlackjackPlay
from cutcard.web.tables.fair_shoe import FairShoe
from cutcard.web.tables.happenings import Happening
from cutcard.web.tables.places import Refused
from cutcard.web.tables.play import Share
from cutcard.web.tables.terms import Terms

ANSWER_SECONDS: Final = 10
"""For a browser's part in a shuffle: programs answer, not people."""


class FairPlay(BlackjackPlay):
    """The play at a fair table."""

    shoe: FairShoe

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self._set_table(secrets.token_bytes(TABLE_SIZE))
        self._reveal: dict[str, Any] | None = None
        """The dealer's last word on the round that ended last, for whoever has missed it."""

    def _set_table(self, table: bytes, named: Mapping[str, Any] | None = None) -> None:
        seconds = self.terms.seconds or 0
        self.shoe = FairShoe(self.rules, self.terms.seats, seconds, table, named)

    # The shuffle

    @property
    def busy(self) -> bool:
        return self.in_round or self.shoe.stage is not None

    @property
    def hurry(self) -> int | None:
        return ANSWER_SECONDS if self.shoe.stage is not None else None

    @property
    def waiting(self) -> list[int]:
        return self.shoe.waiting if self.shoe.stage is not None else super().waiting

    def _begin_round(self, players: list[int]) -> None:
        self.seated, self._reveal = tuple(players), None
        self.shoe.begin(self.rounds, players)
        self.happened.append(Happening("shuffled", "Everybody takes part in the shuffle."))
        for place in players:
            self._write(place, self.shoe.commitment(self.rounds, place))

    def answer(self, number: int, message: Mapping[str, Any]) -> None:
        if message["type"] != "fair":
            super().answer(number, message)
            return
        if message.get("round") != self.rounds:
            raise Refused(f"round {message.get('round')!r} is not the one that is shuffled")
        match message.get("step"):
            case "digest":
                self.shoe.bind(number, message.get("digest"))
            case "nonce":
                self.shoe.open(number, message.get("nonce"))
            case other:
                raise Refused(f"{other!r} is not a step of a shuffle: it takes digest or nonce")
        self.happened = []
        self._go_on()

    def _go_on(self) -> None:
        """Go on with the shuffle, as soon as nobody is waited for."""
        if self.shoe.waiting or self.shoe.stage is None:
            return
        if self.shoe.stage == "digest":
            step = {"step": "digests", "round": self.rounds, "digests": self.shoe.show()}
            self._write(None, step)
            self._go_on()
            return
        self._write(None, {"step": "nonces", "round": self.rounds, "nonces": self.shoe.deal()})
        self._start(list(self.seated))
        self._run()

    def pass_turn(self, number: int) -> None:
        if self.shoe.stage is None:
            super().pass_turn(number)
            return
        self.happened = []
        self._answer_for(number)

    def stand_up(self, number: int) -> None:
        if self.shoe.stage is None or number not in self.seated:
            super().stand_up(number)
            return
        self.happened = []
        self._tell("left", number, "leave the table", "leaves the table")
        self.places[number].leaving = True
        if number in self.shoe.waiting:
            self._answer_for(number)

    def _answer_for(self, number: int) -> None:
        """Bind a place that is silent; once all are bound, break the round off instead."""
        if self.shoe.stage == "digest":
            self.shoe.stand_in(number)
            self._go_on()
        else:
            name = self.places[number].name
            self._break_off(f"{name} has not shown a nonce", number)

    def _break_off(self, why: str, number: int | None) -> None:
        words = f"{why}: the round is broken off, and all bets are given back."
        self.happened.append(Happening("void", words))
        self._write(None, {"step": "broken", "round": self.rounds, "seat": number, "why": why})
        self.shoe.break_off()
        for place in self.seated:
            self.places[place].bet = None
        self.round, self.seated = None, ()
        self._see_off()

    # The proof

    def _share(self, state: Round, seat: int) -> Share:
        share, place = super()._share(state, seat), self.seated[seat]
        assert self.shoe.shuffled is not None
        if place not in self.shoe.shuffled.own:
            return share  # nothing was proven to somebody who took no part
        return replace(share, proof=self._proof(state, place))

    def _proof(self, state: Round, place: int) -> str:
        """The record of a finished round for the person at a place, for `cutcard verify`."""
        shoe = self.shoe
        assert shoe.shuffled is not None
        table = shoe.terms.table.hex()
        name = self.places[place].name
        seats, seconds = self.terms.seats, shoe.terms.seconds
        seated = Seated(table, name, place, seats, self.shoe.named, seconds)
        plain = shoe.shuffled.plain()
        settled = Settled(
            table=table,
            round=self.rounds,
            nonce=plain["nonces"][place],
            **plain,
            **self._course(state),
        )
        return written_record("player", [seated, settled])

    def _course(self, state: Round) -> dict[str, Any]:
        """What everybody saw of a finished round."""
        seats = range(len(self.seated))
        return {
            "places": list(self.seated),
            "bets": list(state.bets),
            "purses": list(self.purses),
            "moves": list(self.acted),
            "hands": [[str(box.hand) for box in state.boxes if box.seat == one] for one in seats],
            "dealer": str(state.dealer),
            "gains": list(state.nets),
        }

    def _settle(self) -> None:
        state = self.round
        assert state is not None
        super()._settle()
        shoe = self.shoe
        assert shoe.shuffled is not None
        order = shoe.shuffled.order(shoe.terms.decks)
        taken = dict.fromkeys(range(shoe.terms.parties), 0)
        taken[shoe.terms.seats] = len(state.dealer.cards) + (state.hole is not None)
        for box in state.boxes:
            taken[self.seated[box.seat]] += len(box.hand.cards)
        reveal = {
            "step": "reveal",
            "round": self.rounds,
            "secret": shoe.shuffled.secret.hex(),
            "taken": [
                [order[k * shoe.terms.parties + party].text for k in range(count)]
                for party, count in taken.items()
            ],
            **self._course(state),
        }
        proofs = {one.place: digest(one.proof) for one in self.finished if one.proof is not None}
        self._write(None, reveal)
        for place, name in proofs.items():
            self._write(place, {"step": "proof", "round": self.rounds, "proof": name})
        end = self.view(None)
        self._reveal = {**reveal, "shown": {"seats": end["seats"], "dealer": end["dealer"]}}

    def _write(self, place: int | None, step: dict[str, Any]) -> None:
        self.letters.append((place, {"type": "fair", **step}))

    def letters_again(self, place: int | None) -> list[dict[str, Any]]:
        ended = None if self.busy else self._reveal
        if place not in (self.seated if ended is None else ended["places"]):
            return []
        assert place is not None
        shoe, number = self.shoe, self.rounds
        steps = [shoe.commitment(number, place)]
        if shoe.digests:
            steps.append({"step": "digests", "round": number, "digests": shoe.digests})
        if shoe.shuffled is not None:
            nonces = [nonce.hex() for nonce in shoe.shuffled.nonces]
            steps.append({"step": "nonces", "round": number, "nonces": nonces})
        if ended is not None:
            steps.append(ended)
        return [{"type": "fair", **step} for step in steps]

    # What is shown, and what is kept

    def view(self, you: int | None) -> dict[str, Any]:
        stage = self.shoe.stage
        view = super().view(you)
        if stage is None:
            return {**view, "shuffle": None}
        shuffle = {"round": self.rounds, "step": stage, "waiting": self.shoe.waiting}
        return {**view, "phase": "dealing", "shuffle": shuffle}

    def question(self, number: int) -> tuple[object, ...]:
        if self.shoe.stage is not None:
            return ("shuffle", self.rounds, self.shoe.stage)
        return super().question(number)

    def plain(self) -> dict[str, Any]:
        plain = super().plain()
        if self.shoe.stage is not None:
            plain["seated"] = list(self.seated)
        return {**plain, "reveal": self._reveal}

    def _set_up_shoe(self, plain: Mapping[str, Any], seated: list[int] | None) -> None:
        self._set_table(bytes.fromhex(plain["table"]), plain.get("rules"))
        self.shoe.set_up(plain, seated)

    @classmethod
    def from_plain(cls, terms: Terms, plain: Mapping[str, Any]) -> FairPlay:
        if plain["shoe"]["stage"] is None:
            play = super().from_plain(terms, plain)
            assert isinstance(play, FairPlay)
            play._reveal = plain.get("reveal")
            return play
        # The browsers' nonces may be lost with their pages: the shuffle cannot be continued.
        between = super().from_plain(terms, {**plain, "seated": None, "moves": [], "costs": []})
        assert isinstance(between, FairPlay)
        between.seated = tuple(plain["seated"])
        between._break_off("The server was restarted during the shuffle", None)
        return between
