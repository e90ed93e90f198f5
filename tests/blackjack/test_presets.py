"""Presets: every shipped game has the rules that its name promises, and a chart that plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.blackjack.presets import (
    Preset,
    chart_names,
    load_chart,
    load_preset,
    preset_names,
)
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.strategy.chart import InvalidChart
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.driver import play
from cutcard.errors import CutcardError, Invalid
from cutcard.streams import stream

PROMISED: dict[str, dict[str, object]] = {
    "easy": {
        "decks": "infinite",
        "deal": "UHPP",
        "hole_card": "open",
        "naturals": "both",
        "blackjack_pays": "3:2",
        "rounding": "exact",
        "blackjack_tie": "push",
        "ties": "push",
        "hit_soft_17": True,
        "stand_on_21": True,
        "double_on": "any",
        "double_after_split": True,
        "max_hands": 4,
        "resplit_aces": False,
        "hit_split_aces": False,
        "split_order": "queue",
        "surrender": "late",
        "insurance": False,
        "charlie": "none",
    },
    "vegas-strip": {
        "decks": 6,
        "reshuffle": "75%",
        "hole_card": "peek",
        "hit_soft_17": False,
        "double_on": "any",
        "double_after_split": True,
        "max_hands": 4,
        "surrender": "late",
        "blackjack_pays": "3:2",
    },
    "downtown": {
        "decks": 2,
        "hole_card": "peek",
        "hit_soft_17": True,
        "double_on": "any",
        "double_after_split": True,
        "max_hands": 4,
        "surrender": "none",
    },
    "european": {
        "decks": 6,
        "hole_card": "none",
        "dealer_blackjack_takes": "all",
        "hit_soft_17": False,
        "double_on": "9-11",
        "double_after_split": True,
        "max_hands": 2,
        "surrender": "none",
    },
    "single-deck": {
        "decks": 1,
        "hole_card": "peek",
        "hit_soft_17": True,
        "double_on": "any",
        "double_after_split": False,
        "max_hands": 4,
        "surrender": "none",
    },
    "double-exposure": {
        "decks": 6,
        "hole_card": "open",
        "hit_soft_17": True,
        "double_on": "9-11",
        "double_after_split": True,
        "max_hands": 4,
        "ties": "lose",
        "blackjack_tie": "win",
        "blackjack_pays": "1:1",
    },
    # Hit or stand; one deck riffled when fewer than twenty cards are left; the player's natural is
    # paid 3:2 in whole chips, whatever the dealer holds, and a dealer's is a plain 21.
    "ve280": {
        "decks": 1,
        "reshuffle": 20,
        "shuffle": "riffle",
        "deal": "PUPH",
        "hole_card": "hidden",
        "naturals": "player",
        "blackjack_pays": "3:2",
        "rounding": "down",
        "ties": "push",
        "hit_soft_17": False,
        "stand_on_21": False,
        "double_on": "none",
        "max_hands": 1,
        "surrender": "none",
        "insurance": False,
        "charlie": "none",
    },
    # A new deck every round; dealer one card, player two; the player is asked at 21.
    "coms1018": {
        "decks": 1,
        "reshuffle": "every-round",
        "deal": "UPPH",
        "hole_card": "none",
        "naturals": "both",
        "blackjack_tie": "win",
        "ties": "push",
        "hit_soft_17": False,
        "stand_on_21": False,
        "double_on": "none",
        "max_hands": 1,
        "surrender": "none",
        "insurance": False,
        "charlie": "none",
    },
    # A card to the player, the hole card, a card to the player, the open card.
    "cs50": {
        "deal": "PHPU",
        "hole_card": "hidden",
        "naturals": "none",
        "ties": "push",
        "hit_soft_17": False,
        "stand_on_21": False,
        "double_on": "none",
        "max_hands": 1,
        "surrender": "none",
        "insurance": False,
        "charlie": "none",
    },
}


def test_every_shipped_game_is_promised() -> None:
    assert set(preset_names()) == set(PROMISED)
    assert preset_names()[:4] == ["easy", "ve280", "coms1018", "cs50"]


@pytest.mark.parametrize("name", PROMISED)
def test_a_game_has_the_rules_that_it_promises(name: str) -> None:
    preset = load_preset(name)
    words = preset.rules.plain()
    assert {field: words[field] for field in PROMISED[name]} == PROMISED[name]
    assert preset.name == name
    assert preset.title
    assert preset.about.endswith(".")


@pytest.mark.parametrize("name", PROMISED)
def test_what_a_game_does_not_promise_is_as_in_the_common_game(name: str) -> None:
    # How often a lone deck is shuffled, and what a plain game pays, nobody promised.
    free = {"reshuffle", "blackjack_pays", "decks"}
    words, common = load_preset(name).rules.plain(), Rules().plain()
    for field in words.keys() - PROMISED[name].keys() - free:
        assert words[field] == common[field], field


@pytest.mark.parametrize("name", PROMISED)
def test_a_game_plays_two_thousand_rounds_by_its_chart(name: str) -> None:
    preset = load_preset(name)
    chart = load_chart(preset.chart)
    chart.check_fits(preset.rules)
    assert_plays(preset.rules, ChartPlayer(chart), 2000)


def assert_plays(rules: Rules, player: ChartPlayer, rounds: int) -> None:
    shoe = shoe_for(rules, stream(1, "presets"))
    start = Round.start(rules)
    for _ in range(rounds):
        shoe.before_round()
        assert play(start, shoe, (player,)).over


@pytest.mark.parametrize("name", chart_names())
def test_a_chart_plays_every_game_that_it_fits(name: str) -> None:
    chart = load_chart(name)
    for preset in map(load_preset, preset_names()):
        if len(chart.columns) == 10 or preset.rules.hole_card is HoleCard.OPEN:
            assert_plays(preset.rules, ChartPlayer(chart), 50)


# A game of one's own.


def write(folder: Path, text: str, name: str = "mine.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_game_may_be_read_from_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, 'title = "Mine"\n[rules]\ndecks = 2\nblackjack_pays = "6:5"\n')
    assert load_preset(path) == Preset(
        "mine",
        "Mine",
        "With decks = 2, blackjack_pays = 6:5.",
        Rules(decks=2, blackjack_pays="6:5"),
        "vegas-strip",
    )


def test_a_game_may_start_from_another(tmp_path: Path) -> None:
    preset = load_preset(write(tmp_path, 'base = "european"\n[rules]\ndecks = 2\n'))
    european = load_preset("european")
    assert preset.rules == european.rules.changed({"decks": 2})
    assert preset.chart == european.chart
    assert (preset.title, preset.about) == ("European with decks = 2", "")
    assert (
        preset.changed(["insurance=true"]).title == "European with decks = 2 and insurance = true"
    )


def test_a_title_of_ones_own_leaves_the_changes_to_the_description(tmp_path: Path) -> None:
    preset = load_preset(write(tmp_path, 'base = "european"\ntitle = "Ours"\n[rules]\ndecks = 2\n'))
    assert (preset.title, preset.about) == ("Ours", "Like European, with decks = 2.")


def test_a_game_may_bring_its_own_chart(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text(str(load_chart("simple")), encoding="ascii")
    preset = load_preset(write(tmp_path, 'chart = "own.txt"\n'))
    assert load_chart(preset.chart) == load_chart("simple")


def test_a_file_without_a_base_starts_from_the_common_game(tmp_path: Path) -> None:
    assert load_preset(write(tmp_path, "[rules]\n")).rules == Rules()
    assert load_preset(write(tmp_path, "title = 'Corner'\n")).rules == Rules()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("decks = 2", "'decks' is unknown: a game has base, title, about, chart, rules"),
        ("[rules]\ndecks = 9", "decks cannot be 9: it takes a whole number from 1 to 8"),
        ("[rules]\ndekcs = 2", "there is no rule 'dekcs': did you mean decks?"),
        ("[rules]\nsurrender = 'late'\nhole_card = 'none'", "does not go with hole_card = none"),
        ("rules = 5", "rules is 5: it must be a table, [rules]"),
        ("title = 5", "title is 5: it must be a printable text in quotes"),
        ("chart = 5", "chart is 5: it must be a printable text in quotes"),
        ("base = 5", "base is 5: it must be a printable text in quotes"),
        ("[rules", "is not a TOML file"),
        ("", "describes no game: it takes base = 'easy', or a table [rules]"),
        ("# decks = 2\n", "describes no game: it takes base = 'easy', or a table [rules]"),
    ],
)
def test_what_is_wrong_with_a_game_is_said_with_its_file(
    tmp_path: Path, text: str, says: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(Invalid) as caught:
        load_preset(path)
    assert str(caught.value).startswith(path)
    assert says in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    for name, says in [
        ("missing.toml", "cannot be read: No such file"),
        ("binary.toml", "is not a text file"),
    ]:
        with pytest.raises(Invalid, match=says):
            load_preset(str(tmp_path / name))
    with pytest.raises(Invalid, match="cannot be read: Is a directory"):
        load_preset(f"{tmp_path}/")
    with pytest.raises(Invalid, match=r"bad\.txt: line 1"):
        load_chart(write(tmp_path, "2 2", "bad.txt"))
    with pytest.raises(InvalidChart):
        load_chart(str(tmp_path / "bad.txt"))


def test_a_file_without_an_end_is_neither_game_nor_chart(tmp_path: Path) -> None:
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    for load, name in [(load_chart, "/dev/zero"), (load_preset, str(tmp_path / "zero.toml"))]:
        with pytest.raises(
            Invalid, match=f"{name} cannot be read: it is longer than 100,000 bytes"
        ):
            load(name)


def test_a_game_that_starts_from_itself_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, f"base = '{tmp_path / 'mine.toml'}'\n")
    with pytest.raises(CutcardError):
        load_preset(path)


def test_an_unknown_name_is_answered_with_a_known_one() -> None:
    with pytest.raises(Invalid) as caught:
        load_preset("europaen")
    assert str(caught.value) == (
        "there is no game 'europaen': did you mean european? (or give FILE.toml)"
    )
    with pytest.raises(Invalid, match="there are easy, ve280, coms1018, cs50, "):
        load_preset("xyzzy")
    with pytest.raises(Invalid, match="did you mean wizard"):
        load_chart("wizzard")


def test_a_game_changes_by_words() -> None:
    changed = load_preset("european").changed(["decks=2", "max_hands = 4"])
    assert (changed.rules.decks, changed.rules.max_hands) == (2, 4)
    with pytest.raises(CutcardError):
        load_preset("european").changed(["surrender=late"])
