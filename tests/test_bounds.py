"""An option has the same bounds in the command, in the library and in the browser."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

import cutcard as cc
from cutcard.blackjack.session import MOST_CHIPS
from cutcard.cli.arguments import read_chips
from cutcard.cli.best_ramp import read_risk
from cutcard.errors import CutcardError
from cutcard.web.api.experiments import OPERATIONS
from cutcard.web.shapes import Fields

RISKS = (0, 1e-9, 0.05, 0.9999999, 1)
BANKROLLS = (0, 1, MOST_CHIPS, MOST_CHIPS + 1)


def accepted(read: Callable[[], object]) -> bool:
    try:
        read()
    except (CutcardError, argparse.ArgumentTypeError):
        return False
    return True


def by_library(**given: float) -> bool:
    return accepted(
        lambda: cc.simulate("vegas-strip", count="hi-lo", rounds=1000, seed=1, workers=1, **given)
    )


def by_browser(name: str, value: float) -> list[bool]:
    bodies = [one.body for one in OPERATIONS if one.body is not None]
    shapes = [
        {**body.required, **body.optional}[name]
        for body in bodies
        if isinstance(body, Fields) and name in {**body.required, **body.optional}
    ]
    assert len(shapes) == 2
    return [accepted(lambda shape=shape: shape.read(value, name)) for shape in shapes]


@pytest.mark.parametrize("risk", RISKS)
def test_a_risk_is_accepted_everywhere_or_nowhere(risk: float) -> None:
    fits = 0 < risk < 1
    assert accepted(lambda: read_risk(f"{risk:.12g}")) is fits
    assert by_library(risk=risk) is fits
    assert by_browser("risk", risk) == [fits, fits]


@pytest.mark.parametrize("bankroll", BANKROLLS)
def test_a_bankroll_is_accepted_everywhere_or_nowhere(bankroll: int) -> None:
    fits = 1 <= bankroll <= MOST_CHIPS
    assert accepted(lambda: read_chips(str(bankroll))) is fits
    assert by_library(bankroll=bankroll) is fits
    assert by_browser("bankroll", bankroll) == [fits, fits]
    assert accepted(lambda: cc.table("easy", bankroll=bankroll)) is fits


def test_a_command_with_a_risk_is_accepted() -> None:
    found = cc.simulate("vegas-strip", count="hi-lo", rounds=1000, seed=1, risk=0.2, workers=1)
    assert "--risk 0.2" in found.command
    assert "for a risk of 20%" in str(found) or "no advantage" in str(found)
