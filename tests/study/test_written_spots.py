"""Spots that are written for another process come back as they were."""

from __future__ import annotations

import json
from random import Random

import pytest

from cutcard.blackjack.presets import load_preset, preset_names
from cutcard.blackjack.round import Round
from cutcard.blackjack.shoe import shoe_for
from cutcard.cards import read_cards
from cutcard.driver import CHANCE
from cutcard.study.coach import values_of
from cutcard.study.written_spots import read_spot, read_values, write_spot, write_values


@pytest.mark.parametrize("name", preset_names())
def test_a_spot_comes_back_as_it_was(name: str) -> None:
    rules, random, spots = load_preset(name).rules, Random(name), 0
    shoe = shoe_for(rules, random)
    while spots < 50:
        shoe.before_round()
        state = Round.start(rules, (1, 3), (40, 5))
        while not state.over:
            if state.turn == CHANCE:
                state = state.apply(shoe.draw())
                continue
            view, seen = state.view(state.turn), read_cards("As 2h T")[: random.randrange(4)]
            assert read_spot(json.loads(json.dumps(write_spot(view, seen)))) == (view, seen)
            state = state.apply(random.choice(state.legal))
            spots += 1


def test_worths_come_back_as_they_were() -> None:
    state = Round.start(load_preset("vegas-strip").rules)
    for card in read_cards("8s Th 8h 5d"):
        state = state.apply(card)
    values = values_of(state.view(0), read_cards("5h 5s"))
    assert len(values.advice) == len(state.legal)
    assert read_values(json.loads(json.dumps(write_values(values)))) == values
