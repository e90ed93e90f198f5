"""Ctrl-C at three moments of every verb; `make interrupt` tries twenty."""

import pytest
from cli.ctrl_c_moments import COMMANDS, interrupt, moments, python_starts

from cutcard.cli import EDITIONS, VERBS


def test_every_verb_is_interrupted():
    assert sorted(COMMANDS) == sorted((*VERBS, *EDITIONS))
    assert moments(3)[0] == python_starts()


@pytest.mark.parametrize("verb", COMMANDS)
def test_ctrl_c_ends_every_verb_as_it_should(verb):
    for after in (0.02, 0.15, 0.8):
        interrupt(verb, python_starts() + after)
