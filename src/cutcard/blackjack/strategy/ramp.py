"""Ramps: what is bet at each count, on how many spots, and when a counter only watches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.blackjack.round import MAX_SEATS
from cutcard.errors import Invalid
from cutcard.rulebook import whole


class InvalidRamp(Invalid):
    """A ramp that makes no sense."""


@dataclass(frozen=True)
class Ramp:
    """What to bet at each count, in multiples of the minimum.

    A ramp that begins with a multiple of 0 watches below its second step: whoever bets by it leaves
    the table there, and sits down again where it bets, or at the count `sit`.

    >>> ramp = Ramp(((2, 2), (4, 8)))
    >>> [ramp.bet(count, bankroll=100, minimum=5) for count in (1, 2, 5)]
    [5, 10, 40]
    >>> str(ramp)
    '2:2,4:8'
    """

    steps: tuple[tuple[int, int], ...] = ()
    """Pairs of the least count and the multiple bet from there on, in rising order of count."""
    sit: int | None = None
    """The least count at which a counter who watches sits down; None: wherever there is a bet."""
    spots: int = 1
    """Hands that are bet on, each with the whole bet, at steps that say nothing else."""
    spots_at: tuple[tuple[int, int], ...] = ()
    """Pairs of a step's count and the spots bet on there."""

    def __post_init__(self) -> None:
        counts = [count for count, _ in self.steps]
        bets = self.steps[1:] if self.watches else self.steps
        if counts != sorted(set(counts)) or any(multiple < 1 for _, multiple in bets):
            raise InvalidRamp(
                f"{self.steps} is not a ramp: it takes rising counts, each with a multiple from 1"
                " on, or first 0"
            )
        if self.watches and not bets:
            raise InvalidRamp(f"{self.steps} is not a ramp: it never bets")
        for spots in (self.spots, *(spots for _, spots in self.spots_at)):
            if not 1 <= spots <= MAX_SEATS:
                raise InvalidRamp(
                    f"{spots} spots are not possible: a player bets on 1 to {MAX_SEATS}"
                )
        if self.sit is not None:
            if not self.watches:
                raise InvalidRamp(
                    f"sit:{self.sit} is for a counter who watches: let the ramp begin with a"
                    " multiple of 0, as in 0:0,1:2"
                )
            if not self.multiple(self.sit):
                raise InvalidRamp(
                    f"nobody sits down at {self.sit}, where the ramp {self} bets nothing: name a"
                    " count at which it bets"
                )

    def bet(self, count: int, *, bankroll: int, minimum: int) -> int:
        """The bet at this count: the highest step reached that the bankroll can pay."""
        for least, multiple in reversed(self.steps):
            if count >= least and bankroll >= multiple * minimum:
                return multiple * minimum
        return 0 if self.watches else minimum

    def multiple(self, count: int) -> int:
        """The multiple at this count, where the bankroll is no concern."""
        for least, multiple in reversed(self.steps):
            if count >= least:
                return multiple
        return 0 if self.watches else 1

    def spots_bet(self, count: int) -> int:
        """The hands that are bet on at this count."""
        for least, _ in reversed(self.steps):
            if count >= least:
                return dict(self.spots_at).get(least, self.spots)
        return self.spots

    def staked(self, count: int) -> int:
        """The multiple that is bet at this count on all spots together."""
        return self.multiple(count) * self.spots_bet(count)

    def sits(self, count: int, *, seated: bool) -> bool:
        """Whether a counter bets at this count, who has just been seated or has watched."""
        return self.multiple(count) > 0 and (seated or self.sit is None or count >= self.sit)

    @property
    def watches(self) -> bool:
        """There are counts at which nothing is bet."""
        return bool(self.steps) and self.steps[0][1] == 0

    @property
    def bets_the_count(self) -> bool:
        """The bet is the count itself, from 2 on, as `read_ramp` reads 1-8."""
        return bool(self.steps) and self.steps == tuple(
            (count, count) for count in range(2, self.spread + 1)
        )

    @property
    def spread(self) -> int:
        """The highest multiple that is ever bet on a spot."""
        return max((multiple for _, multiple in self.steps), default=1)

    @property
    def most_spots(self) -> int:
        """The most spots that are ever bet on."""
        return max(self.spots, *(spots for _, spots in self.spots_at), 1)

    @property
    def plain(self) -> bool:
        """Every round is bet on, with one hand."""
        return not self.watches and self.most_spots == 1

    def on_spots(self, spots: int) -> Ramp:
        """The same bets on this many spots, at steps that say nothing else."""
        return Ramp(self.steps, self.sit, spots, self.spots_at)

    def __str__(self) -> str:
        """The ramp as `read_ramp` reads it."""
        spots = dict(self.spots_at)
        words = [
            f"{least}:{multiple}" + (f"x{spots[least]}" if least in spots else "")
            for least, multiple in self.steps
        ]
        words += [] if self.sit is None else [f"sit:{self.sit}"]
        words += [] if self.spots == 1 else [f"spots:{self.spots}"]
        return ",".join(words) or "1-1"


LARGEST_MULTIPLE: Final = 1000
"""The highest multiple, and the highest count, that a written ramp may name."""


def read_ramp(text: str) -> Ramp:
    """Read a ramp: COUNT:MULTIPLE pairs, or 1-MULTIPLE to bet the count itself within bounds.

    A multiple may name spots, and the words sit:COUNT and spots:NUMBER may follow the steps.

    >>> read_ramp("1:2,2:4,3:8").steps
    ((1, 2), (2, 4), (3, 8))
    >>> read_ramp("1-4").steps
    ((2, 2), (3, 3), (4, 4))
    >>> back_counting = read_ramp("0:0,1:2,3:8x2,sit:2")
    >>> [(back_counting.multiple(count), back_counting.spots_bet(count)) for count in (0, 1, 3)]
    [(0, 1), (2, 1), (8, 2)]
    """
    words = text.split(",")
    sit, spots = None, 1
    named: set[str] = set()
    steps: tuple[tuple[int, int, int | None], ...]
    try:
        while words and words[-1].strip().partition(":")[0] in ("sit", "spots"):
            name, _, number = words.pop().strip().partition(":")
            if name in named:
                raise InvalidRamp(f"the ramp {text!r} says {name}: twice: once is enough")
            named.add(name)
            if name == "sit":
                sit = _read_number(number)
            else:
                spots = whole(number.strip(), 1, MAX_SEATS)
        if len(words) == 1 and ":" not in words[0]:
            least, _, most = words[0].partition("-")
            whole(least.strip(), 1, 1)
            highest = whole(most.strip(), 1, LARGEST_MULTIPLE)
            steps = tuple((count, count, None) for count in range(2, highest + 1))
        else:
            steps = tuple(_read_step(word) for word in words)
    except ValueError:
        raise InvalidRamp(
            f"{text!r} is not a ramp: write COUNT:MULTIPLE steps as in 1:2,2:4,3:8, or 1-8 to bet"
            f" the count itself from 1 to 8 (multiples are whole"
            f" numbers from 1 to {LARGEST_MULTIPLE}; the first may be 0, to watch, and 8x2 is 8 on"
            f" each of two spots, of up to {MAX_SEATS}; counts go up to {LARGEST_MULTIPLE})"
        ) from None
    counts = [count for count, _, _ in steps]
    if counts != sorted(set(counts)):
        raise InvalidRamp(
            f"the ramp {text!r} falls back: its counts must rise from step to step, as in"
            " 1:2,2:4,3:8"
        )
    if steps and steps[0][1] == 0 and len(steps) == 1:
        raise InvalidRamp(f"the ramp {text!r} never bets: let steps follow, as in 0:0,1:2")
    if any(multiple == 0 for _, multiple, _ in steps[1:]):
        raise InvalidRamp(
            f"the ramp {text!r} bets nothing at a later step: only the first multiple may be 0"
        )
    return Ramp(
        tuple((count, multiple) for count, multiple, _ in steps),
        sit,
        spots,
        tuple((count, wide) for count, _, wide in steps if wide is not None),
    )


def read_plain_ramp(text: str) -> Ramp:
    """Read a ramp by which every round is bet on, with one hand."""
    ramp = read_ramp(text)
    if not ramp.plain:
        raise InvalidRamp(
            f"the ramp {text!r} does not bet one hand on every round, which cutcard simulate alone"
            " can play: here multiples are 1 or more, on one spot"
        )
    return ramp


def _read_step(word: str) -> tuple[int, int, int | None]:
    count, _, bet = word.partition(":")
    multiple, wide, spots = bet.partition("x")
    return (
        _read_number(count),
        whole(multiple.strip(), 0, LARGEST_MULTIPLE),
        whole(spots.strip(), 1, MAX_SEATS) if wide else None,
    )


def _read_number(text: str) -> int:
    """A count, with or without a sign."""
    text = text.strip()
    digits = text[1:] if text[:1] in ("-", "+") else text
    size = whole(digits, 0, LARGEST_MULTIPLE)
    return -size if text.startswith("-") else size
