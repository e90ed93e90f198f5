"""The Q-table: how well hitting and standing have done in each situation.

Its file is text, a line for each cell: player's points, dealer's points (an ace is 11), action
(0 hit, 1 stand), aces counted high, how often, mean reward.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.errors import CutcardError, Invalid
from cutcard.files import read_limited, write_whole

HIT: Final = 0
STAND: Final = 1

PLAYER: Final = range(21)
DEALER: Final = range(12)
ACTIONS: Final = range(2)
ACES: Final = range(5)

Cell = tuple[int, int, int, int]
"""Player's points, dealer's points, action, aces counted high."""

CELLS: Final = [
    (player, dealer, action, aces)
    for player in PLAYER
    for dealer in DEALER
    for action in ACTIONS
    for aces in ACES
]
"""All cells in the order of the file."""

_BEGINNINGS: Final = [" ".join(map(str, cell)) for cell in CELLS]
"""What their lines begin with."""

TABLE_LIMIT: Final = 1_000_000
"""The most bytes in a table's file."""

MOST_TIMES: Final = 10**18
"""The highest count that a table may hold."""

LARGEST_REWARD: Final = 1e6
"""The largest mean reward, of either sign. Our games pay up to 1; other programs' may pay more."""


class InvalidTable(Invalid):
    """A file that is not a Q-table; the message names the line."""


@dataclass
class QTable:
    """Counts and mean rewards by cell; both are zero for what was never tried."""

    counts: dict[Cell, int] = field(default_factory=dict)
    rewards: dict[Cell, float] = field(default_factory=dict)

    def learn(self, cell: Cell, reward: float) -> None:
        """Add a reward to the running mean of a cell."""
        count = self.counts.get(cell, 0) + 1
        mean = self.rewards.get(cell, 0.0)
        self.counts[cell] = count
        self.rewards[cell] = mean + (reward - mean) / count

    def add(self, cell: Cell, times: int, total: int) -> None:
        """Add many rewards to the mean of a cell at once."""
        count = self.counts.get(cell, 0)
        mean = self.rewards.get(cell, 0.0)
        self.counts[cell] = count + times
        self.rewards[cell] = (mean * count + total) / (count + times)

    def hits(self, hand: Hand, up_card: Card) -> bool:
        """Whether to hit, by the original's rule: below 12 yes, on 12 and 21 no, else by reward."""
        if hand.total < 12:
            return True
        if hand.total in (12, 21):
            return False
        return self.better_to_hit(hand, up_card)

    def better_to_hit(self, hand: Hand, up_card: Card) -> bool:
        """Whether hitting has done strictly better."""
        hit = self.rewards.get(cell_of(hand, up_card, HIT), 0.0)
        return hit > self.rewards.get(cell_of(hand, up_card, STAND), 0.0)

    def lines(self) -> Iterator[str]:
        """The lines of the table's file."""
        counts, rewards = self.counts, self.rewards
        for cell, numbers in zip(CELLS, _BEGINNINGS, strict=True):
            yield f"{numbers} {counts.get(cell, 0)} {rewards.get(cell, 0.0):f}\n"

    def write(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        write_lines(path, "".join(self.lines()))

    def save(self, path: Path) -> None:
        """Write the file; if that fails, write another one, which the error names."""
        try:
            self.write(path)
        except CutcardError as error:
            other = Path(tempfile.gettempdir()) / f"{path.name}-{os.getpid()}"
            try:
                self.write(other)
            except CutcardError:
                # The last resort: whoever started the program can still keep it from there.
                sys.stdout.write("".join(self.lines()))
                sys.stdout.flush()
                raise CutcardError(f"{error}; what was learnt is on the output instead") from None
            raise CutcardError(f"{error}; what was learnt is in {other}") from None


def write_lines(path: Path, lines: str) -> None:
    """Write the lines of a table's file, whole or not at all."""
    write_whole(path, lines, "the Q-table")


def cell_of(hand: Hand, up_card: Card, action: int) -> Cell:
    """The cell for a hand of at most 20 points against an open card."""
    return (hand.total, up_card.points if up_card.points > 1 else 11, action, int(hand.soft))


def read_table(path: Path) -> QTable:
    """Read a table; a missing file is an empty table, a damaged one is refused."""
    try:
        lines = read_limited(path, TABLE_LIMIT).split(b"\n")
    except FileNotFoundError:
        return QTable()
    except OSError as error:
        raise InvalidTable(f"the Q-table {path} cannot be read: {error.strerror}") from None
    except Invalid as error:
        raise InvalidTable(f"the Q-table {error}") from None
    except ValueError as error:  # such as an embedded null byte
        raise InvalidTable(f"the Q-table {path} cannot be read: {error}") from None
    if not lines[-1]:
        lines.pop()
    if not lines:
        raise InvalidTable(
            f"the Q-table {path} is empty: a Q-table has {len(CELLS)} lines (delete the file to"
            " begin with nothing learnt)"
        )
    table = QTable()
    for number, (line, cell) in enumerate(zip(lines, CELLS, strict=False), start=1):
        try:
            *where, count, reward = line.decode("ascii").split()
            if tuple(map(int, where)) != cell:
                raise ValueError(where)
            counted, rewarded = int(count), float(reward)
            if not 0 <= counted <= MOST_TIMES or not abs(rewarded) <= LARGEST_REWARD:
                raise ValueError(count)
        except ValueError:
            expected = " ".join(map(str, cell))
            raise InvalidTable(
                f"line {number} of {path} is damaged: it takes '{expected} COUNT REWARD'"
            ) from None
        if counted:
            table.counts[cell] = counted
            table.rewards[cell] = rewarded
    if len(lines) != len(CELLS):
        raise InvalidTable(
            f"line {min(len(lines), len(CELLS)) + 1} of {path} is damaged: the file has"
            f" {len(lines)} lines, and a Q-table {len(CELLS)}"
        )
    return table
