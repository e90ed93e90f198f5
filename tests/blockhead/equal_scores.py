"""Games on the engine and on the kernel, compared."""

from __future__ import annotations

from dataclasses import fields

from cutcard.blockhead.kernel_tables import what_is_unknown
from cutcard.blockhead.rules import Rules
from cutcard.lab.pairs import Score, play_on_engine, play_on_kernel


def assert_equal_scores(first: str, second: str, rules: Rules, seed: int, pairs: range) -> Score:
    """The score of some pairs, if engine and kernel come to the same."""
    assert what_is_unknown(first, second, rules) == ""
    score = play_on_engine(first, second, rules, seed, pairs)
    compiled = play_on_kernel(first, second, rules, seed, pairs)
    for field in fields(Score):
        # Which seat is being played is no result, and how deals ended the engine alone tells.
        if field.name != "_seat" and field.compare:
            assert getattr(compiled, field.name) == getattr(score, field.name), field.name
    return compiled
