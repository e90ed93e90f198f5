"""Files of shoes, dealt as Easy Blackjack deals them."""

from __future__ import annotations

from contextlib import suppress

from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.editions.easy import Game
from cutcard.editions.easy.shoes import FileShoe
from cutcard.shoes import ShoeEmpty
from fuzz.drawer import kept

PLAYER = ChartPlayer(load_chart("wizard"))

SEEDS = [b"23456789TJQKA" * 6, b"A A A A A A A A A A A A A A A A A A A A A A A A A A A", b"T" * 60]


def throw(data: bytes) -> None:
    """Every round that begins ends, or the shoe runs out."""
    game = Game(FileShoe(str(kept(data))), PLAYER)
    with suppress(ShoeEmpty):
        while not game.over:
            assert game.round_text(game.play_round())
    assert game.summary()
