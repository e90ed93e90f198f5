"""What a verified record says of tables, rounds and hands, to be held against other records."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from cutcard.net.entries import Ending, Keeper
from cutcard.net.fair import NO_COMMITMENT, Terms


@dataclass(frozen=True)
class HandAccount:
    """What a record says of one seat in one round."""

    cards: str
    moves: str
    result: str


@dataclass(frozen=True)
class RoundAccount:
    """What a record says of one round."""

    how: Ending
    commit: str
    secret: str
    digests: list[str]
    nonces: list[str]
    hands: dict[int, HandAccount]
    open: str
    opened: list[int] = field(default_factory=list)
    """The seats that had shown their nonce, if a dealer reports a round as not finished."""
    told_broken: bool = False
    """The dealer told the player that a seat had not shown its nonce."""


@dataclass
class TableAccount:
    """What a record says of one table."""

    terms: Terms
    names: dict[int, str]
    proof: str
    rounds: dict[int, RoundAccount] = field(default_factory=dict)
    counts: Counter[Ending] = field(default_factory=Counter)
    number: int = 0
    """The round that was begun last."""
    bound: str = ""
    """In a player's own record, the digest that it had sent."""
    commit: bytes = NO_COMMITMENT
    before: bytes = NO_COMMITMENT
    in_round: bool = False
    closed: bool = False


@dataclass
class Verified:
    """A record that adds up."""

    path: Path
    keeper: Keeper = "dealer"
    first_form: bool = False
    last: str = ""
    """The digest of its last line."""
    tables: dict[str, TableAccount] = field(default_factory=dict)
    counts: Counter[Ending] = field(default_factory=Counter)
    opened: int = 0
    unproven: int = 0
    """Rounds played at tables where nobody had asked for proof, or that had a seed."""
