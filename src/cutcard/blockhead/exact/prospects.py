"""What is still to be gained when a bidding round closes and more cards are to come.

The bidding rounds to come are solved backwards, for each hidden card of ours and each lead, pot and
range of the opponent's card. Open cards are forgotten once they are dealt: their points count, but
the cards to come are drawn from the whole deck without the two hidden ones. So the number of cases
stays small; at the table every open card is remembered when beliefs are weighed.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from threading import Event
from typing import Final

import numpy as np

from cutcard.blockhead.exact.endings import round_worths
from cutcard.blockhead.exact.foresight import RANGES, Foe, Pots, Spot, Worths, range_place
from cutcard.blockhead.exact.lead_paths import HIGHEST, open_cards, whole_deck
from cutcard.blockhead.kernel_tables import THRESHOLDS, lines_table, rules_table
from cutcard.blockhead.rules import Rules
from cutcard.number_arrays import Floats, Integers

UNIT: Final = 1 / 16
"""The chips that prospects are rounded to."""

FARTHEST: Final = HIGHEST - 1
"""How far a card to each player can move the lead."""

LARGEST_LEAD: Final = 20

Prospects = tuple[Worths, ...]
"""For each bidding round but the last: by own card, lead, size of the pot, and place of a range."""


@dataclass(frozen=True)
class Table:
    """All that stays the same in the deals against an opponent."""

    foe: Foe
    pots: Pots
    deck: Integers
    """How many cards there are of 0, 1, … 10 points."""
    streets: tuple[int, ...]
    """How many cards each player gets face up before each bidding round."""

    @staticmethod
    def against(name: str, rules: Rules) -> Table:
        """The table at which a player of lines, or the random one, is met."""
        lines = lines_table([THRESHOLDS.get(name, THRESHOLDS["caller"])])[0]
        foe = Foe(rules_table(rules), lines, name == "random")
        return Table(foe, _pots(rules), whole_deck(rules.deck), tuple(open_cards(rules)))

    def reach(self, street: int) -> int:
        """The largest lead that prospects are kept for; a larger one is hardly worth more."""
        return min(LARGEST_LEAD, FARTHEST * sum(self.streets[: street + 1]))

    def tied(self, *, we_open: bool) -> Floats:
        """What a tied pot is taken to be worth: half of it, and more for the better player.

        It is, to a chip, what carried pots turn out to be worth against Alpha. In the next deal it
        is the other player's turn to open.
        """
        return self._tied[we_open]

    @cached_property
    def _tied(self) -> tuple[Floats, Floats]:
        sizes = self.pots.sizes
        answering, opening = (
            np.asarray(sizes / 2 + more * sizes / (sizes + scale))
            for more, scale in ((9.0, 28), (14.5, 36))
        )
        return answering, opening


def _pots(rules: Rules) -> Pots:
    """All sizes up to 100 chips more than the antes, and some that are larger."""
    sizes = np.array([*range(0, 102, 2), *range(110, 210, 10), 240, 280, 330, 400, 500])
    steps = np.arange(0, sizes[-1] + 1, 2)
    place = np.searchsorted(sizes, steps, side="right") - 1
    gap = np.diff(sizes, append=sizes[-1] + 1)[place]
    return Pots(sizes + 2 * rules.ante, place, (steps - sizes[place]) / gap)


def cards_by_place() -> Integers:
    """The card whose value stands at each place of the ranges."""
    cards = np.zeros(RANGES, dtype=np.int64)
    for low in range(1, HIGHEST + 1):
        for high in range(low, HIGHEST + 1):
            place = range_place(low, high)
            cards[place : place + high - low + 1] = range(low, high + 1)
    return cards


def lead_moves(counts: Integers) -> Floats:
    """The odds that a card to each player moves the lead by -9 … 9, from these cards."""
    total = int(counts.sum())
    pairs = np.outer(counts, counts) - np.diag(counts)
    moves = [np.trace(pairs, offset=-move) for move in range(-FARTHEST, FARTHEST + 1)]
    return np.array(moves) / max(1, total * (total - 1))


def find_prospects(
    table: Table, show: Callable[[int, int], None] = lambda *_: None, workers: int = 1
) -> tuple[Prospects, Prospects]:
    """The prospects when answering and when opening; ``show`` is told how much is done of what."""
    done = [_empty(table), _empty(table)]
    jobs = [(we_open, own) for we_open in (False, True) for own in range(1, HIGHEST + 1)]
    stopped = Event()

    def work(job: tuple[bool, int]) -> None:
        we_open, own = job
        if table.deck[own]:
            for street, found in _prospects_of(table, own, stopped, we_open=we_open):
                done[we_open][street][own - 1] = np.rint(found / UNIT)

    with ThreadPoolExecutor(workers) as pool:
        try:
            for number, _ in enumerate(pool.map(work, jobs), start=1):
                show(number, len(jobs))
        finally:
            # Whoever interrupts need not wait for the jobs that are being done.
            stopped.set()
    return tuple(done[0]), tuple(done[1])


def _empty(table: Table) -> list[Worths]:
    return [
        np.zeros((HIGHEST, 2 * table.reach(street) + 1, len(table.pots.sizes), RANGES), np.int16)
        for street in range(len(table.streets) - 1)
    ]


def _prospects_of(
    table: Table, own: int, stopped: Event, *, we_open: bool
) -> list[tuple[int, Worths]]:
    """The prospects with a hidden card of ours, in chips, the last street's first."""
    counts = table.deck.copy()
    counts[own] -= 1
    to_here = np.cumsum(counts).astype(np.float64)
    moves = _moves_by_place(counts)
    tied = table.tied(we_open=we_open)
    last = len(table.streets) - 1
    found: list[tuple[int, Worths]] = []
    after = np.zeros((1, len(table.pots.sizes), RANGES), np.int16)
    for street in range(last, 0, -1):
        reach, before = table.reach(street), table.reach(street - 1)
        worths = np.empty((2 * reach + 1, len(table.pots.sizes), RANGES))
        for lead in range(-reach, reach + 1):
            if stopped.is_set():
                return []
            rest = after[lead + reach] if street < last else after[0]
            spot = Spot(int(street == last), lead, own, to_here, tied, rest, UNIT)
            round_worths(table.foe, table.pots, spot, we_open, worths[lead + reach])
        prospects = np.zeros((2 * before + 1, *worths.shape[1:]))
        leads = np.arange(-before, before + 1)
        for move in range(-FARTHEST, FARTHEST + 1):
            after_move = np.clip(leads + move, -reach, reach) + reach
            prospects += moves[move + FARTHEST] * worths[after_move]
        found.append((street - 1, prospects))
        after = np.rint(prospects / UNIT).astype(np.int16)
    return found


def _moves_by_place(counts: Integers) -> Floats:
    """By move of the lead and place of the ranges: the odds, given the card at that place."""
    moves = np.zeros((2 * FARTHEST + 1, HIGHEST + 1))
    for card in np.flatnonzero(counts):
        rest = counts.copy()
        rest[card] -= 1
        moves[:, card] = lead_moves(rest)
    return np.asarray(moves[:, cards_by_place()])
