"""The automaton: rules and charts as plain arrays, which are all that the kernels know.

Cards are values from 0 (an ace) to 9 (a ten). A round without a split is a walk through states:
`deal` holds the state after the first cards, `next[state, card]` the one after each further card,
until a state is the number of an outcome. A pair that is split leaves the automaton by an exit;
its hands are then walked one by one, each adding what it would gain against every end of the
dealer's hand.

Several charts make several layers of the same states: a player who counts cards changes from
one to another as the count goes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.box import Fate

# How a hand of a split can end: its fate, its total as far as it matters, and its stake.
FINALS: Final = (
    *((Fate.STOOD, total, 1) for total in range(16, 22)),
    *((Fate.STOOD, total, 2) for total in range(16, 22)),
    (Fate.BUST, 22, 1),
    (Fate.BUST, 22, 2),
    (Fate.CHARLIE, 21, 1),
)
DOUBLED: Final = 6
"""The first number of a hand that was doubled and stood."""
BUST: Final = 12
BUST_DOUBLED: Final = 13
CHARLIE: Final = 14

AGAIN: Final = 15
"""A state of `split_next`: the hand is split again."""

TURNED: Final = 1 << 15
"""Added to a state of `deal`."""

# Where the dealer's second card comes from.
OPEN: Final = 0
FACE_DOWN: Final = 1
DRAWN: Final = 2


class Automaton(NamedTuple):
    """A game and one or more charts it is played by."""

    deal: NDArray[np.uint16]
    """State after the first cards, by chart and the number `player, player, up, second`; with
    `TURNED` if a second card that lay face down lies open by then."""
    next: NDArray[np.uint16]
    """State after a card, by chart, state and card."""
    first_exit: int
    """States below are outcomes; from here on they are exits to a split."""
    first_turn: int
    """From here on they take the dealer's second card, if it lies face down."""
    first_draw: int
    """From here on they take a card from the shoe: for the player, who hits."""
    first_double: int
    """From here on for the player, who has doubled."""
    first_dealer: int
    """From here on for the dealer."""
    split_start: NDArray[np.uint16]
    """State of a hand that holds one card of the pair, by exit and whether it may split again."""
    split_next: NDArray[np.uint16]
    """State of such a hand after a card, by chart, state and card; below `AGAIN` it has ended."""
    dealer_start: NDArray[np.uint16]
    """The dealer's state when the hands of a split have been played, by exit."""
    dealer_next: NDArray[np.uint16]
    """The dealer's state after a card, by state and card; the first are the dealer's ends."""
    gains: NDArray[np.int64]
    """What a hand of a split adds to the fields of its round, by its state once it has ended."""
    looks: NDArray[np.uint8]
    """By exit: the dealer must look for blackjack if more than the first bet is lost."""
    original: bool
    """A dealer's blackjack takes the original bet only."""
    max_hands: int
    queue: bool
    """Both hands of a split get a card at once, and new hands wait behind all others."""
    places: NDArray[np.uint8]
    """Where the player's two cards, the up card and the second card are among the first cards."""
    dealt: int
    """How many first cards there are."""
    second: int
    """Where the dealer's second card comes from: OPEN, FACE_DOWN or DRAWN."""
    early: bool
    """Surrender is offered before the dealer looks for blackjack, together with insurance."""
