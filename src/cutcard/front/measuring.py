"""Measuring: what a way to play is worth by playing it, and which player is better."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING

from cutcard.blackjack.seat import Player
from cutcard.blackjack.session import MOST_CHIPS
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.mistakes import Mistakes, read_mistakes
from cutcard.blackjack.strategy.ramp import Ramp, read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.blockhead.presets import SHELF
from cutcard.commandline import read_count
from cutcard.cores import usable_cores
from cutcard.errors import Illegal, Interrupted, Invalid
from cutcard.front.announcing import announced
from cutcard.front.charts import PlainChart
from cutcard.front.choice import AnyGame, Game, game
from cutcard.front.given import new_seed, number_between, of_kind
from cutcard.lab import pairs as lab_pairs
from cutcard.lab.contestants import Contestant, check_contestant, name_of
from cutcard.lab.estimate import Mean
from cutcard.lab.guests import Guest
from cutcard.lab.kernel_choice import Kernel, kernel_for
from cutcard.lab.player_classes import travels
from cutcard.lab.pool import Pool
from cutcard.lab.risk import check_risk
from cutcard.lab.simulate import MOST_ROUNDS, Simulation
from cutcard.lab.strangers import SECONDS, PlayerFailed
from cutcard.lab.tally import Tally
from cutcard.own_numbers import own_number, whole_number
from cutcard.progress import Progress
from cutcard.report.duels import LUCK_TOLD, Duel
from cutcard.report.simulations import BANKROLL, RISK, Finding, edge_text, only_watched
from cutcard.rulebook import change_options, written
from cutcard.streams import stream

if TYPE_CHECKING:
    from cutcard.front.indexing import Indices

AnyCount = Count | str | PathLike[str]
"""A count: by its name, its file, or as it is."""

USUAL_ROUNDS = 10_000_000
USUAL_ROUNDS_ON_ENGINE = 100_000


def simulate(
    what: AnyGame,
    /,
    *,
    chart: PlainChart | str | PathLike[str] | None = None,
    count: AnyCount | None = None,
    ramp: Ramp | str | None = None,
    indices: Indices | str | PathLike[str] | None = None,
    player: type[Player] | str | None = None,
    player_seconds: float = SECONDS,
    players: int | None = None,
    spots: int = 1,
    mistakes: Mistakes | str | None = None,
    rounds: int | float | str | None = None,
    until_stderr: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    bankroll: int | None = None,
    risk: float | None = None,
) -> Finding:
    """Play many rounds of a game on all cores, and return what that was worth.

    Without ``chart`` the game is played by its chart. ``count``, ``ramp`` and ``indices`` make it
    a card counter; ``player`` is a player of your own: a class, or FILE.py:CLASS for one that plays
    in a separate process and may think for ``player_seconds``. ``players`` others sit at the table,
    who play by the chart and act first (one where the ramp begins with 0, else none), and the bet
    is laid on each of this many ``spots``. ``mistakes`` such as ``play=1%,decks=0.5,bets=2%`` are
    made, and their cost is told. A counter's ``bankroll`` is 1000 chips unless another is given,
    and the ``risk`` of ruin that a bankroll is named for is 0.05. The same seed leads to the same
    finding with any number of workers. If a player from a file fails, what was found until then is
    the ``finding`` of the `PlayerFailed` that is raised, and after Ctrl-C that of an `Interrupted`.

    >>> found = simulate("vegas-strip", rounds="100k", seed=7, workers=1)
    >>> found
    <vegas-strip: edge -0.2350% ± 0.7081% in 100,000 rounds>
    >>> found.counts["wins"] + found.counts["pushes"] + found.counts["losses"]
    100000
    """
    if player is not None and (chart is not None or count is not None):
        raise Invalid("player, chart and count are ways to play: give one")
    asked = ask_for(
        game(what),
        chart=chart,
        count=count,
        ramp=ramp,
        indices=indices,
        player=player,
        player_seconds=player_seconds,
        players=players,
        spots=spots,
        mistakes=mistakes,
        rounds=rounds,
        until_stderr=until_stderr,
        seed=seed,
        bankroll=bankroll,
        risk=risk,
    )
    return _played(asked, workers)


@dataclass(frozen=True)
class Asked:
    """A simulation that was asked for, and all that is told with what it finds."""

    game: Game
    chart: str
    """The chart's name; empty for a player of one's own."""
    indices: tuple[str, ...]
    simulation: Simulation
    bankroll: int
    risk: float
    why_slow: str
    words: Mapping[str, object] | None
    """The options of the command that asks the same; None where no command can."""

    def finding(self, tally: Tally, seconds: float, *, stopped: bool = False) -> Finding:
        """What was found by the rounds played."""
        words = None if self.words is None else {**self.words, "rounds": tally.rounds}
        return Finding(
            preset=self.game.preset,
            chart=self.chart,
            indices=self.indices,
            simulation=self.simulation,
            _tally=tally,
            seconds=seconds,
            newly_played=tally.rounds,
            command="" if words is None else self.game.command("simulate", *_options(words)),
            bankroll=self.bankroll,
            risk=self.risk,
            why_slow=self.why_slow,
            stopped=stopped,
        )


def ask_for(
    chosen: Game,
    *,
    chart: PlainChart | str | PathLike[str] | None = None,
    count: AnyCount | None = None,
    ramp: Ramp | str | None = None,
    indices: Indices | str | PathLike[str] | None = None,
    player: type[Player] | str | None = None,
    player_seconds: float = SECONDS,
    players: int | None = None,
    spots: int = 1,
    mistakes: Mistakes | str | None = None,
    rounds: int | float | str | None = None,
    until_stderr: float | None = None,
    seed: int | None = None,
    bankroll: int | None = None,
    risk: float | None = None,
) -> Asked:
    """The simulation that these words ask for, as `simulate` explains them."""
    player_seconds = number_between(player_seconds, "a time to think", 0)
    if players is not None:
        players = whole_number(players, "a number of other players", 0)
    spots = whole_number(spots, "a number of spots", 1)
    for name, given in (("bankroll", bankroll), ("risk", risk)):
        if given is not None and count is None:
            raise Invalid(f"{name} is for card counters: name a count, as in count='hi-lo'")
    if bankroll is not None:
        bankroll = whole_number(bankroll, "a bankroll", 1, MOST_CHIPS)
    if risk is not None:
        check_risk(number_between(risk, "a risk of ruin", 0, 1))
    if until_stderr is not None:
        until_stderr = number_between(until_stderr, "a standard error", 0, 1)
    charted = chosen.charted(chart)
    plain = PlainChart(charted.columns, charted.cells, charted.name)
    if player is None:
        strategy, names = _way(plain, count, ramp, indices)
    else:
        strategy, names = Strategy(IndexedChart((plain,)), guest=Guest(player, player_seconds)), ()
    strategy = strategy.at_table(players, spots, plain)
    if mistakes is not None:
        strategy = strategy.erring(
            read_mistakes(mistakes)
            if isinstance(mistakes, str)
            else of_kind(mistakes, Mistakes, "mistakes", "a text such as 'play=1%,bets=2%'")
        )
    kernel, why = kernel_for(chosen.rules, strategy)
    usual = USUAL_ROUNDS_ON_ENGINE if kernel is Kernel.ENGINE else USUAL_ROUNDS
    if rounds is None:
        rounds = usual if until_stderr is None else MOST_ROUNDS
    simulation = Simulation(
        chosen.rules, strategy, new_seed(seed), counted(rounds, "rounds"), until_stderr, kernel
    )
    words: dict[str, object] = {
        "chart": None if chart is None else charted.command_name,
        "count": _text(count),
        "ramp": _text(ramp),
    }
    words |= {"indices": _text(indices), "players": players, "spots": None if spots == 1 else spots}
    words |= {"mistakes": _text(mistakes) or None}
    words |= {"rounds": simulation.rounds, "seed": simulation.seed}
    if isinstance(player, str):
        words["player"] = player
    words |= {"bankroll": bankroll, "risk": risk}
    # Of values made in Python there is no word for the command.
    told = words["chart"] != "" and not isinstance(player, type)
    told = told and all(isinstance(one, str | PathLike | None) for one in (count, indices))
    return Asked(
        game=chosen,
        chart="" if strategy.guest else charted.name or charted.digest,
        indices=names,
        simulation=simulation,
        bankroll=BANKROLL if bankroll is None else bankroll,
        risk=RISK if risk is None else risk,
        why_slow=why,
        words=words if told else None,
    )


def duel(
    first: Contestant,
    second: Contestant,
    /,
    *,
    pairs: int | float | str = 200,
    seed: int | None = None,
    workers: int | None = None,
    controls: bool = True,
    aivat: bool = False,
    game: str = "blockhead",
    **changes: object,
) -> Duel:
    """Compare two Blockhead players by pairs of games: the same cards, seats swapped.

    A player is named, FILE.npz with a policy, or one of your own: FILE.py:CLASS, which plays in a
    separate process, or a class, which plays in this one and its workers. ``game`` names a game of
    Blockhead Poker, or a TOML file; other keywords change its rules. Controls are short duels whose
    outcome is known. ``aivat`` finds the mean without luck, too, by the rules of blockhead.

    >>> duel("alpha", "caller", pairs=100, seed=1, workers=1)
    <alpha against caller: +171.26 ± 6.95 chips a game in 100 pairs>
    """
    of_kind(game, str, "a game", "the name of a game of Blockhead Poker, or a FILE.toml")
    rules = SHELF.load(game).rules.changed(changes)
    number = counted(pairs, "pairs")
    lab_pairs.check_duel(rules, number, luck=aivat)
    for name in (first, second):
        check_contestant(name, stream(0), rules)
    chosen = new_seed(seed)
    kernel, reason = lab_pairs.duel_kernel(first, second, rules, number), ""
    if aivat:
        kernel, reason = lab_pairs.ENGINE, LUCK_TOLD
        with announced():
            lab_pairs.prepare_luck(rules)
    elif kernel == lab_pairs.KERNEL:
        with announced():
            lab_pairs.prepare_kernel()
    began = time.monotonic()
    seconds = 0.0
    score = lab_pairs.Score()
    known = []
    ended: PlayerFailed | KeyboardInterrupt | None = None
    progress = Progress(number)
    try:
        for score in lab_pairs.play_duel(
            first,
            second,
            rules,
            pairs=number,
            seed=chosen,
            workers=number_of_workers(workers) if all(map(_travels, (first, second))) else 1,
            luck=aivat,
        ):
            progress.show(score.played, f"{score.deals:,} deals")
            seconds = time.monotonic() - began
        progress.clear()
        ended = score.failure
        if controls and ended is None:
            for name, played in lab_pairs.play_controls(
                first, second, rules, pairs=number, seed=chosen
            ):
                ended = played.failure
                if ended is not None:
                    break
                known.append((name, Mean.of(played.pairs)))
    except KeyboardInterrupt as interrupt:
        ended = interrupt
    finally:
        progress.clear()
    plain = rules.plain()
    words = [] if game == "blockhead" else ["--game", game]
    words += change_options(f"{name}={written(plain[name])}" for name in changes)
    words += ["--pairs", str(score.played), "--seed", str(chosen), *["--aivat"] * aivat]
    names = [name_of(first), name_of(second)]
    told = all(isinstance(who, str) for who in (first, second))
    found = Duel(
        first=names[0],
        second=names[1],
        score=score,
        seed=chosen,
        seconds=seconds,
        command=shlex.join(["cutcard", "duel", *names, *words]) if told else "",
        kernel=kernel,
        reason=reason or lab_pairs.why_engine(first, second, rules, number),
        controls=tuple(known),
        stopped=score.played < number,
    )
    if ended is None:
        return found
    if isinstance(ended, KeyboardInterrupt):
        raise Interrupted(found) if found.telling else ended
    ended.finding = found if found.telling else None
    raise ended


def _travels(who: Contestant) -> bool:
    """Whether a player can be sent to workers; alone, one worker finds the same."""
    return isinstance(who, str) or travels(who)


def counted(number: int | float | str, what: str) -> int:
    """A number of rounds or pairs, as a number or as people write it.

    >>> counted("100M", "rounds"), counted(1e8, "rounds"), counted("1e8", "rounds")
    (100000000, 100000000, 100000000)
    """
    plain = own_number(number)
    if isinstance(plain, str):
        return read_count(plain)
    if isinstance(plain, bool) or not isinstance(plain, int | float) or plain % 1:
        raise Invalid(
            f"{number!r} {what} cannot be played: it takes a whole number, or a text such as '10M'"
        )
    return read_count(str(int(plain)))


def _way(
    chart: PlainChart,
    count: AnyCount | None,
    ramp: Ramp | str | None,
    indices: Indices | str | PathLike[str] | None,
) -> tuple[Strategy, tuple[str, ...]]:
    from cutcard.front.indexing import Indices  # imported here: it stands on this module

    if count is None:
        for name, given in (("ramp", ramp), ("indices", indices)):
            if given is not None:
                raise Invalid(f"{name} is for card counters: name a count, as in count='hi-lo'")
        return Strategy.flat(chart), ()
    bets = None if ramp is None else given_ramp(ramp, read_ramp)
    counted_by = given_count(count)
    if isinstance(indices, Indices):
        counted_by = indices.added_to(counted_by)
        return Strategy.counting(chart, counted_by, bets, counted_by.indices[-1].name)
    if indices is not None and (not isinstance(indices, str | PathLike) or not fspath(indices)):
        raise Invalid(
            f"{indices!r} names no index plays: it takes all, none, names and files with commas, or"
            " what index has found"
        )
    return Strategy.counting(chart, counted_by, bets, None if indices is None else fspath(indices))


def given_count(count: AnyCount) -> Count:
    """The count given, by its name, its file or as it is."""
    if isinstance(count, str | PathLike):
        return load_count(fspath(count))
    return of_kind(count, Count, "a count", "a name such as 'hi-lo', or a FILE.toml")


def given_ramp(ramp: Ramp | str, read: Callable[[str], Ramp]) -> Ramp:
    """The ramp given, written or as it is."""
    if isinstance(ramp, str):
        return read(ramp)
    return of_kind(ramp, Ramp, "a ramp", "a text such as '1:2,2:4,3:8'")


def _played(asked: Asked, workers: int | None) -> Finding:
    """What all rounds came to."""
    simulation = asked.simulation
    hands = number_of_workers(workers)
    guest = simulation.strategy.guest
    if guest is not None and not guest.travels:
        hands = 1  # one worker finds the same
    compiled = simulation.kernel is not Kernel.ENGINE
    if compiled:
        with announced():
            simulation.warm_up()
    tally = Tally(simulation.rules.unit)
    progress = Progress(simulation.rounds)
    began = time.monotonic()
    try:
        with Pool(hands, threads=compiled) as pool:
            for tally in simulation.run(pool):
                progress.show(tally.rounds, f"{tally.rounds:,} rounds  {edge_text(tally)}")
    except (PlayerFailed, KeyboardInterrupt) as failure:
        if tally.played < 2:
            raise
        found = asked.finding(tally, time.monotonic() - began, stopped=True)
        if isinstance(failure, KeyboardInterrupt):
            raise Interrupted(found) from None
        failure.finding = found
        raise
    finally:
        progress.clear()
    if not tally.played:
        raise Illegal(only_watched(tally.rounds))
    return asked.finding(tally, time.monotonic() - began)


def number_of_workers(given: int | None) -> int:
    """The workers given, or one for each core."""
    return usable_cores() if given is None else whole_number(given, "a number of workers", 1, 256)


def _options(words: Mapping[str, object]) -> list[str]:
    return [
        part
        for name, value in words.items()
        if value is not None
        for part in (f"--{name}", str(value))
    ]


def _text(value: object) -> str | None:
    return None if value is None else str(value)
