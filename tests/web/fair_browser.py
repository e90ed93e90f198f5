"""Support: a browser at a fair table, which knows only what docs/web.md says of it."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from typing import Any

from web.tableside import Attending

_CARDS = [rank + suit for suit in "shcd" for rank in "A23456789TJQK"]


def digest(purpose: str, *fields: bytes) -> bytes:
    """H of docs/network.md."""
    text = b"".join(
        len(part).to_bytes(4, "big") + part
        for part in (b"cutcard fair 2", purpose.encode(), *fields)
    )
    return hashlib.sha256(text).digest()


def eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def order_of(key: bytes, decks: int) -> list[str]:
    """The order of the cards of some decks that follows from a key."""
    pile, order, counter, numbers = _CARDS * decks, [], 0, []
    while pile:
        if not numbers:
            block = digest("numbers", key, eight(counter))
            numbers = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
            counter += 1
        number, left = numbers.pop(0), len(pile)
        if number < left * (2**32 // left):
            place = number % left
            order.append(pile[place])
            last = pile.pop()
            if place < left - 1:
                pile[place] = last
    return order


class FairBrowser:
    """Takes part in the shuffle of every round, and checks every card itself."""

    def __init__(self, line: Attending) -> None:
        self.line = line
        self.rounds: list[dict[str, Any]] = []
        """Rounds that were checked."""
        self.broken: list[int] = []
        self._round: dict[str, Any] = {}
        self.nonce = b""
        self.shows_nonce = True
        self._answered = -1

    @property
    def heard(self) -> dict[str, Any]:
        """What was heard of the round in progress."""
        return self._round

    def take_up(self, heard: dict[str, Any]) -> None:
        """Go on with a round of which another connection has heard."""
        self._round = heard

    def hear(self, message: dict[str, Any]) -> None:
        """Do this browser's part."""
        match message.get("step"):
            case "commit" if message["round"] == self._round.get("round"):
                pass  # told once more after a lost connection
            case "commit":
                self._round = {**message}
                self.nonce = secrets.token_bytes(32)
                seat, commit = message["seat"], bytes.fromhex(message["commit"])
                own = digest("nonce", commit, eight(seat), self.nonce).hex()
                self._round["own"] = own
                self._say("digest", digest=own)
            case "digests":
                seat = self._round["seat"]
                assert message["digests"][seat] == self._round["own"]
                assert message["digests"].count(self._round["own"]) == 1
                self._round["digests"] = message["digests"]
                if self.shows_nonce and "nonces" not in self._round:
                    self._say("nonce", nonce=self.nonce.hex())
            case "nonces":
                commit = bytes.fromhex(self._round["commit"])
                shown = zip(message["nonces"], self._round["digests"], strict=True)
                for seat, (nonce, bound) in enumerate(shown):
                    due = digest("nonce", commit, eight(seat), bytes.fromhex(nonce))
                    assert due.hex() == bound
                self._round["nonces"] = message["nonces"]
            case "reveal":
                self._check(message)
            case "broken":
                self.broken.append(message["round"])

    def _say(self, step: str, **more: object) -> None:
        self.line.send("fair", step=step, round=self._round["round"], **more)

    def _check(self, reveal: dict[str, Any]) -> None:
        heard = self._round
        seats = heard["parties"] - 1
        terms = digest(
            "terms",
            bytes.fromhex(heard["table"]),
            eight(heard["round"]),
            eight(heard["parties"]),
            eight(heard["decks"]),
            digest("rules", heard["rules"].encode()),
            b"table",
            eight(heard["seconds"]),
            bytes.fromhex(heard["earlier"]),
        )
        commit, secret = bytes.fromhex(heard["commit"]), bytes.fromhex(reveal["secret"])
        assert digest("secret", terms, secret) == commit
        listed = digest("list", commit, *map(bytes.fromhex, heard["digests"]))
        key = digest("order", commit, listed, secret, *map(bytes.fromhex, heard["nonces"]))
        order = order_of(key, heard["decks"])
        for party, taken in enumerate(reveal["taken"]):
            places = range(party, len(order), heard["parties"])
            assert taken == [order[place] for place, _ in zip(places, taken, strict=False)]
        view = self.line.view
        assert view["rounds"] == reveal["round"]
        for seat in view["seats"]:
            shown = [card for hand in seat["hands"] for card in hand["cards"]]
            assert sorted(shown) == sorted(reveal["taken"][seat["seat"]])
        dealer = [card for card in view["dealer"]["cards"] if card != "??"]
        hidden = "??" in view["dealer"]["cards"]
        taken = reveal["taken"][seats]
        assert sorted(dealer) == sorted(taken) or (hidden and set(dealer) < set(taken))
        self.rounds.append({**heard, **reveal})

    def read_on(self, seconds: float = 60) -> dict[str, Any]:
        """The next message, after this browser has done its part."""
        message = self.line.read(seconds=seconds)
        if message["type"] == "fair":
            self.hear(message)
        return message

    def until(self, step: str) -> dict[str, Any]:
        """Read until this step of a shuffle."""
        while True:
            message = self.read_on()
            if message.get("step") == step:
                return message

    def play_round(self, chips: int = 1) -> None:
        """Bet, take part, stand, and check."""
        done = len(self.rounds)
        self.line.send("bet", chips=chips)
        read_together(lambda: len(self.rounds) > done, self)

    def act(self) -> None:
        """Split or stand, once for every view that asks."""
        view = self.line.view
        if view["legal"] and view["number"] != self._answered:
            self._answered = view["number"]
            action = "split" if "split" in view["legal"] else view["legal"][0]
            self.line.send("act", action=action)


def read_together(ends: Callable[[], bool], *browsers: FairBrowser) -> None:
    """Let browsers read, take part and play, whoever is told something first, until this holds."""
    deadline = time.monotonic() + 60
    while not ends():
        assert time.monotonic() < deadline, "it takes too long"
        for browser in browsers:
            try:
                message = browser.read_on(seconds=0.02)
            except TimeoutError:
                continue
            assert message["type"] != "refused", json.dumps(message)
            browser.act()
