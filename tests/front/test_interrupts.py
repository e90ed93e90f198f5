"""Ctrl-C in a call of the library: what was found until then is kept."""

import signal
from random import Random

import pytest

import cutcard as cc
from cutcard.blockhead.deal import Event, View
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
