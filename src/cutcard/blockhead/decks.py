"""Decks as the rules write them: the ranks, and the suits if they are not all four."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from cutcard.cards import Card, Rank, Suit

WHOLE: Final = "A-K"
"""The 52 cards."""

_RANKS: Final = "".join(rank.value for rank in Rank)
_SUITS: Final = "".join(suit.value for suit in Suit)
_RUN: Final = re.compile(f"([{_RANKS}])(?:-([{_RANKS}]))?")


@lru_cache(maxsize=64)
def cards_in(deck: str) -> tuple[Card, ...]:
    """The cards of a deck, suit by suit, Ace to King.

    >>> cards_in("A-3 sh")
    (Card('As'), Card('2s'), Card('3s'), Card('Ah'), Card('2h'), Card('3h'))
    """
    ranks, _, suits = deck.partition(" ")
    return tuple(Card(rank + suit) for suit in suits or _SUITS for rank in _ranks(ranks))


class DeckName:
    """The decks that a rule takes; each is written in one way only.

    >>> DeckName().read("32A"), DeckName().read("A2 dh")
    ('A-3', 'A2 hd')
    """

    accepts = "ranks such as A-K, A-3 or A9-K, and if they are not all four, suits: A-3 sh"

    def read(self, value: object) -> str:
        text = str(value)
        ranks, blank, suits = text.partition(" ")
        if bool(blank) != bool(suits) or set(suits) - set(_SUITS) or _repeats(suits):
            raise ValueError(value)
        suits = "".join(suit for suit in _SUITS if suit in suits)
        return _runs(_ranks(ranks)) + (f" {suits}" if suits not in ("", _SUITS) else "")


def _ranks(text: str) -> str:
    """The letters of the ranks in a text of letters and runs, Ace to King."""
    if not re.fullmatch(f"(?:{_RUN.pattern})+", text):
        raise ValueError(text)
    letters = ""
    for first, last in _RUN.findall(text):
        run = _RANKS[_RANKS.index(first) : _RANKS.index(last or first) + 1]
        if not run:
            raise ValueError(text)
        letters += run
    if _repeats(letters):
        raise ValueError(text)
    return "".join(rank for rank in _RANKS if rank in letters)


def _runs(letters: str) -> str:
    """Letters of ranks, Ace to King, with three or more in a row written as a run."""
    runs: list[str] = []
    for letter in letters:
        if runs and runs[-1] + letter in _RANKS:
            runs[-1] += letter
        else:
            runs.append(letter)
    return "".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else run for run in runs)


def _repeats(letters: str) -> bool:
    return len(set(letters)) < len(letters)
