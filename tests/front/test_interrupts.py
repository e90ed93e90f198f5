"""Ctrl-C in a call of the library: what was found until then is kept."""

import signal
from copy import deepcopy
from random import Random
from threading import current_thread, main_thread

import pytest

import cutcard as cc
from cutcard.blockhead.deal import Event, View
from cutcard.lab.tally import Tally
from cutcard.progress import Progress


def press_ctrl_c(*_: object) -> None:
    signal.raise_signal(signal.SIGINT)


def test_the_rounds_before_ctrl_c_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Progress, "show", press_ctrl_c)
    with pytest.raises(cc.Interrupted) as stopped:
        cc.simulate("vegas-strip", rounds="1e12", seed=7)
    monkeypatch.undo()
    assert str(stopped.value).startswith("stopped by Ctrl-C")
    assert isinstance(stopped.value, KeyboardInterrupt)
    found = stopped.value.finding
    assert isinstance(found, cc.Finding)
    assert found.stopped
    whole = cc.simulate("vegas-strip", rounds=found.rounds, seed=7)
    assert (found.histogram == whole.histogram).all()
    assert found.command == whole.command


def test_rounds_that_are_being_added_are_found_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    add_up = Tally.add

    def pressed(tally: Tally, part: Tally) -> None:
        # In the middle: the first half is done when Ctrl-C is pressed.
        part_of_it = deepcopy(tally)
        if tally.rounds and current_thread() is main_thread():
            press_ctrl_c()
        add_up(part_of_it, part)
        vars(tally).update(vars(part_of_it))

    monkeypatch.setattr(Tally, "add", pressed)
    with pytest.raises(cc.Interrupted) as stopped:
        cc.simulate("vegas-strip", rounds="1e12", seed=7)
    monkeypatch.undo()
    found = stopped.value.finding
    whole = cc.simulate("vegas-strip", rounds=found.rounds, seed=7)
    assert (found.histogram == whole.histogram).all()


class Caller:
    """Calls, and presses Ctrl-C at the bets asked for."""

    bets = 0
    press_at: tuple[int, ...] = ()

    def __init__(self, random: Random) -> None:
        pass

    def act(self, view: View) -> int:
        Caller.bets += 1
        if Caller.bets in Caller.press_at:
            press_ctrl_c()
        return view.to_call

    def see(self, event: Event) -> None:
        pass


@pytest.fixture
def caller(monkeypatch: pytest.MonkeyPatch) -> type[Caller]:
    monkeypatch.setattr(Caller, "bets", 0)
    return Caller


def test_ctrl_c_before_anything_was_found_is_plain(
    caller: type[Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caller, "press_at", (1,))
    with pytest.raises(KeyboardInterrupt) as stopped:
        cc.duel(caller, "alpha", pairs=50, seed=1, workers=1)
    assert type(stopped.value) is KeyboardInterrupt


def test_a_duel_is_kept_when_ctrl_c_is_pressed_in_its_controls(
    caller: type[Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = cc.duel(caller, "alpha", pairs=10, seed=1, workers=1, controls=False)
    bets = Caller.bets
    monkeypatch.setattr(Caller, "bets", 0)
    monkeypatch.setattr(caller, "press_at", (bets + 1,))
    with pytest.raises(cc.Interrupted) as stopped:
        cc.duel(caller, "alpha", pairs=10, seed=1, workers=1)
    assert stopped.value.finding.pairs.tolist() == plain.pairs.tolist()
    assert not stopped.value.finding.stopped
