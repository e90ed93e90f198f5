"""A table's shoe: what is kept of it does not grow, and deals the same when it is set up again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from cutcard.blackjack.presets import load_preset
from cutcard.web.tables.keyed_shoe import KeyedShoe

GAMES = ("ve280", "vegas-strip", "easy")


def play_round(shoe: KeyedShoe, random: Random) -> list[str]:
    """A round of some cards; all but the second lie face up."""
    shoe.before_round()
    return draw(shoe, random)


def draw(shoe: KeyedShoe, random: Random) -> list[str]:
    cards = [shoe.draw() for _ in range(random.randint(4, 9))]
    for card in cards[:1] + cards[2:]:
        shoe.expose(card)
    shoe.round_ended()
    return [card.text for card in cards]


def kept_while_playing(shoe: KeyedShoe, rounds: int) -> Iterator[tuple[dict[str, object], int]]:
    """What is kept before each of so many rounds."""
    for number in range(rounds):
        plain = json.loads(json.dumps(shoe.plain()))
        play_round(shoe, Random(number))
        yield plain, number


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_of_a_shoe_does_not_grow(game: str) -> None:
    shoe = KeyedShoe(load_preset(game).rules, 7)
    longest = max(len(json.dumps(plain)) for plain, _ in kept_while_playing(shoe, 3000))
    assert longest < 8000  # six decks face up, with their marks


@pytest.mark.parametrize("game", GAMES)
def test_a_shoe_that_is_set_up_again_deals_the_same(game: str) -> None:
    rules = load_preset(game).rules
    shoe = KeyedShoe(rules, 7)
    for plain, number in kept_while_playing(shoe, 100):
        again = KeyedShoe.from_plain(rules, 7, plain, in_round=False)
        before = again.tray.seen
        dealt = play_round(again, Random(number))
        assert again.plain() == shoe.plain()
        in_round = KeyedShoe.from_plain(rules, 7, again.plain(), in_round=False)
        assert in_round.tray.seen == again.tray.seen
        assert (len(before), dealt) != (0, [])


def test_a_round_in_progress_is_dealt_again_from_its_first_card() -> None:
    rules = load_preset("ve280").rules
    shoe = KeyedShoe(rules, 7)
    for number in range(60):
        shoe.before_round()
        plain = json.loads(json.dumps(shoe.plain()))
        dealt = draw(shoe, Random(number))
        again = KeyedShoe.from_plain(rules, 7, plain, in_round=True)
        assert draw(again, Random(number)) == dealt


def test_a_riffled_deck_that_was_kept_with_all_its_rounds_goes_on() -> None:
    """As it was kept before the order of the deck was."""
    rules = load_preset("ve280").rules
    old, rounds = KeyedShoe(rules, 7), []
    for number in range(40):
        old._begin()
        dealt = draw(old, Random(number))
        rounds.append([len(dealt), " ".join(dealt[:1] + dealt[2:])])
    again = KeyedShoe.from_plain(rules, 7, {"shuffles": 0, "rounds": rounds}, in_round=False)
    assert again.tray.seen == old.tray.seen
    for number in range(40, 80):
        plain = json.loads(json.dumps(again.plain()))
        assert play_round(again, Random(number)) == play_round(
            KeyedShoe.from_plain(rules, 7, plain, in_round=False), Random(number)
        )
    assert len(again.plain()["rounds"]) < 20
