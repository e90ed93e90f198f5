"""Tuition in Blockhead Poker: batches of lessons against an opponent, who may be the pupil itself.

Within a batch everybody plays by the same odds, so that its blocks can be shared among threads.
What they found is added up in whole numbers: the result depends on deals and seed alone, however
many worked at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from typing import Final

import numpy as np

from cutcard.blackjack.kernel.random import seeded
from cutcard.blockhead.kernel import play_pairs
from cutcard.blockhead.kernel_seating import seating_of_tables
from cutcard.blockhead.kernel_spots import MEMORY
from cutcard.blockhead.kernel_tables import (
    BY_SPOTS,
    PlayersTable,
    PoliciesTable,
    cards_table,
    is_table,
    players_table,
    policies_table,
    rules_table,
    what_is_unknown,
)
from cutcard.blockhead.players import FIXED_PLAYERS, is_policy_file, make_player
from cutcard.blockhead.policy_files import spot_policy
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import ACTIONS, Odds, Spots, spots_of
from cutcard.errors import Illegal
from cutcard.lab.estimate import Mean
from cutcard.lab.pool import Pool
from cutcard.learn.gleanings import Gleanings
from cutcard.learn.poker_lessons import (
    LOG,
    MONTE_CARLO,
    MOST_DECISIONS,
    Q_LEARNING,
    Seats,
    Table,
    play_lessons,
)
from cutcard.learn.pupils import BestResponder, Pupil, RegretMatcher
from cutcard.number_arrays import Integers
from cutcard.streams import stream

BLOCK: Final = 250_000
"""Deals in a block."""

PARTS: Final = 1 << 10
"""Parts of a chip in which gains are added up; 10**12 deals of it stay within 63 bits."""

CURVE_PAIRS: Final = 1000
"""Pairs of the duel that tells after each batch how much was learnt."""

SELF: Final = "self"
"""The opponent's name where a pupil plays against itself."""


class PokerMethod(Enum):
    """How a pupil learns."""

    MONTE_CARLO = "mc"
    """A decision is judged by what the deal paid in the end."""
    Q_LEARNING = "q"
    """A decision is judged by what is known of the spot that it led to."""
    REGRET_MATCHING = "regret"
    """Against itself: each action is played as often as it is regretted."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Opponent:
    """Whom a pupil plays against: a player by name, a policy in a file, or itself."""

    name: str
    rules: Rules

    def __post_init__(self) -> None:
        """Refuse whoever cannot play compiled games."""
        if self.name == SELF:
            return
        if self.name not in FIXED_PLAYERS:
            make_player(self.name, stream(0), self.rules)  # which knows what is wrong with a name
        why = what_is_unknown(self.name, self.name, self.rules)
        if not is_table(self.name):
            why = f"{self.name} is not a table"
        if why:
            known = ", ".join(sorted(FIXED_PLAYERS))
            raise Illegal(
                f"{self.name} cannot be learnt from ({why}): it takes {known}, a policy's"
                f" FILE.npz or {SELF}"
            )

    @property
    def seal(self) -> str:
        """Its name, and if it is a policy in a file, a digest of that."""
        policy = spot_policy(self.name) if is_policy_file(self.name) else None
        if policy is None:
            return self.name
        return f"{self.name} {sha256(policy.odds.tobytes()).hexdigest()[:16]}"

    def table(self, spots: Spots, odds: Odds) -> Table:
        """What deals against it are played with; the odds are those of a pupil against itself."""
        theirs = "caller" if self.name == SELF else self.name
        players = players_table(theirs, theirs)
        policies = policies_table(theirs, theirs, self.rules)
        return Table(
            rules_table(self.rules),
            cards_table(self.rules),
            spots,
            BY_SPOTS if self.name == SELF else int(players.kinds[0]),
            players.lines,
            odds.reshape(-1) if self.name == SELF else policies.first,
        )

    @property
    def rival(self) -> str:
        """Whom a pupil is measured against: this opponent, or Alpha if it is the pupil itself."""
        return "alpha" if self.name == SELF else self.name


@dataclass(frozen=True)
class PokerStage:
    """How far a tuition has come."""

    pupil: Pupil
    present: Gleanings
    """What the batch that is not over has found so far."""
    blocks: int = 0
    """How many blocks are done."""
    curve: tuple[tuple[int, float, float], ...] = ()
    """After each batch: the deals by then, and the gain in a duel with its standard error."""


@dataclass
class PokerTuition:
    """The learning of a policy."""

    rules: Rules
    opponent: Opponent
    method: PokerMethod
    seed: int

    def __post_init__(self) -> None:
        self.spots = spots_of(self.rules)
        pupil: Pupil = BestResponder(self.spots, Gleanings.nothing())
        if self.opponent.name == SELF:
            pupil = RegretMatcher.beginner(self.spots)
        self.stage = PokerStage(pupil, Gleanings.nothing())
        """Replaced by one assignment after each block, so that no Ctrl-C comes in between."""

    @property
    def deals(self) -> int:
        """Deals that were played."""
        return self.stage.blocks * BLOCK

    def policy(self) -> Odds:
        """The policy that is best by all that is known now."""
        return self.stage.pupil.policy(self.stage.present)

    def warm_up(self) -> None:
        """Have everything compiled that a block and a duel take, if it must be."""
        odds, worths = self.stage.pupil.lesson
        self.play_block(odds, worths, 0, deals=0)
        self.duel(odds, range(1))

    def run(self, deals: int, workers: int) -> Iterator[int]:
        """Go on to this many deals, in whole blocks; yield the deals played after each of them."""
        with Pool(workers, threads=True) as pool:
            while self.deals < deals:
                at, pupil = self.stage.blocks, self.stage.pupil
                batch = pupil.batch(at)
                stop = min(batch.stop, -(-deals // BLOCK))
                lesson = pupil.lesson
                work = ((*lesson, block, BLOCK) for block in range(at, stop))
                for found in pool.run(self.play_block, work):
                    self.stage = self._after(found, batch.stop)
                    yield self.deals

    def _after(self, found: Gleanings, stop: int) -> PokerStage:
        """The stage after one more block; its batch ends before the block `stop`."""
        stage = self.stage
        blocks, present = stage.blocks + 1, stage.present.plus(found)
        if blocks < stop:
            return replace(stage, present=present, blocks=blocks)
        pupil, nothing = stage.pupil.after(present), Gleanings.nothing()
        gained = Mean.of(self.duel(pupil.policy(nothing), range(CURVE_PAIRS)))
        point = (blocks * BLOCK, gained.value, gained.stderr)
        return PokerStage(pupil, nothing, blocks, (*stage.curve, point))

    def duel(self, odds: Odds, pairs: range) -> list[float]:
        """What a policy gains against its rival in each pair of games, in chips a game."""
        rival = self.opponent.rival
        kinds, lines = players_table("caller", rival)
        kinds[0] = BY_SPOTS
        theirs = policies_table("caller", rival, self.rules).second
        seating = seating_of_tables(
            self.rules,
            PlayersTable(kinds, lines),
            PoliciesTable(self.spots, odds.reshape(-1), theirs),
        )
        gains, _ = play_pairs(seating, self.seed, pairs)
        return [float(gain) for gain in gains.mean(axis=1)]

    def play_block(self, odds: Odds, worths: Integers, block: int, deals: int) -> Gleanings:
        """Play the deals of a block and return what they found."""
        table = self.opponent.table(self.spots, odds)
        times, totals = np.zeros((2, self.spots.number, ACTIONS), np.int64)
        met = np.empty(self.spots.number, np.int64)
        nothing = np.zeros((3, 2), np.int64)
        several = play_lessons(
            table,
            Seats(nothing[0], nothing[1], nothing[2], np.zeros((2, MEMORY), np.int64)),
            seeded(self.seed, "poker", block),
            np.arange(len(table.cards.points)).astype(np.uint8),
            odds.reshape(-1),
            worths,
            Q_LEARNING if self.method is PokerMethod.Q_LEARNING else MONTE_CARLO,
            PARTS,
            deals,
            np.zeros((MOST_DECISIONS + 1, LOG), np.int64),
            times,
            totals,
            met,
        )
        met = np.sort(met[:several])
        return Gleanings(met, times[met], totals[met])
