"""The page on players of one's own shows what there is and what is printed."""

import re
from dataclasses import fields
from typing import get_args

import pytest
from docs.examples import ROOT, comparable, printed

from cutcard.blackjack.round import View as BlackjackView
from cutcard.blockhead.deal import Event, View
from cutcard.blockhead.rules import Rules
from cutcard.lab.pairs import play_on_engine

WHOLE = (ROOT / "docs" / "players.md").read_text()
PAGE, _, BLACKJACK = WHOLE.partition("\n## At blackjack\n")
PLAYERS = {"gamma": "Gamma", "forgetful": "Forgetful", "learner": "Learner"}


def test_the_example_is_the_file_that_it_says_it_is() -> None:
    assert f"```python\n{(ROOT / 'docs/players/gamma.py').read_text()}```" in PAGE


def test_every_field_of_the_view_is_explained() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert rows == [field.name for field in fields(View)]


def test_every_event_is_explained_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+\([\w, ]+\))` \|", PAGE, re.MULTILINE)
    events = [
        f"{event.__name__}({', '.join(field.name for field in fields(event))})"
        for event in get_args(Event)
    ]
    assert sorted(rows) == sorted(events)


@pytest.mark.parametrize("verb", ["duel", "simulate"])
def test_the_page_shows_what_is_printed(verb: str) -> None:
    found = re.search(rf"```\n\$ (cutcard {verb} [^\n]*)\n(.*?)```", WHOLE, re.DOTALL)
    assert found
    assert comparable(printed(found[1], ROOT)) == comparable(found[2])


@pytest.mark.parametrize("file", PLAYERS)
def test_the_players_play_and_leave_nothing_beside_them(file: str) -> None:
    path = ROOT / "docs" / "players" / f"{file}.py"
    score = play_on_engine(f"{path}:{PLAYERS[file]}", "alpha", Rules(deals=4), 1, range(2), 60.0)
    assert score.failure is None
    assert len(score.pairs) == 2
    assert not (path.parent / "__pycache__").exists()


def test_every_player_beside_the_page_is_tried() -> None:
    assert {path.stem for path in (ROOT / "docs" / "players").glob("*.py")} == {
        *PLAYERS,
        "cautious",
    }


def test_the_blackjack_player_is_the_file_that_it_says_it_is() -> None:
    assert f"```python\n{(ROOT / 'docs/players/cautious.py').read_text()}```" in BLACKJACK


def test_every_field_of_the_blackjack_view_is_explained() -> None:
    rows = re.findall(r"^\| `view\.(\w+)` \|", BLACKJACK, re.MULTILINE)
    # What the engine counts in units is told in bets.
    told = {field.name for field in fields(BlackjackView)} - {"units_left"} | {"stakes", "purse"}
    assert sorted(rows) == sorted(told)
