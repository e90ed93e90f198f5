"""All tables in two arrays, and a layout that says where each begins.

A compiled function pays for every array that it takes out of a tuple, and gets whole numbers
out of one for nothing. So the tables travel as one array of states, one of numbers, and a
tuple of places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.automaton import Automaton
from cutcard.blackjack.kernel.counting import CountTables
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.number_arrays import Integers

States = NDArray[np.uint16]


class Layout(NamedTuple):
    """Where each table begins, and the plain facts of a game."""

    deal: np.uint64
    next: np.uint64
    layer: np.uint64
    """States of one layer of `next`."""
    split_start: np.uint64
    split_next: np.uint64
    split_layer: np.uint64
    dealer_start: np.uint64
    dealer_next: np.uint64
    looks: np.uint64
    # These are among the numbers.
    gains: np.uint64
    tags: np.uint64
    slope: np.uint64
    half: np.uint64
    less: np.uint64
    layers: np.uint64
    insures: np.uint64
    # States.
    first_exit: np.uint64
    first_turn: np.uint64
    first_draw: np.uint64
    first_double: np.uint64
    first_dealer: np.uint64
    # The game.
    one: int
    """Where the player's cards, the up card and the second card are among the first cards."""
    other: int
    up: int
    second: int
    dealt: int
    source: int
    """Where the dealer's second card comes from."""
    early: bool
    original: bool
    queue: bool
    max_hands: int
    initial: int
    """The running count after a shuffle."""


class Pack(NamedTuple):
    """A game and a way to play it, ready for the kernel."""

    states: States
    numbers: Integers
    layout: Layout


def packed(automaton: Automaton, count: CountTables) -> Pack:
    """Lay the tables one behind the other."""
    states = [
        automaton.deal,
        automaton.next,
        automaton.split_start,
        automaton.split_next,
        automaton.dealer_start,
        automaton.dealer_next,
        automaton.looks.astype(np.uint16),
    ]
    numbers = [
        automaton.gains,
        count.tags,
        count.slope,
        count.half,
        count.less,
        count.layers,
        count.insures,
    ]
    deal, after, split_start, split_next, dealer_start, dealer_next, looks = _places(states)
    gains, tags, slope, half, less, layers, insures = _places(numbers)
    one, other, up, second = (int(place) for place in automaton.places)
    layout = Layout(
        deal=deal,
        next=after,
        layer=np.uint64(automaton.next.shape[1] * WIDTH),
        split_start=split_start,
        split_next=split_next,
        split_layer=np.uint64(automaton.split_next.shape[1] * WIDTH),
        dealer_start=dealer_start,
        dealer_next=dealer_next,
        looks=looks,
        gains=gains,
        tags=tags,
        slope=slope,
        half=half,
        less=less,
        layers=layers,
        insures=insures,
        first_exit=np.uint64(automaton.first_exit),
        first_turn=np.uint64(automaton.first_turn),
        first_draw=np.uint64(automaton.first_draw),
        first_double=np.uint64(automaton.first_double),
        first_dealer=np.uint64(automaton.first_dealer),
        one=one,
        other=other,
        up=up,
        second=second,
        dealt=automaton.dealt,
        source=automaton.second,
        early=automaton.early,
        original=automaton.original,
        queue=automaton.queue,
        max_hands=automaton.max_hands,
        initial=count.initial,
    )
    return Pack(
        np.concatenate([array.ravel() for array in states]),
        np.concatenate([array.ravel() for array in numbers]),
        layout,
    )


def _places(arrays: Sequence[NDArray[np.generic]]) -> list[np.uint64]:
    """Where each array begins when they are laid one behind the other."""
    ends = np.cumsum([array.size for array in arrays])
    return [np.uint64(end - array.size) for end, array in zip(ends, arrays, strict=True)]
