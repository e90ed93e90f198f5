"""Blockhead Poker: games a second of CPU time for each pairing, engine and kernel in one run."""

import time
from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path
from tempfile import TemporaryDirectory

from cutcard.blockhead.deal import Bet, Deal
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.players import PLAYERS, Caller
from cutcard.blockhead.rules import Rules
from cutcard.lab.contestants import check_contestant, make_contestant, seated
from cutcard.lab.pairs import ENGINE, KERNEL, Score, duel_kernel, play_on_engine, play_on_kernel
from cutcard.streams import stream

RUNS = 5
GAMES = 20
"""Games to a run of a player from a file."""
PAIRS = {ENGINE: 5, KERNEL: 2000}
"""Pairs of games to a run."""

Play = Callable[[str, str, Rules, int, range], Score]


def games_per_second(play: Play, first: str, second: str, pairs: int) -> float:
    began = time.thread_time()
    play(first, second, Rules(), 1, range(pairs))
    return 2 * pairs / (time.thread_time() - began)


def main() -> None:
    print(f"blockhead: games of 20 deals a second of CPU time, best of {RUNS}")
    plays: dict[str, Play] = {ENGINE: play_on_engine, KERNEL: play_on_kernel}
    pairings = list(combinations_with_replacement(PLAYERS, 2))
    play_on_kernel("random", "alpha", Rules(), 1, range(2))  # loaded, or compiled, before the clock
    best: dict[tuple[str, str, str], float] = {}
    for _ in range(RUNS):
        for first, second in pairings:
            for name in dict.fromkeys((ENGINE, duel_kernel(first, second, Rules()))):
                speed = games_per_second(plays[name], first, second, PAIRS[name])
                key = first, second, name
                best[key] = max(best.get(key, 0.0), speed)
    print(f"  {'':22} {ENGINE:>8} {KERNEL:>9} times")
    for first, second in pairings:
        engine = best[first, second, ENGINE]
        kernel = best.get((first, second, KERNEL))
        compared = f"{kernel:9,.0f} {kernel / engine:5.0f}" if kernel else f"{'-':>9} {'-':>5}"
        print(f"  {first:7} against {second:6} {engine:8,.0f} {compared}")
    stranger()


CALLER = """\
class Caller:
    def __init__(self, random): pass
    def act(self, view): return view.to_call
    def see(self, event): pass
"""


class Decisions(Onlooker):
    """Counts what one player is asked."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.count = 0

    def see(self, state: Deal) -> None:
        self.count += any(
            isinstance(event, Bet) and event.player == self.seat for event in state.events
        )


def stranger() -> None:
    """What it costs that a player from a file plays in a process of its own."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.py"
        path.write_text(CALLER)
        own = f"{path}:Caller"
        began = time.perf_counter()
        check_contestant(own, stream(1), Rules())
        started = time.perf_counter() - began
        here, there, table = [], [], []
        decisions = Decisions(0)
        deck = FreshDeck(1, "games")
        for _ in range(RUNS):
            here.append(wall_time("caller", deck, decisions))
            there.append(wall_time(own, deck, decisions))
            began = time.perf_counter()
            for _ in range(GAMES):
                check_contestant(own, stream(1), Rules())
            table.append((time.perf_counter() - began) / GAMES)
        asked = decisions.count / (2 * RUNS * GAMES)
        more = (min(there) - min(here) - min(table)) / asked
        print("blockhead: a player from a file, in a process of its own")
        print(f"  {1e3 * started:6.0f} ms to start it")
        print(f"  {1e3 * min(table):6.1f} ms to sit down at a table and leave it")
        print(f"  {1e6 * more:6.0f} µs more for a decision than here ({asked:.0f} in a game)")


def wall_time(name: str, deck: FreshDeck, decisions: Decisions) -> float:
    """Seconds for a game against a caller, a new player in each."""
    began = time.perf_counter()
    for _ in range(GAMES):
        players = [make_contestant(name, stream(1), Rules()), Caller()]
        with seated(players):
            Game(Rules(), players, deck, (decisions,)).play_game()
    return (time.perf_counter() - began) / GAMES
