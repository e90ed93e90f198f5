"""Blackjack players of one's own: the same rounds from a class, from a file, on any workers."""

from pathlib import Path
from random import Random

import pytest

import cutcard as cc
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.errors import Invalid
from cutcard.lab.guests import Guest
from cutcard.lab.kernel_choice import Kernel, play_block
from cutcard.lab.strangers import PlayerFailed

FILE = """
import cutcard as cc


class Charted(cc.Player):
    def __init__(self, random):
        self.chart = cc.game("vegas-strip").chart

    def act(self, view):
        return self.chart.action(view)


class Failing(cc.Player):
    def __init__(self, random):
        self.fails = random.random() < 0.25

    def act(self, view):
        if self.fails:
            raise RuntimeError("tired")
        return cc.Action.STAND


class Greedy(cc.Player):
    def bet(self, bankroll, minimum):
        return bankroll + 1

    def act(self, view):
        return cc.Action.STAND
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


class Charted(cc.Player):
    """Plays by a chart."""

    def act(self, view: cc.View) -> cc.Action:
        return load_chart("vegas-strip").action(view)


class Betting(cc.Player):
    """Bets by chance, and stands."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def bet(self, bankroll: int, minimum: int) -> int:
        return self.random.randrange(1, 4)

    def act(self, view: cc.View) -> cc.Action:
        return cc.Action.STAND


class Broke(Betting):
    """Bets nothing."""

    def bet(self, bankroll: int, minimum: int) -> int:
        return 0


class Idle:
    """Has nothing that a player needs."""


class Actless(cc.Player):
    """Is built on what players are built on, and never acts."""


class Unmade(Charted):
    """Takes no random numbers."""

    def __init__(self) -> None:
        pass


class Particular(Charted):
    """Takes more than random numbers."""

    def __init__(self, random: Random, chart: str) -> None:
        self.chart = chart


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (
            Idle,
            "Idle is not a player: build its class on cc.Player and define act(view)",
        ),
        (Actless, "Actless is not a player: it lacks act(view)"),
        (
            Unmade,
            "Unmade is not a player: it takes __init__(self, random), since players are made with"
            " random numbers of their own",
        ),
        (
            Particular,
            "Particular is not a player: it takes __init__(self, random), since players are made"
            " with random numbers of their own",
        ),
    ],
)
def test_a_class_that_no_player_can_be_made_of_is_refused_in_a_sentence(
    player: type, sentence: str
) -> None:
    with pytest.raises(Invalid) as refused:
        cc.simulate("easy", player=player, rounds=10, seed=1)
    assert str(refused.value) == sentence


def test_a_guest_who_plays_a_chart_plays_what_the_chart_plays(file: Path) -> None:
    rules, chart = load_preset("vegas-strip").rules, load_chart("vegas-strip")
    plain = play_block(rules, Strategy.flat(chart), 1, 0, 400, Kernel.ENGINE)
    for who in (Charted, f"{file}:Charted"):
        strategy = Strategy(Strategy.flat(chart).charts, guest=Guest(who))
        assert play_block(rules, strategy, 1, 0, 400, Kernel.ENGINE) == plain


def test_any_number_of_workers_finds_the_same(file: Path) -> None:
    found = [
        cc.simulate("vegas-strip", player=who, rounds=2500, seed=3, workers=workers)._tally
        for who in (Charted, f"{file}:Charted")
        for workers in (1, 2)
    ]
    assert found[0].rounds == 2500
    assert all(one == found[0] for one in found)


def test_a_class_that_no_other_process_knows_finds_the_same() -> None:
    class Local(Charted):
        pass

    here = cc.simulate("vegas-strip", player=Local, rounds=1500, seed=3, workers=2)
    there = cc.simulate("vegas-strip", player=Charted, rounds=1500, seed=3, workers=2)
    assert here._tally == there._tally


def test_bets_are_the_guests_own() -> None:
    found = cc.simulate("easy", player=Betting, rounds=2000, seed=3, workers=1)
    assert {-1.0, -2.0, -3.0} <= set(found.histogram["gain"])
    assert found._tally.wagered > 2000
    assert "chips a round" in str(found)
    assert not len(found.by_count)


def test_a_bet_that_is_not_allowed_gets_a_sentence(file: Path) -> None:
    with pytest.raises(cc.CutcardError, match=r"a bet of 0 is not .* from 1 to 1000"):
        cc.simulate("easy", player=Broke, rounds=100, workers=1)
    with pytest.raises(PlayerFailed, match=r"answered 1001, but may answer 1 to 1000 now"):
        cc.simulate("easy", player=f"{file}:Greedy", rounds=100, workers=1)


def test_who_is_no_player_gets_a_sentence(file: Path) -> None:
    with pytest.raises(cc.CutcardError, match=r"'mine' is not a player: it takes FILE\.py:CLASS"):
        cc.simulate("easy", player="mine")
    with pytest.raises(cc.CutcardError, match="17 is not a player: it takes a class"):
        cc.simulate("easy", player=17)  # type: ignore[arg-type]
    with pytest.raises(cc.CutcardError, match="ways to play: give one"):
        cc.simulate("easy", player=Charted, count="hi-lo")
    with pytest.raises(PlayerFailed, match="has no class 'Nobody': it has Charted, Fail"):
        cc.simulate("easy", player=f"{file}:Nobody", rounds=100, workers=1)
