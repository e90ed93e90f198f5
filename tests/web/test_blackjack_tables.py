"""Blackjack at a table in the browser: a person plays rounds move by move."""

from __future__ import annotations

from web.tableside import Browser


def test_a_round_is_played_from_bet_to_settlement(host: str) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(game="vegas-strip", seed=1))
    assert line.view["phase"] == "betting"
    assert line.view["betting"] == {"least": 1, "most": 100, "last": 1}
    view = line.say("bet", chips=2)
    while view["legal"]:
        view = line.say("act", action="decline" if "decline" in view["legal"] else "stand")
    assert view["phase"] == "over"
    assert "??" not in view["dealer"]["cards"]
    assert line.mine["gain"] is not None
    assert float(line.mine["chips"]) == 100 + float(line.mine["gain"])
