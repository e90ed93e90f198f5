"""A table that is set up again from its record goes on as if nothing had happened."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette")

from cutcard.blackjack.presets import load_preset, preset_names
from cutcard.net.fair import mix
from cutcard.net.fair_tables import rules_text
from cutcard.web.tables.blackjack_play import BlackjackPlay
from cutcard.web.tables.blockhead_play import BlockheadPlay
from cutcard.web.tables.fair_play import FairPlay
from cutcard.web.tables.keyed_shoe import KeyedShoe
from cutcard.web.tables.terms import Terms


def _through_json(plain: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(json.dumps(plain))
    return kept


@pytest.mark.parametrize("name", preset_names())
def test_a_shoe_set_up_again_deals_the_same_cards(name: str) -> None:
    rules = load_preset(name).rules
    chosen = Random(name)
    shoe = KeyedShoe(rules, 7)
    for _ in range(60):
        shoe.before_round()
        again = KeyedShoe.from_plain(rules, 7, _through_json(shoe.plain()), in_round=True)
        for _ in range(chosen.randrange(4, 20)):
            card = shoe.draw()
            assert again.draw() is card
            if chosen.random() < 0.8:
                shoe.expose(card)
                again.expose(card)
        shoe.round_ended()
        again.round_ended()
        assert again.plain() == shoe.plain()
        assert again.tray.seen == shoe.tray.seen
        assert again.cards_left == shoe.cards_left


def test_every_shuffle_of_a_table_draws_from_a_stream_of_its_own() -> None:
    rules = load_preset("cs50").rules.changed({"reshuffle": "every-round"})
    shoe, orders = KeyedShoe(rules, 7), set()
    for _ in range(20):
        assert shoe.before_round()
        orders.add(tuple(shoe.draw() for _ in range(20)))
        shoe.round_ended()
    assert len(orders) == 20


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("name", preset_names())
def test_a_blackjack_table_goes_on_where_it_was(name: str, seats: int) -> None:
    chosen = Random(f"{name} {seats}")
    play = BlackjackPlay(Terms.read({"game": name, "seats": seats, "seed": 3}))
    for number in range(seats):
        play.sit(number, number, f"Name {number}", 200)
    for _ in range(150):
        again = BlackjackPlay.from_plain(play.terms, _through_json(play.plain()))
        _act_at_random(play, Random(chosen.random()))
        state = Random(chosen.random())
        _same_but_for_happenings(play, again, state)
        play.finished.clear()


def _act_at_random(play: BlackjackPlay, chosen: Random) -> None:
    if play.turn is None:
        number = chosen.choice([place for place in play.places if play.may_bet(place)])
        play.bet(number, chosen.randrange(1, 4))
        return
    assert play.round is not None
    if chosen.random() < 0.1:
        play.pass_turn(play.turn)
    else:
        play.answer(play.turn, {"type": "act", "action": str(chosen.choice(play.round.legal))})


def _same_but_for_happenings(play: BlackjackPlay, again: BlackjackPlay, chosen: Random) -> None:
    """After the record was read, both make the same move and look the same."""
    kept = BlackjackPlay.from_plain(play.terms, _through_json(play.plain()))
    for place in (*play.places, None):
        expected, found = play.view(place), kept.view(place)
        for name in ("happened", *(() if play.in_round else ("phase", "dealer", "seats"))):
            expected.pop(name), found.pop(name)
        assert found == expected
    if play.in_round:
        assert kept.round == play.round
        assert [vars(one) for one in kept.decisions] == [vars(one) for one in play.decisions]
    twin = BlackjackPlay.from_plain(play.terms, _through_json(play.plain()))
    seed = chosen.random()
    _act_at_random(kept, Random(seed))
    _act_at_random(twin, Random(seed))
    assert kept.view(None) == twin.view(None)
    assert again.terms == play.terms


def test_a_person_who_left_in_a_round_is_gone_from_the_table_set_up_again() -> None:
    play = BlackjackPlay(Terms.read({"game": "vegas-strip", "seats": 2, "seed": 4}))
    play.sit(0, 1, "Ann", 200)
    play.sit(1, 2, "Bob", 200)
    play.bet(0, 1)
    play.bet(1, 1)
    assert play.turn == 0
    play.stand_up(1)
    again = BlackjackPlay.from_plain(play.terms, _through_json(play.plain()))
    assert again.places[1].leaving
    for one in (play, again):
        while one.turn is not None:
            one.pass_turn(one.turn)
        assert list(one.places) == [0]
    assert again.finished == play.finished


def test_a_fair_table_keeps_its_terms_when_the_game_gets_new_rules() -> None:
    """Browsers hold a table to the rules that it named when they sat down."""
    play = FairPlay(Terms.read({"game": "vegas-strip", "seats": 2, "fair": True}))
    kept = _through_json(play.plain())
    assert FairPlay.from_plain(play.terms, kept).shoe.terms == play.shoe.terms
    named = kept["shoe"]["rules"]
    del named["dealer_22"]  # as if it had come later
    again = FairPlay.from_plain(play.terms, kept)
    assert again.shoe.text == rules_text(named)
    assert again.shoe.terms.rules == mix("rules", again.shoe.text.encode())
    assert again.plain()["shoe"]["rules"] == named
    for changed in ({"decks": 2}, {"unheard_of": True}):  # other rules by now: they are told
        kept["shoe"]["rules"] = {**named, **changed}
        assert FairPlay.from_plain(play.terms, kept).shoe.terms == play.shoe.terms


@pytest.mark.parametrize("opponent", ["alpha", "beta", "random"])
def test_a_blockhead_table_goes_on_where_it_was(opponent: str) -> None:
    chosen = Random(opponent)
    terms = Terms.read({"kind": "blockhead", "opponent": opponent, "seed": 3})
    play = BlockheadPlay(terms)
    play.sit(0, 1, "Ann", 200)
    while not play.over:
        if play.thinking:
            play.think()
        elif play.turn is None:
            play.answer(0, {"type": "next"})
        else:
            legal = play.view(0)["legal"]
            action = chosen.choice(legal)
            play.answer(0, {"type": "act", "action": action, "raise": chosen.randrange(1, 11)})
        if not play.thinking:
            again = BlockheadPlay.from_plain(terms, _through_json(play.plain()))
            assert again.deal == play.deal
            assert again.chips == play.chips
            assert again.carry == play.carry
            assert again.better == play.better
