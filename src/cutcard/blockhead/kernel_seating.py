"""What a compiled game reads, and what it remembers: two bundles that functions hand on whole."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutcard.blockhead.equilibrium.blueprint_table import BlueprintTable, table_of_blueprints
from cutcard.blockhead.equilibrium.lead_tree import CARDS
from cutcard.blockhead.equilibrium.response_course import ResponseCourse, new_response_courses
from cutcard.blockhead.equilibrium.response_files import policy_response_policy
from cutcard.blockhead.equilibrium.saved import equilibrium_policy
from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.spot_biddings import SpotBiddings
from cutcard.blockhead.exact.spot_course import Course, new_courses
from cutcard.blockhead.habits import LEADS
from cutcard.blockhead.kernel_decks import STATE_WORDS, StreamStates
from cutcard.blockhead.kernel_followers import ANSWERS, COURSE
from cutcard.blockhead.kernel_readers import (
    HABITS,
    MIND,
    ReadersTable,
    nobody_reads,
    readers_table,
)
from cutcard.blockhead.kernel_responders import (
    Past,
    RespondersTable,
    new_past,
    nobody_responds,
    responders_table,
)
from cutcard.blockhead.kernel_spots import MEMORY
from cutcard.blockhead.kernel_tables import (
    CardsTable,
    PlayersTable,
    PoliciesTable,
    RulesTable,
    cards_table,
    players_table,
    policies_table,
    rules_table,
)
from cutcard.blockhead.rules import Rules
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers


class Seating(NamedTuple):
    """The game and who plays it: nothing of it changes while games are played."""

    rules: RulesTable
    cards: CardsTable
    players: PlayersTable
    policies: PoliciesTable
    readers: ReadersTable
    blueprints: BlueprintTable
    """The policies that players follow, or respond to."""
    responders: RespondersTable


class TableState(NamedTuple):
    """What is known while a deal is played, and what players remember."""

    points: Integers
    """Of all cards of a seat."""
    shown: Integers
    """Of its open cards."""
    staked: Integers
    unseen: Integers
    """By each seat, for each number of points: the cards that it has not seen."""
    counts: Integers
    """Room for the cards that everybody has not seen."""
    memory: Integers
    """What the bets of each seat claim, for players by spots."""
    chance: StreamStates
    """The random numbers of each player, in columns."""
    drawn: Integers
    """How many of them each player has used in this game."""
    minds: Integers
    """What each player has in mind that reads bets."""
    habits: Floats
    follows: Integers
    """Whether each player follows a policy in this deal."""
    courses: Integers
    """How such a player has read the deal."""
    answers: Floats
    past: Past
    """The deal so far, for players that may have to follow a policy."""
    spot_courses: Course
    """What players know of the deal that respond to a policy of spots."""
    known_courses: ResponseCourse
    """The same for those who respond to a policy near an equilibrium."""


@compiled
def new_state(biddings: SpotBiddings) -> TableState:
    """Room for all of it."""
    return TableState(
        np.empty(2, dtype=np.int64),
        np.empty(2, dtype=np.int64),
        np.empty(2, dtype=np.int64),
        np.zeros((2, HIGHEST + 1), dtype=np.int64),
        np.empty(CARDS, dtype=np.int64),
        np.empty((2, MEMORY), dtype=np.int64),
        np.empty((STATE_WORDS, 2), dtype=np.uint32),
        np.empty(2, dtype=np.int64),
        np.empty((2, MIND), dtype=np.int64),
        np.empty((2, LEADS, HABITS)),
        np.zeros(2, dtype=np.int64),
        np.empty((2, COURSE), dtype=np.int64),
        np.zeros((2, ANSWERS, CARDS)),
        new_past(),
        new_courses(biddings),
        new_response_courses(),
    )


def seating_of(first: str, second: str, rules: Rules) -> Seating:
    """Two players of these names at a table with these rules."""
    return Seating(
        rules_table(rules),
        cards_table(rules),
        players_table(first, second),
        policies_table(first, second, rules),
        readers_table(first, second, rules),
        _blueprints(first, second, rules),
        responders_table(first, second, rules),
    )


def seating_of_tables(rules: Rules, players: PlayersTable, policies: PoliciesTable) -> Seating:
    """Two players that are tables, and need not have names."""
    return Seating(
        rules_table(rules),
        cards_table(rules),
        players,
        policies,
        nobody_reads(),
        table_of_blueprints(None, None),
        nobody_responds(),
    )


def _blueprints(first: str, second: str, rules: Rules) -> BlueprintTable:
    """The policies that players of these names follow, or respond to."""
    found = []
    for name in (first, second):
        response = policy_response_policy(name, rules)
        found.append(response.response if response else equilibrium_policy(name, rules))
    return table_of_blueprints(found[0], found[1])
