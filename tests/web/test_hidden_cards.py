"""No message holds a card before it is public: every frame of everybody is read."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from web.tableside import Attending, Browser

from cutcard.cards import DECK

_CARD = re.compile(r"\b([A2-9TJQK][shcd])\b")
_NAMES = {card.name.lower(): card.text for card in DECK}
_SPOKEN = re.compile("|".join(_NAMES))

ROUNDS = 40


def _told(frame: str) -> list[str]:
    """Every card that a frame names, by its letters or in words."""
    return _CARD.findall(frame) + [_NAMES[name] for name in _SPOKEN.findall(frame.lower())]


def _open(view: dict[str, Any]) -> set[str]:
    """The cards that lie face up in a view of blackjack."""
    hands = [hand["cards"] for seat in view["seats"] for hand in seat["hands"]]
    return {card for cards in (*hands, view["dealer"]["cards"]) for card in cards} - {"??"}


def _play(lines: list[Attending], random: Random) -> None:
    """Play a round by legal moves at random."""
    for line in lines:
        _catch_up(lines)
        line.say("bet", chips=1)
    while True:
        _catch_up(lines)
        acting = next((line for line in lines if line.view["legal"]), None)
        if acting is None:
            break
        acting.say("act", action=random.choice(acting.view["legal"]))


def _catch_up(lines: list[Attending]) -> None:
    latest = max(line.view["number"] for line in lines)
    for line in lines:
        while line.view["number"] < latest:
            line.read("view")


@pytest.mark.parametrize("hole", ["peek", "hidden", "none", "open"])
def test_no_frame_names_a_card_that_does_not_lie_face_up(host: str, hole: str) -> None:
    """With one deck every card is one card, so that a name betrays which one it is."""
    ann, bob = Browser(host, "Ann"), Browser(host, "Bob")
    changes = {"decks": 1, "reshuffle": "every-round", "hole_card": hole, "insurance": False}
    table = ann.open(
        game="own-rules",
        changes={**changes, "max_hands": 4},
        seats=2,
        open=True,
        chips=1000,
        seconds=600,
    )
    lines = [ann.attend(table), bob.attend(table)]
    lines[1].say("sit", seat=1)
    spectator = Browser(host).attend(table)
    random = Random(hole)
    hidden_seen = 0
    for _ in range(ROUNDS):
        _play(lines, random)
        _reads_on(spectator, lines[0])
        for line in (*lines, spectator):
            hidden_seen += _check_frames(line)
    assert hidden_seen or hole in ("none", "open")


def _reads_on(spectator: Attending, line: Attending) -> None:
    while spectator.view["number"] < line.view["number"]:
        spectator.read("view")


def _check_frames(line: Attending) -> int:
    """How many views held a card face down, all of whose cards were checked."""
    hidden = 0
    for frame in line.frames:
        message = json.loads(frame)
        if message["type"] != "view":
            continue
        hidden += "??" in message["dealer"]["cards"]
        assert set(_told(frame)) <= _open(message)
        assert "key" not in message
    line.frames.clear()
    return hidden


def test_an_unturned_hole_card_is_never_told(host: str) -> None:
    """Where all bust, the dealer's second card stays down, in rounds that are kept too."""
    ann = Browser(host, "Ann")
    changes = {"decks": 1, "reshuffle": "every-round", "hole_card": "hidden"}
    line = ann.attend(ann.open(game="own-rules", changes=changes, chips=10_000))
    stayed = 0
    while stayed < 5:
        view = line.say("bet", chips=1)
        while view["legal"]:
            view = line.say("act", action="hit" if "hit" in view["legal"] else "stand")
        if "??" in view["dealer"]["cards"]:
            stayed += 1
            kept = ann.get("/api/rounds")["rounds"][0]["record"]
            assert kept["dealer"].split() == view["dealer"]["cards"][:1]


@pytest.mark.parametrize("opponent", ["beta", "raiser"])
def test_no_frame_names_a_machines_hidden_card_before_the_showdown(
    host: str, opponent: str
) -> None:
    ann = Browser(host, "Ann")
    table = ann.open(kind="blockhead", opponent=opponent)
    line, spectator = ann.attend(table), Browser(host).attend(table)
    random = Random(opponent)
    while line.view["phase"] != "done":
        if line.view["turn"] is None:
            line.say("next")
        elif line.view["legal"]:
            # Who never folds comes to showdowns.
            stays = [action for action in line.view["legal"] if action != "fold"]
            line.say("act", action=random.choice(stays), **{"raise": 1})
        else:
            line.read("view")
    _reads_on(spectator, line)
    shown = 0
    for party in (line, spectator):
        for frame in party.frames:
            message = json.loads(frame)
            seen = {card for seat in message["seats"] for card in seat["cards"]} - {"??"}
            assert set(_told(frame)) <= seen
            for seat in message["seats"]:
                if not seat["you"] and seat["cards"] and "??" not in seat["cards"]:
                    assert message["phase"] in ("over", "done")
                    shown += 1
    assert shown
