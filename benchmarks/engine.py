"""The readable engine: automatic rounds a second on one core, game by game.

The machine's own speed is measured in the same run, as the cards a second that an infinite
shoe deals in a bare loop; the ratio tells how many bare cards a round costs.
"""

import time

from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.round import Round
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.driver import play
from cutcard.shoes import InfiniteShoe
from cutcard.streams import stream


def rounds_per_second(name: str, rounds: int) -> float:
    preset = load_preset(name)
    seats = (ChartPlayer(load_chart(preset.chart)),)
    start = Round.start(preset.rules)
    shoe = shoe_for(preset.rules, stream(1, "bench"))
    began = time.thread_time()
    for _ in range(rounds):
        shoe.before_round()
        play(start, shoe, seats)
    return rounds / (time.thread_time() - began)


def cards_per_second(cards: int) -> float:
    shoe = InfiniteShoe(stream(1, "bench"))
    began = time.thread_time()
    for _ in range(cards):
        shoe.draw()
    return cards / (time.thread_time() - began)


def main() -> None:
    print("engine: automatic rounds a second of CPU time, best of 5")
    speeds: dict[str, float] = {}
    bare = 0.0
    for _ in range(5):  # interleaved, so that a busy moment hurts all alike
        bare = max(bare, cards_per_second(50_000))
        for name in preset_names():
            speeds[name] = max(speeds.get(name, 0.0), rounds_per_second(name, 2_000))
    print(f"  {'bare cards':16} {bare:12,.0f}")
    for name, speed in speeds.items():
        print(f"  {name:16} {speed:12,.0f}   a round costs {bare / speed:5.0f} bare cards")
